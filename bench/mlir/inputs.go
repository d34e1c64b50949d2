package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
)

const (
	floatT = "tensor<16x16xf32>"
	intT   = "tensor<16x16xi32>"
)

func emptyModule(w *bufio.Writer, _ int) { w.WriteString("module {\n}\n") }

// program writes functions of arith ops: of every hundred about 15 repeat one
// that came shortly before, 10 are not used, and 15 fold.
type program struct {
	w       *bufio.Writer
	rng     *rand.Rand
	left    int // ops to write
	names   int // given so far
	indent  string
	nested  bool
	float   pool
	integer pool
	history []string
}

// pool holds the values of one type that may be used, and those that must.
type pool struct{ recent, unused, consts []string }

func arith(funcs int) func(w *bufio.Writer, n int) {
	return func(w *bufio.Writer, n int) {
		p := &program{w: w, rng: rand.New(rand.NewPCG(1, uint64(n)))}
		w.WriteString("module {\n")
		for k := range funcs {
			p.left = n / funcs
			p.function(k)
		}
		w.WriteString("}\n")
	}
}

// nestedScf writes one function whose ops stand in loops and branches.
func nestedScf(w *bufio.Writer, n int) {
	p := &program{w: w, rng: rand.New(rand.NewPCG(2, uint64(n))), left: n, nested: true}
	w.WriteString("module {\n")
	p.function(0)
	w.WriteString("}\n")
}

func (p *program) function(k int) {
	p.names, p.indent, p.history = 0, "    ", nil
	p.float, p.integer = pool{}, pool{}
	fmt.Fprintf(p.w, "  func.func @f%d(%%cond: i1", k)
	for i := range 4 {
		fmt.Fprintf(p.w, ", %%a%d: %s, %%b%d: %s", i, floatT, i, intT)
		p.float.recent = append(p.float.recent, fmt.Sprintf("%%a%d", i))
		p.integer.recent = append(p.integer.recent, fmt.Sprintf("%%b%d", i))
	}
	fmt.Fprintf(p.w, ") -> (%s, %s) {\n", floatT, intT)
	if p.nested {
		for _, c := range []int{0, 1, 4} {
			fmt.Fprintf(p.w, "    %%c%d = arith.constant %d : index\n", c, c)
		}
	}
	p.body(0, p.left)
	x, y := p.collect(true), p.collect(false)
	fmt.Fprintf(p.w, "    return %s, %s : %s, %s\n  }\n", x, y, floatT, intT)
}

// body writes at most n ops, and regions at depth.
func (p *program) body(depth, n int) {
	for end := p.left - n; p.left > max(end, 0); {
		if p.nested && depth < 6 && p.left-end > 16 && p.rng.IntN(12) == 0 {
			p.region(depth, min(p.left-end, 12+p.rng.IntN(50)))
		} else {
			p.one()
		}
	}
}

func (p *program) emit(format string, args ...any) {
	p.w.WriteString(p.indent)
	fmt.Fprintf(p.w, format, args...)
	p.w.WriteByte('\n')
	p.left--
}

func (p *program) name() string {
	p.names++
	return fmt.Sprintf("%%%d", p.names-1)
}

func (p *program) pool(float bool) (*pool, string) {
	if float {
		return &p.float, floatT
	}
	return &p.integer, intT
}

func (l *pool) add(v string) {
	l.unused = append(l.unused, v)
	if len(l.recent) >= 64 {
		l.recent = l.recent[1:]
	}
	l.recent = append(l.recent, v)
}

// pick returns a value, one that is not used yet if there are any.
func (p *program) pick(l *pool) string {
	if len(l.unused) > 0 {
		v := l.unused[0]
		l.unused = l.unused[1:]
		return v
	}
	return l.recent[p.rng.IntN(len(l.recent))]
}

var (
	floatOps = []string{"addf", "mulf", "subf", "maximumf", "minimumf", "divf"}
	intOps   = []string{"addi", "muli", "subi", "maxsi", "minsi", "maxui"}
)

