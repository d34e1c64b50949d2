package fft

import (
	"math"

	"github.com/tg-opt/tg/interp/parallel"
)

// transform computes transforms of one length, of complex numbers whose parts are interleaved.
type transform[T float] interface {
	// memory is how many floats it needs to work in, together and for each worker, in whole rows.
	memory() (together, each int)
	// run transforms lines, which may be where their results are.
	run(r room[T], l lines[T])
	// tables is how many bytes its tables take at most, and making them.
	tables() int
}

// lines are what is transformed, and what it becomes.
type lines[T float] struct {
	dst, src         []T
	dstStep, srcStep int // floats from one line to the next
	count            int
	// inverse says that the signs of angles are opposite. That is the transform of numbers whose
	// real and imaginary parts have changed places, and do so again in the result.
	inverse bool
	divisor T // of the results, 1 for none
}

// room is memory to work in.
type room[T float] struct {
	together, own []T
	each, workers int
}

// newRoom divides memory that is as long as roomFor says for so many workers.
func newRoom[T float](memory []T, together, each, workers int) room[T] {
	return room[T]{together: memory[:together], own: memory[together : together+workers*each], each: each, workers: workers}
}

func (r *room[T]) of(worker int) []T { return r.own[worker*r.each:][:r.each] }

// grain is how many numbers a chunk of a loop has at least.
const grain = 1 << 13

// share runs a loop over [0, n) of so many numbers each, on the workers of a room; or it reports
// false, and the caller is to run the loop by itself (see parallel.Share).
func share[T float, L any, P interface {
	*L
	parallel.Loop
}](r room[T], n, numbers int, loop P) bool {
	return r.workers > 1 && parallel.Share(n, parallel.Grain(grain, numbers), r.workers, loop)
}

// maxDirect is the largest length that is transformed without being taken apart.
const maxDirect = maxRadix + 1

// newTransform prepares transforms of length n > 0.
func newTransform[T float](n int, l *loops[T]) transform[T] {
	switch {
	case largestPrime(n) > maxRadix:
		return newChirp(n, l)
	case n <= maxDirect:
		return &direct[T]{newSideBySide(n, l)}
	}
	return newMatrix(n, l)
}

func largestPrime(n int) int {
	largest := 1
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			n, largest = n/p, p
		}
	}
	return max(n, largest)
}

// divide divides by what is not 1. The quotient by a power of two is the product with its inverse.
func divide[T float](x []T, by T) {
	if by == 1 {
		return
	}
	if fraction, _ := math.Frexp(float64(by)); fraction == 0.5 {
		by = 1 / by
		for i := range x {
			x[i] *= by
		}
		return
	}
	for i := range x {
		x[i] /= by
	}
}

// direct transforms short lines, several side by side.
type direct[T float] struct{ *sideBySide[T] }

func (d *direct[T]) memory() (together, each int) { return 0, 2 * d.n * rowOf[T]() }

func (d *direct[T]) tables() int { return d.sideBySide.tables() }

func (d *direct[T]) run(r room[T], l lines[T]) {
	loop := directLoop[T]{d, r, l}
	lanes := lanesOf[T]()
	if groups := (l.count + lanes - 1) / lanes; !share(r, groups, d.n*lanes, &loop) {
		loop.Chunk(0, 0, groups)
	}
}

type directLoop[T float] struct {
	*direct[T]
	room room[T]
	lines[T]
}

// Chunk transforms some groups of as many lines as there are lanes.
func (d *directLoop[T]) Chunk(worker, lo, hi int) {
	lanes, row := lanesOf[T](), rowOf[T]()
	re, im := places(lanes, d.inverse)
	memory := d.room.of(worker)
	a, b := memory[:d.n*row], memory[d.n*row:]
	for first := lo * lanes; first < min(hi*lanes, d.count); first += lanes {
		group := min(lanes, d.count-first)
		if group < lanes {
			clear(a)
		}
		for l := range group {
			line := d.lines.src[(first+l)*d.srcStep:][:2*d.n]
			for i := range d.n {
				a[i*row+re+l], a[i*row+im+l] = line[2*i], line[2*i+1]
			}
		}
		result := d.sideBySide.run(a, a, b)
		divide(result, d.divisor)
		for l := range group {
			line := d.dst[(first+l)*d.dstStep:][:2*d.n]
			for i := range d.n {
				line[2*i], line[2*i+1] = result[i*row+re+l], result[i*row+im+l]
			}
		}
	}
}
