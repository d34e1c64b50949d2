package contract

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// withWords finds the forms of words that the operands may have.
func (p *prepared) withWords() {
	p.words = nil
	if p.complex != nil {
		return
	}
	for _, f := range formsOf(p.out.DType, p.lhs.DType, p.rhs.DType) {
		if w := newWords(f, p.contraction, p.lhs.DType, p.rhs.DType); w != nil {
			p.words = append(p.words, w)
		}
	}
}

// inWords reports whether all kernels multiply words, and not only the fastest.
func (p *prepared) inWords() bool { return len(p.words) > 0 && p.acc.IsInteger() }

// wordsAt is a contraction of words by the i-th kernel for them, the fastest first, or how many
// there are.
func (p *prepared) wordsAt(i int) (b bound, kernels int) {
	for _, w := range p.words {
		switch w.form {
		case quads:
			n := len(kernelsQuads())
			if kernels <= i && i < kernels+n {
				k := kernelsQuads()[i-kernels]
				if signed(p.operandOf(w, 1)) {
					b = bindWords(p, w, k.unsigned, k.signed)
				} else {
					b = bindWords(p, w, k.signed, k.unsigned)
				}
			}
			kernels += n
		case pairs:
			list := kernelsPairs()
			if kernels <= i && i < kernels+len(list) {
				b = bindWords(p, w, list[i-kernels], kernel[int32]{})
			}
			kernels += len(list)
		case halves:
			list := kernelsHalves()
			if kernels <= i && i < kernels+len(list) {
				b = bindWords(p, w, list[i-kernels], kernel[float32]{})
			}
			kernels += len(list)
		}
	}
	return b, kernels
}

// quadKernels are kernels of quads, of unsigned bytes by signed ones, and the other way.
type quadKernels struct{ unsigned, signed kernel[int32] }

func (p *prepared) operandOf(w *words, n int) tensor.DType {
	return [2]tensor.DType{p.lhs.DType, p.rhs.DType}[w.caller[n]]
}

// wordsWorkspace is the Workspace where operands may become words.
func (p *prepared) wordsWorkspace() Workspace {
	wide := p.out.DType
	fixed := 0
	if p.acc.IsInteger() && wide.Size() != 4 || p.acc == tensor.F32 && wide != tensor.F32 {
		fixed = alignUp(shapes.Saturated(append([]int{4}, p.out.Shape...)...))
	}
	type cut struct {
		fixed     int
		blockings []blocking
	}
	var cuts []cut
	for _, w := range p.words {
		c := cut{fixed: shapes.Sum(fixed, w.memory(), tensor.Alignment)}
		for _, b := range blocksOf(tensor.I32) {
			c.blockings = append(c.blockings, newBlocking(w.contraction, b))
		}
		cuts = append(cuts, c)
	}
	return func(workers int) int {
		most := 0
		for _, c := range cuts {
			for i := range c.blockings {
				most = max(most, shapes.Sum(c.fixed, c.blockings[i].workspace(4, max(1, workers))))
			}
		}
		return most
	}
}

// givenWords are the operands of the caller that some kernel of words takes packed.
func (p *prepared) givenWords() (operands Operands) {
	for _, w := range p.words {
		for _, b := range blocksOf(tensor.I32) {
			e := newBlocking(w.contraction, b)
			operands[w.caller[0]] = operands[w.caller[0]] || e.rowsGiven
			operands[w.caller[1]] = operands[w.caller[1]] || e.colsGiven
		}
	}
	return operands
}

// wordsBytes is what an operand given packed takes as words.
func (p *prepared) wordsBytes(i int) int {
	most := 0
	for _, w := range p.words {
		for n := range w.operands {
			if w.caller[n] == i && w.operands[n].image == nil {
				most = max(most, shapes.Saturated(4, w.packedWords(n)))
			}
		}
	}
	return most
}

// wordsRun runs a contraction of words with a kernel.
type wordsRun[T number] struct {
	*words
	engine   *engine[T]
	opposite kernel[T] // for numbers of the right operand by those of the left one
	given    [2]bool
	types    [2]Type // of the caller's operands
	plain    Func    // where words would not give the same bits
}