func (p *program) one() {
	float := p.rng.IntN(10) < 7
	l, t := p.pool(float)
	ops := intOps
	if float {
		ops = floatOps
	}
	x := l.recent[p.rng.IntN(len(l.recent))]
	y := l.recent[p.rng.IntN(len(l.recent))]
	op := ops[p.rng.IntN(len(ops))]
	switch k := p.rng.IntN(100); {
	case k < 15 && len(p.history) > 0 && float:
		v := p.name()
		p.emit("%s = %s", v, p.history[p.rng.IntN(len(p.history))])
		l.add(v)
	case k < 25:
		p.emit("%s = arith.%s %s, %s : %s", p.name(), op, x, y, t)
	case k < 40:
		x, y = p.constant(float, false), p.constant(float, false)
		if p.rng.IntN(2) == 0 {
			x, y = p.pick(l), p.constant(float, true)
		}
		v := p.name()
		p.emit("%s = arith.%s %s, %s : %s", v, map[bool]string{true: "mulf", false: "muli"}[float], x, y, t)
		l.add(v)
	default:
		text := fmt.Sprintf("arith.%s %s, %s : %s", op, p.pick(l), y, t)
		v := p.name()
		p.emit("%s = %s", v, text)
		l.add(v)
		if float {
			p.history = append(p.history[max(0, len(p.history)-100):], text)
		}
	}
}

// constant writes a constant, or takes one of those before. one asks for the
// neutral element of multiplication.
func (p *program) constant(float, one bool) string {
	l, t := p.pool(float)
	if len(l.consts) > 0 && !one && p.rng.IntN(3) > 0 {
		return l.consts[p.rng.IntN(len(l.consts))]
	}
	v, value := p.name(), 1
	if !one {
		value = 2 + p.rng.IntN(1<<20)
		l.consts = append(l.consts[max(0, len(l.consts)-31):], v)
	}
	if float {
		p.emit("%s = arith.constant dense<%.6e> : %s", v, float64(value), t)
	} else {
		p.emit("%s = arith.constant dense<%d> : %s", v, value, t)
	}
	return v
}

// collect folds the values nobody uses into one.
func (p *program) collect(float bool) string {
	l, t := p.pool(float)
	op := map[bool]string{true: "addf", false: "addi"}[float]
	for len(l.unused) > 1 {
		v := p.name()
		p.emit("%s = arith.%s %s, %s : %s", v, op, l.unused[0], l.unused[1], t)
		l.unused = append(l.unused[2:], v)
	}
	return p.pick(l)
}

// region writes an scf.for or scf.if with about n ops.
func (p *program) region(depth, n int) {
	v := p.name()
	outer := *p
	inner := func(n int, arg string) {
		p.indent = outer.indent + "  "
		p.float = pool{recent: append([]string(nil), outer.float.recent...), consts: outer.float.consts}
		p.integer = pool{recent: append([]string(nil), outer.integer.recent...), consts: outer.integer.consts}
		p.history = append([]string(nil), outer.history...)
		if arg != "" {
			p.float.add(arg)
		}
		p.body(depth+1, n)
		p.emit("scf.yield %s : %s", p.collect(true), floatT)
	}
	if p.rng.IntN(2) == 0 {
		p.emit("%s = scf.for %%i%s = %%c0 to %%c4 step %%c1 iter_args(%%it%s = %s) -> (%s) {", v, v[1:], v[1:], p.pick(&p.float), floatT)
		outer.float = p.float
		inner(n, "%it"+v[1:])
	} else {
		p.emit("%s = scf.if %%cond -> (%s) {", v, floatT)
		inner(n/2, "")
		fmt.Fprintf(p.w, "%s} else {\n", outer.indent)
		inner(n/2, "")
	}
	p.indent, p.float, p.integer, p.history = outer.indent, outer.float, outer.integer, outer.history
	fmt.Fprintf(p.w, "%s}\n", p.indent)
	p.float.add(v)
}

