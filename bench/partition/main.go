// Command partition shows what a training step takes of memory and time when its backward pass
// keeps less of the forward pass: steps of the models of bench/train/models, optimised up to
// fusions, by each objective of the pass partition and by budgets, which are parts of the peak of
// stash=compute.
//
//	go run ./bench/partition [-runs 7] [-models mobilebert,resnet,lstm] [-merged] [-data ../shared/data/models] [-write]
//	go run ./bench/partition -torch [-write]
//	go run ./bench/partition -size [-ops 100000] [-computes 10000]
//
// All programs of a model return equal bits, and take the memory that the plan of their storage
// says, or the command fails. It also fails where a smaller budget takes more memory, or where the
// step at 0.4 of the peak takes more than 1.35 times as long as that of stash=compute. Where no
// step takes as little as a budget, the one that takes least is measured, and the row says what it
// proves to be needed at once. -merged merges all products before the step is divided, also those
// of siblings and batches. Times are those of the processor on one worker, medians of turns, so
// that a machine may have other things to do.
//
// -torch compares the cut with PyTorch's min-cut partitioner, as functorch has it, on the graphs
// that this one makes of models of package bench/partition/joint: what both keep and compute again,
// by its rule, and by our objectives. It needs the packages python3-torch and python3-networkx of
// Debian; without them it takes graphs that were written earlier. It fails where ours is worse
// in what it is to be best in.
//
// -write puts a table into docs/performance.md. -size prints, in place of it, how long the
// partition of a large program takes, and te-cse of many computes and of twice as many.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/bench/train/models"
	"github.com/tg-opt/tg/interp/parallel"
)

// bar is the longest that a step at the budget barAt may take, in times of stash=compute.
const (
	bar   = 1.35
	barAt = "0.4"
)

func main() {
	runs := atleast.One("runs", 7, "samples of each program, in turns; the median counts")
	only := flag.String("models", "mobilebert,resnet,lstm", "comma-separated names of the models")
	data := flag.String("data", "../shared/data/models", "folder with programs of other projects")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	merged := flag.Bool("merged", false, "merge all products before the step is divided")
	size := flag.Bool("size", false, "measure how long passes take on large programs")
	against := flag.Bool("torch", false, "compare the cut with PyTorch's min-cut partitioner")
	ops := flag.Int("ops", 100_000, "with -size: ops of the program that is divided")
	computes := flag.Int("computes", 10_000, "with -size: computes that te-cse compares, and twice as many")
	flag.Parse()
	parallel.SetWorkers(1)
	b := &bench{runs: max(1, *runs), data: *data, merged: *merged}
	var err error
	switch {
	case *size:
		err = sizes(*ops, *computes)
	case *against:
		err = torch(*write)
	default:
		err = b.run(strings.Split(*only, ","))
	}
	if err == nil && *write && b.table.Len() > 0 {
		err = page.Write("docs/performance.md", "partition", b.table.Bytes())
	} else if err == nil {
		_, err = os.Stdout.Write(b.table.Bytes())
	}
	if err == nil && len(b.missed) > 0 {
		err = fmt.Errorf("%s", strings.Join(b.missed, "; "))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/partition:", err)
		os.Exit(1)
	}
}

// run makes the table.
func (b *bench) run(names []string) error {
	fmt.Fprintf(&b.table, "| step | | peak | of compute's | handed over | run again | time, ratio | needed at once | fused: peak | time, ratio |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	dir, err := os.MkdirTemp("", "tg-partition")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	known := append(slices.Clone(models.All), models.LSTM)
	for _, name := range names {
		at := slices.IndexFunc(known, func(m *models.Model) bool { return m.Name == name })
		if at < 0 {
			return fmt.Errorf("-models: there is no model '%s'", name)
		}
		if err := b.model(known[at], dir); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	fmt.Fprintf(&b.table, "\nOne worker, medians of %d turns, time of processors.\n", b.runs)
	return nil
}
