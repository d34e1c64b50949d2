package main

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// avo writes code for amd64 alone. For arm64 there is as much here as the loops of elementwise
// operations and functions take: a target that takes down instructions of unlimited registers, and
// text for Go's assembler.

// neonFile is what is written, with the loops by the number of their operands and by key.
type neonFile struct {
	code, stubs, data bytes.Buffer
	table             [4]map[string]string
	words             map[uint64]int // where constants are
	tables            map[*float64]string
}

// neonTarget takes down a step of a loop.
type neonTarget struct {
	of    element
	file  *neonFile
	lines []neonLine
	count int // of registers
}

// neonLine is an instruction: how it is written, and its registers, which the text gets in order.
type neonLine struct {
	text      func(r []int) string
	registers []int
}

// neonValue is a register by number, or a constant by its bits.
type neonValue struct {
	register int // -1 for a constant
	bits     uint64
}

func (t *neonTarget) lane() element           { return t.of }
func (t *neonTarget) number(v float64) value  { return neonValue{-1, t.of.value(v).bits} }
func (t *neonTarget) word(bits uint64) value  { return neonValue{-1, bits} }
func (t *neonTarget) held(register int) value { return neonValue{register: register} }

// fresh is another register.
func (t *neonTarget) fresh() int {
	t.count++
	return t.count - 1
}

// line takes down an instruction of Go's assembler.
func (t *neonTarget) line(registers []int, format string) {
	t.lines = append(t.lines, neonLine{func(r []int) string {
		arguments := make([]any, len(r))
		for i := range r {
			arguments[i] = r[i]
		}
		return fmt.Sprintf(format, arguments...)
	}, registers})
}

// encoded takes down an instruction that is encoded, of d and one or two sources.
func (t *neonTarget) encoded(i neonInstruction, registers ...int) {
	t.lines = append(t.lines, neonLine{func(r []int) string {
		m := 0
		if len(r) > 2 {
			m = r[2]
		}
		return fmt.Sprintf("WORD $0x%08x // %s", i.encode(t.of.size, r[0], r[1], m), i.text(t.of.size, r[0], r[1], m))
	}, registers})
}

// in is the register of a value; a constant is loaded.
func (t *neonTarget) in(v value) int {
	x := v.(neonValue)
	if x.register >= 0 {
		return x.register
	}
	d := t.fresh()
	at := t.file.constant(constant{t.of.size, x.bits}.word())
	t.line([]int{d}, "FMOVQ "+at+", F%d")
	return d
}

// two takes down an instruction with two sources, one that with one.
func (t *neonTarget) two(i neonInstruction, a, b value) value {
	x, y, d := t.in(a), t.in(b), t.fresh()
	t.encoded(i, d, x, y)
	return t.held(d)
}

func (t *neonTarget) one(i neonInstruction, a value) value {
	x, d := t.in(a), t.fresh()
	t.encoded(i, d, x)
	return t.held(d)
}

func (t *neonTarget) add(a, b value) value     { return t.two(neonAdd, a, b) }
func (t *neonTarget) sub(a, b value) value     { return t.two(neonSub, a, b) }
func (t *neonTarget) mul(a, b value) value     { return t.two(neonMul, a, b) }
func (t *neonTarget) div(a, b value) value     { return t.two(neonDiv, a, b) }
func (t *neonTarget) and(a, b value) value     { return t.two(neonAnd, a, b) }
func (t *neonTarget) or(a, b value) value      { return t.two(neonOr, a, b) }
func (t *neonTarget) xor(a, b value) value     { return t.two(neonXor, a, b) }
func (t *neonTarget) addBits(a, b value) value { return t.two(neonAddBits, a, b) }
func (t *neonTarget) sqrt(a value) value       { return t.one(neonSqrt, a) }
func (t *neonTarget) round(a value) value      { return t.one(neonRound, a) }

// copy is a in a register of its own.
func (t *neonTarget) copy(a value) value {
	if a.(neonValue).register < 0 {
		return a
	}
	return t.move(a)
}

func (t *neonTarget) move(a value) value {
	x, d := t.in(a), t.fresh()
	t.line([]int{x, d}, "VMOV V%d.B16, V%d.B16")
	return t.held(d)
}

func (t *neonTarget) mulAdd(a, b, c value) value {
	x, y, sum := t.in(a), t.in(b), t.in(c)
	t.encoded(neonMulAdd, sum, x, y)
	return t.held(sum)
}

func (t *neonTarget) subMul(a, b, c value) value {
	x, y, sum := t.in(a), t.in(b), t.in(c)
	t.encoded(neonMulSub, sum, x, y)
	return t.held(sum)
}

func (t *neonTarget) mulAddNumber(a, b, c value) value { return t.mulAdd(a, b, t.copy(c)) }

func (t *neonTarget) shiftLeft(a value, bits int) value  { return t.one(neonShiftLeft(bits), a) }
func (t *neonTarget) shiftRight(a value, bits int) value { return t.one(neonShiftRight(bits), a) }

