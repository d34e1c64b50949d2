package kernel

import (
	"math"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Sums and products of floats have an order of their own, which docs/numerics.md defines: element i
// of the reduced extent, in row-major order, belongs to lane i mod sumLanes of block i div
// sumBlock; a lane combines its elements in their order, the lanes of a block are joined by halves,
// and the results of the blocks are reduced in the same way. So vectors run along the elements, and
// one long sum is shared among workers.
const (
	sumLanes = 16
	sumBlock = 4096
)

// laneSum is how a fold of floats that depends on the order combines runs of accumulators, each of
// at most a block.
type laneSum struct {
	neutral  []byte       // an accumulator that as an initial value changes nothing
	part     tensor.DType // of the parts of an accumulator
	machine  machineSums
	portable func(out, x []byte) // one run
}

func newLaneSum(op string, accumulator tensor.DType) *laneSum {
	s := &laneSum{part: accumulator.Part(), machine: fastest.sums[op+"/"+accumulator.String()]}
	neutral := tensor.New(accumulator)
	if op == "mul" {
		neutral.SetInt64(0, 1)
	} else {
		neutral.Parts().Fill(math.Copysign(0, -1))
	}
	s.neutral = neutral.Bytes()
	switch accumulator {
	case tensor.C64, tensor.C128:
		s.portable = complexRuns(op, accumulator)
	case tensor.F64:
		s.portable = portableSum[float64](op)
	default:
		s.portable = portableSum[float32](op)
	}
	return s
}

// portableSum combines the elements of a run, in two passes of half of the lanes.
func portableSum[T float](op string) func(out, x []byte) {
	multiplies, neutral := op == "mul", T(math.Copysign(0, -1))
	if multiplies {
		neutral = 1
	}
	// Calls that are known keep the lanes on the stack.
	half := func(lanes, x []T) {
		if multiplies {
			mulLanes(lanes, x)
		} else {
			addLanes(lanes, x)
		}
	}
	combine := func(a, b T) T {
		if multiplies {
			return a * b
		}
		return a + b
	}
	return func(out, x []byte) {
		var lanes [sumLanes]T
		for i := range lanes {
			lanes[i] = neutral
		}
		elements := as[T](x)
		whole := len(elements) &^ (sumLanes - 1)
		half(lanes[:sumLanes/2], elements[:whole])
		if whole > 0 {
			half(lanes[sumLanes/2:], elements[sumLanes/2:whole])
		}
		for i, v := range elements[whole:] {
			lanes[i] = combine(lanes[i], v)
		}
		for h := sumLanes / 2; h > 0; h /= 2 {
			for i := range h {
				lanes[i] = combine(lanes[i], lanes[i+h])
			}
		}
		as[T](out)[0] = lanes[0]
	}
}

// portableSquares is the sum of the squares of a run of f32.
func portableSquares(sum func(out, x []byte)) func(out, x []byte) {
	return func(out, x []byte) {
		memory := foldMemories.Take()
		defer foldMemories.Give(memory)
		squares := asBytes(memory.buffer[:])[:len(x)]
		to := as[float32](squares)
		for i, v := range as[float32](x) {
			to[i] = v * v
		}
		sum(out, squares)
	}
}

// addLanes adds every sixteenth element to each of eight lanes.
func addLanes[T float](lanes, x []T) {
	lanes = lanes[:8]
	a, b, c, d, e, f, g, h := lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7]
	for ; len(x) >= 8; x = x[min(sumLanes, len(x)):] {
		v := x[:8]
		a, b, c, d, e, f, g, h = a+v[0], b+v[1], c+v[2], d+v[3], e+v[4], f+v[5], g+v[6], h+v[7]
	}
	lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7] = a, b, c, d, e, f, g, h
}

// mulLanes is addLanes for products.
func mulLanes[T float](lanes, x []T) {
	lanes = lanes[:8]
	a, b, c, d, e, f, g, h := lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7]
	for ; len(x) >= 8; x = x[min(sumLanes, len(x)):] {
		v := x[:8]
		a, b, c, d, e, f, g, h = a*v[0], b*v[1], c*v[2], d*v[3], e*v[4], f*v[5], g*v[6], h*v[7]
	}
	lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], lanes[6], lanes[7] = a, b, c, d, e, f, g, h
}

