package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The generator avo writes code for amd64 alone. For arm64 there is as much here as the kernels
// take: text for Go's assembler, with the encodings of what that does not know (neon_encode.go).

// neonElement is a type of numbers in vectors of 16 bytes.
type neonElement struct {
	name, goType string
	bytes        int
	arrangement  string // of a vector, as Go's assembler and ARM's have it
	arm          string
	scalar       string // loads and stores one element
	fused        string // acc += x*y for vectors; empty where it is encoded
	add          func(d, n, m int) uint32
	addElement   func(d, n, m int) uint32 // acc += x * y[0]
	elementName  string
}

var neonElements = []neonElement{
	{name: "f32", goType: "float32", bytes: 4, arrangement: "S4", arm: "4s", scalar: "FMOVS", fused: "VFMLA", addElement: fmlaSingle, elementName: "fmla"},
	{name: "f64", goType: "float64", bytes: 8, arrangement: "D2", arm: "2d", scalar: "FMOVD", fused: "VFMLA", addElement: fmlaDouble, elementName: "fmla"},
	{name: "i32", goType: "int32", bytes: 4, arrangement: "S4", arm: "4s", scalar: "FMOVS", add: mlaVector, addElement: mlaElement, elementName: "mla"},
}

// Registers of the kernels; those of vectors are sums first, then a row of b, then elements of a.
const (
	neonDepth, neonA, neonStepA, neonB, neonStepB = "R0", "R1", "R2", "R3", "R4"
	neonC, neonStepC, neonCols, neonLoad          = "R5", "R6", "R7", "R8"
	neonRow, neonScratch, neonEnd                 = "R9", "R10", "R11"
	firstOffset                                   = 19 // of the rows of a
)

// neonFile is what is written.
type neonFile struct{ code, stubs bytes.Buffer }

// line writes a line of code.
func (f *neonFile) line(format string, args ...any) {
	fmt.Fprintf(&f.code, "\t"+format+"\n", args...)
}

func (f *neonFile) label(name string) { fmt.Fprintf(&f.code, "\n%s:\n", name) }

// word writes an instruction that the assembler does not know.
func (f *neonFile) word(code uint32, format string, args ...any) {
	f.line("WORD $0x%08x // %s", code, fmt.Sprintf(format, args...))
}

// argument is one of a function: a word each.
type argument struct {
	name, goType string
	register     string
	elements     int // 0 for no distance, else the bytes of an element, by which it is multiplied
}

// function begins a function, and loads its arguments.
func (f *neonFile) function(name, doc string, arguments []argument) {
	var list []string
	for _, a := range arguments {
		list = append(list, a.name+" "+a.goType)
	}
	fmt.Fprintf(&f.stubs, "\n// %s %s\n//\n//go:noescape\nfunc %s(%s)\n", name, doc, name, strings.Join(list, ", "))
	fmt.Fprintf(&f.code, "\n// func %s(%s)\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", name, strings.Join(list, ", "), name, 8*len(arguments))
	for i, a := range arguments {
		f.line("MOVD %s+%d(FP), %s", a.name, 8*i, a.register)
		if a.elements > 1 {
			f.line("LSL $%d, %s, %s", map[int]int{4: 2, 8: 3}[a.elements], a.register, a.register)
		}
	}
}

// neonKernel is one function, as kernel is.
type neonKernel struct {
	*neonFile
	neonElement
	rows, vectors int
}

func (g *neonKernel) lanes() int { return 16 / g.bytes }

// sum, value and scalar are numbers of vector registers.
func (g *neonKernel) sum(i, j int) int { return i*g.vectors + j }
func (g *neonKernel) value(j int) int  { return 24 + j }
func (g *neonKernel) scalarOf(i int) int {
	return 28 + i%4
}

// emit writes the function that multiplies blocks.
func (g *neonKernel) emit() {
	name, pointer := fmt.Sprintf("%sNeon%dx%d", g.name, g.rows, g.vectors), "*"+g.goType
	g.function(name, fmt.Sprintf("adds a %dxk by kx%d product to c.", g.rows, g.vectors*g.lanes()), []argument{
		{"depth", "int", neonDepth, 0}, {"a", pointer, neonA, 0}, {"rowA", "int", neonRow, g.bytes}, {"stepA", "int", neonStepA, g.bytes},
		{"b", pointer, neonB, 0}, {"stepB", "int", neonStepB, g.bytes}, {"c", pointer, neonC, 0}, {"stepC", "int", neonStepC, g.bytes},
		{"cols", "int", neonCols, 0}, {"load", "int", neonLoad, 0},
	})
	for i := 1; i < g.rows; i++ {
		if i == 1 {
			g.line("MOVD %s, R%d", neonRow, firstOffset)
		} else {
			g.line("ADD %s, R%d, R%d", neonRow, firstOffset+i-2, firstOffset+i-1)
		}
	}
	g.byTails(name, func(prefix string, tail int) {
		g.begin(prefix, tail)
		g.loop(prefix, func() {
			g.row(neonB, tail, g.value, g.loadVector)
			for i := range g.rows {
				at := fmt.Sprintf("(%s)", neonA)
				if i > 0 {
					at += fmt.Sprintf("(R%d)", firstOffset+i-1)
				}
				g.line("%s %s, F%d", g.scalar, at, g.scalarOf(i))
				for j := range g.vectors {
					d, n, m := g.sum(i, j), g.value(j), g.scalarOf(i)
					g.word(g.addElement(d, n, m), "%s v%d.%s, v%d.%s, v%d.%s[0]", g.elementName, d, g.arm, n, g.arm, m, g.arm[1:])
				}
			}
			g.line("ADD %s, %s", neonStepA, neonA)
			g.line("ADD %s, %s", neonStepB, neonB)
		})
		g.end(tail)
	})
}

