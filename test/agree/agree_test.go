package agree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// What a processor makes of infinity by zero has another sign than the NaN of a folded constant,
// and programs agree all the same: there is one NaN. The zeros are two.
func TestSameOfNaNs(t *testing.T) {
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		text := fmt.Sprintf(`func.func @main() -> (tensor<%[1]v>, tensor<%[1]v>) {
  %%zero = tg.constant dense<0.0> : tensor<%[1]v>
  %%infinity = tg.rsqrt %%zero : tensor<%[1]v>
  %%nan = tg.mul %%zero, %%infinity : tensor<%[1]v>
  %%minus = tg.neg %%zero : tensor<%[1]v>
  return %%nan, %%minus : tensor<%[1]v>, tensor<%[1]v>
}`, d)
		before, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		after, err := agree.Optimised(before, "canonicalize")
		if err != nil {
			t.Fatal(err)
		}
		was, is := agree.Execute(before, "main", nil, time.Minute), agree.Execute(after, "main", nil, time.Minute)
		if diff := was.Difference(is, agree.Same); diff != "" {
			t.Errorf("%v: folding changes %s", d, diff)
		}
		var bits uint64
		for i, b := range is.Outputs[0].Bytes() {
			bits |= uint64(b) << (8 * i)
		}
		if bits != d.NaNBits() {
			t.Errorf("%v: the NaN of a folded constant is %#x, want %#x", d, bits, d.NaNBits())
		}
	}
}

// Every NaN is as good as another, in each part of a complex number; all else is told apart.
func TestSame(t *testing.T) {
	element := func(d tensor.DType, words ...uint64) *tensor.Tensor {
		x := tensor.New(d)
		size := len(x.Bytes()) / len(words)
		for i, w := range words {
			for k := range size {
				x.Bytes()[i*size+k] = byte(w >> (8 * k))
			}
		}
		return x
	}
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		sign, infinity, nan := uint64(1)<<(8*d.Size()-1), d.InfinityBits(), d.NaNBits()
		nans := []uint64{nan, nan | sign, nan | 1, infinity | 1, infinity | 1 | sign}
		others := []uint64{0, sign, 1, 1 | sign, infinity, infinity | sign, infinity - 1}
		all := append(nans, others...)
		for i, a := range all {
			for j, b := range all {
				want := i == j || i < len(nans) && j < len(nans)
				check(t, element(d, a), element(d, b), want)
				if c, ok := map[tensor.DType]tensor.DType{tensor.F32: tensor.C64, tensor.F64: tensor.C128}[d]; ok {
					check(t, element(c, a, 1), element(c, b, 1), want)
					check(t, element(c, 1, a), element(c, 1, b), want)
				}
			}
		}
	}
	check(t, element(tensor.I64, 1<<63), element(tensor.I64, 1<<63+1), false)
	check(t, element(tensor.U64, 1<<63), element(tensor.U64, 1<<63), true)
}

// check is that Same says what is wanted, that [tensor.SameValues] says it too, and that outcomes
// differ accordingly.
func check(t *testing.T, x, y *tensor.Tensor, want bool) {
	t.Helper()
	if agree.Same(x, y, 0) != want || tensor.SameValues(x, y) != want {
		t.Errorf("%v of bits %x and %x: Same is %t, SameValues %t, want %t", x.DType(), x.Bytes(), y.Bytes(), agree.Same(x, y, 0), tensor.SameValues(x, y), want)
	}
	d := agree.Outcome{Outputs: []*tensor.Tensor{x}}.Difference(agree.Outcome{Outputs: []*tensor.Tensor{y}}, agree.Same)
	if (d == "") != want || !want && !strings.Contains(d, "result 0, element 0") {
		t.Errorf("%v of bits %x and %x: the difference is %q", x.DType(), x.Bytes(), y.Bytes(), d)
	}
}
