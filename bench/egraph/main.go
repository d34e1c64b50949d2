// Command egraph measures package egraph: how many nodes it makes in a second of
// one processor, on the programs that other systems are measured on.
//
//	go run ./bench/egraph [-runs 5] [-steps 13] [-which integ_ln/simple] [-dir ../shared/data/egraph] [-only math,small,egg,sums]
//
// The parts are:
//
//   - math: egg's mathematical rules without conditions, from seven terms, as
//     egglog and Oatlog run them, step by step; the number of nodes after each is
//     compared with theirs. The 13th line is that of 15,987,528 nodes, in 4 GiB.
//   - small: the first step of it, to 69 nodes, from an empty graph.
//   - egg: the mathematical rules with conditions and constants on single terms, to
//     100,000 nodes, with both schedulers, against egg-math.csv.
//   - sums: associativity and commutativity over n leaves, to the end.
//
// Times are of the processor, the least of several runs, short ones for a second. It exits with
// status 1 where a count is wrong or a bar is missed.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
)

// bench is what the parts have in common.
type bench struct {
	runs, steps int
	dir, which  string
	// missed are counts that are wrong, and bars.
	missed int
	// perNode is the time of a node of the mathematical rules, by the number of nodes.
	perNode map[int]float64
}

func main() {
	b := &bench{perNode: map[int]float64{}}
	flag.IntVar(&b.runs, "runs", 5, "runs of each at least, and for a second; the fastest counts")
	flag.IntVar(&b.steps, "steps", 13, "lines of the mathematical rules")
	flag.StringVar(&b.dir, "dir", "../shared/data/egraph", "where the rules and others' measurements are")
	only := flag.String("only", "math,small,egg,sums", "which parts")
	flag.StringVar(&b.which, "which", "", "which of egg's programs, with the scheduler: integ_ln/simple; empty for all")
	profile := flag.String("cpuprofile", "", "write a profile to this file")
	flag.Parse()
	if _, err := os.Stat(b.dir); err != nil {
		fmt.Printf("no data to measure with: %v\n", err)
		return
	}
	if err := b.all(*only, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "bench/egraph:", err)
		os.Exit(1)
	}
	if b.missed > 0 {
		fmt.Printf("%d counts or bars missed\n", b.missed)
		os.Exit(1)
	}
}

func (b *bench) all(only, profile string) error {
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	// One core, and a graph is not collected while it is measured: there is no
	// garbage in it but arrays that were outgrown.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(4 << 30)
	parts := map[string]func() error{"math": b.math, "small": b.small, "egg": b.egg, "sums": b.sums}
	for _, name := range strings.Split(only, ",") {
		part := parts[name]
		if part == nil {
			return fmt.Errorf("-only: there is no part %q", name)
		}
		if err := part(); err != nil {
			return err
		}
		fmt.Println()
	}
	return nil
}

// judge prints how a rate stands to its bar.
func (b *bench) judge(rate, bar float64) string {
	if bar == 0 {
		return ""
	}
	if rate < bar {
		b.missed++
		return fmt.Sprintf("below the bar of %.1f", bar)
	}
	return fmt.Sprintf("bar %.1f", bar)
}

// least is the least time of several runs of f, each of which is told when to
// begin: of runs of them, and of as many more as a second has room for, since
// what else a machine does weighs most on short ones.
func (b *bench) least(f func() time.Duration) time.Duration {
	best := time.Duration(0)
	for n, begin := 0, processor.Time(); n < b.runs || processor.Time()-begin < time.Second; n++ {
		runtime.GC()
		if d := f(); best == 0 || d < best {
			best = d
		}
	}
	return best
}

// took is how long the processor works for f.
func took(f func()) time.Duration {
	start := processor.Time()
	f()
	return processor.Time() - start
}
