package tg_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
)

// jaxArg keeps the better of two elements as JAX does, NaN before all.
const jaxArg = `%2 = tg.compare BETTER %a, %e : (T, T) -> tensor<i1>
    %3 = tg.compare ne %a, %a : (T, T) -> tensor<i1>
    %4 = tg.or %2, %3 : tensor<i1>
    %5 = tg.compare eq %a, %e : (T, T) -> tensor<i1>
    %6 = tg.compare lt %i, %k : (I, I) -> tensor<i1>
    %7 = tg.and %5, %6 : tensor<i1>
    %8 = tg.or %4, %7 : tensor<i1>
    %v = tg.select %4, %a, %e : (tensor<i1>, T, T) -> T
    %w = tg.select %8, %i, %k : (tensor<i1>, I, I) -> I`

// choices are regions that choose between an accumulator %a, with its position %i, and an element
// %e at %k.
var choices = []struct {
	name, kind, text string
	floats, integers bool // whether they are keywords for these
}{
	{"JAX", "max", strings.ReplaceAll(jaxArg, "BETTER", "gt"), true, true},
	{"JAX", "min", strings.ReplaceAll(jaxArg, "BETTER", "lt"), true, true},
	{"JAX without NaNs", "max", `%2 = tg.compare ge %a, %e : (T, T) -> tensor<i1>
    %3 = tg.compare gt %a, %e : (T, T) -> tensor<i1>
    %5 = tg.compare eq %a, %e : (T, T) -> tensor<i1>
    %6 = tg.compare lt %i, %k : (I, I) -> tensor<i1>
    %7 = tg.and %5, %6 : tensor<i1>
    %8 = tg.or %3, %7 : tensor<i1>
    %v = tg.select %2, %a, %e : (tensor<i1>, T, T) -> T
    %w = tg.select %8, %i, %k : (tensor<i1>, I, I) -> I`, false, true},
	{"positions that only grow", "min", `%2 = tg.compare le %a, %e : (T, T) -> tensor<i1>
    %3 = tg.compare ne %a, %a : (T, T) -> tensor<i1>
    %4 = tg.or %2, %3 : tensor<i1>
    %v = tg.select %4, %a, %e : (tensor<i1>, T, T) -> T
    %w = tg.select %4, %i, %k : (tensor<i1>, I, I) -> I`, true, true},
	{"the last one", "max", `%2 = tg.compare gt %a, %e : (T, T) -> tensor<i1>
    %3 = tg.compare ne %a, %a : (T, T) -> tensor<i1>
    %4 = tg.or %2, %3 : tensor<i1>
    %v = tg.select %4, %a, %e : (tensor<i1>, T, T) -> T
    %w = tg.select %4, %i, %k : (tensor<i1>, I, I) -> I`, false, false},
	{"by a total order", "max", `%2 = tg.compare ge %a, %e total_order : (T, T) -> tensor<i1>
    %v = tg.select %2, %a, %e : (tensor<i1>, T, T) -> T
    %w = tg.select %2, %i, %k : (tensor<i1>, I, I) -> I`, false, true},
	{"the wrong element", "max", `%2 = tg.compare ge %a, %e : (T, T) -> tensor<i1>
    %v = tg.select %2, %e, %a : (tensor<i1>, T, T) -> T
    %w = tg.select %2, %i, %k : (tensor<i1>, I, I) -> I`, false, false},
}

// limits are the least and the greatest element of a type.
var limits = map[string][2]string{
	"f16": {"0xFC00", "0x7C00"}, "bf16": {"0xFF80", "0x7F80"}, "f32": {"0xFF800000", "0x7F800000"}, "f64": {"0xFFF0000000000000", "0x7FF0000000000000"},
	"i8": {"-128", "127"}, "ui8": {"0", "255"}, "i32": {"-2147483648", "2147483647"}, "i64": {"-9223372036854775808", "9223372036854775807"}, "ui64": {"0", "18446744073709551615"},
}

func choiceProgram(kind, elem, index, shape string, dim int, both bool, body string) string {
	start := limits[elem][0]
	if kind == "min" {
		start = limits[elem][1]
	}
	kept := strings.Split(shape, "x")[1-dim]
	text := fmt.Sprintf(`func.func @f(%%x: tensor<SxE>) -> (RESULTS) {
  %%n = tg.iota dim %[1]d : tensor<SxX>
  %%start = tg.constant dense<%[2]s> : T
  %%zero = tg.constant dense<0> : I
  %%r:2 = tg.reduce %%x, %%n init %%start, %%zero dims [%[1]d] : (tensor<SxE>, tensor<SxX>, T, I) -> (tensor<KxE>, tensor<KxX>) with (%%a: T, %%i: I, %%e: T, %%k: I) {
    %[3]s
    tg.yield %%v, %%w : T, I
  }
  return VALUES : RESULTS
}`, dim, start, body)
	results, values := "tensor<KxX>", "%r#1"
	if both {
		results, values = "tensor<KxE>, tensor<KxX>", "%r#0, %r#1"
	}
	text = strings.NewReplacer("RESULTS", results, "VALUES", values).Replace(text)
	text = strings.NewReplacer("<SxE>", "<"+shape+"x"+elem+">", "<SxX>", "<"+shape+"x"+index+">", "<KxE>", "<"+kept+"x"+elem+">", "<KxX>", "<"+kept+"x"+index+">").Replace(text)
	return scalarT.ReplaceAllString(scalarI.ReplaceAllString(text, "tensor<"+index+">"), "tensor<"+elem+">")
}

