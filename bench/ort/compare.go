package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"golang.org/x/sys/unix"
)

const (
	// weightAttr marks the constants that stand for weights in the text.
	weightAttr = "bench.weight"
	// rawHead is the capacity that lets an attribute keep the bytes that it is made of.
	rawHead = ir.RawHead
	// sampleTime is what a turn takes at least.
	sampleTime = 10 * time.Millisecond
)

// comparison is one line of the table.
type comparison struct {
	ours    *interp.Program
	inputs  []*tensor.Tensor
	results []*tensor.Tensor
	theirs  *session
	times   [3][]time.Duration // of one run: ours, theirs, and ours with one thread
	worked  [3][]time.Duration // of all processors
	apart   float64
	// longest are the ops of ours, those that take longest first.
	longest []interp.OpTime
	threads int
}

func (b *bench) compare(g *graph) (*comparison, error) {
	build := newBuilder()
	result := g.build(build)
	c := &comparison{threads: b.threads}
	var err error
	if c.ours, err = compile(g.name, build, result, b.passes); err != nil {
		return nil, err
	}
	for _, in := range build.inputs {
		c.inputs = append(c.inputs, in.data)
	}
	if b.threads > 1 {
		if err := c.alone(b.samples); err != nil {
			return nil, err
		}
	}
	if err := c.against(g, build, result, b); err != nil {
		return nil, err
	}
	if b.ops > 0 {
		err = c.timeOps(b.samples)
	}
	return c, err
}

// against measures what ours is compared with, and ours by turns with one thread.
func (c *comparison) against(g *graph, build *builder, result value, b *bench) (err error) {
	var run func() error
	if g.base != nil {
		run, err = c.based(g, b.passes)
	} else if c.theirs, err = newSession(build, result, b.threads); err == nil {
		defer c.theirs.destroy()
		run = c.theirs.run
	} else {
		err = fmt.Errorf("ONNX Runtime: %w", err)
	}
	if err != nil {
		return err
	}
	if b.threads > 1 {
		err = c.turns(b.samples, 1, run)
	} else {
		err = c.turns(b.samples, 0, c.runOurs, run)
	}
	if err == nil && g.base == nil {
		c.apart, err = apart(c.results[0], c.theirs.result())
	}
	return err
}

// alone measures ours with its threads, and with one, while there is no session: threads of ONNX
// Runtime watch for work long after a run, on processors that are ours then.
func (c *comparison) alone(samples int) error {
	if err := c.turns(samples, 0, c.runOurs); err != nil {
		return err
	}
	parallel.SetWorkers(1)
	defer parallel.SetWorkers(c.threads)
	return c.turns(samples, 2, c.runOurs)
}

// turns lets some run by turns, the times of which are those from a place on.
func (c *comparison) turns(samples, place int, runs ...func() error) error {
	for i := range samples + 1 {
		for k, run := range runs {
			d, worked, err := c.sample(run)
			if err != nil {
				return err
			}
			if k += place; i > 0 { // The first is to warm up.
				c.times[k], c.worked[k] = append(c.times[k], d), append(c.worked[k], worked)
			}
		}
	}
	return nil
}

// compile makes our program, with the weights in it.
func compile(name string, b *builder, result value, passes string) (*interp.Program, error) {
	p, err := program.Parse(name, []byte(b.module(result)))
	if err != nil {
		return nil, err
	}
	ctx := p.Module.Context()
	ir.Walk(p.Module, func(o *ir.Op) ir.WalkAction {
		if k := o.Attrs().Get(weightAttr); k != nil {
			o.SetAttr("value", ctx.DenseOf(o.Result(0).Type(), b.weights[k.Int()]))
			o.SetAttrs(nil)
		}
		return ir.Advance
	})
	if err := p.Apply("stablehlo-to-tg"); err != nil {
		return nil, err
	}
	if passes != "" {
		if err := p.Apply(passes); err != nil {
			return nil, err
		}
	}
	return p.Compile()
}

func (c *comparison) runOurs() error {
	r, err := c.ours.Run(c.inputs, interp.Options{Results: c.results})
	if err == nil {
		c.results = r.Outputs
	}
	return err
}

