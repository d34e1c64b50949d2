package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

var complexTypes = []tensor.DType{tensor.C64, tensor.C128}

// sampledPairs returns numbers that meet each other at all edges.
func sampledPairs(d tensor.DType) (a, b *tensor.Tensor) {
	return samples(d, false, 2000), samples(d, true, 2000)
}

// The parts of sums are sums of parts, and so on; products round as docs/numerics.md says.
func TestComplexArithmetic(t *testing.T) {
	for _, d := range complexTypes {
		a, b := sampledPairs(d)
		round := func(v float64) float64 { return v }
		if d == tensor.C64 {
			round = func(v float64) float64 { return float64(float32(v)) }
		}
		for name, f := range map[string]func(x, y, u, v float64) (float64, float64){
			"add": func(x, y, u, v float64) (float64, float64) { return x + u, y + v },
			"sub": func(x, y, u, v float64) (float64, float64) { return x - u, y - v },
			"mul": func(x, y, u, v float64) (float64, float64) {
				return float64(x*u) - float64(y*v), float64(x*v) + float64(y*u)
			},
		} {
			want, got := tensor.New(d, a.Len()), tensor.New(d, a.Len())
			for i := range a.Len() {
				x, y := a.Complex128At(i), b.Complex128At(i)
				re, im := f(real(x), imag(x), real(y), imag(y))
				want.Parts().SetFloat64(2*i, round(re))
				want.Parts().SetFloat64(2*i+1, round(im))
			}
			kernel := mustBinary(t, name, d, a.Shape(), b.Shape(), a.Shape())
			kernel(got, a, b)
			same(t, name+" "+d.String(), got, want)
			x := a.Clone()
			kernel(x, x, b)
			same(t, name+" in place", x, want)
		}
		for name, f := range map[string]func(x, y float64) (float64, float64){
			"neg":  func(x, y float64) (float64, float64) { return -x, -y },
			"conj": func(x, y float64) (float64, float64) { return x, -y },
		} {
			want, got := tensor.New(d, a.Len()), tensor.New(d, a.Len())
			for i := range a.Len() {
				re, im := f(real(a.Complex128At(i)), imag(a.Complex128At(i)))
				want.Parts().SetFloat64(2*i, re)
				want.Parts().SetFloat64(2*i+1, im)
			}
			mustUnary(t, name, d)(got, a)
			same(t, name+" "+d.String(), got, want)
		}
	}
}

// Parts are taken apart and joined again.
func TestComplexParts(t *testing.T) {
	for _, d := range complexTypes {
		x, part := samples(d, false, 100), d.Part()
		re, im := tensor.New(part, x.Len()), tensor.New(part, x.Len())
		mustUnary(t, "real", d)(re, x)
		mustUnary(t, "imag", d)(im, x)
		for i := range x.Len() {
			if v := x.Complex128At(i); re.Float64At(i) != real(v) && real(v) == real(v) || im.Float64At(i) != imag(v) && imag(v) == imag(v) {
				t.Fatalf("%v has the parts %v and %v", v, re.Float64At(i), im.Float64At(i))
			}
		}
		join, err := ResolveComplex(d, re.Shape(), im.Shape(), x.Shape())
		if err != nil {
			t.Fatal(err)
		}
		got := tensor.New(d, x.Len())
		join(got, re, im)
		sameBits(t, "parts "+d.String(), got, x)
	}
	join, err := ResolveComplex(tensor.C64, []int{2, 1}, []int{3}, []int{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	got := tensor.New(tensor.C64, 2, 3)
	join(got, parse(t, "2x1xf32=1 2"), parse(t, "3xf32=3 4 5"))
	same(t, "broadcast", got, parse(t, "2x3xcomplex<f32>=[(1,3) (1,4) (1,5)][(2,3) (2,4) (2,5)]"))
	_, err = ResolveComplex(tensor.F32, nil, nil, nil)
	wantError(t, "complex", err, "complex is not defined for f32")
}

// exactQuotient is the quotient of finite numbers, of which the divisor is not 0, to many digits.
func exactQuotient(z, w complex128) (re, im *big.Float) {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(4600).SetFloat64(v) }
	times := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(4600).Mul(x, y) }
	a, b, c, d := number(real(z)), number(imag(z)), number(real(w)), number(imag(w))
	modulus := new(big.Float).Add(times(c, c), times(d, d))
	re = new(big.Float).Add(times(a, c), times(b, d))
	im = new(big.Float).Sub(times(b, c), times(a, d))
	return re.Quo(re, modulus), im.Quo(im, modulus)
}

