package partition

import (
	"math"

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

// mostAlternatives is how many are tried at most.
const mostAlternatives = 256

// Improve tries, one after the other in the order of the program, what ops of the backward pass
// could read instead of what they read: the operand of a rectifier for its result, or the other way,
// where they compare it with a number. It keeps what makes the best choice cheaper. A cut cannot
// choose that by itself: it knows all that a value is computed from, but not that one of two is
// enough. Plans that were made before are of no use any more.
func (j *Joint) Improve(opt *Options) {
	list := j.alternatives()
	if len(list) == 0 {
		return
	}
	best, size := j.least(opt)
	for n := range list {
		if n >= mostAlternatives || n*size > mostSolved {
			return
		}
		a := &list[n]
		a.set(a.to)
		if cost, _ := j.least(opt); cost.Compare(best) < 0 {
			best = cost
		} else {
			a.set(a.from)
		}
	}
}

func (a *alternative) set(v *ir.Value) {
	for _, p := range a.places {
		p.op.SetOperand(p.i, v)
	}
}

// least is what the best choice costs, and how large the question is.
func (j *Joint) least(opt *Options) (Cost, int) {
	q := j.pricing(opt).question()
	if q.Infeasible() >= 0 {
		return Cost{math.MaxInt64}, len(q.values) + len(q.ops)
	}
	return q.Cost(q.Solve()), len(q.values) + len(q.ops)
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
