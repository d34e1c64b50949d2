package kernel

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

func mustUnary(t *testing.T, name string, d tensor.DType) Unary {
	t.Helper()
	kernel, err := ResolveUnary(name, d)
	if err != nil {
		t.Fatal(err)
	}
	return kernel
}

// bigAt returns an integer element exactly.
func bigAt(x *tensor.Tensor, i int) *big.Int {
	if x.DType() == tensor.U64 {
		return new(big.Int).SetUint64(tensor.Data[uint64](x)[i])
	}
	return big.NewInt(x.Int64At(i))
}

// setBig stores v modulo 2^width.
func setBig(x *tensor.Tensor, i int, v *big.Int) {
	low := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
	x.SetInt64(i, int64(low.Uint64()))
}

func TestUnaryInteger(t *testing.T) {
	zero, six := big.NewInt(0), big.NewInt(6)
	largest := func(a, b *big.Int) *big.Int {
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	}
	pattern := func(v *big.Int, bits int) *big.Int { // as an unsigned number
		return new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1)))
	}
	reference := map[string]func(v *big.Int, bits int) *big.Int{
		"neg":  func(v *big.Int, _ int) *big.Int { return new(big.Int).Neg(v) },
		"abs":  func(v *big.Int, _ int) *big.Int { return new(big.Int).Abs(v) },
		"sign": func(v *big.Int, _ int) *big.Int { return big.NewInt(int64(v.Sign())) },
		"not":  func(v *big.Int, _ int) *big.Int { return new(big.Int).Not(v) },
		"relu": func(v *big.Int, _ int) *big.Int { return largest(v, zero) },
		"relu6": func(v *big.Int, _ int) *big.Int {
			if v.Cmp(six) > 0 {
				return six
			}
			return largest(v, zero)
		},
		"clz": func(v *big.Int, bits int) *big.Int { return big.NewInt(int64(bits - pattern(v, bits).BitLen())) },
		"popcnt": func(v *big.Int, bits int) *big.Int {
			count := 0
			for i := range bits {
				count += int(pattern(v, bits).Bit(i))
			}
			return big.NewInt(int64(count))
		},
	}
	for _, d := range tensor.DTypes() {
		if !d.IsInteger() {
			continue
		}
		x := samples(d, false, 200)
		for name, f := range reference {
			want := tensor.New(d, x.Len())
			for i := range x.Len() {
				setBig(want, i, f(bigAt(x, i), d.Bits()))
			}
			got := tensor.New(d, x.Len())
			mustUnary(t, name, d)(got, x)
			same(t, name+" "+d.String(), got, want)
		}
	}
	got := tensor.New(tensor.Bool, 2)
	mustUnary(t, "not", tensor.Bool)(got, parse(t, "2xi1=true false"))
	same(t, "not", got, parse(t, "2xi1=false true"))
}

// Ops whose result is exact, for values that every float type holds.
func TestUnaryExact(t *testing.T) {
	const in = "=0 -0 0.5 -0.5 1.5 -1.5 2.5 -2.5 7.75 -7.75 inf -inf nan"
	for name, out := range map[string]string{
		"neg":        "=-0 0 -0.5 0.5 -1.5 1.5 -2.5 2.5 -7.75 7.75 -inf inf nan",
		"abs":        "=0 0 0.5 0.5 1.5 1.5 2.5 2.5 7.75 7.75 inf inf nan",
		"sign":       "=0 -0 1 -1 1 -1 1 -1 1 -1 1 -1 nan",
		"relu":       "=0 0 0.5 0 1.5 0 2.5 0 7.75 0 inf 0 nan",
		"relu6":      "=0 0 0.5 0 1.5 0 2.5 0 6 0 6 0 nan",
		"floor":      "=0 -0 0 -1 1 -2 2 -3 7 -8 inf -inf nan",
		"ceil":       "=0 -0 1 -0 2 -1 3 -2 8 -7 inf -inf nan",
		"round_even": "=0 -0 0 -0 2 -2 2 -2 8 -8 inf -inf nan",
		"round_away": "=0 -0 1 -1 2 -2 3 -3 8 -8 inf -inf nan",
	} {
		for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
			x := parse(t, "13x"+d.String()+in)
			mustUnary(t, name, d)(x, x)
			same(t, name+" "+d.String(), x, parse(t, "13x"+d.String()+out))
		}
	}
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		x, got := parse(t, "13x"+d.String()+in), tensor.New(tensor.Bool, 13)
		mustUnary(t, "is_finite", d)(got, x)
		same(t, "is_finite", got, parse(t, "13xi1=1 1 1 1 1 1 1 1 1 1 0 0 0"))
		mustUnary(t, "is_inf", d)(got, x)
		same(t, "is_inf", got, parse(t, "13xi1=0 0 0 0 0 0 0 0 0 0 1 1 0"))
	}
}

