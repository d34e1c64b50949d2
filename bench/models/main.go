// Command models runs the programs of ../shared/data/models as whole tg-run
// processes, as converted and after the optimising pipeline, and prints wall
// time and peak memory of each: medians of several runs. With -against it compares
// the results, and how long one run takes by one worker without what comes before it, with those of
// another commit instead.
//
//	go run ./bench/models [-runs 5] [-dir ../shared/data/models] [-against COMMIT]
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/ir"
)

const optimise = "builtin.module(optimize)"

func main() {
	runs := atleast.One("runs", 5, "runs of each; the median counts")
	dir := flag.String("dir", "../shared/data/models", "where the programs are")
	against := flag.String("against", "", "a commit to compare results and times with")
	flag.Parse()
	files, err := programs(*dir)
	if err == nil && *against != "" {
		err = compare(files, *against, *runs)
	} else if err == nil {
		err = times(files, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/models:", err)
		os.Exit(1)
	}
}

// programs are the files of MLIR text in the folder.
func programs(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.mlir"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no programs in %s; they belong to other projects and are not shipped", dir)
	}
	return files, err
}

// times prints wall time and memory of each program.
func times(files []string, runs int) error {
	tmp, err := os.MkdirTemp("", "tg-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	tool := filepath.Join(tmp, "tg-run")
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/tg-run").CombinedOutput(); err != nil {
		return fmt.Errorf("building tg-run: %v\n%s", err, out)
	}
	fmt.Printf("%-22s %12s %10s %14s %10s\n", "program", "converted", "memory", "optimised", "memory")
	for _, f := range files {
		args, err := arguments(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		fmt.Printf("%-22s", strings.TrimSuffix(filepath.Base(f), ".mlir"))
		for _, extra := range [][]string{nil, {"--pass-pipeline=" + optimise}} {
			wall, rss, err := run(tool, append(slices.Concat(extra, args), f), runs)
			if err != nil {
				return fmt.Errorf("%s: %w", f, err)
			}
			fmt.Printf(" %9.0f ms %6.0f MiB   ", wall, rss)
		}
		fmt.Println()
	}
	return nil
}

// arguments are generated inputs for the function that tg-run would choose.
func arguments(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p, err := program.Parse(file, text)
	if err != nil {
		return nil, err
	}
	var args []string
	for i, t := range ir.Symbols(p.Module)[p.Entry].Attr("function_type").Type().Inputs() {
		shape := strings.TrimSuffix(strings.TrimPrefix(t.String(), "tensor<"), ">")
		args = append(args, fmt.Sprintf("--input=%s=random:%d", shape, i+1))
	}
	return append(args, "--entry="+p.Entry), nil
}

// run is the median wall time in milliseconds and peak memory in MiB.
func run(tool string, args []string, runs int) (wall, rss float64, err error) {
	var walls, rsses []float64
	for range runs {
		cmd := exec.Command(tool, args...)
		var message strings.Builder
		cmd.Stderr = &message
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return 0, 0, fmt.Errorf("%v\n%s", err, message.String())
		}
		walls = append(walls, time.Since(start).Seconds()*1e3)
		rsses = append(rsses, float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)/1024)
	}
	slices.Sort(walls)
	slices.Sort(rsses)
	return walls[runs/2], rsses[runs/2], nil
}
