package derive

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// replayWork bounds the looks of one step.
const replayWork = 100_000

// Replay checks a derivation of a rule apart from the search for it: the instances are made again,
// and each step is an application of a rule to a block of its own, at the place that is stated,
// which must make the next program of it. The rules must be among those given, and hold as well.
func Replay(r *rule.Rule, d Derivation, kept []*rule.Rule) error {
	pairs := instancesOf(r)
	if len(pairs) == 0 || len(pairs) != len(d.Chains) {
		return fmt.Errorf("rule '%s' has %d instances, but %d are derived", r.Name, len(pairs), len(d.Chains))
	}
	for i, c := range d.Chains {
		p := pairs[i]
		if len(c.Programs) != len(c.Steps)+1 {
			return fmt.Errorf("rule '%s', instance %d: %d steps need %d programs, but there are %d", r.Name, i+1, len(c.Steps), len(c.Steps)+1, len(c.Programs))
		}
		first, last := c.Programs[0], c.Programs[len(c.Steps)]
		if inputsText(first) != inputsText(p.Left) || text(first, true) != text(p.Left, true) {
			return fmt.Errorf("rule '%s', instance %d: the chain begins with %s, not with %s", r.Name, i+1, text(first, true), text(p.Left, true))
		}
		if inputsText(last) != inputsText(p.Right) || text(last, true) != text(p.Right, true) {
			return fmt.Errorf("rule '%s', instance %d: the chain ends with %s, not with %s", r.Name, i+1, text(last, true), text(p.Right, true))
		}
		if err := replaySteps(r, c, kept); err != nil {
			return fmt.Errorf("rule '%s', instance %d, %w", r.Name, i+1, err)
		}
	}
	return nil
}

func replaySteps(r *rule.Rule, c *Chain, kept []*rule.Rule) error {
	for k, s := range c.Steps {
		if err := replayStep(r, s, c.Programs[k], c.Programs[k+1], kept); err != nil {
			return fmt.Errorf("step %d: %w", k+1, err)
		}
	}
	return nil
}

func replayStep(r *rule.Rule, s Step, from, to *ir.Block, kept []*rule.Rule) error {
	k := slices.IndexFunc(kept, func(x *rule.Rule) bool { return x.Name == s.Rule })
	if k < 0 {
		return fmt.Errorf("there is no rule '%s'", s.Rule)
	}
	x := kept[k]
	if s.Reversed {
		x = x.Reversed()
	}
	if x == nil {
		return fmt.Errorf("rule '%s' cannot be read from right to left", s.Rule)
	}
	if !supports(x, r) {
		return fmt.Errorf("rule '%s' holds less than what is derived from it", s.Rule)
	}
	if s.Backward {
		from, to = to, from
	}
	want := text(to, true)
	for n := 0; ; n++ {
		b := applyMatch(x, from, s.Place, n, modes[r.Level])
		if b == nil {
			return fmt.Errorf("rule '%s' does not make %s of %s at op %d", s.Rule, text(to, false), text(from, false), s.Place)
		}
		if text(b, true) == want {
			return nil
		}
	}
}

// applyMatch is a copy of a block in which a rule is applied to the n-th match at an op; nil if
// there are fewer. The ops of the copy need not be in the order of their uses.
func applyMatch(x *rule.Rule, from *ir.Block, place, n int, mode rewrite.FPMode) *ir.Block {
	build := ir.NewBuilder(from.Last().Context())
	b := build.CloneRegion(from.Region(), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{}).First()
	o := b.First()
	for range place {
		if o != nil {
			o = o.Next()
		}
	}
	if o == nil || !x.StartsFrom(o.Def()) {
		return nil
	}
	var found *rule.Instance
	rule.NewSearcher(alone{}, mode).Search(x, o, replayWork, func(i *rule.Instance) bool {
		n--
		if n < 0 {
			found = i
		}
		return n >= 0
	})
	if found == nil {
		return nil
	}
	m := &placer{build: build.Before(b.Last()), made: map[*ir.Op]bool{}}
	for i, v := range found.Make(m) {
		root := found.Roots[i]
		var uses []*ir.Use
		for u := root.FirstUse(); u != nil; u = u.Next() {
			if !m.made[u.Owner()] {
				uses = append(uses, u)
			}
		}
		for _, u := range uses {
			u.Set(v)
		}
	}
	return b
}

// alone is a program in which nothing is known to be equal.
type alone struct{}

// Members is a value itself.
func (alone) Members(v *ir.Value, def *ir.OpDef) []*ir.Value {
	if v.IsArg() || def != nil && !v.Def().Is(def) {
		return nil
	}
	return []*ir.Value{v}
}

// Representative is the value itself.
func (alone) Representative(v *ir.Value) *ir.Value { return v }

// placer puts what a rule makes into a block.
type placer struct {
	build *ir.Builder
	made  map[*ir.Op]bool
}

// Constant makes a constant.
func (p *placer) Constant(d *ir.Dialect, value *ir.Attr, t *ir.Type) *ir.Value {
	return d.Constant(p.build, value, t, 0).Result(0)
}

// Op makes an op.
func (p *placer) Op(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, props *ir.Attr) []*ir.Value {
	o := p.build.OpWithTypes(def, 0, types, operands, props.Entries()...)
	p.made[o] = true
	return o.Results()
}
