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
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

type bench struct {
	runs   int
	data   string
	table  bytes.Buffer
	missed []string
}

// ways are what the pass is asked for: objectives, then budgets from the largest to the smallest.
var ways = []string{"stash=compute", "stash=time", "stash=bytes", "budget=0.8x", "budget=0.6x", "budget=0.4x", "budget=0.25x"}

// variant is a step that is divided in one way.
type variant struct {
	way           string
	run           *interp.Program
	planned, peak int64
	bytes, again  int64
	unmet         bool // it is what takes least
	times         []time.Duration
	predicted     float64
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
	text, floor, err := optimised(t)
	if err != nil {
		return err
	}
	var list []*variant
	for _, way := range ways {
		v, err := divided(t.Name, text, way)
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

// optimised is the step as text, and what is needed at once whatever is kept.
func optimised(t *models.Training) (text string, floor int64, err error) {
	p, err := program.Parse(t.Name, []byte(t.Text))
	if err != nil {
		return "", 0, err
	}
	for _, name := range []string{models.Loss} {
		ir.Symbols(p.Module)[name].SetAttr("sym_visibility", p.Module.Context().StringAttr("private"))
	}
	if err := p.Apply("optimize"); err != nil {
		return "", 0, err
	}
	floor, _, err = storage.Floor(ir.Symbols(p.Module)[models.Gradient], cost.CPU())
	if err != nil {
		return "", 0, err
	}
	var out strings.Builder
	err = printer.Print(&out, p.Module, printer.Options{})
	return out.String(), floor, err
}

// divided is a step as the pass makes it.
func divided(name, text, way string) (*variant, error) {
	v := &variant{way: way}
	p, counts, err := apply(name, text, way)
	if err != nil && strings.HasPrefix(way, "budget=") && strings.Contains(err.Error(), "met") {
		v.unmet = true
		p, counts, err = apply(name, text, "budget=min")
	}
	if err != nil {
		return nil, err
	}
	p.Entry = models.Gradient
	fn := ir.Symbols(p.Module)[p.Entry]
	frame, err := partition.FrameOf(fn)
	if err != nil {
		return nil, err
	}
	v.planned, v.bytes, v.again = frame.Total(), counts["bytes-handed-over"], counts["num-recomputed"]
	v.predicted = cost.NewEstimator(cost.CPU()).Op(fn).Seconds
	v.run, err = p.Compile()
	return v, err
}

func apply(name, text, way string) (*program.Program, map[string]int64, error) {
	p, err := program.Parse(name, []byte(text))
	if err != nil {
		return nil, nil, err
	}
	start := processor.Time()
	counts, err := p.Count("partition{form=joint func=" + models.Gradient + " " + way + "}")
	fmt.Fprintf(os.Stderr, "%s %s: divided in %.2f s\n", name, way, (processor.Time() - start).Seconds())
	return p, counts, err
}

// measure runs all in turns, and looks whether they return the same.
func (b *bench) measure(list []*variant, inputs []*tensor.Tensor) error {
	var want, results []*tensor.Tensor
	for turn := range b.runs + 1 {
		for _, v := range list {
			runtime.GC() // what others left is not for this one to clear
			start := processor.Time()
			result, err := v.run.Run(inputs, interp.Options{Results: results})
			if err != nil {
				return fmt.Errorf("%s: %w", v.way, err)
			}
			if turn > 0 { // the first one does not count
				v.times = append(v.times, processor.Time()-start)
				results = result.Outputs
				continue
			}
			if v.peak = int64(result.PeakBytes); v.peak != v.planned {
				return fmt.Errorf("%s: a run takes %d bytes, but %d are planned", v.way, v.peak, v.planned)
			}
			if want == nil {
				want = result.Outputs
			}
			for i, x := range result.Outputs {
				if !bytes.Equal(x.Bytes(), want[i].Bytes()) {
					return fmt.Errorf("%s: result #%d is another one", v.way, i)
				}
			}
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
		ratio := median(v.times) / median(compute.times)
		title, part, budgeted := v.way, "", strings.HasPrefix(v.way, "budget=")
		if part = strings.TrimSuffix(strings.TrimPrefix(v.way, "budget="), "x"); budgeted {
			title = part
			if v.unmet {
				title += ", the least"
			}
			if last >= 0 && v.peak > last {
				b.missed = append(b.missed, fmt.Sprintf("%s takes more at %s than at a larger budget", name, part))
			}
			last = v.peak
		}
		if budgeted && part == barAt && ratio > bar {
			b.missed = append(b.missed, fmt.Sprintf("%s takes %.2f times as long at %s", name, ratio, part))
		}
		row := fmt.Sprintf("| %s | %s | %s | %.2f | %s | %d | %.2f | %s |\n", name, title, units.Bytes(v.peak), float64(v.peak)/float64(compute.peak),
			units.Bytes(v.bytes), v.again, ratio, units.Bytes(floor))
		b.table.WriteString(row)
		fmt.Fprintf(os.Stderr, "%.0f ms, predicted %.2f %s", median(v.times)*1e3, v.predicted/compute.predicted, row)
	}
}
