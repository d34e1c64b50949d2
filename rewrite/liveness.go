package rewrite

import "github.com/tg-opt/tg/ir"

// live marks the ops that the outside can observe.
const live = ir.MarkA

// liveness finds the ops and block arguments in the scope that are needed:
// those with effects, terminators, and what these take, directly or not. What a
// branch passes to an argument that is not needed does not count.
type liveness struct {
	d    *driver
	work []*ir.Op
	args []*ir.Value // needed ones whose incoming values are to be looked at
	// The blocks other than entries that have arguments are numbered from 1;
	// the arguments of block n have the bits from first[n] on.
	first []int
	needs []bool
}

// eraseUnneeded erases what is not needed and reports whether there were ops,
// and arguments.
func (d *driver) eraseUnneeded() (ops, args bool) {
	l := &liveness{d: d, first: []int{0}}
	d.eachRegion(l.number)
	d.walk(l.root)
	for len(l.work)+len(l.args) > 0 {
		if n := len(l.work) - 1; n >= 0 {
			o := l.work[n]
			l.work = l.work[:n]
			l.operands(o)
			continue
		}
		a := l.args[len(l.args)-1]
		l.args = l.args[:len(l.args)-1]
		for e := a.Block().FirstEdge(); e != nil; e = e.Next() {
			if isBranch(e.Op()) {
				l.value(e.Values()[a.Index()].Value())
			}
		}
	}
	d.dead = d.dead[:0]
	d.walk(func(o *ir.Op) ir.WalkAction {
		if !o.Marked(live) {
			d.dead = append(d.dead, o)
		}
		o.ClearMark(live)
		return ir.Advance
	})
	d.eachRegion(func(r *ir.Region) {
		for b := r.First().Next(); b != nil; b = b.Next() {
			args = eraseArgs(b, func(v *ir.Value) bool { return !l.needed(v) }) > 0 || args
		}
	})
	for _, o := range d.dead {
		for i := range o.NumResults() {
			dropUses(o.Result(i))
		}
		o.Erase()
	}
	return len(d.dead) > 0, args
}

// isBranch reports whether it is known what o passes to its successors.
func isBranch(o *ir.Op) bool { return o.Has(ir.Terminator) && o.Def().SuccessorOperands != nil }

func (l *liveness) number(r *ir.Region) {
	for b := r.First().Next(); b != nil; b = b.Next() {
		if b.NumArgs() == 0 {
			continue
		}
		b.SetNumber(uint32(len(l.first)))
		l.first = append(l.first, len(l.needs))
		l.needs = append(l.needs, make([]bool, b.NumArgs())...)
	}
}

func (l *liveness) bit(a *ir.Value) *bool {
	return &l.needs[l.first[a.Block().Number()]+a.Index()]
}

// needed reports whether an argument is.
func (l *liveness) needed(a *ir.Value) bool { return a.Block().IsEntry() || *l.bit(a) }

// root starts from o if it is observed by itself.
func (l *liveness) root(o *ir.Op) ir.WalkAction {
	if info := l.d.info(o); !info.removable || info.recursive && !l.d.purity.Pure(o) {
		l.op(o)
	}
	if o.Has(ir.Terminator) && !isBranch(o) {
		for _, s := range o.Successors() {
			for _, a := range s.Args() {
				l.value(a)
			}
		}
	}
	return ir.Advance
}

func (l *liveness) op(o *ir.Op) {
	if !o.Marked(live) {
		o.SetMark(live)
		l.work = append(l.work, o)
	}
}

func (l *liveness) value(v *ir.Value) {
	switch {
	case v == nil:
	case v.Def() != nil:
		if v.Def().Block() != nil {
			l.op(v.Def())
		}
	case !l.needed(v):
		*l.bit(v) = true
		l.args = append(l.args, v)
	}
}

// operands needs the operands of o apart from those that it passes on.
func (l *liveness) operands(o *ir.Op) {
	if !isBranch(o) || len(o.Successors()) == 0 {
		for i := range o.NumOperands() {
			l.value(o.Operand(i))
		}
		return
	}
	at := 0
	for s := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, s)
		for ; at < first; at++ {
			l.value(o.Operand(at))
		}
		at = max(at, first+count)
	}
	for ; at < o.NumOperands(); at++ {
		l.value(o.Operand(at))
	}
}
