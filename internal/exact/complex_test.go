package exact

import (
	"bufio"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// complexPoints are random numbers off the axes, of all magnitudes that most functions bear.
func complexPoints(seed uint64, count int) []complex128 {
	r := rand.New(rand.NewPCG(seed, 3))
	part := func() float64 {
		v := math.Ldexp(r.Float64()-0.5, r.IntN(12)-4)
		if r.IntN(5) == 0 {
			v = math.Ldexp(v, -r.IntN(200))
		}
		return v
	}
	list := []complex128{}
	for range count {
		list = append(list, complex(part(), part()))
	}
	return list
}

// evaluated are the parts of a function, to so many bits.
func evaluated(name string, z, w complex128, bits uint) (re, im Value) {
	if f := Complex(name); f != nil {
		return f(z, bits)
	}
	return ComplexPair(name)(z, w, bits)
}

func complexNames() []string {
	names := []string{"pow", "atan2"}
	for name := range complexFunctions {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// What is asked for with few bits agrees with what is asked for with many.
func TestComplexPrecisionsAgree(t *testing.T) {
	for _, name := range complexNames() {
		points := complexPoints(1, 80)
		for i, z := range points {
			w := points[len(points)-1-i]
			few, fewIm := evaluated(name, z, w, 60)
			many, manyIm := evaluated(name, z, w, 300)
			for _, pair := range [][2]Value{{few, many}, {fewIm, manyIm}} {
				difference := new(big.Float).SetPrec(500).Sub(pair[0].Number, pair[1].Number)
				if difference.Sign() != 0 && exponent(difference) > exponent(pair[1].Number)-60 {
					t.Errorf("%s(%v, %v): %s and %s", name, z, w, pair[0].Number.Text('g', 30), pair[1].Number.Text('g', 30))
				}
			}
		}
	}
}

// Values at numbers on the axes and cuts, whose parts are known, or those of functions of one real
// number.
func TestComplexOnAxes(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, c := range []struct {
		name   string
		z      complex128
		re, im float64
	}{
		{"log", complex(-1, 0), 0, math.Pi}, {"log", complex(-1, minus), 0, -math.Pi}, {"sqrt", complex(-4, minus), 0, -2}, {"sqrt", complex(-4, 0), 0, 2}, {"sqrt", 3 + 4i, 2, 1}, {"rsqrt", complex(-4, 0), 0, -0.5},
		{"asin", 2, math.Pi / 2, math.Acosh(2)}, {"asin", complex(2, minus), math.Pi / 2, -math.Acosh(2)}, {"acos", complex(-2, 0), math.Pi, -math.Acosh(2)}, {"acosh", complex(0.5, minus), 0, -math.Pi / 3}, {"atanh", 2, math.Log(3) / 2, math.Pi / 2},
		{"atan", complex(minus, 2), -math.Pi / 2, math.Log(3) / 2}, {"atanh", 1, infinity, 0}, {"asinh", complex(0, 2), math.Acosh(2), math.Pi / 2}, {"log1p", complex(-3, minus), math.Ln2, -math.Pi}, {"abs", 3 - 4i, 5, 0},
		{"sign", 3 - 4i, 0.6, -0.8}, {"cbrt", -8, 1, math.Sqrt(3)}, {"log", 0, -infinity, 0}, {"rsqrt", 0, infinity, 0}, {"sign", 0, 0, 0}, {"cbrt", 0, 0, 0}, {"sqrt", 0, 0, 0},
	} {
		re, im := Complex(c.name)(c.z, 60)
		for _, part := range []struct {
			got  Value
			want float64
		}{{re, c.re}, {im, c.im}} {
			if got := approximate(part.got.Number); got != part.want && !(math.Abs(got-part.want) <= 1e-15*math.Abs(part.want)) {
				t.Errorf("%s(%v) is %v and %v, not %v and %v", c.name, c.z, approximate(re.Number), approximate(im.Number), c.re, c.im)
			}
		}
	}
	re, im := ComplexPair("pow")(1+1i, 2, 60)
	if re.Number.Sign() != 0 || approximate(im.Number) != 2 {
		t.Errorf("the square of 1+i is %v and %v", re.Number, im.Number)
	}
}

// mpmathNames are the functions as mpmath says them; it has no signs of zeros, so that numbers on
// cuts cannot be compared.
var mpmathNames = map[string]string{
	"abs": "mpc(abs(z), 0)", "sign": "z/abs(z)", "exp": "exp(z)", "expm1": "exp(z)-1", "log": "log(z)", "log1p": "log(1+z)", "sigmoid": "1/(1+exp(-z))", "sqrt": "sqrt(z)", "rsqrt": "1/sqrt(z)", "cbrt": "cbrt(z)",
	"sin": "sin(z)", "cos": "cos(z)", "tan": "tan(z)", "asin": "asin(z)", "acos": "acos(z)", "atan": "atan(z)", "sinh": "sinh(z)", "cosh": "cosh(z)", "tanh": "tanh(z)", "asinh": "asinh(z)", "acosh": "acosh(z)", "atanh": "atanh(z)",
	"pow": "exp(w*log(z))", "atan2": "-j*log((w+j*z)/sqrt(z*z+w*w))",
}

// Values are those of mpmath, where python3 has it.
func TestComplexAgainstMpmath(t *testing.T) {
	if exec.Command("python3", "-c", "import mpmath").Run() != nil {
		t.Skip("there is no python3 with mpmath")
	}
	var script strings.Builder
	script.WriteString("from mpmath import *\nmp.prec = 1500\ndef show(v):\n  v = mpc(v)\n  print(nstr(v.real, 40), nstr(v.imag, 40))\n")
	points := complexPoints(2, 20)
	for _, name := range complexNames() {
		for i, z := range points {
			w := points[len(points)-1-i]
			number := func(v complex128) string {
				return fmt.Sprintf("mpc(mpf(float.fromhex('%x')), mpf(float.fromhex('%x')))", real(v), imag(v))
			}
			fmt.Fprintf(&script, "z = %s; w = %s; show(%s)\n", number(z), number(w), mpmathNames[name])
		}
	}
	command := exec.Command("python3", "-")
	command.Stdin = strings.NewReader(script.String())
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	lines := bufio.NewScanner(strings.NewReader(string(output)))
	for _, name := range complexNames() {
		for i, z := range points {
			w := points[len(points)-1-i]
			if !lines.Scan() {
				t.Fatal("mpmath printed too little")
			}
			want := strings.Fields(lines.Text())
			re, im := evaluated(name, z, w, 110)
			near(t, fmt.Sprintf("real part of %s(%v, %v)", name, z, w), re, want[0], 110)
			if name == "abs" {
				continue
			}
			near(t, fmt.Sprintf("imaginary part of %s(%v, %v)", name, z, w), im, want[1], 110)
		}
	}
}
