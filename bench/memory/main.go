// Command memory measures the memory of programs by the plan: what is live, the
// arena, and what runs really take, which must be what is planned for 1, 2 and 8
// workers; before and after the pipeline `optimize`. It compares the time of runs
// by the plan with those from a pool, in turns in one process, and counts heap
// allocations of a run. A second table has what `rematerialize` costs at 80, 60 and
// 40 % of the peak, and at the least: the time that it adds as predicted and as
// measured, against the program as it is, in turns, whose results it must have to
// the bit; if no files are named also of generated training steps, which have more
// to compute again than models that only infer. It exits with status 1 where a bar
// is missed.
//
//	go run ./bench/memory [-runs 9] [-dir ../shared/data/models] [FILE.mlir ...]
//	go run ./bench/memory -scale
//	go run ./bench/memory -cse
//
// -scale measures how time and memory of the planning grow with the program, and how
// long `rematerialize` takes to meet a budget; -cse measures how much longer cse takes
// with memory-aware.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/bench/internal/atleast"
)

func main() {
	runs := atleast.One("runs", 9, "samples of each time; the median counts")
	dir := flag.String("dir", "../shared/data/models", "where the programs are, if no files are named")
	scale := flag.Bool("scale", false, "measure planning of generated programs of up to a million ops")
	cse := flag.Bool("cse", false, "measure cse{memory-aware} of generated programs of up to a million ops")
	flag.Parse()
	if err := run(*runs, *dir, *scale, *cse, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench/memory:", err)
		os.Exit(1)
	}
}

func run(runs int, dir string, scale, cse bool, files []string) (err error) {
	switch {
	case runs < 1:
		return errors.New("-runs is 1 or more")
	case (scale || cse) && len(files) > 0:
		return errors.New("-scale and -cse generate their programs; name no files")
	case scale && cse:
		return errors.New("-scale and -cse are measured one at a time")
	case scale:
		return errors.Join(measureScale(), measureRematerialize())
	case cse:
		return measureTwins()
	}
	generated := len(files) == 0
	if generated {
		if files, err = filepath.Glob(filepath.Join(dir, "*.mlir")); err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("there are no programs in %s; they belong to other projects and are not shipped", dir)
		}
	}
	fmt.Printf("%-26s %-10s %8s %12s %12s %12s %8s %8s %8s  %s\n", "program", "", "workers", "live", "planned", "measured", "ratio", "bar", "allocs", "missed")
	missed, err := each(files, runs, measure)
	if err != nil {
		return err
	}
	fmt.Printf("\n%-26s %-10s %-6s %12s %12s %6s %12s %9s %9s %7s  %s\n", "program", "", "budget", "bytes", "planned", "again", "predicted us", "%", "measured", "ratio", "missed")
	n, err := each(files, runs, measureBudgets)
	if err != nil {
		return err
	}
	missed += n
	if generated {
		n, err := measureGenerated(runs)
		if err != nil {
			return err
		}
		missed += n
	}
	if missed > 0 {
		return fmt.Errorf("%d bars are missed", missed)
	}
	return nil
}

// each measures all programs, and counts the bars that they miss.
func each(files []string, runs int, measure func(name string, text []byte, runs int) (missed int, err error)) (missed int, err error) {
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return missed, err
		}
		name := strings.TrimSuffix(filepath.Base(f), ".mlir")
		n, err := measure(name, text, runs)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", name, err)
		}
		missed += n
	}
	return missed, nil
}
