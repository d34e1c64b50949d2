package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

const (
	// compared is how many ops count, wanted the correlation they need.
	compared, wanted = 10, 0.8
	// resolution is the part by which times must differ to have an order: two runs
	// of this program differ by as much.
	resolution = 0.03
)

// row is ops of one name, with the same types and attributes.
type row struct {
	name                string
	op                  *ir.Op // the first of them
	ops                 int
	measured, predicted float64 // seconds of one execution
}

// report prints the comparison of one program and returns whether it is good
// enough.
func report(w io.Writer, program string, rows []row, all bool) bool {
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.measured, a.measured), cmp.Compare(a.name, b.name))
	})
	top := rows[:min(compared, len(rows))]
	var measured, predicted float64
	for _, r := range rows {
		measured += float64(r.ops) * r.measured
		predicted += float64(r.ops) * r.predicted
	}
	fmt.Fprintf(w, "%s: each op once takes %s us, predicted %s us, ratio %.2f\n", program, micros(measured), micros(predicted), predicted/measured)
	fmt.Fprintf(w, "%12s %12s %6s %5s  %s\n", "measured us", "predicted us", "ratio", "ops", "op")
	shown := top
	if all {
		shown = rows
	}
	for _, r := range shown {
		fmt.Fprintf(w, "%12s %12s %6.2f %5d  %s\n", micros(r.measured), micros(r.predicted), r.predicted/r.measured, r.ops, r.name)
	}
	rho, exact := spearman(top, resolution), spearman(top, 0)
	verdict := ""
	if rho < wanted {
		verdict = fmt.Sprintf(", less than %.2f", wanted)
	}
	fmt.Fprintf(w, "rank correlation of %d ops %.2f%s (%.2f if the slightest difference counts)\n\n", len(top), rho, verdict, exact)
	return rho >= wanted
}

func micros(seconds float64) string { return fmt.Sprintf("%.3f", seconds*1e6) }

// spearman is the correlation of the ranks of measured and predicted times;
// those that differ by no more than a part of themselves share the mean of their
// ranks. It is 0 where all are equal.
func spearman(rows []row, resolution float64) float64 {
	a := ranks(rows, resolution, func(r row) float64 { return r.measured })
	b := ranks(rows, resolution, func(r row) float64 { return r.predicted })
	mean := float64(len(rows)+1) / 2
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-mean, b[i]-mean
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// ranks are the places of the rows in the order of a value. From the greatest
// one down, a group ends where a value is less than its first one by more than
// the resolution; it shares the mean of its places.
func ranks(rows []row, resolution float64, of func(row) float64) []float64 {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(of(rows[b]), of(rows[a])) })
	out := make([]float64, len(rows))
	for begin, end := 0, 0; begin < len(order); begin = end {
		least := of(rows[order[begin]]) * (1 - resolution)
		for end = begin; end < len(order) && of(rows[order[end]]) >= least; end++ {
		}
		for _, i := range order[begin:end] {
			out[i] = float64(begin+end+1) / 2
		}
	}
	return out
}