type point struct {
	x float64
	y string
}

// Function values computed with 80 decimal digits, correct in all digits given; the arguments are
// exact in every float type.
var mathTable = []struct {
	name   string
	points []point
}{
	{"exp", []point{
		{-20, "2.06115362243855782797e-9"}, {-2.75, "6.39278612067075727024e-2"}, {-0.5, "6.06530659712633423604e-1"},
		{0.0078125, "1.00784309720644797769e+0"}, {1, "2.71828182845904523536e+0"}, {3.5, "3.31154519586923137507e+1"},
		{10, "2.20264657948067165170e+4"},
	}},
	{"expm1", []point{
		{-20, "-9.99999997938846377561e-1"}, {-2.75, "-9.36072138793292427298e-1"}, {-0.5, "-3.93469340287366576396e-1"},
		{0.0078125, "7.84309720644797769345e-3"}, {1, "1.71828182845904523536e+0"}, {3.5, "3.21154519586923137507e+1"},
		{10, "2.20254657948067165170e+4"},
	}},
	{"log", []point{
		{0.0078125, "-4.85203026391961716592e+0"}, {0.5, "-6.93147180559945309417e-1"}, {1.5, "4.05465108108164381978e-1"},
		{2, "6.93147180559945309417e-1"}, {10, "2.30258509299404568402e+0"}, {1000, "6.90775527898213705205e+0"},
	}},
	{"log1p", []point{
		{-0.9375, "-2.77258872223978123767e+0"}, {-0.5, "-6.93147180559945309417e-1"}, {0.0078125, "7.78214044205494894746e-3"},
		{1, "6.93147180559945309417e-1"}, {10, "2.39789527279837054406e+0"}, {1000, "6.90875477931522058522e+0"},
	}},
	{"sqrt", []point{
		{0.0078125, "8.83883476483184405501e-2"}, {0.5, "7.07106781186547524401e-1"}, {2, "1.41421356237309504880e+0"},
		{3, "1.73205080756887729353e+0"}, {10, "3.16227766016837933200e+0"}, {1000, "3.16227766016837933200e+1"},
	}},
	{"rsqrt", []point{
		{0.0078125, "1.13137084989847603904e+1"}, {0.5, "1.41421356237309504880e+0"}, {2, "7.07106781186547524401e-1"},
		{3, "5.77350269189625764509e-1"}, {10, "3.16227766016837933200e-1"}, {1000, "3.16227766016837933200e-2"},
	}},
	{"cbrt", []point{
		{-10, "-2.15443469003188372176e+0"}, {-2, "-1.25992104989487316477e+0"}, {0.0078125, "1.98425131496024934344e-1"},
		{0.5, "7.93700525984099737376e-1"}, {3, "1.44224957030740838232e+0"}, {1000, "1.00000000000000000000e+1"},
	}},
	{"sin", []point{
		{-10, "5.44021110889369813405e-1"}, {-2.75, "-3.81660992052331698577e-1"}, {-0.5, "-4.79425538604203000273e-1"},
		{0.0078125, "7.81242052738283104719e-3"}, {1, "8.41470984807896506653e-1"}, {3, "1.41120008059867222101e-1"},
		{100, "-5.06365641109758793657e-1"},
	}},
	{"cos", []point{
		{-10, "-8.39071529076452452259e-1"}, {-2.75, "-9.24302378632463544097e-1"}, {-0.5, "8.77582561890372716116e-1"},
		{0.0078125, "9.99969482577095113306e-1"}, {1, "5.40302305868139717401e-1"}, {3, "-9.89992496600445457272e-1"},
		{100, "8.62318872287683934102e-1"},
	}},
	{"tan", []point{
		{-10, "-6.48360827459086671259e-1"}, {-2.75, "4.12917894484932487764e-1"}, {-0.5, "-5.46302489843790513255e-1"},
		{0.0078125, "7.81265894960000763848e-3"}, {1, "1.55740772465490223051e+0"}, {3, "-1.42546543074277805296e-1"},
		{100, "-5.87213915156929076678e-1"},
	}},
	{"asin", []point{
		{-1, "-1.57079632679489661923e+0"}, {-0.75, "-8.48062078981481008053e-1"}, {0.0078125, "7.81257947504256711003e-3"},
		{0.5, "5.23598775598298873077e-1"}, {1, "1.57079632679489661923e+0"},
	}},
	{"acos", []point{
		{-1, "3.14159265358979323846e+0"}, {-0.75, "2.41885840577637762728e+0"}, {0.0078125, "1.56298374731985405212e+0"},
		{0.5, "1.04719755119659774615e+0"},
	}},
	{"atan", []point{
		{-10, "-1.47112767430373459185e+0"}, {-2.75, "-1.22202532321098963704e+0"}, {-0.5, "-4.63647609000806116214e-1"},
		{0.0078125, "7.81234106010111129646e-3"}, {1, "7.85398163397448309616e-1"}, {3, "1.24904577239825442583e+0"},
		{100, "1.56079666010823138102e+0"},
	}},
	{"sinh", []point{
		{-10, "-1.10132328747033933772e+4"}, {-2.75, "-7.78935201149073201876e+0"}, {-0.5, "-5.21095305493747361622e-1"},
		{0.0078125, "7.81257947310223279376e-3"}, {1, "1.17520119364380145688e+0"}, {3, "1.00178749274099018990e+1"},
	}},
	{"cosh", []point{
		{-10, "1.10132329201033231397e+4"}, {-2.75, "7.85327987269743959146e+0"}, {-0.5, "1.12762596520638078523e+0"},
		{0.0078125, "1.00003051773334574490e+0"}, {1, "1.54308063481524377848e+0"}, {3, "1.00676619957777658420e+1"},
	}},
	{"tanh", []point{
		{-10, "-9.99999995877692763620e-1"}, {-2.75, "-9.91859724568207745350e-1"}, {-0.5, "-4.62117157260009758502e-1"},
		{0.0078125, "7.81234105816101382139e-3"}, {1, "7.61594155955764888119e-1"}, {3, "9.95054753686730451332e-1"},
	}},
	{"asinh", []point{
		{-10, "-2.99822295029796973885e+0"}, {-2.75, "-1.73627758646180033362e+0"}, {-0.5, "-4.81211825059603447498e-1"},
		{0.0078125, "7.81242052932300746507e-3"}, {1, "8.81373587019543025233e-1"}, {3, "1.81844645923206682348e+0"},
		{100, "5.29834236561058875737e+0"},
	}},
	{"acosh", []point{
		{1.0078125, "1.24918762511080617606e-1"}, {1.5, "9.62423650119206894996e-1"}, {3, "1.76274717403908605047e+0"},
		{100, "5.29829236561048459070e+0"},
	}},
	{"atanh", []point{
		{-0.9375, "-1.71699360224257312296e+0"}, {-0.5, "-5.49306144334054845698e-1"}, {0.0078125, "7.81265895154042091032e-3"},
		{0.75, "9.72955074527656652553e-1"},
	}},
	{"erf", []point{
		{-3, "-9.99977909503001414559e-1"}, {-0.5, "-5.20499877813046537683e-1"}, {0.0078125, "8.81528289517918871278e-3"},
		{1, "8.42700792949714869341e-1"}, {1.5, "9.66105146475310727067e-1"}, {2.75, "9.99899378077880363163e-1"},
	}},
	{"erfc", []point{
		{-3, "1.99997790950300141456e+0"}, {-0.5, "1.52049987781304653768e+0"}, {0.0078125, "9.91184717104820811287e-1"},
		{1, "1.57299207050285130659e-1"}, {1.5, "3.38948535246892729330e-2"}, {2.75, "1.00621922119636836904e-4"},
	}},
	{"erf_inv", []point{
		{-0.9375, "-1.31715033498613074888e+0"}, {-0.5, "-4.76936276204469873381e-1"}, {0.0078125, "6.92375849154961370808e-3"},
		{0.75, "8.13419847597618541690e-1"},
	}},
	{"lgamma", []point{
		{-2.5, "-5.62437164976740506726e-2"}, {-0.25, "1.58957531255118599032e+0"}, {0.0078125, "4.84757077588166486683e+0"},
		{0.5, "5.72364942924700087072e-1"}, {3.5, "1.20097360234707422482e+0"}, {10, "1.28018274800814696112e+1"},
		{100, "3.59134205369575398776e+2"},
	}},
	{"digamma", []point{
		{-2.75, "-1.95905526497799700982e+0"}, {-0.25, "2.91413912021352783037e+0"}, {0.0078125, "-1.28564437472976727637e+2"},
		{0.5, "-1.96351002602142347944e+0"}, {1, "-5.77215664901532860607e-1"}, {1.5, "3.64899739785765205590e-2"},
		{3.5, "1.10315664064524318723e+0"}, {10, "2.25175258906672110765e+0"}, {100, "4.60016185273808740020e+0"},
	}},
	{"sigmoid", []point{
		{-10, "4.53978687024343945048e-5"}, {-0.5, "3.77540668798145435361e-1"}, {1, "7.31058578630004879251e-1"},
		{3, "9.52574126822433219121e-1"},
	}},
	{"gelu", []point{
		{-4, "-1.26684967332479685015e-4"}, {-2.75, "-8.19434889640003107431e-3"}, {-0.5, "-1.54268769362993448181e-1"},
		{0.0078125, "3.93059925672533265977e-3"}, {1, "8.41344746068542948585e-1"}, {3, "2.99595030590510971642e+0"},
	}},
	{"gelu_tanh", []point{
		{-4, "-7.02459481923726898181e-5"}, {-2.75, "-7.72314407361796852066e-3"}, {-0.5, "-1.54285990174856077962e-1"},
		{0.0078125, "3.93059925549940222685e-3"}, {1, "8.41191990608276704782e-1"}, {3, "2.99636260791822698116e+0"},
	}},
	{"silu", []point{
		{-10, "-4.53978687024343945048e-4"}, {-2.75, "-1.65238287978520960554e-1"}, {-0.5, "-1.88770334399072717681e-1"},
		{0.0078125, "3.92150871145275914094e-3"}, {1, "7.31058578630004879251e-1"}, {3, "2.85772238046729965736e+0"},
	}},
}

