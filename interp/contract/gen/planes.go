package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// planes is a function of depthwise convolutions of 3x3 taps that reads lines where they are. A
// vector of positions goes down the lines, so that each is loaded once; lanes that are beyond the
// ends of a line are cut off by masks.
type planes struct {
	*depthwise
	next, left   Register // in the list of lines, and results
	x            Register // what the first position of a vector sees of line 0
	masks        []Op     // of the vectors of a line that are loaded
	saved        Op       // of those of the result
	sum          []VecVirtual
	seen         [tapsOf3]VecVirtual // of a line, under each tap
	evens, odds  VecVirtual          // AVX-512: which elements of two vectors
	spilled      Mem                 // weights, where there are no registers for them
	later        []func()            // code for lines that do not exist
	loadedAtOnce int
}

// emitPlane emits the function for vectors over positions of lines, of so many planes. Line i that
// the first result sees begins at element list[i], or is of zeros if that is negative.
func (g *kernel) emitPlane(stride int) {
	d := &planes{depthwise: newDepthwise(g, "Plane", stride), loadedAtOnce: stride + 1}
	t := g.element.goType
	TEXT(d.name, NOSPLIT, fmt.Sprintf("func(planes, rows int, list *int, a *%s, stepA, first, extent int, w *%s, stepW int, c *%s, planeC, stepC, cols int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is planes of a depthwise convolution of 3x3 taps, with positions side by side.", d.name))
	for range tapsOf3 / stride { // results that a line may add to before one is done
		d.sum = append(d.sum, g.set.vector())
	}
	for i := range d.seen {
		d.seen[i] = g.set.vector()
	}
	if stride > 1 && g.set.opmasks {
		d.evens, d.odds = pairIndices(g)
	}
	if !g.set.opmasks {
		d.spilled = AllocLocal(tapsOf3 * tapsOf3 * g.set.bytes)
	}
	d.stepOut = g.distance("stepC")
	first, cols := GP64(), GP64()
	d.x, d.out, d.next, d.left = GP64(), GP64(), GP64(), GP64()

	Label("plane")
	d.loadWeights()
	MOVQ(inMemory("first"), first)
	MOVQ(inMemory("cols"), cols)
	column := g.argument("c")
	Label("vector")
	d.cut(first, cols)
	MOVQ(inMemory("a"), d.x)
	LEAQ(Mem{Base: d.x, Index: first, Scale: uint8(g.element.bytes)}, d.x)
	MOVQ(column, d.out)
	MOVQ(inMemory("list"), d.next)
	MOVQ(inMemory("rows"), d.left)
	if stride == 1 {
		d.everyLine()
	} else {
		d.everyOtherLine()
	}
	ADDQ(Imm(uint64(stride*g.lanes())), first)
	ADDQ(Imm(uint64(g.set.bytes)), column)
	SUBQ(Imm(uint64(g.lanes())), cols)
	JG(LabelRef("vector"))
	for _, move := range [][2]string{{"a", "stepA"}, {"w", "stepW"}, {"c", "planeC"}} {
		ADDQ(g.distance(move[1]), inMemory(move[0]))
	}
	DECQ(inMemory("planes"))
	JNZ(LabelRef("plane"))
	VZEROUPPER()
	RET()
	for _, emit := range d.later {
		emit()
	}
}

// loadWeights makes vectors of the weights of a plane.
func (d *planes) loadWeights() {
	w := d.argument("w")
	for i, v := range d.weights {
		at := Mem{Base: w, Disp: i * d.element.bytes}
		if d.set.opmasks {
			VBROADCASTSS(at, v)
			continue
		}
		t := d.set.vector()
		VBROADCASTSS(at, t)
		VMOVUPS(t, d.spilled.Offset(i*d.set.bytes))
	}
}

