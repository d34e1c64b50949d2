package kernel

import (
	"math"

	"github.com/tg-opt/tg/tensor"
)

// A complex number lies in memory as its parts, the real one first. What is done to each part by
// itself is done by the loops of numbers, on twice as many of them. Here is the rest of arithmetic;
// complex.go has the functions.

// pair are the parts of a complex number.
type pair[P float] [2]P

// complexResult is the element type of the result of a unary op on complex numbers of type d.
func complexResult(name string, d tensor.DType) tensor.DType {
	switch name {
	case "abs", "real", "imag":
		return d.Part()
	}
	return d
}

// unaryComplexLoop returns nil where complex numbers do not have the op.
func unaryComplexLoop(name string, d tensor.DType) loop1 {
	if f := complexFunctions[name]; f != nil {
		if d == tensor.C64 {
			return erase1(eachComplex(ofComplex64(f)))
		}
		return erase1(eachComplex(f))
	}
	if name == "neg" {
		return unaryFloatLoop(name, d.Part())
	}
	if d == tensor.C64 {
		return unaryPairs[float32](name)
	}
	return unaryPairs[float64](name)
}

func eachComplex[C complex64 | complex128](f func(z C) C) func(out, x []C) {
	return func(out, x []C) {
		out = out[:len(x)]
		for i, v := range x {
			out[i] = f(v)
		}
	}
}

func unaryPairs[P float](name string) loop1 {
	switch name {
	case "conj":
		return erase1(func(out, x []pair[P]) {
			out = out[:len(x)]
			for i, v := range x {
				out[i] = pair[P]{v[0], -v[1]}
			}
		})
	case "real":
		return erase1(func(out []P, x []pair[P]) {
			out = out[:len(x)]
			for i := range x {
				out[i] = x[i][0]
			}
		})
	case "imag":
		return erase1(func(out []P, x []pair[P]) {
			out = out[:len(x)]
			for i := range x {
				out[i] = x[i][1]
			}
		})
	case "abs":
		return erase1(func(out []P, x []pair[P]) {
			out = out[:len(x)]
			for i, v := range x {
				out[i] = P(complexAbs(complex(float64(v[0]), float64(v[1]))))
			}
		})
	}
	return nil
}

// binaryComplexLoop returns nil where complex numbers do not have the op.
func binaryComplexLoop(name string, d tensor.DType) loop2 {
	switch f := complexPairs[name]; {
	case f != nil && d == tensor.C64:
		return erase2(eachPair(pairsOfComplex64(f)))
	case f != nil:
		return erase2(eachPair(f))
	case name == "add" || name == "sub":
		return binaryFloatLoop(name, d.Part())
	case name == "mul" && d == tensor.C64:
		return erase2(multiplySingles)
	case name == "mul":
		return erase2(multiplyDoubles)
	case name == "div" && d == tensor.C64:
		return erase2(eachPair(divideSingle))
	case name == "div":
		return erase2(eachPair(divideDouble))
	case d == tensor.C64:
		return extremeComplex[float32](name)
	}
	return extremeComplex[float64](name)
}

func eachPair[C complex64 | complex128](f func(z, w C) C) func(out, a, b []C) {
	return func(out, a, b []C) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = f(a[i], b[i])
		}
	}
}

// multiplySingles rounds each part twice: the exact sum of two exact products to f64, and that to
// f32.
func multiplySingles(out, a, b []pair[float32]) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		re, im, c, d := float64(a[i][0]), float64(a[i][1]), float64(b[i][0]), float64(b[i][1])
		out[i] = pair[float32]{float32(re*c - im*d), float32(re*d + im*c)} // exact product
	}
}

// multiplyDoubles rounds the products and their sums.
func multiplyDoubles(out, a, b []pair[float64]) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		re, im, c, d := a[i][0], a[i][1], b[i][0], b[i][1]
		out[i] = pair[float64]{float64(re*c) - float64(im*d), float64(re*d) + float64(im*c)}
	}
}

// Quotient is what the op div makes of two complex numbers.
func Quotient[C complex64 | complex128](z, w C) C {
	if z, ok := any(z).(complex64); ok {
		return C(divideSingle(z, complex64(w)))
	}
	return C(divideDouble(complex128(z), complex128(w)))
}

// divideSingle rounds the numerators and the denominator, whose products are exact, to f64, divides
// there, and rounds the quotients to f32. Nothing of that overflows.
func divideSingle(z, w complex64) complex64 {
	a, b, c, d := float64(real(z)), float64(imag(z)), float64(real(w)), float64(imag(w))
	modulus := c*c + d*d // exact product
	if modulus == 0 || !isFiniteNumber(modulus) || !bothFinite(a, b) {
		return complex64(divideAtLimits(a, b, c, d))
	}
	re, im := a*c+b*d, b*c-a*d // exact product
	return complex(float32(re/modulus), float32(im/modulus))
}

