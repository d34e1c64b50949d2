package kernel

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

func TestCompare(t *testing.T) {
	for _, d := range realTypes() {
		a, b := samples(d, false, 300), samples(d, true, 300)
		for _, direction := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, total := range []bool{false, true} {
				want, got := tensor.New(tensor.Bool, a.Len()), tensor.New(tensor.Bool, a.Len())
				for i := range a.Len() {
					var less, equal bool
					if d.IsFloat() {
						less, equal = floatOrder(a, b, i, i, total)
					} else {
						less, equal = bigAt(a, i).Cmp(bigAt(b, i)) < 0, bigAt(a, i).Cmp(bigAt(b, i)) == 0
					}
					unordered := d.IsFloat() && !total && (a.Float64At(i) != a.Float64At(i) || b.Float64At(i) != b.Float64At(i))
					is := map[string]bool{
						"lt": less, "le": less || equal, "gt": !less && !equal && !unordered, "ge": !less && !unordered, "eq": equal, "ne": !equal,
					}[direction]
					if is {
						want.SetInt64(i, 1)
					}
				}
				kernel, err := ResolveCompare(direction, d, total, a.Shape(), b.Shape(), a.Shape())
				if err != nil {
					t.Fatal(err)
				}
				kernel(got, a, b)
				for i := range got.Len() {
					if !sameElement(got, want, i) {
						t.Fatalf("%s %v total=%v of %s and %s: got %s", direction, d, total, element(a, i), element(b, i), element(got, i))
					}
				}
			}
		}
	}
}

// floatOrder compares two floats by the definition of IEEE 754.
func floatOrder(a, b *tensor.Tensor, i, j int, total bool) (less, equal bool) {
	if !total {
		return a.Float64At(i) < b.Float64At(j), a.Float64At(i) == b.Float64At(j)
	}
	order := totalOrder(a, i).Cmp(totalOrder(b, j))
	return order < 0, order == 0
}

// totalOrder numbers the encodings of a float type in their total order: magnitudes upwards from
// +0, those of negative numbers downwards from -0, and NaN.
func totalOrder(x *tensor.Tensor, i int) *big.Int {
	magnitude := new(big.Int)
	size := x.DType().Size()
	if v := x.Float64At(i); v != v {
		return magnitude.Lsh(big.NewInt(1), uint(8*size))
	}
	for k := size - 1; k >= 0; k-- {
		magnitude.Lsh(magnitude, 8).Add(magnitude, big.NewInt(int64(x.Bytes()[i*size+k])))
	}
	if sign := 8*size - 1; magnitude.Bit(sign) == 1 {
		return magnitude.Not(magnitude.SetBit(magnitude, sign, 0))
	}
	return magnitude
}

func TestSelect(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, d := range tensor.DTypes() {
		for _, c := range []struct{ p, a, b, out []int }{
			{[]int{}, []int{}, []int{}, []int{}},
			{[]int{5}, []int{5}, []int{5}, []int{5}},
			{[]int{}, []int{2, 3}, []int{2, 3}, []int{2, 3}},
			{[]int{2, 3}, []int{}, []int{3}, []int{2, 3}},
			{[]int{2, 1}, []int{1, 3}, []int{}, []int{2, 3}},
			{[]int{0}, []int{}, []int{1}, []int{0}},
			{[]int{200, 1}, []int{1, 300}, []int{200, 300}, []int{200, 300}},
		} {
			p, a, b := small(rng, tensor.Bool, c.p...), tensor.Random(d, c.a, 1), tensor.Random(d, c.b, 2)
			want := tensor.New(d, c.out...)
			positions(c.out, func(i int, index []int) {
				if p.Int64At(broadcastIndex(c.p, index)) != 0 {
					copyElement(want, i, a, broadcastIndex(c.a, index))
				} else {
					copyElement(want, i, b, broadcastIndex(c.b, index))
				}
			})
			kernel, err := ResolveSelect(d, c.p, c.a, c.b, c.out)
			if err != nil {
				t.Fatal(err)
			}
			got := onWorkers(t, "select", func() *tensor.Tensor {
				out := tensor.New(d, c.out...)
				kernel(out, p, a, b)
				return out
			})
			same(t, "select", got, want)
			if shapeText(c.b) == shapeText(c.out) {
				kernel(b, p, a, b)
				same(t, "select in place", b, want)
			}
		}
	}
	_, err := ResolveSelect(tensor.F32, []int{2}, []int{3}, []int{3}, []int{3})
	wantError(t, "select", err, "select: shapes 2 and 3 and 3 do not broadcast")
	_, err = ResolveSelect(tensor.Invalid, nil, nil, nil, nil)
	wantError(t, "select", err, "select is not defined for invalid")
}

