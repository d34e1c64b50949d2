package main

import (
	"fmt"
	"os"
	"time"

	"github.com/tg-opt/tg/egraph"
)

func main() {
	p, err := readProgram("../shared/data/egraph/math/math.egg")
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/egraph:", err)
		os.Exit(1)
	}
	steps := 11
	if len(os.Args) > 1 {
		fmt.Sscan(os.Args[1], &steps)
	}
	for range 3 {
		start := time.Now()
		g := egraph.New(egraph.Config{})
		for _, t := range p.terms {
			g.AddTerm(t)
		}
		r := egraph.NewRunner(g, p.rules)
		r.Scheduler = egraph.Simple{}
		r.Limits.Nodes = egraph.Unlimited
		r.Limits.Iterations = 1
		fmt.Println(g.NumLive())
		for range steps {
			rep := r.Run()
			k, m, ap := 0, 0, 0
			for _, s := range rep.Iterations[0].Rules {
				m += s.Matches
				k += s.Kept
				ap += s.Applied
			}
			d := time.Since(start)
			fmt.Println(g.NumLive(), g.NumNodes(), g.NumClasses(), m, k, ap, d, float64(g.NumLive())/d.Seconds()/1e6, g.Bytes()>>20)
		}
	}
}
