package ruletest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Rules are applied to complex numbers if their set is for these, or if they ask for them.
func TestComplexNumbers(t *testing.T) {
	const (
		reals     = "tensor<2xf32>"
		complexes = "tensor<2xcomplex<f32>>"
	)
	ofType := func(elem string) string {
		return `func.func @f(%x: ` + elem + `) -> ` + elem + ` {
  %0 = tg.neg %x : ` + elem + `
  %1 = tg.sin %0 : ` + elem + `
  return %1 : ` + elem + `
}`
	}
	const part = `func.func @f(%x: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %0 = tg.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = tg.neg %0 : tensor<2xf32>
  %2 = tg.sin %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}`
	const (
		odd    = "rule r: sin(neg(?x)) => neg(sin(?x)) [exact]"
		inside = "rule r: sin(neg(real(?x))) => neg(sin(real(?x))) [exact]"
	)
	tests := []struct {
		name, rules, in string
		want            bool
	}{
		{"no set, real", odd, ofType(reals), true},
		{"no set, complex", odd, ofType(complexes), false},
		{"a plain set", "set s\n" + odd, ofType(complexes), false},
		{"a set for complex numbers", "set s complex\n" + odd, ofType(complexes), true},
		{"a set for complex numbers, on real ones", "set s complex\n" + odd, ofType(reals), true},
		{"a set that is called so", "set complex\n" + odd, ofType(complexes), false},
		{"a set that is called so, and is", "set complex complex // both\n" + odd, ofType(complexes), true},
		{"a later set", "set s complex\nset t\n" + odd, ofType(complexes), false},
		{"an earlier set", "set t\nset s complex\r\n" + odd, ofType(complexes), true},
		{"asked for", odd + " where complex(?x)", ofType(complexes), true},
		{"asked for, but real", odd + " where complex(?x)", ofType(reals), false},
		{"asked not to be", odd + " where not complex(?x)", ofType(complexes), false},
		{"asked not to be, real", odd + " where not complex(?x)", ofType(reals), true},
		{"one of several questions", odd + " where rank(?x) == 7 or complex(?x)", ofType(complexes), true},
		{"another question", odd + " where rank(?x) == 1", ofType(complexes), false},
		{"parts of what the pattern does not match", odd, part, true},
		{"an operand that is complex", inside, part, false},
		{"an operand that is complex, in a set for such", "set s complex\n" + inside, part, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			if tt.want {
				want = []string{"r"}
			}
			if _, applied := applyRules(t, tt.rules, tt.in); cmp.Diff(want, applied) != "" {
				t.Errorf("applied %v, want %v", applied, want)
			}
		})
	}
}

// The reverse of a rule is for the same numbers, and one that is not for what it
// meets says so.
func TestComplexNumbersStandAside(t *testing.T) {
	const body = `func.func @f(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = tg.neg %x : tensor<2xcomplex<f32>>
  %1 = tg.add %0, %x : tensor<2xcomplex<f32>>
  return %1 : tensor<2xcomplex<f32>>
}`
	for set, want := range map[string]rule.Stage{"set s": rule.Aside, "set s complex": rule.Applies} {
		list, err := rule.Parse("f.rules", set+"\nrule r: sub(?y, ?x) <=> add(neg(?x), ?y) [exact]", rewritetest.Lookup())
		if err != nil {
			t.Fatal(err)
		}
		r := list[0].Reversed()
		module := rewritetest.Parse(t, body)
		root := module.RegionAt(0).First().First().RegionAt(0).First().Last().Prev()
		if got, why := r.Explain(root, rewrite.FPFast); got != want || r.Complex != list[0].Complex {
			t.Errorf("%s: stage %d %s, want %d", set, got, why, want)
		}
	}
}
