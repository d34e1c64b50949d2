package ruletest

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

// fuzzProgram has something for most patterns: several results, regions,
// attributes, constants, an operand that is not there, no elements.
const fuzzProgram = `
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %i: tensor<4xi8>, %e: tensor<0x2xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>, tensor<1x3xf32>, tensor<4xi8>, tensor<2xf32>) {
  %zero = tg.constant dense<0.0> : tensor<f32>
  %one = tg.constant dense<1> : tensor<4xi8>
  %0 = tg.add %x, %zero : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = tg.neg %0 : tensor<2x3xf32>
  %2 = tg.neg %1 : tensor<2x3xf32>
  %3 = tg.mul %2, %x : tensor<2x3xf32>
  %4 = tg.matmul %3, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %5 = tg.transpose %y permutation [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %6 = tg.reshape %5 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %7 = tg.matmul %3, %6 : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %8:2 = tg.split %3 dim 0 sizes [1, 1] : (tensor<2x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>)
  %9 = tg.concat %4, %7 dim 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %10 = tg.slice %9 [1:3:1, 0:2:1] : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %11 = tg.add %i, %one : tensor<4xi8>
  %12 = tg.reduce sum %e dims [0] : (tensor<0x2xf32>) -> tensor<2xf32>
  return %3, %10, %8#1, %11, %12 : tensor<2x3xf32>, tensor<2x2xf32>, tensor<1x3xf32>, tensor<4xi8>, tensor<2xf32>
}`

// FuzzRules reads rules, and applies those without errors. Whatever the text
// is, an error has a place in it, and rules that are accepted end, or are named
// as those that do not, and leave a program that verifies.
func FuzzRules(f *testing.F) {
	for _, r := range rules.Every() {
		f.Add(r.Text)
	}
	for _, text := range []string{
		"// A comment\r\nset s\r\nrule a: neg(neg(?x))\r\n => ?x [exact]\r\n",
		"rule a: neg(?x), exp(?x) => (?x, ?x) [real] let ?k = shape(?x)[0] * 2 - -1 where ?k in [1, 2] and not rank(?x) < 3 priority -3",
		"rule a: reduce(?x, ?y...) {*a, kind = \"sum\", !keep_dims, dims = ?d}#0 => (broadcast_like(0, ?x) : tensor([1, 2], f32)) [real, integers]",
		"rule a: arith.addi(?x, -1) <=> stablehlo.add(?x, highest) [finite]",
		"rule a: concat(?xs...) {dim = ?d} => splat() {value = 1 / 0 + product(shape(root))} : type(root.0) [exact]",
		"rule up: add(?x, ?y) => sub(?x, neg(?y)) [exact]\nrule down: sub(?x, neg(?y)) => add(?y, ?x) [exact]",
		"rule grow: neg(?x) => abs(neg(abs(?x))) [exact]",
		"rule class: ?f(?g ?h(?x, ?xs...) {*a}, [?m neg(?y) where one_use(?m) | 0 | ?z]...) {*b} => ?f([neg(?h(?y, ?xs...) {*a}) | ?x | ?z]...) {*b} [exact] where (count(?y) > 0 or not (rank(?x) == 1 and 2 in [2]))",
		"rule told: neg(neg(?x)) => ?x [exact] where float(?x) proved by told, a-b proved \"so\" tested 3 over \"f32\" bound 1e-9 origin \"//\" used 2 over \"x\" gain -1e-6",
		"rule list: concat([?m transpose(?x) {permutation = ?p} where ?x == ?x[0]]...) {dim = ?d} => concat([neg(?x)]..., ?m..., ?x[0]) {dim = ?p[?d]} [exact]",
	} {
		f.Add(text)
	}
	context := driver.NewContext()
	look := rule.LookupIn(context.LookupDialect("tg"), context.LookupDialect)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := rule.Parse("f.rules", text, look)
		var bad rule.Errors
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("an error without a place: %v", err)
		}
		for _, e := range bad {
			checkPlace(t, text, e)
		}
		if len(list) == 0 || len(list) > 20 {
			return
		}
		module := fuzzModule(t)
		var patterns []*rewrite.Pattern
		for _, r := range list {
			for ; r != nil; r = r.Reversed() {
				p := r.Pattern(rewrite.FPFast)
				if p.Root != nil {
					if p.Root = module.Context().LookupOp(p.Root.Name()); p.Root == nil {
						continue
					}
				}
				patterns = append(patterns, p)
			}
		}
		stats := rewrite.Stats{}
		rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet(patterns), rewrite.Config{MaxIterations: 3, MaxRewrites: -1, Stats: &stats})
		if err := ir.Verify(module); err != nil {
			t.Errorf("what is left does not verify: %v", err)
		}
	})
}

func fuzzModule(t *testing.T) *ir.Op {
	module, err := parser.Parse(driver.NewContext(), []byte(fuzzProgram), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// checkPlace makes sure that line, column and offset of an error agree.
func checkPlace(t *testing.T, text string, e *rule.Error) {
	p := e.Pos
	if p.Offset < 0 || p.Offset > len(text) || e.Message == "" || p.Filename != "f.rules" {
		t.Fatalf("%v: offset %d of %d", e, p.Offset, len(text))
	}
	before := text[:p.Offset]
	start := strings.LastIndexByte(before, '\n') + 1
	if line := strings.Count(before, "\n") + 1; line != p.Line {
		t.Errorf("%v is in line %d", e, line)
	}
	if column := utf8.RuneCountInString(before[start:]) + 1; column != p.Column {
		t.Errorf("%v is in column %d", e, column)
	}
}