// Runs of about so many bytes are combined one by one: several at once, each of a part of a page,
// are streams that processors do not foresee. From the cache either takes as long. Longer runs are
// combined several at once, which fetch those after them: it takes streams side by side to use all
// that memory gives.
const (
	aloneFrom = 512
	aloneTo   = 2 << 10
)

// sumRuns combines the accumulators of each of some runs, which have n each, at least one and at
// most a block, and start stride apart in x, into one of out. If far is not 0 they are in no
// cache.
func (f *fold) sumRuns(out, x []byte, stride, n, runs, far int) {
	a := f.accSize
	out, x = out[:runs*a], x[:((runs-1)*stride+n)*a]
	if m := &f.lanes.machine; m.single != nil {
		groups := runs / m.atOnce
		if bytes := n * a; bytes >= aloneFrom && bytes < aloneTo {
			groups = 0
		}
		if groups > 0 {
			m.several(unsafe.SliceData(out), unsafe.SliceData(x), stride*a, n, groups, far)
		}
		if done := groups * m.atOnce; done < runs {
			m.single(unsafe.SliceData(out[done*a:]), unsafe.SliceData(x[done*stride*a:]), stride*a, n, runs-done, far)
		}
		return
	}
	for k := range runs {
		f.lanes.portable(out[k*a:(k+1)*a], x[k*stride*a:(k*stride+n)*a])
	}
}

// lanePlan is a reduction by lanes as levels: of elements and, above the lowest one, of the results
// of the blocks of the level below.
type lanePlan struct {
	levels []laneLevel
	bytes  int // of all results of blocks
}

type laneLevel struct {
	*reducePlan
	blocks int // of the elements that make one result
	from   int // where the results of the blocks begin in the workspace, but those of the last level
}

// planLanes has no levels for a plan without results, or without elements.
func planLanes(p *reducePlan, accSize int) *lanePlan {
	l := &lanePlan{}
	for p.outputs > 0 && p.count > 0 {
		level := laneLevel{reducePlan: p, blocks: (p.count + sumBlock - 1) / sumBlock, from: l.bytes}
		l.levels = append(l.levels, level)
		if level.blocks == 1 {
			break
		}
		l.bytes = alignUp(l.bytes + p.outputs*level.blocks*accSize)
		// The results of the blocks lie as the elements of a reduction do.
		shape, reduced := []int{p.outputs, level.blocks}, []bool{false, true}
		if !p.innerReduced {
			shape, reduced = []int{p.outputs / p.inner, level.blocks, p.inner}, []bool{false, true, false}
		}
		p = planReduce(shape, reduced)
	}
	return l
}

// sum computes the results of a plan that has levels, perhaps on several workers, and stores them
// in out, combined with the initial value unless that is nil.
func (f *fold) sum(p *lanePlan, w, out, x, init []byte, shared bool) {
	s := summing{fold: f, load: f.load, size: f.size, x: x, init: init, count: p.levels[0].count}
	for i := range p.levels {
		s.laneLevel = &p.levels[i]
		if s.last = s.blocks == 1; s.last {
			s.out = out
		} else {
			s.out = w[s.from:][:s.outputs*s.blocks*f.accSize]
		}
		n, elements := s.units()
		if !shared || !share(n, elements, cheapGrain, &s) {
			s.Chunk(0, 0, n)
		}
		s.load, s.size, s.x = nil, f.accSize, s.out
	}
}

// summing is the run of one level.
type summing struct {
	*laneLevel
	fold         *fold
	load         loop1 // elements to accumulators; nil if they are the same
	size         int   // bytes of an element
	last         bool  // out is for results, not for accumulators
	out, x, init []byte
	count        int // elements that make a result, on the lowest level
}