func TestUnaryMath(t *testing.T) {
	for _, f := range mathTable {
		for _, p := range f.points {
			exact, err := strconv.ParseFloat(p.y, 64)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
				x, want := tensor.New(d).Fill(p.x), tensor.New(d)
				want.SetFloat64(0, exact)
				got := tensor.New(d)
				mustUnary(t, f.name, d)(got, x)
				limit := 0.0
				if d == tensor.F64 {
					limit = 2 // units in the last place
				}
				ulp := math.Nextafter(math.Abs(exact), math.Inf(1)) - math.Abs(exact)
				if diff := math.Abs(got.Float64At(0) - want.Float64At(0)); diff > limit*ulp {
					t.Errorf("%s(%g) in %v: got %v, want %v, off by %g f64 units", f.name, p.x, d, got.Float64At(0), want.Float64At(0), diff/ulp)
				}
			}
		}
	}
}

// The sigmoid is a function of its own, which three rounded steps are not: in bf16 exp(-1.5) =
// 0.22313 rounds to 228/1024, 1 plus that is a tie that rounds to 156/128, and the inverse of that
// to 0.8203125. In the tail it is e^x, down to the subnormal numbers.
func TestSigmoidIsAFunction(t *testing.T) {
	for _, c := range []struct{ x, want string }{
		{"bf16=1.5", "bf16=0.81640625"}, {"f16=-11.1", "f16=1.50885015856278e-5"}, {"f32=-100", "f32=3.7200759760208356e-44"}, {"f64=-740", "f64=4.18873988004805e-322"}, {"f64=-800", "f64=0"},
	} {
		x := parse(t, c.x)
		got := tensor.New(x.DType())
		mustUnary(t, "sigmoid", x.DType())(got, x)
		same(t, "sigmoid of "+c.x, got, parse(t, c.want))
	}
}