func TestClamp(t *testing.T) {
	for _, c := range []struct{ low, x, high, want string }{
		{"f32=0", "6xf32=-1 0.5 7 nan inf -inf", "f32=6", "6xf32=0 0.5 6 nan 6 0"},
		{"f32=3", "3xf32=0 2 5", "f32=1", "3xf32=1 1 1"},
		{"f32=nan", "2xf32=0 2", "f32=1", "2xf32=nan nan"},
		{"f32=-0", "2xf32=-0 0", "f32=-0", "2xf32=-0 -0"},
		{"3xbf16=0 1 2", "3xbf16=1 1 1", "3xbf16=5 5 5", "3xbf16=1 1 2"},
		{"f16=0", "2xf16=-1 70", "f16=6", "2xf16=0 6"},
		{"f64=0", "2xf64=-1 70", "f64=6", "2xf64=0 6"},
		{"i8=-3", "3xi8=-128 0 127", "i8=5", "3xi8=-3 0 5"},
		{"i16=-3", "3xi16=-128 0 127", "i16=5", "3xi16=-3 0 5"},
		{"i32=-3", "3xi32=-128 0 127", "i32=5", "3xi32=-3 0 5"},
		{"i64=-3", "3xi64=-128 0 127", "3xi64=5 -9 5", "3xi64=-3 -9 5"},
		{"ui8=200", "2xui8=1 255", "ui8=250", "2xui8=200 250"},
		{"ui16=200", "2xui16=1 65535", "ui16=250", "2xui16=200 250"},
		{"ui32=200", "2xui32=1 4294967295", "ui32=250", "2xui32=200 250"},
		{"ui64=200", "2xui64=1 18446744073709551615", "ui64=250", "2xui64=200 250"},
		{"i1=1", "2xi1=0 1", "i1=1", "2xi1=1 1"},
	} {
		low, x, high := parse(t, c.low), parse(t, c.x), parse(t, c.high)
		kernel, err := ResolveClamp(x.DType(), low.Shape(), x.Shape(), high.Shape(), x.Shape())
		if err != nil {
			t.Fatal(err)
		}
		kernel(x, low, x, high)
		same(t, c.x, x, parse(t, c.want))
	}
	_, err := ResolveClamp(tensor.F32, []int{2}, []int{3}, nil, []int{3})
	wantError(t, "clamp", err, "clamp: shapes 2 and 3 and scalar do not broadcast")
	_, err = ResolveClamp(tensor.Invalid, nil, nil, nil, nil)
	wantError(t, "clamp", err, "clamp is not defined for invalid")
}

func TestCompareIllegal(t *testing.T) {
	_, err := ResolveCompare("less", tensor.F32, false, nil, nil, nil)
	wantError(t, "compare", err, `there is no comparison named "less"`)
	_, err = ResolveCompare("lt", tensor.F32, false, []int{2}, []int{3}, []int{3})
	wantError(t, "compare", err, "compare: shapes 2 and 3 do not broadcast")
	_, err = ResolveCompare("lt", tensor.Invalid, false, nil, nil, nil)
	wantError(t, "compare", err, "compare is not defined for invalid")
}
