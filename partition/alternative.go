package partition

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// CutOff is filled by ops whose result is one of their operands, cut off: see Bounds.
var CutOff = ir.NewSlot[func(o *ir.Op) Bounds]("cut off")

// Bounds are where a result is cut off: numbers of the operand above High become High, those below
// Low become Low, and NaN stays NaN. OK is false where that is not known.
type Bounds struct {
	Operand   int
	Low, High float64
	OK        bool
}

// Threshold is filled by comparisons: how an operand is compared with a number that is the same for
// all elements. Of NaN no relation but ne holds.
var Threshold = ir.NewSlot[func(o *ir.Op, operand int) Limit]("threshold")

// Limit is a comparison with a number.
type Limit struct {
	Relation string // lt, le, eq, ne, ge or gt
	Number   float64
	OK       bool
}

// same reports whether a comparison tells the same of a value and of that value cut off.
func (l Limit) same(b Bounds) bool {
	above, below := l.Number > b.Low, l.Number < b.High
	switch l.Relation {
	case "gt", "le":
		return l.Number >= b.Low && below
	case "lt", "ge":
		return above && l.Number <= b.High
	}
	return above && below
}

// alternative says that ops of the backward pass may read one value for another, with the same
// bits as result.
type alternative struct {
	places   []place
	from, to *ir.Value
}

// place is an operand of an op.
type place struct {
	op *ir.Op
	i  int
}

// mostTried is how many values and ops all questions have together that are asked about single
// alternatives: of a large program a few are tried.
const mostTried = 200_000

// Improve tries what ops of the backward pass could read instead of what they read: the operand of
// a rectifier for its result, or the other way, where they compare it with a number. First it takes
// all at once of which the other side is at hand anyway, and then tries one after the other, in the
// order of the program. It keeps what makes the best choice cheaper. A cut cannot choose that by
// itself: it knows all that a value is computed from, but not that one of two is enough. Plans that
// were made before are of no use any more.
func (j *Joint) Improve(opt *Options) {
	list := j.alternatives()
	if len(list) == 0 {
		return
	}
	q := j.pricing(opt).question()
	best, size := q.least(), len(q.values)+len(q.ops)
	if best.Compare(Never) < 0 {
		hand := map[*ir.Value]bool{}
		for _, v := range q.plan(q.Solve()).Saved {
			hand[v] = true
		}
		j.together(list, hand, opt, &best)
	}
	for n := range list {
		if n*size > mostTried {
			return
		}
		a := &list[n]
		if !a.reads() {
			continue
		}
		if a.set(a.to); !j.cheaper(opt, &best) {
			a.set(a.from)
		}
	}
}

// together takes all alternatives of which what is read then is at hand anyway, if that is cheaper.
func (j *Joint) together(list []alternative, hand map[*ir.Value]bool, opt *Options, best *Cost) {
	var taken []*alternative
	for n := range list {
		if a := &list[n]; hand[a.to] && a.reads() {
			a.set(a.to)
			taken = append(taken, a)
		}
	}
	if len(taken) == 0 || j.cheaper(opt, best) {
		return
	}
	for _, a := range taken {
		a.set(a.from)
	}
}

// cheaper reports whether the best choice costs less than before, and notes what it costs.
func (j *Joint) cheaper(opt *Options, best *Cost) bool {
	cost := j.pricing(opt).question().least()
	if cost.Compare(*best) >= 0 {
		return false
	}
	*best = cost
	return true
}

// reads reports whether the places still read what they did.
func (a *alternative) reads() bool {
	return !slices.ContainsFunc(a.places, func(p place) bool { return p.op.Operand(p.i) != a.from })
}

func (a *alternative) set(v *ir.Value) {
	for _, p := range a.places {
		p.op.SetOperand(p.i, v)
	}
}

// least is what the best choice costs.
func (q *question) least() Cost {
	if q.Infeasible() >= 0 {
		return Never
	}
	return q.Cost(q.Solve())
}

// alternatives lists them, those of one pair of values together.
func (j *Joint) alternatives() (list []alternative) {
	type pair struct{ from, to *ir.Value }
	at := map[pair]int{}
	for _, o := range j.ops {
		limit, ok := Threshold.Get(o.Def())
		if !ok || j.parts[o] == forward {
			continue
		}
		for i := range o.NumOperands() {
			l := limit(o, i)
			if !l.OK {
				continue
			}
			from := o.Operand(i)
			for _, to := range j.others(from, l) {
				k, known := at[pair{from, to}]
				if !known {
					k = len(list)
					at[pair{from, to}] = k
					list = append(list, alternative{from: from, to: to})
				}
				list[k].places = append(list[k].places, place{o, i})
			}
		}
	}
	return list
}

// others are the values of the forward pass that a comparison may read for v.
func (j *Joint) others(v *ir.Value, l Limit) (list []*ir.Value) {
	fits := func(o *ir.Op, from, to *ir.Value) bool {
		of, ok := CutOff.Get(o.Def())
		if !ok || j.parts[o] != forward {
			return false
		}
		b := of(o)
		return b.OK && o.Operand(b.Operand) == from && o.Result(0) == to && from.Type() == to.Type() && l.same(b)
	}
	if o := v.Def(); o != nil {
		for _, x := range o.Operands() {
			if x != v && fits(o, x, v) {
				list = append(list, x)
			}
		}
	}
	for _, o := range j.reads[v] {
		if o.NumResults() == 1 && fits(o, v, o.Result(0)) {
			list = append(list, o.Result(0))
		}
	}
	return list
}
