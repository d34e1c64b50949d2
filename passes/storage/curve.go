package storage

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
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
	for _, text := range budgets {
		b, err := parseBudget(text)
		if err != nil {
			return nil, err
		}
		goal, least := b.of(c.Total)
		c.Points = append(c.Points, memoryreport.CurvePoint{Budget: text, Bytes: goal, Met: !least && goal >= c.Total, Total: c.Total})
	}
	if err := m.open(); err != nil {
		c.Points, c.Untried = c.Points[:0], ir.AsDiag(err, m.fn.Loc()).Message
		return c, nil
	}
	if floor, o := m.block.floor(); o != nil {
		site := memoryreport.SiteOf(o)
		c.Floor, c.FloorOp = floor, &site
	}
	return c, m.fill(c)
}

// fill finds the points of a curve whose budgets are not met as it is.
func (m *rematerializer) fill(c *memoryreport.Curve) error {
	var open []*memoryreport.CurvePoint
	for i := range c.Points {
		if !c.Points[i].Met {
			open = append(open, &c.Points[i])
		}
	}
	if len(open) == 0 {
		return nil
	}
	points, err := m.points()
	if err != nil {
		return err
	}
	smallest, least, err := m.smallest(points)
	if err != nil {
		return err
	}
	slices.SortStableFunc(open, func(a, b *memoryreport.CurvePoint) int { return cmp.Compare(b.Bytes, a.Bytes) })
	from := 0 // what is too much for a larger budget is too much for a smaller one
	for _, p := range open {
		switch p.Total = least; {
		case p.Bytes == 0: // as little as can be
			p.Met = true
			if smallest >= 0 {
				m.describe(p, &points[smallest])
			}
		case p.Bytes >= least:
			found, total, err := m.fastest(points[from:], p.Bytes)
			if err != nil {
				return err
			}
			from += found
			p.Met, p.Total = true, total
			m.describe(p, &points[from])
		}
	}
	return nil
}

// describe says what a schedule computes again.
func (m *rematerializer) describe(p *memoryreport.CurvePoint, chosen *memory.Point) {
	g := m.block.graph
	before := g.Duration(g.Initial())
	p.Seconds = float64(chosen.Duration-before) / 1e12
	p.Percent = addedPercent(chosen.Duration, before)
	p.Recomputed = len(chosen.Schedule) - len(g.Nodes)
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
