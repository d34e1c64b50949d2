package derivatives_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// countedLoop is a loop whose counter runs from %first, is compared with %last, and changes by
// %step, in each round, or by a number that the text has. Its result, from 0, and the gradient by
// %c, of 1, are the number of rounds.
type countedLoop struct {
	elem     string
	relation string
	change   string // add or sub
	step     string // a number, or "" where only the run knows it
	swapped  bool   // the bound is on the left of the comparison
}

func (c countedLoop) text() string {
	compared, step := "%i, %last", ""
	if c.swapped {
		compared = "%last, %i"
	}
	if c.step != "" {
		step = fmt.Sprintf("%%by = tg.constant dense<%s> : tensor<%s>\n", c.step, c.elem)
	} else {
		step = fmt.Sprintf("%%by = tg.barrier %%step : tensor<%s>\n", c.elem)
	}
	return strings.ReplaceAll(fmt.Sprintf(`func.func @main(%%first: tensor<T>, %%last: tensor<T>, %%step: tensor<T>, %%c: tensor<f64>) -> tensor<f64> {
  %s  %%zero = tg.constant dense<0.0> : tensor<f64>
  %%0:2 = tg.while (%%i = %%first, %%v = %%zero) : tensor<T>, tensor<f64> cond {
    %%1 = tg.compare %s %s : (tensor<T>, tensor<T>) -> tensor<i1>
    tg.yield %%1 : tensor<i1>
  } do {
    %%1 = tg.%s %%i, %%by : tensor<T>
    %%2 = tg.add %%v, %%c : tensor<f64>
    tg.yield %%1, %%2 : tensor<T>, tensor<f64>
  }
  return %%0#1 : tensor<f64>
}
`, step, c.relation, compared, c.change), "<T>", "<"+c.elem+">")
}

// rounds is how often the loop runs, by running it; -1 for more often than most.
func (c countedLoop) rounds(dtype tensor.DType, first, last, step int64, most int) int {
	wrap := func(n int64) int64 {
		v := tensor.New(dtype)
		v.SetInt64(0, n)
		return v.Int64At(0)
	}
	at := wrap(first)
	for n := range most + 1 {
		less := at < last
		if dtype == tensor.U64 {
			less = uint64(at) < uint64(last)
		}
		greater := !less && at != last
		if c.swapped {
			less, greater = greater, less
		}
		holds := map[string]bool{"lt": less, "le": less || at == last, "gt": greater, "ge": greater || at == last, "eq": at == last, "ne": at != last}
		if !holds[c.relation] {
			return n
		}
		if c.change == "sub" {
			at = wrap(at - step)
		} else {
			at = wrap(at + step)
		}
	}
	return -1
}

