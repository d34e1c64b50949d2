package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
)

// A bench measures one graph.
type bench struct {
	*options
	g      *memory.Graph
	known  []known
	peak   int64
	missed int
}

// A kase is one budget in one order.
type kase struct {
	budget string
	order  memory.Order
}

// rematerialize prints the lines of a graph.
func (b *bench) rematerialize() error {
	p, err := b.g.Simulate(b.g.Initial())
	if err != nil {
		return err
	}
	b.peak = p.Peak
	found := make(map[kase][]float64)
	for _, seed := range b.seeds {
		var starts [2][]memory.Schedule
		for _, budget := range b.budgets {
			for _, order := range b.orders {
				k := kase{budget, order}
				r, err := b.solve(k, seed, starts[order])
				if err != nil {
					return err
				}
				found[k] = append(found[k], b.tdi(r.Duration, r.Status >= memory.Feasible))
				if r.Status < memory.Feasible {
					continue
				}
				starts[memory.Free] = append(starts[memory.Free], r.Schedule)
				if order == memory.Fixed {
					starts[memory.Fixed] = append(starts[memory.Fixed], r.Schedule)
				}
			}
		}
	}
	for _, order := range b.orders {
		for _, budget := range b.budgets {
			b.judge(kase{budget, order}, found[kase{budget, order}])
		}
	}
	return nil
}

// solve runs and prints one case.
func (b *bench) solve(k kase, seed uint64, starts []memory.Schedule) (*memory.RematerializeResult, error) {
	part, err := strconv.ParseFloat(k.budget, 64)
	if err != nil {
		return nil, err
	}
	// The product may be a little too large where it should be whole.
	budget := int64(math.Ceil(math.Round(part*float64(b.peak)*1e6) / 1e6))
	began := time.Now()
	r, err := memory.Rematerialize(b.g, memory.RematerializeOptions{
		Budget: budget, Order: k.order, Time: b.time, Moves: b.moves, Seed: seed, Starts: starts,
	})
	if err != nil {
		return nil, err
	}
	seconds := time.Since(began).Seconds()
	if r.Status >= memory.Feasible {
		if err := check.Schedule(b.g, r.Schedule, budget, k.order == memory.Fixed); err != nil {
			return nil, err
		}
		if err := b.write(fmt.Sprintf("%s-%s-%s-%d.txt", b.g.Name, k.order, k.budget, seed), r.Schedule); err != nil {
			return nil, err
		}
	}
	tdi, bound := b.tdi(r.Duration, r.Status >= memory.Feasible), b.tdi(r.Bound, true)
	peak := "peak -"
	if r.Schedule != nil {
		peak = fmt.Sprintf("peak %d (%.1f%%)", r.Peak, 100*float64(r.Peak)/float64(max(b.peak, 1)))
	}
	fmt.Printf("%-16s %-5s %-4s seed %d  %-10s TDI %8s  %s  bound %.4f  gap %s  %.1f s\n",
		b.g.Name, k.order, k.budget, seed, r.Status, percent(tdi), peak, bound, percent(tdi-bound), seconds)
	return r, nil
}

// percent is a number of per cent, or a dash if there is none.
func percent(x float64) string {
	if math.IsInf(x, 0) {
		return "-"
	}
	return fmt.Sprintf("%.4f", x)
}

// tdi is the increase of a duration in per cent; infinite if there is none.
func (b *bench) tdi(duration int64, ok bool) float64 {
	base := b.g.Duration(b.g.Initial())
	if !ok {
		return math.Inf(1)
	}
	return 100 * float64(duration-base) / float64(max(base, 1))
}

// write stores a schedule if there is a folder for it.
func (b *bench) write(name string, s memory.Schedule) error {
	if b.out == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(b.out, name))
	if err != nil {
		return err
	}
	if err := memory.WriteSchedule(f, s); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// judge compares the median over the seeds with the bars and with what is known.
func (b *bench) judge(k kase, found []float64) {
	slices.Sort(found)
	median := found[len(found)/2]
	if len(found) > 1 {
		fmt.Printf("%-16s %-5s %-4s median  TDI %8s\n", b.g.Name, k.order, k.budget, percent(median))
	}
	for _, bar := range bars {
		if bar.graph == b.g.Name && bar.kase == k && (b.moves > 0 || b.time >= bar.time) {
			b.compare(k, median, bar.tdi, fmt.Sprintf("the bar of %v", bar.time))
		}
	}
	for _, known := range b.known {
		if known.graph != b.g.Name || known.kase != k {
			continue
		}
		switch known.status {
		case "infeasible":
			if !math.IsInf(median, 1) {
				b.miss(k, "known.csv says it is infeasible")
			}
		case "optimal", "stagewise-optimal", "found":
			// The file has three digits, rounded or cut off.
			b.compare(k, median, known.tdi+0.001, "known.csv ("+known.status+")")
		}
	}
}

func (b *bench) compare(k kase, tdi, bar float64, what string) {
	if tdi > bar {
		b.miss(k, fmt.Sprintf("TDI %s is above the %.4f of %s", percent(tdi), bar, what))
	}
}

func (b *bench) miss(k kase, what string) {
	fmt.Printf("MISSED: %s %s %s: %s\n", b.g.Name, k.order, k.budget, what)
	b.missed++
}
