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
	err = j.try(b, plan, func(ahead, behind *ir.Op) error {
		p.Forward, p.Backward, err = parts(ahead, behind)
		return err
	}, func(fn *ir.Op) error {
		both, err := FrameOf(fn)
		if err == nil {
			p.Together = both.Total()
		}
		return err
	})
	return p, err
}

// parts are what two functions take: the second one with what the first one has returned.
func parts(ahead, behind *ir.Op) (forward, backward int64, err error) {
	f, err := FrameOf(ahead)
	if err != nil {
		return 0, 0, err
	}
	g, err := FrameOf(behind)
	if err != nil {
		return 0, 0, err
	}
	return f.Total(), f.Results + g.Total(), nil
}

// try makes the two functions of a plan, and the one, which are gone afterwards.
func (j *Joint) try(b *ir.Builder, plan *Plan, split func(ahead, behind *ir.Op) error, together func(fn *ir.Op) error) error {
	c, copied, err := j.copied(b, plan)
	if err != nil {
		return err
	}
	defer c.Func.Erase()
	if split != nil {
		ahead, behind, _, err := c.Split(b, copied, free(j.Func, ir.SymbolName(j.Func)+".peak"))
		if err != nil {
			return err
		}
		defer ahead.Erase()
		defer behind.Erase()
		if err := split(ahead, behind); err != nil {
			return err
		}
	}
	if together != nil {
		c.Together(b, copied)
		return together(c.Func)
	}
	return nil
}

// TrySplit calls do with the functions of a plan, which are gone afterwards.
func (j *Joint) TrySplit(b *ir.Builder, plan *Plan, do func(ahead, behind *ir.Op) error) error {
	return j.try(b, plan, do, nil)
}

// TryTogether calls do with the joint function of a plan, which is gone afterwards.
func (j *Joint) TryTogether(b *ir.Builder, plan *Plan, do func(fn *ir.Op) error) error {
	return j.try(b, plan, nil, do)
}

// FrameOf plans a function for one worker.
func FrameOf(fn *ir.Op) (*lifetimes.Frame, error) {
	frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	var unplanned *lifetimes.Unplanned
	if errors.As(err, &unplanned) {
		return nil, unplanned.Diag()
	}
	return frame, err
}
