package arith_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// generator makes small functions of integer ops. What an op promises or leaves
// undefined depends on the flags.
type generator struct {
	*rand.Rand
	module strings.Builder
	out    strings.Builder // the body of the function that is being made
	values []typed         // of it
	names  int
	// defined leaves out what may have no result: divisions, shifts that go too
	// far, and promises not to wrap.
	defined bool
	widths  []string // that casts go to
}

type typed struct{ name, typ string }

var (
	binaryOps = strings.Fields("addi subi muli andi ori xori maxsi maxui minsi minui shli shrsi shrui divsi divui ceildivsi ceildivui floordivsi remsi remui")
	compares  = strings.Fields("eq ne slt sle sgt sge ult ule ugt uge")
	someTypes = strings.Fields("i1 i8 i32 i64 index vector<2xi8> vector<2xi1> tensor<2xi32> tensor<2xi8> tensor<2xi1>")
	oddTypes  = strings.Fields("i1 i3 i13 i65 i128 i200 vector<2xi4> tensor<2xi128>")
)

// elemOf is the element type, withElem t with another one.
func elemOf(t string) string {
	if i := strings.IndexByte(t, 'x'); strings.Contains(t, "<") {
		return t[i+1 : len(t)-1]
	}
	return t
}

func withElem(t, elem string) string {
	if i := strings.IndexByte(t, 'x'); strings.Contains(t, "<") {
		return t[:i+1] + elem + ">"
	}
	return elem
}

func widthOf(elem string) int {
	if elem == "index" {
		return 64
	}
	w, _ := strconv.Atoi(elem[1:])
	return w
}

// number is a literal of an element type.
func (g *generator) number(elem string) string {
	w := widthOf(elem)
	if w > 64 {
		power := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
		half := new(big.Int).Rsh(power, uint(g.IntN(w)))
		return []string{"0", "1", "-1", "-" + power.String(), power.Sub(power, big.NewInt(1)).String(), "2", strconv.Itoa(w - 1), half.String(), "-" + half.String()}[g.IntN(9)]
	}
	least := int64(-1) << (w - 1)
	v := []int64{0, 1, -1, least, ^least, 2, 3, int64(w - 1), int64(w / 2), g.Int64()}[g.IntN(10)]
	if v = v << (64 - w) >> (64 - w); elem == "i1" {
		return strconv.FormatBool(v != 0)
	}
	return strconv.FormatInt(v, 10)
}

func (g *generator) constant(t string) string {
	elem := elemOf(t)
	text := g.number(elem)
	switch {
	case t != elem && g.IntN(2) == 0:
		text = fmt.Sprintf("dense<[%s, %s]> : %s", text, g.number(elem), t)
	case t != elem:
		text = fmt.Sprintf("dense<%s> : %s", text, t)
	case t != "i1":
		text += " : " + t
	}
	return g.add(t, "arith.constant %s", text)
}

// add adds an op with one result.
func (g *generator) add(t, format string, args ...any) string {
	g.names++
	v := typed{fmt.Sprintf("%%v%d", g.names), t}
	g.values = append(g.values, v)
	fmt.Fprintf(&g.out, "  %s = %s\n", v.name, fmt.Sprintf(format, args...))
	return v.name
}

// pick is a recent value of type t, or a constant; the more of the latter the
// greater percent is.
func (g *generator) pick(t string, percent int) string {
	if g.IntN(100) < percent {
		return g.constant(t)
	}
	for range 8 {
		if v := g.values[len(g.values)-1-g.IntN(min(len(g.values), 12))]; v.typ == t {
			return v.name
		}
	}
	return g.constant(t)
}

func (g *generator) promise(words ...string) string {
	if g.defined || g.IntN(3) > 0 {
		return ""
	}
	return " " + words[g.IntN(len(words))]
}

func (g *generator) step() {
	t := g.values[len(g.values)-1-g.IntN(min(len(g.values), 8))].typ
	elem := elemOf(t)
	switch n := g.IntN(100); {
	case n < 55:
		g.binary(t)
	case n < 67:
		g.add(withElem(t, "i1"), "arith.cmpi %s, %s, %s : %s", compares[g.IntN(10)], g.pick(t, 10), g.pick(t, 45), t)
	case n < 78:
		cond, types := "i1", t
		if t != elem && g.IntN(2) == 0 {
			cond = withElem(t, "i1")
			types = cond + ", " + t
		}
		g.add(t, "arith.select %s, %s, %s : %s", g.pick(cond, 10), g.pick(t, 20), g.pick(t, 20), types)
	case n < 92:
		g.cast(t, elem)
	default:
		g.wide(t, elem)
	}
}

