package tg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// jaxKey normalises a float as JAX does before it compares.
const jaxKey = `    %z$ = tg.compare eq %$, %zero : (T, T) -> tensor<i1>
    %s$ = tg.select %z$, %zero, %$ : (tensor<i1>, T, T) -> T
    %n$ = tg.compare ne %$, %$ : (T, T) -> tensor<i1>
    %k$ = tg.select %n$, %nan, %s$ : (tensor<i1>, T, T) -> T
`

func jaxKeys() string {
	return strings.ReplaceAll(jaxKey, "$", "a") + strings.ReplaceAll(jaxKey, "$", "b")
}

// comparators are regions of sorts of a T, an i32 and numbers of the elements, which yield %p; of
// floats or integers.
var comparators = []struct {
	name, on, text string
	keyword        bool
}{
	{"JAX", "float", jaxKeys() + "%p = tg.compare lt %ka, %kb total_order : (T, T) -> tensor<i1>", true},
	{"JAX descending", "float", jaxKeys() + "%p = tg.compare lt %kb, %ka total_order : (T, T) -> tensor<i1>", true},
	{"JAX greater", "float", jaxKeys() + "%p = tg.compare gt %ka, %kb total_order : (T, T) -> tensor<i1>", true},
	{"JAX with NaNs last by a partial comparison", "float", jaxKeys() + "%p = tg.compare lt %ka, %kb : (T, T) -> tensor<i1>", false},
	{"zeros by a sum", "float", "%x = tg.add %a, %zero : T\n%y = tg.add %b, %zero : T\n%p = tg.compare lt %x, %y total_order : (T, T) -> tensor<i1>", true},
	{"NumPy", "float", `%l = tg.compare lt %a, %b : (T, T) -> tensor<i1>
    %m = tg.compare ne %b, %b : (T, T) -> tensor<i1>
    %n = tg.compare eq %a, %a : (T, T) -> tensor<i1>
    %o = tg.and %m, %n : tensor<i1>
    %p = tg.or %l, %o : tensor<i1>`, true},
	{"total", "any", "%p = tg.compare lt %a, %b total_order : (T, T) -> tensor<i1>", true},
	{"not greater or equal", "any", "%q = tg.compare ge %a, %b total_order : (T, T) -> tensor<i1>\n%p = tg.not %q : tensor<i1>", true},
	{"no strict order", "any", "%p = tg.compare le %a, %b total_order : (T, T) -> tensor<i1>", false},
	{"partial", "float", "%p = tg.compare lt %a, %b : (T, T) -> tensor<i1>", false},
	{"lexicographic", "any", `%l = tg.compare lt %a, %b total_order : (T, T) -> tensor<i1>
    %e = tg.compare eq %a, %b total_order : (T, T) -> tensor<i1>
    %m = tg.compare lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %o = tg.and %e, %m : tensor<i1>
    %p = tg.or %l, %o : tensor<i1>`, true},
	{"lexicographic, the second first", "any", `%l = tg.compare lt %a, %b total_order : (T, T) -> tensor<i1>
    %e = tg.compare eq %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = tg.compare gt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = tg.select %e, %l, %m : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>`, true},
	{"lexicographic of a normalised key", "float", jaxKeys() + `%l = tg.compare lt %ka, %kb total_order : (T, T) -> tensor<i1>
    %e = tg.compare eq %ka, %kb total_order : (T, T) -> tensor<i1>
    %m = tg.compare lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %o = tg.and %e, %m : tensor<i1>
    %p = tg.or %l, %o : tensor<i1>`, true},
	{"descending with the position", "any", `%l = tg.compare gt %a, %b total_order : (T, T) -> tensor<i1>
    %e = tg.compare eq %a, %b total_order : (T, T) -> tensor<i1>
    %m = tg.compare lt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %o = tg.and %e, %m : tensor<i1>
    %p = tg.or %l, %o : tensor<i1>`, true},
	{"with the greater position", "any", `%l = tg.compare gt %a, %b total_order : (T, T) -> tensor<i1>
    %e = tg.compare eq %a, %b total_order : (T, T) -> tensor<i1>
    %m = tg.compare gt %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %o = tg.and %e, %m : tensor<i1>
    %p = tg.or %l, %o : tensor<i1>`, true},
	{"neither one nor the other", "any", `%l = tg.compare lt %a, %b total_order : (T, T) -> tensor<i1>
    %m = tg.compare lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %p = tg.or %l, %m : tensor<i1>`, false},
	{"magnitudes", "any", "%x = tg.abs %a : T\n%y = tg.abs %b : T\n%p = tg.compare lt %x, %y total_order : (T, T) -> tensor<i1>", false},
	{"against a number", "any", "%p = tg.compare lt %a, %zero total_order : (T, T) -> tensor<i1>", false},
}

const sortedExtent = 150

