// Command scale shows that the pipeline `optimize` is linear: microseconds per
// op on graphs of growing size and of several shapes, without parsing and
// printing, and the share of each pass. The fastest of several runs counts. The
// first shapes are like programs; of the others, each has very much of one thing.
//
//	go run ./bench/scale [-ops 25000,50000,100000] [-fp strict] [-graphs deep,wide] [-repeat 3] [-passes]
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/passes/optimize"
)

func main() {
	sizes := flag.String("ops", "25000,50000,100000", "sizes of the graphs")
	fp := flag.String("fp", "strict", "floating-point rewrites allowed: strict, finite or fast")
	only := flag.String("graphs", "", "comma-separated shapes; all if empty")
	repeat := flag.Int("repeat", 3, "how many runs; the fastest counts")
	each := flag.Bool("passes", false, "show the share of every pass as well")
	profile := flag.String("cpuprofile", "", "write a CPU profile of everything to this file")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench/scale:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Printf("%-10s %8s %10s %10s %10s\n", "graph", "ops", "us/op", "left", "to first")
	all := append(graphs, extremes...)
	for name := range strings.SplitSeq(*only, ",") {
		if name != "" && !slices.ContainsFunc(all, func(g graph) bool { return g.name == name }) {
			fmt.Fprintf(os.Stderr, "bench/scale: there is no graph '%s'\n", name)
			os.Exit(1)
		}
	}
	for _, g := range all {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), g.name) {
			continue
		}
		if err := measure(g, *sizes, *fp, max(*repeat, 1), *each); err != nil {
			fmt.Fprintf(os.Stderr, "bench/scale: %s: %v\n", g.name, err)
			os.Exit(1)
		}
	}
}

func measure(g graph, sizes, fp string, repeat int, each bool) error {
	first := 0.0
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("-ops: %q is not a number", s)
		}
		best, err := fastest([]byte(g.text(n)), g.name, fp, repeat, each)
		if err != nil {
			return err
		}
		us := best.seconds * 1e6 / float64(best.ops)
		if first == 0 {
			first = us
		}
		fmt.Printf("%-10s %8d %10.2f %10d %10.2f\n", g.name, best.ops, us, best.left, us/first)
		for _, share := range best.shares {
			fmt.Println("   ", share)
		}
	}
	return nil
}

// sample is one run of the pipeline.
type sample struct {
	ops, left int
	seconds   float64
	shares    []string // of the passes
}

// fastest is the best of several runs on a program.
func fastest(text []byte, name, fp string, repeat int, each bool) (best sample, err error) {
	for i := range repeat {
		p, err := program.Parse(name, text)
		if err != nil {
			return best, err
		}
		s := sample{ops: p.Ops()}
		runtime.GC()
		start := time.Now()
		if s.shares, err = run(p, fp, each); err != nil {
			return best, err
		}
		s.seconds, s.left = time.Since(start).Seconds(), p.Ops()
		if i == 0 || s.seconds < best.seconds {
			best = s
		}
	}
	return best, nil
}

// run applies the pipeline; with each, one pass after the other, and tells the
// microseconds per op of each.
func run(p *program.Program, fp string, each bool) (shares []string, err error) {
	if !each {
		return nil, p.Apply("optimize{fp=" + fp + "}")
	}
	for _, pass := range strings.Split(optimize.Pipeline.Text, ",") {
		ops := max(p.Ops(), 1)
		start := time.Now()
		if err := p.Apply(pass + options(pass, fp)); err != nil {
			return nil, err
		}
		shares = append(shares, fmt.Sprintf("%-28s %8d ops %8.2f us/op", pass, ops, time.Since(start).Seconds()*1e6/float64(ops)))
	}
	return shares, nil
}

// options gives a pass the floating-point mode if it has one.
func options(pass, fp string) string {
	switch pass {
	case "canonicalize", "substitute", "fuse-matmul":
		return "{fp=" + fp + "}"
	}
	return ""
}