func TestUnarySpecialValues(t *testing.T) {
	const in = "=0 -0 inf -inf nan"
	for name, out := range map[string]string{
		"exp": "=1 1 inf 0 nan", "expm1": "=0 -0 inf -1 nan", "log": "=-inf -inf inf nan nan", "log1p": "=0 -0 inf nan nan",
		"sqrt": "=0 -0 inf nan nan", "rsqrt": "=inf -inf 0 nan nan", "cbrt": "=0 -0 inf -inf nan", "sin": "=0 -0 nan nan nan",
		"cos": "=1 1 nan nan nan", "tan": "=0 -0 nan nan nan", "asin": "=0 -0 nan nan nan", "sinh": "=0 -0 inf -inf nan",
		"cosh": "=1 1 inf inf nan", "tanh": "=0 -0 1 -1 nan", "asinh": "=0 -0 inf -inf nan", "acosh": "=nan nan inf nan nan",
		"atanh": "=0 -0 nan nan nan", "sigmoid": "=0.5 0.5 1 0 nan", "erf": "=0 -0 1 -1 nan", "erfc": "=1 1 0 2 nan",
		"erf_inv": "=0 -0 nan nan nan", "lgamma": "=inf inf inf inf nan", "digamma": "=nan nan inf nan nan", "bessel_i1e": "=0 -0 0 -0 nan", "gelu": "=0 -0 inf -0 nan",
		"gelu_tanh": "=0 -0 inf -0 nan", "silu": "=0 -0 inf -0 nan", "exp2": "=1 1 inf 0 nan", "log2": "=-inf -inf inf nan nan",
		"acos": "=1.5707963267948966 1.5707963267948966 nan nan nan", "atan": "=0 -0 1.5707963267948966 -1.5707963267948966 nan",
	} {
		for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
			x := parse(t, "5x"+d.String()+in)
			mustUnary(t, name, d)(x, x)
			same(t, name+" "+d.String(), x, parse(t, "5x"+d.String()+out))
		}
	}
	for name, want := range map[string]string{"atanh": "=-inf inf", "erf_inv": "=-inf inf", "log1p": "=-inf 0.6931471805599453"} {
		x := parse(t, "2xf64=-1 1")
		mustUnary(t, name, tensor.F64)(x, x)
		same(t, name, x, parse(t, "2xf64"+want))
	}
}

