package partition

import (
	"errors"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
)

// Peak is what a plan needs of memory, as the interpreter's plan of each function has it: with the
// results, without the arguments, which are the caller's.
type Peak struct {
	// Forward and Backward are what the two functions take; with the second goes what the forward
	// pass has returned, which is still there.
	Forward, Backward int64
	// Together is what the joint function takes.
	Together int64
}

// Split is what both functions take, one after the other.
func (p *Peak) Split() int64 { return max(p.Forward, p.Backward) }

// copied is a copy of the joint function, behind it, and the same plan for that.
func (j *Joint) copied(b *ir.Builder, plan *Plan) (*Joint, *Plan, error) {
	values := map[*ir.Value]*ir.Value{}
	fn := b.After(j.Func).Clone(j.Func, values)
	c, err := Open(fn, j.Of)
	if err != nil {
		fn.Erase()
		return nil, nil, err
	}
	of := func(ops []*ir.Op) (list []*ir.Op) {
		for _, o := range ops {
			list = append(list, values[o.Result(0)].Def())
		}
		return list
	}
	p := &Plan{Again: of(plan.Again), Moved: of(plan.Moved), runs: map[*ir.Op]bool{}}
	for o, runs := range plan.runs {
		p.runs[values[o.Result(0)].Def()] = runs
	}
	for _, v := range plan.Saved {
		p.Saved = append(p.Saved, values[v])
	}
	return c, p, nil
}

// Peak plans the functions that a plan makes. It is an error if one cannot be planned.
func (j *Joint) Peak(b *ir.Builder, plan *Plan) (p Peak, err error) {
	c, copied, err := j.copied(b, plan)
	if err != nil {
		return p, err
	}
	defer c.Func.Erase()
	ahead, behind, _, err := c.Split(b, copied, free(j.Func, ir.SymbolName(j.Func)+".peak"))
	if err != nil {
		return p, err
	}
	defer ahead.Erase()
	defer behind.Erase()
	forward, err := frameOf(ahead)
	if err != nil {
		return p, err
	}
	backward, err := frameOf(behind)
	if err != nil {
		return p, err
	}
	c.Together(b, copied)
	both, err := frameOf(c.Func)
	if err != nil {
		return p, err
	}
	return Peak{forward.Total(), forward.Results + backward.Total(), both.Total()}, nil
}

// frameOf plans a function for one worker.
func frameOf(fn *ir.Op) (*lifetimes.Frame, error) {
	frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	var unplanned *lifetimes.Unplanned
	if errors.As(err, &unplanned) {
		return nil, unplanned.Diag()
	}
	return frame, err
}
