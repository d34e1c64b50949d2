// Command torch compares small networks with PyTorch on the CPU: the gradients, and the times of a
// step, which is the loss and all gradients, and of the loss alone.
//
//	go run ./bench/torch [-samples 15] [-only REGEXP] [-python python3] [-busy] [-write]
//
// It needs PyTorch, which Debian has as the package python3-torch, and ends where there is none.
// The networks, in package bench/torch/networks, are forward programs in StableHLO, which are
// converted, differentiated and optimised; PyTorch's are its own modules and functions, with
// autograd, as people write them. Weights, data and the number of threads are the same. Which
// library multiplies matrices for PyTorch is in the table: Debian's default is not made to be
// fast, and with the package libopenblas0-pthread PyTorch takes that one.
//
// First the gradients are compared: of each, the norm of the difference is at most 1e-5 of that of
// the gradient, or the command fails. Then both run in turns, for 50 ms each, after a pause
// and a first evaluation that do not count: threads of the other one may be awake a while longer.
// Times are medians, and the ratio is the median of the ratios of turns.
//
// -busy takes the time of processors in place of that of the clock, on one thread only, for a
// machine that has other things to do: two threads that wait for each other take some of it, too.
// -write puts the table into docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/torch/networks"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// bar is how far a gradient may be from PyTorch's, as a part of its norm.
const bar = 1e-5

func main() {
	samples := atleast.One("samples", 15, "turns of each; the median counts")
	only := flag.String("only", "", "regular expression: only the networks that it matches")
	python := flag.String("python", "", "the Python that has PyTorch; empty for python3, or else /usr/bin/python3")
	busy := flag.Bool("busy", false, "measure the time of processors, on one thread")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	flag.Parse()
	b := &bench{python: *python, samples: *samples, threads: []int{1, 2}}
	if *busy {
		b.busy, b.threads = true, []int{1}
	}
	err := b.run(*only, *write)
	switch {
	case errors.Is(err, networks.ErrAbsent):
		fmt.Fprintln(os.Stderr, "bench/torch: nothing is compared:", err)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench/torch:", err)
		os.Exit(1)
	}
}

// bench is what is asked for.
type bench struct {
	python  string
	samples int
	threads []int
	busy    bool

	version    string // of PyTorch
	table, doc bytes.Buffer
}

func (b *bench) run(only string, write bool) error {
	wanted, err := regexp.Compile(only)
	if err == nil && b.python == "" {
		b.python, err = networks.Python()
	}
	if err != nil {
		return err
	}
	b.table.WriteString("| network | threads | step, ms | PyTorch, ms | ratio | loss alone, ms | PyTorch, ms | ratio | gradients apart, norm | element |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, n := range networks.All {
		if !wanted.MatchString(n.Name) {
			continue
		}
		fmt.Fprintf(&b.doc, " `%s`: %s.", n.Name, n.Doc)
		for _, threads := range b.threads {
			c := comparison{bench: b, network: n, threads: threads}
			row, err := c.row()
			if err != nil {
				return fmt.Errorf("%s on %d threads: %w", n.Name, threads, err)
			}
			fmt.Fprint(os.Stderr, row)
			b.table.WriteString(row)
		}
	}
	kind := "times of the clock"
	if b.busy {
		kind = "times of processors"
	}
	fmt.Fprintf(&b.table, "\n%s, f32, medians of %d turns, %s.%s\n", b.version, b.samples, kind, b.doc.String())
	if write {
		return page.Write("docs/performance.md", "torch", b.table.Bytes())
	}
	_, err = os.Stdout.Write(b.table.Bytes())
	return err
}

// comparison is one line of the table.
type comparison struct {
	*bench
	network *networks.Network
	threads int

	ours   *networks.Ours
	inputs []*tensor.Tensor
	theirs *networks.Theirs
}