// emitDiagonal writes the function of elementwise products.
func (g *neonKernel) emitDiagonal() {
	name, pointer := fmt.Sprintf("%sNeonDiagonal%d", g.name, g.vectors), "*"+g.goType
	g.function(name, fmt.Sprintf("adds elementwise products of up to %d columns to c.", g.vectors*g.lanes()), []argument{
		{"depth", "int", neonDepth, 0}, {"a", pointer, neonA, 0}, {"stepA", "int", neonStepA, g.bytes},
		{"b", pointer, neonB, 0}, {"stepB", "int", neonStepB, g.bytes}, {"c", pointer, neonC, 0}, {"cols", "int", neonCols, 0}, {"load", "int", neonLoad, 0},
	})
	g.byTails(name, func(prefix string, tail int) {
		g.begin(prefix, tail)
		g.loop(prefix, func() {
			g.row(neonA, tail, g.value, g.loadVector)
			g.row(neonB, tail, g.scalarOf, g.loadVector)
			for j := range g.vectors {
				g.addProduct(g.sum(0, j), g.value(j), g.scalarOf(j))
			}
			g.line("ADD %s, %s", neonStepA, neonA)
			g.line("ADD %s, %s", neonStepB, neonB)
		})
		g.end(tail)
	})
}

// addProduct adds a product of vectors.
func (g *neonKernel) addProduct(d, n, m int) {
	if g.fused != "" {
		g.line("%s V%d.%s, V%d.%s, V%d.%s", g.fused, m, g.arrangement, n, g.arrangement, d, g.arrangement)
		return
	}
	g.word(g.add(d, n, m), "mla v%d.%s, v%d.%s, v%d.%s", d, g.arm, n, g.arm, m, g.arm)
}

// emitTaps writes the function for rows by a list of what is multiplied.
func (g *neonKernel) emitTaps() {
	name, pointer := fmt.Sprintf("%sNeonTaps%dx%d", g.name, g.rows, g.vectors), "*"+g.goType
	g.function(name, fmt.Sprintf("adds the products that a list names to %d rows of up to %d columns of c.", g.rows, g.vectors*g.lanes()), []argument{
		{"taps", "int", neonDepth, 0}, {"list", "*int", neonEnd, 0}, {"a", pointer, neonA, 0}, {"stepA", "int", neonStepA, g.bytes},
		{"b", pointer, neonB, 0}, {"c", pointer, neonC, 0}, {"stepC", "int", neonStepC, g.bytes}, {"cols", "int", neonCols, 0}, {"load", "int", neonLoad, 0},
	})
	shift := map[int]int{4: 2, 8: 3}[g.bytes]
	g.byTails(name, func(prefix string, tail int) {
		g.begin(prefix, tail)
		g.loop(prefix, func() {
			g.line("MOVD 8(%s), R13", neonEnd)
			g.line("MOVD.P 16(%s), R12", neonEnd)
			g.line("ADD R13<<%d, %s, R13", shift, neonB)
			g.row("R13", tail, g.value, g.loadVector)
			g.line("TBNZ $63, R12, %s_zero", prefix)
			g.line("ADD R12<<%d, %s, R12", shift, neonA)
			for i := range g.rows {
				g.row("R12", tail, g.scalarOf, g.loadVector)
				for j := range g.vectors {
					g.addProduct(g.sum(i, j), g.scalarOf(j), g.value(j))
				}
				if i+1 < g.rows {
					g.line("ADD %s, R12", neonStepA)
				}
			}
			g.line("JMP %s_added", prefix)
			g.label(prefix + "_zero")
			g.zero(31)
			for i := range g.rows {
				for j := range g.vectors {
					g.addProduct(g.sum(i, j), 31, g.value(j))
				}
			}
			g.label(prefix + "_added")
		})
		g.end(tail)
	})
}

// byTails writes a body for each number of columns in the last vector.
func (g *neonKernel) byTails(name string, body func(prefix string, tail int)) {
	if g.vectors > 1 {
		g.line("SUB $%d, %s", (g.vectors-1)*g.lanes(), neonCols)
	}
	for tail := 1; tail < g.lanes(); tail++ {
		g.line("CMP $%d, %s", tail, neonCols)
		g.line("BEQ %s_%d", name, tail)
	}
	for tail := g.lanes(); tail > 0; tail-- {
		prefix := fmt.Sprintf("%s_%d", name, tail)
		if tail < g.lanes() {
			g.label(prefix)
		}
		body(prefix, tail)
	}
}

