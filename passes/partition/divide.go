package partition

import (
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/pipeline"
)

// division divides one function.
type division struct {
	run      *pipeline.Run
	settings *settings
	fn       *ir.Op
}

// divide works on a copy, so that the function stays as it is where two are made.
func (d *division) divide(of []int, together bool, name string) error {
	r, fn := d.run, d.fn
	copied := r.Builder.After(fn).Clone(fn, map[*ir.Value]*ir.Value{})
	j, plan, err := d.choose(copied, of, together)
	if err != nil {
		copied.Erase()
		return err
	}
	d.count(j, plan)
	switch {
	case together && name == "":
		j.Together(r.Builder, plan)
		fn.Erase()
		return nil
	case together:
		if ir.Symbols(r.Op)[name] != nil {
			copied.Erase()
			return fn.Errorf("@%s cannot be called @%s, which there is already: give it another name", ir.SymbolName(fn), name)
		}
		copied.SetAttr("sym_name", r.Ctx.StringAttr(name))
		j.Together(r.Builder, plan)
		return nil
	case name == "":
		name = partition.Base(fn)
	}
	_, _, _, err = j.Split(r.Builder, plan, name)
	copied.Erase()
	return err
}

// choose opens a copy of the function and finds the best plan for it.
func (d *division) choose(copied *ir.Op, of []int, together bool) (*partition.Joint, *partition.Plan, error) {
	j, err := partition.Open(copied, of, rewrites...)
	if err != nil {
		return nil, nil, err
	}
	_ = together
	plan, err := j.Choose(&d.settings.Options)
	return j, plan, err
}

// count counts what a plan does, and tells of it.
func (d *division) count(j *partition.Joint, plan *partition.Plan) {
	r, opt := d.run, &d.settings.Options
	r.Count("num-merged", int64(j.Merged))
	r.Count("num-handed-over", int64(len(plan.Saved)))
	r.Count("num-recomputed", int64(len(plan.Again)))
	if !r.Remarking() {
		return
	}
	for _, e := range j.Entries(plan, opt) {
		takes := ""
		if e.Seconds > 0 {
			takes = ", which takes " + units.Time.Text(e.Seconds*1e9)
		}
		r.Passed(e.Op, "partition", "%s, %s, is %s: %s%s", e.Name, units.Bytes(e.Bytes), e.Fate(), e.Why, takes)
	}
}
