package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tg-opt/tg/egraph"
)

// rows are the nodes before the first step and after each, as two other systems
// count them.
var rows = []int{35, 69, 118, 208, 389, 784, 1576, 3160, 8113, 28303, 136446, 1047896, 15987528}

// bars are how many million nodes a second are to be made, up to a step.
var bars = map[int]float64{136446: 5, 1047896: 3}

func (b *bench) start(p *program, capacity int) *egraph.Runner {
	g := egraph.New(egraph.Config{Capacity: capacity})
	for _, t := range p.terms {
		g.AddTerm(t)
	}
	r := egraph.NewRunner(g, p.rules)
	r.Scheduler = egraph.Simple{}
	r.Limits = egraph.Limits{Iterations: 1, Nodes: egraph.Unlimited, Matches: egraph.Unlimited, Bytes: 4 << 30,
		Work: egraph.Unlimited}
	return r
}

// math runs the mathematical rules step by step. All but the last are measured
// several times.
func (b *bench) math() error {
	p, err := readProgram(filepath.Join(b.dir, "math", "math.egg"))
	if err != nil {
		return err
	}
	fmt.Println("egg's mathematical rules, step by step")
	fmt.Printf("%10s %12s %8s %8s %14s %10s\n", "nodes", "time", "M/s", "MiB", "matches/node", "ns/match")
	for step := range min(b.steps, len(rows)) { // the first row is that before any step
		size, found, nodes := 0, 0, 0
		run := func() time.Duration {
			return took(func() {
				r := b.start(p, rows[step]*5/4)
				found = 0
				for range step {
					found += matches(r.Run())
				}
				size, nodes = r.Graph.Bytes()>>20, r.Graph.NumLive()
			})
		}
		best := time.Duration(0)
		if rows[step] > 10_000_000 {
			runtime.GC()
			best = run()
		} else {
			best = b.least(run)
		}
		if nodes != rows[step] {
			b.missed++
			return fmt.Errorf("math: %d nodes after step %d, not %d", nodes, step, rows[step])
		}
		rate := float64(rows[step]) / best.Seconds() / 1e6
		b.perNode[rows[step]] = best.Seconds() / float64(rows[step])
		fmt.Printf("%10d %12s %8.2f %8d %14.1f %10.0f  %s\n", rows[step], best.Round(time.Microsecond), rate, size,
			float64(found)/float64(rows[step]), best.Seconds()*1e9/float64(max(found, 1)), b.judge(rate, bars[rows[step]]))
	}
	return nil
}

// small is the step from 35 to 69 nodes, many times: each from an empty graph.
func (b *bench) small() error {
	p, err := readProgram(filepath.Join(b.dir, "math", "math.egg"))
	if err != nil {
		return err
	}
	const times = 2000
	least := b.least(func() time.Duration {
		return took(func() {
			for range times {
				b.start(p, 0).Run()
			}
		})
	}).Seconds() / times * 1e6
	verdict := "bar 30"
	if least > 30 {
		b.missed++
		verdict = "above the bar of 30"
	}
	fmt.Printf("a graph of 69 nodes: %.1f us  (%s; egglog 650, Oatlog 7)\n", least, verdict)
	return nil
}
