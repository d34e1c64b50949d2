package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
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
	ours *run
	// times are those of one run: ours, theirs, and ours with one thread, or, where there is one
	// only, of products in registers.
	times  [3][]time.Duration
	worked [3][]time.Duration // of all processors
	apart  float64
	// longest are the ops of ours, those that take longest first.
	longest []interp.OpTime
	threads int
	// peak is how many operations a run of products in registers has.
	peak int
}

func (b *bench) compare(g *graph) (*comparison, error) {
	build := newBuilder()
	result := g.build(build)
	c := &comparison{threads: b.threads}
	var err error
	if c.ours, err = compile(g.name, build, result, b.passes); err != nil {
		return nil, err
	}
	if b.threads > 1 {
		if err := c.alone(b.samples); err != nil {
			return nil, err
		}
	}
	switch {
	case g.unfused:
		err = c.withUnfused(b, g, build, result)
	case g.base != nil:
		err = c.withBase(b, g)
	default:
		err = c.withTheirs(b, build, result)
	}
	if err != nil {
		return nil, err
	}
	if b.ops > 0 {
		err = c.timeOps(b.samples)
	}
	return c, err
}

// withTheirs measures ours beside ONNX Runtime.
func (c *comparison) withTheirs(b *bench, build *builder, result value) error {
	theirs, err := newSession(build, result, b.threads)
	if err != nil {
		return fmt.Errorf("ONNX Runtime: %w", err)
	}
	defer theirs.destroy()
	if err := c.both(b, theirs.run); err != nil {
		return err
	}
	c.apart, err = apart(c.ours.results[0], theirs.result())
	return err
}

// unfuse takes fusions apart, and makes those that no product is in again.
const unfuse = ",unfuse,fuse-elementwise"

// withUnfused measures ours beside ours with nothing from product to product.
func (c *comparison) withUnfused(b *bench, g *graph, build *builder, result value) error {
	other, err := compile(g.name, build, result, b.passes+unfuse)
	if err != nil {
		return err
	}
	if err := c.both(b, other.run); err != nil {
		return err
	}
	if !tensor.SameValues(c.ours.results[0], other.results[0]) {
		return errors.New("the bits are others than those of ops by themselves")
	}
	return nil
}

// withBase measures ours beside another program of ours.
func (c *comparison) withBase(b *bench, g *graph) error {
	build := newBuilder()
	other, err := compile(g.name, build, g.base(build), b.passes)
	if err != nil {
		return err
	}
	return c.both(b, other.run)
}

// both measures ours and another one.
func (c *comparison) both(b *bench, other func() error) error {
	if b.threads > 1 {
		return c.turns(b.samples, 1, other)
	}
	return c.turns(b.samples, 0, c.ours.run, other, c.runPeak)
}

// alone measures ours with its threads, and with one, while there is no session: threads of ONNX
// Runtime watch for work long after a run, on processors that are ours then.
func (c *comparison) alone(samples int) error {
	if err := c.turns(samples, 0, c.ours.run); err != nil {
		return err
	}
	parallel.SetWorkers(1)
	defer parallel.SetWorkers(c.threads)
	return c.turns(samples, 2, c.ours.run)
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

// run is a program of ours, with storage for its results.
type run struct {
	program         *interp.Program
	inputs, results []*tensor.Tensor
}

// compile makes our program, with the weights in it.
func compile(name string, b *builder, result value, passes string) (*run, error) {
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
	compiled, err := p.Compile()
	r := &run{program: compiled}
	for _, in := range b.inputs {
		r.inputs = append(r.inputs, in.data)
	}
	return r, err
}

func (r *run) run() error {
	result, err := r.program.Run(r.inputs, interp.Options{Results: r.results})
	if err == nil {
		r.results = result.Outputs
	}
	return err
}

// peakRounds is how many rounds of products in registers are a run.
const peakRounds = 2500

// runPeak does what no contraction can do faster.
func (c *comparison) runPeak() error {
	c.peak = contract.Peak(tensor.F32, peakRounds)
	return nil
}

// share is how much of the peak of products in registers ours reaches; 0 where that is not known.
func (c *comparison) share(g *graph) float64 {
	if c.threads > 1 || c.peak == 0 {
		return 0
	}
	return g.operations / c.time(0).Seconds() / (float64(c.peak) / c.time(2).Seconds())
}

// misses counts the bars that are not reached.
func (c *comparison) misses(g *graph) (n int) {
	if c.ratio() > g.bar(c.threads) {
		n++
	}
	if share := c.share(g); share > 0 && share < g.share {
		n++
	}
	return n
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
	bar, last := "", " | | | "
	if v := g.bar(c.threads); v < noBar {
		bar = fmt.Sprint(v)
	}
	switch {
	case c.threads > 1:
		last = fmt.Sprintf("%.2f | %.2f", median(c.times[2]).Seconds()/median(c.times[0]).Seconds(), median(c.worked[0]).Seconds()/median(c.worked[2]).Seconds())
	case g.operations > 0:
		share, bar := "", ""
		if part := c.share(g); part > 0 {
			share = fmt.Sprintf("%.0f%%", 100*part)
		}
		if g.share > 0 {
			bar = fmt.Sprintf("%.0f%%", 100*g.share)
		}
		last = fmt.Sprintf("%.0f | %.0f | %s | %s", g.operations/c.time(0).Seconds()/1e9, g.operations/c.time(1).Seconds()/1e9, share, bar)
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
		r, err := c.ours.program.Run(c.ours.inputs, interp.Options{Times: true})
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
