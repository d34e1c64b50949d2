package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

const (
	// compared is how many ops count, wanted the correlation they need.
	compared, wanted = 10, 0.8
	// measurable is what an op must take to count, in seconds: less is mostly the
	// clock, and what else the processor does.
	measurable = 5e-6
)

// row is ops of one name, with the same types and attributes.
type row struct {
	name                string
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
	counted := 0
	for counted < len(top) && top[counted].measured >= measurable {
		counted++
	}
	var measured, predicted float64
	for _, r := range rows {
		measured += float64(r.ops) * r.measured
		predicted += float64(r.ops) * r.predicted
	}
	fmt.Fprintf(w, "%s: each op once takes %s, predicted %s\n", program, micros(measured), micros(predicted))
	fmt.Fprintf(w, "%12s %12s %5s  %s\n", "measured", "predicted", "ops", "op")
	shown := top
	if all {
		shown = rows
	}
	for _, r := range shown {
		fmt.Fprintf(w, "%12s %12s %5d  %s\n", micros(r.measured), micros(r.predicted), r.ops, r.name)
	}
	rho := spearman(top)
	switch {
	case counted < compared:
		fmt.Fprintf(w, "rank correlation %.2f, which does not count: only %d ops take %s or more\n\n", rho, counted, micros(measurable))
		return true
	case rho < wanted:
		fmt.Fprintf(w, "rank correlation %.2f, less than %.2f\n\n", rho, wanted)
		return false
	}
	fmt.Fprintf(w, "rank correlation %.2f\n\n", rho)
	return true
}

func micros(seconds float64) string { return fmt.Sprintf("%.1f us", seconds*1e6) }

// spearman is the correlation of the ranks of measured and predicted times;
// equal ones share the mean of their ranks. It is 0 where all are equal.
func spearman(rows []row) float64 {
	a := ranks(rows, func(r row) float64 { return r.measured })
	b := ranks(rows, func(r row) float64 { return r.predicted })
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

func ranks(rows []row, of func(row) float64) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		below, equal := 0, 0
		for _, other := range rows {
			switch v := of(other); {
			case v < of(r):
				below++
			case v == of(r):
				equal++
			}
		}
		out[i] = float64(below) + float64(equal+1)/2
	}
	return out
}