// T and I in programs are the types of elements and of their positions.
var scalarT, scalarI = regexp.MustCompile(`\bT\b`), regexp.MustCompile(`\bI\b`)

// Regions that choose are found where they mean the keyword, and reductions are the same to the bit
// as when the ops of the region are run one by one.
func TestChoices(t *testing.T) {
	shapes := []struct {
		shape string
		dim   int
	}{{"3x50", 1}, {"50x3", 0}, {"20x40", 0}, {"40x20", 1}, {"1x1", 0}, {"4x1", 1}, {"0x3", 1}}
	for _, c := range choices {
		for elem := range limits {
			for k, s := range shapes {
				both, float := k%2 == 0, strings.Contains(elem, "f")
				index := []string{"i32", "i64", "ui8"}[k%3]
				t.Run(fmt.Sprint(c.name, " ", c.kind, " ", elem, " ", s.shape), func(t *testing.T) {
					found := choicesAgree(t, "reduce-region-is-keyword", choiceProgram(c.kind, elem, index, s.shape, s.dim, both, c.text))
					want := c.integers && !float || c.floats && float && !both
					counts := strings.Split(s.shape, "x")[s.dim] != "1" // else a constant has taken the place of the iota
					if counts && found != want {
						t.Errorf("is a keyword: %v", found)
					}
				})
			}
		}
	}
}

// Regions that choose the greater or lesser element without its position.
func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		text             string
		floats, integers bool
	}{
		{"%2 = tg.compare ge %a, %e : (T, T) -> tensor<i1>\n%v = tg.select %2, %a, %e : (tensor<i1>, T, T) -> T", false, true},
		{"%2 = tg.compare gt %a, %e total_order : (T, T) -> tensor<i1>\n%v = tg.select %2, %a, %e : (tensor<i1>, T, T) -> T", true, true},
		{"%2 = tg.compare lt %a, %e total_order : (T, T) -> tensor<i1>\n%v = tg.select %2, %a, %e : (tensor<i1>, T, T) -> T", false, true},
		{"%2 = tg.compare lt %e, %a : (T, T) -> tensor<i1>\n%v = tg.select %2, %e, %a : (tensor<i1>, T, T) -> T", false, true},
		{"%2 = tg.compare lt %e, %a : (T, T) -> tensor<i1>\n%v = tg.select %2, %e, %e : (tensor<i1>, T, T) -> T", false, false},
	} {
		for elem := range limits {
			text := strings.ReplaceAll(fmt.Sprintf(`func.func @f(%%x: tensor<30x20x!>, %%init: T) -> tensor<30x!> {
  %%r = tg.reduce %%x init %%init dims [1] : (tensor<30x20x!>, T) -> tensor<30x!> with (%%a: T, %%e: T) {
    %s
    tg.yield %%v : T
  }
  return %%r : tensor<30x!>
}`, c.text), "T", "tensor<!>")
			found := choicesAgree(t, "reduce-region-is-keyword", strings.ReplaceAll(text, "!", elem))
			if want := c.integers && !strings.Contains(elem, "f") || c.floats && strings.Contains(elem, "f"); found != want {
				t.Errorf("%s: is a keyword: %v\n%s", elem, found, c.text)
			}
		}
	}
}

// choicesAgree runs the reduction of a program op by op, as a program over elements, and after the
// pattern, and reports whether that applies.
func choicesAgree(t *testing.T, pattern, text string) (found bool) {
	t.Helper()
	c := newContext()
	before, after := parse(t, c, text), parse(t, c, text)
	rewrite.Greedy(after, ir.NewBuilder(c), rewrite.NewSet(named(pattern)), rewrite.Config{
		TopDown: true, MaxIterations: 10, MaxRewrites: 100, FP: rewrite.FPStrict,
		Applied: func(name string, _ *ir.Op) { found = found || name == pattern },
	})
	printed := printer.OpString(after, printer.Options{})
	if err := ir.Verify(after); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	for seed := range uint64(4) {
		in := elementsThatHurt(t, before, rand.New(rand.NewPCG(7, seed)))
		want := runWith(t, before, in, interp.Options{Stepped: true})
		for _, m := range []*ir.Op{before, after} {
			for i, x := range runWith(t, m, in, interp.Options{}) {
				if d := differs(rewrite.Exact, want[i], x); d != "" {
					t.Fatalf("result %d: %s\n%s\n%s", i, d, text, printed)
				}
			}
		}
	}
	return found
}
