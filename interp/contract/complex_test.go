package contract

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// part is one part of complex numbers as an array of its own.
func part(x *tensor.Tensor, k int) *tensor.Tensor {
	out := tensor.New(x.DType().Part(), x.Shape()...)
	for i := range x.Len() {
		out.SetFloat64(i, x.Parts().Float64At(2*i+k))
	}
	return out
}

// A product of complex numbers has the bits of a real one in which each step is two: of the real
// part of the left number with the right one, and of the imaginary part with i times that.
func TestComplexDotGeneral(t *testing.T) {
	seed, count := campaign.Cases(some(60))
	for n := range count {
		r := rand.New(rand.NewPCG(seed+uint64(n), 77))
		d, left, right := randomDot(r)
		shape, err := d.Shape(left, right)
		if err != nil || shapes.Product(append(append([]int{}, left...), right...)) > mostProducts {
			continue
		}
		c := []tensor.DType{tensor.C64, tensor.C128}[r.IntN(2)]
		lhs, rhs := tensor.New(c, left...), tensor.New(c, right...)
		for _, x := range []*tensor.Tensor{lhs, rhs} {
			copy(x.Bytes(), random(r, c.Part(), r.IntN(3) == 0, x.Parts().Shape()...).Bytes())
		}
		spread := tensor.New(c.Part(), append([]int{2}, withParts(right)...)...)
		for i, re, im := 0, part(rhs, 0), part(rhs, 1); i < rhs.Len(); i++ {
			spread.SetFloat64(2*i, re.Float64At(i))
			spread.SetFloat64(2*i+1, im.Float64At(i))
			spread.SetFloat64(2*(rhs.Len()+i), -im.Float64At(i))
			spread.SetFloat64(2*(rhs.Len()+i)+1, re.Float64At(i))
		}
		parts := DotDims{LHSBatch: d.LHSBatch, LHSContract: append(append([]int{}, d.LHSContract...), len(left))}
		for _, dim := range d.RHSBatch {
			parts.RHSBatch = append(parts.RHSBatch, dim+1)
		}
		for _, dim := range d.RHSContract {
			parts.RHSContract = append(parts.RHSContract, dim+1)
		}
		parts.RHSContract = append(parts.RHSContract, 0)
		want := tensor.New(c, shape...)
		referenceDot(parts, want.Parts(), lhs.Parts(), spread)
		p, err := prepareDotGeneral(d, c, Type{c, left}, Type{c, right})
		checkComplex(t, fmt.Sprintf("case %d: %v of %s and %s", seed+uint64(n), d, lhs.TypeString(), rhs.TypeString()), p, err, want, lhs, rhs)
	}
}

// checkComplex is checkAll for the parts of complex numbers.
func checkComplex(t *testing.T, context string, p *prepared, err error, want, lhs, rhs *tensor.Tensor) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", context, err)
	}
	for i := 0; p.at(i).run != nil; i++ {
		everyWorkerCount(func(workers string) {
			for _, some := range []int{1, 2, 8} {
				got, calls := tensor.New(want.DType(), want.Shape()...), 0
				f := guarded(p.at(i).run, p.workspace(), some)
				f(got, lhs, rhs, func(lo, hi int) { calls += hi - lo })
				sameBits(t, context+", "+workers, got.Parts(), want.Parts())
				if calls != want.Len() {
					t.Fatalf("%s: %d of %d elements are reported as done", context, calls, want.Len())
				}
			}
		})
	}
}

func TestComplexMatMul(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for _, c := range []struct{ lhs, rhs []int }{
		{[]int{3}, []int{3}}, {[]int{2, 3}, []int{3}}, {[]int{3}, []int{3, 4}}, {[]int{5, 17}, []int{17, 33}}, {[]int{4, 1, 2, 3}, []int{5, 3, 2}},
		{[]int{2, 0}, []int{0, 3}}, {[]int{0, 2}, []int{2, 3}}, {[]int{2, 5, 3}, []int{3, 1}},
	} {
		shape, err := MatMulShape(c.lhs, c.rhs)
		if err != nil {
			t.Fatal(err)
		}
		lhs, rhs := smallComplex(r, tensor.C64, c.lhs), smallComplex(r, tensor.C64, c.rhs)
		want := fromParts(tensor.C64, shape, lhs, rhs, func(out, a, b *tensor.Tensor) {
			f, err := ResolveMatMul(tensor.F32, Type{tensor.F32, c.lhs}, Type{tensor.F32, c.rhs})
			if err != nil {
				t.Fatal(err)
			}
			w, err := MatMulWorkspace(tensor.F32, Type{tensor.F32, c.lhs}, Type{tensor.F32, c.rhs})
			if err != nil {
				t.Fatal(err)
			}
			f(make([]byte, w(8)), out, a, b, nil)
		})
		p, err := prepareMatMul(tensor.C64, Type{tensor.C64, c.lhs}, Type{tensor.C64, c.rhs})
		checkComplex(t, fmt.Sprint(c), p, err, want, lhs, rhs)
	}
	_, err := ResolveMatMul(tensor.C64, Type{tensor.F32, []int{2, 2}}, Type{tensor.C64, []int{2, 2}})
	if want := "matmul: f32 does not go with complex<f32>: complex numbers go with complex numbers only"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// smallComplex has whole numbers, of which sums and products are exact.
func smallComplex(r *rand.Rand, d tensor.DType, shape []int) *tensor.Tensor {
	x := tensor.New(d, shape...)
	for i := range x.Parts().Len() {
		x.Parts().SetInt64(i, int64(r.IntN(9)-4))
	}
	return x
}

// fromParts is a contraction by four of parts.
func fromParts(d tensor.DType, shape []int, lhs, rhs *tensor.Tensor, contract func(out, a, b *tensor.Tensor)) *tensor.Tensor {
	out := tensor.New(d, shape...)
	var of [2][2]*tensor.Tensor
	for i := range 2 {
		for k := range 2 {
			of[i][k] = tensor.New(d.Part(), shape...)
			contract(of[i][k], part(lhs, i), part(rhs, k))
		}
	}
	for i := range out.Len() {
		out.Parts().SetFloat64(2*i, of[0][0].Float64At(i)-of[1][1].Float64At(i))
		out.Parts().SetFloat64(2*i+1, of[0][1].Float64At(i)+of[1][0].Float64At(i))
	}
	return out
}

// Convolutions of every layout and with every option.
func TestComplexConv(t *testing.T) {
	seed, count := campaign.Cases(some(80))
	tried := 0
	for n := range count {
		r := rand.New(rand.NewPCG(seed+uint64(n), 78))
		d, w, input, kernel := randomConv(r)
		shape, err := ConvShape(d, w, input, kernel)
		if err != nil || shapes.Product(shape)*shapes.Product(kernel) > 4*mostProducts {
			continue
		}
		tried++
		c := []tensor.DType{tensor.C64, tensor.C128}[r.IntN(2)]
		lhs, rhs := smallComplex(r, c, input), smallComplex(r, c, kernel)
		want := fromParts(c, shape, lhs, rhs, func(out, a, b *tensor.Tensor) { referenceConv(d, w, out, a, b) })
		p, err := prepareConv(d, w, c, Type{c, input}, Type{c, kernel})
		checkComplex(t, fmt.Sprintf("case %d: %+v %+v of %s and %s", seed+uint64(n), d, w, lhs.TypeString(), rhs.TypeString()), p, err, want, lhs, rhs)
	}
	if tried == 0 {
		t.Error("no convolution was tried")
	}
}
