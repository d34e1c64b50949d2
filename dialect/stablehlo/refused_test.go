package stablehlo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// refusal runs a pass on a program that it refuses, which writes nothing, and returns the first
// line of the error.
func refusal(t *testing.T, pass, text string) string {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "out.mlir")
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := driver.Opt([]string{pass, in, "-o", out}, strings.NewReader(""), &stdout, &stderr); code != 1 {
		t.Errorf("exit status %d, want 1", code)
	}
	if stdout.Len() > 0 {
		t.Errorf("has written\n%s", stdout.String())
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("has left %v (%v)", left, err)
	}
	first, _, _ := strings.Cut(stderr.String(), "\n")
	return strings.TrimPrefix(first, dir+string(filepath.Separator))
}

// What cannot be converted to tg is refused where it stands, and nothing is written.
func TestConversionRefuses(t *testing.T) {
	for _, test := range refusedPrograms {
		t.Run(test.name, func(t *testing.T) {
			text := "func.func @f(" + test.args + ") {\n" + test.text + "\nreturn\n}\n"
			if d := cmp.Diff(test.want, refusal(t, "--stablehlo-to-tg", text)); d != "" {
				t.Errorf("%s\n%s", d, text)
			}
		})
	}
}

// Text that is no op, or no type, is refused where it goes wrong.
func TestBadTextsAreRefused(t *testing.T) {
	for _, test := range badTexts {
		t.Run(test.text, func(t *testing.T) {
			if d := cmp.Diff(test.want, message(inArguments(test.text))); d != "" {
				t.Error(d)
			}
		})
	}
}

// inArguments is a function with the few arguments that bad texts have, and ends behind the text.
func inArguments(text string) string {
	return "func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %image: tensor<1x5x4xf32>, %kernel: tensor<2x4x6xf32>) {\n" + text + "\nreturn\n}\n"
}

// Functions that JAX calls by older names are those of CHLO, which must be there.
func TestConversionNeedsCHLO(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, stablehlo.Dialect, tg.Dialect)
	m, err := parser.Parse(ctx, []byte("func.func @f(%x: tensor<2xf32>) {\n%0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<2xf32>) -> tensor<2xf32>\nreturn\n}\n"), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	line, err := pipeline.ParsePipeline("builtin.module(stablehlo-to-tg)", driver.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	manager := pipeline.Manager{Ctx: ctx, Pipeline: line, Emit: func(d *ir.Diag) { got = append(got, d.Message) }}
	if manager.Run(m) == nil {
		t.Error("is converted")
	}
	want := []string{"'stablehlo.custom_call' op cannot be converted to tg: the dialect 'chlo', which has the function, is not there"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
