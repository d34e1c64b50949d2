package points

import (
	"unsafe"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// How the body runs on a row of points.

// begin gives the body what is the same at all points.
func (s *state) begin(in []*tensor.Tensor) {
	clear(s.rows)
	for i := range s.plan.inputs {
		if p := &s.plan.inputs[i]; p.Kind == Number {
			if row := s.machine.Input(i); row != nil {
				kernel.Repeat(row, in[p.Tensor].Bytes())
			}
		}
	}
}

// end lets go of what was read in place.
func (s *state) end() { s.machine.Release() }

// run computes the body at n points: those from number at on of the results, at point number fixed
// of the reduction, or, if it goes along the reduction, the other way round.
func (s *state) run(in []*tensor.Tensor, along bool, at, n, fixed int) {
	p := s.plan
	if s.placed = false; p.dims {
		s.place(along, at, n, fixed)
	}
	for section := range p.Program.Sections() {
		for i := range p.inputs {
			switch input := &p.inputs[i]; {
			case input.Stage != section:
			case input.linear:
				s.straight(i, in[input.Tensor].Bytes(), along, at, n, fixed)
			case input.guarded && s.guardedRow(i, bytesOf(in, input), along, at, n, fixed):
			default:
				if !s.placed && input.Kind != Number && input.Kind != Passed {
					s.place(along, at, n, fixed)
				}
				s.load(i, in, n)
			}
		}
		s.machine.RunLanesSection(section, n)
	}
}

// place finds the values of all axes at the points of a row.
func (s *state) place(along bool, at, n, fixed int) {
	s.placed = true
	first, last, _ := s.plan.group(along)
	s.move(first, last, at, n)
	first, last, _ = s.plan.group(!along)
	s.fix(first, last, fixed, n)
}

// bytesOf is the memory that an input reads.
func bytesOf(in []*tensor.Tensor, p *inputPlan) []byte {
	if p.Kind != Element {
		return nil
	}
	return in[p.Tensor].Bytes()
}

// straight reads elements that are evenly spaced along the axes: in place, if they are neighbours.
func (s *state) straight(i int, from []byte, along bool, at, n, fixed int) {
	p := &s.plan.inputs[i]
	row := s.machine.Input(i)
	if row == nil {
		return
	}
	_, _, number := s.plan.group(along)
	other, _ := p.walks[1-number].place(fixed)
	w, size := &p.walks[number], p.DType.Size()
	base := p.first + other
	place := rowPlace{base, at, n, true}
	if len(w.extents) == 0 {
		place.at, place.n = 0, rowLanes
	}
	if s.rows[i] == place {
		return
	}
	s.rows[i] = place
	offset, left := w.place(at)
	offset += base
	switch {
	case len(w.extents) == 0:
		kernel.Repeat(row, from[offset*size:][:size])
	case w.inner() == 1 && left >= n:
		s.machine.Bind(i, from[offset*size:(offset+n)*size])
	default:
		row = s.machine.Own(i)[:n*size]
		for {
			count := min(left, n)
			spread(row[:count*size], from, offset, w.inner(), size)
			if row, n, at = row[count*size:], n-count, at+count; n == 0 {
				return
			}
			offset, left = w.place(at)
			offset += base
		}
	}
}

// spread reads elements from an offset on that have a distance.
func spread(row, from []byte, offset, step, size int) {
	switch {
	case step == 1:
		copy(row, from[offset*size:])
	case step == 0:
		kernel.Repeat(row, from[offset*size:][:size])
	case size == 1:
		spreadElements(elementsOf[uint8](row), elementsOf[uint8](from), offset, step)
	case size == 2:
		spreadElements(elementsOf[uint16](row), elementsOf[uint16](from), offset, step)
	case size == 4:
		spreadElements(elementsOf[uint32](row), elementsOf[uint32](from), offset, step)
	case size == 8:
		spreadElements(elementsOf[uint64](row), elementsOf[uint64](from), offset, step)
	default:
		spreadElements(elementsOf[[2]uint64](row), elementsOf[[2]uint64](from), offset, step)
	}
}

func spreadElements[T any](row, from []T, offset, step int) {
	for k := range row {
		row[k] = from[offset]
		offset += step
	}
}

// load gives input i its values at n points.
func (s *state) load(i int, in []*tensor.Tensor, n int) {
	p := &s.plan.inputs[i]
	row := s.machine.Input(i)
	if row == nil {
		return
	}
	row = row[:n*p.DType.Size()]
	switch p.Kind {
	case Index:
		narrow(row, p.at[0].run(s.stack, s.dims, nil, n), p.DType)
	case Holds:
		s.conditions(p, n)
		for k, holds := range s.mask[:n] {
			row[k] = 0
			if holds {
				row[k] = 1
			}
		}
	case Element:
		s.element(p, row, in[p.Tensor].Bytes(), n)
	}
}

// conditions finds at which of n points the guard holds.
func (s *state) conditions(p *inputPlan, n int) {
	mask := s.mask[:n]
	for k := range mask {
		mask[k] = true
	}
	for i := range p.guard {
		for k, v := range p.guard[i].run(s.stack, s.dims, nil, n) {
			mask[k] = mask[k] && (v == 0 || v > 0 && !p.eq[i])
		}
	}
}

// element reads elements of a tensor.
func (s *state) element(p *inputPlan, row, from []byte, n int) {
	for i, v := range p.Values {
		widen(s.syms[i][:n], s.machine.Result(v.Result), v.DType)
	}
	offsets := s.offsets[:n]
	clear(offsets)
	for d := range p.at {
		last, stride := int64(p.Shape[d]-1), int64(p.strides[d])
		for k, v := range p.at[d].run(s.stack, s.dims, s.syms, n) {
			offsets[k] += max(0, min(v, last)) * stride
		}
	}
	var mask []bool
	if p.guard != nil {
		s.conditions(p, n)
		mask = s.mask[:n]
	}
	if len(from) == 0 { // there is no element to read
		mask = s.mask[:n]
		clear(mask)
	}
	if mask != nil {
		if size := p.DType.Size(); p.Else >= 0 {
			copy(row, s.machine.Result(p.Else)[:n*size])
		} else {
			clear(row)
		}
	}
	switch p.DType.Size() {
	case 1:
		gather(elementsOf[uint8](row), elementsOf[uint8](from), offsets, mask)
	case 2:
		gather(elementsOf[uint16](row), elementsOf[uint16](from), offsets, mask)
	case 4:
		gather(elementsOf[uint32](row), elementsOf[uint32](from), offsets, mask)
	case 8:
		gather(elementsOf[uint64](row), elementsOf[uint64](from), offsets, mask)
	default:
		gather(elementsOf[[2]uint64](row), elementsOf[[2]uint64](from), offsets, mask)
	}
}

// gather reads the elements at offsets, but where a mask, if there is one, does not hold.
func gather[T any](row, from []T, offsets []int64, mask []bool) {
	if mask == nil {
		for k := range row {
			row[k] = from[offsets[k]]
		}
		return
	}
	for k, holds := range mask {
		if holds {
			row[k] = from[offsets[k]]
		}
	}
}

// elementsOf views bytes as elements.
func elementsOf[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// widen reads whole numbers, of which those that no int64 holds are the greatest one.
func widen(to []int64, from []byte, d tensor.DType) {
	switch d {
	case tensor.Bool, tensor.U8:
		convert(to, elementsOf[uint8](from))
	case tensor.I8:
		convert(to, elementsOf[int8](from))
	case tensor.I16:
		convert(to, elementsOf[int16](from))
	case tensor.U16:
		convert(to, elementsOf[uint16](from))
	case tensor.I32:
		convert(to, elementsOf[int32](from))
	case tensor.U32:
		convert(to, elementsOf[uint32](from))
	case tensor.U64:
		convert(to, elementsOf[int64](from))
		for k, v := range to {
			if v < 0 {
				to[k] = extreme(false)
			}
		}
	default:
		convert(to, elementsOf[int64](from))
	}
}

type whole interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func convert[T, F whole](to []T, from []F) {
	from = from[:len(to)]
	for k, v := range from {
		to[k] = T(v)
	}
}

// narrow writes whole numbers as elements; a type that does not hold one wraps.
func narrow(to []byte, from []int64, d tensor.DType) {
	switch d.Size() {
	case 1:
		convert(to, from)
		if d == tensor.Bool {
			for k := range to {
				to[k] &= 1
			}
		}
	case 2:
		convert(elementsOf[uint16](to), from)
	case 4:
		convert(elementsOf[uint32](to), from)
	default:
		convert(elementsOf[uint64](to), from)
	}
}
