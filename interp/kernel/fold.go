package kernel

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// fold is how reductions combine elements: the op, its identity, and the type it accumulates in,
// which is f32 for f16 and bf16 and else the element type.
type fold struct {
	size    int // bytes of an element
	accSize int // bytes of an accumulator
	combine loop2
	scan    loop2 // combine, strictly element by element: the first operand may be what the loop has just written
	// lanes combines runs of sums and products of floats, whose order it knows. For others, whose
	// order makes no difference to the bits, it is nil, and there are rows, machine and runs.
	lanes *laneSum
	// rows folds four rows of equal length into four accumulators. Four, because an accumulator has
	// to wait for each step.
	rows     func(acc, a, b, c, d []byte)
	machine  machineRows                 // folds rowsAtOnce rows; nil if there is no such code
	runs     machineRuns                 // finds the greatest or least of rows of floats; nil if there is no such code
	unsure   func(most, sum []byte) bool // whether what runs found does not tell the result
	windows  machineWindows              // folds what windows see; nil if there is no such code
	pool     machinePool                 // the same of windows of a certain width; nil if there is no such code
	scans    machineScans                // combines rows with those before; nil if there is no such code
	identity []byte                      // as an element
	// idempotent says that an element that is combined once more makes no difference.
	idempotent bool
	load       loop1                 // elements to accumulators, nil if they are the same
	store      loop1                 // accumulators to elements, nil if they are the same
	finish     func([]byte, float64) // divides accumulators by a count, nil but for mean
}

// foldOps maps reduction keywords to binary ops.
var foldOps = map[string]string{"sum": "add", "prod": "mul", "max": "max", "min": "min", "and": "and", "or": "or", "xor": "xor", "mean": "add"}

func newFold(kind string, d tensor.DType) (*fold, error) {
	op, known := foldOps[kind]
	if !known {
		return nil, fmt.Errorf("there is no reduction named %q", kind)
	}
	accumulator := d
	if d == tensor.F16 || d == tensor.BF16 {
		accumulator = tensor.F32
	}
	combine, err := binaryLoop(op, accumulator)
	if err != nil || kind == "mean" && !d.Part().IsFloat() {
		return nil, illegal("reduction "+kind, d)
	}
	if d == tensor.Bool {
		op = map[string]string{"add": "or", "max": "or", "mul": "and", "min": "and", "and": "and", "or": "or", "xor": "xor"}[op]
	}
	f := &fold{
		size: d.Size(), accSize: accumulator.Size(), combine: combine, scan: portableLoop(op, accumulator), identity: identityOf(op, d),
		rows: rowsLoop(op, accumulator), machine: fastest.rows[op+"/"+accumulator.String()], windows: fastest.windows[op+"/"+accumulator.String()],
		pool: fastest.pools[op+"/"+accumulator.String()], scans: fastest.scans[op+"/"+accumulator.String()],
		idempotent: op == "max" || op == "min",
	}
	if d.IsComplex() {
		f.rows = complexRows(combine, d.Size())
	}
	if d.Part().IsFloat() && (op == "add" || op == "mul") {
		f.lanes = newLaneSum(op, accumulator)
	}
	f.runs, f.unsure = fastest.runs[op+"/"+accumulator.String()], unsure[float32]
	if accumulator == tensor.F64 {
		f.unsure = unsure[float64]
	}
	switch d {
	case tensor.F16:
		f.load, f.store = erase1(f16In32.loadTo), erase1(f16In32.storeTo)
	case tensor.BF16:
		f.load, f.store = erase1(bf16In32.loadTo), erase1(bf16In32.storeTo)
	}
	if kind == "mean" {
		f.finish = divideAccumulators[float32]
		if accumulator.Part() == tensor.F64 {
			f.finish = divideAccumulators[float64]
		}
	}
	return f, nil
}

// loadTo and storeTo are load and store in the argument order of loops.
func (w wide[T, H]) loadTo(out []H, x []T)  { w.load(out, x) }
func (w wide[T, H]) storeTo(out []T, x []H) { w.store(out, x) }

func divideAccumulators[T float](acc []byte, count float64) {
	for i, v := range as[T](acc) {
		as[T](acc)[i] = v / T(count)
	}
}

// anyOrder reports whether the order of elements makes no difference to the bits.
func (f *fold) anyOrder() bool { return f.lanes == nil }

// identityOf returns the element that stands for an initial value where there is none: of a sum
// +0, so that one which begins with it, as in windows and scans, is never -0.
func identityOf(op string, d tensor.DType) []byte {
	t := tensor.New(d)
	switch op {
	case "mul":
		t.SetInt64(0, 1)
	case "and":
		t.SetInt64(0, -1)
	case "max":
		t.Parts().Fill(math.Inf(-1))
	case "min":
		t.Parts().Fill(math.Inf(1))
	}
	return t.Bytes()
}

