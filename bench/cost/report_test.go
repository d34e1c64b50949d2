package main

import (
	"math"
	"strings"
	"testing"
)

func TestSpearman(t *testing.T) {
	rows := func(predicted ...float64) (list []row) {
		for i, p := range predicted {
			list = append(list, row{measured: float64(i), predicted: p})
		}
		return list
	}
	for _, c := range []struct {
		rows []row
		want float64
	}{
		{rows(1, 2, 3, 4), 1},
		{rows(10, 200, 3000, 40000), 1},
		{rows(4, 3, 2, 1), -1},
		{rows(1, 3, 2, 4), 0.8},
		{rows(1, 1, 2, 2), 2 / math.Sqrt(5)},
		{rows(5, 5, 5, 5), 0},
	} {
		if got := spearman(c.rows); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.rows, got, c.want)
		}
	}
}

func TestReport(t *testing.T) {
	long := make([]row, 12)
	for i := range long {
		long[i] = row{name: "op", ops: 1, measured: 1e-3 * float64(i+1), predicted: 2e-3 * float64(i+1)}
	}
	var out strings.Builder
	if !report(&out, "p", long, false) || !strings.Contains(out.String(), "rank correlation 1.00\n") || strings.Count(out.String(), " op\n") != 1+10 {
		t.Errorf("the right order:\n%s", out.String())
	}
	for i := range long {
		long[i].predicted = 1 / long[i].measured
	}
	out.Reset()
	if report(&out, "p", long, true) || !strings.Contains(out.String(), "rank correlation -1.00, less than 0.80\n") || strings.Count(out.String(), " op\n") != 1+12 {
		t.Errorf("the wrong order:\n%s", out.String())
	}
	for i := range long {
		long[i].measured /= 1e4
	}
	out.Reset()
	if !report(&out, "p", long, false) || !strings.Contains(out.String(), "which does not count: only 0 ops") {
		t.Errorf("too fast to count:\n%s", out.String())
	}
}
