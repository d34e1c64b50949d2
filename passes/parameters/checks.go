package parameters

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/dialect/check"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// ChecksOptions are the options of the pass `checks-to-results`.
type ChecksOptions struct {
	Func     string `opt:"func" doc:"The function whose checks become results; @main, or the only public one, if empty"`
	Expected bool   `opt:"expected" doc:"Return also what is expected, each value behind the one that is compared with it"`
}

// Checks makes results of what checks look at.
var Checks = &pipeline.Pass{
	Name:  "checks-to-results",
	Title: "ChecksToResults",
	Doc: "Make the values that checks of a function look at further results of it, in the order of the checks, and drop these. Programs that exporters " +
		"write as tests return nothing and end in ops such as `check.expect_almost_eq`; with results they can be differentiated, trained, compared and called. " +
		"A check that not each run of the function comes to stays, with a remark. Calls of the function have the further results as well.",
	On:         "builtin.module",
	Options:    func() any { return &ChecksOptions{} },
	Statistics: []pipeline.Statistic{{Name: "num-checks", Doc: "Number of checks that became results"}},
	Run:        checksToResults,
}

func checksToResults(r *pipeline.Run) error {
	opt := r.Options.(*ChecksOptions)
	function, err := naming.Entry(r.Op, opt.Func, "func=")
	if err == nil && function.RegionAt(0).Empty() {
		err = fmt.Errorf("function @%s has no body", ir.SymbolName(function))
	}
	if err != nil {
		return r.Op.Errorf("checks-to-results: %s", err)
	}
	s := newSignatures(r)
	if user := s.named[function]; user != nil {
		return user.NamedErrorf("names @%s, whose results therefore cannot change; checks-to-results needs a function that is only called", ir.SymbolName(function))
	}
	checks, ends := checksOf(r, function)
	if len(checks) == 0 {
		return ir.Errorf(function.Loc(), "checks-to-results: @%s has no check, such as check.expect_eq, that it always comes to", ir.SymbolName(function))
	}
	var more []*ir.Value
	for _, o := range checks {
		more = append(more, o.Operand(0))
		if opt.Expected {
			more = append(more, expected(r.Builder.Before(o), o))
		}
	}
	s.appendResults(function, ends, more)
	for _, o := range checks {
		o.Erase()
	}
	r.Count("num-checks", int64(len(checks)))
	return nil
}

// checksOf are the checks of a function that it always comes to, and the ops that return from it.
func checksOf(r *pipeline.Run, function *ir.Op) (checks, ends []*ir.Op) {
	for b := function.RegionAt(0).First(); b != nil; b = b.Next() {
		if last := b.Last(); last.Is(fn.Return) {
			ends = append(ends, last)
		}
	}
	dominance := ir.NewDominance()
	ir.Walk(function, func(o *ir.Op) ir.WalkAction {
		if o.OpName().Dialect != check.Dialect.Name {
			return ir.Advance
		}
		sometimes := func(end *ir.Op) bool { return !dominance.BlockDominates(o.Block(), end.Block()) }
		if o.Parent() != function || slices.ContainsFunc(ends, sometimes) {
			r.Missed(o, "checks-to-results", "'%s' stays: not each run of @%s comes to it", o.Name(), ir.SymbolName(function))
			return ir.Advance
		}
		checks = append(checks, o)
		return ir.Advance
	})
	return checks, ends
}

// expected is what a check compares its first operand with, a constant perhaps.
func expected(b *ir.Builder, o *ir.Op) *ir.Value {
	if value := o.Attr("value"); value != nil {
		return constant(b, o, value)
	}
	return o.Operand(1)
}

// appendResults lets a function return more, behind the results that it has: at each of its ends,
// and from all calls of it.
func (s *signatures) appendResults(function *ir.Op, ends []*ir.Op, more []*ir.Value) {
	c, t := function.Context(), fn.Type(function)
	types := slices.Clone(t.Results())
	for _, v := range more {
		types = append(types, v.Type())
	}
	if function.Attr("res_attrs") != nil {
		dicts := slices.Clone(dictionaries(function, "res_attrs", len(t.Results())))
		function.SetAttr("res_attrs", c.Array(append(dicts, slices.Repeat([]*ir.Attr{c.Dict(nil)}, len(more))...)))
	}
	function.SetAttr("function_type", c.TypeAttr(c.Func(t.Inputs(), types)))
	for _, end := range ends {
		s.run.Builder.Before(end).OpWithTypes(fn.Return, end.Loc(), nil, slices.Concat(end.Operands(), more), end.Attrs().Entries()...)
		end.Erase()
	}
	for _, call := range s.calls[function] {
		s.replaceCall(call, call.Operands(), types)
	}
}