func comparatorProgram(elem, body string) string {
	nan := "0"
	if strings.Contains(elem, "f") {
		nan = map[string]string{"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}[elem]
	}
	zero := "0"
	if strings.Contains(elem, "f") {
		zero = "0.0"
	}
	text := fmt.Sprintf(`func.func @f(%%u: tensor<2x%[1]dxE>, %%v: tensor<2x%[1]dxi32>) -> (tensor<2x%[1]dxE>, tensor<2x%[1]dxi32>, tensor<2x%[1]dxi32>) {
  %%w = tg.iota dim 1 : tensor<2x%[1]dxi32>
  %%zero = tg.constant dense<%[2]s> : T
  %%nan = tg.constant dense<%[3]s> : T
  %%r:3 = tg.sort %%u, %%v, %%w dim 1 : (tensor<2x%[1]dxE>, tensor<2x%[1]dxi32>, tensor<2x%[1]dxi32>) -> (tensor<2x%[1]dxE>, tensor<2x%[1]dxi32>, tensor<2x%[1]dxi32>) with (%%a: T, %%b: T, %%c: tensor<i32>, %%d: tensor<i32>, %%i: tensor<i32>, %%j: tensor<i32>) {
    %[4]s
    tg.yield %%p : tensor<i1>
  }
  return %%r#0, %%r#1, %%r#2 : tensor<2x%[1]dxE>, tensor<2x%[1]dxi32>, tensor<2x%[1]dxi32>
}`, sortedExtent, zero, nan, body)
	return strings.ReplaceAll(strings.ReplaceAll(text, "T", "tensor<"+elem+">"), "xE>", "x"+elem+">")
}

// Comparators that have a name are found, others are not, and sorts are the same to the bit as when
// the ops of the region are run one by one.
func TestComparators(t *testing.T) {
	for _, c := range comparators {
		elems := []string{"f16", "bf16", "f32", "f64"}
		if c.on == "any" {
			elems = append(elems, "i8", "ui8", "i32", "ui64", "i64")
		}
		for _, elem := range elems {
			t.Run(c.name+" "+elem, func(t *testing.T) {
				if found := sortsAgree(t, comparatorProgram(elem, c.text)); found != c.keyword {
					t.Errorf("is a keyword: %v", found)
				}
			})
		}
	}
}

// Whatever is found among random comparators sorts as they do.
func TestRandomComparators(t *testing.T) {
	found, rng := 0, rand.New(rand.NewPCG(3, 4))
	for range 400 {
		elem := []string{"f32", "i8", "f16"}[rng.IntN(3)]
		if sortsAgree(t, comparatorProgram(elem, randomComparator(rng))) {
			found++
		}
		if t.Failed() {
			return
		}
	}
	if found < 20 {
		t.Errorf("only %d random comparators are keywords", found)
	}
}

// randomComparator combines comparisons.
func randomComparator(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("%x = tg.add %a, %zero : T\n%y = tg.add %b, %zero : T\n")
	var names []string
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	for k := range 1 + rng.IntN(4) {
		name := fmt.Sprintf("%%q%d", k)
		pair := pick("T %a %b", "T %a %b", "T %b %a", "T %x %y", "I %c %d", "I %d %c", "I %i %j", "T %a %a")
		parts := strings.Fields(strings.ReplaceAll(pair, "I", "tensor<i32>"))
		fmt.Fprintf(&b, "%s = tg.compare %s %s, %s %s : (%s, %s) -> tensor<i1>\n", name, pick("lt", "gt", "eq", "lt", "ge"), parts[1], parts[2], pick("", "total_order", "total_order"), parts[0], parts[0])
		names = append(names, name)
	}
	last := names[0]
	for k := range rng.IntN(4) {
		name := fmt.Sprintf("%%o%d", k)
		switch rng.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%s = tg.select %s, %s, %s : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>\n", name, pick(names...), last, pick(names...))
		case 1:
			fmt.Fprintf(&b, "%s = tg.not %s : tensor<i1>\n", name, last)
		default:
			fmt.Fprintf(&b, "%s = tg.%s %s, %s : tensor<i1>\n", name, pick("and", "or", "or", "xor"), last, pick(names...))
		}
		names, last = append(names, name), name
	}
	fmt.Fprintf(&b, "%%p = tg.and %s, %s : tensor<i1>", last, last)
	return b.String()
}

// sortsAgree runs the sort of a program op by op, as a program over elements, and by keywords if it
// is found to be some, and reports whether it is.
func sortsAgree(t *testing.T, text string) (found bool) {
	t.Helper()
	c := newContext()
	before, after := parse(t, c, text), parse(t, c, text)
	rewrite.Greedy(after, ir.NewBuilder(c), rewrite.NewSet(named("sort-region-is-keyword")), rewrite.Config{
		TopDown: true, MaxIterations: 10, MaxRewrites: 100, FP: rewrite.FPStrict,
		Applied: func(name string, _ *ir.Op) { found = found || name == "sort-region-is-keyword" },
	})
	printed := printer.OpString(after, printer.Options{})
	if err := ir.Verify(after); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	in := elementsThatHurt(t, before, rng)
	want := runWith(t, before, in, interp.Options{Stepped: true})
	for _, m := range []*ir.Op{before, after} {
		for i, x := range runWith(t, m, in, interp.Options{}) {
			if d := differs(rewrite.Exact, want[i], x); d != "" {
				t.Fatalf("result %d: %s\n%s\n%s", i, d, text, printed)
			}
		}
	}
	return found
}

// elementsThatHurt are inputs with NaNs, zeros of both signs, extremes, and many that are equal.
func elementsThatHurt(t *testing.T, m *ir.Op, rng *rand.Rand) (in []*tensor.Tensor) {
	t.Helper()
	numbers := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1, -1, 2.5, -2.5, 1e-40, -1e-40, 100}
	for _, a := range m.RegionAt(0).First().First().RegionAt(0).First().Args() {
		spec, err := interp.SpecOf(a.Type())
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for k := range x.Len() {
			if x.DType().IsFloat() {
				x.SetFloat64(k, numbers[rng.IntN(len(numbers))])
				continue
			}
			least := int64(math.MinInt64) >> (64 - max(1, x.DType().Bits()))
			x.SetInt64(k, []int64{0, 1, -1, 2, least, ^least, 3}[rng.IntN(7)])
		}
		in = append(in, x)
	}
	return in
}

func runWith(t *testing.T, m *ir.Op, in []*tensor.Tensor, opt interp.Options) (out []*tensor.Tensor) {
	t.Helper()
	p, err := interp.NewModule(m).Program("f")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(in, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Outputs {
		out = append(out, x.Clone())
	}
	return out
}
