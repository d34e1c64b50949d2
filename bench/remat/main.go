// Command remat measures memory.Rematerialize on graphs of ../shared/data/remat:
// how much longer a schedule takes that fits into a budget.
//
//	go run ./bench/remat [-budget 0.9,0.8,0.7] [-order fixed,free] [-time 10s | -moves N]
//	    [-seed 0] [-reorder] [-out DIR] [GRAPH.json ...]
//
// Budgets are parts of the peak of the initial order, rounded up. They are taken
// from the smallest to the largest and the fixed order before the free one, and
// each search starts with what was found before it, so that a larger budget and
// more freedom never cost more. With several seeds, as in -seed 0,1,2,3,4, there
// is a line for each and one for their median.
//
// A line has graph, order, budget, seed, status, the added duration (TDI) in per
// cent, the peak in bytes, the proven bound of the TDI, the gap between both, and
// seconds. Package memory/check verifies each schedule; with -out they are
// written to files of one node number per line. The exit status is 1 if one of
// the bars in this package is missed, or a line of known.csv beside the graph.
// -reorder measures memory.Reorder instead.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/memory"
)

// folder has the graphs that are taken if none is named.
const folder = "../shared/data/remat"

type options struct {
	budgets []string
	orders  []memory.Order
	seeds   []uint64
	time    time.Duration
	moves   int64
	out     string
}

func main() {
	budgets := flag.String("budget", "0.9,0.8,0.7", "budgets as parts of the initial peak")
	orders := flag.String("order", "fixed,free", "orders of first computations: fixed, free or both")
	limit := flag.Duration("time", 10*time.Second, "time for each case; not with -moves")
	moves := flag.Int64("moves", 0, "moves for each case instead of a time")
	seeds := flag.String("seed", "0", "seeds of the search")
	reorder := flag.Bool("reorder", false, "reorder only, without recomputation")
	out := flag.String("out", "", "folder for the schedules")
	flag.Parse()
	o := &options{time: *limit, moves: *moves, out: *out}
	err := o.parse(*budgets, *orders, *seeds)
	missed := 0
	if err == nil {
		missed, err = o.run(flag.Args(), *reorder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/remat:", err)
		os.Exit(1)
	}
	if missed > 0 {
		fmt.Printf("%d missed\n", missed)
		os.Exit(1)
	}
}

// parse reads the lists among the flags.
func (o *options) parse(budgets, orders, seeds string) error {
	if o.moves < 0 || o.moves == 0 && o.time <= 0 {
		return fmt.Errorf("-time and -moves must be positive")
	}
	if o.moves > 0 {
		o.time = 0
	}
	for _, b := range strings.Split(budgets, ",") {
		if part, err := strconv.ParseFloat(b, 64); err != nil || !(part > 0 && part <= 1e6) {
			return fmt.Errorf("-budget %s: a part of the peak such as 0.8 is needed", b)
		}
		o.budgets = append(o.budgets, b)
	}
	slices.SortStableFunc(o.budgets, func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return int(max(-1, min(1, (x-y)*1e9)))
	})
	for _, order := range []memory.Order{memory.Fixed, memory.Free} {
		if slices.Contains(strings.Split(orders, ","), order.String()) {
			o.orders = append(o.orders, order)
		}
	}
	if len(o.orders) != len(strings.Split(orders, ",")) {
		return fmt.Errorf("-order %s: fixed and free are the orders", orders)
	}
	for _, s := range strings.Split(seeds, ",") {
		seed, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return fmt.Errorf("-seed %s: numbers are needed", seeds)
		}
		o.seeds = append(o.seeds, seed)
	}
	return nil
}

// run measures graphs, and counts what is missed.
func (o *options) run(files []string, reorder bool) (missed int, err error) {
	if len(files) == 0 {
		if files, err = filepath.Glob(filepath.Join(folder, "*.json")); err != nil {
			return 0, err
		}
		if len(files) == 0 {
			fmt.Printf("skipped: there are no graphs in %s\n", folder)
			return 0, nil
		}
	}
	if o.out != "" {
		if err := os.MkdirAll(o.out, 0o777); err != nil {
			return 0, err
		}
	}
	for _, file := range files {
		g, err := readGraph(file)
		if err != nil {
			return 0, err
		}
		known, err := readKnown(filepath.Join(filepath.Dir(file), "known.csv"))
		if err != nil {
			return 0, err
		}
		b := &bench{options: o, g: g, known: known}
		if reorder {
			err = b.reorder()
		} else {
			err = b.rematerialize()
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		missed += b.missed
	}
	return missed, nil
}

func readGraph(file string) (*memory.Graph, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, err := memory.ReadGraph(f, file)
	if err != nil {
		return nil, err
	}
	if g.Name == "" {
		g.Name = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	return g, nil
}
