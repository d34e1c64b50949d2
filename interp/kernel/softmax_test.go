package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// ExpSums computes the bits of sub, exp and sum, on every machine level, in place or not, and
// writes nothing else. It is long because a case is made once for all of these.
func TestExpSums(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), math.Inf(-1), -200, -104, -103.5, -87.4, 1, 88.9, math.Inf(1), math.NaN()}
	for number, level := range machineLevels() {
		for seed, n := range []int{1, 2, 15, 16, 17, 63, 64, 65, 100, 128, 1000, 1024, 4095, 4096, 4097, 8192, 70001} {
			r := rand.New(rand.NewPCG(uint64(seed), 5))
			rows := 1 + r.IntN(5)
			x, less := tensor.New(tensor.F32, rows, n), tensor.New(tensor.F32, rows)
			for i := range x.Len() {
				x.SetFloat64(i, r.NormFloat64()*20-20)
			}
			for k := range rows {
				less.SetFloat64(k, r.NormFloat64()*10)
				if k > 0 { // the first row has nothing special
					x.SetFloat64(k*n+r.IntN(n), special[r.IntN(len(special))])
					less.SetFloat64(k, special[r.IntN(len(special))])
				}
			}
			want, wantSums := tensor.New(tensor.F32, rows, n), tensor.New(tensor.F32, rows)
			withLoops(machineLoops{}, func() {
				exp := unaryLoop("exp", tensor.F32)
				data := tensor.Data[float32](want)
				for i, v := range tensor.Data[float32](x) {
					data[i] = v - tensor.Data[float32](less)[i/n]
				}
				exp(want.Bytes(), want.Bytes())
				reduce, err := resolveReduce("sum", tensor.F32, []int{rows, n}, []int{1})
				if err != nil {
					t.Fatal(err)
				}
				reduce(wantSums, want, nil)
			})
			withLoops(level, func() {
				e, ok := NewExpSums(256, n)
				if !ok {
					t.Fatalf("there is none for rows of %d", n)
				}
				what := fmt.Sprintf("level %d, %d rows of %d", number, rows, n)
				got, sums := tensor.New(tensor.F32, rows+1, n), tensor.New(tensor.F32, rows+1)
				e.Run(got.Bytes(), sums.Bytes(), x.Bytes(), less.Bytes(), rows)
				for i := rows * n; i < got.Len(); i++ {
					if got.Float64At(i) != 0 {
						t.Fatalf("%s: element %d is written", what, i)
					}
				}
				if sums.Float64At(rows) != 0 {
					t.Fatalf("%s: a sum too many", what)
				}
				same(t, what, tensor.Wrap(tensor.F32, []int{rows, n}, got.Bytes()[:4*rows*n]), want)
				same(t, what+": sums", tensor.Wrap(tensor.F32, []int{rows}, sums.Bytes()[:4*rows]), wantSums)
				own := tensor.Wrap(tensor.F32, []int{rows, n}, append([]byte(nil), x.Bytes()...))
				e.Run(own.Bytes(), sums.Bytes(), own.Bytes(), less.Bytes(), rows)
				same(t, what+" in place", own, want)
				if e.Divides() {
					quotients := tensor.New(tensor.F32, rows, n)
					for i, v := range tensor.Data[float32](want) {
						tensor.Data[float32](quotients)[i] = v / tensor.Data[float32](wantSums)[i/n]
					}
					for _, stream := range []bool{false, true} {
						to, two := tensor.New(tensor.F32, rows+1, n), tensor.New(tensor.F32, 2, n)
						e.RunQuotients(to.Bytes(), two.Bytes(), sums.Bytes(), x.Bytes(), less.Bytes(), rows, stream)
						StreamEnd()
						same(t, fmt.Sprintf("%s: quotients, past the caches: %v", what, stream), tensor.Wrap(tensor.F32, []int{rows, n}, to.Bytes()[:4*rows*n]), quotients)
						for i := rows * n; i < to.Len(); i++ {
							if to.Float64At(i) != 0 {
								t.Fatalf("%s: quotient %d is written", what, i)
							}
						}
					}
				}
				same(t, what+" in place: sums", tensor.Wrap(tensor.F32, []int{rows}, sums.Bytes()[:4*rows]), wantSums)
			})
		}
	}
	for _, n := range []int{0, maxExpSums + 1} {
		if _, ok := NewExpSums(256, n); ok {
			t.Errorf("there is one for rows of %d", n)
		}
	}
	if _, ok := NewExpSums(128, 5); ok {
		t.Error("there is one for machines without it")
	}
}
