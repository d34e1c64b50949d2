package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// ResolveArgReduce returns the kernel of argmax or argmin: for each result element the position,
// numbered in row-major order over the reduced dimensions, of the greatest or least element, as an
// integer of type index. The first of equal elements wins, where -0 equals +0, and the first NaN
// wins over everything else. There must be at least one element to choose from, and index must be
// able to number them all.
func ResolveArgReduce(kind string, d tensor.DType, xShape, dims []int, index tensor.DType) (Unary, error) {
	if kind != "argmax" && kind != "argmin" {
		return nil, fmt.Errorf("there is no reduction named %q that gives positions", kind)
	}
	if err := checkShape("reduce operand", xShape); err != nil {
		return nil, err
	}
	reduced, err := checkDims("reduced dimension", dims, len(xShape))
	if err != nil {
		return nil, err
	}
	extreme, err := newFold(kind[len("arg"):], d)
	if err != nil {
		return nil, illegal(kind, d)
	}
	find := findLoop(kind, d, extreme)
	if find == nil {
		return nil, illegal(kind, d)
	}
	if !index.IsInteger() {
		return nil, fmt.Errorf("%s positions cannot have type %v, which is no integer type", kind, index)
	}
	p := planReduce(xShape, reduced)
	if p.outputs > 0 && p.count == 0 {
		return nil, fmt.Errorf("%s over dimensions without elements", kind)
	}
	valueBits := index.Bits()
	if index.IsSigned() {
		valueBits--
	}
	if p.outputs > 0 && uint64(p.count-1)>>valueBits != 0 {
		return nil, fmt.Errorf("%s positions up to %d do not fit type %v", kind, p.count-1, index)
	}
	store := storeInteger[int64](index)
	if p.innerReduced { // the walk over one result element's positions: rows and the elements of a row
		p.reduced, p.reducedStrides = append(p.reduced, p.inner), append(p.reducedStrides, 1)
	} else {
		p.kept, p.keptStrides = append(p.kept, p.inner), append(p.keptStrides, 1)
	}
	return func(out, x *tensor.Tensor) {
		run := findRun{p, find, store, index.Size(), out.Bytes(), x.Bytes()}
		if !share(p.outputs, p.count, cheapGrain, &run) {
			run.Chunk(0, 0, p.outputs)
		}
	}, nil
}

// findRun looks for the positions of some elements of each of many.
type findRun struct {
	*reducePlan
	find   findFunc
	store  storeElements[int64]
	size   int // bytes of a position
	out, x []byte
}

// findMemory is what one goroutine needs for that.
type findMemory struct {
	box   rows
	found [blockLen]int64
}

var findMemories parallel.Spares[findMemory]

func (r *findRun) Chunk(_, lo, hi int) {
	memory := findMemories.Take()
	defer findMemories.Give(memory)
	memory.box = newRows(r.reduced, r.reducedStrides)
	at := newOdometer(r.kept, r.keptStrides)
	at.seek(lo)
	for lo < hi {
		found := memory.found[:min(blockLen, hi-lo)]
		for i := range found {
			found[i] = r.find(r.x, at.offset[0], &memory.box)
			at.next()
		}
		r.store(r.out[lo*r.size:(lo+len(found))*r.size], found)
		lo += len(found)
	}
}

// rows is a box as a walk over its rows, which are along its last dimension. A walk over all of
// them ends at the first one again.
type rows struct {
	start          odometer
	count          int
	length, stride int
}

func newRows(dims, strides []int) rows {
	last := len(dims) - 1
	if last < 0 {
		return rows{start: newOdometer(nil, nil), count: 1, length: 1}
	}
	return rows{start: newOdometer(dims[:last], strides[:last]), count: shapes.Product(dims[:last]), length: dims[last], stride: strides[last]}
}

// findFunc returns the position of the chosen element among those of a box of x.
type findFunc func(x []byte, start int, box *rows) int64

func findLoop(kind string, d tensor.DType, f *fold) findFunc {
	least := kind == "argmin"
	switch d {
	case tensor.I8:
		return find[int8](least, f)
	case tensor.I16:
		return find[int16](least, f)
	case tensor.I32:
		return find[int32](least, f)
	case tensor.I64:
		return find[int64](least, f)
	case tensor.Bool, tensor.U8:
		return find[uint8](least, f)
	case tensor.U16:
		return find[uint16](least, f)
	case tensor.U32:
		return find[uint32](least, f)
	case tensor.U64:
		return find[uint64](least, f)
	case tensor.F16:
		return findConverted[tensor.Float16](least)
	case tensor.BF16:
		return findConverted[tensor.BFloat16](least)
	case tensor.F32:
		return find[float32](least, f)
	case tensor.F64:
		return find[float64](least, f)
	}
	return nil
}

// find looks for an element of a type of Go. f finds the greatest or least of many.
func find[T number](least bool, f *fold) findFunc {
	return func(x []byte, start int, box *rows) int64 {
		data := as[T](x)
		chosen := choice[T]{value: data[start]}
		for row := range box.count {
			at := start + box.start.offset[0]
			if box.stride == 1 && box.length >= findBlock {
				chosen.amongMany(f, data[at:at+box.length], row*box.length, least)
			} else {
				chosen.among(data[at:], box.length, box.stride, row*box.length, least)
			}
			box.start.next()
		}
		return int64(chosen.position)
	}
}

// findBlock is how many elements are looked at together.
const findBlock = 1 << 12

// amongMany is among for elements side by side: it finds what is chosen of whole blocks, and then
// where it is in the last block that had something better.
func (c *choice[T]) amongMany(f *fold, data []T, position int, least bool) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	acc, buffer := f.accumulatorsOf(memory.lanes[:], rowsAtOnce), asBytes(memory.buffer[:])
	var starts [1]int
	block := -1
	for lo := 0; lo < len(data) && c.value == c.value; lo += findBlock {
		some := data[lo:min(lo+findBlock, len(data))]
		f.start(acc, asBytes(some[:1]))
		f.foldRuns(acc, asBytes(some), starts[:], len(some), buffer)
		if best := as[T](acc)[0]; least && best < c.value || !least && best > c.value || best != best {
			c.value, block = best, lo
		}
	}
	if block < 0 {
		return
	}
	for i, v := range data[block:] {
		if v == c.value || v != v {
			c.position = position + block + i
			return
		}
	}
}

// findConverted compares the elements of a type that is no type of Go as float32, of which it holds
// a few at a time.
func findConverted[T interface{ Float32() float32 }](least bool) findFunc {
	return func(x []byte, start int, box *rows) int64 {
		var converted [256]float32
		data := as[T](x)
		chosen := choice[float32]{value: data[start].Float32()}
		for row := range box.count {
			from := start + box.start.offset[0]
			for lo := 0; lo < box.length; lo += len(converted) {
				some := converted[:min(len(converted), box.length-lo)]
				for i := range some {
					some[i] = data[from+(lo+i)*box.stride].Float32()
				}
				chosen.among(some, len(some), 1, row*box.length+lo, least)
			}
			box.start.next()
		}
		return int64(chosen.position)
	}
}

// choice is the least or greatest element seen, and its position.
type choice[T number] struct {
	value    T
	position int
}

// among looks at count elements, a stride apart, of which the first has a position.
func (c *choice[T]) among(data []T, count, stride, position int, least bool) {
	best, at, from := c.value, c.position, 0
	for i := range count {
		v := data[from]
		from += stride
		if (least && v < best || !least && v > best || v != v) && best == best {
			best, at = v, position+i
		}
	}
	c.value, c.position = best, at
}
