package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/tensor"
)

// An Affine computes the bits of add, mul, add, add and relu or relu6, on every machine level, and
// writes nothing else.
func TestAffineRandom(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), math.Inf(-1), math.Inf(1), math.NaN(), 6, -1, 1e-45, 3e38}
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		n, rows := 1+r.IntN(200), 1+r.IntN(9)
		numbers := func(n int) []byte {
			x := tensor.New(tensor.F32, n)
			for i := range n {
				if x.SetFloat64(i, r.NormFloat64()*4); r.IntN(9) == 0 {
					x.SetFloat64(i, special[r.IntN(len(special))])
				}
			}
			return x.Bytes()
		}
		form := AffineForm{r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, []string{"", "relu", "relu6"}[r.IntN(3)]}
		form.Gain = form.Gain && form.Scale
		x := numbers(n*rows + 3)
		w := AffineRows{Residual: numbers(n * rows), Bias: numbers(n), Scale: numbers(n), Gain: numbers(n), Shift: numbers(n), Rows: rows, Columns: n}
		want := append([]byte(nil), x...)
		withLoops(machineLoops{}, func() {
			for i := range rows {
				row := want[4*i*n : 4*(i+1)*n]
				for _, step := range []struct {
					is   bool
					op   string
					with []byte
				}{{form.Bias, "add", w.Bias}, {form.Scale, "mul", w.Scale}, {form.Gain, "mul", w.Gain}, {form.Shift, "add", w.Shift}, {form.Residual, "add", w.Residual[4*i*n : 4*(i+1)*n]}} {
					if step.is {
						loopOf(t, step.op)(row, row, step.with)
					}
				}
				if form.Activation != "" {
					unaryLoop(form.Activation, tensor.F32)(row, row)
				}
			}
		})
		for number, level := range machineLevels() {
			withLoops(level, func() {
				got := append([]byte(nil), x...)
				rest := w
				rest.X = got
				if !form.Residual {
					rest.Residual = nil
				}
				if !form.Bias {
					rest.Bias = nil
				}
				if !form.Scale {
					rest.Scale = nil
				}
				if !form.Gain {
					rest.Gain = nil
				}
				if !form.Shift {
					rest.Shift = nil
				}
				NewAffine(form, n+r.IntN(3)).Run(&rest)
				same(t, fmt.Sprintf("case %d, level %d, %d rows of %d, %+v", seed, number, rows, n, form), tensor.Wrap(tensor.F32, []int{n*rows + 3}, got), tensor.Wrap(tensor.F32, []int{n*rows + 3}, want))
			})
		}
	}
}

func loopOf(t *testing.T, name string) loop2 {
	t.Helper()
	loop, err := binaryLoop(name, tensor.F32)
	if err != nil {
		t.Fatal(err)
	}
	return loop
}
