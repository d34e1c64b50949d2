package rewrite

import "github.com/tg-opt/tg/ir"

// ApplyAt applies p to o once and reports whether it did. Nothing is folded,
// nothing unused is removed and no other op is looked at. b makes the new ops.
func ApplyAt(p *Pattern, o *ir.Op, b *ir.Builder) bool { return NewApplier(b).At(p, o) }

// Applier applies single patterns, as ApplyAt does, to many ops of one context.
type Applier struct{ driver *driver }

// NewApplier makes one that builds with b.
func NewApplier(b *ir.Builder) *Applier {
	return &Applier{NewSet(nil).driver(nil, b, &Config{}, false)}
}

// At is ApplyAt.
func (a *Applier) At(p *Pattern, o *ir.Op) bool {
	d := a.driver
	d.scope, d.plain = o.Region(), nil
	applied := d.try(p, o)
	for d.pop() != nil { // nobody is going to look at what has changed
	}
	return applied
}

// MayApply reports whether p may apply to o, as far as can be told without
// changing anything: what it is as data matches with all of its conditions.
func (p *Pattern) MayApply(o *ir.Op) bool {
	if p.Matcher == nil {
		return p.Root == nil || o.Is(p.Root)
	}
	return p.Matcher.Matches(o)
}
