package contract

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// bytesOf are the bytes of elements of 32 bits.
func bytesOf[T uint32 | float32](w []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), 4*len(w))
}

// along puts n numbers, step apart, that follow each other along the inner axis into words. What is
// left of the last one becomes zero.
func (o *wordOperand) along(into []uint32, from []byte, n, step int) {
	whole := n / o.form.per()
	if step == 1 {
		switch {
		case o.form == quads:
			turnBytes(bytesOf(into[:whole]), from, o.turn)
		case o.form == halves:
			swapHalves(into[:whole], from)
		case o.from == tensor.I16:
			copy(bytesOf(into[:whole]), from[:4*whole])
		default:
			widenPairs(into[:whole], from, signed(o.from))
		}
	} else {
		for i := range whole {
			into[i] = o.word(from, i*o.form.per()*step, step, o.form.per())
		}
	}
	if rest := n - whole*o.form.per(); rest > 0 {
		into[whole] = o.word(from, whole*o.form.per()*step, step, rest)
	}
}

// turnBytes copies bytes whose bits are turned.
func turnBytes(into, from []byte, turn byte) {
	from = from[:len(into)]
	if turn == 0 {
		copy(into, from)
		return
	}
	wide := uint64(turn) * 0x0101010101010101
	for len(into) >= 8 {
		binary.LittleEndian.PutUint64(into, binary.LittleEndian.Uint64(from)^wide)
		into, from = into[8:], from[8:]
	}
	for i := range into {
		into[i] = from[i] ^ turn
	}
}

// swapHalves copies words whose halves change places.
func swapHalves(into []uint32, from []byte) {
	from = from[:4*len(into)]
	for i := range into {
		w := binary.LittleEndian.Uint32(from[4*i:])
		into[i] = w<<16 | w>>16
	}
}

// widenPairs makes pairs of bytes.
func widenPairs(into []uint32, from []byte, signed bool) {
	from = from[:2*len(into)]
	if done := len(into) &^ 7; done > 0 && widenBytePairs != nil {
		widenBytePairs(into[:done], from, signed)
		into, from = into[done:], from[2*done:]
	}
	if signed {
		for i := range into {
			into[i] = uint32(uint16(int16(int8(from[2*i])))) | uint32(int32(int8(from[2*i+1])))<<16
		}
		return
	}
	for i := range into {
		into[i] = uint32(from[2*i]) | uint32(from[2*i+1])<<16
	}
}

// number is the part of a word that an element of the operand is.
func (o *wordOperand) number(from []byte, at int) uint32 {
	switch {
	case o.form == quads:
		return uint32(from[at] ^ o.turn)
	case o.from.Size() == 2:
		return uint32(binary.LittleEndian.Uint16(from[2*at:]))
	case signed(o.from):
		return uint32(uint16(int16(int8(from[at]))))
	}
	return uint32(from[at])
}

// word is made of n numbers that are step apart.
func (o *wordOperand) word(from []byte, at, step, n int) (word uint32) {
	for k := range n {
		word |= o.number(from, at+k*step) << o.shift(k)
	}
	return word
}

// shift is where in a word number k is.
func (o *wordOperand) shift(k int) int {
	switch o.form {
	case quads:
		return 8 * k
	case halves:
		return 16 - 16*k
	}
	return 16 * k
}

// fillVectors makes vectors [lo, hi) of all matrices, numbered one after the other, which are rows.
func (o *wordOperand) fillVectors(into []uint32, from []byte, lo, hi int) {
	depth, size, wordsOfRun := o.depth(), o.from.Size(), ceilDiv(o.run, o.form.per())
	for i := lo; i < hi; i++ {
		base := o.base(i/o.size) + o.vectors.at(i%o.size)
		row := into[i*depth:][:depth]
		for r := range o.runs {
			run := row[r*wordsOfRun:][:wordsOfRun]
			if o.inner.direct() {
				o.along(run, from[(base+o.inner.at(r*o.run))*size:], o.run, o.inner.stride)
				continue
			}
			clear(run)
			for k := range o.run {
				run[k/o.form.per()] |= o.number(from, base+o.inner.at(r*o.run+k)) << o.shift(k%o.form.per())
			}
		}
	}
}

// fillAcross makes rows [lo, hi) of all matrices, each of the words of all vectors at one place of
// the inner axis.
func (o *wordOperand) fillAcross(into []uint32, from []byte, lo, hi int) {
	depth, size, wordsOfRun, per := o.depth(), o.from.Size(), ceilDiv(o.run, o.form.per()), o.form.per()
	for n := lo; n < hi; n++ {
		base, p := o.base(n/depth), n%depth
		k := p % wordsOfRun * per
		var rows [4][]byte
		count := min(per, o.run-k)
		for i := range count {
			rows[i] = from[(base+o.inner.at(p/wordsOfRun*o.run+k+i))*size:][:o.size*size]
		}
		o.interleave(into[n*o.size:][:o.size], rows[:count])
	}
}

// interleave makes words of the numbers that rows have at equal places.
func (o *wordOperand) interleave(into []uint32, rows [][]byte) {
	done := 0
	switch {
	case len(rows) != o.form.per() || interleaveBytes == nil:
	case o.form == quads:
		done = len(into) &^ 15
		if done > 0 {
			interleaveBytes(into[:done], rows[0], rows[1], rows[2], rows[3], o.turn)
		}
	case o.form == halves:
		done = len(into) &^ 7
		if done > 0 {
			interleaveHalves(into[:done], rows[1], rows[0])
		}
	case o.from == tensor.I16:
		done = len(into) &^ 7
		if done > 0 {
			interleaveHalves(into[:done], rows[0], rows[1])
		}
	default:
		done = len(into) &^ 15
		if done > 0 {
			interleaveBytePairs(into[:done], rows[0], rows[1], signed(o.from))
		}
	}
	for j := done; j < len(into); j++ {
		word := uint32(0)
		for k, row := range rows {
			word |= o.number(row, j) << o.shift(k)
		}
		into[j] = word
	}
}

// base is where a matrix begins in the operand.
func (o *wordOperand) base(matrix int) int {
	at := 0
	for d := len(o.matrices) - 1; d >= 0; d-- {
		at += matrix % o.matrices[d].size * o.matrices[d].left
		matrix /= o.matrices[d].size
	}
	return at
}

// filling makes words of an operand.
type filling struct {
	*wordOperand
	into []uint32
	from []byte
}

func (l *filling) Chunk(_, lo, hi int) {
	switch {
	case l.image != nil:
		l.fillLines(l.into, l.from, lo, hi)
	case l.across:
		l.fillAcross(l.into, l.from, lo, hi)
	default:
		l.fillVectors(l.into, l.from, lo, hi)
	}
}

// fill makes all words of an operand.
func (o *wordOperand) fill(into []uint32, from *tensor.Tensor) {
	pieces := o.count() * o.size
	switch {
	case o.image != nil:
		pieces = o.image.lines()
	case o.across:
		pieces = o.count() * o.depth()
	}
	if loop := (filling{o, into, from.Bytes()}); !parallel.Share(pieces, parallel.Grain(convertGrain*pieces, len(into)), math.MaxInt, &loop) {
		loop.Chunk(0, 0, pieces)
	}
}