// start fills acc with the initial value, an element, which is the identity if init is nil.
func (f *fold) start(acc, init []byte) {
	value := f.identity
	if init != nil {
		value = init
	}
	if f.load != nil && len(acc) > 0 {
		first := acc[:f.accSize]
		f.load(first, value)
		acc, value = acc[f.accSize:], first
	}
	repeatBytes(acc, value)
}

// foldMemory is what one goroutine needs to reduce: accumulators, or results of runs, which stay in
// the second-level cache, and elements that become accumulators.
type foldMemory struct {
	lanes  [lanesBytes / 8]uint64
	buffer [2 * sumBlock]uint64
	init   [2]uint64
}

const lanesBytes = 64 << 10

var foldMemories parallel.Spares[foldMemory]

// accumulatorsOf is memory for n accumulators.
func (f *fold) accumulatorsOf(memory []uint64, n int) []byte { return asBytes(memory)[:n*f.accSize] }

// empty stores results of no elements.
func (f *fold) empty(out, init []byte) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	for len(out) > 0 {
		n := min(len(out)/f.size, lanesBytes/f.accSize)
		acc := f.accumulatorsOf(memory.lanes[:], n)
		f.start(acc, init)
		f.end(out[:n*f.size], acc, 0)
		out = out[n*f.size:]
	}
}

// asAccumulators returns elements as accumulators: themselves, or converted into the buffer.
func (f *fold) asAccumulators(x, buffer []byte) []byte {
	if f.load == nil {
		return x
	}
	buffer = buffer[:len(x)/f.size*f.accSize]
	f.load(buffer, x)
	return buffer
}

// rowsAtOnce is the greatest number of rows that are folded together.
const rowsAtOnce = 16

// rowStep is the number of elements of a row that are converted at once, where accumulators are not
// elements.
const rowStep = blockLen / 4

// foldRuns folds rows of count elements of x into an accumulator each, in any order. Row k starts
// at element starts[k]; there are at most rowsAtOnce of them, and room for so many accumulators.
// The buffer holds rowStep accumulators for each row.
func (f *fold) foldRuns(acc, x []byte, starts []int, count int, buffer []byte) {
	if f.load == nil {
		f.foldAccumulators(acc, x, starts, count)
		return
	}
	var inBuffer [rowsAtOnce]int
	for column := 0; column < count; column += rowStep {
		width := min(rowStep, count-column)
		for k, start := range starts {
			inBuffer[k] = k * rowStep
			from := (start + column) * f.size
			f.load(buffer[k*rowStep*f.accSize:][:width*f.accSize], x[from:from+width*f.size])
		}
		f.foldAccumulators(acc, buffer, inBuffer[:len(starts)], width)
	}
}

// foldAccumulators is foldRuns for elements of the type of the accumulators.
func (f *fold) foldAccumulators(acc, x []byte, starts []int, count int) {
	if f.runs != nil && count*f.accSize >= runBytes {
		f.foldExtremes(acc, x, starts, count)
		return
	}
	done := 0
	if stride := evenly(starts); f.machine != nil && stride > 0 && len(starts) == rowsAtOnce {
		rows := x[starts[0]*f.accSize : (starts[rowsAtOnce-1]+count)*f.accSize]
		done = f.machine(unsafe.SliceData(acc[:rowsAtOnce*f.accSize]), unsafe.SliceData(rows), stride*f.accSize, count)
	}
	if done == count {
		return
	}
	if (count-done)*f.accSize >= inPartsFrom {
		for k, start := range starts {
			f.foldInParts(acc[k*f.accSize:(k+1)*f.accSize], x[(start+done)*f.accSize:(start+count)*f.accSize])
		}
		return
	}
	for first := 0; first < len(starts); first += 4 {
		row := func(k int) []byte {
			start := starts[min(first+k, len(starts)-1)] // beyond the last row, its result is computed again and not used
			return x[(start+done)*f.accSize : (start+count)*f.accSize]
		}
		f.rows(acc[first*f.accSize:], row(0), row(1), row(2), row(3))
	}
}

// unsure reports whether the greatest or least of some numbers, and their sum, do not tell the
// result of the fold: that depends on the sign of a zero, or there may be a NaN among them.
func unsure[T float](most, sum []byte) bool {
	return as[T](most)[0] == 0 || as[T](sum)[0] != as[T](sum)[0]
}

// runBytes is the size in bytes of the shortest rows that f.runs takes.
const runBytes = 256

