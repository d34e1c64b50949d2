package ir

import "unsafe"

// A pass that loses an op leaves links between the op and the IR behind, on
// which whatever comes later stumbles: operands that nobody computes, and uses
// by nobody. The verifier refuses both.

// hashUse spreads addresses, which are regular, so that sums of them are as good
// as sets. It is 0 for nil.
func hashUse(u *Use) uint64 {
	h := uint64(uintptr(unsafe.Pointer(u))) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// sumLinks tells without following a link whether all links of some IR lead to
// where it goes on: every operand in it is what exactly one thing in it points
// at, its value if it is the first in the list of uses, or else the one before
// it. So the operands less what they and the values point at is 0.
func (v *verifier) sumLinks(o *Op) {
	uses, results := o.uses(), o.values()
	sum := v.links
	for i := range uses {
		sum += hashUse(&uses[i]) - hashUse(uses[i].next)
	}
	for i := range results {
		sum -= hashUse(results[i].uses)
	}
	v.links = sum
}

// verifyLinks fails where an op inside of root, wherever control comes, uses a
// value of an op or block that is no part of any IR, and where the user of a
// value is not inside of root. It looks for either only if the sums tell that
// there may be one: also a root that is not isolated makes them differ.
func (v *verifier) verifyLinks(root *Op) {
	if v.links == 0 {
		return
	}
	t := &tree{root: root, known: map[*Region]bool{}}
	Walk(root, func(o *Op) WalkAction {
		if o != root { // what that uses, and who uses it, is outside
			v.checkLinks(t, o)
		}
		for _, r := range o.Regions() {
			for b := r.first; b != nil; b = b.next {
				for i, a := range b.args {
					if u := t.strayUse(a, b); u != nil && v.err == nil {
						v.err = o.Errorf("block argument #%d is used by an unlinked operation", i)
						v.noteUser(u)
					}
				}
			}
		}
		if v.err != nil {
			return Stop
		}
		return Advance
	})
}

func (v *verifier) checkLinks(t *tree, o *Op) {
	for i := range o.uses() {
		val := o.uses()[i].val
		if def := val.Block(); def == nil || def.region == nil || t.root.Has(IsolatedFromAbove) && !t.has(def) {
			v.unlinked(o, val)
			return
		}
	}
	for i := range o.values() {
		if u := t.strayUse(&o.values()[i], o.block); u != nil {
			v.err = o.Errorf("result #%d is used by an unlinked operation", i)
			v.noteUser(u)
			return
		}
	}
}

// unlinked reports that o uses val, which is of no IR.
func (v *verifier) unlinked(o *Op, val *Value) {
	v.err = o.Errorf("operation's operand is unlinked")
	v.noteDefinition(o, val)
}

func (v *verifier) noteUser(u *Use) {
	where := "op without parent"
	if u.owner.block != nil {
		where = "op in other IR"
	}
	v.err.WithNote(u.owner.loc, "used by '%s' here, as operand #%d (%s)", u.owner.name.Name, u.Index(), where)
}

// tree tells what is inside of root.
type tree struct {
	root  *Op
	known map[*Region]bool // regions that somebody asked about
	way   []*Region        // scratch space of has
}

// has reports whether b is inside. It remembers its way, so that asking from
// every level of a nest costs its depth once.
func (t *tree) has(b *Block) bool {
	if b == nil {
		return false
	}
	t.way = t.way[:0]
	inside := false
	for r := b.region; r != nil && r.parent != nil; r = r.parent.Region() {
		known, ok := t.known[r]
		if inside = known || r.parent == t.root; ok || inside {
			break
		}
		t.way = append(t.way, r)
	}
	for _, r := range t.way {
		t.known[r] = inside
	}
	return inside
}

// strayUse is a use of val, which block def defines, outside of the root, or nil.
func (t *tree) strayUse(val *Value, def *Block) *Use {
	for u := val.uses; u != nil; u = u.next {
		if b := u.owner.block; b != def && !t.has(b) {
			return u
		}
	}
	return nil
}
