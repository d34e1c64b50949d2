// Command cost compares predicted with measured times of ops: it runs the
// programs of ../shared/data/models in the interpreter, after conversion and
// the usual pipeline, and prints for the ten most expensive ops of each what
// the machine model says, and how well the two orders agree (Spearman's rank
// correlation). It exits with status 1 if the correlation is below 0.8 for a
// program with ten ops or more that take measurable time.
//
//	go run ./bench/cost [-machine cpu] [-runs 9] [-dir ../shared/data/models]
//
// Ops of one name with the same types and attributes are one row: a program has
// up to a hundred of them, whose order is chance. Of these and of several runs the
// fastest counts, as for the machine model: whatever else the machine does only
// makes them slower.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/cost"
)

func main() {
	runs := flag.Int("runs", 9, "runs of each program; the fastest counts")
	dir := flag.String("dir", "../shared/data/models", "where the programs are")
	machine := flag.String("machine", "cpu", "the machine to predict: cpu, gpu or the file of a profile")
	all := flag.Bool("all", false, "show all ops, not just the ten most expensive")
	flag.Parse()
	ok, err := compare(os.Stdout, *dir, *machine, *runs, *all)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/cost:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// compare prints the comparison of each program in dir, and returns whether all
// are good enough.
func compare(w io.Writer, dir, name string, runs int, all bool) (ok bool, err error) {
	m, err := cost.Named(name)
	if err != nil {
		return false, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.mlir"))
	if err != nil {
		return false, err
	}
	if len(files) == 0 {
		fmt.Fprintf(w, "there are no programs in %s; they belong to other projects and are not shipped\n", dir)
		return true, nil
	}
	ok = true
	for _, f := range files {
		rows, err := measure(f, m, runs)
		if err != nil {
			return false, fmt.Errorf("%s: %w", f, err)
		}
		good := report(w, strings.TrimSuffix(filepath.Base(f), ".mlir"), rows, all)
		ok = ok && good
	}
	return ok, nil
}
