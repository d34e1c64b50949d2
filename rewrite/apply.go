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

// Explain says why p, which is a rule, does not apply to o: how far the match
// gets, and what stops it there. The further it gets the later is the stage; it
// is the last one for a rule that applies.
func (p *Pattern) Explain(o *ir.Op) (Stage, string) {
	m := &match{explain: true}
	defer m.end()
	switch ok := m.begin(p.rule, o, p.mode) && m.find(); {
	case ok:
		return Applies, ""
	case m.refusal != "":
		return Unbuildable, m.refusal
	case m.reached:
		return Unwanted, ""
	}
	return Unmatched, ""
}

// Stage is how far an attempt to apply a rule gets.
type Stage uint8

const (
	Unmatched   Stage = iota // the left side is not there
	Unwanted                 // a condition does not hold
	Unbuildable              // the right side cannot be made
	Applies
)

// MayApply reports whether p may apply to o, as far as can be told without
// changing anything: a rule matches with all of its conditions.
func (p *Pattern) MayApply(o *ir.Op) bool {
	if p.rule == nil {
		return p.Root == nil || o.Is(p.Root)
	}
	m := &match{}
	defer m.end()
	return m.begin(p.rule, o, p.mode) && m.find()
}
