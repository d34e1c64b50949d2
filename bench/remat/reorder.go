package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
)

// A peakBar is the highest peak, in per cent of that of the initial order, that
// reordering may leave if it has so much time.
type peakBar struct {
	graph string
	time  time.Duration
	peak  float64
}

// peakBars are what FastSA reaches.
var peakBars = []peakBar{
	{"rlg_n100", 10 * time.Second, 79.4},
	{"rlg_n250", 10 * time.Second, 72.2},
}

// reorder prints a line for each seed, and compares the median with the bars.
func (b *bench) reorder() error {
	p, err := b.g.Simulate(b.g.Initial())
	if err != nil {
		return err
	}
	percent := func(peak int64) float64 { return 100 * float64(peak) / float64(max(p.Peak, 1)) }
	var found []float64
	for _, seed := range b.seeds {
		began := time.Now()
		r := memory.Reorder(b.g, memory.ReorderOptions{Time: b.time, Moves: b.moves, Seed: seed})
		seconds := time.Since(began).Seconds()
		if err := check.Schedule(b.g, r.Schedule, r.Peak, false); err != nil {
			return err
		}
		if len(r.Schedule) != len(b.g.Nodes) {
			return fmt.Errorf("the order has %d steps for %d nodes", len(r.Schedule), len(b.g.Nodes))
		}
		if err := b.write(fmt.Sprintf("%s-reorder-%d.txt", b.g.Name, seed), r.Schedule); err != nil {
			return err
		}
		status := memory.Feasible
		if r.Optimal {
			status = memory.Optimal
		}
		fmt.Printf("%-16s reorder seed %d  %-8s  peak %d (%.2f%%)  bound %d (%.2f%%)  gap %.2f%%  %.1f s\n", b.g.Name, seed,
			status, r.Peak, percent(r.Peak), r.Bound, percent(r.Bound), percent(r.Peak-r.Bound), seconds)
		found = append(found, percent(r.Peak))
	}
	slices.Sort(found)
	median := found[len(found)/2]
	for _, bar := range peakBars {
		// The bars have one digit.
		if bar.graph == b.g.Name && (b.moves > 0 || b.time >= bar.time) && median >= bar.peak+0.05 {
			fmt.Printf("MISSED: %s reorder: peak %.2f%% is above the bar of %.1f%%\n", b.g.Name, median, bar.peak)
			b.missed++
		}
	}
	return nil
}
