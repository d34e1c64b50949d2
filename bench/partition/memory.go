package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/train/models"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/passes/optimize"
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

type bench struct {
	runs   int
	data   string
	merged bool
	table  bytes.Buffer
	missed []string
}

// ways are what the pass is asked for: objectives, then budgets from the largest to the smallest.
var ways = []string{"stash=compute", "stash=time", "stash=bytes", "budget=0.8x", "budget=0.6x", "budget=0.4x", "budget=0.25x"}

// variant is a step that is divided in one way, as it is then, and with fusions.
type variant struct {
	way            string
	divided, fused form
	bytes, again   int64
	unmet          bool // it is what takes least
}

// form is a program that is measured.
type form struct {
	run           *interp.Program
	planned, peak int64
	times         []time.Duration
}

// model adds the rows of a model.
func (b *bench) model(m *models.Model, dir string) error {
	t, err := m.Build(b.data, dir)
	if errors.Is(err, models.ErrMissing) {
		fmt.Fprintln(os.Stderr, err)
		return nil
	}
	if err != nil {
		return err
	}
	inputs, err := t.Inputs()
	if err != nil {
		return err
	}
	text, floor, err := optimised(t, b.merged)
	if err != nil {
		return err
	}
	var list []*variant
	var least *variant
	for _, way := range ways {
		v, err := divided(t.Name, text, way)
		if errors.Is(err, errUnmet) {
			if least == nil {
				if least, err = divided(t.Name, text, "budget=min"); err != nil {
					return err
				}
			}
			v, err = &variant{way: way, divided: least.divided, fused: least.fused, bytes: least.bytes, again: least.again, unmet: true}, nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", way, err)
		}
		list = append(list, v)
	}
	if err := b.measure(list, inputs); err != nil {
		return err
	}
	b.rows(m.Name, list, floor)
	return nil
}

// fusing is the end of the pipeline optimize, behind which nothing finds what a partition could
// choose: it is left for what was divided.
const fusing = "fuse-elementwise,symbol-dce"

// products and apart are how products are merged in the pipeline optimize, and before a partition:
// one product in place of the hundred that a recurrent step has is kept, or computed again, whole.
const (
	products = "fuse-matmul,"
	apart    = "fuse-matmul{forms=chains,transposes,epilogues},"
)

// optimised is the step as text, and what is needed at once whatever is kept.
func optimised(t *models.Training, merged bool) (text string, floor int64, err error) {
	p, err := program.Parse(t.Name, []byte(t.Text))
	if err != nil {
		return "", 0, err
	}
	ir.Symbols(p.Module)[models.Loss].SetAttr("sym_visibility", p.Module.Context().StringAttr("private"))
	passes, found := strings.CutSuffix(optimize.Pipeline.Text, fusing)
	if !found {
		return "", 0, errors.New("the pipeline optimize does not end with " + fusing)
	}
	if !strings.Contains(passes, products) {
		return "", 0, errors.New("the pipeline optimize has no " + products)
	}
	if !merged {
		passes = strings.Replace(passes, products, apart, 1)
	}
	if err := p.Apply(passes + "symbol-dce"); err != nil {
		return "", 0, err
	}
	step := ir.Symbols(p.Module)[models.Gradient]
	frame, err := partition.FrameOf(step)
	if err != nil {
		return "", 0, err
	}
	if floor, _, err = storage.Floor(step, cost.CPU()); err != nil {
		return "", 0, err
	}
	floor = max(floor, frame.Results) // which are all there in the end
	var out strings.Builder
	err = printer.Print(&out, p.Module, printer.Options{})
	return out.String(), floor, err
}

// errUnmet says that nothing that was found meets a budget.
var errUnmet = errors.New("the budget is not met")

