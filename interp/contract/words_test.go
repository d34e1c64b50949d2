package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/tensor"
)

// The extremes of small integers, in sums that wrap, where instructions that saturate would not:
// in each form of words, with odd extents, also where results are small.
func TestWordsExtremes(t *testing.T) {
	extremes := map[tensor.DType][]int64{
		tensor.I8: {-128, 127}, tensor.U8: {255, 0, 128}, tensor.I16: {-32768, 32767}, tensor.Bool: {1, 0},
	}
	r := rand.New(rand.NewPCG(31, 32))
	types := []tensor.DType{tensor.I8, tensor.U8, tensor.I16, tensor.Bool}
	for _, left := range types {
		for _, right := range types {
			for _, out := range []tensor.DType{tensor.I32, tensor.U32, tensor.I8, tensor.U16} {
				for _, depth := range []int{3, 130, 1027} {
					for mixed := range 2 {
						lhs, rhs := tensor.New(left, 3, depth), tensor.New(right, depth, 19)
						for _, x := range []*tensor.Tensor{lhs, rhs} {
							list := extremes[x.DType()]
							for i := range x.Len() {
								x.SetInt64(i, list[mixed*r.IntN(len(list))])
							}
						}
						p, err := prepareMatMul(out, Type{left, lhs.Shape()}, Type{right, rhs.Shape()})
						want := tensor.New(out, 3, 19)
						referenceDot(DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, want, lhs, rhs)
						checkAll(t, fmt.Sprintf("%v by %v to %v, depth %d", left, right, out, depth), p, err, want, lhs, rhs)
					}
				}
			}
		}
	}
}

// A sum of the greatest products leaves the range of 32 bits, and comes back.
func TestWordsWrap(t *testing.T) {
	const depth = 140_000
	lhs, rhs := tensor.New(tensor.I8, 1, depth), tensor.New(tensor.I8, depth, 1)
	for i := range depth {
		lhs.SetInt64(i, -128)
		rhs.SetInt64(i, -128)
	}
	p, err := prepareMatMul(tensor.I32, Type{tensor.I8, lhs.Shape()}, Type{tensor.I8, rhs.Shape()})
	want := tensor.New(tensor.I32, 1, 1)
	tensor.Data[int32](want)[0] = depth*128*128 - 1<<32
	checkAll(t, "long sum", p, err, want, lhs, rhs)
}

// scaled fills a tensor of bf16 with numbers whose exponents are from a range, a few of them zero.
func scaled(r *rand.Rand, low, high int, shape ...int) *tensor.Tensor {
	t := tensor.New(tensor.BF16, shape...)
	for i := range t.Len() {
		v := math.Ldexp(1+float64(r.IntN(128))/128, low+r.IntN(high-low+1))
		if r.IntN(2) == 0 {
			v = -v
		}
		t.SetFloat64(i, v*float64(min(1, r.IntN(9))))
	}
	return t
}

// Pairs of bf16 give the bits of one product after the other, whether the instruction may be used,
// just may be used, or may not because numbers, products or sums are too small or too large.
func TestHalvesRandom(t *testing.T) {
	for seed := range campaign.Seeds(some(150)) {
		r := rand.New(rand.NewPCG(seed, 33))
		low := [2]int{-56 + r.IntN(7) - 3, -56 + r.IntN(7) - 3}
		switch r.IntN(4) {
		case 0:
			low = [2]int{-133 + r.IntN(20), r.IntN(20)}
		case 1:
			low = [2]int{61 + r.IntN(4), 61 + r.IntN(4)}
		}
		m, k, n := 1+r.IntN(9), 3+r.IntN(40), 1+r.IntN(40)
		lhs, rhs := scaled(r, low[0], low[0]+r.IntN(3), m, k), scaled(r, low[1], low[1]+r.IntN(3), k, n)
		p, err := prepareMatMul(tensor.F32, Type{tensor.BF16, lhs.Shape()}, Type{tensor.BF16, rhs.Shape()})
		want := tensor.New(tensor.F32, m, n)
		referenceDot(DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, want, lhs, rhs)
		checkAll(t, fmt.Sprintf("case %d: exponents from %v on", seed, low), p, err, want, lhs, rhs)
	}
}