// cut sets the masks for a vector of positions, the first of which sees element first, if there are
// so many columns left.
func (d *planes) cut(first, cols Register) {
	d.masks = nil
	for i := range d.loadedAtOnce {
		// Element e of the vector is there if 0 <= first + i*lanes + e < extent.
		low, high := GP64(), d.argument("extent")
		MOVQ(first, low)
		if i > 0 {
			ADDQ(Imm(uint64(i*d.lanes())), low)
		}
		SUBQ(low, high)
		NEGQ(low)
		d.clamp(low)
		d.clamp(high)
		d.masks = append(d.masks, d.between(low, high))
	}
	low, high := GP64(), GP64()
	XORQ(low, low)
	MOVQ(cols, high)
	d.clamp(high)
	d.saved = d.between(low, high)
}

// clamp makes a number one of 0 to the number of lanes.
func (d *planes) clamp(n Register) {
	limit := GP64()
	XORQ(limit, limit)
	CMPQ(n, limit)
	CMOVQLT(limit, n)
	MOVQ(U32(uint32(d.lanes())), limit)
	CMPQ(n, limit)
	CMOVQGT(limit, n)
}

// between is the mask of lanes [low, high).
func (d *planes) between(low, high Register) Op {
	if d.set.opmasks {
		bits, m := GP64(), K()
		MOVQ(I32(-1), bits)
		BZHIQ(high, bits, bits)
		SHRXQ(low, bits, bits)
		SHLXQ(low, bits, bits)
		KMOVW(bits.As32(), m)
		return m
	}
	at, below, m := GP64(), d.set.vector(), d.set.vector()
	table := laneTable()
	for _, n := range []Register{low, high} {
		LEAQ(table.Offset(d.set.bytes), at)
		SHLQ(Imm(uint64(d.log2())), n)
		SUBQ(n, at)
		if n == low {
			VMOVUPS(Mem{Base: at}, below)
		} else {
			VPANDN(Mem{Base: at}, below, m)
		}
	}
	return m
}

// everyLine emits a vector of positions of stride 1: each line adds to three results.
func (d *planes) everyLine() {
	for i := range tapsOf3 - 1 {
		d.look(i)
		d.clear(d.sum[i])
		for r := range i + 1 {
			d.addLine(d.sum[r], i-r)
		}
	}
	Label("line")
	for turn := range tapsOf3 {
		d.look(turn + tapsOf3 - 1)
		last, middle, begun := d.sum[turn], d.sum[(turn+1)%tapsOf3], d.sum[(turn+2)%tapsOf3]
		d.addLine(last, 2)
		d.put(last)
		d.addLine(middle, 1)
		d.clear(begun)
		d.addLine(begun, 0)
		DECQ(d.left)
		if turn+1 < tapsOf3 {
			JZ(LabelRef("lines_done"))
		}
	}
	LEAQ(Mem{Base: d.next, Disp: 8 * tapsOf3}, d.next)
	JNZ(LabelRef("line"))
	Label("lines_done")
}

// everyOtherLine emits a vector of positions of stride 2: by turns a line adds to one result, and
// to this one and the next.
func (d *planes) everyOtherLine() {
	d.look(0)
	d.clear(d.sum[0])
	d.addLine(d.sum[0], 0)
	Label("line")
	d.look(1)
	d.addLine(d.sum[0], 1)
	d.look(2)
	d.addLine(d.sum[0], 2)
	d.put(d.sum[0])
	d.clear(d.sum[0])
	d.addLine(d.sum[0], 0)
	ADDQ(Imm(16), d.next)
	DECQ(d.left)
	JNZ(LabelRef("line"))
}

// addLine adds what is seen of a line to a sum that has it under so many lines of taps.
func (d *planes) addLine(sum VecVirtual, y int) {
	for x, seen := range d.seen {
		i := y*tapsOf3 + x
		if d.set.opmasks {
			VFMADD231PS(seen, d.weights[i], sum)
		} else {
			VFMADD231PS(d.spilled.Offset(i*d.set.bytes), seen, sum)
		}
	}
}