// initial returns an initial value as an accumulator, in the given memory, or nil if there is none
// or it is neutral: 1 for products, and for sums zeros of either sign. One of the parts of a sum is
// neutral as -0.
func (f *fold) initial(init []byte, memory *foldMemory) []byte {
	if init == nil {
		return nil
	}
	acc := f.accumulatorsOf(memory.init[:], 1)
	if f.load != nil {
		f.load(acc, init)
	} else {
		copy(acc, init)
	}
	neutral := false
	if f.lanes.part == tensor.F64 {
		neutral = neutralise(as[float64](acc), as[float64](f.lanes.neutral))
	} else {
		neutral = neutralise(as[float32](acc), as[float32](f.lanes.neutral))
	}
	if neutral {
		return nil
	}
	return acc
}

// neutralise gives zeros the sign of those that are neutral, and reports whether all parts are.
func neutralise[T float](acc, neutral []T) bool {
	all := true
	for i, v := range acc {
		if v == neutral[i] {
			acc[i] = neutral[i]
		} else {
			all = false
		}
	}
	return all
}

// endSum combines accumulators with the initial value, if there is one, and ends them.
func (f *fold) endSum(out, acc, init []byte, count int) {
	if init != nil {
		for i := 0; i < len(acc); i += f.accSize {
			f.scan(acc[i:i+f.accSize], acc[i:i+f.accSize], init)
		}
	}
	f.end(out, acc, count)
}

// The result of block b of sum o has number o*blocks + b where the inner dimension is reduced; else
// those of block b of the sums along the inner dimension lie next to each other.

// end stores a run of results of blocks.
func (s *summing) end(first int, acc, init []byte) {
	f := s.fold
	if s.last {
		f.endSum(s.out[first*f.size:][:len(acc)/f.accSize*f.size], acc, init, s.count)
	} else {
		copy(s.out[first*f.accSize:], acc)
	}
}

// columns returns how many columns are reduced together, and how many such groups there are; 0
// where rows are reduced.
func (s *summing) columns() (width, groups int) {
	if s.innerReduced || s.inner == 1 {
		return 0, 0
	}
	width = max(1, min(s.inner, lanesBytes/(min(s.reducePlan.count, sumLanes)*s.fold.accSize)))
	return width, (s.inner + width - 1) / width
}

// units returns how many numbers Chunk takes, and how many elements each stands for.
func (s *summing) units() (n, elements int) {
	perBlock := min(s.reducePlan.count, sumBlock)
	if width, groups := s.columns(); groups > 0 {
		return s.outputs / s.inner * s.blocks * groups, perBlock * width
	}
	return s.outputs * s.blocks, perBlock
}

// Chunk reduces some blocks, each of sumBlock elements, to a result.
func (s *summing) Chunk(_, lo, hi int) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	init := s.fold.initial(s.init, memory)
	width, groups := s.columns()
	if groups == 0 {
		s.rows(memory, init, lo, hi)
		return
	}
	c := columnSums{summing: *s, at: newOdometer(s.kept, s.keptStrides), over: newOdometer(s.reduced, s.reducedStrides)}
	c.lanes, c.buffer = asBytes(memory.lanes[:]), asBytes(memory.buffer[:])
	for u := lo; u < hi; u++ {
		column := u % groups * width
		s.end(u/groups*s.inner+column, c.block(u/groups, column, min(width, s.inner-column)), init)
	}
}

