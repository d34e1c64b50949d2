package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"math"
	"slices"
	"strings"
)

// goTarget writes a function as Go. Conversions around products keep compilers from fusing them
// with the sum that follows.
type goTarget struct {
	of         element
	parameters string // their names
	lines      []string
	count      int
	constants  []uint64 // in the order of their first use
	tables     [][]float64
}

func (t *goTarget) lane() element { return t.of }

// typeName is the lanes' type in Go.
func (t *goTarget) typeName() string { return fmt.Sprintf("float%d", 8*t.of.size) }

// name gives an expression a name.
func (t *goTarget) name(format string, arguments ...any) value {
	t.count++
	name := fmt.Sprintf("t%d", t.count)
	t.lines = append(t.lines, name+" := "+fmt.Sprintf(format, arguments...))
	return name
}

// constantsOf are the bits of the constants of a form, and its tables.
func constantsOf(f form, of element) (constants []uint64, tables [][]float64) {
	t := &goTarget{of: of}
	f.apply(t, []value{"x", "y"})
	return t.constants, t.tables
}

// uses takes down a constant.
func (t *goTarget) uses(bits uint64) {
	if !slices.Contains(t.constants, bits) {
		t.constants = append(t.constants, bits)
	}
}

func (t *goTarget) number(v float64) value {
	t.uses(t.of.value(v).bits)
	text := ""
	switch {
	case math.IsNaN(v):
		text = "math.NaN()"
	case math.IsInf(v, 0):
		text = fmt.Sprintf("math.Inf(%d)", map[bool]int{true: -1, false: 1}[v < 0])
	case t.of.size == 4:
		return fmt.Sprintf("%v", float32(v))
	default:
		return fmt.Sprintf("%v", v)
	}
	if t.of.size == 4 {
		return "float32(" + text + ")"
	}
	return text
}

func (t *goTarget) word(bits uint64) value {
	t.uses(bits)
	return bits
}

// bits is the text of an operand's bits.
func (t *goTarget) bits(v value) string {
	if bits, ok := v.(uint64); ok {
		return fmt.Sprintf("%#x", bits)
	}
	return fmt.Sprintf("math.Float%dbits(%s)", 8*t.of.size, v)
}

func (t *goTarget) ofBits(format string, arguments ...any) value {
	return t.name("math.Float%dfrombits(%s)", 8*t.of.size, fmt.Sprintf(format, arguments...))
}

func (t *goTarget) add(a, b value) value { return t.name("%s + %s", a, b) }
func (t *goTarget) sub(a, b value) value { return t.name("%s - %s", a, b) }
func (t *goTarget) mul(a, b value) value { return t.name("%s(%s * %s)", t.typeName(), a, b) }
func (t *goTarget) div(a, b value) value { return t.name("%s / %s", a, b) }

// call is a function of package math, which has one for f64 only; the square root and the nearest
// whole number of an f32 are the same, rounded.
func (t *goTarget) call(name string, a value) value {
	if t.of.size == 4 {
		return t.name("float32(math.%s(float64(%s)))", name, a)
	}
	return t.name("math.%s(%s)", name, a)
}

func (t *goTarget) sqrt(a value) value  { return t.call("Sqrt", a) }
func (t *goTarget) round(a value) value { return t.call("RoundToEven", a) }

func (t *goTarget) scale(a, k value) value { return t.name("scale(%s, %s)", a, k) }

func (t *goTarget) lookup(index value, table []float64) value {
	t.tables = append(t.tables, table)
	return t.name("%s[%s%%%d]", goTable(table), t.bits(index), len(table))
}

// goTables are the tables that functions look up, in the order of their names.
var goTables [][]float64

// goTable is the name of a table.
func goTable(table []float64) string {
	i := slices.IndexFunc(goTables, func(known []float64) bool { return &known[0] == &table[0] })
	if i < 0 {
		i = len(goTables)
		goTables = append(goTables, table)
	}
	return fmt.Sprintf("table%d", i)
}

// tablesText defines the tables.
func tablesText(text *bytes.Buffer) {
	for i, table := range goTables {
		fmt.Fprintf(text, "\nvar table%d = [...]float32{\n", i)
		for _, v := range table {
			fmt.Fprintf(text, "%v,\n", float32(v))
		}
		fmt.Fprintf(text, "}\n")
	}
}

func (t *goTarget) mulAdd(a, b, c value) value {
	if t.of.size == 4 {
		return t.name("fusedMultiplyAdd(%s, %s, %s)", a, b, c)
	}
	return t.name("math.FMA(%s, %s, %s)", a, b, c)
}

func (t *goTarget) subMul(a, b, c value) value {
	return t.mulAdd(fmt.Sprintf("-%s", a), b, c)
}

func (t *goTarget) mulAddNumber(a, b, c value) value { return t.mulAdd(a, b, c) }

func (t *goTarget) copy(a value) value { return a }

func (t *goTarget) and(a, b value) value { return t.ofBits("%s & %s", t.bits(a), t.bits(b)) }
func (t *goTarget) or(a, b value) value  { return t.ofBits("%s | %s", t.bits(a), t.bits(b)) }
func (t *goTarget) xor(a, b value) value { return t.ofBits("%s ^ %s", t.bits(a), t.bits(b)) }

func (t *goTarget) addBits(a, b value) value           { return t.ofBits("%s + %s", t.bits(a), t.bits(b)) }
func (t *goTarget) shiftLeft(a value, bits int) value  { return t.ofBits("%s << %d", t.bits(a), bits) }
func (t *goTarget) shiftRight(a value, bits int) value { return t.ofBits("%s >> %d", t.bits(a), bits) }

