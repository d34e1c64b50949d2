// Command memory measures the memory of programs by the plan: what is live, the
// arena, and what runs really take, which must be what is planned for 1, 2 and 8
// workers; before and after the pipeline `optimize`. It compares the time of runs
// by the plan with those from a pool, in turns in one process, and counts heap
// allocations of a run. It exits with status 1 where a bar is missed.
//
//	go run ./bench/memory [-runs 9] [-dir ../shared/data/models] [FILE.mlir ...]
//	go run ./bench/memory -scale
//	go run ./bench/memory -cse
//
// -scale measures how time and memory of the planning grow with the program, and -cse
// how much longer than cse it takes with memory-aware.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	runs := flag.Int("runs", 9, "samples of each time; the median counts")
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
		return measureScale()
	case cse:
		return measureTwins()
	}
	if len(files) == 0 {
		if files, err = filepath.Glob(filepath.Join(dir, "*.mlir")); err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("there are no programs in %s; they belong to other projects and are not shipped", dir)
		}
	}
	fmt.Printf("%-26s %-10s %8s %12s %12s %12s %8s %8s %8s  %s\n", "program", "", "workers", "live", "planned", "measured", "ratio", "bar", "allocs", "missed")
	missed := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(f), ".mlir")
		n, err := measure(name, text, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		missed += n
	}
	if missed > 0 {
		return fmt.Errorf("%d bars are missed", missed)
	}
	return nil
}
