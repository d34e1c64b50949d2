package main

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/exact/trial"
	"github.com/tg-opt/tg/tensor"
)

// Sums in an accumulator are those of math/big with enough bits.
func TestAccumulator(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		sum, want := accumulator{}, new(big.Float).SetPrec(5000)
		for range 50 {
			v, w := math.Float64frombits(r.Uint64()), r.NormFloat64()*math.Ldexp(1, r.IntN(400)-200)
			if v-v == 0 {
				sum.add(v)
				want.Add(want, big.NewFloat(v))
			}
			sum.addProduct(w, w+1)
			want.Add(want, new(big.Float).SetPrec(120).Mul(big.NewFloat(w), big.NewFloat(w+1)))
		}
		if got := sum.value(); got.Cmp(want) != 0 {
			t.Fatalf("got %s, want %s", got.Text('g', 60), want.Text('g', 60))
		}
	}
}

// The orders are what the page says they are: on numbers whose sums need no rounding all agree, and
// a contraction in f32 keeps what the sequential one loses of a product.
func TestCombinations(t *testing.T) {
	for _, c := range combinations {
		for _, kind := range c.numbers {
			now, before, err := c.try(tensor.F64, 53, kind, 1, 3)
			if err != nil || now > 1 || before > 1 {
				t.Errorf("%s of one %s number: errors %v and %v, %v", c.name, kind.name, now, before, err)
			}
		}
	}
	values := []float64{-1, 1 + 0x1p-12}
	x := tensorOf(tensor.F32, values)
	fused, err := contraction(tensor.F32, x, tensorOf(tensor.F32, []float64{1, 1 + 0x1p-12}))
	if err != nil || fused.Float64At(0) != 0x1p-11+0x1p-24 {
		t.Errorf("got %v, %v", fused, err)
	}
	single := func(v float64) float64 { return float64(float32(v)) }
	if got := sequentialContraction(single, values, []float64{1, 1 + 0x1p-12}); got != 0x1p-11 {
		t.Errorf("got %v one after the other", got)
	}
}

// A short run writes a page whose tables are those of the one in docs.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	text := &bytes.Buffer{}
	if err := (options{points: 500, pairs: 500, only: "atan2"}).report(text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if !strings.HasPrefix(line, "| atan2 |") && !strings.Contains(string(page), line) {
			t.Errorf("docs/accuracy.md lacks a line that go run ./bench/accuracy writes: %s", line)
		}
	}
}

// What the page says keeps the promise of docs/numerics.md: at most 2 units in f64 and 1 in f32,
// but for the functions of gamma in f64, and no number of f16 or bf16 that is not the nearest.
func TestPageKeepsThePromise(t *testing.T) {
	page, err := os.ReadFile("../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	section, rows := "", 0
	for line := range strings.Lines(string(page)) {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			section = strings.TrimSpace(heading)
		}
		cells := strings.Split(line, "|")
		if len(cells) < 7 || !slices.Contains(slices.Concat(trial.Functions, trial.Pairs), strings.TrimSpace(cells[1])) {
			continue
		}
		number := func(cell int) float64 {
			v, err := strconv.ParseFloat(strings.TrimSpace(cells[cell]), 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return v
		}
		name := strings.TrimSpace(cells[1])
		switch section {
		case "f64", "f32":
			limit := map[string]float64{"f64": 2, "f32": 1}[section]
			if gamma := section == "f64" && slices.Contains([]string{"lgamma", "digamma", "zeta", "polygamma"}, name); !gamma && !(number(3) <= limit) {
				t.Errorf("%s: more than %v units: %s", section, limit, line)
			}
			rows++
		case "f16 and bf16":
			if number(3) != 0 || number(5) != 0 {
				t.Errorf("not the nearest number: %s", line)
			}
			rows++
		}
	}
	if want := 3 * (len(trial.Functions) + len(trial.Pairs)); rows != want {
		t.Errorf("%d rows of functions, want %d", rows, want)
	}
}