// Quotients are right in each part, over the whole range; nothing overflows or vanishes on the way.
func TestComplexQuotients(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, d := range complexTypes {
		reach, least, bound := 1060, math.SmallestNonzeroFloat64, 4.0
		if d == tensor.C64 {
			reach, least, bound = 140, math.SmallestNonzeroFloat32, 0.51
		}
		const count = 3000
		a, b, got := tensor.New(d, count), tensor.New(d, count), tensor.New(d, count)
		for _, x := range []*tensor.Tensor{a, b} {
			for i := range count {
				e := rng.IntN(2*reach) - reach
				for k := range 2 {
					x.Parts().SetFloat64(2*i+k, math.Ldexp(rng.Float64()*2-1, e+rng.IntN(40)/30*(rng.IntN(80)-40)))
				}
			}
		}
		mustBinary(t, "div", d, a.Shape(), b.Shape(), a.Shape())(got, a, b)
		for i := range count {
			z, w := a.Complex128At(i), b.Complex128At(i)
			if w == 0 || !bothFinite(real(z), imag(z)) || !bothFinite(real(w), imag(w)) {
				continue
			}
			re, im := exactQuotient(z, w)
			for k, want := range []*big.Float{re, im} {
				v := got.Parts().Float64At(2*i + k)
				near, _ := want.Float64()
				rounded := tensor.New(d.Part())
				rounded.SetFloat64(0, near)
				if near = rounded.Float64At(0); math.IsInf(near, 0) || math.IsInf(v, 0) {
					if v != near && math.Abs(near) < 1e308 {
						t.Fatalf("%v / %v: part %d is %v, want %v", z, w, k, v, near)
					}
					continue
				}
				unit := math.Max(math.Abs(near)*0x1p-52, least)
				if d == tensor.C64 {
					unit = math.Max(math.Ldexp(1, math.Ilogb(near)-23), least)
				}
				difference, _ := new(big.Float).Sub(want, new(big.Float).SetFloat64(v)).Float64()
				if math.Abs(difference) > bound*unit {
					t.Fatalf("%v / %v: part %d is %v, want %v", z, w, k, v, near)
				}
			}
		}
	}
}

// What C's annex G says of limits, and moduli that would overflow as the root of a sum of squares.
func TestComplexLimits(t *testing.T) {
	for _, d := range complexTypes {
		large := "3e38"
		if d == tensor.C128 {
			large = "1.5e308"
		}
		type row struct{ op, a, b, want string }
		for _, c := range []row{
			{"div", "(1,-2)", "(0,0)", "(inf,-inf)"},
			{"div", "(1,-2)", "(-0,0)", "(-inf,inf)"},
			{"div", "(0,0)", "(0,0)", "(nan,nan)"},
			{"div", "(inf,1)", "(2,0)", "(inf,nan)"},
			{"div", "(inf,1)", "(2,1)", "(inf,-inf)"},
			{"div", "(1,1)", "(inf,1)", "(0,0)"},
			{"div", "(1,-1)", "(-inf,nan)", "(-0,0)"},
			{"div", "(inf,1)", "(inf,1)", "(nan,nan)"},
			{"div", "(nan,1)", "(1,1)", "(nan,nan)"},
			{"div", "(" + large + "," + large + ")", "(" + large + "," + large + ")", "(1,0)"},
			{"div", "(" + large + ",0)", "(0,0.5)", "(0,-inf)"},
			{"div", "(0,-0)", "(2,3)", "(0,-0)"},
			{"mul", "(inf,0)", "(1,0)", "(inf,nan)"},
			{"mul", "(" + large + ",0)", "(0,0.5)", "(0," + map[bool]string{true: "1.5e38", false: "0.75e308"}[d == tensor.C64] + ")"},
			{"max", "(1,2)", "(1,3)", "(1,3)"},
			{"max", "(1,9)", "(2,-9)", "(2,-9)"},
			{"min", "(1,9)", "(2,-9)", "(1,9)"},
			{"max", "(-0,5)", "(0,3)", "(-0,5)"},
			{"max", "(-0,5)", "(0,5)", "(0,5)"},
			{"min", "(0,0)", "(0,-0)", "(0,-0)"},
			{"max", "(nan,1)", "(5,5)", "(nan,1)"},
			{"min", "(-5,5)", "(1,nan)", "(1,nan)"},
			{"max", "(nan,1)", "(5,nan)", "(nan,1)"},
			{"min", "(nan,1)", "(5,nan)", "(nan,1)"},
		} {
			typ := d.String() + "="
			a, b, got := parse(t, typ+c.a), parse(t, typ+c.b), tensor.New(d)
			mustBinary(t, c.op, d, nil, nil, nil)(got, a, b)
			same(t, c.op+" of "+c.a+" and "+c.b, got, parse(t, typ+c.want))
			if c.op == "max" || c.op == "min" || c.op == "mul" {
				mustBinary(t, c.op, d, nil, nil, nil)(got, b, a)
				same(t, c.op+" of "+c.b+" and "+c.a, got, parse(t, typ+c.want))
			}
		}
		for z, want := range map[string]string{
			"(3,-4)": "5", "(0,-0)": "0", "(-inf,nan)": "inf", "(nan,inf)": "inf", "(nan,1)": "nan", "(-0,-7)": "7",
			"(" + large + ",0)": large, "(" + large + "," + large + ")": map[bool]string{true: "inf", false: "inf"}[d == tensor.C64],
		} {
			got := tensor.New(d.Part())
			mustUnary(t, "abs", d)(got, parse(t, d.String()+"="+z))
			same(t, "abs of "+z, got, parse(t, d.Part().String()+"="+want))
		}
		for z, want := range map[string]string{"(3,-4)": "(0.6,-0.8)", "(0,-0)": "(0,0)", "(" + large + ",0)": "(1,0)", "(nan,0)": "(nan,nan)"} {
			got := tensor.New(d)
			mustUnary(t, "sign", d)(got, parse(t, d.String()+"="+z))
			same(t, "sign of "+z, got, parse(t, d.String()+"="+want))
		}
	}
}