func bindWords[T number](p *prepared, of *words, k, opposite kernel[T]) bound {
	own := *of
	w := &own
	for i := range w.operands {
		w.operands[i].vectors.tabulate()
		w.operands[i].inner.tabulate()
	}
	r := &wordsRun[T]{words: w, engine: newEngine(w.contraction, k), opposite: opposite, types: [2]Type{p.lhs, p.rhs}}
	r.given = [2]bool{r.engine.rowsGiven, r.engine.colsGiven}
	if w.form == halves {
		c := p.contraction
		c.packed = Operands{}
		r.plain = bind(newRunner(c, kernelsFloat32()[0]))
	}
	b := bound{run: r.run}
	for n, given := range r.given {
		if given {
			b.pack[w.caller[n]] = func(into []byte, operand *tensor.Tensor) { r.pack(n, into, operand) }
		}
	}
	return b
}

// asWords views elements of 32 bits as words.
func asWords[T number](list []T) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(list))), len(list))
}

func (r *wordsRun[T]) run(memory []byte, out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
	in := [2]*tensor.Tensor{lhs, rhs}
	if r.form == halves && !r.exact(memory, in) {
		r.runPlain(memory, out, in, done)
		return
	}
	var sides [2][]T
	var starts []T
	for n := range sides {
		from, words := in[r.caller[n]], r.operands[n].words()
		if r.given[n] {
			all := elementsOf[T](from.Bytes())
			sides[n], starts = all[:words], all[words:][:n*r.startWords()]
			continue
		}
		sides[n], memory = cut[T](memory, words)
		r.operands[n].fill(asWords(sides[n]), from)
	}
	if r.starts && !r.given[1] {
		starts, memory = cut[T](memory, r.startWords())
		r.begin(starts, sides[1])
	}
	if !r.starts {
		starts = nil
	}
	if result, ok := wordResults[T](out); ok {
		r.engine.runFrom(memory, result, sides[0], sides[1], starts, done)
		return
	}
	wide, memory := cut[T](memory, out.Len())
	r.engine.runFrom(memory, wide, sides[0], sides[1], starts, nil)
	if loop := (narrowing[T]{out, wide, done}); !parallel.Share(out.Len(), convertGrain, math.MaxInt, &loop) {
		loop.Chunk(0, 0, out.Len())
	}
}

// wordResults are the elements of a result that sums are written to as they are.
func wordResults[T number](out *tensor.Tensor) ([]T, bool) {
	if d := out.DType(); d == tensor.I32 || d == tensor.U32 || d == tensor.F32 {
		return elementsOf[T](out.Bytes()), true
	}
	return nil, false
}

// beginning finds what sums begin with: what the numbers that the left operand lacks would add.
type beginning[T number] struct {
	*wordsRun[T]
	starts, right []T
}

// turnedZeros is a word of zeros whose bits are turned.
var turnedZeros = [1]uint32{0x80808080}

// Chunk is for columns [lo, hi) of all matrices.
func (l *beginning[T]) Chunk(_, lo, hi int) {
	zero := elementsOf[T](bytesOf(turnedZeros[:]))
	o := &l.operands[1]
	depth := o.depth()
	for lo < hi {
		matrix, j := lo/o.size, lo%o.size
		n := min(hi-lo, o.size-j)
		to, from := l.starts[lo:], l.right[matrix*o.size*depth:]
		if o.across {
			k := &l.engine.kernel
			n = min(n, k.cols)
			k.multiply(1, n, depth, zero, 0, 0, from[j:], o.size, to, 0, false)
		} else {
			l.opposite.multiply(n, 1, depth, from[j*depth:], depth, 1, zero, 0, to, 1, false)
		}
		for i := range to[:n] {
			to[i] = -to[i]
		}
		lo += n
	}
}

func (r *wordsRun[T]) begin(starts, right []T) {
	if loop := (beginning[T]{r, starts, right}); !parallel.Share(len(starts), parallel.Grain(4*convertGrain, r.operands[1].depth()), math.MaxInt, &loop) {
		loop.Chunk(0, 0, len(starts))
	}
}

// pack is the packed form of operand n: panels or rows, then what sums begin with, or the range.
func (r *wordsRun[T]) pack(n int, into []byte, operand *tensor.Tensor) {
	o, s := &r.operands[n], []*side{&r.engine.left, &r.engine.right}[n]
	words := elementsOf[T](tensor.Uninitialised(4 * o.words()))
	o.fill(asWords(words), operand)
	all := elementsOf[T](into)
	if n == 1 && r.starts {
		r.begin(all[o.words():][:r.startWords()], words)
	}
	if r.form == halves {
		least, most := numberRange(operand.Bytes())
		asWords(all)[o.words()] = uint32(least)<<16 | uint32(most)
	}
	r.engine.packInto(n, all, source[T]{data: words, vectors: s.vectors, inner: s.inner, kernel: &r.engine.kernel})
}

