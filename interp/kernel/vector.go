package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// A machine function is a loop in machine code over n elements. It computes the first of them and
// returns how many: all, or all that fill vectors of the instruction set, or those before one that
// its method does not cover. A portable loop computes the others. Both give the same bits, so that
// nobody can tell which of them computed an element, for which it matters how a tensor is cut for
// workers.
type (
	machine1 func(out, x *byte, n int) (done int)
	machine2 func(out, x, y *byte, n int) (done int)
	machine3 func(out, x, y, z *byte, n int) (done int)

	// machineRows folds rowsAtOnce rows, stride bytes apart, each into an accumulator of its own;
	// done counts the elements of each row.
	machineRows func(acc, x *byte, stride, n int) (done int)

	// machineRuns finds the greatest or least of each of some runs of n floats, which start stride
	// bytes apart: most is right unless it is a zero, or the sum is NaN, which it is if an element
	// is. Runs have at least runBytes.
	machineRuns func(most, sums, x *byte, stride, n, rows int)

	// machineExpSums exponentiates rows of n elements of x, less a number each, and sums them as a
	// machineSum does.
	machineExpSums func(out, x, less, sums *byte, n, rows int)

	// machineQuotients does the same with two rows of out, which take turns, and divides rows by
	// their sums.
	machineQuotients func(out, x, less, sums *byte, n, rows int, quotients *byte)

	// machineSum combines the elements of runs, each into an element of out, by lanes: groups times
	// so many runs as it takes together, of n elements each, at least one, and stride bytes apart.
	// If far is not 0 it fetches the runs of the next group.
	machineSum func(out, x *byte, stride, n, groups, far int)

	// machineColumns makes n elements of out of those of from and then so many rows of x, which are
	// stride bytes apart, column by column and in order, and
	// fetches what is ahead bytes further on.
	machineColumns func(out, from, x *byte, stride, rows, n, ahead int)

	// machineJoin joins rows of n elements, a lane each, by halves, column by column, and fetches
	// what is ahead bytes further on.
	machineJoin func(out, x *byte, stride, rows, n, ahead int)

	// machinePermute computes blocks of so many registers, behind each other, as a permutation
	// says, each block from x step bytes further on.
	machinePermute func(out, x, table, starts *byte, blocks, registers, step int)

	// machineAffine changes rows of n elements of x, stride bytes apart, in place: it adds bias,
	// multiplies by scale and gain and adds shift, column by column, and adds the residual, whose
	// rows are as far apart; what it lacks of that it does not read.
	machineAffine func(x, residual, bias, scale, gain, shift *byte, rows, n, stride int)
)

// machineWindows combine what groups of 1 or of 4 neighbouring windows see, runs of n bytes, of
// which each is a result: it begins as the element start and takes in what is at x and so many
// bytes further on as the list says, or start again for a negative number. Results are outStep
// bytes apart, what they see is xStep bytes apart.
type machineWindows [2]func(out, x, start *byte, list *int, positions, groups, outStep, xStep, n int)

// machinePool finds the greatest or least elements of windows that are 3 wide and 2 apart, of
// planes of rows of so many columns. Row i sees height lines of x, which begin at elements
// list[i*height] and so on, but for negative ones, and column j of it elements first+2*j and the
// next two of these as far as there are any, of extent; and start. Other distances are in bytes.
type machinePool = func(planes, rows, height int, list *int, x *byte, stepX, first, extent int, start, out *byte, planeOut, stepOut, cols int)

// machineSums combine atOnce runs together, or one, or columns, or join them.
type machineSums struct {
	several machineSum
	atOnce  int
	single  machineSum
	columns machineColumns
	join    machineJoin
}

// machineScans combine each of some rows of n elements of x with what became of the one before, and
// the first with acc; those of both out and x are stride bytes apart. Streams go past the caches,
// whole lines to addresses that are multiples of their size; acc is written over then.
type machineScans struct {
	rows, streams func(out, acc, x *byte, stride, rows, n int)
}

// machineBand copies element r of run c of elements of a size to place c of row r, for tileExtent
// rows; runs and rows are so many bytes apart. It returns how many of the columns it did, which are
// whole cache lines or parts of them, and fetches what is ahead bytes further on in x.
type machineBand = func(out, x *byte, outStride, xStride, columns, ahead int) (done int)

// machineLoops are the machine functions for one instruction set, by operation and element type:
// "add/f32".
type machineLoops struct {
	one   map[string]machine1
	two   map[string]machine2
	three map[string]machine3
	rows  map[string]machineRows
	runs  map[string]machineRuns
	sums  map[string]machineSums
	scans map[string]machineScans

	affines map[string]machineAffine // by Affine.key

	pools map[string]machinePool

	windows     map[string]machineWindows
	windowBytes int // the fewest that they compute

	// There may be no such code. expStreams is expQuotients past the caches.
	expSums                  machineExpSums
	expQuotients, expStreams machineQuotients

	// bands are by the sizes of elements. streamBands, if any, go past the caches, to addresses and
	// strides that are multiples of a cache line.
	bands, streamBands map[int]machineBand

	// stream copies whole cache lines past the caches; streamEnd must follow before others may read
	// them.
	stream    func(out, x *byte, n int)
	streamEnd func()

	// copyRows copies rows of n bytes, strides apart, and fetches what is ahead bytes further on in
	// x; streamRows does so past the caches, whole lines to addresses that are multiples of their
	// size. A row that copyRows takes has minRow bytes at least.
	copyRows, streamRows func(out, x *byte, outStride, xStride, n, rows, ahead int)
	minRow               int

	// halves takes n pairs of elements of 4 bytes apart, in each of some rows, strides apart.
	halves func(first, second, x *byte, n, rows, outStride, xStride int)

	// permute moves parts of 4 bytes within registers, as a permutation says, and permuteBytes then
	// bytes. A register has so many bytes.
	permute, permuteBytes machinePermute
	register              int

	fill4, fill8 machine1 // repeat the first element of x, which has 4 or 8 bytes

	chain machineChain
}