func (g *neonKernel) zero(v int) { g.line("VEOR V%d.B16, V%d.B16, V%d.B16", v, v, v) }

// begin writes what is before the loop: sums of zero, or those of c.
func (g *neonKernel) begin(prefix string, tail int) {
	g.line("CBZ %s, %s_new", neonLoad, prefix)
	g.rowsOfC(tail, g.loadVector)
	g.line("JMP %s_loop", prefix)
	g.label(prefix + "_new")
	for i := range g.rows * g.vectors {
		g.zero(i)
	}
}

// loop writes the loop over the inner axis.
func (g *neonKernel) loop(prefix string, body func()) {
	g.label(prefix + "_loop")
	body()
	g.line("SUB $1, %s", neonDepth)
	g.line("CBNZ %s, %s_loop", neonDepth, prefix)
}

// end writes the sums to c.
func (g *neonKernel) end(tail int) {
	g.rowsOfC(tail, g.storeVector)
	g.line("RET")
}

func (g *neonKernel) rowsOfC(tail int, move func(at string, disp, v, lanes int)) {
	at := neonC
	for i := range g.rows {
		g.row(at, tail, func(j int) int { return g.sum(i, j) }, move)
		if i+1 < g.rows {
			g.line("ADD %s, %s, R14", neonStepC, at)
			at = "R14"
		}
	}
}

// row moves the vectors of a row, the last of which has tail lanes.
func (g *neonKernel) row(at string, tail int, register func(j int) int, move func(at string, disp, v, lanes int)) {
	for j := range g.vectors {
		lanes := g.lanes()
		if j == g.vectors-1 {
			lanes = tail
		}
		move(at, 16*j, register(j), lanes)
	}
}

// loadVector and storeVector move so many lanes, and touch no other memory.
func (g *neonKernel) loadVector(at string, disp, v, lanes int) {
	switch n := lanes * g.bytes; n {
	case 16:
		g.line("FMOVQ %d(%s), F%d", disp, at, v)
	case 4:
		g.line("FMOVS %d(%s), F%d", disp, at, v)
	default:
		g.line("FMOVD %d(%s), F%d", disp, at, v)
		if n == 12 {
			g.line("ADD $%d, %s, %s", disp+8, at, neonScratch)
			g.line("VLD1 (%s), V%d.S[2]", neonScratch, v)
		}
	}
}

func (g *neonKernel) storeVector(at string, disp, v, lanes int) {
	switch n := lanes * g.bytes; n {
	case 16:
		g.line("FMOVQ F%d, %d(%s)", v, disp, at)
	case 4:
		g.line("FMOVS F%d, %d(%s)", v, disp, at)
	default:
		g.line("FMOVD F%d, %d(%s)", v, disp, at)
		if n == 12 {
			g.line("ADD $%d, %s, %s", disp+8, at, neonScratch)
			g.line("VST1 V%d.S[2], (%s)", v, neonScratch)
		}
	}
}

// emitPeak writes the function that adds products of registers, and nothing else.
func (g *neonKernel) emitPeak() {
	name := g.name + "NeonPeak"
	sums := g.rows * g.vectors
	g.function(name, fmt.Sprintf("adds the square of x to %d vectors, %d times so many rounds.", sums, peakTimes), []argument{
		{"rounds", "int", neonDepth, 0}, {"x", "*" + g.goType, neonA, 0},
	})
	for i := range sums + 1 {
		g.line("VLD1R (%s), [V%d.%s]", neonA, i, g.arrangement)
	}
	g.loop(name, func() {
		for range peakTimes {
			for i := range sums {
				g.addProduct(i, sums, sums)
			}
		}
	})
	g.line("RET")
}

// writeNeon writes the two files for arm64 into a folder.
func writeNeon(dir string) error {
	const head = "// Code generated by command: go run . -isa neon -dir %s. DO NOT EDIT.\n\n//go:build arm64 && !purego\n"
	f := &neonFile{}
	fmt.Fprintf(&f.code, head+"\n#include \"textflag.h\"\n", dir)
	fmt.Fprintf(&f.stubs, head+"\npackage contract\n", dir)
	for _, e := range neonElements {
		for vectors := 1; vectors <= 4; vectors++ {
			for rows := 1; rows <= tallest(vectors); rows++ {
				(&neonKernel{f, e, rows, vectors}).emit()
			}
			(&neonKernel{f, e, 1, vectors}).emitDiagonal()
		}
		for vectors := 1; vectors <= 2; vectors++ {
			for _, rows := range []int{1, 2, 4} {
				(&neonKernel{f, e, rows, vectors}).emitTaps()
			}
		}
		if e.fused != "" {
			(&neonKernel{f, e, 6, 4}).emitPeak()
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "kernels_neon_arm64.s"), f.code.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "kernels_neon_arm64.go"), f.stubs.Bytes(), 0o644)
}
