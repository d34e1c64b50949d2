// Command scale shows that the pipeline `optimize` is linear: microseconds per op, and the most
// memory it took, on graphs of growing size and of several shapes, without parsing and printing,
// and the share of each pass. The fastest of several runs counts. The first shapes are like
// programs; of the others, each has very much of one thing.
//
//	go run ./bench/scale [-ops 25000,50000,100000] [-fp strict] [-graphs deep,wide] [-repeat 3] [-passes]
//	go run ./bench/scale -pipeline 'saturate{fp=fast machine=gpu}' -ops 100000 -repeat 1 [FILE.mlir...]
//
// Files, if any are named, are measured instead of the graphs.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/passes/optimize"
)

// config is what the flags say.
type config struct {
	sizes, fp, graphs, pipeline string
	repeat                      int
	each                        bool
}

func main() {
	var c config
	flag.StringVar(&c.sizes, "ops", "25000,50000,100000", "sizes of the graphs")
	flag.StringVar(&c.fp, "fp", "strict", "floating-point rewrites allowed: strict, finite or fast")
	flag.StringVar(&c.graphs, "graphs", "", "comma-separated shapes; all if empty")
	flag.StringVar(&c.pipeline, "pipeline", "", "passes to measure instead of optimize; -fp and -passes are for optimize only")
	flag.IntVar(&c.repeat, "repeat", 3, "how many runs; the fastest counts")
	flag.BoolVar(&c.each, "passes", false, "show the share of every pass as well")
	profile := flag.String("cpuprofile", "", "write a CPU profile of everything to this file")
	flag.Parse()
	if err := c.run(*profile, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench/scale:", err)
		os.Exit(1)
	}
}

func (c *config) run(profile string, files []string) error {
	if profile != "" {
		f, err := os.Create(profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	list := slices.Concat(graphs, extremes)
	for name := range strings.SplitSeq(c.graphs, ",") {
		if name != "" && !slices.ContainsFunc(list, func(g graph) bool { return g.name == name }) {
			return fmt.Errorf("there is no graph '%s'", name)
		}
	}
	fmt.Printf("%-10s %8s %10s %10s %10s %8s %10s %8s\n", "graph", "ops", "us/op", "left", "to first", "s", "CPU s", "MiB")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := c.measure(strings.TrimSuffix(filepath.Base(name), ".mlir"), [][]byte{text}); err != nil {
			return err
		}
	}
	for _, g := range list {
		if len(files) > 0 || c.graphs != "" && !slices.Contains(strings.Split(c.graphs, ","), g.name) {
			continue
		}
		var texts [][]byte
		for s := range strings.SplitSeq(c.sizes, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				return fmt.Errorf("-ops: %q is not a number", s)
			}
			texts = append(texts, []byte(g.text(n)))
		}
		if err := c.measure(g.name, texts); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	return nil
}

// measure prints a line for each of some programs.
func (c *config) measure(name string, texts [][]byte) error {
	first := 0.0
	for _, text := range texts {
		best, err := c.fastest(text, name)
		if err != nil {
			return err
		}
		us := best.seconds * 1e6 / float64(best.ops)
		if first == 0 {
			first = us
		}
		fmt.Printf("%-10s %8d %10.2f %10d %10.2f %8.2f %10.2f %8d\n", name, best.ops, us, best.left, us/first, best.seconds, best.processor, best.memory>>20)
		for _, share := range best.shares {
			fmt.Println("   ", share)
		}
	}
	return nil
}

// sample is one run of the pipeline.
type sample struct {
	ops, left          int
	seconds, processor float64
	memory             int64    // the most that was resident, in bytes
	shares             []string // of the passes
}

// fastest is the best of several runs on a program.
func (c *config) fastest(text []byte, name string) (best sample, err error) {
	for i := range max(c.repeat, 1) {
		p, err := program.Parse(name, text)
		if err != nil {
			return best, err
		}
		s := sample{ops: p.Ops()}
		debug.FreeOSMemory()
		forgetPeak()
		start, used := time.Now(), processorTime()
		if s.shares, err = c.apply(p); err != nil {
			return best, err
		}
		s.seconds, s.processor = time.Since(start).Seconds(), (processorTime() - used).Seconds()
		s.left, s.memory = p.Ops(), peak()
		if i == 0 || s.seconds < best.seconds {
			best = s
		}
	}
	return best, nil
}

// apply applies the pipeline; with each, one pass after the other, and tells the microseconds per
// op of each.
func (c *config) apply(p *program.Program) (shares []string, err error) {
	switch {
	case c.pipeline != "":
		return nil, p.Apply(c.pipeline)
	case !c.each:
		return nil, p.Apply("optimize{fp=" + c.fp + "}")
	}
	for _, pass := range strings.Split(optimize.Pipeline.Text, ",") {
		ops := max(p.Ops(), 1)
		start := time.Now()
		if err := p.Apply(pass + options(pass, c.fp)); err != nil {
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
