package contract

import "github.com/tg-opt/tg/internal/fma"

// The transforms of Winograd's algorithm. Each goes along the columns of a square and then along
// its rows. The points of tiles of 2x2 are 0, 1, -1 and infinity, those of 4x4 are 0, near, -near,
// far, -far and infinity, which make smaller errors than whole numbers do.

// transform computes squares of results of squares, for each of so many channels, which lie side by
// side. It has memory between them for a square of vectors.
type transform[T any] func(channels int, from []T, rowFrom, colFrom int, to []T, rowTo, colTo int, between []T)

// transforms are those of inputs, and of the results at all points.
type transforms[T any] struct{ ofInput, ofPoints transform[T] }

// lanesBetween is how many elements of each of a square a transform has memory for.
const lanesBetween = 16

const (
	near, far   = 0.625, 1.5
	near2, far2 = near * near, far * far
	near3, far3 = near2 * near, far2 * far
)

// goTransforms are the portable ones, of tiles of 2x2 and of 4x4.
func goTransforms() [2]transforms[float32] {
	return [2]transforms[float32]{
		{goTransform(4, 4, seen2), goTransform(4, 2, results2)},
		{goTransform(6, 6, seen4), goTransform(6, 4, results4)},
	}
}

// goTransform transforms squares of in elements by line to squares of out elements.
func goTransform(in, out int, line func(x *[6]float32)) transform[float32] {
	return func(channels int, from []float32, rowFrom, colFrom int, to []float32, rowTo, colTo int, _ []float32) {
		for c := range channels {
			var square [6][6]float32
			var x [6]float32
			for j := range in {
				for i := range in {
					x[i] = from[c+i*rowFrom+j*colFrom]
				}
				line(&x)
				for i := range out {
					square[i][j] = x[i]
				}
			}
			for i := range out {
				x = square[i]
				line(&x)
				for j := range out {
					to[c+i*rowTo+j*colTo] = x[j]
				}
			}
		}
	}
}

// plus is x + v*y, rounded once.
func plus(x float32, v float64, y float32) float32 { return fma.Sum(v*float64(y), float64(x)) }

func seen2(x *[6]float32) {
	x[0], x[1], x[2], x[3] = x[0]-x[2], x[1]+x[2], x[2]-x[1], x[1]-x[3]
}

func results2(x *[6]float32) {
	x[0], x[1] = x[0]+x[1]+x[2], x[1]-x[2]-x[3]
}

func seen4(x *[6]float32) {
	first := plus(plus(x[4], -(near2+far2), x[2]), near2*far2, x[0])
	last := plus(plus(x[5], -(near2+far2), x[3]), near2*far2, x[1])
	nearEven, nearOdd := plus(x[4], -far2, x[2]), plus(x[3], -far2, x[1])
	farEven, farOdd := plus(x[4], -near2, x[2]), plus(x[3], -near2, x[1])
	*x = [6]float32{first, plus(nearEven, near, nearOdd), plus(nearEven, -near, nearOdd), plus(farEven, far, farOdd), plus(farEven, -far, farOdd), last}
}

func results4(x *[6]float32) {
	nearEven, farEven := x[1]+x[2], x[3]+x[4]
	nearOdd, farOdd := x[1]-x[2], x[3]-x[4]
	x[0] = x[0] + nearEven + farEven
	x[1] = plus(near*nearOdd, far, farOdd)
	x[2] = plus(near2*nearEven, far2, farEven)
	x[3] = plus(plus(x[5], near3, nearOdd), far3, farOdd)
}

// evaluateTaps evaluates three taps at all points, in f64.
func evaluateTaps(tile int, x *[6]float64) {
	if tile == 2 {
		ends := x[0] + x[2]
		x[1], x[2], x[3] = (ends+x[1])*0.5, (ends-x[1])*0.5, x[2]
		return
	}
	const nearScale, farScale = 1 / (2 * near2 * (near2 - far2)), 1 / (2 * far2 * (far2 - near2))
	nearEven, nearOdd := x[0]+float64(near2*x[2]), float64(near*x[1])
	farEven, farOdd := x[0]+float64(far2*x[2]), float64(far*x[1])
	*x = [6]float64{
		x[0] * (1 / (near2 * far2)), (nearEven + nearOdd) * nearScale, (nearEven - nearOdd) * nearScale,
		(farEven + farOdd) * farScale, (farEven - farOdd) * farScale, x[2],
	}
}

// weightsAt transforms the kernel of a feature and an output, which begins at place in the kernel.
func (w *winograd) weightsAt(kernel []float32, place int, square *[6][6]float64) {
	n := w.seen()
	var x [6]float64
	for j := range 3 {
		for i := range 3 {
			row, col := i, j
			if w.flips[0] {
				row = 2 - i
			}
			if w.flips[1] {
				col = 2 - j
			}
			x[i] = float64(kernel[place+row*w.kernel.row+col*w.kernel.col])
		}
		evaluateTaps(w.tile, &x)
		for i := range n {
			square[i][j] = x[i]
		}
	}
	for i := range n {
		evaluateTaps(w.tile, &square[i])
	}
}