func (t *neonTarget) larger(c, x value) value  { return t.choose(t.less(x, c), c, x) }
func (t *neonTarget) smaller(c, x value) value { return t.choose(t.less(c, x), c, x) }

func (t *neonTarget) less(a, b value) condition  { return t.two(neonGreater, b, a) }
func (t *neonTarget) equal(a, b value) condition { return t.two(neonEqual, a, b) }

func (t *neonTarget) choose(held condition, yes, no value) value {
	d, x, y := t.in(t.move(held)), t.in(yes), t.in(no)
	t.encoded(neonChoose, d, x, y)
	return t.held(d)
}

// require stops the loop before the current step.
func (t *neonTarget) require(held condition, _ string) {
	t.line([]int{t.in(held)}, "VMOV V%d.D[0], R10")
	t.line([]int{t.in(held)}, "VMOV V%d.D[1], R11")
	t.line(nil, "AND R10, R11")
	t.line(nil, "CMN $1, R11")
	t.line(nil, "BNE done")
}

// scale multiplies by two powers, so that the first product is exact.
func (t *neonTarget) scale(a, k value) value {
	whole := t.one(neonFloor, k)
	half := t.round(t.mul(whole, t.number(0.5)))
	return t.mul(t.mul(a, powerOfTwo(t, half)), powerOfTwo(t, t.sub(whole, half)))
}

// lookup reads lane by lane.
func (t *neonTarget) lookup(index value, table []float64) value {
	x, d := t.in(index), t.fresh()
	t.line(nil, "MOVD $"+t.file.lookupTable(table)+"(SB), R12")
	for lane := range 4 {
		t.line([]int{x}, fmt.Sprintf("VMOV V%%d.S[%d], R10", lane))
		t.line(nil, fmt.Sprintf("AND $%d, R10", len(table)-1))
		t.line(nil, "ADD R10<<2, R12, R11")
		t.line([]int{d}, fmt.Sprintf("VLD1 (R11), V%%d.S[%d]", lane))
	}
	return t.held(d)
}

// text is the step with registers of the machine: of those that there are, each serves from the
// first instruction that names it to the last.
func (t *neonTarget) text() (lines []string) {
	last := make([]int, t.count)
	for i, l := range t.lines {
		for _, r := range l.registers {
			last[r] = i
		}
	}
	place := map[int]int{}
	var free [32]bool
	for r := range free {
		free[r] = true
	}
	for i, l := range t.lines {
		var at []int
		for _, r := range l.registers {
			p, ok := place[r]
			if !ok {
				p = slices.Index(free[:], true)
				if p < 0 {
					fail(fmt.Errorf("a function takes more than 32 registers of arm64"))
				}
				place[r], free[p] = p, false
			}
			at = append(at, p)
		}
		lines = append(lines, l.text(at))
		for _, r := range l.registers {
			if last[r] == i {
				free[place[r]] = true
			}
		}
	}
	return lines
}

// constant is the address of 16 bytes full of a word, from what R9 points at.
func (f *neonFile) constant(word uint64) string {
	at, ok := f.words[word]
	if !ok {
		at = 16 * len(f.words)
		f.words[word] = at
		fmt.Fprintf(&f.data, "\nDATA constants<>+%d(SB)/8, $0x%s\nDATA constants<>+%d(SB)/8, $0x%[2]s\n", at, hex(word), at+8)
	}
	return fmt.Sprintf("%d(R9)", at)
}

// lookupTable is the name of a table of f32.
func (f *neonFile) lookupTable(table []float64) string {
	name, ok := f.tables[&table[0]]
	if !ok {
		name = fmt.Sprintf("table%d<>", len(f.tables))
		f.tables[&table[0]] = name
		fmt.Fprintln(&f.data)
		for i, v := range table {
			fmt.Fprintf(&f.data, "DATA %s+%d(SB)/4, $0x%08x\n", name, 4*i, f32.value(v).bits)
		}
		fmt.Fprintf(&f.data, "GLOBL %s(SB), RODATA|NOPTR, $%d\n", name, 4*len(table))
	}
	return name
}

// neonLoop is a loop over contiguous elements, as kernel is.
type neonLoop struct {
	op       string
	types    []string
	operands int
	bytes    int // of a step
	lanes    int
	unroll   int
	step     func(t *neonTarget, x []value) value
	of       element
	widened  bool // elements of f32 are computed in f64
}

