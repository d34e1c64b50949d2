// Package dialect_test tests the dialects together: text of one uses the ops of
// another.
package dialect_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/dialect/chlo"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/scf"
	"github.com/tg-opt/tg/dialect/stablehlo"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

// foreign are the dialects that other projects define.
var foreign = []*ir.Dialect{
	arith.Dialect, builtin.Dialect, cf.Dialect, check.Dialect, chlo.Dialect, fn.Dialect, scf.Dialect, stablehlo.Dialect, tensorop.Dialect, utilop.Dialect,
}

func newContext() *ir.Context { return ir.NewContext(append(foreign, tg.Dialect)...) }

// read parses and verifies text; an error is the rendered diagnostic.
func read(text string) (*ir.Op, error) {
	ctx := newContext()
	m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "t.mlir"})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s", ctx.Render(ir.AsDiag(err, 0)))
	}
	return m, nil
}

func mustRead(t *testing.T, text string) *ir.Op {
	t.Helper()
	m, err := read(text)
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return m
}

func pretty(m *ir.Op) string  { return printer.OpString(m, printer.Options{}) }
func generic(m *ir.Op) string { return printer.OpString(m, printer.Options{Generic: true}) }

// sameText reads text in pretty form, and checks that every form of it reads
// back as the same program. It returns the pretty form.
func sameText(t *testing.T, text string) string {
	t.Helper()
	m := mustRead(t, text)
	p, g := pretty(m), generic(m)
	if again := pretty(mustRead(t, p)); again != p {
		t.Errorf("the pretty form reads as another program:\n%s", cmp.Diff(p, again))
	}
	if again := generic(mustRead(t, g)); again != g {
		t.Errorf("the generic form reads as another program:\n%s", cmp.Diff(g, again))
	}
	if again := pretty(mustRead(t, g)); again != p {
		t.Errorf("the generic form reads as another program than the pretty one:\n%s", cmp.Diff(p, again))
	}
	return p
}

// TestUpstream compares the text of the dialects that mlir-opt has, too.
func TestUpstream(t *testing.T) {
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	texts := []string{upstreamText}
	for _, d := range []*ir.Dialect{arith.Dialect, builtin.Dialect, cf.Dialect, fn.Dialect, scf.Dialect, tensorop.Dialect} {
		for _, o := range d.Ops() {
			texts = append(texts, o.Example)
		}
	}
	const separator = "\n// -----\n"
	for _, form := range []struct {
		flag  string
		print func(*ir.Op) string
	}{{"--mlir-print-op-generic=false", pretty}, {"--mlir-print-op-generic", generic}} {
		cmd := exec.Command(tool, form.flag, "--split-input-file")
		cmd.Stdin = strings.NewReader(strings.Join(texts, separator))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		printed := strings.Split(string(out), separator)
		if len(printed) != len(texts) {
			t.Fatalf("mlir-opt prints %d modules of %d", len(printed), len(texts))
		}
		for i, text := range texts {
			want, got := strings.TrimRight(printed[i], "\n"), form.print(mustRead(t, text))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("mlir-opt %s prints something else (-mlir-opt +tg):\n%s", form.flag, diff)
			}
		}
	}
}

const upstreamText = `
module @m attributes {foo.bar = 1 : i32, foo.baz} {
  func.func private @declared(tensor<4xf32> {a.b}, i32) -> (i32 {x.y = 1 : i32}, f32)
  func.func private @attributed(i32) attributes {foo = 2 : i32}
  func.func private @named(%a: i32, %b: i32 {}) -> i32
  func.func public @main(%x: i32 {a.b = "x"}, %p: i1) -> i32 attributes {no_inline, zz} {
    %c = arith.constant 1 : i32
    %c1 = arith.constant {aa = 1 : i32} -7 : index
    %c2 = arith.constant 1.5 : f32
    %c3 = arith.constant true
    %c4 = arith.constant false
    %c5 = arith.constant dense<1> : tensor<4xi32>
    %c6 = arith.constant dense<[1, 2]> : vector<2xi8>
    %c7 = arith.constant -5 : i64
    %c8 = arith.constant 0x7FC00000 : f32
    %c9 = arith.constant 255 : i8
    %c10 = arith.constant 1 : i64
    %c11 = arith.constant 1 : i64
    %c12 = arith.constant 170141183460469231731687303715884105727 : i128
    cf.cond_br %p, ^bb1(%c, %x : i32, i32), ^bb2
  ^bb1(%0: i32, %1: i32):
    %2:2 = call @two(%0) {w = 3 : i32} : (i32) -> (i32, i32)
    func.call @none() : () -> ()
    cf.assert %p, "a \"message\"\n" {q}
    cf.br ^bb2 {q}
  ^bb2:
    %3 = builtin.unrealized_conversion_cast %x : i32 to f32
    %4:2 = builtin.unrealized_conversion_cast to f32, i32 {at}
    builtin.unrealized_conversion_cast %x, %3 : i32, f32 to i32 {at}
    cf.switch %x : i32, [
      default: ^bb3(%c : i32),
      1: ^bb3(%c : i32),
      -42: ^bb4,
      7: ^bb5(%p, %x : i1, i32)
    ] {yy}
  ^bb3(%5: i32):
    return %5 : i32
  ^bb4:
    cf.switch %x : i32, [
      default: ^bb3(%x : i32)
    ]
  ^bb5(%6: i1, %7: i32):
    cf.cond_br %6 weights([2, 3]), ^bb2, ^bb3(%7 : i32) {z}
  }
  func.func nested @two(%a: i32) -> (i32 {u.v}, i32) {
    return %a, %a : i32, i32
  }
  func.func private @none() {
    return
  }
  func.func @"odd name"(%f: (i32) -> i32) -> ((i32) -> i32) {
    return %f : (i32) -> i32
  }
  func.func @one_attributed() -> (i32 {u.v}) {
    %c = arith.constant 0 : i32
    return {q} %c : i32
  }
  func.func @several(%t: tensor<2x3xf32>) -> (f32, f32) {
    %i = arith.constant 0 : index
    %0 = tensor.extract %t[%i, %i] {z} : tensor<2x3xf32>
    %1 = tensor.extract %t[%i, %i] : tensor<2x3xf32>
    return %0, %1 : f32, f32
  }
  module @inner {
    module {
    }
  }
}
`