// rows reduces blocks [lo, hi) of rows.
func (s *summing) rows(memory *foldMemory, init []byte, lo, hi int) {
	x, count := s.x, s.reducePlan.count
	f, results, buffer := s.fold, asBytes(memory.lanes[:]), asBytes(memory.buffer[:])
	at, over := newOdometer(s.kept, s.keptStrides), newOdometer(s.reduced, s.reducedStrides)
	scattered := shapes.Product(s.reduced) > 1
	for lo < hi {
		o, b := lo/s.blocks, lo%s.blocks
		at.seek(o)
		start, n := at.offset[0]+b*sumBlock, min(sumBlock, count-b*sumBlock)
		// So many blocks of n elements are evenly spaced: the whole ones of a row, or rows.
		stride, runs := sumBlock, max(1, count/sumBlock-b)
		if last := len(s.kept) - 1; s.blocks == 1 && last >= 0 {
			stride, runs = s.keptStrides[last], s.kept[last]-o%s.kept[last]
		}
		runs = min(runs, hi-lo, len(results)/f.accSize)
		switch {
		case scattered && s.load == nil && s.inner%sumLanes == 0:
			runs = 1
			over.seek(b * sumBlock / s.inner)
			s.wholeLanes(results, at.offset[0], b*sumBlock%s.inner, n, &over)
		case scattered:
			runs = 1
			over.seek(b * sumBlock / s.inner)
			s.gather(buffer, at.offset[0], b*sumBlock%s.inner, n, &over)
			f.sumRuns(results, buffer, n, n, 1, 0)
		case s.load != nil:
			runs = min(runs, sumBlock/n)
			for k := range runs {
				from := (start + k*stride) * s.size
				s.load(buffer[k*n*f.accSize:(k+1)*n*f.accSize], x[from:from+n*s.size])
			}
			f.sumRuns(results, buffer, n, n, runs, 0)
		default:
			f.sumRuns(results, x[start*s.size:], stride, n, runs, s.ahead(1))
		}
		s.end(lo, results[:runs*f.accSize], init)
		lo += runs
	}
}

// wholeLanes combines n reduced elements from a column of the row where over stands, where every
// row has some for all lanes.
func (s *summing) wholeLanes(lanes []byte, start, column, n int, over *odometer) {
	f := s.fold
	acc := lanes[:sumLanes*f.accSize]
	for done := 0; done < n; over.next() {
		count := min(n-done, s.inner-column)
		f.addRows(acc, s.x[(start+over.offset[0]+column)*s.size:], len(acc), count/sumLanes, done == 0, 0)
		done, column = done+count, 0
	}
	f.joinLanes(lanes, f.accSize, sumLanes)
}

// gather makes n accumulators of the reduced elements that start at a column of the row where over
// stands.
func (s *summing) gather(buffer []byte, start, column, n int, over *odometer) {
	a := s.fold.accSize
	for done := 0; done < n; over.next() {
		count := min(n-done, s.inner-column)
		from := (start + over.offset[0] + column) * s.size
		s.fetch(buffer[done*a:(done+count)*a], s.x[from:from+count*s.size])
		done, column = done+count, 0
	}
}

// columnSums reduces columns that lie next to each other: a lane is a row of accumulators.
type columnSums struct {
	summing
	at, over      odometer
	lanes, buffer []byte
}

// block reduces width columns of a block; the result is in the first lane.
func (c *columnSums) block(block, column, width int) []byte {
	x, first := c.x, block%c.blocks*sumBlock
	n := min(sumBlock, c.reducePlan.count-first)
	c.at.seek(block / c.blocks)
	c.over.seek(first)
	start := c.at.offset[0] + column
	if len(c.reduced) == 1 && c.load == nil {
		return c.evenly(x[(start+c.over.offset[0])*c.size:], n, width)
	}
	f, lane := c.fold, width*c.fold.accSize
	to, group := c.buffer, len(c.buffer)/lane&^(sumLanes-1)
	if n <= sumLanes {
		to, group = c.lanes, n
	}
	for first := 0; first < n; first += group {
		rows := min(group, n-first)
		for i := 0; i < rows; {
			together := 1
			if width == c.inner && len(c.reduced) == 1 && c.reducedStrides[0] == width {
				together = rows
			}
			from := (start + c.over.offset[0]) * c.size
			c.fetch(to[i*lane:(i+together)*lane], x[from:from+together*width*c.size])
			for range together {
				c.over.next()
			}
			i += together
		}
		if n > sumLanes {
			c.together(to, lane, rows, first == 0, 0)
		}
	}
	return f.joinLanes(c.lanes, lane, min(n, sumLanes))
}

// fetch makes accumulators of elements.
func (s *summing) fetch(acc, elements []byte) {
	if s.load != nil {
		s.load(acc, elements)
		return
	}
	copy(acc, elements)
}

// groupBytes is about how many bytes of rows are combined before the next lane is, so that they are
// read from memory in their order.
const groupBytes = 64 << 10

