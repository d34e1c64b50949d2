package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"syscall"
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
	if f := os.Getenv("PROF"); f != "" {
		w, _ := os.Create(f)
		pprof.StartCPUProfile(w)
		defer pprof.StopCPUProfile()
	}
	best := map[int]time.Duration{}
	for range func() int { n := 7; fmt.Sscan(os.Getenv("RUNS"), &n); return n }() {
		runtime.GC()
		start := cpu()
		g := egraph.New(egraph.Config{Capacity: func() int { n := 0; fmt.Sscan(os.Getenv("CAP"), &n); return n }()})
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
			d := cpu() - start
			if b, ok := best[g.NumLive()]; !ok || d < b {
				best[g.NumLive()] = d
			}
			d = best[g.NumLive()]
			fmt.Println(g.NumLive(), g.NumNodes(), g.NumClasses(), m, k, ap, d, float64(g.NumLive())/d.Seconds()/1e6, g.Bytes()>>20)
		}
	}
}

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