func (g *generator) binary(t string) {
	ops := binaryOps
	if g.defined {
		ops = ops[:10]
	}
	if g.IntN(2) == 0 {
		ops = ops[:6]
	}
	op, flag := ops[g.IntN(len(ops))], ""
	switch op {
	case "addi", "subi", "muli", "shli":
		flag = g.promise("overflow<nsw>", "overflow<nuw>", "overflow<nsw, nuw>")
	case "divsi", "divui", "shrsi", "shrui":
		flag = g.promise("exact")
	}
	if g.defined && elemOf(t) != "i1" && g.IntN(6) == 0 {
		// By a constant less than the width.
		op = binaryOps[10+g.IntN(3)]
		w := widthOf(elemOf(t))
		amount := fmt.Sprintf("%d : %s", g.IntN(w), t)
		if t != elemOf(t) {
			amount = fmt.Sprintf("dense<%d> : %s", g.IntN(w), t)
		}
		x := g.pick(t, 10)
		g.add(t, "arith.%s %s, %s : %s", op, x, g.add(t, "arith.constant %s", amount), t)
		return
	}
	g.add(t, "arith.%s %s, %s%s : %s", op, g.pick(t, 20), g.pick(t, 45), flag, t)
}

func (g *generator) cast(t, elem string) {
	to := g.widths[g.IntN(len(g.widths))]
	op, flag := []string{"extsi", "extui"}[g.IntN(2)], ""
	switch {
	case elem == "index":
		// Without losing bits: mlir-opt forgets them on the way back.
		op, to = "index_cast"+[]string{"", "ui"}[g.IntN(2)], "i64"
	case g.IntN(8) == 0:
		op, to = "index_cast"+[]string{"", "ui"}[g.IntN(2)], "index"
	case widthOf(to) == widthOf(elem):
		return
	case widthOf(to) < widthOf(elem):
		op, flag = "trunci", g.promise("overflow<nsw>", "overflow<nuw>")
	}
	g.add(withElem(t, to), "arith.%s %s%s : %s to %s", op, g.pick(t, 5), flag, t, withElem(t, to))
}

func (g *generator) wide(t, elem string) {
	op := []string{"addui_extended", "mulsi_extended", "mului_extended"}[g.IntN(3)]
	second, types := t, t
	switch {
	case op == "addui_extended":
		second = withElem(t, "i1")
		types = t + ", " + second
	case elem == "index":
		return // mlir-opt fails on x*1
	}
	a, b := g.pick(t, 10), g.pick(t, 40)
	g.names += 2
	x, y := fmt.Sprintf("%%v%d", g.names-1), fmt.Sprintf("%%v%d", g.names)
	fmt.Fprintf(&g.out, "  %s, %s = arith.%s %s, %s : %s\n", x, y, op, a, b, types)
	g.values = append(g.values, typed{x, t}, typed{y, second})
}

// function adds the function of that name, which returns some of its values.
func (g *generator) function(name string, types []string) {
	var head strings.Builder
	g.values, g.names = nil, 0
	for i := range 1 + g.IntN(4) {
		v := typed{fmt.Sprintf("%%a%d", i), types[g.IntN(len(types))]}
		g.values = append(g.values, v)
		if i > 0 {
			head.WriteString(", ")
		}
		head.WriteString(v.name + ": " + v.typ)
	}
	args := len(g.values)
	g.out.Reset()
	for range 2 + g.IntN(16) {
		g.step()
	}
	var names, results []string
	for _, v := range g.values[min(args, len(g.values)-1):] {
		if g.IntN(3) == 0 {
			names, results = append(names, v.name), append(results, v.typ)
		}
	}
	if names == nil {
		last := g.values[len(g.values)-1]
		names, results = []string{last.name}, []string{last.typ}
	}
	fmt.Fprintf(&g.module, "func.func @%s(%s) -> (%s) {\n%s  return %s : %s\n}\n", name, head.String(), strings.Join(results, ", "),
		g.out.String(), strings.Join(names, ", "), strings.Join(results, ", "))
}

// randomModule is the text of so many functions @f0, @f1, ...
func randomModule(seed uint64, functions int, defined bool, types []string) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 22)), defined: defined, widths: []string{"i1", "i8", "i16", "i32", "i64"}}
	if slices.Contains(types, "i128") {
		g.widths = []string{"i1", "i4", "i13", "i65", "i100", "i128"}
	}
	for i := range functions {
		g.function(fmt.Sprintf("f%d", i), types)
	}
	return g.module.String()
}