// define writes a loop.
func (f *neonFile) define(l neonLoop) {
	name := (&kernel{m: &machine{name: "Neon"}, op: l.op, types: l.types}).name()
	if f.table[l.operands] == nil {
		f.table[l.operands] = map[string]string{}
	}
	for _, t := range l.types {
		f.table[l.operands][l.op+"/"+t] = name
	}
	names := operandNames[:l.operands+1]
	list := strings.Join(names, ", ")
	fmt.Fprintf(&f.stubs, "\n// %[1]s is the loop of %[2]s on %[3]s.\n//\n//go:noescape\nfunc %[1]s(%[4]s *byte, n int) (done int)\n", name, l.op, strings.Join(l.types, ", "), list)
	fmt.Fprintf(&f.code, "\n// func %[1]s(%[2]s *byte, n int) (done int)\nTEXT ·%[1]s(SB), NOSPLIT, $0-%[3]d\n", name, list, 8*len(names)+16)
	for i, operand := range names {
		fmt.Fprintf(&f.code, "\tMOVD %s+%d(FP), R%d\n", operand, 8*i, i)
	}
	fmt.Fprintf(&f.code, "\tMOVD n+%d(FP), R4\n\tMOVD $0, R5\n\tMOVD $constants<>(SB), R9\n", 8*len(names))
	if l.unroll > 1 {
		f.turn(l, "turn", "step", l.unroll)
	}
	f.turn(l, "step", "done", 1)
	fmt.Fprintf(&f.code, "\ndone:\n\tMOVD R5, done+%d(FP)\n\tRET\n", 8*len(names)+8)
}

// turn writes a loop of so many steps at a time.
func (f *neonFile) turn(l neonLoop, label, next string, steps int) {
	fmt.Fprintf(&f.code, "\n%s:\n\tADD $%d, R5, R7\n\tCMP R4, R7\n\tBGT %s\n", label, steps*l.lanes, next)
	t := &neonTarget{of: l.of, file: f}
	move := map[int]string{8: "FMOVD", 16: "FMOVQ"}[l.bytes]
	for s := range steps {
		var x []value
		for o := range l.operands {
			d := t.fresh()
			t.line([]int{d}, fmt.Sprintf("%s %d(R%d), F%%d", move, s*l.bytes, o+1))
			if v := t.held(d); l.widened {
				x = append(x, t.one(neonWiden, v))
			} else {
				x = append(x, v)
			}
		}
		v := l.step(t, x)
		if l.widened {
			v = t.one(neonNarrow, v)
		}
		t.line([]int{t.in(v)}, fmt.Sprintf("%s F%%d, %d(R0)", move, s*l.bytes))
	}
	for _, line := range t.text() {
		fmt.Fprintf(&f.code, "\t%s\n", line)
	}
	for o := range l.operands + 1 {
		fmt.Fprintf(&f.code, "\tADD $%d, R%d\n", steps*l.bytes, o)
	}
	fmt.Fprintf(&f.code, "\tMOVD R7, R5\n\tJMP %s\n", label)
}

// neonFunction writes the loops of a function, as defineFunction does.
func (f *neonFile) neonFunction(g function) {
	define := func(form form, of element, size int, types ...string) {
		l := neonLoop{op: g.name, types: types, operands: form.operands(), of: of, lanes: 16 / of.size, unroll: 1, bytes: 16 / of.size * size, widened: size != of.size}
		l.step = func(t *neonTarget, x []value) value { return form.apply(t, x) }
		f.define(l)
	}
	wide := g.wide
	if !wide.is() {
		wide = g.double
	}
	if g.single.is() {
		define(g.single.form, f32, 4, "f32")
	} else {
		define(wide, f64, 4, "f32")
	}
	switch {
	case !g.wide.is():
		define(wide, f64, 8, "wide", "f64")
	case g.double.is():
		define(g.double, f64, 8, "f64")
		fallthrough
	default:
		define(wide, f64, 8, "wide")
	}
}

// writeNeon writes the files for arm64 into a folder.
func writeNeon(dir string) {
	const head = "// Code generated by command: go run . -isa neon -dir %s. DO NOT EDIT.\n\n//go:build arm64 && !purego\n\n"
	f := &neonFile{words: map[uint64]int{}, tables: map[*float64]string{}}
	fmt.Fprintf(&f.code, head+"#include \"textflag.h\"\n", dir)
	fmt.Fprintf(&f.stubs, head+"package kernel\n", dir)
	f.neonElementwise()
	for _, g := range functions {
		f.neonFunction(g)
	}
	fmt.Fprintf(&f.data, "\nGLOBL constants<>(SB), RODATA|NOPTR, $%d\n", 16*len(f.words))
	var list bytes.Buffer
	fmt.Fprintf(&list, head+"package kernel\n\n// neonLoops are the loops in machine code for NEON.\nvar neonLoops = machineLoops{\n", dir)
	for operands := 1; operands < len(f.table); operands++ {
		fmt.Fprintf(&list, "%s: map[string]machine%d{\n", [...]string{"", "one", "two", "three"}[operands], operands)
		for _, key := range slices.Sorted(maps.Keys(f.table[operands])) {
			fmt.Fprintf(&list, "%q: %s,\n", key, f.table[operands][key])
		}
		fmt.Fprintln(&list, "},")
	}
	fmt.Fprintln(&list, "}")
	text, err := format.Source(list.Bytes())
	if err != nil {
		fail(err)
	}
	for name, content := range map[string][]byte{
		"loops_neon_arm64.s": append(f.code.Bytes(), f.data.Bytes()...), "loops_neon_arm64.go": f.stubs.Bytes(), "table_neon_arm64.go": text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			fail(err)
		}
	}
}