// Comparisons go by real parts, then by imaginary ones; NaN and zeros as in those of floats.
func TestCompareComplex(t *testing.T) {
	for _, d := range complexTypes {
		a, b := sampledPairs(d)
		for _, total := range []bool{false, true} {
			key := func(v float64) float64 {
				switch {
				case total && v != v:
					return math.Inf(1)
				case total && math.IsInf(v, 1):
					return math.MaxFloat64
				}
				return v
			}
			compare := func(x, y float64) (less, equal bool) { // of a part
				if u, v := key(x), key(y); u != v || !total || x != 0 {
					return u < v, u == v
				}
				return math.Signbit(x) && !math.Signbit(y), math.Signbit(x) == math.Signbit(y)
			}
			for _, direction := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
				want, got := tensor.New(tensor.Bool, a.Len()), tensor.New(tensor.Bool, a.Len())
				for i := range a.Len() {
					x, y := a.Complex128At(i), b.Complex128At(i)
					if direction == "gt" || direction == "ge" {
						x, y = y, x
					}
					less, equal := compare(real(x), real(y))
					also, too := compare(imag(x), imag(y))
					less, equal = less || equal && also, equal && too
					if d == tensor.C128 && total && (math.Abs(real(x)) == math.MaxFloat64 || math.Abs(imag(x)) == math.MaxFloat64) {
						less, equal = false, false // the keys above do not tell it from an infinity
					}
					truth := map[string]bool{"lt": less, "gt": less, "le": less || equal, "ge": less || equal, "eq": equal, "ne": !equal}[direction]
					if truth {
						want.SetInt64(i, 1)
					}
				}
				kernel, err := ResolveCompare(direction, d, total, a.Shape(), b.Shape(), a.Shape())
				if err != nil {
					t.Fatal(err)
				}
				kernel(got, a, b)
				for i := range got.Len() {
					if d == tensor.C128 && total && (math.Abs(a.Parts().Float64At(2*i)) == math.MaxFloat64 || math.Abs(a.Parts().Float64At(2*i+1)) == math.MaxFloat64 ||
						math.Abs(b.Parts().Float64At(2*i)) == math.MaxFloat64 || math.Abs(b.Parts().Float64At(2*i+1)) == math.MaxFloat64) {
						continue
					}
					if got.Int64At(i) != want.Int64At(i) {
						t.Fatalf("%s total=%v of %s and %s: got %d", direction, total, a.ElementString(i), b.ElementString(i), got.Int64At(i))
					}
				}
			}
		}
	}
}