func (c *comparison) row() (row string, err error) {
	parallel.SetWorkers(c.threads)
	if c.ours, err = c.network.Compile("f32"); err != nil {
		return "", err
	}
	for _, in := range c.ours.Inputs {
		c.inputs = append(c.inputs, in.Tensor)
	}
	if c.theirs, err = c.network.Start(c.python, c.threads, c.ours.Inputs); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, c.theirs.Close()) }()
	c.bench.version = c.theirs.Version
	apart, err := c.apart()
	if err != nil {
		return "", err
	}
	cells := []string{c.network.Name, fmt.Sprint(c.threads)}
	for _, what := range []string{"step", "forward"} {
		t, err := c.times(what)
		if err != nil {
			return "", err
		}
		cells = append(cells, fmt.Sprintf("%.3g", t.ours*1e3), fmt.Sprintf("%.3g", t.theirs*1e3), fmt.Sprintf("%.2f", t.ratio))
	}
	cells = append(cells, fmt.Sprintf("%.1e", apart.Norm), fmt.Sprintf("%.1e", apart.Element))
	return "| " + strings.Join(cells, " | ") + " |\n", nil
}

// apart is how far the gradients are from PyTorch's at most.
func (c *comparison) apart() (most networks.Distance, err error) {
	theirs, err := c.theirs.Gradients()
	if err != nil {
		return most, err
	}
	result, err := c.ours.Step.Run(c.inputs, interp.Options{})
	if err != nil {
		return most, err
	}
	for i, name := range append([]string{"the loss"}, c.network.Wrt...) {
		d := networks.Apart(result.Outputs[i], theirs[i])
		if d.Norm > bar {
			return most, fmt.Errorf("%s differs from PyTorch's by %.1e of its norm, which is more than %.0e", name, d.Norm, bar)
		}
		most.Norm, most.Element = max(most.Norm, d.Norm), max(most.Element, d.Element)
	}
	return most, nil
}

// seconds of one evaluation.
type seconds struct{ ours, theirs, ratio float64 }

const (
	// turn is how long one evaluates before it is the turn of the other one, and pause how long its
	// threads are given to fall asleep.
	turn  = 50 * time.Millisecond
	pause = 50 * time.Millisecond
)

// times are the medians of turns.
func (c *comparison) times(what string) (seconds, error) {
	program := c.ours.Step
	if what == "forward" {
		program = c.ours.Forward
	}
	var results []*tensor.Tensor
	ours := func(times int) (time.Duration, error) {
		start, begin := time.Now(), processor.Time()
		for range times {
			r, err := program.Run(c.inputs, interp.Options{Results: results})
			if err != nil {
				return 0, err
			}
			results = r.Outputs
		}
		return c.of(time.Since(start), processor.Time()-begin), nil
	}
	theirs := func(times int) (time.Duration, error) {
		clock, processor, err := c.theirs.Time(what, times)
		return c.of(clock, processor), err
	}
	var medians [2][]float64
	var ratios []float64
	for range c.samples {
		var now [2]float64
		for k, evaluate := range []func(int) (time.Duration, error){ours, theirs} {
			time.Sleep(pause)
			t, err := sample(evaluate)
			if err != nil {
				return seconds{}, err
			}
			now[k] = t
			medians[k] = append(medians[k], t)
		}
		ratios = append(ratios, now[0]/now[1])
	}
	return seconds{median(medians[0]), median(medians[1]), median(ratios)}, nil
}

// of is the time that is measured.
func (b *bench) of(clock, processor time.Duration) time.Duration {
	if b.busy {
		return processor
	}
	return clock
}

// sample is the time of one evaluation, of as many as fit into a turn.
func sample(evaluate func(times int) (time.Duration, error)) (float64, error) {
	if _, err := evaluate(1); err != nil {
		return 0, err
	}
	once, err := evaluate(1)
	if err != nil {
		return 0, err
	}
	times := int(turn/max(once, time.Microsecond)) + 1
	all, err := evaluate(times)
	return all.Seconds() / float64(times), err
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
