package storage

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
)

// Curve says for which budgets what recomputation costs is asked, and how
// `rematerialize` is to search: its fields are options of that pass.
type Curve struct {
	Budgets []string
	Order   string
	Moves   int64
	Seed    uint64
	Machine *cost.Machine
	Workers int
}

// Of says for a report what `rematerialize` does with functions of root, each by
// itself, within the budgets. It works on a copy, so that root stays as it is. It is
// an error if a budget is none, or if there is no plan of a function.
func (c Curve) Of(root *ir.Op) func(fn *ir.Op) (*memoryreport.Curve, error) {
	var t *trial
	return func(fn *ir.Op) (*memoryreport.Curve, error) {
		if t == nil {
			t = newTrial(root)
		}
		m := &rematerializer{builder: t.builder, fn: t.copies[fn], opt: &RematerializeOptions{
			Order: c.Order, Moves: c.Moves, Seed: c.Seed, Workers: int64(c.Workers), model: c.Machine,
		}}
		return m.curve(c.Budgets)
	}
}

// curve searches for each of the budgets.
func (m *rematerializer) curve(budgets []string) (c *memoryreport.Curve, err error) {
	if m.frame, err = frameOf(m.fn, m.opt.Workers); err != nil {
		return nil, err
	}
	c = &memoryreport.Curve{Total: m.frame.Total(), Points: []memoryreport.CurvePoint{}}
	if err := m.open(); err != nil {
		c.Untried = ir.AsDiag(err, m.fn.Loc()).Message
		return c, nil
	}
	floor, o := m.block.floor()
	if o != nil {
		site := memoryreport.SiteOf(o)
		c.Floor, c.FloorOp = floor, &site
	}
	var list []candidate
	for _, text := range budgets {
		b, err := parseBudget(text)
		if err != nil {
			return nil, err
		}
		goal, least := b.of(c.Total)
		p := memoryreport.CurvePoint{Budget: text, Bytes: goal, Met: least || goal >= c.Total, Total: c.Total}
		if least || !p.Met {
			if list == nil || m.searchesBudget() {
				list = m.candidates(goal)
			}
			if err := m.point(&p, list, goal, least); err != nil {
				return nil, err
			}
		}
		c.Points = append(c.Points, p)
	}
	return c, nil
}

// point says what the chosen candidate is like.
func (m *rematerializer) point(p *memoryreport.CurvePoint, list []candidate, goal int64, least bool) error {
	best, total, err := m.pick(list, goal, least)
	if err != nil {
		return err
	}
	if p.Total = total; best < 0 {
		return nil
	}
	chosen, before := &list[best], list[0].duration
	p.Met = true
	p.Seconds = float64(chosen.duration-before) / 1e12
	p.Percent = addedPercent(chosen.duration, before)
	p.Recomputed = len(chosen.schedule) - len(m.block.graph.Nodes)
	return nil
}

// checkParts looks whether all are parts of a peak.
func checkParts(parts []string) error {
	for _, text := range parts {
		part, ok := parsePart(text)
		if !ok {
			return fmt.Errorf("'curve' must be parts of the peak, such as 0.9,0.8, but has '%s'", text)
		}
		if part.Sign() <= 0 || part.Cmp(one) > 0 {
			return fmt.Errorf("'curve' must be parts of the peak above 0 and up to 1, but has '%s'", text)
		}
	}
	return nil
}
