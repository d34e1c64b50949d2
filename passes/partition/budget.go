package partition

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/passes/storage"
)

// offer is a way to divide a function, and what it takes.
type offer struct {
	plan *partition.Plan
	// schedule is which of the schedules of the function, or of the backward one, it has: 0 for the
	// order in which ops are made. again is how many ops that runs once more, right before they are
	// read.
	schedule, again int
	seconds         float64
	total           int64
}

// Of functions with more ops not every choice is planned; of those that are scheduled, which takes
// longer, there are few anyway: the more ops the fewer, but the first and the last always.
const (
	manyOps       = 5000
	mostPlanned   = 12
	mostScheduled = 6
	scheduledOps  = 24_000
	// tooMany ops are not scheduled anew.
	tooMany = 20_000
)

// within finds the fastest way that takes no more than the budget. The ways do not depend on the
// budget: so a smaller one never takes more memory, nor a larger one more time.
func (d *division) within(j *partition.Joint, together bool) (*offer, error) {
	offers, compute, err := d.offers(j, together)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(a.seconds, b.seconds), cmp.Compare(a.total, b.total))
	})
	goal, least := d.settings.budget.Of(compute)
	smallest := slices.MinFunc(offers, func(a, b offer) int { return cmp.Compare(a.total, b.total) })
	if least {
		goal = smallest.total
	}
	for i := range offers {
		if offers[i].total <= goal {
			return &offers[i], nil
		}
	}
	return nil, d.unmet(j, &smallest, together, goal)
}

// offers are all ways to choose among, and what stash=compute takes.
func (d *division) offers(j *partition.Joint, together bool) (list []offer, compute int64, err error) {
	opt := &d.settings.Options
	plans, err := d.plans(j)
	if err != nil {
		return nil, 0, err
	}
	scheduled := storage.Spread(len(plans), min(max(2, scheduledOps/max(1, j.Size())), mostScheduled))
	if j.Size() > tooMany {
		scheduled = nil
	}
	for k, plan := range plans {
		time := *opt
		time.Objective, time.Lambda = partition.Time, 0
		f := j.Figures(plan, &time)
		add := func(schedule int, again []*ir.Op, total int64) {
			seconds := f.Seconds + f.Traffic
			for _, o := range again {
				seconds += j.Seconds(o, &time)
			}
			list = append(list, offer{plan, schedule, len(again), seconds, total})
		}
		if together {
			err = j.TryTogether(d.run.Builder, plan, func(fn *ir.Op) error {
				return d.schedules(fn, slices.Contains(scheduled, k), add, func(total int64) int64 { return total })
			})
		} else {
			err = j.TrySplit(d.run.Builder, plan, func(ahead, behind *ir.Op) error {
				held, err := partition.FrameOf(ahead)
				if err != nil {
					return err
				}
				return d.schedules(behind, slices.Contains(scheduled, k), add, func(total int64) int64 {
					return max(held.Total(), held.Results+total)
				})
			})
		}
		if err != nil {
			return nil, 0, err
		}
		if k == 0 {
			compute = list[0].total
		}
	}
	return list, compute, nil
}

// schedules adds what a function takes as it is, and by schedules that compute again.
func (d *division) schedules(fn *ir.Op, all bool, add func(schedule int, again []*ir.Op, total int64), whole func(int64) int64) error {
	if !all {
		frame, err := partition.FrameOf(fn)
		if err == nil {
			add(0, nil, whole(frame.Total()))
		}
		return err
	}
	candidates, err := storage.Candidates(d.run.Builder, fn, d.settings.Machine)
	for i, c := range candidates {
		add(i, c.Again, whole(c.Total))
	}
	return err
}

// plans are the choices that are planned: that of stash=compute first, then from the least time to
// the fewest bytes.
func (d *division) plans(j *partition.Joint) ([]*partition.Plan, error) {
	opt := d.settings.Options
	opt.Objective = partition.Compute
	first, err := j.Choose(&opt)
	if err != nil {
		return nil, err
	}
	plans := []*partition.Plan{first}
	points, err := j.Candidates(&d.settings.Options)
	if err != nil {
		return nil, err
	}
	most := len(points)
	if j.Size() > manyOps {
		most = mostPlanned
	}
	for _, i := range storage.Spread(len(points), most) {
		plans = append(plans, points[i].Plan)
	}
	return plans, nil
}

// unmet is the error of a budget that nothing meets, with what must be there at once.
func (d *division) unmet(j *partition.Joint, smallest *offer, together bool, goal int64) error {
	var floor int64
	var proof string
	look := func(fn *ir.Op, beside int64) error {
		bytes, o, err := storage.Floor(fn, d.settings.Machine)
		if err == nil && o != nil && bytes+beside > floor {
			floor, proof = bytes+beside, forced(o)
		}
		return err
	}
	var err error
	if together {
		err = j.TryTogether(d.run.Builder, smallest.plan, func(fn *ir.Op) error { return look(fn, 0) })
	} else {
		err = j.TrySplit(d.run.Builder, smallest.plan, func(ahead, behind *ir.Op) error {
			if err := look(ahead, 0); err != nil {
				return err
			}
			return look(behind, 0)
		})
	}
	if err != nil {
		return err
	}
	found := fmt.Sprintf("the least that was found is %s", units.Bytes(smallest.total))
	if floor > goal {
		return d.fn.Errorf("the budget of %s for %s cannot be met: %s are needed at once, %s; %s", units.Bytes(goal), d.title, units.Bytes(floor), proof, found)
	}
	return d.fn.Errorf("the budget of %s for %s is not met: %s, and nothing takes less than %s, which are needed at once, %s", units.Bytes(goal), d.title, found, units.Bytes(floor), proof)
}

// forced names what is there while an op runs.
func forced(o *ir.Op) string {
	var parts []string
	name := func(v *ir.Value, what string) {
		if bytes, err := analysis.Bytes(v.Type()); err == nil {
			parts = append(parts, fmt.Sprintf("%s '%s' of %s", what, v.Type(), units.Bytes(bytes)))
		}
	}
	seen := map[*ir.Value]bool{}
	for _, v := range partition.Reads(o) {
		if d := v.Def(); d != nil && !d.Has(ir.ConstantLike) && !seen[v] {
			seen[v] = true
			name(v, "the operand")
		}
	}
	for _, v := range o.Results() {
		name(v, "the result")
	}
	return fmt.Sprintf("by '%s': %s", o.Name(), strings.Join(parts, ", "))
}
