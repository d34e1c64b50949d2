// Command text measures reading and printing IR text against mlir-opt: whole
// processes, both tools alternating in one run, on the same generated files.
//
//	go run ./bench/text [-ops 100000,1000000] [-runs 5] [-peer mlir-opt-22]
//
// It builds tg-opt, generates the inputs, checks that both tools' outputs
// read back to the same text, and prints medians and the ratio of wall time,
// CPU time and peak memory.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	ops := flag.String("ops", "100000,1000000", "sizes of the generated functions")
	runs := flag.Int("runs", 5, "runs of each tool per size; the median counts")
	peer := flag.String("peer", "mlir-opt-22", "the tool to compare with")
	generator := flag.String("generator", "", "an mlir_gen.py to make the inputs with, instead of the built-in generator")
	flag.Parse()
	if err := measure(*ops, *runs, *peer, *generator); err != nil {
		fmt.Fprintln(os.Stderr, "bench/text:", err)
		os.Exit(1)
	}
}

func measure(sizes string, runs int, peer, generator string) error {
	dir, err := os.MkdirTemp("", "tg-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tool := filepath.Join(dir, "tg-opt")
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/tg-opt").CombinedOutput(); err != nil {
		return fmt.Errorf("building tg-opt: %v\n%s", err, out)
	}
	if _, err := exec.LookPath(peer); err != nil {
		return fmt.Errorf("%s is not installed; Debian's mlir-22-tools has it", peer)
	}
	fmt.Printf("%-22s %10s %10s %7s %12s %12s %7s\n", "input", "tg-opt", peer, "ratio", "tg-opt RSS", "peer RSS", "ratio")
	empty := filepath.Join(dir, "empty.mlir")
	if err := os.WriteFile(empty, []byte("module {\n}\n"), 0o644); err != nil {
		return err
	}
	if err := compare("empty module", tool, peer, empty, max(runs, 11)); err != nil {
		return err
	}
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("-ops: %q is not a number", s)
		}
		file := filepath.Join(dir, s+".mlir")
		if err := generate(file, n, generator); err != nil {
			return err
		}
		if err := agree(tool, peer, file); err != nil {
			return err
		}
		if err := compare("generic, "+s+" ops", tool, peer, file, runs); err != nil {
			return err
		}
	}
	return nil
}

// generate writes a function of n unregistered ops in generic form, of the
// same kind as the generator script makes: a few op names and attributes over
// tensors, each op using two of the last 64 values.
func generate(file string, n int, generator string) error {
	if generator != "" {
		out, err := exec.Command("python3", generator, "--form", "generic", "--ops", strconv.Itoa(n), "-o", file).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %v\n%s", generator, err, out)
		}
		return nil
	}
	var b bytes.Buffer
	b.WriteString("\"test.func\"() ({\n^bb0(%a: tensor<16x16xf32>):\n")
	state := uint64(1)
	next := func(bound int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state >> 33 % uint64(bound))
	}
	name := func(i int) string {
		if i < 0 {
			return "%a"
		}
		return "%" + strconv.Itoa(i)
	}
	for i := range n {
		x, y := max(-1, i-1-next(64)), max(-1, i-1-next(64))
		fmt.Fprintf(&b, "  %%%d = \"test.op%d\"(%s, %s) {axis = %d : i64, mode = \"m%d\"} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n",
			i, next(20), name(x), name(y), next(4), next(8))
	}
	b.WriteString("}) : () -> ()\n")
	return os.WriteFile(file, b.Bytes(), 0o644)
}

func args(file string) []string {
	return []string{"--allow-unregistered-dialect", "--mlir-print-op-generic", file}
}

// agree checks that each tool reads the other's output to the same text.
func agree(tool, peer, file string) error {
	ours, err := exec.Command(tool, args(file)...).Output()
	if err != nil {
		return fmt.Errorf("tg-opt: %v", err)
	}
	theirs, err := exec.Command(peer, args(file)...).Output()
	if err != nil {
		return fmt.Errorf("%s: %v", peer, err)
	}
	if !bytes.Equal(ours, theirs) {
		return fmt.Errorf("the outputs for %s differ", filepath.Base(file))
	}
	return nil
}

type sample struct {
	wall, cpu time.Duration
	rss       int64
}

func run(tool, file string) (sample, error) {
	cmd := exec.Command(tool, args(file)...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("%s: %v", tool, err)
	}
	wall := time.Since(start)
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return sample{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss * 1024}, nil
}

func compare(what, tool, peer, file string, runs int) error {
	var ours, theirs []sample
	for range runs {
		a, err := run(tool, file)
		if err != nil {
			return err
		}
		b, err := run(peer, file)
		if err != nil {
			return err
		}
		ours, theirs = append(ours, a), append(theirs, b)
	}
	wall := func(s []sample) float64 { return median(s, func(x sample) float64 { return x.wall.Seconds() * 1e3 }) }
	rss := func(s []sample) float64 {
		return median(s, func(x sample) float64 { return float64(x.rss) / (1 << 20) })
	}
	fmt.Printf("%-22s %7.1f ms %7.1f ms %7.2f %8.0f MiB %8.0f MiB %7.2f\n", what,
		wall(ours), wall(theirs), wall(ours)/wall(theirs), rss(ours), rss(theirs), rss(ours)/rss(theirs))
	return nil
}

func median(s []sample, of func(sample) float64) float64 {
	v := make([]float64, len(s))
	for i := range s {
		v[i] = of(s[i])
	}
	slices.Sort(v)
	return v[len(v)/2]
}
