package partition

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Entry is what becomes of a value that the backward pass needs.
type Entry struct {
	Name  string
	Value *ir.Value
	Op    *ir.Op // that makes it; of an argument the function
	Bytes int64
	// Saved says that it is handed over, and Shared that this takes no memory besides; others are
	// computed again.
	Saved, Shared bool
	Why           string
	// Seconds is the time for computing it again, of an op with several results for all of them.
	Seconds float64
}

// Fate says in words what becomes of the value.
func (e *Entry) Fate() string {
	if e.Saved {
		return "handed over"
	}
	return "computed again"
}

// Entries are the values that the backward pass is handed, and the results of ops that run again,
// in the order of the program, arguments first.
func (j *Joint) Entries(plan *Plan, opt *Options) (list []Entry) {
	p := j.pricing(opt)
	values, saved := slices.Clone(plan.Saved), map[*ir.Value]bool{}
	for _, v := range plan.Saved {
		saved[v] = true
	}
	for _, o := range plan.Again {
		for _, v := range o.Results() {
			if v.FirstUse() != nil {
				values = append(values, v)
			}
		}
	}
	j.sort(values)
	for _, v := range values {
		e := Entry{Name: j.Name(v), Value: v, Op: v.Def(), Bytes: int64(p.bytes(v)), Saved: saved[v], Why: p.why(plan, v)}
		e.Shared = e.Saved && p.held(v)
		if e.Op == nil {
			e.Op = j.Func
		} else if !e.Saved {
			e.Seconds = p.seconds(e.Op)
		}
		list = append(list, e)
	}
	return list
}

// why says why a value of the forward pass is handed over, or computed again.
func (p *pricing) why(plan *Plan, v *ir.Value) string {
	_, result := p.ahead[v]
	switch o := v.Def(); {
	case o == nil:
		return "an argument"
	case o.Attrs().Get(RecomputeAttr) != nil:
		return "marked " + RecomputeAttr
	case o.Attrs().Get(SaveAttr) != nil:
		return "marked " + SaveAttr
	case result && !plan.runs[o]:
		return "a result of the forward pass"
	case plan.runs[o] && p.seconds(o) == 0:
		return "costs no arithmetic"
	case plan.runs[o] && (p.Objective == Bytes || math.IsInf(p.Lambda, 1)):
		return "fewer bytes are kept"
	case plan.runs[o]:
		return "computing is cheaper than keeping"
	case p.banned(o) != "":
		return "the op " + p.banned(o)
	case p.Objective == Compute:
		return "computing again is arithmetic"
	case p.Objective == Bytes || math.IsInf(p.Lambda, 1):
		return "the fewest bytes"
	case analysis.IsCall(o):
		return "a call"
	}
	return "keeping is cheaper than computing"
}