func TestUnaryIllegal(t *testing.T) {
	for _, c := range []struct {
		name string
		d    tensor.DType
		want string
	}{
		{"frobnicate", tensor.F32, `there is no unary operation named "frobnicate"`},
		{"exp", tensor.I32, "exp is not defined for i32"},
		{"neg", tensor.Bool, "neg is not defined for i1"},
		{"popcnt", tensor.F16, "popcnt is not defined for f16"},
		{"not", tensor.F32, "not is not defined for f32"},
		{"is_finite", tensor.U8, "is_finite is not defined for ui8"},
		{"sigmoid", tensor.I8, "sigmoid is not defined for i8"},
		{"neg", tensor.Invalid, "neg is not defined for invalid"},
	} {
		_, err := ResolveUnary(c.name, c.d)
		wantError(t, c.name, err, c.want)
	}
	// Every name works for some type and fails, not panics, for the others.
	for name := range unaryNames {
		legal := 0
		for _, d := range tensor.DTypes() {
			if kernel, err := ResolveUnary(name, d); err == nil {
				legal++
				result := d
				if d.IsComplex() {
					result = complexResult(name, d)
				}
				if _, test := unaryTests[name]; test {
					result = tensor.Bool
				}
				for _, shape := range [][]int{{}, {0}, {1, 3}} {
					kernel(tensor.New(result, shape...), tensor.New(d, shape...))
				}
			}
		}
		if legal == 0 {
			t.Errorf("%s is defined for no type", name)
		}
	}
}

func TestUnaryOnWorkers(t *testing.T) {
	for _, name := range []string{"neg", "exp", "sigmoid"} {
		for _, d := range []tensor.DType{tensor.F32, tensor.BF16} {
			x := tensor.Random(d, []int{3*cheapGrain + 7}, 5)
			kernel := mustUnary(t, name, d)
			got := onWorkers(t, name, func() *tensor.Tensor {
				out := tensor.New(d, x.Shape()...)
				kernel(out, x)
				return out
			})
			kernel(x, x)
			same(t, name+" in place", x, got)
		}
	}
}
