package rulecheck_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rulecheck"
)

// pairOf is a pair of functions of tg with the arguments and results of a header; T and I are
// tensors of floats and of integers.
func pairOf(header, left, right string) *rulecheck.Programs {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	written := regexp.MustCompile(`\b[TI]\b`)
	text := func(body string) string {
		text := "func.func @f" + header + " {\n" + strings.ReplaceAll(body, ";", "\n") + "\n}\n"
		return written.ReplaceAllStringFunc(text, func(t string) string {
			return map[string]string{"T": "tensor<4x6xf32>", "I": "tensor<4x6xi32>"}[t]
		})
	}
	return &rulecheck.Programs{Name: "pair", Left: text(left), Right: text(right), Read: func(text string) (*ir.Op, error) {
		module, err := parser.Parse(ctx, []byte(text), parser.Options{})
		if err == nil {
			err = ir.Verify(module)
		}
		return module, err
	}}
}

// levelOf says what executions show, as the level or "none", and the witness of why it is not a
// stronger one.
func levelOf(v rulecheck.Verdict) string {
	switch {
	case v.Programs == 0:
		return "no programs"
	case !v.Equal:
		return "none"
	case v.Compared == 0:
		return "nothing compared"
	}
	return v.Level.String()
}

const (
	unary  = "(%x: T) -> T"
	binary = "(%x: T, %y: T) -> T"
)

// Pairs that are equal at each level, over floats and over integers, and pairs that are not equal
// because of one number, one combination of two, or one extent.
func TestLevelsOfPairs(t *testing.T) {
	tests := []struct {
		name, header, left, right, floats, integers string
	}{
		{"same bits", binary, "%0 = tg.max %x, %y : T;return %0 : T", "%0 = tg.max %y, %x : T;return %0 : T", "exact", "exact"},
		{"a zero", unary, "%c = tg.constant dense<0.0> : T;%0 = tg.add %x, %c : T;return %0 : T", "return %x : T", "finite", "exact"},
		{"a rounding", "(%x: T, %y: T, %z: T) -> T", "%0 = tg.add %x, %y : T;%1 = tg.add %0, %z : T;return %1 : T",
			"%0 = tg.add %y, %z : T;%1 = tg.add %x, %0 : T;return %1 : T", "real", "exact"},
		{"floats alone", binary, "%0 = tg.div %x, %y : T;%1 = tg.mul %0, %y : T;return %1 : T", "return %x : T", "real", "none"},
		{"integers alone", "(%x: I) -> I", "%0 = tg.not %x : I;return %0 : I", "%c = tg.constant dense<-1> : I;%0 = tg.xor %x, %c : I;return %0 : I", "no programs", "exact"},
		{"neither", binary, "%0 = tg.sub %x, %y : T;return %0 : T", "%0 = tg.sub %y, %x : T;return %0 : T", "none", "none"},
		{"one number", unary, "return %x : T", "%c = tg.constant dense<97.0> : T;%d = tg.constant dense<96.0> : T;%0 = tg.compare eq %x, %c : (T, T) -> tensor<4x6xi1>;" +
			"%1 = tg.select %0, %d, %x : (tensor<4x6xi1>, T, T) -> T;return %1 : T", "real", "none"}, // real says nothing of a single number
		{"two numbers", "(%x: I, %y: I) -> I", "return %x : I", "%c = tg.constant dense<97> : I;%d = tg.constant dense<51> : I;%0 = tg.compare eq %x, %c : (I, I) -> tensor<4x6xi1>;" +
			"%1 = tg.compare eq %y, %d : (I, I) -> tensor<4x6xi1>;%2 = tg.and %0, %1 : tensor<4x6xi1>;" +
			"%3 = tg.select %2, %d, %x : (tensor<4x6xi1>, I, I) -> I;%4 = tg.or %3, %3 : I;return %4 : I", "no programs", "none"},
		{"one extent", "(%x: tensor<5x4xf32>) -> tensor<4xf32>", "%0 = tg.reduce mean %x dims [0] : (tensor<5x4xf32>) -> tensor<4xf32>;return %0 : tensor<4xf32>",
			"%c = tg.constant dense<0.2> : tensor<4xf32>;%0 = tg.reduce sum %x dims [0] : (tensor<5x4xf32>) -> tensor<4xf32>;" +
				"%1 = tg.mul %0, %c : tensor<4xf32>;return %1 : tensor<4xf32>", "none", "no programs"},
	}
	for _, tt := range tests {
		p := pairOf(tt.header, tt.left, tt.right)
		floats, integers := p.Over(rulecheck.FloatElements, 0), p.Over(rulecheck.IntegerElements, 0)
		if got := levelOf(floats); got != tt.floats {
			t.Errorf("%s: over floats %s, want %s; %v", tt.name, got, tt.floats, floats.Witness)
		}
		if got := levelOf(integers); got != tt.integers {
			t.Errorf("%s: over integers %s, want %s; %v", tt.name, got, tt.integers, integers.Witness)
		}
		for _, v := range []rulecheck.Verdict{floats, integers} {
			if exact := v.Equal && levelOf(v) == "exact" || v.Programs == 0; (v.Witness == nil) != exact {
				t.Errorf("%s: %s, and the witness is %v", tt.name, levelOf(v), v.Witness)
			}
		}
	}
}