// divided is a step as the pass makes it.
func divided(name, text, way string) (*variant, error) {
	p, err := program.Parse(name, []byte(text))
	if err != nil {
		return nil, err
	}
	start := processor.Time()
	counts, err := p.Count("partition{form=joint func=" + models.Gradient + " " + way + "}")
	fmt.Fprintf(os.Stderr, "%s %s: divided in %.2f s\n", name, way, (processor.Time() - start).Seconds())
	if err != nil {
		if strings.HasPrefix(way, "budget=") && strings.Contains(err.Error(), "the budget of") {
			return nil, fmt.Errorf("%w: %w", errUnmet, err)
		}
		return nil, err
	}
	v := &variant{way: way, bytes: counts["bytes-handed-over"], again: counts["num-recomputed"]}
	var out strings.Builder
	if err := printer.Print(&out, p.Module, printer.Options{}); err != nil {
		return nil, err
	}
	if err := v.divided.compile(p); err != nil {
		return nil, err
	}
	if p, err = program.Parse(name, []byte(out.String())); err != nil {
		return nil, err
	}
	if err := p.Apply(fusing); err != nil {
		return nil, err
	}
	return v, v.fused.compile(p)
}

// compile makes the step of a module ready to run.
func (f *form) compile(p *program.Program) error {
	p.Entry = models.Gradient
	frame, err := partition.FrameOf(ir.Symbols(p.Module)[p.Entry])
	if err != nil {
		return err
	}
	f.planned = frame.Total()
	f.run, err = p.Compile()
	return err
}

// measuring is what the runs of a model have in common.
type measuring struct {
	inputs, want, results []*tensor.Tensor
}

// measure runs all in turns, and looks whether they return the same.
func (b *bench) measure(list []*variant, inputs []*tensor.Tensor) error {
	m := &measuring{inputs: inputs}
	for turn := range b.runs + 1 {
		for _, v := range list {
			for _, f := range []*form{&v.divided, &v.fused} {
				if err := m.sample(f, turn == 0); err != nil {
					return fmt.Errorf("%s: %w", v.way, err)
				}
			}
		}
	}
	return nil
}

// sample runs a program; the first time is no sample, but looks at what it returns.
func (m *measuring) sample(f *form, first bool) error {
	runtime.GC() // what others left is not for this one to clear
	if !first {
		start := processor.Time()
		result, err := f.run.Run(m.inputs, interp.Options{Results: m.results})
		if err == nil {
			f.times = append(f.times, processor.Time()-start)
			m.results = result.Outputs
		}
		return err
	}
	result, err := f.run.Run(m.inputs, interp.Options{})
	if err != nil {
		return err
	}
	if f.peak = int64(result.PeakBytes); f.peak != f.planned {
		return fmt.Errorf("a run takes %d bytes, but %d are planned", f.peak, f.planned)
	}
	if m.want == nil {
		m.want = result.Outputs
	}
	for i, x := range result.Outputs {
		if !bytes.Equal(x.Bytes(), m.want[i].Bytes()) {
			return fmt.Errorf("result #%d is another one than with stash=compute", i)
		}
	}
	return nil
}

func median(list []time.Duration) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2].Seconds()
}

// rows adds the rows of a model, and what misses a bar.
func (b *bench) rows(name string, list []*variant, floor int64) {
	compute, last := list[0], int64(-1)
	for _, v := range list {
		ratio := median(v.divided.times) / median(compute.divided.times)
		part, budgeted := strings.CutPrefix(strings.TrimSuffix(v.way, "x"), "budget=")
		title := strings.TrimPrefix(v.way, "stash=")
		if budgeted {
			title = part
			if v.unmet {
				title += ", the least"
			}
			if last >= 0 && v.divided.peak > last {
				b.missed = append(b.missed, fmt.Sprintf("%s takes more at %s than at a larger budget", name, part))
			}
			last = v.divided.peak
		}
		if part == barAt && ratio > bar {
			b.missed = append(b.missed, fmt.Sprintf("%s takes %.2f times as long at %s", name, ratio, part))
		}
		row := fmt.Sprintf("| %s | %s | %s | %.2f | %s | %d | %.2f | %s | %s | %.2f |\n", name, title, units.Bytes(v.divided.peak),
			float64(v.divided.peak)/float64(compute.divided.peak), units.Bytes(v.bytes), v.again, ratio, units.Bytes(floor),
			units.Bytes(v.fused.peak), median(v.fused.times)/median(compute.fused.times))
		b.table.WriteString(row)
		fmt.Fprint(os.Stderr, row)
	}
}