// What decides about the instruction: the range of numbers without zeros.
func TestNumberRange(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 35))
	for n := range 100 {
		list := make([]uint16, n)
		least, most := uint16(math.MaxUint16), uint16(0)
		for i := range list {
			list[i] = uint16(r.Uint32()) & []uint16{0, 0x8000, 0xFFFF}[r.IntN(3)]
			if x := list[i] & 0x7FFF; x != 0 {
				least, most = min(least, x), max(most, x)
			}
		}
		low, high := numberRange(tensorOf(list).Bytes())
		if low != least || high != most {
			t.Fatalf("%#x: range %#x to %#x, want %#x to %#x", list, low, high, least, most)
		}
	}
	w := func(low, high int) bool {
		lhs, rhs := scaled(r, low, low, 4, 40), scaled(r, high, high, 40, 20)
		p, err := prepareMatMul(tensor.F32, Type{tensor.BF16, lhs.Shape()}, Type{tensor.BF16, rhs.Shape()})
		if err != nil {
			t.Fatal(err)
		}
		run := &wordsRun[float32]{words: p.words[0]}
		return run.exact(make([]byte, 64), [2]*tensor.Tensor{lhs, rhs})
	}
	for _, c := range []struct {
		low, high int
		exact     bool
	}{{0, 0, true}, {-56, -56, true}, {-56, -57, false}, {-126, 14, true}, {-126, 13, false}, {-127, 60, false}, {62, 63, true}, {63, 63, false}, {127, -3, true}} {
		if got := w(c.low, c.high); got != c.exact {
			t.Errorf("exponents %d and %d: exact is %v, want %v", c.low, c.high, got, c.exact)
		}
	}
}

func tensorOf(list []uint16) *tensor.Tensor {
	t := tensor.New(tensor.U16, len(list))
	copy(tensor.Data[uint16](t), list)
	return t
}

// One row by columns of small numbers, in both layouts, of odd extents and batches, on each machine
// level.
func TestThinRandom(t *testing.T) {
	kinds := [][3]tensor.DType{
		{tensor.F32, tensor.BF16, tensor.BF16}, {tensor.F16, tensor.F16, tensor.F16}, {tensor.F32, tensor.F32, tensor.F16}, {tensor.BF16, tensor.F16, tensor.BF16},
		{tensor.I32, tensor.I8, tensor.I8}, {tensor.I32, tensor.U8, tensor.I8}, {tensor.U32, tensor.I8, tensor.U8}, {tensor.I8, tensor.U8, tensor.U8}, {tensor.I32, tensor.Bool, tensor.I8},
	}
	for seed := range campaign.Seeds(some(60)) {
		r := rand.New(rand.NewPCG(seed, 36))
		kind, batch := kinds[r.IntN(len(kinds))], 1+r.IntN(2)
		depth, cols := 64+r.IntN(90), 64+r.IntN(300)
		if r.IntN(2) == 0 {
			depth = depth &^ 1
		}
		d := DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{1}, RHSContract: []int{1}}
		right := []int{batch, depth, cols}
		if r.IntN(2) == 0 {
			d.RHSContract[0], right = 2, []int{batch, cols, depth}
		}
		lhs, rhs := random(r, kind[1], seed%4 == 0, batch, depth), random(r, kind[2], seed%4 == 0, right...)
		p, err := prepareDotGeneral(d, kind[0], Type{kind[1], lhs.Shape()}, Type{kind[2], rhs.Shape()})
		if err != nil {
			t.Fatal(err)
		}
		if p.thin == nil {
			t.Fatalf("case %d: %v by %v is not taken for one row by columns", seed, lhs.Shape(), right)
		}
		want := tensor.New(kind[0], batch, cols)
		referenceDot(d, want, lhs, rhs)
		checkAll(t, fmt.Sprintf("case %d: %v, %v by %v", seed, kind, lhs.Shape(), right), p, err, want, lhs, rhs)
	}
}

// Operands of integers and of bf16 with room in their packed form: what is packed takes no more
// than two bytes for a byte, on any machine, and products of it are checked by TestPacked.
func TestWordsPackings(t *testing.T) {
	for _, tt := range []struct {
		of    tensor.DType
		bytes int
	}{{tensor.I8, 2 * 128 * 96}, {tensor.I16, 2 * 128 * 96}, {tensor.BF16, 4 * 128 * 96}} {
		c, err := NewMatMul(tensor.I32, Type{tensor.I8, []int{64, 128}}, Type{tensor.I8, []int{128, 96}})
		if tt.of != tensor.I8 {
			out := tensor.I32
			if tt.of == tensor.BF16 {
				out = tensor.BF16
			}
			c, err = NewMatMul(out, Type{tt.of, []int{64, 128}}, Type{tt.of, []int{128, 96}})
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Packings(Operands{false, true})[1].Bytes; got != tt.bytes {
			t.Errorf("%v: packed operand takes %d bytes, want %d", tt.of, got, tt.bytes)
		}
	}
}