// sample is the time of one run, of as many as a turn takes, and that of all processors.
func (c *comparison) sample(run func() error) (d, worked time.Duration, err error) {
	begin, start, processors := time.Now(), c.clock(), processor.Time()
	for n := time.Duration(1); ; n++ {
		if err := run(); err != nil {
			return 0, 0, err
		}
		if time.Since(begin) >= sampleTime {
			return (c.clock() - start) / n, (processor.Time() - processors) / n, nil
		}
	}
}

var epoch = time.Now()

// clock is the processor time of the thread, or what the clock says if there are several.
func (c *comparison) clock() time.Duration {
	var t unix.Timespec
	if c.threads == 1 && unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) == nil {
		return time.Duration(t.Nano())
	}
	return time.Since(epoch)
}

// time is what counts of the turns: of ours if k is 0, and of theirs if it is 1.
func (c *comparison) time(k int) time.Duration {
	if c.threads == 1 {
		return slices.Min(c.times[k])
	}
	return median(c.times[k])
}

func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

func (c *comparison) ratio() float64 { return c.time(0).Seconds() / c.time(1).Seconds() }

// row is the line, with floating-point operations a second, or with what threads are worth.
func (c *comparison) row(g *graph) string {
	bar, last := "", " | "
	if v := g.bar(c.threads); v < noBar {
		bar = fmt.Sprint(v)
	}
	switch {
	case c.threads > 1:
		last = fmt.Sprintf("%.2f | %.2f", median(c.times[2]).Seconds()/median(c.times[0]).Seconds(), median(c.worked[0]).Seconds()/median(c.worked[2]).Seconds())
	case g.operations > 0:
		last = fmt.Sprintf("%.0f | %.0f", g.operations/c.time(0).Seconds()/1e9, g.operations/c.time(1).Seconds()/1e9)
	}
	us := func(k int) float64 { return c.time(k).Seconds() * 1e6 }
	return fmt.Sprintf("| %s | %.4g | %.4g | %.2f | %s | %.1e | %s |\n", g.name, us(0), us(1), c.ratio(), bar, c.apart, last)
}

// apart is the largest difference of results, as a part of the largest element.
func apart(ours *tensor.Tensor, theirs []float64) (float64, error) {
	if ours.Len() != len(theirs) {
		return 0, fmt.Errorf("ours has %d elements, theirs %d", ours.Len(), len(theirs))
	}
	most, largest := 0.0, 0.0
	for i := range theirs {
		x := ours.Float64At(i)
		d := math.Abs(x - theirs[i])
		if math.IsNaN(d) {
			return 0, fmt.Errorf("element %d is %v in tg, and %v in ONNX Runtime", i, x, theirs[i])
		}
		most, largest = max(most, d), max(largest, math.Abs(theirs[i]))
	}
	if most > apartAtMost*largest {
		return 0, fmt.Errorf("results are apart by %.1e, of at most %.1e", most, largest)
	}
	return most / max(largest, math.SmallestNonzeroFloat64), nil
}

// timeOps takes the least time of each op of ours.
func (c *comparison) timeOps(runs int) error {
	least := map[*ir.Op]time.Duration{}
	for range runs {
		r, err := c.ours.Run(c.inputs, interp.Options{Times: true})
		if err != nil {
			return err
		}
		for _, t := range r.Times {
			if d, ok := least[t.Op]; !ok || t.Self < d {
				least[t.Op] = t.Self
			}
		}
		c.longest = r.Times
	}
	for i, t := range c.longest {
		c.longest[i].Self = least[t.Op]
	}
	slices.SortStableFunc(c.longest, func(x, y interp.OpTime) int { return cmp.Compare(y.Self, x.Self) })
	return nil
}

// printOps prints those that take longest.
func (b *bench) printOps(c *comparison) {
	for i, t := range c.longest {
		if i == b.ops {
			break
		}
		var types []any
		for k := range t.Op.NumOperands() {
			types = append(types, t.Op.Operand(k).Type())
		}
		fmt.Printf("    %8.1f us  %s %v\n", t.Self.Seconds()*1e6, t.Op.Name(), types)
	}
}
