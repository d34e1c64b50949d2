// Command te runs the programs of ../shared/data/models as converted, and again after they were
// taken to the index level and back, and prints how much more processor time the second takes:
// medians of runs that alternate. With -optimise both go through the optimising pipeline, too.
//
//	go run ./bench/te [-runs 9] [-optimise] [-dir ../shared/data/models] [PROGRAM ...]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

const (
	converted = "stablehlo-to-tg,canonicalize,cse"
	back      = ",tg-to-te,te-to-tg"
	// leastTime is how long one measurement takes at least: short programs run several times.
	leastTime = 200 * time.Millisecond
)

func main() {
	runs := atleast.One("runs", 9, "measurements of each; the median counts")
	dir := flag.String("dir", "../shared/data/models", "where the programs are")
	optimise := flag.Bool("optimise", false, "optimise both programs before they run")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		files, _ := filepath.Glob(filepath.Join(*dir, "*.mlir"))
		for _, f := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(f), ".mlir"))
		}
	}
	rest := ""
	if *optimise {
		rest = ",optimize"
	}
	fmt.Printf("%-22s %14s %14s %8s\n", "program", "converted", "there and back", "ratio")
	for _, name := range names {
		if err := compare(filepath.Join(*dir, name+".mlir"), name, rest, max(1, *runs)); err != nil {
			fmt.Fprintf(os.Stderr, "bench/te: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// compare prints a line of the table.
func compare(file, name, rest string, runs int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var programs []*interp.Program
	for _, passes := range []string{converted + rest, converted + back + rest} {
		p, err := program.Parse(file, text)
		if err != nil {
			return err
		}
		if err := p.Apply(passes); err != nil {
			return err
		}
		run, err := p.Compile()
		if err != nil {
			return err
		}
		programs = append(programs, run)
	}
	inputs, err := program.Inputs(programs[0])
	if err != nil {
		return err
	}
	times, err := measure(programs, inputs, runs)
	if err != nil {
		return err
	}
	fmt.Printf("%-22s %11.3f ms %11.3f ms %8.3f\n", name, times[0], times[1], times[1]/times[0])
	return nil
}

// measure is the median processor time of each program in milliseconds; they take turns.
func measure(programs []*interp.Program, inputs []*tensor.Tensor, runs int) (medians []float64, err error) {
	times := make([][]float64, len(programs))
	for i := range runs + 1 {
		for k, p := range programs {
			start, begin, n := processorTime(), time.Now(), 0
			for n == 0 || time.Since(begin) < leastTime {
				if _, err := p.Run(inputs, interp.Options{}); err != nil {
					return nil, err
				}
				n++
			}
			if i > 0 { // the first ones warm up
				times[k] = append(times[k], (processorTime()-start).Seconds()*1e3/float64(n))
			}
		}
	}
	for _, list := range times {
		slices.Sort(list)
		medians = append(medians, list[len(list)/2])
	}
	return medians, nil
}

// processorTime is what the process has used of it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
