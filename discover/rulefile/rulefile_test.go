package rulefile

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/derive"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

func options() Options {
	return Options{
		Find:   discover.Options{Ops: []*ir.OpDef{tg.Neg, tg.Abs, tg.Max}, Size: 2, Inputs: 2, Workers: 2},
		Lookup: rules.Lookup, Origin: "a test",
	}
}

func made(t *testing.T, o Options) *Result {
	t.Helper()
	c := ir.NewContext(tool.Dialects()...)
	if o.Types != nil {
		o.Types = []*ir.Type{c.F32()}
	}
	r, err := Make(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAllImplied: rules that are left out follow from those that are left, step by step, and those
// that are left are right.
func TestAllImplied(t *testing.T) {
	o := options()
	o.Types = []*ir.Type{nil}
	r := made(t, o)
	if !r.Complete() || len(r.Dropped) == 0 || r.Machine == nil || r.Made != len(r.Rules)+len(r.Dropped) {
		t.Fatalf("complete: %v, %d rules, %d of them dropped", r.Complete(), r.Made, len(r.Dropped))
	}
	kept := implied(t, r, 9)
	if _, err := rule.Parse("text", Text([]string{"all", ""}, r.Rules), rules.Lookup); err != nil {
		t.Error(err)
	}
	again := o
	again.Known = kept
	if more := made(t, again); len(more.Rules) > 0 {
		t.Errorf("%s is found, though it is known", more.Rules[0].Text)
	}
}

// implied replays how rules that are left out follow from those that are left, which it tries on
// programs of another seed, and returns.
func implied(t *testing.T, r *Result, seed uint64) []*rule.Rule {
	t.Helper()
	var kept, both []*rule.Rule
	for _, x := range r.Rules {
		kept = append(kept, x.Rule)
		if both = append(both, x.Rule); x.Reversed() != nil {
			both = append(both, x.Reversed())
		}
	}
	for _, d := range r.Dropped {
		if err := derive.Replay(d.Rule, d, kept); err != nil {
			t.Errorf("%s: %v", d.Rule.Statement(), err)
		}
	}
	for _, p := range rulecheck.Check(both, rulecheck.Options{Seed: seed, Workers: 2}) {
		if p.Problem != "" {
			t.Errorf("%s: %s", p.Rule.Statement(), p.Problem)
		}
	}
	return kept
}

// TestRandomOps: so it is for other ops.
func TestRandomOps(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	all, err := discover.Set(c, "all-elementwise")
	if err != nil {
		t.Fatal(err)
	}
	ops := append(all.Ops, tg.MatMul, tg.Transpose, tg.Concat, tg.Split, tg.Reduce)
	first, count := campaign.Cases(1)
	for n := range count {
		r := rand.New(rand.NewPCG(first+uint64(n), 21))
		o := Options{Find: discover.Options{Size: 2, Inputs: 1 + r.IntN(2), Seed: r.Uint64(), Workers: 2}, Types: []*ir.Type{c.F32()}, Lookup: rules.Lookup}
		for range 3 {
			if def := ops[r.IntN(len(ops))]; !slices.Contains(o.Find.Ops, def) {
				o.Find.Ops = append(o.Find.Ops, def)
			}
		}
		f, err := Make(context.Background(), c, o)
		if err != nil && strings.Contains(err.Error(), "there are no programs") {
			continue
		}
		if err != nil {
			t.Fatalf("case %d: %v: %v", first+uint64(n), o.Find.Ops, err)
		}
		implied(t, f, r.Uint64())
		if t.Failed() {
			t.Fatalf("case %d: %v", first+uint64(n), o.Find.Ops)
		}
	}
}

// TestMachineNumbers finds what the field does not see.
func TestMachineNumbers(t *testing.T) {
	o := options()
	o.All, o.Find.Ops, o.Find.Inputs = true, []*ir.OpDef{tg.Max}, 3
	over := made(t, o)
	o.Types = []*ir.Type{nil}
	on := made(t, o)
	has := func(r *Result, text string) bool {
		for _, x := range r.Rules {
			if strings.Contains(x.Text, text) {
				return true
			}
		}
		return false
	}
	const want = "max(?x, max(?y, ?z)) <=> max(?y, max(?x, ?z)) [exact]"
	if !has(on, want) || over.Machine != nil || on.Made <= over.Made {
		t.Errorf("%d rules over the reals, %d on machine numbers, too; %s: %v", over.Made, on.Made, want, has(on, want))
	}
}

func call(op string, args ...*term.Term) *term.Term {
	return &term.Term{Op: op, Result: -1, Args: args}
}

var x, y = &term.Term{Variable: "x"}, &term.Term{Variable: "y"}

func equality(left, right *term.Term) discover.Equality {
	return discover.Equality{Left: []*term.Term{left}, Right: []*term.Term{right}, Ops: 1, Evidence: discover.Evidence{Trials: 1, Bound: 1}}
}

// TestWrongEqualities breaks the stages before: what is not equal becomes no rule.
func TestWrongEqualities(t *testing.T) {
	m := &maker{Options: options(), ctx: context.Background(), verdicts: map[string]Verdict{}}
	list := distinct(claims([]discover.Equality{
		equality(call("neg", x), x), equality(call("max", x, y), call("max", y, x)), equality(call("abs", x), call("neg", x)), equality(call("max", x, y), x),
	}, "nothing"))
	m.judgeAll(list)
	r := &Result{}
	m.collect(r, list)
	if r.Judged != 4 || r.Refuted != 3 || len(r.Rules) != 1 || !strings.Contains(r.Rules[0].Text, "max(?x, ?y) <=> max(?y, ?x)") {
		t.Errorf("%+v", m.verdicts)
	}
}

// TestDistinct: names of variables and sides say nothing.
func TestDistinct(t *testing.T) {
	list := distinct(claims([]discover.Equality{
		equality(call("max", x, y), call("max", y, x)), equality(call("max", y, x), call("max", x, y)), equality(call("neg", x), call("abs", x)),
		equality(call("abs", y), call("neg", y)), equality(call("max", x, x), x),
	}, ""))
	if len(list) != 3 {
		t.Errorf("%d are told apart", len(list))
	}
}

// TestUntangle: rules that undo each other are for searches.
func TestUntangle(t *testing.T) {
	m := &maker{Options: options()}
	read := func(text string) *widen.Rule { return m.read(Verdict{Rule: text, Set: string(widen.Always)}) }
	r := &Result{Rules: []*widen.Rule{
		read("rule a: neg(abs(?x)) => abs(neg(?x)) [exact]"), read("rule b: abs(neg(?x)) => neg(abs(?x)) [exact]"), read("rule c: max(?x, ?x) => ?x [exact]"),
	}}
	m.untangle(r)
	for i, want := range []widen.Set{widen.Search, widen.Search, widen.Always} {
		if r.Rules[i].Set != want {
			t.Errorf("%s is of %s", r.Rules[i].Text, r.Rules[i].Set)
		}
	}
}

// TestStateIsKept: what is saved on the way is where to go on.
func TestStateIsKept(t *testing.T) {
	o := options()
	want := made(t, o)
	var states []string
	o.Save = func(state func() *State) {
		text, err := state().JSON()
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, string(text))
	}
	o.Find.Workers = 1
	made(t, o)
	if len(states) < 4 {
		t.Fatalf("only %d states are saved", len(states))
	}
	for _, text := range []string{states[0], states[len(states)/2], states[len(states)-1]} {
		s, err := ReadState([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		again := options()
		again.Resume = s
		if got := made(t, again); Text(nil, got.Rules) != Text(nil, want.Rules) {
			t.Errorf("after %s\n%s\nwant\n%s", text, Text(nil, got.Rules), Text(nil, want.Rules))
		}
	}
	if !json.Valid([]byte(states[0])) {
		t.Error("a state is no JSON")
	}
}

// TestNothingIsLost: a run that goes on in less time than the one before keeps what that has found.
func TestNothingIsLost(t *testing.T) {
	o := options()
	o.All = true
	whole := made(t, o)
	o.Resume, o.Time = whole.State, 1
	o.Resume.Searches[0] = nil // as if it had not come as far
	cut, err := Make(context.Background(), ir.NewContext(tool.Dialects()...), o)
	if err != nil {
		t.Fatal(err)
	}
	if cut.Complete() || cut.Made != whole.Made || cut.Judged != whole.Judged || cut.Judged > cut.Equalities {
		t.Errorf("of %d rules of %d equalities %d of %d are left", whole.Made, whole.Judged, cut.Made, cut.Judged)
	}
}