// Sums of complex numbers have the bits of the sums of their parts; the other reductions go in the
// order of sums, or of the scan.
func TestReduceComplex(t *testing.T) {
	for _, d := range complexTypes {
		for n, c := range append(reduceShapes, struct{ shape, dims []int }{[]int{3, 9000}, []int{1}}, struct{ shape, dims []int }{[]int{5000, 3}, []int{0}}) {
			x, out := tensor.Random(d, c.shape, uint64(n)), outShapeOf(c.shape, c.dims)
			for i := range x.Len() {
				if i%7 == 3 {
					x.Parts().SetFloat64(2*i, math.Copysign(0, -1))
				}
			}
			var init *tensor.Tensor
			if n%2 == 1 {
				init = parse(t, d.String()+"=(0,1.5)")
			}
			for _, kind := range []string{"sum", "mean"} {
				kernel, err := resolveReduce(kind, d, c.shape, c.dims)
				if err != nil {
					t.Fatal(err)
				}
				got := onWorkers(t, kind, func() *tensor.Tensor {
					y := tensor.New(d, out...)
					kernel(y, x, init)
					return y
				})
				for k, name := range []string{"real", "imag"} {
					part, want, found := tensor.New(d.Part(), c.shape...), tensor.New(d.Part(), out...), tensor.New(d.Part(), out...)
					mustUnary(t, name, d)(part, x)
					mustUnary(t, name, d)(found, got)
					var start *tensor.Tensor
					if init != nil {
						start = tensor.New(d.Part()).Fill(init.Parts().Float64At(k))
					}
					real, err := resolveReduce(kind, d.Part(), c.shape, c.dims)
					if err != nil {
						t.Fatal(err)
					}
					real(want, part, start)
					same(t, kind+" of "+x.TypeString()+", "+name, found, want)
				}
			}
			for _, kind := range []string{"max", "min", "prod"} {
				checkFold(t, kind, d, x, init, c.dims, out)
			}
		}
		_, err := ResolveReduce("and", d, []int{3}, []int{0})
		wantError(t, "and", err, "reduction and is not defined for "+d.String())
		_, err = ResolveArgReduce("argmax", d, []int{3}, []int{0}, tensor.I32)
		wantError(t, "argmax", err, "argmax is not defined for "+d.String())
	}
}

// checkFold compares a reduction with one element after the other, or of products with their order
// by lanes, for no more elements than a block has.
func checkFold(t *testing.T, kind string, d tensor.DType, x, init *tensor.Tensor, dims, out []int) {
	t.Helper()
	name := foldOps[kind]
	step := mustBinary(t, name, d, nil, nil, nil)
	element := func(of *tensor.Tensor, i int) *tensor.Tensor {
		one := tensor.New(d)
		copyElement(one, 0, of, i)
		return one
	}
	reduced, err := checkDims("", dims, x.Rank())
	if err != nil {
		t.Fatal(err)
	}
	groups := make([][]*tensor.Tensor, tensor.New(d, out...).Len())
	positions(x.Shape(), func(i int, index []int) {
		at := 0
		for k, n := range x.Shape() {
			if !reduced[k] {
				at = at*n + index[k]
			}
		}
		groups[at] = append(groups[at], element(x, i))
	})
	want := tensor.New(d, out...)
	for at, group := range groups {
		if len(group) > sumBlock {
			return
		}
		if n := len(group); kind == "prod" && n > 0 {
			for i := sumLanes; i < n; i++ {
				step(group[i%sumLanes], group[i%sumLanes], group[i])
			}
			for half := sumLanes / 2; half > 0; half /= 2 {
				for i := half; i < min(n, 2*half); i++ {
					step(group[i-half], group[i-half], group[i])
				}
			}
			group = group[:1]
		}
		acc := tensor.New(d)
		copy(acc.Bytes(), identityOf(name, d))
		switch {
		case init != nil && kind == "prod" && len(group) > 0:
			step(acc, group[0], init)
			group = nil
		case init != nil:
			copy(acc.Bytes(), init.Bytes())
		case kind == "prod" && len(group) > 0:
			acc, group = group[0], nil
		}
		for _, v := range group {
			step(acc, acc, v)
		}
		copyElement(want, at, acc, 0)
	}
	kernel, err := resolveReduce(kind, d, x.Shape(), dims)
	if err != nil {
		t.Fatal(err)
	}
	same(t, kind+" of "+x.TypeString(), onWorkers(t, kind, func() *tensor.Tensor {
		y := tensor.New(d, out...)
		kernel(y, x, init)
		return y
	}), want)
}
