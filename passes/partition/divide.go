package partition

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/shared"
)

// division divides one function.
type division struct {
	run      *pipeline.Run
	settings *settings
	fn       *ir.Op
	title    string // what messages call the function
}

// divide works on a copy, so that the function stays as it is where two are made.
func (d *division) divide(of []int, together bool, name string) error {
	r, fn := d.run, d.fn
	if together && name != "" && ir.Symbols(r.Op)[name] != nil {
		return fn.Errorf("@%s cannot be called @%s, which there is already: give it another name", ir.SymbolName(fn), name)
	}
	copied := r.Builder.After(fn).Clone(fn, map[*ir.Value]*ir.Value{})
	j, o, err := d.choose(copied, of, together)
	if err != nil {
		partition.Drop(copied, &err)
		return err
	}
	d.count(j, o)
	if together {
		if name == "" {
			fn.Erase()
		} else {
			copied.SetAttr("sym_name", r.Ctx.StringAttr(name))
		}
		j.Together(r.Builder, o.plan)
		return d.schedule(copied, o)
	}
	defer copied.Erase()
	if name == "" {
		name = partition.Base(fn)
	}
	_, behind, _, err := j.Split(r.Builder, o.plan, name)
	if err != nil {
		return err
	}
	return d.schedule(behind, o)
}

// choose opens a copy of the function and finds the best way to divide it.
func (d *division) choose(copied *ir.Op, of []int, together bool) (*partition.Joint, *offer, error) {
	if shared.IsTooLarge(copied) {
		d.run.Missed(d.fn, "partition", "%s has more than %d ops: equal ops are merged, but equal formulas of other ops, or at other indices, are not looked for", d.title, shared.MostExposed)
	}
	j, err := partition.Open(copied, of, rewrites...)
	if err != nil {
		return nil, nil, err
	}
	j.Improve(&d.settings.Options)
	if d.settings.budget != nil {
		o, err := d.within(j, together)
		return j, o, err
	}
	plan, err := j.Choose(&d.settings.Options)
	return j, &offer{plan: plan}, err
}

// schedule gives a function the schedule that was chosen for it.
func (d *division) schedule(fn *ir.Op, o *offer) error {
	if o.schedule == 0 {
		return nil
	}
	list, err := storage.Candidates(d.run.Builder, fn, d.settings.Machine)
	if err == nil {
		list[o.schedule].Apply()
	}
	return err
}

// count counts what was chosen, and tells of it.
func (d *division) count(j *partition.Joint, o *offer) {
	r, opt := d.run, &d.settings.Options
	r.Count("num-merged", int64(len(j.Merged)))
	r.Count("num-handed-over", int64(len(o.plan.Saved)))
	f := j.Figures(o.plan, opt)
	r.Count("bytes-handed-over", int64(f.Extra()))
	r.Count("num-recomputed", int64(len(o.plan.Again)+o.again))
	if !r.Remarking() {
		return
	}
	if text := saving(j.Merged); text != "" {
		r.Passed(j.Func, "partition", "computed once instead of twice: %s", text)
	}
	for _, e := range j.Entries(o.plan, opt) {
		takes := ""
		if e.Seconds > 0 {
			takes = ", which takes " + units.Time.Text(e.Seconds*1e9)
		}
		if s := j.Saving(o.plan, e.Value); e.Saved && s != "" {
			takes = ", which saves " + s
		}
		r.Passed(e.Op, "partition", "%s, %s, is %s: %s%s", e.Name, units.Bytes(e.Bytes), e.Fate(), e.Why, takes)
	}
	if d.settings.budget != nil {
		r.Passed(j.Func, "partition", "both passes take %s, which is within the budget; %s run once more right before they are read", units.Bytes(o.total), units.Counted(o.again, "op"))
	}
}

// saving tells what is not computed any more: how many elements, and by which ops.
func saving(merged []partition.Merged) string {
	var sizes []float64
	names := map[float64][]string{}
	for _, m := range merged {
		if m.Constant {
			continue
		}
		if names[m.Elements] == nil {
			sizes = append(sizes, m.Elements)
		}
		_, name, _ := strings.Cut(m.Op, ".")
		names[m.Elements] = append(names[m.Elements], name)
	}
	var parts []string
	for _, n := range sizes {
		parts = append(parts, fmt.Sprintf("%.0f x (%s)", n, strings.Join(names[n], ", ")))
	}
	return strings.Join(parts, ", ")
}
