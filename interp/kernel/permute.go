package kernel

import (
	"encoding/binary"
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// permutation is a table for the machine function permute: for each register of a result the byte
// of x from which on a register is read, as 8 bytes, the places of its parts of 4 bytes, and those
// of bytes within 16 bytes of these.
type permutation struct {
	permute func(out, x, table *byte, blocks, registers, step int)
	width   int // of a register
	table   []byte
}

// entryBytes is the size of what the table of a permutation says of a register.
func entryBytes(width int) int { return 8 + 2*width }

// newPermutation is a permutation without what its table says; ok is false if there is no machine
// code for it.
func newPermutation() (p permutation, ok bool) {
	return permutation{permute: fastest.permute, width: fastest.permuteBytes}, fastest.permute != nil
}

// set says of register number i of the result which byte of x each of its bytes is. Those of 16
// neighbours lie in 12 neighbouring ones, or are 16 from a multiple of 4 bytes on, and all lie in
// the register that is read at byte from.
func (p *permutation) set(i, from int, byteOf func(b int) int) {
	size := entryBytes(p.width)
	entry := p.table[i*size:][:size]
	binary.LittleEndian.PutUint64(entry, uint64(from))
	places, shuffled := entry[8:8+p.width], entry[8+p.width:]
	for lane := 0; lane < p.width; lane += 16 {
		first := p.width // of the parts of 4 bytes that are read
		for b := range 16 {
			first = min(first, (byteOf(lane+b)-from)/4)
		}
		for part := range 4 {
			binary.LittleEndian.PutUint32(places[lane+4*part:], uint32((first+part)%(p.width/4)))
		}
		for b := range 16 {
			shuffled[lane+b] = byte(byteOf(lane+b) - from - 4*first)
		}
	}
}

// run computes blocks of so many registers of out, each from x step bytes further on. What is read
// lies in x.
func (p *permutation) run(out, x []byte, blocks, registers, step int) {
	out = out[:blocks*registers*p.width] // bounds checks of the machine code
	_, _ = x[(blocks-1)*step], p.table[:registers*entryBytes(p.width)]
	p.permute(unsafe.SliceData(out), unsafe.SliceData(x), unsafe.SliceData(p.table), blocks, registers, step)
}

// mostRepeats is up to how many times an element is repeated on its own.
const mostRepeats = 8

// repeats says how elements that lie side by side are repeated, so many times each.
type repeats struct {
	tables [5]permutation // by the logarithm of the size of elements
}

func newRepeats(times int) *repeats {
	r := &repeats{}
	p, ok := newPermutation()
	if !ok || times < 2 {
		return r
	}
	for log := range r.tables {
		size := 1 << log
		p.table = make([]byte, times*entryBytes(p.width))
		for i := range times {
			p.set(i, 0, func(b int) int {
				at := i*p.width + b
				return at/size/times*size + at%size
			})
		}
		r.tables[log] = p
	}
	return r
}

// each repeats each element of x, of that size, so many times.
func (r *repeats) each(out, x []byte, size, times int) {
	p := &r.tables[logarithm(size)]
	if p.permute == nil || len(x) < p.width {
		repeatElements(out, x, size)
		return
	}
	p.run(out, x, len(x)/p.width, times, p.width)
	if len(x)%p.width != 0 { // the last ones once more, with those before them
		from := len(x) - p.width
		p.run(out[from*times:], x[from:], 1, times, p.width)
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