// generic writes ops of an unknown dialect.
func generic(w *bufio.Writer, n int) {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	w.WriteString("\"test.func\"() ({\n^bb0(%a: tensor<16x16xf32>):\n")
	name := func(i int) string {
		if i < 0 {
			return "%a"
		}
		return fmt.Sprintf("%%%d", i)
	}
	for i := range n {
		x, y := max(-1, i-1-rng.IntN(64)), max(-1, i-1-rng.IntN(64))
		fmt.Fprintf(w, "  %%%d = \"other.op%d\"(%s, %s) {axis = %d : i64, mode = \"m%d\"} : (%s, %s) -> %s\n",
			i, rng.IntN(20), name(x), name(y), rng.IntN(4), rng.IntN(8), floatT, floatT, floatT)
	}
	w.WriteString("}) : () -> ()\n")
}

// uniqueAttrs writes ops of an unknown dialect with one attribute each that no
// other has.
func uniqueAttrs(w *bufio.Writer, n int) {
	w.WriteString("\"other.func\"() ({\n^bb0(%a: f32):\n")
	for i := range n {
		fmt.Fprintf(w, "  \"other.op\"(%%a) {name = \"n%d\"} : (f32) -> ()\n", i)
	}
	w.WriteString("}) : () -> ()\n")
}

// condBlocks writes blocks that each branch to one of the next two, all on the
// same condition.
func condBlocks(w *bufio.Writer, n int) {
	w.WriteString("func.func @f(%c: i1, %a: i32) -> i32 {\n  cf.br ^b0\n")
	for i := range n {
		fmt.Fprintf(w, "^b%d:\n  %%x%d = arith.addi %%a, %%a : i32\n  \"other.use\"(%%x%d) : (i32) -> ()\n", i, i, i)
		if i < n-1 {
			fmt.Fprintf(w, "  cf.cond_br %%c, ^b%d, ^b%d\n", i+1, min(i+2, n-1))
		} else {
			w.WriteString("  return %a : i32\n}\n")
		}
	}
}

// nest writes n levels of scf.if.
func nest(w *bufio.Writer, n int) {
	fmt.Fprintf(w, "func.func @f(%%c: i1, %%a: %s) -> %s {\n", floatT, floatT)
	for i := range n {
		fmt.Fprintf(w, "%%%d = scf.if %%c -> (%s) {\n", i, floatT)
	}
	fmt.Fprintf(w, "scf.yield %%a : %s\n", floatT)
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(w, "} else {\nscf.yield %%a : %s\n}\n", floatT)
		if i > 0 {
			fmt.Fprintf(w, "scf.yield %%%d : %s\n", i, floatT)
		}
	}
	fmt.Fprintf(w, "return %%0 : %s\n}\n", floatT)
}

func randomFloats(n int, each func(f float32)) {
	rng := rand.New(rand.NewPCG(4, uint64(n)))
	for range n {
		each(rng.Float32()*8 - 4)
	}
}

func denseDecimal(w *bufio.Writer, n int) {
	w.WriteString("%0 = arith.constant dense<[")
	i := 0
	randomFloats(n, func(f float32) {
		if i++; i > 1 {
			w.WriteString(", ")
		}
		fmt.Fprintf(w, "%.6e", f)
	})
	fmt.Fprintf(w, "]> : tensor<%dxf32>\n", n)
}

func writeHex(w *bufio.Writer, n int) {
	var raw [4]byte
	out := make([]byte, 8)
	randomFloats(n, func(f float32) {
		binary.LittleEndian.PutUint32(raw[:], math.Float32bits(f))
		hex.Encode(out, raw[:])
		w.Write(out)
	})
}

func denseHex(w *bufio.Writer, n int) {
	w.WriteString(`%0 = arith.constant dense<"0x`)
	writeHex(w, n)
	fmt.Fprintf(w, "\"> : tensor<%dxf32>\n", n)
}

func denseResource(w *bufio.Writer, n int) {
	fmt.Fprintf(w, "%%0 = arith.constant dense_resource<blob1> : tensor<%dxf32>\n{-#\n  dialect_resources: {\n    builtin: {\n      blob1: \"0x04000000", n)
	writeHex(w, n)
	w.WriteString("\"\n    }\n  }\n#-}\n")
}
