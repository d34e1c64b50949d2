// Command cost compares predicted with measured times of ops. It converts the
// programs of ../shared/data/models, runs the usual pipeline, measures each op
// alone in the interpreter, and prints for the ten most expensive ops of each
// program what the machine model says, and how well the two orders agree
// (Spearman's rank correlation). It exits with status 1 if the correlation is
// below 0.8 for any program.
//
//	go run ./bench/cost [-machine cpu] [-program NAME] [-workers 1] [-rounds 12] [-all] [-dir ../shared/data/models]
//
// One worker executes the ops unless told otherwise: of a machine that does other
// things as well, several measure how busy it is.
//
// Ops of one name with the same types and attributes are one row: a program has
// up to a hundred of them, whose order is chance. An op is executed many times in
// a row, brief ones so often that the clock does not count, and what a run takes
// without it is subtracted. The fastest of all executions counts, as for the
// machine model: whatever else the machine does only makes them slower. Times that
// differ by less than the resolution of this program share a rank, measured as well
// as predicted ones; the correlation without that is printed, too.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/bench/internal/atleast"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp/parallel"
)

func main() {
	rounds := atleast.One("rounds", 12, "how often each op is measured, a while apart; the fastest counts")
	dir := flag.String("dir", "../shared/data/models", "where the programs are")
	program := flag.String("program", "*", "the program, a pattern as for files; all programs if not given")
	machine := flag.String("machine", "cpu", "the machine to predict: cpu, gpu or the file of a profile")
	workers := flag.Int("workers", 1, "how many workers execute an op; 0 for all. With one, the machine is taken to have one")
	all := flag.Bool("all", false, "show all ops, not just the ten most expensive")
	flag.Parse()
	parallel.SetWorkers(*workers)
	ok, err := compare(os.Stdout, filepath.Join(*dir, *program+".mlir"), *machine, *rounds, *all)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/cost:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// compare prints the comparison of each program, and returns whether all are good
// enough.
func compare(w io.Writer, programs, machine string, rounds int, all bool) (ok bool, err error) {
	m, err := cost.Named(machine, 0)
	if err == nil {
		err = m.Check(driver.NewContext())
	}
	if err != nil {
		return false, err
	}
	if parallel.Workers() == 1 {
		m = m.Alone()
	}
	files, err := filepath.Glob(programs)
	if err != nil {
		return false, err
	}
	if len(files) == 0 {
		fmt.Fprintf(w, "there are no programs %s; they belong to other projects and are not shipped\n", programs)
		return true, nil
	}
	ok = true
	for _, f := range files {
		rows, err := measure(f, m, rounds)
		if err != nil {
			return false, fmt.Errorf("%s: %w", f, err)
		}
		good := report(w, strings.TrimSuffix(filepath.Base(f), ".mlir"), rows, all)
		ok = ok && good
	}
	return ok, nil
}
