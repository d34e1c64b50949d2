package kernel

import (
	"encoding/binary"
	"slices"
	"sync"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// permutation is what the machine functions permute and permuteBytes read: for each register of a
// result the byte of x from which on a register is read, the places of its parts of 4 bytes, and,
// for elements of less, those of bytes within 16 bytes of these.
type permutation struct {
	permute machinePermute
	width   int // of a register
	entry   int // bytes of what the table says of one
	starts  []int
	table   []byte
}

// newPermutation is a permutation of elements of that size that makes so many registers, without
// what it says of them; ok is false if there is no machine code for it.
func newPermutation(size, registers int) (p permutation, ok bool) {
	if fastest.permute == nil {
		return p, false
	}
	p = permutation{permute: fastest.permute, width: fastest.register, entry: fastest.register}
	if size < 4 {
		p.permute, p.entry = fastest.permuteBytes, 2*p.width
	}
	p.starts, p.table = make([]int, registers), tensor.New(tensor.U8, registers*p.entry).Bytes()
	return p, true
}

// set says of register number i of the result which bytes of x its bytes are, and from which byte
// on of those, of which there are so many, x is read; ok is false if it cannot be: those of 16
// neighbours have to lie in 16 from a multiple of 4 bytes on, and all in one register.
func (p *permutation) set(i int, bytes []int, extent int) (ok bool) {
	least := slices.Min(bytes)
	from := min(least/p.width*p.width, extent-p.width)
	if slices.Max(bytes) >= from+p.width {
		from = min(least, extent-p.width)
	}
	p.starts[i] = from
	entry := p.table[i*p.entry:][:p.entry]
	for lane := 0; lane < p.width; lane += 16 {
		own := bytes[lane : lane+16]
		for part := range 4 {
			first := (slices.Min(own)-from)/4 + part
			if p.entry == p.width {
				first = (own[4*part] - from) / 4
			}
			binary.LittleEndian.PutUint32(entry[lane+4*part:], uint32(first%(p.width/4)))
		}
		base := from + (slices.Min(own)-from)/4*4
		if from < 0 || slices.Max(own) >= from+p.width || p.entry > p.width && slices.Max(own) >= base+16 {
			return false
		}
		if p.entry > p.width {
			for b := range 16 {
				entry[p.width+lane+b] = byte(own[b] - base)
			}
		}
	}
	return true
}

// run computes blocks of so many registers of out, each from x step bytes further on. What is read
// lies in x.
func (p *permutation) run(out, x []byte, blocks, step int) {
	registers := len(p.starts)
	out = out[:blocks*registers*p.width] // bounds checks of the machine code
	_, _ = x[(blocks-1)*step], p.table[:registers*p.entry]
	p.permute(unsafe.SliceData(out), unsafe.SliceData(x), unsafe.SliceData(p.table), (*byte)(unsafe.Pointer(unsafe.SliceData(p.starts))), blocks, registers, step)
}

// mostRepeats is up to how many times an element is repeated on its own.
const mostRepeats = 8

// repeats says how a move repeats elements that lie side by side, by the logarithm of their size:
// worked out when they are first moved.
type repeats struct {
	*move
	sizes [5]repeatsOfSize
}

// repeatsOfSize has two permutations, or those for which there is machine code: of registers of x,
// each of which becomes several of the result, and of blocks, the last dimensions of the move.
type repeatsOfSize struct {
	once      sync.Once
	registers permutation
	blocks    permutation
	before    int // dimensions in front of those of a block
	extent    int // bytes of x that a block reads
}

// mostRegisters is how many registers a block has at most: what is said about them is to stay in
// the first-level cache.
const mostRegisters = 64

// of is what is known for elements of a size.
func (r *repeats) of(size int) *repeatsOfSize {
	s := &r.sizes[logarithm(size)]
	s.once.Do(func() { s.prepare(r.move, size) })
	return s
}

func (s *repeatsOfSize) prepare(m *move, size int) {
	p, ok := newPermutation(size, m.inner)
	if !ok || m.inner < 2 {
		return
	}
	bytes := make([]int, m.inner*p.width)
	for b := range bytes {
		bytes[b] = b/size/m.inner*size + b%size
	}
	for i := range m.inner {
		ok = p.set(i, bytes[i*p.width:][:p.width], p.width) && ok
	}
	if ok {
		s.registers = p
	}
	elements, backward := m.inner, func(stride int) bool { return stride < 0 }
	if slices.ContainsFunc(m.outStrides, backward) || slices.ContainsFunc(m.xStrides, backward) {
		return
	}
	for outer := len(m.dims) - 2; outer >= 0 && m.outStrides[outer] == elements; outer-- {
		elements *= m.dims[outer]
		if elements*size > mostRegisters*p.width {
			return
		}
		if elements*size%p.width == 0 {
			s.block(m, outer, elements*size/p.width, size)
		}
	}
}

// block says which bytes of x those of a block are, if registers can be made of others.
func (s *repeatsOfSize) block(m *move, outer, registers, size int) {
	p, _ := newPermutation(size, registers)
	dims, strides := m.dims[outer:], m.xStrides[outer:]
	at, extent := make([]int, 0, registers*p.width), 0
	places := newOdometer(dims, strides)
	for range shapes.Product(dims) {
		for b := range size {
			at = append(at, places.offset[0]*size+b)
		}
		extent = max(extent, (places.offset[0]+1)*size)
		places.next()
	}
	for i := range registers {
		if !p.set(i, at[i*p.width:][:p.width], extent) {
			return
		}
	}
	s.blocks, s.before, s.extent = p, outer, extent
}

// each repeats each element of x, of that size, so many times.
func (r *repeats) each(out, x []byte, size int) {
	p, times := &r.of(size).registers, r.inner
	if p.permute == nil || len(x) < p.width {
		repeatElements(out, x, size)
		return
	}
	p.run(out, x, len(x)/p.width, p.width)
	if len(x)%p.width != 0 { // the last ones once more, with those before them
		from := len(x) - p.width
		p.run(out[from*times:], x[from:], 1, p.width)
	}
}

// blocksRun moves blocks.
type blocksRun struct {
	*move
	*repeatsOfSize
	out, x []byte
	size   int
}

// Chunk moves some blocks.
func (r *blocksRun) Chunk(_, lo, hi int) {
	m, p := r.move, &r.blocks
	bytes := len(p.starts) * p.width
	at := newOdometer(m.dims[:r.before], m.outStrides[:r.before], m.xStrides[:r.before])
	at.seek(lo)
	last := r.before - 1
	for lo < hi {
		n, step := 1, 0
		if last >= 0 && m.outStrides[last]*r.size == bytes && m.xStrides[last] >= 0 {
			n, step = min(hi-lo, m.dims[last]-at.index()[last]), m.xStrides[last]*r.size
		}
		from := at.offset[1] * r.size
		p.run(r.out[at.offset[0]*r.size:], r.x[from:from+(n-1)*step+r.extent], n, step)
		if lo += n; lo < hi {
			at.skip(n)
		}
	}
}

// logarithm is that of the size of an element.
func logarithm(size int) int {
	log := 0
	for 1<<log < size {
		log++
	}
	return log
}

// repeatElements repeats each element of x, of that size, as often as out has room for.
func repeatElements(out, x []byte, size int) {
	switch size {
	case 1:
		repeatEach(out, x)
	case 2:
		repeatEach(as[uint16](out), as[uint16](x))
	case 4:
		repeatEach(as[uint32](out), as[uint32](x))
	case 8:
		repeatEach(as[uint64](out), as[uint64](x))
	default:
		repeatEach(as[[2]uint64](out), as[[2]uint64](x))
	}
}

// repeatEach repeats each element of x as often as out has room for.
func repeatEach[T tensor.Word](out, x []T) {
	if len(out) == 2*len(x) {
		for _, v := range x {
			out[0], out[1] = v, v
			out = out[2:]
		}
		return
	}
	times := len(out) / max(1, len(x))
	for _, v := range x {
		for i := range out[:times] {
			out[i] = v
		}
		out = out[times:]
	}
}