// numberRange is the magnitude of the least number but zeros, and of the greatest, as bits of bf16:
// 0xFFFF and 0 if all are zero.
func numberRange(from []byte) (least, most uint16) {
	list := elementsOf[uint16](from)
	least = math.MaxUint16
	done := 0
	if rangeOfHalves != nil {
		done = len(list) &^ 31
		if done > 0 {
			least, most = rangeOfHalves(list[:done])
		}
	}
	for _, x := range list[done:] {
		x &= math.MaxInt16
		least, most = min(least, x-1), max(most, x)
	}
	return least + 1 - least>>15, most
}

// ranging finds the range of an operand.
type ranging struct {
	from        []byte
	least, most *uint32
}

// Chunk looks at numbers [lo, hi).
func (l *ranging) Chunk(_, lo, hi int) {
	least, most := numberRange(l.from[2*lo : 2*hi])
	for old := atomic.LoadUint32(l.least); uint32(least) < old && !atomic.CompareAndSwapUint32(l.least, old, uint32(least)); {
		old = atomic.LoadUint32(l.least)
	}
	for old := atomic.LoadUint32(l.most); uint32(most) > old && !atomic.CompareAndSwapUint32(l.most, old, uint32(most)); {
		old = atomic.LoadUint32(l.most)
	}
}

// exact reports whether instructions that take subnormal numbers for zeros give the bits of those
// that do not. All numbers, and so all products and sums, are whole multiples of the last place of
// the least number or product, however sums are rounded. If that is no less than 2^-126, nothing is
// subnormal. And products stay below 2^127, so that it does not matter whether they are rounded.
func (r *wordsRun[T]) exact(memory []byte, in [2]*tensor.Tensor) bool {
	const bias, digits = 127, 7
	least, most := 0, 0
	for n, given := range r.given {
		from := in[r.caller[n]]
		low, high := uint32(math.MaxUint16), uint32(0)
		if given {
			w := asWords(elementsOf[T](from.Bytes()))[r.operands[n].words()]
			low, high = w>>16, w&math.MaxUint16
		} else {
			limits, _ := cut[uint32](memory, 2)
			limits[0], limits[1] = low, high
			if loop := (ranging{from.Bytes(), &limits[0], &limits[1]}); !parallel.Share(from.Len(), 4*convertGrain, math.MaxInt, &loop) {
				loop.Chunk(0, 0, from.Len())
			}
			low, high = limits[0], limits[1]
		}
		if low>>digits == 0 || high>>digits == 2*bias+1 {
			return false
		}
		least, most = least+int(low>>digits), most+int(high>>digits)
	}
	return least-2*bias-2*digits >= 1-bias && most-2*bias+2 <= bias
}

// plainRun is an operand that is made again of what is packed.
type plainRun struct{ operand tensor.Tensor }

var plainRuns parallel.Spares[plainRun]

// runPlain multiplies numbers one after the other.
func (r *wordsRun[T]) runPlain(memory []byte, out *tensor.Tensor, in [2]*tensor.Tensor, done func(lo, hi int)) {
	if !r.given[1] {
		r.plain(memory, out, in[0], in[1], done)
		return
	}
	i := r.caller[1]
	t := r.types[i]
	spare := plainRuns.Take()
	spare.operand = tensor.Unbound(t.DType, t.Shape)
	spare.operand.Rebase(memory[:t.DType.Size()*shapes.Saturated(t.Shape...)])
	r.unpack(elementsOf[uint16](spare.operand.Bytes()), asWords(elementsOf[T](in[i].Bytes())))
	in[i] = &spare.operand
	r.plain(memory[t.bytes():], out, in[0], in[1], done)
	spare.operand.Unbind()
	plainRuns.Give(spare)
}

// unpack makes the right operand of its panels.
func (r *wordsRun[T]) unpack(into []uint16, panels []uint32) {
	o, cols := &r.operands[1], r.engine.kernel.cols
	depth, wordsOfRun := o.depth(), ceilDiv(o.run, 2)
	for j := range o.count() * o.size {
		matrix, j := j/o.size, j%o.size
		first := j / cols * cols
		width := min(cols, o.size-first)
		panel := panels[matrix*o.size*depth+first*depth:]
		base := o.base(matrix) + o.vectors.at(j)
		for k := range o.run * o.runs {
			number := k % o.run
			word := panel[(k/o.run*wordsOfRun+number/2)*width+j-first]
			into[base+o.inner.at(k)] = uint16(word >> o.shift(number%2))
		}
	}
}
