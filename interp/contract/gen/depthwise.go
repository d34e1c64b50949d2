package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Depthwise convolutions of 3x3 taps: weights stay in registers, and what is loaded serves all
// positions that see it.

// tapsOf3 is how many taps there are along either dimension.
const tapsOf3 = 3

// depthwise is a function of such convolutions.
type depthwise struct {
	*kernel
	name      string
	stride    int
	together  int // positions, or rows of them, that are computed together
	weights   [tapsOf3 * tapsOf3]VecVirtual
	sums      []VecVirtual
	zero      VecVirtual
	mask      Op
	masked    bool
	step      Register // from one element that is seen to the next
	stepOut   Register
	back      Register
	left, out Register
}

func newDepthwise(g *kernel, name string, stride int) *depthwise {
	d := &depthwise{kernel: g, stride: stride, name: fmt.Sprintf("%s%s%s3x3s%d", g.element.name, g.set.name, name, stride)}
	for i := range d.weights {
		d.weights[i] = g.set.vector()
	}
	return d
}

func (d *depthwise) newSums(n int) {
	d.together, d.sums = n, make([]VecVirtual, n)
	for i := range d.sums {
		d.sums[i] = d.set.vector()
	}
}

func (d *depthwise) clear(v VecVirtual) {
	if d.set.opmasks {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
}

// rest sets the mask of the first n lanes.
func (d *depthwise) rest(n Register) {
	if d.set.opmasks {
		bits, m := GP64(), K()
		MOVQ(I32(-1), bits)
		BZHIQ(n, bits, bits)
		KMOVW(bits.As32(), m)
		d.mask = m
		return
	}
	at, v := GP64(), d.set.vector()
	table := laneTable()
	LEAQ(table.Offset(d.set.bytes), at)
	SHLQ(Imm(uint64(d.log2())), n)
	SUBQ(n, at)
	VMOVUPS(Mem{Base: at}, v)
	d.mask = v
}

func (d *depthwise) load(at Mem, to VecVirtual) {
	switch {
	case !d.masked:
		VMOVUPS(at, to)
	case d.set.opmasks:
		VMOVUPS_Z(at, d.mask, to)
	default:
		VMASKMOVPS(at, d.mask, to)
	}
}

func (d *depthwise) save(v VecVirtual, at Mem) {
	switch {
	case !d.masked:
		VMOVUPS(v, at)
	case d.set.opmasks:
		VMOVUPS(v, d.mask, at)
	default:
		VMASKMOVPS(v, d.mask, at)
	}
}

// each calls do for the sums that see element i of a dimension, and the tap under which they do.
func (d *depthwise) each(n, i int, do func(sum VecVirtual, tap int)) {
	for r := range n {
		if tap := i - r*d.stride; tap >= 0 && tap < tapsOf3 {
			do(d.sums[r], tap)
		}
	}
}

// seenBy is how many elements of a dimension n neighbouring positions see.
func (d *depthwise) seenBy(n int) int { return (n-1)*d.stride + tapsOf3 }

// emitChannels emits the function for vectors over channels: of a line of positions whose taps are
// all in the line, of as many channels as there are. Bit i of seen says that row i exists; else it
// is zeros.
func (g *kernel) emitChannels(stride int) {
	d := newDepthwise(g, "Channels", stride)
	t := g.element.goType
	TEXT(d.name, NOSPLIT, fmt.Sprintf("func(positions, seen int, row0, row1, row2 *%s, step int, w *%s, wRow, wTap int, c *%s, stepC int, cols int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a line of a depthwise convolution of 3x3 taps, with channels side by side.", d.name))
	if g.set.opmasks {
		d.newSums(6)
	} else {
		d.newSums(4)
	}
	d.zero = g.set.vector()
	d.clear(d.zero)
	d.step, d.stepOut = g.distance("step"), g.distance("stepC")
	d.back = GP64()
	MOVQ(d.step, d.back)
	if stride == 1 {
		ADDQ(d.back, d.back)
	}
	cols := g.argument("cols")
	Label("vector")
	CMPQ(cols, Imm(uint64(g.lanes())))
	JL(LabelRef("rest"))
	d.channels("full")
	for _, name := range []string{"row0", "row1", "row2", "w", "c"} {
		ADDQ(Imm(uint64(g.set.bytes)), inMemory(name))
	}
	SUBQ(Imm(uint64(g.lanes())), cols)
	JMP(LabelRef("vector"))
	Label("rest")
	TESTQ(cols, cols)
	JZ(LabelRef("done"))
	d.rest(cols)
	d.masked = true
	d.channels("masked")
	Label("done")
	VZEROUPPER()
	RET()
}

// channels emits what is done for a vector of channels.
func (d *depthwise) channels(prefix string) {
	row, wRow, wTap := d.argument("w"), d.distance("wRow"), d.distance("wTap")
	for y := range tapsOf3 {
		for x := range tapsOf3 {
			at := Mem{Base: row}
			if x > 0 {
				at = Mem{Base: row, Index: wTap, Scale: uint8(x)}
			}
			d.load(at, d.weights[y*tapsOf3+x])
		}
		if y+1 < tapsOf3 {
			ADDQ(wRow, row)
		}
	}
	var rows [tapsOf3]Register
	for y := range rows {
		rows[y] = d.argument(fmt.Sprintf("row%d", y))
	}
	d.left, d.out = d.argument("positions"), d.argument("c")
	for _, n := range []int{d.together, 1} {
		label := fmt.Sprintf("%s_%d", prefix, n)
		Label(label)
		CMPQ(d.left, Imm(uint64(n)))
		JL(LabelRef(label + "_end"))
		d.positions(label, n, rows)
		SUBQ(Imm(uint64(n)), d.left)
		JMP(LabelRef(label))
		Label(label + "_end")
	}
}

// positions emits n neighbouring positions of a line.
func (d *depthwise) positions(label string, n int, rows [tapsOf3]Register) {
	for r := range n {
		d.clear(d.sums[r])
	}
	seen, bit := inMemory("seen"), uint64(1)
	x := d.set.vector()
	for y := range tapsOf3 {
		missing, next := fmt.Sprintf("%s_missing%d", label, y), fmt.Sprintf("%s_next%d", label, y)
		TESTQ(U32(uint32(bit)), seen)
		JZ(LabelRef(missing))
		for i := range d.seenBy(n) {
			d.load(Mem{Base: rows[y]}, x)
			ADDQ(d.step, rows[y])
			d.each(n, i, func(sum VecVirtual, tap int) { VFMADD231PS(x, d.weights[y*tapsOf3+tap], sum) })
		}
		SUBQ(d.back, rows[y])
		JMP(LabelRef(next))
		Label(missing)
		for tap := range tapsOf3 {
			for r := range n {
				VFMADD231PS(d.zero, d.weights[y*tapsOf3+tap], d.sums[r])
			}
		}
		Label(next)
		bit *= 2
	}
	for r := range n {
		d.save(d.sums[r], Mem{Base: d.out})
		ADDQ(d.stepOut, d.out)
	}
}