func (t *goTarget) larger(c, x value) value  { return t.choose(t.less(x, c), c, x) }
func (t *goTarget) smaller(c, x value) value { return t.choose(t.less(c, x), c, x) }

func (t *goTarget) less(a, b value) condition  { return fmt.Sprintf("%s < %s", a, b) }
func (t *goTarget) equal(a, b value) condition { return fmt.Sprintf("%s == %s", a, b) }

func (t *goTarget) choose(held condition, yes, no value) value {
	if yes, ok := yes.(string); ok {
		name := t.name("%s(%s)", t.typeName(), no)
		t.lines = append(t.lines, fmt.Sprintf("if %s {\n%s = %s\n}", held, name, yes))
		return name
	}
	panic("choose takes numbers")
}

func (t *goTarget) require(held condition, elsewhere string) {
	t.lines = append(t.lines, fmt.Sprintf("if !(%s) {\nreturn %s(%s)\n}", held, elsewhere, t.parameters))
}

// functionsText is the Go file of all functions.
func functionsText() []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "// Code generated by gen. DO NOT EDIT.\n\npackage kernel\n\nimport \"math\"\n\n")
	fmt.Fprintf(&text, "// singleFunctions are those of f32 numbers that are computed as such.\nvar singleFunctions = map[string]func(x float32) float32{\n")
	for _, f := range functions {
		if f.single.is() {
			fmt.Fprintf(&text, "%q: %s,\n", f.name, singleName(f.name))
		}
	}
	fmt.Fprintf(&text, "}\n\n")
	fmt.Fprintf(&text, "// Functions of one number, for which there are also machine loops that do the same operations: of f16, bf16 and f32 numbers in f64, and of f64 numbers.\n")
	for _, list := range []string{"wideFunctions", "doubleFunctions"} {
		fmt.Fprintf(&text, "var %s = map[string]func(x float64) float64{\n", list)
		for _, f := range functions {
			name := doubleName(f.name)
			if list == "wideFunctions" && f.wide.is() {
				name = wideName(f.name)
			}
			if f.double.operands() == 1 {
				fmt.Fprintf(&text, "%q: %s,\n", f.name, name)
			}
		}
		for _, f := range byHand {
			form := doubleName(f.name)
			if list == "wideFunctions" && f.wide {
				form = wideName(f.name)
			}
			fmt.Fprintf(&text, "%q: %s,\n", f.name, form)
		}
		fmt.Fprintf(&text, "}\n\n")
	}
	fmt.Fprintf(&text, "// twoOverPi are the binary places of 2/pi, from the highest on.\nvar twoOverPi = [...]uint64{\n")
	for _, w := range binaryPlaces(quotient(number(2), pi), 20) {
		fmt.Fprintf(&text, "%#016x,\n", w)
	}
	fmt.Fprintf(&text, "}\n")
	half := parts(halfPi, 53)
	fmt.Fprintf(&text, "// halfPiHigh and halfPiLow are pi/2 in two parts.\nconst halfPiHigh, halfPiLow = %v, %v\n", half[0], half[1])
	specialText(&text)
	for _, f := range pieces {
		t := &goTarget{of: f64}
		var arguments []value
		for _, p := range strings.Split(f.parameters, ", ") {
			arguments = append(arguments, p)
		}
		results := f.emit(t, arguments)
		types := "float64"
		if len(results) > 1 {
			types = "(high, low float64)"
		}
		fmt.Fprintf(&text, "\n// %[1]s is %[2]s.\nfunc %[1]s(%[3]s float64) %[4]s {\n%[5]s\nreturn %[6]s\n}\n",
			f.name, f.text, f.parameters, types, strings.Join(t.lines, "\n"), strings.ReplaceAll(strings.Trim(fmt.Sprint(results), "[]"), " ", ", "))
	}
	for _, f := range functions {
		formText(&text, singleName(f.name), cmp.Or(f.single.text, f.text)+", of f32 numbers", f.single.form, f32)
		formText(&text, wideName(f.name), f.text+", for numbers of smaller types", f.wide, f64)
		formText(&text, doubleName(f.name), f.text, f.double, f64)
	}
	tablesText(&text)
	source, err := format.Source(text.Bytes())
	if err != nil {
		fail(fmt.Errorf("%w\n%s", err, text.Bytes()))
	}
	return source
}

// byHand are functions that are in Go only, in files of their own but for what is among the pieces,
// and whether they have another form for smaller types.
var byHand = []struct {
	name string
	wide bool
}{{"lgamma", true}, {"digamma", true}, {"bessel_i1e", false}}

// formText writes a form as a Go function, if there is one.
func formText(text *bytes.Buffer, name, what string, f form, of element) {
	if !f.is() {
		return
	}
	t := &goTarget{of: of, parameters: []string{"x", "x, y"}[f.operands()-1]}
	result := f.apply(t, []value{"x", "y"})
	fmt.Fprintf(text, "\n// %[1]s is %[2]s.\nfunc %[1]s(%[3]s %[6]s) %[6]s {\n%[4]s\nreturn %[5]s\n}\n",
		name, what, t.parameters, strings.Join(t.lines, "\n"), result, t.typeName())
}

// singleName, wideName and doubleName are the names of the Go functions: geluTanhWide for
// gelu_tanh.
func singleName(name string) string { return camel(name) + "Single" }
func wideName(name string) string   { return camel(name) + "Wide" }
func doubleName(name string) string { return camel(name) + "Double" }

func camel(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}
