package contract

import (
	"unsafe"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// winogradRunner runs a convolution by Winograd's algorithm. It is safe for concurrent use.
type winogradRunner[T number] struct {
	*winograd
	kernel kernel[T]
	transforms[T]
	weightsOf func(kernel []T, place int, square *[6][6]T)
	given     bool // the kernel is given transformed
}

func newWinogradRunner[T number](w *winograd, given bool, k kernel[T]) *winogradRunner[T] {
	r := &winogradRunner[T]{winograd: w, kernel: k, given: given, transforms: k.winograd[w.tile/2-1]}
	r.weightsOf = func(kernel []T, place int, square *[6][6]T) {
		var wide [6][6]float64
		w.weightsAt(singles(kernel), place, &wide)
		for i := range w.seen() {
			row := singles(square[i][:])
			for j := range w.seen() {
				row[j] = float32(wide[i][j])
			}
		}
	}
	return r
}

// singles views elements of the only type that the algorithm is for.
func singles[T any](x []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// packers is what transforms the kernel ahead of all runs.
func (r *winogradRunner[T]) packers() (pack [2]func(into []byte, operand *tensor.Tensor)) {
	if r.given {
		pack[1] = func(into []byte, operand *tensor.Tensor) {
			kernel, _ := elements[T](operand)
			dst := elementsOf[T](into)
			parallel.For(r.features, parallel.Grain(packingGrain, r.points()*r.outputs), func(lo, hi int) {
				r.transformWeights(dst, kernel, 0, r.outputs, lo, hi)
			})
		}
	}
	return pack
}

// transformWeights transforms the kernels of features [lo, hi) and outputs [first, end): for each
// point one matrix of panels, each as wide as the kernel's, the last one as what is left.
func (r *winogradRunner[T]) transformWeights(dst, kernel []T, first, end, lo, hi int) {
	width, matrix := r.kernel.cols, r.features*(end-first)
	var square [6][6]T
	for f := lo; f < hi; f++ {
		for j := first; j < end; j += width {
			cols := min(width, end-j)
			at := (j-first)*r.features + f*cols
			for o := range cols {
				r.weightsOf(kernel, f*r.winograd.kernel.feature+(j+o)*r.winograd.kernel.output, &square)
				for i := range r.points() {
					dst[i*matrix+at+o] = square[i/r.seen()][i%r.seen()]
				}
			}
		}
	}
}

// winogradCall is a run.
type winogradCall[T number] struct {
	*winogradRunner[T]
	winogradPlan
	size               winogradMemory
	out, input, kernel []T
	weights, seen      []T
	own                []byte
	done               func(lo, hi int)

	firstTile, endTile int // that are transformed, and multiplied
	firstCol, endCol   int // of which the weights are transformed
}

func (r *winogradRunner[T]) run(w []byte, out, input, kernel []T, done func(lo, hi int)) {
	if r.empty() {
		clear(out)
		if done != nil && len(out) > 0 {
			done(0, len(out))
		}
		return
	}
	workers := parallel.Workers()
	size := int(unsafe.Sizeof(*new(T)))
	for workers > 1 && r.workspace(size, workers, r.given) > len(w) {
		workers-- // there is a workspace for fewer
	}
	c := winogradCall[T]{winogradRunner: r, winogradPlan: r.plan(workers), out: out, input: input, kernel: kernel, done: done}
	if !r.inPlace() {
		c.done = nil
	}
	c.size = r.memory(c.winogradPlan, r.given)
	c.weights, w = cut[T](w, c.size.weights)
	c.seen, c.own = cut[T](w, c.size.seen)
	c.endCol = r.outputs
	if r.given {
		c.weights = kernel
		c.tiles(workers)
	} else {
		for c.firstCol = 0; c.firstCol < r.outputs; c.firstCol = c.endCol {
			c.endCol = min(c.firstCol+c.winogradPlan.weights, r.outputs)
			loop := weightsLoop[T]{c}
			if !parallel.Share(r.features, parallel.Grain(packingGrain, r.points()*c.cols), workers, &loop) {
				loop.Chunk(0, 0, r.features)
			}
			c.tiles(workers)
		}
	}
	if done != nil && c.done == nil {
		parallel.For(len(out), convertGrain, done)
	}
}

// inPlace reports whether results of neighbouring outputs lie side by side.
func (r *winogradRunner[T]) inPlace() bool { return r.output.feature == 1 }

// tiles computes all tiles of the outputs whose weights are transformed.
func (c *winogradCall[T]) tiles(workers int) {
	tiles, points := c.winograd.tiles(), c.points()
	for c.firstTile = 0; c.firstTile < tiles; c.firstTile = c.endTile {
		c.endTile = min(c.firstTile+c.together, tiles)
		n := c.endTile - c.firstTile
		seen := seenLoop[T]{*c}
		if !parallel.Share(n, parallel.Grain(packingGrain, points*c.features), workers, &seen) {
			seen.Chunk(0, 0, n)
		}
		tasks := ceilDiv(n, c.rows) * ceilDiv(c.endCol-c.firstCol, c.cols)
		loop := pointsLoop[T]{*c}
		if !parallel.Share(tasks, parallel.Grain(parallelWork, points*c.rows*c.cols*c.features), workers, &loop) {
			loop.Chunk(0, 0, tasks)
		}
	}
}

// The loops of a call: over features, tiles, and blocks of tiles and outputs.
type (
	weightsLoop[T number] struct{ winogradCall[T] }
	seenLoop[T number]    struct{ winogradCall[T] }
	pointsLoop[T number]  struct{ winogradCall[T] }
)

func (l *weightsLoop[T]) Chunk(_, lo, hi int) {
	l.transformWeights(l.weights, l.kernel, l.firstCol, l.endCol, lo, hi)
}

// winogradScratch is the memory of a worker.
type winogradScratch[T number] struct{ tile, between, points []T }

func (c *winogradCall[T]) scratch(worker int) (s winogradScratch[T]) {
	size := c.size.own(int(unsafe.Sizeof(*new(T))))
	w := c.own[worker*size:][:size]
	s.tile, w = cut[T](w, c.size.tile)
	s.between, w = cut[T](w, c.size.between)
	s.points, _ = cut[T](w, c.size.points)
	return s
}

// at is where a tile begins: its image, and the first position of its results.
func (w *winograd) at(tile int) (image, row, col int) {
	each := w.down * w.across
	return tile / each, tile % each / w.across * w.tile, tile % w.across * w.tile
}

// Chunk transforms what tiles [lo, hi) see, of those that are transformed together.
func (l *seenLoop[T]) Chunk(worker, lo, hi int) {
	s, n, step := l.scratch(worker), l.winograd.seen(), l.seenStep(l.winogradPlan)
	for t := lo; t < hi; t++ {
		to := l.seen[t/l.rows*l.points()*step+t%l.rows*l.features:]
		image, row, col := l.at(l.firstTile + t)
		row, col = row+l.winograd.rows.origin, col+l.winograd.cols.origin
		inside := row >= 0 && col >= 0 && row+n <= l.winograd.rows.extent && col+n <= l.winograd.cols.extent
		if inside && l.winograd.input.feature == 1 {
			p := l.winograd.input
			l.ofInput(l.features, l.input[image*p.image+row*p.row+col*p.col:], p.row, p.col, to, n*step, step, s.between)
			continue
		}
		l.gather(s.tile, image, row, col)
		l.ofInput(l.features, s.tile, n*l.features, l.features, to, n*step, step, s.between)
	}
}

// gather copies what a tile sees, with its padding.
func (l *seenLoop[T]) gather(tile []T, image, row, col int) {
	n, p := l.winograd.seen(), l.winograd.input
	for i := range n {
		for j := range n {
			to := tile[(i*n+j)*l.features:][:l.features]
			y, x := row+i, col+j
			if y < 0 || x < 0 || y >= l.winograd.rows.extent || x >= l.winograd.cols.extent {
				clear(to)
				continue
			}
			copyStrided(to, l.input, image*p.image+y*p.row+x*p.col, p.feature)
		}
	}
}

// Chunk computes blocks [lo, hi) of tiles and outputs. Blocks of the same tiles follow each other.
func (l *pointsLoop[T]) Chunk(worker, lo, hi int) {
	s, blocks := l.scratch(worker), ceilDiv(l.endCol-l.firstCol, l.cols)
	for b := lo; b < hi; b++ {
		row, col := b/blocks*l.rows, l.firstCol+b%blocks*l.cols
		rows, cols := min(l.rows, l.endTile-l.firstTile-row), min(l.cols, l.endCol-col)
		l.multiply(s.points, b/blocks, rows, col, cols)
		for t := range rows {
			l.results(&s, l.firstTile+row+t, t, col, cols)
		}
	}
}

// multiply computes the products of a block of tiles and the weights of some outputs, one for each
// point.
func (l *pointsLoop[T]) multiply(points []T, block, rows, col, cols int) {
	k, width := &l.winogradRunner.kernel, l.winogradRunner.kernel.cols
	all := l.endCol - l.firstCol
	seenStep, pointStep := l.seenStep(l.winogradPlan), l.pointStep(l.winogradPlan)
	for i := range l.points() {
		a := l.seen[(block*l.points()+i)*seenStep:]
		for j := 0; j < cols; j += width {
			panel := col - l.firstCol + j
			n := min(width, all-panel)
			b := l.weights[(i*all+panel)*l.features:]
			for p := 0; p < l.features; p += blockDepth {
				depth := min(blockDepth, l.features-p)
				k.multiply(rows, min(n, cols-j), depth, a[p:], l.features, 1, b[p*n:], n, points[i*pointStep+j:], l.cols, p > 0)
			}
		}
	}
}

// results computes the results of a tile, number t of its block, for some outputs.
func (l *pointsLoop[T]) results(s *winogradScratch[T], tile, t, col, cols int) {
	from, step, n, m := s.points[t*l.cols:], l.pointStep(l.winogradPlan), l.winograd.seen(), l.winograd.tile
	image, row, col0 := l.at(tile)
	p := l.output
	high, wide := min(m, l.winograd.rows.outputs-row), min(m, l.winograd.cols.outputs-col0)
	at := image*p.image + row*p.row + col0*p.col + col*p.feature
	if high == m && wide == m && p.feature == 1 {
		l.ofPoints(cols, from, n*step, step, l.out[at:], p.row, p.col, s.between)
	} else {
		l.ofPoints(cols, from, n*step, step, s.tile, m*cols, cols, s.between)
		for i := range high {
			for j := range wide {
				x := s.tile[(i*m+j)*cols:][:cols]
				if p.feature == 1 {
					copy(l.out[at+i*p.row+j*p.col:], x)
					continue
				}
				for o, v := range x {
					l.out[at+i*p.row+j*p.col+o*p.feature] = v
				}
			}
		}
	}
	if l.done != nil {
		l.report(at, high, wide, cols)
	}
}

// report tells the caller that the results of a tile are final.
func (l *pointsLoop[T]) report(at, high, wide, cols int) {
	for i := range high {
		at := at + i*l.output.row
		if l.output.col == cols {
			l.done(at, at+wide*cols)
			continue
		}
		for range wide {
			l.done(at, at+cols)
			at += l.output.col
		}
	}
}
