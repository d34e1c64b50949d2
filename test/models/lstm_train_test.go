package models

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
)

// squared is the loss of the recurrent model. Its first input says which steps are padding, by
// numbers that are not zero: with none it runs all five, and with random numbers none at all, so
// that all derivatives would be zeros.
const squared = `func.func private @main(tensor<40xf32>, tensor<74x40xf32>, tensor<5x1x10xf32>, tensor<1x5xf32>, tensor<1x5x2x2xf32>) -> tensor<5x1x10xf32>
func.func @loss(%b0: tensor<40xf32>, %w0: tensor<74x40xf32>, %p0: tensor<5x1x10xf32>, %x: tensor<1x5x2x2xf32>, %want: tensor<5x1x10xf32>) -> tensor<f32> {
  %padding = tg.constant dense<0.0> : tensor<1x5xf32>
  %0 = func.call @main(%b0, %w0, %p0, %padding, %x) : (tensor<40xf32>, tensor<74x40xf32>, tensor<5x1x10xf32>, tensor<1x5xf32>, tensor<1x5x2x2xf32>) -> tensor<5x1x10xf32>
  %1 = tg.sub %0, %want : tensor<5x1x10xf32>
  %2 = tg.mul %1, %1 : tensor<5x1x10xf32>
  %3 = tg.reduce sum %2 dims [0, 1, 2] : (tensor<5x1x10xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
`

// A recurrent model whose loop was exported as branches between blocks is trained: its derivative
// by weights and bias is right, and the loss falls, to the same bits optimised and not. All weights
// of the export are one number, and so would all cells stay alike; here they begin as random ones.
func TestLoopOfBlocksIsTrained(t *testing.T) {
	model, err := filepath.Abs("../../../shared/data/models/unidirectional_lstm.mlir")
	if err == nil {
		_, err = os.Stat(model)
	}
	if err != nil {
		t.Skip("the model is not there: ", err)
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("loss.mlir"), []byte(squared), 0o600); err != nil {
		t.Fatal(err)
	}
	said := func(code int, args []string, out, errs *bytes.Buffer) string {
		t.Helper()
		if code != 0 {
			t.Fatalf("%s: %s", strings.Join(args, " "), errs.String())
		}
		return out.String() + errs.String()
	}
	opt := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		return said(driver.Opt(args, strings.NewReader(""), &out, &errs), args, &out, &errs)
	}
	execute := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		return said(driver.Run(args, strings.NewReader(""), &out, &errs), args, &out, &errs)
	}
	lift := "--lift-parameters=min-elements=40 splats to=" + at("w.npz")
	opt(model, "--stablehlo-to-tg", "--lift-cf-to-tg", lift, "-o", at("lifted.mlir"))

	report := opt(at("lifted.mlir"), "--link="+at("loss.mlir"), "--check-derivatives=loss", "--check-derivatives-wrt=b0,w0", "-o", at("checked.mlir"))
	checked, err := os.ReadFile(at("checked.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	report += string(checked)
	if m := regexp.MustCompile(`@loss: 4 points, .* differences (\S+), transposition`).FindStringSubmatch(report); m == nil {
		t.Errorf("the derivatives were not checked: %s", report)
	} else if off, err := strconv.ParseFloat(m[1], 64); err != nil || off == 0 {
		t.Errorf("the derivatives are off by %s: the loop does not run", m[1])
	}

	opt(at("lifted.mlir"), "--link="+at("loss.mlir"), "--differentiate=func=loss mode=grad wrt=b0,w0", "-o", at("train.mlir"))
	train := []string{
		at("train.mlir"), "--entry=loss.grad", "--steps=20", "--loss-every=1", "--update=sgd", "--update-option=lr=0.1", "--inputs=" + at("w.npz"),
		"--input=%w0=74x40xf32=random:5", "--input=%x=1x5x2x2xf32=random:3", "--input=%want=5x1x10xf32=random:4",
	}
	plain := execute(append(train, "--state="+at("plain.npz"))...)
	if other := execute(append(train, "--state="+at("state.npz"), "--optimize")...); other != plain {
		t.Errorf("as it is\n%s\noptimised\n%s", plain, other)
	}
	losses := lossesIn(t, plain)
	for i := range losses[1:] {
		if !(losses[i+1] < losses[i]) {
			t.Errorf("the loss does not fall in step %d: %v", i+2, losses)
		}
	}
	if len(losses) != 20 || losses[19] > 0.6*losses[0] {
		t.Errorf("the losses are %v", losses)
	}
	for _, name := range []string{"plain.npz", "state.npz"} {
		if _, err := os.Stat(at(name)); err != nil {
			t.Error(err)
		}
	}
}