// vjpOf is the derivative of a program, to be run.
func vjpOf(t *testing.T, text string, opt autodiff.Options, wrt ...int) *interp.Program {
	t.Helper()
	module, err := parsed(driver.NewContext(), text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := autodiff.New(module, &opt).Function(ir.Symbols(module)["main"], autodiff.Request{Mode: autodiff.Reverse, Wrt: wrt}); err != nil {
		t.Fatal(module.Context().Render(ir.AsDiag(err, 0)))
	}
	if err := ir.Verify(module); err != nil {
		t.Fatal(module.Context().Render(ir.AsDiag(err, 0)))
	}
	program, err := interp.NewModule(module).Program("main.vjp")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func integer(dtype tensor.DType, n int64) *tensor.Tensor {
	v := tensor.New(dtype)
	v.SetInt64(0, n)
	return v
}

func float(n float64) *tensor.Tensor {
	v := tensor.New(tensor.F64)
	v.SetFloat64(0, n)
	return v
}

// check compares the number of rounds that is computed with that of the rounds that are run; it
// reports whether the loop ends soon enough to be run.
func (c countedLoop) check(t *testing.T, p *interp.Program, dtype tensor.DType, first, last, step int64) bool {
	t.Helper()
	want := c.rounds(dtype, first, last, step, 600)
	if want < 0 {
		return false
	}
	r, err := p.Run([]*tensor.Tensor{integer(dtype, first), integer(dtype, last), integer(dtype, step), float(1), float(1)}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if ran, counted := r.Outputs[0].Float64At(0), r.Outputs[1].Float64At(0); ran != float64(want) || counted != ran {
		t.Errorf("%+v from %d to %d by %d: %v rounds are run and %v are counted, want %d", c, first, last, step, ran, counted, want)
	}
	return true
}

// How often a counted loop runs is computed right for all relations, steps and types, also where
// the counter goes past the end of its type.
func TestTripCounts(t *testing.T) {
	types := []struct {
		elem   string
		dtype  tensor.DType
		lo, hi int64
	}{
		{"i8", tensor.I8, -128, 127}, {"ui8", tensor.U8, 0, 255}, {"i32", tensor.I32, -1 << 31, 1<<31 - 1}, {"ui32", tensor.U32, 0, 1<<32 - 1},
		{"i64", tensor.I64, -1 << 63, 1<<63 - 1}, {"ui64", tensor.U64, 0, -1},
	}
	ran := 0
	for k, ty := range types {
		for _, relation := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, change := range []string{"add", "sub"} {
				for _, step := range []string{"", "1", "2", "3", "7", "100"} {
					c := countedLoop{elem: ty.elem, relation: relation, change: change, step: step, swapped: k%2 == 1}
					p := vjpOf(t, c.text(), autodiff.Options{}, 3)
					for seed := range campaign.Seeds(12) {
						rng := rand.New(rand.NewPCG(seed, uint64(k)))
						near := func(n int64) int64 { return n + rng.Int64N(41) - 20 }
						points := []int64{ty.lo, ty.hi, 0, near(ty.lo), near(ty.hi), near(0), near(ty.lo/2 + ty.hi/2)}
						first := integer(ty.dtype, points[rng.IntN(len(points))]).Int64At(0)
						last := integer(ty.dtype, []int64{points[rng.IntN(len(points))], near(first)}[rng.IntN(2)]).Int64At(0)
						by := integer(ty.dtype, []int64{near(0), ty.hi, ty.lo, ty.hi / 2, rng.Int64()}[rng.IntN(5)]).Int64At(0)
						if step != "" {
							fmt.Sscan(step, &by)
						}
						if c.check(t, p, ty.dtype, first, last, by) {
							ran++
						}
					}
				}
			}
		}
	}
	if ran < 1000 && campaign.First() == 0 {
		t.Errorf("only %d loops ended", ran)
	}
}

// Numbers at the ends of a small type, in all combinations.
func TestTripCountsAtTheEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("many loops")
	}
	for _, elem := range []string{"i8", "ui8"} {
		dtype, lo, hi := tensor.I8, int64(-128), int64(127)
		if elem == "ui8" {
			dtype, lo, hi = tensor.U8, 0, 255
		}
		points := []int64{lo, lo + 1, lo + 3, lo + 128, lo + 131, hi - 2, hi - 1, hi}
		for _, relation := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, change := range []string{"add", "sub"} {
				c := countedLoop{elem: elem, relation: relation, change: change}
				p := vjpOf(t, c.text(), autodiff.Options{}, 3)
				for _, first := range points {
					for _, last := range points {
						for _, step := range append([]int64{lo + 2, lo + 129, lo + 130, hi - 3}, points...) {
							c.check(t, p, dtype, first, last, step)
						}
					}
				}
			}
		}
	}
}

// A loop that runs more often than its bound allows ends the run with an error, however its states
// are kept, whether its rounds are counted or not, and in a loop, too.
func TestBoundsAreObeyed(t *testing.T) {
	const nested = `func.func @main(%x: tensor<2xf64>, %w: tensor<2xf64>, %m: tensor<i32>) -> tensor<2xf64> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<2xf64> cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2:2 = tg.while (%j = %zero, %u = %v) : tensor<i32>, tensor<2xf64> cond {
      %3 = tg.compare lt %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tg.yield %3 : tensor<i1>
    } do {
      %3 = tg.add %j, %one : tensor<i32>
      %4 = tg.sin %u : tensor<2xf64>
      tg.yield %3, %4 : tensor<i32>, tensor<2xf64>
    }
    tg.yield %1, %2#1 : tensor<i32>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}
`
	pair := func(a, b float64) *tensor.Tensor {
		x := tensor.New(tensor.F64, 2)
		x.SetFloat64(0, a)
		x.SetFloat64(1, b)
		return x
	}
	for name, program := range map[string]string{"computed": loopOf("computed", 0), "unknown": loopOf("unknown", 0), "nested": nested} {
		program = strings.ReplaceAll(program, "probe.count", "tg.barrier")
		for _, kind := range []string{"tape", "none", "sqrt", "period 1", "period 2", "period 3", "period 8", "binomial 3"} {
			for _, most := range []int64{1, 2, 3, 4, 6, 7} {
				p := vjpOf(t, program, autodiff.Options{Loops: kind, MaxTrip: most}, 0, 1)
				for n := int64(0); n < 9; n++ {
					_, err := p.Run([]*tensor.Tensor{pair(0.3, 0.7), pair(0.9, 1.1), integer(tensor.I32, n), pair(1, 1)}, interp.Options{})
					allowed := n <= most
					if message := fmt.Sprintf("a loop runs more than %d rounds, the most that max-trip allows", most); allowed && err != nil || !allowed && (err == nil || !strings.Contains(err.Error(), message)) {
						t.Errorf("%s, %s: %d rounds of %d: %v", name, kind, n, most, err)
					}
				}
			}
		}
	}
}
