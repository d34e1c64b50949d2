// Command linalg shows that what te-to-linalg prints runs elsewhere: random computes, contractions,
// windows and the examples of the index level are written for linalg, lowered by mlir-opt, executed
// by mlir-runner, and compared with what they are here.
//
//	go run ./bench/linalg [-cases 100] [-seed 0]
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/linalgpeer"
)

func main() {
	count := flag.Int("cases", 100, "how many random computes")
	seed := flag.Uint64("seed", 0, "the seed of the first")
	flag.Parse()
	tools, why := linalgpeer.Find()
	if why != "" {
		fmt.Fprintln(os.Stderr, "bench/linalg:", why)
		os.Exit(1)
	}
	if !run(tools, *count, *seed) {
		os.Exit(1)
	}
}

// group is what a line of the table sums up.
type group struct {
	name                   string
	cases, nests, elements int
	worst                  float64
}

// run prints a table, and what is wrong; ok is false if something is.
func run(tools linalgpeer.Tools, count int, seed uint64) (ok bool) {
	ctx := driver.NewContext()
	cases := linalgpeer.Examples()
	named := len(cases)
	for i := range count {
		cases = append(cases, linalgpeer.Random(seed+uint64(i)))
	}
	ok = true
	var groups []*group
	byName := map[string]*group{}
	for i, r := range tools.Check(ctx, cases) {
		if r.Err != nil {
			ok = false
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", r.Name, r.Err, r.Text)
		}
		name := r.Name + ", " + r.Bar.String()
		if i >= named {
			name = "random computes, " + r.Bar.String()
		}
		g := byName[name]
		if g == nil {
			g = &group{name: name}
			groups, byName[name] = append(groups, g), g
		}
		g.cases, g.nests, g.elements, g.worst = g.cases+1, g.nests+r.Nests, g.elements+r.Elements, max(g.worst, r.Worst)
	}
	fmt.Printf("%-52s %6s %6s %9s %10s\n", "compared by", "cases", "nests", "elements", "of allowed")
	for _, g := range groups {
		fmt.Printf("%-52s %6d %6d %9d %10.3f\n", g.name, g.cases, g.nests, g.elements, g.worst)
	}
	return ok
}
