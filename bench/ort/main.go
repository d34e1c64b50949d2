// Command ort compares tg with ONNX Runtime: in one process, on equal graphs, single ops and
// whole networks.
//
//	ORT_LIBRARY=.../libonnxruntime.so.1 go run -C bench/ort . [-what functions|ops|parts|models] [-only REGEXP] [-threads 1] [-passes optimize] [-samples 15] [-ops 12] [-write]
//
// It needs cgo and ONNX Runtime's shared library, so it is a module of its own. One that fits comes
// with a package for Node: in a folder outside of the checkout, `npm install --ignore-scripts
// onnxruntime-node@1.30.0` makes
// node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1.
//
// Each graph is built once and written twice, as StableHLO and as a protocol buffer of ONNX, with
// the same random weights, which are constants in both. First the results are compared: the largest
// difference is a part of the largest element, and the command fails if it is more than 1e-4. With
// one thread both run in turns, and the time is that of the processor for the calling thread, the
// least of all turns, which other work on the machine disturbs least. With several it is the median
// by the clock, of ours first and then of theirs, whose threads watch for work long after a run;
// the last columns are how much faster ours is than with one thread, and how much more time of
// processors it takes. Results of both are made in the same storage each time.
//
// Rows with `/ unfused` compare ours with ours, in which nothing runs from product to product as
// one: their second column is that, and the bits must be equal.
//
// Products also take turns with products in registers, of the same instructions: the most that the
// processor can do, of which "of peak" says how much ours does. GODEBUG=cpu.avx512f=off takes
// AVX-512 from ours, not from ONNX Runtime.
//
// A figure that misses its bar makes the command exit with status 1. -ops N prints the ops that
// take longest in each of our programs; -write puts the table into docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"

	"github.com/tg-opt/tg/bench/internal/page"
	"github.com/tg-opt/tg/interp/parallel"
	ort "github.com/yalue/onnxruntime_go"
)

// apartAtMost is how far results may be apart, as a part of the largest element.
const apartAtMost = 1e-4

func main() {
	var b bench
	what := flag.String("what", "models", "functions, ops, parts or models")
	only := flag.String("only", "", "regular expression: only the graphs that it matches")
	flag.IntVar(&b.threads, "threads", 1, "threads of each")
	flag.StringVar(&b.passes, "passes", "optimize", "passes on our programs")
	flag.IntVar(&b.samples, "samples", 15, "turns of each")
	flag.IntVar(&b.ops, "ops", 0, "print so many ops of each program, those that take longest")
	write := flag.Bool("write", false, "write the table into docs/performance.md")
	profile := flag.String("cpuprofile", "", "write a profile of all of it to this file")
	flag.Parse()
	missed, err := b.run(*what, *only, *profile, *write)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/ort:", err)
		os.Exit(1)
	}
	if missed > 0 {
		fmt.Fprintf(os.Stderr, "bench/ort: %d figures miss their bars\n", missed)
		os.Exit(1)
	}
}

// bench is what is asked for.
type bench struct {
	threads, samples, ops int
	passes                string
}

func (b *bench) run(what, only, profile string, write bool) (missed int, err error) {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return 0, err
	}
	list, ok := map[string]func() []graph{"functions": functions, "ops": ops, "parts": parts, "models": models}[what]
	if !ok {
		return 0, fmt.Errorf("-what=%s: it is functions, ops, parts or models", what)
	}
	if b.threads < 1 || b.samples < 1 {
		return 0, fmt.Errorf("-threads and -samples are at least 1")
	}
	if err := initialize(); err != nil {
		return 0, err
	}
	defer ort.DestroyEnvironment()
	if b.threads == 1 {
		runtime.LockOSThread() // whose processor time is measured
	}
	debug.SetGCPercent(400)
	parallel.SetWorkers(b.threads)
	stop, err := startProfile(profile)
	if err != nil {
		return 0, err
	}
	defer stop()
	table, missed, err := b.table(list(), wanted)
	if err != nil || !write {
		return missed, err
	}
	fmt.Fprintf(table, "\nONNX Runtime %s, f32, passes `%s`, %d turns, threads: %d.\n", ort.GetVersion(), b.passes, b.samples, b.threads)
	return missed, page.Write("../../docs/performance.md", fmt.Sprintf("ort %s %d", what, b.threads), table.Bytes())
}

// startProfile writes a profile to a file, if it has a name, until stop is called.
func startProfile(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}

// table compares graphs, and prints lines as they come.
func (b *bench) table(list []graph, wanted *regexp.Regexp) (table *bytes.Buffer, missed int, err error) {
	table = &bytes.Buffer{}
	last := []string{"GFLOP/s", "theirs", "of peak", "bar"}
	if b.threads > 1 {
		last = []string{"speed-up", "work"}
	}
	head := "| | ours, us | ONNX Runtime, us | ratio | bar | apart | " + strings.Join(last, " | ") + " |\n|---" + strings.Repeat("|---:", 5+len(last)) + "|\n"
	fmt.Print(head)
	table.WriteString(head)
	for _, g := range list {
		if !wanted.MatchString(g.name) {
			continue
		}
		c, err := b.compare(&g)
		if err != nil {
			return nil, missed, fmt.Errorf("%s: %w", g.name, err)
		}
		row := c.row(&g)
		fmt.Print(row)
		table.WriteString(row)
		missed += c.misses(&g)
		b.printOps(c)
		runtime.GC()
		debug.FreeOSMemory()
	}
	return table, missed, nil
}

// initialize loads the library.
func initialize() error {
	library := os.Getenv("ORT_LIBRARY")
	if library == "" {
		return fmt.Errorf("ORT_LIBRARY is not set: it names ONNX Runtime's shared library, which bench/ort/main.go says where to get")
	}
	if _, err := os.Stat(library); err != nil {
		return fmt.Errorf("ORT_LIBRARY: %w; bench/ort/main.go says where to get it", err)
	}
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(); err != nil {
		return fmt.Errorf("ONNX Runtime in %s: %w", library, err)
	}
	return nil
}
