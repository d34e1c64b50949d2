// Command lit measures tg-lit against LLVM's lit, as whole processes on generated suites that
// alternate in one run:
//
//   - compiler tests that fold constants, `tg-opt -canonicalize %s | tg-filecheck %s` with both tools in-process against
//     `mlir-opt-22 -canonicalize %s | FileCheck-22 %s`;
//   - tests that call the program `true`, which both run as a process.
//
// Usage:
//
//	go run ./bench/lit [-tests 500] [-runs 3]
//
// It builds tg-lit, makes sure that all tests pass, and prints medians of wall and CPU time and
// their ratios. The exit status is 1 if a ratio misses its bar.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
)

func main() {
	tests := flag.Int("tests", 500, "tests of a suite")
	runs := atleast.One("runs", 3, "runs of each tool; the median counts")
	flag.Parse()
	if err := measure(*tests, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench/lit:", err)
		os.Exit(1)
	}
}

// suite is what one row of the table compares.
type suite struct {
	name        string
	ours, peers string  // the RUN line for either tool
	bar         float64 // the greatest ratio of times that is good enough
}

var suites = []suite{
	{"compiler", "tg-opt -canonicalize %s | tg-filecheck %s", "mlir-opt-22 -canonicalize %s | FileCheck-22 %s", 0.10},
	{"true", "true", "true", 1},
}

var peers = []string{"lit-22", "mlir-opt-22", "FileCheck-22"}

func measure(tests, runs int) error {
	for _, peer := range peers {
		if _, err := exec.LookPath(peer); err != nil {
			return fmt.Errorf("%s is not installed; Debian's mlir-22-tools and llvm-22-tools have it", peer)
		}
	}
	dir, err := os.MkdirTemp("", "tg-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tool := filepath.Join(dir, "tg-lit")
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/tg-lit").CombinedOutput(); err != nil {
		return fmt.Errorf("building tg-lit: %v\n%s", err, out)
	}
	fmt.Printf("%-10s %6s %12s %12s %7s %12s %12s %7s\n", "suite", "tests", "tg-lit wall", "lit-22 wall", "ratio", "tg-lit CPU",
		"lit-22 CPU", "ratio")
	var missed error
	for _, s := range suites {
		ok, err := s.compare(dir, tool, tests, runs)
		if err != nil {
			return err
		}
		if !ok {
			missed = errors.Join(missed, fmt.Errorf("%s: the ratio is above %.2f", s.name, s.bar))
		}
	}
	return missed
}

// cost is what a run of a suite takes.
type cost struct{ wall, cpu time.Duration }

// compare prints a row of the table and reports whether it is good enough.
func (s suite) compare(dir, tool string, tests, runs int) (bool, error) {
	ours, theirs := filepath.Join(dir, s.name, "tg-lit"), filepath.Join(dir, s.name, "lit-22")
	if err := errors.Join(generate(ours, s.ours, tests), generate(theirs, s.peers, tests)); err != nil {
		return false, err
	}
	var ourCosts, theirCosts []cost
	for range max(runs, 1) {
		our, err := run(tool, ours)
		if err != nil {
			return false, err
		}
		their, err := run("lit-22", theirs)
		if err != nil {
			return false, err
		}
		ourCosts, theirCosts = append(ourCosts, our), append(theirCosts, their)
	}
	our, their := median(ourCosts), median(theirCosts)
	ratio := our.wall.Seconds() / their.wall.Seconds()
	fmt.Printf("%-10s %6d %11.3fs %11.3fs %7.3f %11.3fs %11.3fs %7.3f\n", s.name, tests, our.wall.Seconds(), their.wall.Seconds(),
		ratio, our.cpu.Seconds(), their.cpu.Seconds(), our.cpu.Seconds()/their.cpu.Seconds())
	return ratio <= s.bar, nil
}

const configuration = `import lit.formats
config.name = 'bench'
config.suffixes = ['.mlir']
config.test_format = lit.formats.ShTest(False)
`

// test is a function whose branch and constants fold. Its verbs are the command, a number and three
// constants.
const test = `// RUN: %[1]s

// CHECK-LABEL: func.func @f%[2]d
// CHECK-NEXT:    %%[[C:.*]] = arith.constant %[3]d : i32
// CHECK-NOT:     cf.cond_br
// CHECK:         return %%[[C]], %%[[C]] : i32, i32
func.func @f%[2]d(%%arg0: i32, %%arg1: i32) -> (i32, i32) {
  %%true = arith.constant true
  %%dead = arith.constant %[4]d : i32
  %%a = arith.constant %[3]d : i32
  cf.cond_br %%true, ^then(%%a : i32), ^else(%%arg1 : i32)
^then(%%x: i32):
  %%b = arith.constant %[3]d : i32
  cf.br ^end(%%x, %%b : i32, i32)
^else(%%y: i32):
  cf.br ^end(%%y, %%arg0 : i32, i32)
^end(%%p: i32, %%q: i32):
  return %%p, %%q : i32, i32
}
`

// generate writes a suite of n tests with a RUN line.
func generate(dir, command string, n int) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "lit.cfg"), []byte(configuration), 0o666); err != nil {
		return err
	}
	for i := range n {
		text := fmt.Sprintf(test, command, i, 17+i, 1000+7*i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("t%04d.mlir", i)), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// run runs a suite, of which all tests must pass. Both tools choose the number of workers
// themselves.
func run(tool, dir string) (cost, error) {
	cmd := exec.Command(tool, "-q", dir)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w\n%s", tool, err, out)
	}
	return cost{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

func median(costs []cost) cost {
	var walls, cpus []time.Duration
	for _, c := range costs {
		walls, cpus = append(walls, c.wall), append(cpus, c.cpu)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	return cost{walls[len(walls)/2], cpus[len(cpus)/2]}
}
