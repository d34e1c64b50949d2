package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/internal/mathlang"
)

// starts are the terms of egg's benchmark of its mathematical rules.
var starts = map[string]string{
	"integ_ln":   "(i (ln x) x)",
	"integ_sum":  "(i (+ x (cos x)) x)",
	"integ_part": "(i (* (cos x) x) x)",
	"diff_lin":   "(d x (+ 1 (* 2 x)))",
	"diff_pow":   "(d x (- (pow x 3) (* 7 (pow x 2))))",
	"simp_mix":   "(+ (* y (+ x y)) (- (+ x 2) (+ x x)))",
	"simp_root":  "(/ 1 (- (/ (+ 1 (sqrt five)) 2) (/ (- 1 (sqrt five)) 2)))",
	"factor":     "(* (+ x 3) (+ x 1))",
}

// egg runs the mathematical rules with conditions and constants to 100,000 nodes,
// and compares nodes a second with egg's: four times as many is the bar. Where
// egg comes to an end, so must we, at the same graph.
func (b *bench) egg() error {
	f, err := os.Open(filepath.Join(b.dir, "egg-math.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return err
	}
	fmt.Println("egg's programs, to 100,000 nodes")
	fmt.Printf("%-12s %-8s %8s %6s %10s %12s %8s %8s\n", "", "", "nodes", "steps", "time", "nodes/s", "egg's", "times")
	for _, l := range lines[1:] {
		if l[2] != "100000" || b.which != "" && b.which != l[0]+"/"+l[1] {
			continue
		}
		theirs, err := strconv.ParseFloat(l[len(l)-1], 64)
		if err != nil {
			return fmt.Errorf("egg-math.csv: %w", err)
		}
		var g *egraph.Graph
		var report *egraph.Report
		times := 1
		if l[4] == "Saturated" {
			times = 200
		}
		best := b.least(func() (sum time.Duration) {
			for range times {
				var d time.Duration
				g, report, d = runEgg(starts[l[0]], l[1] == "simple", l[4] == "Saturated")
				sum += d
			}
			return sum / time.Duration(times)
		})
		if l[4] == "Saturated" && fmt.Sprint(g.NumLive(), g.NumClasses()) != l[5]+" "+l[6] {
			b.missed++
			fmt.Printf("%s: saturated with %d nodes in %d classes, egg with %s in %s\n", l[0], g.NumLive(), g.NumClasses(), l[5], l[6])
		}
		if report.Err != nil {
			b.missed++
			fmt.Printf("%s: %v\n", l[0], report.Err)
		}
		ours := float64(g.NumLive()) / best.Seconds()
		fmt.Printf("%-12s %-8s %8d %6d %10s %12.0f %8.0f %8.1f  %s\n", l[0], l[1], g.NumLive(), len(report.Iterations),
			best.Round(time.Microsecond), ours, theirs, ours/theirs, b.judge(ours/theirs, 4))
	}
	return nil
}

// runEgg measures a run, from the term to the end. The rules are there before.
func runEgg(start string, simple, small bool) (*egraph.Graph, *egraph.Report, time.Duration) {
	var report *egraph.Report
	config := egraph.Config{}
	if !small {
		config.Capacity = 150_000
	}
	l := mathlang.New(config)
	d := took(func() {
		l.Add(start)
		r := egraph.NewRunner(l.Graph, l.Rules)
		if simple {
			r.Scheduler = egraph.Simple{}
		}
		r.Limits.Nodes, r.Limits.Iterations = 100_000, 1000
		report = r.Run()
	})
	return l.Graph, report, d
}

// sums runs associativity and commutativity over n leaves to the end. A node is
// to take at most twice the time of one of the mathematical rules, in a graph of
// about as many.
func (b *bench) sums() error {
	fmt.Println("associativity and commutativity")
	fmt.Printf("%8s %8s %8s %12s %10s %8s\n", "leaves", "nodes", "classes", "time", "ns/node", "to math")
	for _, n := range []int{9, 10, 11} {
		var g *egraph.Graph
		best := b.least(func() time.Duration { return took(func() { g = runSum(n) }) })
		nodes, classes := power(3, n)-power(2, n+1)+1+n, power(2, n)-1
		if g.NumLive() != nodes || g.NumClasses() != classes {
			b.missed++
			fmt.Printf("%d leaves: %d nodes in %d classes, not %d in %d\n", n, g.NumLive(), g.NumClasses(), nodes, classes)
		}
		per := best.Seconds() / float64(nodes)
		ratio, verdict := 0.0, ""
		if m := b.mathNode(nodes); m > 0 {
			ratio = per / m
			verdict = "bar 2"
			if ratio > 2 {
				b.missed++
				verdict = "above the bar of 2"
			}
		}
		fmt.Printf("%8d %8d %8d %12s %10.0f %8.2f  %s\n", n, nodes, classes, best.Round(time.Microsecond), per*1e9, ratio, verdict)
	}
	return nil
}

// mathNode is the time of a node of the mathematical rules in a graph of about as
// many: between those that were measured, in proportion.
func (b *bench) mathNode(nodes int) float64 {
	for i := 1; i < len(rows); i++ {
		lo, hi := b.perNode[rows[i-1]], b.perNode[rows[i]]
		if rows[i] >= nodes && lo > 0 && hi > 0 {
			share := float64(nodes-rows[i-1]) / float64(rows[i]-rows[i-1])
			return lo + share*(hi-lo)
		}
	}
	return 0
}

func runSum(n int) *egraph.Graph {
	s := &egraph.Symbols{}
	g := egraph.New(egraph.Config{})
	text := fmt.Sprint(n)
	for i := n - 1; i > 0; i-- {
		text = fmt.Sprintf("(+ %d %s)", i, text)
	}
	g.AddTerm(s.MustParse(text))
	r := egraph.NewRunner(g, s.MustRules("comm: (+ ?a ?b) => (+ ?b ?a)", "assoc: (+ ?a (+ ?b ?c)) => (+ (+ ?a ?b) ?c)"))
	r.Scheduler = egraph.Simple{}
	r.Limits.Nodes, r.Limits.Iterations = egraph.Unlimited, 1000
	r.Run()
	return g
}

func power(b, e int) int {
	p := 1
	for range e {
		p *= b
	}
	return p
}
