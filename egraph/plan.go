package egraph

// plan is an order in which a pattern's atoms are matched: the first from a
// list of candidates, each other from what is known by then.
type plan struct {
	levels []level
	regs   int
	// delta is whether the first atom is to be one that was touched.
	delta bool
}

// A level matches one atom against candidates.
type level struct {
	kind  levelKind
	code  ID
	arity int
	// from is the register of the class whose nodes (down) or parents (up) are the
	// candidates, and place where it stands in a parent.
	from, place int
	atom        int
	node, class int // registers of what matched; class is -1 if it is known
	steps       []step
	short       short // what the steps say, if there are at most two arguments
	// old wants candidates that were not touched, since an atom before is the new one.
	old bool
}

// short is what is done with up to two arguments, without a loop.
type short struct {
	bind  [2]int    // the register that the argument is what it holds from now on
	same  [2]int    // the register that has what the argument is to be, or -1
	holds [2]uint32 // the bit of a symbol that the argument's class may have, or 0
}

type levelKind uint8

const (
	fromList    levelKind = iota // candidates are the nodes of a symbol
	fromClasses                  // candidates are all classes: the pattern is a variable
	down                         // the nodes of a class
	up                           // the parents of a class
)

// step is what is done with an argument of a candidate.
type step struct {
	kind  stepKind
	place int
	reg   int
	bit   uint32
}

type stepKind uint8

const (
	bind  stepKind = iota // the argument is what the register holds from now on
	same                  // the argument is what the register holds
	holds                 // the argument's class may have a symbol
)

// planFrom plans from an atom, or, with -1, from the first root, which then is
// a variable. With delta, that atom is the first in order that was touched.
func (p *pattern) planFrom(start int, delta bool) *plan {
	pl := &plan{regs: p.regs(), delta: delta}
	bound := make([]bool, p.regs())
	for i := range p.grounds {
		bound[p.reg(ref{refGround, i})] = true
	}
	done := make([]bool, len(p.atoms))
	if start < 0 {
		v := p.reg(p.roots[0])
		pl.levels = append(pl.levels, level{kind: fromClasses, class: v})
		bound[v] = true
	} else {
		p.addLevel(pl, level{kind: fromList, atom: start}, bound, done)
	}
	for {
		l, ok := p.next(bound, done)
		if !ok {
			break
		}
		l.old = delta && l.atom < start
		p.addLevel(pl, l, bound, done)
	}
	for _, r := range p.roots {
		if r.kind == refVar && !bound[r.n] {
			pl.levels = append(pl.levels, level{kind: fromClasses, class: r.n})
			bound[r.n] = true
		}
	}
	return pl
}

// next is the atom to match next: one whose class is known, or one that has an
// argument whose class is known, or any.
func (p *pattern) next(bound, done []bool) (level, bool) {
	first := -1
	for i := range p.atoms {
		if done[i] {
			continue
		}
		if bound[p.classReg(i)] {
			return level{kind: down, atom: i, from: p.classReg(i)}, true
		}
		if first < 0 {
			first = i
		}
	}
	// An argument that is an atom is better than one that is a variable, and that
	// is better than a ground, which may have many parents.
	for _, kind := range []refKind{refAtom, refVar, refGround} {
		for i := range p.atoms {
			if done[i] {
				continue
			}
			for place, r := range p.atoms[i].args {
				if r.kind == kind && bound[p.reg(r)] {
					return level{kind: up, atom: i, from: p.reg(r), place: place}, true
				}
			}
		}
	}
	if first < 0 {
		return level{}, false
	}
	return level{kind: fromList, atom: first}, true
}

// addLevel completes a level by what it does with arguments.
func (p *pattern) addLevel(pl *plan, l level, bound, done []bool) {
	a := &p.atoms[l.atom]
	l.code, l.arity = a.code, len(a.args)
	l.node, l.class = p.nodeReg(l.atom), -1
	done[l.atom] = true
	if c := p.classReg(l.atom); !bound[c] {
		if a.up >= 0 {
			l.class = c // nobody asks for the class of a root
		}
		bound[c] = true
	}
	for place, r := range a.args {
		reg := p.reg(r)
		switch {
		case bound[reg]:
			if l.kind == up && place == l.place {
				continue // it is where the candidate comes from
			}
			l.steps = append(l.steps, step{kind: same, place: place, reg: reg})
		default:
			l.steps = append(l.steps, step{kind: bind, place: place, reg: reg})
			bound[reg] = true
		}
	}
	// What is cheap to refuse is refused before other levels are entered.
	for place, r := range a.args {
		if r.kind == refAtom && !done[r.n] {
			l.steps = append(l.steps, step{kind: holds, place: place, bit: p.atoms[r.n].bit})
		}
	}
	if l.arity <= 2 {
		l.short = p.short(l.steps)
	}
	pl.levels = append(pl.levels, l)
}

// short are steps of at most two arguments.
func (p *pattern) short(steps []step) short {
	// What nobody asks for goes to a register of its own.
	s := short{bind: [2]int{p.spare(), p.spare()}, same: [2]int{-1, -1}}
	for _, st := range steps {
		switch st.kind {
		case bind:
			s.bind[st.place] = st.reg
		case same:
			s.same[st.place] = st.reg
		case holds:
			s.holds[st.place] = st.bit
		}
	}
	return s
}