var functionText = regexp.MustCompile(`(?ms)^  func\.func @(\w+)\(.*?^  }$`)

// functionsOf splits the text of a module.
func functionsOf(text string) map[string]string {
	all := map[string]string{}
	for _, m := range functionText.FindAllStringSubmatch(text, -1) {
		all[m[1]] = m[0]
	}
	return all
}

// Elements that floordivsi divides by zero, or cannot divide, are the one thing
// that ours leaves alone and mlir-opt does not; see int_folds.cases.
func leavesUndefined(text string) bool { return strings.Contains(text, "arith.floordivsi %cst") }

func TestRandomIntegersAgainstMLIROpt(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Skip("mlir-opt-22 is not installed (Debian's mlir-22-tools has it)")
	}
	for i, args := range [][]string{{"--canonicalize"}, {"--cse"}, {"--cse", "--canonicalize"}, {"--canonicalize", "--cse"}, {"--canonicalize", "of odd types"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			const functions = 400
			types := someTypes
			if i == 4 {
				args, types = args[:1], oddTypes
			}
			text := randomModule(uint64(100+i), functions, false, types)
			want := peer.MLIROpt(t, path, args, text)
			if want.Status != 0 {
				t.Fatalf("mlir-opt: %s", want.Stderr)
			}
			got := peer.Tool(driver.Opt).Run(args, text)
			if got.Status != 0 {
				t.Fatal(got.Stderr)
			}
			theirs, ours := functionsOf(want.Stdout), functionsOf(got.Stdout)
			if len(theirs) != functions {
				t.Fatalf("mlir-opt prints %d functions of %d", len(theirs), functions)
			}
			bad, undefined := 0, 0
			for k := range functions {
				name := fmt.Sprintf("f%d", k)
				switch {
				case ours[name] == theirs[name]:
					continue
				case leavesUndefined(ours[name]):
					undefined++
					continue
				}
				if bad++; bad <= 3 {
					t.Errorf("mlir-opt:\n%s\nours:\n%s", theirs[name], ours[name])
				}
			}
			if bad > 3 || undefined > functions/50 {
				t.Errorf("%d functions differ, and %d where a division is undefined", bad, undefined)
			}
		})
	}
}

// Canonicalization changes no bit of what a function returns.
func TestRandomIntegersComputeTheSame(t *testing.T) {
	const functions = 300
	for seed := range campaign.Seeds(4) {
		text := randomModule(seed, functions, true, someTypes)
		r := peer.Tool(driver.Opt).Run([]string{"--canonicalize"}, text)
		if r.Status != 0 {
			t.Fatal(r.Stderr)
		}
		before, after := compiled(t, text), compiled(t, r.Stdout)
		random := rand.New(rand.NewPCG(seed, 1))
		for i := range functions {
			name := fmt.Sprintf("f%d", i)
			p, err := before.Program(name)
			if err != nil {
				t.Fatal(err)
			}
			q, err := after.Program(name)
			if err != nil {
				t.Fatal(err)
			}
			for range 4 {
				inputs := randomInputs(t, random, p.Inputs)
				if x, y := results(t, p, inputs), results(t, q, inputs); !slices.EqualFunc(x, y, bytes.Equal) {
					t.Fatalf("seed %d, @%s computes %v, but canonicalized %v:\n%s", seed, name, x, y, functionsOf(r.Stdout)[name])
				}
			}
		}
	}
}

func compiled(t *testing.T, text string) *interp.Module {
	t.Helper()
	ctx := driver.NewContext()
	m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "test.mlir"})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return interp.NewModule(m)
}

func randomInputs(t *testing.T, random *rand.Rand, types []*ir.Type) []*tensor.Tensor {
	t.Helper()
	var inputs []*tensor.Tensor
	for _, typ := range types {
		spec, err := interp.SpecOf(typ)
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(spec.DType, spec.Shape...)
		for i := range x.Len() {
			v := random.Int64()
			if random.IntN(2) == 0 {
				v = []int64{0, 1, -1, -1 << 63, 1<<63 - 1, 127, -128, -1 << 31}[random.IntN(8)]
			}
			if spec.DType == tensor.Bool {
				v &= 1
			}
			x.SetInt64(i, v)
		}
		inputs = append(inputs, x)
	}
	return inputs
}

func results(t *testing.T, p *interp.Program, inputs []*tensor.Tensor) (out [][]byte) {
	t.Helper()
	own := make([]*tensor.Tensor, len(inputs))
	for i, x := range inputs {
		own[i] = x.Clone()
	}
	r, err := p.Run(own, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Outputs {
		out = append(out, x.Bytes())
	}
	return out
}