// evenly is block for n rows of accumulators that are evenly spaced.
func (c *columnSums) evenly(x []byte, n, width int) []byte {
	lane, stride := width*c.size, c.reducedStrides[0]*c.size
	if n <= sumLanes {
		return c.few(x, n, lane, stride)
	}
	group := max(4, groupBytes/(sumLanes*lane)) * sumLanes
	for first := 0; first < n; first += group {
		rows, at := min(group, n-first), x[first*stride:]
		if stride == lane {
			c.together(at, lane, rows, first == 0, c.ahead(group*stride))
			continue
		}
		for l := range min(rows, sumLanes) {
			c.fold.addRows(c.lanes[l*lane:(l+1)*lane], at[l*stride:], sumLanes*stride, (rows-l+sumLanes-1)/sumLanes, first == 0, c.ahead(group*stride))
		}
	}
	return c.fold.joinLanes(c.lanes, lane, sumLanes)
}

// together combines rows that follow one another without a gap, from one of the first lane on, with
// their lanes, which begin there if these are the first.
func (c *columnSums) together(x []byte, lane, rows int, first bool, ahead int) {
	all := sumLanes * lane
	c.fold.addRows(c.lanes[:min(all, rows*lane)], x, all, max(1, rows/sumLanes), first, ahead)
	if rest := rows % sumLanes; rest > 0 && rows > sumLanes {
		c.fold.addRows(c.lanes[:rest*lane], x[(rows-rest)*lane:], all, 1, false, ahead)
	}
}

// addRows combines at least one row of x with accumulators, or begins with the first.
func (f *fold) addRows(acc, x []byte, stride, rows int, first bool, ahead int) {
	if !first {
		f.combineRows(acc, acc, x, stride, rows, ahead)
		return
	}
	f.combineRows(acc, x, x[min(len(x), stride):], stride, rows-1, ahead)
}

// ahead is how far ahead it is worth to fetch if what comes next is so many bytes away: not at all
// where it is in a cache.
func (s *summing) ahead(next int) int {
	if len(s.x) < StreamBytes {
		return 0
	}
	return next
}

// few is evenly for rows that have a lane each, which are joined as they are read.
func (c *columnSums) few(x []byte, n, lane, stride int) []byte {
	f, half := c.fold, 1
	if join := f.lanes.machine.join; join != nil {
		out, x := c.lanes[:lane], x[:(n-1)*stride+lane]
		join(unsafe.SliceData(out), unsafe.SliceData(x), stride, n, lane/f.accSize, c.ahead(n*stride))
		return out
	}
	for half*2 < n {
		half *= 2
	}
	for l := range min(n, half) {
		joined := 0
		if l+half < n {
			joined = 1
		}
		acc, at := c.lanes[l*lane:(l+1)*lane], x[l*stride:]
		f.combineRows(acc, at, at[min(len(at), half*stride):], 0, joined, n*stride)
	}
	return f.joinLanes(c.lanes, lane, min(n, half))
}

// combineRows makes out of as many accumulators of from and then those of some rows of x, which are
// stride bytes apart.
func (f *fold) combineRows(out, from, x []byte, stride, rows, ahead int) {
	from = from[:len(out)]
	if rows > 0 {
		x = x[:(rows-1)*stride+len(out)]
	}
	if columns := f.lanes.machine.columns; columns != nil {
		columns(unsafe.SliceData(out), unsafe.SliceData(from), unsafe.SliceData(x), stride, rows, len(out)/f.accSize, ahead)
		return
	}
	if rows == 0 {
		copy(out, from)
	}
	for r := range rows {
		f.combine(out, from, x[r*stride:r*stride+len(out)])
		from = out
	}
}

// joinLanes combines that many lanes, of so many bytes each, by halves.
func (f *fold) joinLanes(lanes []byte, size, n int) []byte {
	for half := sumLanes / 2; half > 0; half /= 2 {
		if n > half {
			a := lanes[:(n-half)*size]
			f.combine(a, a, lanes[half*size:n*size])
			n = half
		}
	}
	return lanes[:size]
}
