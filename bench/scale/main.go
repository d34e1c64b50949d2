// Command scale shows that the pipeline `optimize` is linear: microseconds per
// op on graphs of growing size and of several shapes, without parsing and
// printing, and the share of each pass.
//
//	go run ./bench/scale [-ops 25000,50000,100000] [-fp strict] [-graphs deep,wide] [-passes]
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
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/pipeline"
)

// graph is a shape of programs; text writes one of about n ops.
type graph struct {
	name, doc string
	text      func(n int) string
}

var graphs = []graph{
	{"deep", "a chain of elementwise ops", deep},
	{"wide", "one value with n users, added up in pairs", wide},
	{"products", "a chain of products and activations", products},
	{"attention", "copies of an attention block, one behind the other", func(n int) string {
		return programs.AttentionCopies(programs.Params{Sequence: 8, Width: 8, Heads: 2, Arguments: true}, n/34, false)
	}},
	{"parallel", "copies of an attention block on one input, added up", func(n int) string {
		return programs.AttentionCopies(programs.Params{Sequence: 8, Width: 8, Heads: 2, Arguments: true}, n/35, true)
	}},
}

func main() {
	sizes := flag.String("ops", "25000,50000,100000", "sizes of the graphs")
	fp := flag.String("fp", "strict", "floating-point rewrites allowed: strict, finite or fast")
	only := flag.String("graphs", "", "comma-separated shapes; all if empty")
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
	for _, g := range graphs {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), g.name) {
			continue
		}
		if err := measure(g, *sizes, *fp, *each); err != nil {
			fmt.Fprintf(os.Stderr, "bench/scale: %s: %v\n", g.name, err)
			os.Exit(1)
		}
	}
}

func measure(g graph, sizes, fp string, each bool) error {
	first := 0.0
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("-ops: %q is not a number", s)
		}
		p, err := program.Parse(g.name, []byte(g.text(n)))
		if err != nil {
			return err
		}
		ops := p.Ops()
		runtime.GC()
		start := time.Now()
		shares, err := run(p, fp, each)
		if err != nil {
			return err
		}
		us := time.Since(start).Seconds() * 1e6 / float64(ops)
		if first == 0 {
			first = us
		}
		fmt.Printf("%-10s %8d %10.2f %10d %10.2f\n", g.name, ops, us, p.Ops(), us/first)
		for _, share := range shares {
			fmt.Println("   ", share)
		}
	}
	return nil
}

// run applies the pipeline; with each, one pass after the other, and tells the
// microseconds per op of each.
func run(p *program.Program, fp string, each bool) (shares []string, err error) {
	if !each {
		return nil, p.Apply("optimize{fp=" + fp + "}")
	}
	for _, pass := range strings.Split(pipeline.Optimize.Text, ",") {
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

const header = "func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"

func deep(n int) string {
	var b strings.Builder
	b.WriteString(header)
	last := "%x"
	ops := []string{"add %s, %%w", "neg %s", "mul %s, %%w", "exp %s", "max %s, %%w", "tanh %s"}
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = tg."+ops[i%len(ops)]+" : tensor<8x8xf32>\n", i, last)
		last = fmt.Sprintf("%%%d", i)
	}
	fmt.Fprintf(&b, "  return %s : tensor<8x8xf32>\n}\n", last)
	return b.String()
}

func wide(n int) string {
	var b strings.Builder
	b.WriteString(header)
	var level []string
	k := 0
	emit := func(format string, args ...any) string {
		fmt.Fprintf(&b, "  %%%d = tg."+format+" : tensor<8x8xf32>\n", append([]any{k}, args...)...)
		k++
		return fmt.Sprintf("%%%d", k-1)
	}
	shared := emit("exp %%x")
	for i := range n / 3 {
		c := fmt.Sprintf("%%c%d", i)
		fmt.Fprintf(&b, "  %s = tg.constant dense<%d.5> : tensor<8x8xf32>\n", c, i)
		level = append(level, emit("mul %s, %s", shared, c))
	}
	for len(level) > 1 {
		var next []string
		for i := 0; i+1 < len(level); i += 2 {
			next = append(next, emit("add %s, %s", level[i], level[i+1]))
		}
		if len(level)%2 > 0 {
			next = append(next, level[len(level)-1])
		}
		level = next
	}
	fmt.Fprintf(&b, "  return %s : tensor<8x8xf32>\n}\n", level[0])
	return b.String()
}

func products(n int) string {
	var b strings.Builder
	b.WriteString(header)
	last := "%x"
	for i := range n / 2 {
		fmt.Fprintf(&b, "  %%m%d = tg.matmul %s, %%w : tensor<8x8xf32>\n  %%r%d = tg.relu %%m%d : tensor<8x8xf32>\n", i, last, i, i)
		last = fmt.Sprintf("%%r%d", i)
	}
	fmt.Fprintf(&b, "  return %s : tensor<8x8xf32>\n}\n", last)
	return b.String()
}
