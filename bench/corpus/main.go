// Command corpus executes all programs of folders in one process, as they are and after optimize,
// with every check in them, and says how long that takes.
//
//	go run ./bench/corpus [-v] [-passes optimize] ../shared/data/stablehlo/testdata
//
// Files are cut where a line begins with "// -----". Executed is every public function without
// parameters. With -v it prints what of each program fails. It prints for each folder the files,
// those of which all functions run and all checks pass, both ways, and those with checks, and in
// the end the seconds, wall and processor.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/tg-opt/tg/bench/internal/processor"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
)

func main() {
	verbose := flag.Bool("v", false, "print what fails")
	passes := flag.String("passes", "optimize", "what comes after the conversion the second time")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	start, before := time.Now(), processor.Time()
	for _, dir := range flag.Args() {
		if err := corpus(dir, *passes, *verbose); err != nil {
			fmt.Fprintln(os.Stderr, "bench/corpus:", err)
			os.Exit(1)
		}
	}
	fmt.Printf("%.2f s, %.2f s of processors\n", time.Since(start).Seconds(), (processor.Time() - before).Seconds())
}

// corpus executes the programs of a folder and prints how many are right.
func corpus(dir, passes string, verbose bool) error {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".mlir" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	outcomes := make([]outcome, len(paths))
	parallel.For(len(paths), 0, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			outcomes[i] = file(paths[i], passes)
		}
	})
	right, checked := 0, 0
	for i, o := range outcomes {
		if o.err == nil {
			right++
		} else if verbose {
			fmt.Printf("%s: %v\n", paths[i], o.err)
		}
		if o.checks > 0 {
			checked++
		}
	}
	fmt.Printf("%s: %d files, %d right, %d with checks\n", dir, len(paths), right, checked)
	return nil
}

// outcome is what became of a file: how many checks ran, and what failed.
type outcome struct {
	checks int
	err    error
}

var splitter = regexp.MustCompile(`(?m)^// -----.*\n`)

func file(path, passes string) (o outcome) {
	text, err := os.ReadFile(path)
	if err != nil {
		return outcome{err: err}
	}
	for _, piece := range splitter.Split(string(text), -1) {
		for _, list := range []string{"stablehlo-to-tg", "stablehlo-to-tg," + passes} {
			n, err := execute(path, piece, list)
			o.checks += n
			o.err = cmp.Or(o.err, err)
		}
	}
	return o
}

// execute runs the functions of a program after passes, and counts their checks.
func execute(name, text, passes string) (checks int, err error) {
	p, err := program.Parse(name, []byte(text))
	if err == nil {
		err = p.Apply(strings.TrimSuffix(passes, ","))
	}
	if err != nil {
		return 0, err
	}
	module := interp.NewModule(p.Module)
	for b := p.Module.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if o.Name() != "func.func" || ir.SymbolVisibility(o) != "public" {
				continue
			}
			run, err := module.Program(ir.SymbolName(o))
			if err != nil {
				return checks, err
			}
			if len(run.Inputs) > 0 {
				continue
			}
			r, err := run.Run(nil, interp.Options{})
			if err != nil {
				return checks, err
			}
			for _, c := range r.Checks {
				if !c.Passed {
					err = errors.Join(err, fmt.Errorf("after %s: %s failed: %s", passes, c.Op.Name(), c.Detail))
				}
			}
			if checks += len(r.Checks); err != nil {
				return checks, err
			}
		}
	}
	return checks, nil
}
