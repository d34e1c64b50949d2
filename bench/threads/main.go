// Command threads measures what more workers bring, and what they cost: for each program the time
// of a run by the clock with one worker, how much faster it is with others, and how much more time
// of processors it takes.
//
//	go run ./bench/threads [-workers 2] [-turns 15] [-write] [FILE.mlir ...]
//
// Programs are chains of ops, none of which is fused with another, and the files, optimised. All
// numbers of workers must give the same bits. Times are medians of turns, in each of which every
// number of workers has its own, and runs follow each other for a while. -write puts the table
// into docs/performance.md.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

func main() {
	counts := flag.String("workers", "2", "numbers of workers, with commas between them")
	turns := atleast.One("turns", 15, "turns of each; the median counts")
	write := flag.Bool("write", false, "put the table into docs/performance.md")
	flag.Parse()
	if err := run(*counts, *turns, *write, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench/threads:", err)
		os.Exit(1)
	}
}

func run(counts string, turns int, write bool, files []string) error {
	workers := []int{1}
	for _, c := range strings.Split(counts, ",") {
		n, err := strconv.Atoi(c)
		if err != nil || n < 2 {
			return fmt.Errorf("-workers takes numbers from 2 on, as 2,4,8, not %q", counts)
		}
		workers = append(workers, n)
	}
	if turns < 1 {
		return fmt.Errorf("-turns must be positive")
	}
	var table bytes.Buffer
	out := io.MultiWriter(os.Stdout, &table)
	fmt.Fprint(out, "| | 1 worker, us |")
	for _, n := range workers[1:] {
		fmt.Fprintf(out, " %d workers, us | speed-up | work |", n)
	}
	fmt.Fprint(out, "\n|---|---:|", strings.Repeat("---:|---:|---:|", len(workers)-1), "\n")
	for _, s := range subjects(files) {
		if err := s.measure(out, workers, turns); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if !write {
		return nil
	}
	fmt.Fprintf(&table, "\nMedians of %d turns by the clock; work is the time of processors over that with one worker.\n", turns)
	return page.Write("docs/performance.md", "threads", table.Bytes())
}

// subject is one line of the table.
type subject struct {
	name, passes string
	text         func() ([]byte, error)
}

// chainLength is how many ops of one kind follow each other.
const chainLength = 48

func subjects(files []string) []subject {
	var all []subject
	for _, n := range []int{32, 64, 128, 256} {
		name := fmt.Sprintf("%d products %dx%dx%d", chainLength, n, n, n)
		all = append(all, chain(name, fmt.Sprintf("tensor<%dx%dxf32>", n, n), "matmul %%%[1]d, %%w : (%[2]s, %[2]s) -> %[2]s"))
	}
	for _, n := range []int{1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20} {
		name := fmt.Sprintf("%d times tanh of %d", chainLength, n)
		all = append(all, chain(name, fmt.Sprintf("tensor<%dxf32>", n), "tanh %%%[1]d : %[2]s"))
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".mlir")
		all = append(all, subject{name, "optimize", func() ([]byte, error) { return os.ReadFile(f) }})
	}
	return all
}

// chain is a program of ops of which each takes the result of the one before it; op has verbs for
// the number of that and for the type.
func chain(name, typ, op string) subject {
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @main(%%x: %s, %%w: %[1]s) -> %[1]s {\n  %%0 = tg.add %%x, %%w : %[1]s\n", typ)
	for i := range chainLength {
		fmt.Fprintf(&b, "  %%%d = tg.", i+1)
		fmt.Fprintf(&b, op+"\n", i, typ)
	}
	fmt.Fprintf(&b, "  return %%%d : %s\n}\n", chainLength, typ)
	return subject{name, "", func() ([]byte, error) { return []byte(b.String()), nil }}
}

// turn is how long runs of one number of workers follow each other.
const turn = 30 * time.Millisecond

func (s subject) measure(out io.Writer, workers []int, turns int) error {
	text, err := s.text()
	if err != nil {
		return err
	}
	v, err := program.Prepare(s.name, text, s.passes)
	if err != nil {
		return err
	}
	inputs, err := program.Inputs(v.Run)
	if err != nil {
		return err
	}
	defer parallel.SetWorkers(0)
	wall, work := make([][]float64, len(workers)), make([][]float64, len(workers))
	var first []*tensor.Tensor
	for t := range turns + 1 {
		for i, n := range workers {
			parallel.SetWorkers(n)
			took, spent, outputs, err := repeat(v.Run, inputs)
			if err != nil {
				return err
			}
			if first == nil {
				first = outputs
			}
			for k, o := range outputs {
				if !tensor.SameValues(o, first[k]) {
					return fmt.Errorf("result #%d is another one with %d workers", k, n)
				}
			}
			if t > 0 { // the first is for what is made once
				wall[i], work[i] = append(wall[i], took), append(work[i], spent)
			}
		}
	}
	alone, spent := median(wall[0]), median(work[0])
	fmt.Fprintf(out, "| %s | %.4g |", s.name, alone*1e6)
	for i := range workers[1:] {
		took := median(wall[i+1])
		fmt.Fprintf(out, " %.4g | %.2f | %.2f |", took*1e6, alone/took, median(work[i+1])/spent)
	}
	fmt.Fprintln(out)
	return nil
}

// repeat runs for a turn, and tells how long a run takes by the clock and of the processors, in
// seconds.
func repeat(p *interp.Program, inputs []*tensor.Tensor) (wall, work float64, outputs []*tensor.Tensor, err error) {
	begin, spent, n := time.Now(), processor.Time(), 0
	for n == 0 || time.Since(begin) < turn {
		r, err := p.Run(inputs, interp.Options{})
		if err != nil {
			return 0, 0, nil, err
		}
		outputs = r.Outputs
		n++
	}
	wall, work = time.Since(begin).Seconds()/float64(n), (processor.Time()-spent).Seconds()/float64(n)
	return wall, work, outputs, nil
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