// foldExtremes is foldAccumulators by f.runs.
func (f *fold) foldExtremes(acc, x []byte, starts []int, count int) {
	scratch := scratchU64.Get().(*[3][blockLen]uint64)
	defer scratchU64.Put(scratch)
	a, n := f.accSize, len(starts)
	most, sums := asBytes(scratch[0][:])[:n*a], asBytes(scratch[1][:])[:n*a]
	if stride := evenly(starts); stride > 0 {
		rows := x[starts[0]*a : (starts[n-1]+count)*a]
		f.runs(unsafe.SliceData(most), unsafe.SliceData(sums), unsafe.SliceData(rows), stride*a, count, n)
	} else {
		for k, start := range starts {
			row := x[start*a : (start+count)*a]
			f.runs(unsafe.SliceData(most[k*a:]), unsafe.SliceData(sums[k*a:]), unsafe.SliceData(row), 0, count, 1)
		}
	}
	for k, start := range starts {
		if one := most[k*a : (k+1)*a]; f.unsure(one, sums[k*a:]) {
			copy(one, x[start*a:(start+1)*a])
			f.foldInParts(one, x[start*a:(start+count)*a])
		}
	}
	f.scan(acc[:n*a], acc[:n*a], most)
}

// inPartsFrom is the size in bytes from which on foldInParts pays.
const inPartsFrom = 512

// foldInParts folds a row into one accumulator, in the order that takes the fewest steps: with as
// many accumulators as fit it twice, which in the end are folded by halves.
func (f *fold) foldInParts(acc, row []byte) {
	scratch := scratchU64.Get().(*[3][blockLen]uint64)
	defer scratchU64.Put(scratch)
	partial := asBytes(scratch[0][:])
	for 2*len(partial) > len(row) {
		partial = partial[:len(partial)/2]
	}
	for row = row[copy(partial, row):]; len(row) > 0; {
		part := row[:min(len(row), len(partial))]
		f.combine(partial[:len(part)], partial[:len(part)], part)
		row = row[len(part):]
	}
	for len(partial) > f.accSize {
		half := len(partial) / 2
		f.combine(partial[:half], partial[:half], partial[half:])
		partial = partial[:half]
	}
	f.combine(acc, acc, partial)
}

// evenly returns the distance from each start to the next, 0 if it is not the same for all.
func evenly(starts []int) int {
	if len(starts) < 2 {
		return 0
	}
	stride := starts[1] - starts[0]
	for k := 2; k < len(starts); k++ {
		if starts[k]-starts[k-1] != stride {
			return 0
		}
	}
	return stride
}

// end divides accumulators by count for a mean, and stores them as elements.
func (f *fold) end(out, acc []byte, count int) {
	if f.finish != nil {
		f.finish(acc, float64(count))
	}
	if f.store != nil {
		f.store(out, acc)
	} else {
		copy(out, acc)
	}
}

// rowsLoop returns nil for sums and products of floats, which have an order.
func rowsLoop(op string, accumulator tensor.DType) func(acc, a, b, c, d []byte) {
	switch accumulator {
	case tensor.I8:
		return eraseRows(integerRows[int8](op))
	case tensor.I16:
		return eraseRows(integerRows[int16](op))
	case tensor.I32:
		return eraseRows(integerRows[int32](op))
	case tensor.I64:
		return eraseRows(integerRows[int64](op))
	case tensor.Bool, tensor.U8:
		return eraseRows(integerRows[uint8](op))
	case tensor.U16:
		return eraseRows(integerRows[uint16](op))
	case tensor.U32:
		return eraseRows(integerRows[uint32](op))
	case tensor.U64:
		return eraseRows(integerRows[uint64](op))
	case tensor.F32:
		return eraseRows(extremeRows[float32](op))
	}
	return eraseRows(extremeRows[float64](op))
}

func eraseRows[T any](loop func(acc, a, b, c, d []T)) func(acc, a, b, c, d []byte) {
	if loop == nil {
		return nil
	}
	return func(acc, a, b, c, d []byte) { loop(as[T](acc), as[T](a), as[T](b), as[T](c), as[T](d)) }
}

func integerRows[T integer](op string) func(acc, a, b, c, d []T) {
	switch op {
	case "and":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = s&a[i], t&b[i], u&c[i], v&d[i]
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	case "or":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = s|a[i], t|b[i], u|c[i], v|d[i]
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	case "xor":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = s^a[i], t^b[i], u^c[i], v^d[i]
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	case "add":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = s+a[i], t+b[i], u+c[i], v+d[i]
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	case "mul":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = s*a[i], t*b[i], u*c[i], v*d[i]
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	}
	return extremeRows[T](op)
}

// extremeRows returns nil for other ops than max and min.
func extremeRows[T number](op string) func(acc, a, b, c, d []T) {
	switch op {
	case "max":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = larger(s, a[i]), larger(t, b[i]), larger(u, c[i]), larger(v, d[i])
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	case "min":
		return func(acc, a, b, c, d []T) {
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			s, t, u, v := acc[0], acc[1], acc[2], acc[3]
			for i := range a {
				s, t, u, v = smaller(s, a[i]), smaller(t, b[i]), smaller(u, c[i]), smaller(v, d[i])
			}
			acc[0], acc[1], acc[2], acc[3] = s, t, u, v
		}
	}
	return nil
}
