package rulecheck_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// faulty has an op whose verifier, kernel or folder panics.
func faulty(where string) *ir.Dialect {
	d := ir.NewDialect("faulty", "")
	fault := func(at string) {
		if at == where {
			panic("out of luck")
		}
	}
	number := ir.TypeConstraint{Desc: "number", Ok: func(t *ir.Type) bool { return t.IsRankedTensor() && t.Elem().IsFloat() }}
	d.NewOp("faulty.op").Define(ir.OpDef{
		Doc:      "It panics.",
		Operands: ir.Args(ir.Arg("x", number)),
		Results:  ir.Args(ir.Arg("y", number)),
		Traits:   ir.Pure | ir.SameTypes | ir.Elementwise,
		Verify:   func(*ir.Op) error { fault("verifier"); return nil },
		Fold:     func(*ir.Op, []*ir.Attr) []ir.Folded { fault("folder"); return nil },
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				fault("kernel")
				return interp.Step{}, errors.New("has no kernel")
			}),
		},
	})
	return d
}

// A panic while a rule is checked, wherever it comes from, is what is wrong with
// the rule, and does not keep others from being checked.
func TestPanicsAreProblems(t *testing.T) {
	for _, tt := range []struct{ where, want string }{
		{"verifier", "its check crashed: out of luck"},
		{"kernel", "the left side cannot be executed: 'faulty.op' op crashed: out of luck"},
		{"folder", "its check together with others crashed: out of luck"},
	} {
		d := faulty(tt.where)
		lookup := rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return d })
		rules, err := rule.Parse("f.rules", "rule a: faulty.op(faulty.op(?x)) => ?x [exact]\nrule b: sub(?x, ?x) => 0 [exact]\n", lookup)
		if err != nil {
			t.Fatal(err)
		}
		results := rulecheck.Check(rules, rulecheck.Options{Instances: 5, Workers: 2})
		problem := results[0].Problem
		if tt.where == "folder" {
			for _, c := range rulecheck.Cycles(rules[:1], nil, 0) {
				problem = c.Problem
			}
		}
		if !strings.Contains(problem, tt.want) {
			t.Errorf("a panic of the %s is reported as %q, want %q", tt.where, problem, tt.want)
		}
		if results[1].Counterexample == nil {
			t.Errorf("after a panic of the %s, another rule is not checked", tt.where)
		}
	}
}

// A panic while an example is made is why there is none.
func TestPanicsOfExamples(t *testing.T) {
	d := faulty("verifier")
	lookup := rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return d })
	rules, err := rule.Parse("f.rules", "rule a: faulty.op(faulty.op(?x)) => ?x [exact]\n", lookup)
	if err != nil {
		t.Fatal(err)
	}
	if text, reason := rulecheck.Example(rules[0]); text != "" || reason != "making one crashed: out of luck" {
		t.Errorf("%q, because %q", text, reason)
	}
}
