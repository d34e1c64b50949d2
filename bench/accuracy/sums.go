package main

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// A combination makes one number of many: by the kernel, in the order that docs/numerics.md has
// for it, and one after the other, with one accumulator.
type combination struct {
	name    string
	numbers []numbersKind
	most    int   // elements
	halves  int   // elements in f16 and bf16
	pair    bool  // of first and second factors
	trials  []int // how many inputs of each length

	kernel     func(d tensor.DType, a, b *tensor.Tensor) (*tensor.Tensor, error)
	sequential func(round func(v float64) float64, a, b []float64) float64
	exact      func(a, b []float64) exactResult
}

var combinations = []combination{
	{"sum", summands, 1e6, 1e6, false, sumTrials, reduceBy("sum"), sequentialSum, exactSum},
	{"mean", summands[:2], 1e6, 1e6, false, sumTrials, reduceBy("mean"), sequentialMean, exactMean},
	{"product", multiplicands, 1e5, 1e4, false, productTrials, reduceBy("prod"), sequentialProduct, exactProduct},
	{"contraction", summands, 1e6, 1e6, true, sumTrials, contraction, sequentialContraction, exactContraction},
}

func reduceBy(kind string) func(d tensor.DType, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	return func(d tensor.DType, a, _ *tensor.Tensor) (*tensor.Tensor, error) {
		out := tensor.New(d)
		reduce, err := kernel.ResolveReduce(kind, d, a.Shape(), []int{0})
		if err == nil {
			w := tensor.New(tensor.U8, kernel.ReduceWorkspace(kind, d, a.Shape(), []int{0}))
			reduce(w.Bytes(), out, a, nil)
		}
		return out, err
	}
}

func contraction(d tensor.DType, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	out := tensor.New(d)
	left, right := contract.Type{DType: d, Shape: a.Shape()}, contract.Type{DType: d, Shape: b.Shape()}
	multiply, err := contract.ResolveMatMul(d, left, right)
	if err != nil {
		return nil, err
	}
	size, err := contract.MatMulWorkspace(d, left, right)
	if err == nil {
		multiply(tensor.New(tensor.U8, size(parallel.Workers())).Bytes(), out, a, b, nil)
	}
	return out, err
}

func sequentialSum(round func(v float64) float64, a, _ []float64) float64 {
	acc := 0.0
	for _, v := range a {
		acc = round(acc + v)
	}
	return acc
}

func sequentialMean(round func(v float64) float64, a, _ []float64) float64 {
	return round(sequentialSum(round, a, nil) / float64(len(a)))
}

func sequentialProduct(round func(v float64) float64, a, _ []float64) float64 {
	acc := 1.0
	for _, v := range a {
		acc = round(acc * v)
	}
	return acc
}

// sequentialContraction rounds products before it adds them.
func sequentialContraction(round func(v float64) float64, a, b []float64) float64 {
	acc := 0.0
	for i, v := range a {
		acc = round(acc + round(v*b[i]))
	}
	return acc
}

// lengths are those that are measured, the others how many inputs of each are.
var (
	lengths       = []int{10, 100, 1e3, 1e4, 1e5, 1e6}
	sumTrials     = []int{2000, 1000, 500, 200, 30, 5}
	productTrials = []int{4000, 4000, 1000, 400, 60}
)

// deviation is what errors are, mean and greatest, by the kernel and sequentially.
type deviation struct {
	mean, worst, meanBefore, worstBefore float64
	uncertainty                          float64 // the standard error of the difference of the means
}

// isWorse reports whether the mean error is greater than the sequential one by more than 5 %, and
// by more than chance explains.
func (d deviation) isWorse() bool {
	return d.mean-3*d.uncertainty > 1.05*d.meanBefore
}

// deviate tries random numbers, as often as is usual for the length.
func (c combination) deviate(d tensor.DType, digits int, kind numbersKind, length int) (deviation, error) {
	count := c.trials[length]
	now, before, failures := make([]float64, count), make([]float64, count), make([]error, count)
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed := range next {
				now[seed], before[seed], failures[seed] = c.try(d, digits, kind, lengths[length], uint64(seed))
			}
		})
	}
	for seed := range count {
		next <- seed
	}
	close(next)
	group.Wait()
	total, n := deviation{}, float64(count)
	for seed, e := range now {
		total.mean += e / n
		total.meanBefore += before[seed] / n
		total.worst, total.worstBefore = max(total.worst, e), max(total.worstBefore, before[seed])
	}
	for seed, e := range now {
		difference := (e - before[seed]) - (total.mean - total.meanBefore)
		total.uncertainty += float64(difference * difference)
	}
	total.uncertainty = math.Sqrt(total.uncertainty) / n
	return total, errors.Join(failures...)
}

// try is the error for one seed, by the kernel and sequentially, in units of half a last place of
// the sum of all magnitudes.
func (c combination) try(d tensor.DType, digits int, kind numbersKind, n int, seed uint64) (now, before float64, err error) {
	scale := 1.0
	if d == tensor.F16 && !c.isProduct() {
		scale = 1.0 / 64
	}
	first, second := kind.make(rand.New(rand.NewPCG(seed, uint64(n))), n)
	a := rounded(d, first, scale)
	x, y, b := numbers(a), []float64(nil), (*tensor.Tensor)(nil)
	if c.pair {
		b = rounded(d, second, 1)
		y = numbers(b)
	}
	out, err := c.kernel(d, a, b)
	if err != nil {
		return 0, 0, err
	}
	round := func(v float64) float64 { return float64(float32(v)) }
	if d == tensor.F64 {
		round = func(v float64) float64 { return v }
	}
	sequential := tensor.New(d).Fill(c.sequential(round, x, y))
	exact := c.exact(x, y)
	unit := math.Ldexp(exact.size, -digits)
	return distance(out, exact.value) / unit, distance(sequential, exact.value) / unit, nil
}

func (c combination) isProduct() bool { return c.name == "product" }

// distance is |got-value|.
func distance(got *tensor.Tensor, value *big.Float) float64 {
	v := got.Float64At(0)
	if v-v != 0 {
		return math.Inf(1)
	}
	difference := new(big.Float).SetPrec(value.Prec() + 2200)
	result, _ := difference.Sub(big.NewFloat(v), value).Float64()
	return math.Abs(result)
}

// row is the deviations for all lengths that the type has.
func (c combination) row(d tensor.DType, digits int, kind numbersKind) ([]deviation, error) {
	most, list := c.most, []deviation{}
	if d.Size() == 2 {
		most = c.halves
	}
	for i, n := range lengths {
		if n > most {
			break
		}
		deviation, err := c.deviate(d, digits, kind, i)
		if err != nil {
			return nil, err
		}
		list = append(list, deviation)
	}
	return list, nil
}