// fastest holds the machine functions that loops are resolved to; without any, all loops are
// portable.
var fastest machineLoops

// portableRun is the number of elements that a portable loop computes where a machine function has
// stopped, before it gets another chance: fewer than the elements of a vector, so that no element
// is skipped that could be computed by machine, would stop it again and again.
const portableRun = 16

// vector1 returns the loop of an operation on elements of type d: in machine code if there is any,
// else the portable one.
func vector1(name string, d tensor.DType, outSize int, portable loop1) loop1 {
	return vectorLoop1(fastest.one[name+"/"+d.String()], outSize, d.Size(), portable)
}

func vectorLoop1(machine machine1, outSize, xSize int, portable loop1) loop1 {
	if machine == nil || portable == nil {
		return portable
	}
	return func(out, x []byte) {
		n := len(out) / outSize
		x = x[:n*xSize] // the bounds check of the machine code
		for n > 0 {
			done := machine(unsafe.SliceData(out), unsafe.SliceData(x), n)
			if done == n {
				return
			}
			out, x = out[done*outSize:], x[done*xSize:]
			run := min(n-done, portableRun)
			portable(out[:run*outSize], x[:run*xSize])
			out, x = out[run*outSize:], x[run*xSize:]
			n -= done + run
		}
	}
}

// vector2 is vector1 for two operands of type d.
func vector2(name string, d tensor.DType, outSize int, portable loop2) loop2 {
	return vectorLoop2(fastest.two[name+"/"+d.String()], outSize, d.Size(), portable)
}

func vectorLoop2(machine machine2, outSize, size int, portable loop2) loop2 {
	if machine == nil || portable == nil {
		return portable
	}
	return func(out, a, b []byte) {
		n := len(out) / outSize
		a, b = a[:n*size], b[:n*size]
		for n > 0 {
			done := machine(unsafe.SliceData(out), unsafe.SliceData(a), unsafe.SliceData(b), n)
			if done == n {
				return
			}
			out, a, b = out[done*outSize:], a[done*size:], b[done*size:]
			run := min(n-done, portableRun)
			portable(out[:run*outSize], a[:run*size], b[:run*size])
			out, a, b = out[run*outSize:], a[run*size:], b[run*size:]
			n -= done + run
		}
	}
}

// bitwise2 is vector2 for an operation on bits, which one function serves for elements of every
// size.
func bitwise2(name string, portable loop2) loop2 {
	machine := fastest.two[name+"/bytes"]
	if machine == nil || portable == nil {
		return portable
	}
	return vectorLoop2(machine, 1, 1, erase2(bitwise[uint8](name)))
}

// vector3 is vector1 for three operands, of which the last two have the size of the result and the
// first has firstSize bytes.
func vector3(name string, d tensor.DType, firstSize int, portable loop3) loop3 {
	machine, size := fastest.three[name+"/"+d.String()], d.Size()
	if machine == nil || portable == nil {
		return portable
	}
	return func(out, a, b, c []byte) {
		n := len(out) / size
		a, b, c = a[:n*firstSize], b[:n*size], c[:n*size]
		for n > 0 {
			done := machine(unsafe.SliceData(out), unsafe.SliceData(a), unsafe.SliceData(b), unsafe.SliceData(c), n)
			if done == n {
				return
			}
			out, a, b, c = out[done*size:], a[done*firstSize:], b[done*size:], c[done*size:]
			run := min(n-done, portableRun)
			portable(out[:run*size], a[:run*firstSize], b[:run*size], c[:run*size])
			out, a, b, c = out[run*size:], a[run*firstSize:], b[run*size:], c[run*size:]
			n -= done + run
		}
	}
}

// The typed functions undo erase, for loops that run on scratch buffers.

func typed1[O, X any](loop loop1) func(out []O, x []X) {
	if loop == nil {
		return nil
	}
	return func(out []O, x []X) { loop(asBytes(out), asBytes(x)) }
}

func typed2[O, X any](loop loop2) func(out []O, a, b []X) {
	if loop == nil {
		return nil
	}
	return func(out []O, a, b []X) { loop(asBytes(out), asBytes(a), asBytes(b)) }
}

func typed3[T any](loop loop3) func(out, a, b, c []T) {
	return func(out, a, b, c []T) { loop(asBytes(out), asBytes(a), asBytes(b), asBytes(c)) }
}