// put stores a vector of results and goes to the next line of them.
func (d *planes) put(v VecVirtual) {
	if d.set.opmasks {
		VMOVUPS(v, d.saved, Mem{Base: d.out})
	} else {
		VMASKMOVPS(v, d.saved, Mem{Base: d.out})
	}
	ADDQ(d.stepOut, d.out)
}

// look loads what the taps see of line i of the list.
func (d *planes) look(i int) {
	label := fmt.Sprintf("missing%d", len(d.later))
	at := GP64()
	MOVQ(Mem{Base: d.next, Disp: 8 * i}, at)
	TESTQ(at, at)
	JS(LabelRef(label))
	LEAQ(Mem{Base: d.x, Index: at, Scale: uint8(d.element.bytes)}, at)
	if d.stride == 1 {
		d.neighbours(at)
	} else {
		d.pairs(at)
	}
	Label(label + "_seen")
	d.later = append(d.later, func() {
		Label(label)
		for _, v := range d.seen {
			d.clear(v)
		}
		JMP(LabelRef(label + "_seen"))
	})
}

// loaded is vector i of a line.
func (d *planes) loaded(at Register, i int) VecVirtual {
	v, from := d.set.vector(), Mem{Base: at, Disp: i * d.set.bytes}
	if d.set.opmasks {
		VMOVUPS_Z(from, d.masks[i], v)
	} else {
		VMASKMOVPS(from, d.masks[i], v)
	}
	return v
}

// neighbours sets what taps see whose positions are side by side.
func (d *planes) neighbours(at Register) {
	low, high := d.loaded(at, 0), d.loaded(at, 1)
	VMOVAPS(low, d.seen[0])
	d.shift(low, high, d.seen[1], 1)
	d.shift(low, high, d.seen[2], 2)
}

// pairs sets what taps see whose positions are two elements apart.
func (d *planes) pairs(at Register) {
	low, high := d.loaded(at, 0), d.loaded(at, 1)
	end := d.set.vector()
	if d.set.opmasks {
		VBROADCASTSS_Z(Mem{Base: at, Disp: 2 * d.set.bytes}, d.masks[2], end)
		VMOVAPS(low, d.seen[0])
		VPERMT2PS(high, d.evens, d.seen[0])
		VMOVAPS(low, d.seen[1])
		VPERMT2PS(high, d.odds, d.seen[1])
	} else {
		VMASKMOVPS(Mem{Base: at, Disp: 2 * d.set.bytes}, d.masks[2], end)
		VSHUFPS(U8(0x88), high, low, d.seen[0])
		VPERMPD(U8(0xD8), d.seen[0], d.seen[0])
		VSHUFPS(U8(0xDD), high, low, d.seen[1])
		VPERMPD(U8(0xD8), d.seen[1], d.seen[1])
	}
	d.shift(d.seen[0], end, d.seen[2], 1)
}

// shift sets to to the lanes of low from n on, and then those of high.
func (d *planes) shift(low, high, to VecVirtual, n int) {
	if d.set.opmasks {
		VALIGND(U8(uint8(n)), low, high, to)
		return
	}
	between := d.set.vector()
	VPERM2F128(U8(0x21), high, low, between)
	VPALIGNR(U8(uint8(n*d.element.bytes)), low, between, to)
}

// pairIndices are those of the even and of the odd elements of two vectors.
func pairIndices(g *kernel) (evens, odds VecVirtual) {
	table := GLOBL("pairs", RODATA|NOPTR)
	lanes := g.lanes()
	for i := range 2 * lanes {
		DATA(4*i, U32(uint32(i%lanes*2+i/lanes)))
	}
	evens, odds = g.set.vector(), g.set.vector()
	at := GP64()
	LEAQ(table, at)
	VMOVUPS(Mem{Base: at}, evens)
	VMOVUPS(Mem{Base: at, Disp: g.set.bytes}, odds)
	return evens, odds
}
