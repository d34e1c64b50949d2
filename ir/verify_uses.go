package ir

import "strings"

func (v *verifier) verifyDominance(root *Op) {
	dead := map[*Block]bool{}
	p := newPath()
	Walk(root, func(o *Op) WalkAction {
		p.enter(o)
		if b := o.block; b != nil && o != root {
			if o.prev == nil && !v.dom.Reachable(b) {
				dead[b] = true
			}
			if dead[b] {
				// Any use is allowed where control never comes, but not in the regions
				// of the ops there.
				return Advance
			}
		}
		for i := range o.uses() {
			if v.checkUse(p, o, i); v.err != nil {
				return Stop
			}
		}
		return Advance
	})
}

// path is the way from the root of a walk to the op it is at, so that a use
// need not climb through the nest to find where its value is defined.
type path struct {
	at     []*Op // by depth, the op that the walk is at or inside of
	depth  map[*Region]int
	region *Region // of the op last entered
	here   int     // its depth
	// isolated is, by depth, the depth of the innermost region around an op whose
	// parent is isolated from above; -1 for none.
	isolated []int
}

func newPath() *path { return &path{depth: map[*Region]int{}, here: -1} }

// enter moves on to o, which a walk that shows parents first comes to next.
func (p *path) enter(o *Op) {
	if r := o.Region(); r != p.region || p.here < 0 {
		p.region = r
		depth, known := p.depth[r]
		if !known {
			if len(p.at) > 0 {
				depth = p.depth[o.Parent().Region()] + 1
			}
			p.depth[r] = depth
		}
		p.here = depth
		p.at = append(p.at[:depth], o)
		p.isolated = append(p.isolated[:depth], -1)
		if depth > 0 {
			p.isolated[depth] = p.isolated[depth-1]
		}
		if parent := o.Parent(); parent != nil && parent.Has(IsolatedFromAbove) {
			p.isolated[depth] = depth
		}
	}
	p.at[p.here] = o
}

// around is the op that the walk is at or inside of in region r, and the
// isolated op that separates the walk from r, if there are such; r is nil for
// no region.
func (p *path) around(r *Region) (o, wall *Op) {
	depth, known := p.depth[r]
	if r == nil || !known || depth > p.here || p.at[depth].Region() != r {
		depth = -1
	}
	if depth >= 0 {
		o = p.at[depth]
	}
	if w := p.isolated[p.here]; w > depth {
		wall = p.at[w].Parent()
	}
	return o, wall
}

func (v *verifier) checkUse(p *path, o *Op, i int) {
	val := o.uses()[i].val
	def := val.Block()
	if def == o.block && val.Def() != nil {
		// The common case: both in one block, or in none, where there is no
		// order.
		before := val.Def() != o && (def == nil || val.Def().IsBefore(o))
		if before || o.Parent() != nil && mayBeGraph(o.Region()) {
			return
		}
	} else {
		var region *Region
		if def != nil {
			region = def.region
		}
		ancestor, wall := p.around(region)
		switch {
		case region == nil:
			v.unlinked(o, val)
			return
		case wall != nil && !belongsTo(region, wall):
			v.err = o.NamedErrorf("using value defined outside the region").
				WithNote(wall.loc, "required by region isolation constraints")
			return
		case ancestor != nil && v.dom.reaches(val, ancestor):
			return
		}
	}
	v.err = o.Errorf("operand #%d does not dominate this use", i)
	v.noteDefinition(o, val)
}

// noteDefinition adds where val, which o must not use, is defined.
func (v *verifier) noteDefinition(o *Op, val *Value) {
	def := val.Block()
	if val.Def() != nil {
		where := "in the same block"
		switch {
		case def == o.block:
		case def == nil:
			where = "without parent"
		case def.region == nil:
			where = "in a block without parent"
		default:
			where = place(def.region, o.Region(), "is")
		}
		v.err.WithNote(val.Def().loc, "operand defined here (op %s)", where)
		return
	}
	if def == nil || def.region == nil {
		v.err.WithNote(0, "operand defined as a block argument (block without parent)")
		return
	}
	index, loc := 0, Loc(0)
	for b := def; b.prev != nil; b = b.prev {
		index++
	}
	if p := def.region.parent; p != nil {
		loc = p.loc
	}
	v.err.WithNote(loc, "operand defined as a block argument (block #%d %s)", index, place(def.region, o.Region(), ""))
}

// place says where region def is, seen from region use; verb is what stands in
// front of `neither`, if anything does.
func place(def, use *Region, verb string) string {
	switch {
	case def == use:
		return "in the same region"
	case inside(use, def):
		return "in a parent region"
	case inside(def, use):
		return "in a child region"
	}
	return strings.TrimSpace(verb + " neither in a parent nor in a child region")
}

// belongsTo reports whether region r lies in op o.
func belongsTo(r *Region, o *Op) bool {
	for ; r != nil && r.parent != nil; r = r.parent.Region() {
		if r.parent == o {
			return true
		}
	}
	return false
}

// inside reports whether region r is nested in region outer.
func inside(r, outer *Region) bool {
	for r != nil && r.parent != nil && outer != nil {
		if r = r.parent.Region(); r == outer {
			return true
		}
	}
	return false
}
