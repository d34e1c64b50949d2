package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// ResolveCumulate returns the kernel of a prefix reduction along dim: element i of the result
// combines elements 0 to i of x, or those before i only if exclusive; with reverse it combines
// those from i to the end, or behind i. The kinds are those of ResolveReduce but mean, each prefix
// starts from the same identity, and combines in the order of the scan. f16 and bf16 accumulate in
// f32, each prefix rounded once.
func ResolveCumulate(kind string, d tensor.DType, shape []int, dim int, exclusive, reverse bool) (Unary, error) {
	f, err := newFold(kind, d)
	if err != nil {
		return nil, err
	}
	if f.finish != nil {
		return nil, illegal("prefix reduction "+kind, d)
	}
	if err := checkShape("cumulate operand", shape); err != nil {
		return nil, err
	}
	if err := checkDim("cumulate dimension", dim, len(shape)); err != nil {
		return nil, err
	}
	s := &scan{fold: f, length: shape[dim], inner: shapes.Product(shape[dim+1:]), exclusive: exclusive, reverse: reverse}
	lines := shapes.Product(shape[:dim]) * s.inner
	return func(out, x *tensor.Tensor) {
		run := scanRun{s, out.Bytes(), x.Bytes()}
		if !share(lines, s.length, cheapGrain, &run) {
			run.Chunk(0, 0, lines)
		}
	}, nil
}

type scan struct {
	*fold
	length             int // of a line
	inner              int // distance from an element of a line to the next
	exclusive, reverse bool
}

type scanRun struct {
	*scan
	out, x []byte
}

// Chunk scans some lines.
func (s *scanRun) Chunk(_, lo, hi int) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	if s.inner == 1 && !s.reverse {
		s.along(memory, lo, hi)
	} else {
		s.across(memory, lo, hi)
	}
}

// along scans lines of contiguous elements.
func (s *scanRun) along(memory *foldMemory, lo, hi int) {
	prefixes := s.accumulatorsOf(memory.buffer[:], blockLen+1) // the first one is carried over from block to block
	buffer := s.accumulatorsOf(memory.lanes[:], blockLen)
	a := s.accSize
	for line := lo; line < hi; line++ {
		s.start(prefixes[:a], nil)
		for column := 0; column < s.length; column += blockLen {
			count := min(blockLen, s.length-column)
			from, to := (line*s.length+column)*s.size, (line*s.length+column+count)*s.size
			// Each step of the loop reads, as its first operand, what the step before has written.
			s.fold.scan(prefixes[a:(count+1)*a], prefixes[:count*a], s.asAccumulators(s.x[from:to], buffer))
			if s.exclusive {
				s.end(s.out[from:to], prefixes[:count*a], 1)
			} else {
				s.end(s.out[from:to], prefixes[a:(count+1)*a], 1)
			}
			copy(prefixes[:a], prefixes[count*a:])
		}
	}
}

// across scans lines next to each other together, in steps of one element of each.
func (s *scanRun) across(memory *foldMemory, lo, hi int) {
	before, after := s.accumulatorsOf(memory.buffer[:], blockLen), s.accumulatorsOf(memory.buffer[2*blockLen:], blockLen)
	buffer := s.accumulatorsOf(memory.lanes[:], blockLen)
	for lo < hi {
		count := min(hi-lo, s.inner-lo%s.inner)
		if n := min(count, scanWidth); s.byMachine() {
			s.rows(s.accumulatorsOf(memory.buffer[:], n), lo, n)
			lo += n
			continue
		}
		count = min(count, blockLen)
		a, b, loaded := before[:count*s.accSize], after[:count*s.accSize], buffer[:count*s.accSize]
		s.start(a, nil)
		for step := range s.length {
			if s.reverse {
				step = s.length - 1 - step
			}
			from := ((lo/s.inner*s.length+step)*s.inner + lo%s.inner) * s.size
			to := from + count*s.size
			if s.load == nil && !s.exclusive { // accumulators are elements
				s.combine(s.out[from:to], a, s.x[from:to])
				a = s.out[from:to]
				continue
			}
			s.combine(b, a, s.asAccumulators(s.x[from:to], loaded))
			if s.exclusive {
				s.end(s.out[from:to], a, 1)
			} else {
				s.end(s.out[from:to], b, 1)
			}
			a, b = b, a
		}
		lo += count
	}
}

// scanWidth is how many lines machine code scans together: their accumulators stay in the
// first-level cache.
const scanWidth = 2048

// byMachine reports whether machine code scans lines next to each other.
func (s *scan) byMachine() bool {
	return s.scans.rows != nil && s.load == nil && !s.exclusive && s.length > 0
}

// rows scans as many lines next to each other as there are accumulators, from one line on.
func (s *scanRun) rows(acc []byte, line, count int) {
	s.start(acc, nil)
	first, stride := (line/s.inner*s.length*s.inner+line%s.inner)*s.size, s.inner*s.size
	bytes := (s.length-1)*stride + count*s.size
	out, x := s.out[first:first+bytes], s.x[first:first+bytes]
	run := s.scans.rows
	if len(s.out) >= StreamBytes && unsafe.SliceData(out) != unsafe.SliceData(x) && canStream(out, count*s.size, 0, []int{stride}) {
		run = s.scans.streams
		defer StreamEnd()
	}
	if s.reverse {
		last := bytes - count*s.size
		run(&out[last], &acc[0], &x[last], -stride, s.length, count)
	} else {
		run(&out[0], &acc[0], &x[0], stride, s.length, count)
	}
}