// divideDouble divides numbers that are scaled by powers of two, so that nothing overflows that has
// a finite result, and sums products as Kahan does, so that a part is as exact as the modulus: with
// the rounding error of one product, which a fused step gives (Jeannerod, Louvet, Muller, "Further
// analysis of Kahan's algorithm for the accurate computation of 2x2 determinants", 2013).
func divideDouble(z, w complex128) complex128 {
	a, b, c, d := real(z), imag(z), real(w), imag(w)
	if c == 0 && d == 0 || !bothFinite(c, d) || !bothFinite(a, b) {
		return divideAtLimits(a, b, c, d)
	}
	if a == 0 && b == 0 {
		return complex(float64(a*c)+float64(b*d), float64(b*c)-float64(a*d)) // zeros, with their signs
	}
	up, down := max(binaryExponent(a), binaryExponent(b)), max(binaryExponent(c), binaryExponent(d))
	a, b, c, d = scaledBy(a, -up), scaledBy(b, -up), scaledBy(c, -down), scaledBy(d, -down)
	modulus := float64(c*c) + float64(d*d)
	re, im := sumOfProducts(a, c, b, d)/modulus, sumOfProducts(b, c, -a, d)/modulus
	return complex(scaledBy(re, up-down), scaledBy(im, up-down))
}

// sumOfProducts is ab + cd.
func sumOfProducts(a, b, c, d float64) float64 {
	product := float64(c * d)
	return math.FMA(a, b, product) + math.FMA(c, d, -product)
}

// divideAtLimits is the quotient of (a, b) by (c, d) where one is infinite or NaN, or the divisor
// is 0, in the sense of C's annex G: a number by 0 and an infinity by a number are infinite, in the
// direction that the signs say, and a number by an infinity is 0.
func divideAtLimits(a, b, c, d float64) complex128 {
	unit := func(x float64) float64 { // what an infinity counts beside finite numbers
		if math.IsInf(x, 0) {
			return math.Copysign(1, x)
		}
		return math.Copysign(0, x)
	}
	infinite := math.IsInf(a, 0) || math.IsInf(b, 0)
	switch {
	case c == 0 && d == 0 && (a == a || b == b):
		endless := math.Copysign(math.Inf(1), c)
		return complex(float64(endless*a), float64(endless*b))
	case infinite && bothFinite(c, d):
		a, b = unit(a), unit(b)
		return complex(float64(math.Inf(1)*(float64(a*c)+float64(b*d))), float64(math.Inf(1)*(float64(b*c)-float64(a*d))))
	case bothFinite(a, b) && (math.IsInf(c, 0) || math.IsInf(d, 0)):
		c, d = unit(c), unit(d)
		return complex(float64(0*(float64(a*c)+float64(b*d))), float64(0*(float64(b*c)-float64(a*d))))
	}
	return complex(math.NaN(), math.NaN())
}

// The greater and the lesser of two complex numbers are the later and the earlier one in the order
// by real parts, then by imaginary ones. Of equal numbers, which differ in signs of zeros, one with
// -0 is before one with +0. Numbers with a NaN in them win over others, and among them the last
// one, where NaN comes after numbers, both in either direction: so it does not matter in which
// order extremes and limits are taken.

// before is that order.
func (a pair[P]) before(b pair[P]) bool {
	for i, x := range a {
		y := b[i]
		switch {
		case x < y || x == x && y != y:
			return true
		case x > y || x != x && y == y:
			return false
		}
	}
	for i, x := range a {
		if x, y := math.Signbit(float64(x)), math.Signbit(float64(b[i])); a[i] == a[i] && x != y {
			return x
		}
	}
	return false
}

func (a pair[P]) hasNaN() bool { return a[0] != a[0] || a[1] != a[1] }

func (a pair[P]) greater(b pair[P]) pair[P] {
	if x, y := a.hasNaN(), b.hasNaN(); y && !x || x == y && a.before(b) {
		return b
	}
	return a
}

func (a pair[P]) lesser(b pair[P]) pair[P] {
	if x, y := a.hasNaN(), b.hasNaN(); x || y {
		return a.greater(b)
	}
	if b.before(a) {
		return b
	}
	return a
}

func extremeComplex[P float](name string) loop2 {
	switch name {
	case "max":
		return erase2(func(out, a, b []pair[P]) {
			for i := range out {
				out[i] = a[i].greater(b[i])
			}
		})
	case "min":
		return erase2(func(out, a, b []pair[P]) {
			for i := range out {
				out[i] = a[i].lesser(b[i])
			}
		})
	}
	return nil
}

