package kernel

// runningSum is a reduction by lanes of elements that come bit by bit: width sums side by side, of
// whose elements a piece has one each. Results of blocks go up a level, as elements of it.
type runningSum struct {
	fold   *fold
	width  int
	levels []sumLevel // those in use, in memory for the deepest
	memory []byte     // for further ones
	count  int        // elements of a sum so far
	whole  []byte     // accumulators of the elements of a single sum that make up no block yet
	block  [2]uint64  // the accumulator of such a block
}

// sumLevel is the block of a level that is not complete.
type sumLevel struct {
	lanes []byte
	n     int // elements of a sum
}

// levelBytes is the memory of one level.
func levelBytes(accSize, width int) int { return alignUp(sumLanes * width * accSize) }

// deepest is the number of levels that any sum has, and one more: 4096 to that power is beyond what
// an int counts.
const deepest = 7

// runningBytes is the memory for sums of at most n elements each.
func runningBytes(accSize, width, n int) int {
	bytes := 0
	if width == 1 {
		bytes, n = sumBlock*accSize, n/sumBlock+1
	}
	for {
		bytes += levelBytes(accSize, width)
		if n < sumBlock {
			return bytes
		}
		n = n/sumBlock + 1
	}
}

// start begins in memory of the size that runningBytes says.
func (r *runningSum) start(f *fold, width int, memory []byte) {
	if r.levels == nil {
		r.levels = make([]sumLevel, 0, deepest)
	}
	r.fold, r.width, r.levels, r.memory, r.count = f, width, r.levels[:0], memory, 0
	if width == 1 {
		r.whole, r.memory = memory[:0], memory[sumBlock*f.accSize:]
	}
}

// end lets go of the memory.
func (r *runningSum) end() {
	clear(r.levels)
	r.memory, r.whole = nil, nil
}

// add takes n elements of each sum, one of each after the other.
func (r *runningSum) add(x []byte, n int) {
	r.count += n
	if r.width == 1 {
		r.addSingle(x, n)
		return
	}
	f := r.fold
	piece := r.width * f.size
	for n > 0 {
		l := r.level(0)
		// Pieces that follow one another go to their lanes together.
		k := min(n, sumLanes-l.n%sumLanes)
		r.combine(l, x[:k*piece], f.load, f.size)
		x, n = x[k*piece:], n-k
		r.carry(0)
	}
}

// combine takes elements of some pieces, no more than there are lanes from the next one on.
func (r *runningSum) combine(l *sumLevel, x []byte, load loop1, size int) {
	f, n := r.fold, len(x)/size/r.width
	from := l.n % sumLanes * r.width * f.accSize
	acc := l.lanes[from : from+n*r.width*f.accSize]
	switch first := l.n < sumLanes; {
	case first && load != nil:
		load(acc, x)
	case first:
		copy(acc, x)
	case load != nil:
		memory := foldMemories.Take()
		buffer := asBytes(memory.buffer[:])
		for len(acc) > 0 {
			part := min(len(acc), len(buffer))
			elements := part / f.accSize * size
			load(buffer[:part], x[:elements])
			f.combine(acc[:part], acc[:part], buffer[:part])
			acc, x = acc[part:], x[elements:]
		}
		foldMemories.Give(memory)
	default:
		f.combine(acc, acc, x)
	}
	l.n += n
}

// addSingle is add for one sum.
func (r *runningSum) addSingle(x []byte, n int) {
	f := r.fold
	result := f.accumulatorsOf(r.block[:], 1)
	for n > 0 {
		if len(r.whole) == 0 && n >= sumBlock && f.load == nil {
			f.sumRuns(result, x, sumBlock, sumBlock, 1, 0)
			x, n = x[sumBlock*f.size:], n-sumBlock
			r.push(0, result)
			continue
		}
		have := len(r.whole) / f.accSize
		k := min(n, sumBlock-have)
		r.whole = r.whole[:(have+k)*f.accSize]
		to := r.whole[have*f.accSize:]
		if f.load != nil {
			f.load(to, x[:k*f.size])
		} else {
			copy(to, x[:k*f.size])
		}
		x, n = x[k*f.size:], n-k
		if have+k == sumBlock {
			f.sumRuns(result, r.whole, sumBlock, sumBlock, 1, 0)
			r.whole = r.whole[:0]
			r.push(0, result)
		}
	}
}

// level returns a level, whose number is at most that of the levels there are.
func (r *runningSum) level(i int) *sumLevel {
	if i == len(r.levels) {
		r.levels = append(r.levels, sumLevel{lanes: r.memory[:sumLanes*r.width*r.fold.accSize]})
		r.memory = r.memory[levelBytes(r.fold.accSize, r.width):]
	}
	return &r.levels[i]
}

// push takes a result of a block of the level below as an element.
func (r *runningSum) push(i int, acc []byte) {
	r.combine(r.level(i), acc, nil, r.fold.accSize)
	r.carry(i)
}

// carry hands a block that is complete to the next level.
func (r *runningSum) carry(i int) {
	if l := &r.levels[i]; l.n == sumBlock {
		l.n = 0
		r.push(i+1, r.fold.joinLanes(l.lanes, r.width*r.fold.accSize, sumLanes))
	}
}

// result returns the accumulators of the sums, which are over then; nil if there were no elements.
func (r *runningSum) result() []byte {
	f := r.fold
	var acc []byte
	if n := len(r.whole) / f.accSize; n > 0 {
		acc = f.accumulatorsOf(r.block[:], 1)
		f.sumRuns(acc, r.whole, n, n, 1, 0)
	}
	for i := 0; i < len(r.levels); i++ {
		if acc != nil {
			r.push(i, acc)
		}
		l := &r.levels[i]
		if acc = nil; l.n > 0 {
			acc = f.joinLanes(l.lanes, r.width*f.accSize, min(l.n, sumLanes))
		}
	}
	return acc
}