func clampComplex[P float](out, low, x, high []pair[P]) {
	for i := range out {
		out[i] = x[i].greater(low[i]).lesser(high[i])
	}
}

// complexComparison compares real parts and, where they are equal, imaginary ones.
func complexComparison[P float](direction string, total bool) loop2 {
	less, equal := func(x, y P) bool { return x < y }, func(x, y P) bool { return x == y }
	if total {
		less = func(x, y P) bool { return totalOrderKey(float64(x)) < totalOrderKey(float64(y)) }
		equal = func(x, y P) bool { return totalOrderKey(float64(x)) == totalOrderKey(float64(y)) }
	}
	holds := map[string]func(a, b pair[P]) bool{
		"lt": func(a, b pair[P]) bool { return less(a[0], b[0]) || equal(a[0], b[0]) && less(a[1], b[1]) },
		"le": func(a, b pair[P]) bool {
			return less(a[0], b[0]) || equal(a[0], b[0]) && (less(a[1], b[1]) || equal(a[1], b[1]))
		},
		"eq": func(a, b pair[P]) bool { return equal(a[0], b[0]) && equal(a[1], b[1]) },
		"ne": func(a, b pair[P]) bool { return !equal(a[0], b[0]) || !equal(a[1], b[1]) },
	}[direction]
	return erase2(func(out []uint8, a, b []pair[P]) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = 0
			if holds(a[i], b[i]) {
				out[i] = 1
			}
		}
	})
}

// totalOrderKey is an integer in the total order of numbers, in which there is one NaN.
func totalOrderKey(x float64) int64 {
	if x != x {
		return math.MaxInt64
	}
	bits := int64(math.Float64bits(x))
	return bits ^ bits>>63&math.MaxInt64
}

// ResolveComplex returns the kernel that makes complex numbers, of type d, of their real and
// imaginary parts, whose shapes broadcast as in NumPy.
func ResolveComplex(d tensor.DType, re, im, outShape []int) (Binary, error) {
	loop := complexOfParts(d)
	if loop == nil {
		return nil, illegal("complex", d)
	}
	part := d.Part().Size()
	plan, err := planBroadcast(outShape, [][]int{re, im}, []int{part, part})
	if err != nil {
		return nil, err
	}
	return plan.binaryKernel(d.Size(), cheapGrain, loop), nil
}

// complexOfParts returns nil for what is no complex type.
func complexOfParts(d tensor.DType) loop2 {
	switch d {
	case tensor.C64:
		return erase2(joinParts[float32])
	case tensor.C128:
		return erase2(joinParts[float64])
	}
	return nil
}

func joinParts[P float](out []pair[P], re, im []P) {
	re, im = re[:len(out)], im[:len(out)]
	for i := range out {
		out[i] = pair[P]{re[i], im[i]}
	}
}

// complexRun combines the elements of a run by lanes, as portableSum does: an element that is the
// first of its lane stands for itself, for a product by 1 changes zeros and infinities.
func complexRun[P float](combine func(out, a, b []pair[P])) func(out, x []byte) {
	return func(out, x []byte) {
		var lanes [sumLanes]pair[P]
		elements := as[pair[P]](x)
		n := copy(lanes[:], elements)
		for elements = elements[n:]; len(elements) > 0; elements = elements[min(sumLanes, len(elements)):] {
			some := elements[:min(sumLanes, len(elements))]
			combine(lanes[:len(some)], lanes[:len(some)], some)
		}
		for half := sumLanes / 2; half > 0; half /= 2 {
			if n > half {
				combine(lanes[:n-half], lanes[:n-half], lanes[half:n])
				n = half
			}
		}
		as[pair[P]](out)[0] = lanes[0]
	}
}

// complexRuns is complexRun for sums or products of a type.
func complexRuns(op string, d tensor.DType) func(out, x []byte) {
	switch {
	case d == tensor.C64 && op == "mul":
		return complexRun(multiplySingles)
	case d == tensor.C64:
		return complexRun(addPairs[float32])
	case op == "mul":
		return complexRun(multiplyDoubles)
	}
	return complexRun(addPairs[float64])
}

func addPairs[P float](out, a, b []pair[P]) {
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = pair[P]{a[i][0] + b[i][0], a[i][1] + b[i][1]}
	}
}

// complexRows folds four rows into four accumulators by a loop of two operands.
func complexRows(loop loop2, size int) func(acc, a, b, c, d []byte) {
	return func(acc, a, b, c, d []byte) {
		for k, row := range [][]byte{a, b, c, d} {
			for one := acc[k*size : (k+1)*size]; len(row) > 0; row = row[size:] {
				loop(one, one, row[:size])
			}
		}
	}
}
