package fusematmul_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// contractionWriter writes a random program in the generic form; types follow
// from what the ops infer.
type contractionWriter struct {
	ctx   *ir.Context
	rng   *rand.Rand
	elems []*ir.Type
	exact bool // no floats
	// extents are those of all arrays, so that they fit together often.
	extents []int64
	body    strings.Builder
	params  []typedValue
	// constants stand first, in head, and are read again, too: as factors, and behind products.
	head      strings.Builder
	constants []typedValue
	values    []typedValue
	used      map[string]bool
	// shared is the operand that contractions have in common, nil for none; turned
	// says that operands are transposed first.
	shared *sharedOperand
	turned bool
	count  int
	indent string
	// usual is the activation that most contractions have that have any.
	usual string
}

var activations = []string{"relu", "relu6", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu"}

// sharedOperand is the lhs or the rhs of contractions, and the shapes of the
// first that was written.
type sharedOperand struct {
	lhs   bool
	value *typedValue
}

type typedValue struct {
	name string
	t    *ir.Type
	// shape is what t has at run time.
	shape []int64
}

func newContractionWriter(seed uint64) *contractionWriter {
	g := &contractionWriter{ctx: driver.NewContext(), rng: rand.New(rand.NewPCG(seed, 77)), used: map[string]bool{}, indent: "  "}
	lists := [][]string{{"f32"}, {"f32"}, {"i32"}, {"i8"}, {"f64"}, {"f16"}, {"bf16"}, {"ui8"}, {"i1"}, {"i8", "i32"}, {"f16", "f32"}, {"f32", "f64"}}
	g.exact, g.usual = true, pickFrom(g, activations)
	for _, name := range lists[g.rng.IntN(len(lists))] {
		d, _ := tensor.ParseDType(name)
		g.elems = append(g.elems, interp.ElementType(g.ctx, d))
		g.exact = g.exact && !d.IsFloat()
	}
	for range 2 + g.rng.IntN(2) {
		g.extents = append(g.extents, int64(1+g.rng.IntN(4)))
	}
	for _, n := range []int64{0, 1} { // where there is nothing, and where all broadcasts
		if g.rng.IntN(3) == 0 {
			g.extents = append(g.extents, n)
		}
	}
	if g.rng.IntN(4) == 0 { // what is summed up in several vectors, if it were
		g.extents = append(g.extents, int64(15+g.rng.IntN(26)))
	}
	return g
}

func (g *contractionWriter) chance(percent int) bool { return g.rng.IntN(100) < percent }

func pickFrom[T any](g *contractionWriter, list []T) T { return list[g.rng.IntN(len(list))] }

func (g *contractionWriter) program() string {
	for n := 3 + g.rng.IntN(10); n > 0 || len(g.values) == 0; n-- {
		g.statement()
	}
	if g.chance(30) {
		g.choice()
		for range g.rng.IntN(4) {
			g.statement()
		}
	}
	var params, names, types []string
	for _, p := range g.params {
		params = append(params, p.name+": "+p.t.String())
	}
	for _, v := range g.values {
		if !g.used[v.name] || g.chance(10) { // what is used once can go
			names, types = append(names, v.name), append(types, v.t.String())
		}
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s%s  return %s : %s\n}\n", strings.Join(params, ", "), strings.Join(types, ", "), &g.head, &g.body,
		strings.Join(names, ", "), strings.Join(types, ", "))
}

func (g *contractionWriter) statement() {
	switch g.rng.IntN(16) {
	case 0, 1:
		g.matmul()
	case 2:
		g.dotGeneral()
	case 3:
		g.conv()
	case 4, 5, 6:
		g.siblings()
	case 7, 8:
		g.epilogue()
	case 9:
		g.sum(g.any())
	case 10, 11:
		g.products()
	case 12:
		g.chain()
		g.chain()
	case 13:
		g.transpose(g.any())
	case 14:
		g.transposed()
	default:
		g.pieces()
	}
}

// newest is the value that was made last.
func (g *contractionWriter) newest() typedValue { return g.values[len(g.values)-1] }

// siblings writes contractions of one kind that have an operand in common.
func (g *contractionWriter) siblings() {
	write := pickFrom(g, []func(){g.matmul, g.dotGeneral, g.conv})
	write()
	g.shared = &sharedOperand{lhs: g.chance(60)}
	for range 2 + g.rng.IntN(3) {
		write()
		if g.chance(30) {
			g.epilogue()
		}
	}
	g.shared = nil
}

// products writes products of one type, perhaps with different inner extents,
// and their sum.
func (g *contractionWriter) products() {
	elem, m, n := pickFrom(g, g.elems), g.extent(), g.extent()
	for range 2 + g.rng.IntN(3) {
		k := g.extent()
		g.contraction(tg.MatMul, []int{int(m), int(n)}, nil, g.array(elem, m, k), g.array(elem, k, n))
	}
	if len(g.values) > 0 {
		g.sum(g.newest())
	}
}

// chain writes a product of several matrices, associated at random.
func (g *contractionWriter) chain() {
	elem := pickFrom(g, g.elems)
	rows, n := g.extent(), g.extent()
	factors := []typedValue{g.array(elem, rows, n)}
	for range 2 + g.rng.IntN(3) {
		next := g.extent()
		factors = append(factors, g.array(elem, n, next))
		n = next
	}
	for len(factors) > 1 {
		i := g.rng.IntN(len(factors) - 1)
		shape := []int64{factors[i].shape[0], factors[i+1].shape[1]}
		out := g.op(tg.MatMul, [][]int64{shape}, nil, factors[i], factors[i+1])
		if out == nil {
			return
		}
		factors = slices.Replace(factors, i, i+2, out[0])
	}
}

// transposed writes a contraction of what is transposed, or transposes one.
func (g *contractionWriter) transposed() {
	write := pickFrom(g, []func(){g.matmul, g.dotGeneral, g.conv})
	g.turned = true
	write()
	g.turned = false
	if len(g.values) == 0 || g.chance(30) {
		return
	}
	v := g.newest()
	permutation := g.rng.Perm(len(v.shape))
	if g.chance(70) {
		// What changes places is often what lhs and rhs bring along.
		first, cut := g.rng.IntN(len(v.shape)+1), g.rng.IntN(len(v.shape)+1)
		slices.Sort(permutation)
		if first < cut {
			permutation = slices.Concat(permutation[:first], permutation[cut:], permutation[first:cut])
		}
	}
	g.permuted(v, permutation)
}

// choice computes contractions in the branches of an op.
func (g *contractionWriter) choice() {
	p := g.param(g.ctx.Tensor(nil, g.ctx.Bool()), nil)
	result := g.any()
	outside := len(g.values)
	write := func() string {
		text := g.body.String()
		g.body.Reset()
		g.indent = "    "
		for range 1 + g.rng.IntN(4) {
			g.statement()
		}
		inside := g.body.String()
		g.body.Reset()
		g.body.WriteString(text)
		g.indent = "  "
		last := result
		for _, v := range g.values[outside:] {
			if v.t == result.t && slices.Equal(v.shape, result.shape) {
				last = v
			}
		}
		// Values of a branch are not seen behind it.
		g.values = g.values[:outside]
		g.used[last.name] = true
		return fmt.Sprintf("%s    tg.yield %s : %s\n", inside, last.name, last.t)
	}
	first, second := write(), write()
	g.count++
	v := typedValue{fmt.Sprintf("%%v%d", g.count), result.t, result.shape}
	fmt.Fprintf(&g.body, "  %s = tg.if %s -> (%s) {\n%s  } else {\n%s  }\n", v.name, p.name, v.t, first, second)
	g.values = append(g.values, v)
}

// op writes one op if it is valid.
func (g *contractionWriter) op(def *ir.OpDef, shapes [][]int64, attrs []ir.NamedAttr, operands ...typedValue) []typedValue {
	var types []*ir.Type
	var names, texts []string
	for _, o := range operands {
		types, names, texts = append(types, o.t), append(names, o.name), append(texts, o.t.String())
	}
	in := ir.Inference{Ctx: g.ctx, Def: def, Operands: types}
	props := ""
	if len(attrs) > 0 {
		in.Props = g.ctx.Dict(attrs)
		props = " <" + in.Props.String() + ">"
	}
	results, err := def.Infer(&in)
	if err != nil || len(results) != len(shapes) {
		return nil
	}
	for _, o := range operands {
		g.used[o.name] = true
	}
	var out []typedValue
	var outNames, outTypes []string
	for i, t := range results {
		g.count++
		v := typedValue{fmt.Sprintf("%%v%d", g.count), t, shapes[i]}
		out, outNames, outTypes = append(out, v), append(outNames, v.name), append(outTypes, t.String())
	}
	fmt.Fprintf(&g.body, "%s%s = %q(%s)%s : (%s) -> (%s)\n", g.indent, strings.Join(outNames, ", "), def.Name(), strings.Join(names, ", "), props,
		strings.Join(texts, ", "), strings.Join(outTypes, ", "))
	g.values = append(g.values, out...)
	return out
}

func (g *contractionWriter) param(t *ir.Type, shape []int64) typedValue {
	v := typedValue{fmt.Sprintf("%%a%d", len(g.params)), t, shape}
	g.params = append(g.params, v)
	return v
}

func (g *contractionWriter) extent() int64 { return pickFrom(g, g.extents) }

// any is a value with dimensions.
func (g *contractionWriter) any() typedValue {
	if len(g.values) > 0 && g.chance(80) {
		if v := pickFrom(g, g.values); len(v.shape) > 0 {
			return v
		}
	}
	return g.array(pickFrom(g, g.elems), g.extent(), g.extent())
}

// contraction writes a contraction, perhaps with an epilogue of its own.
func (g *contractionWriter) contraction(def *ir.OpDef, shape []int, attrs []ir.NamedAttr, lhs, rhs typedValue) {
	elem := lhs.t.Elem()
	if len(g.elems) > 1 && (lhs.t.Elem() != rhs.t.Elem() || g.chance(30)) {
		elem = g.elems[1] // the wider one
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: g.ctx.TypeAttr(elem)})
	}
	operands := []typedValue{lhs, rhs}
	if g.chance(25) {
		operands = append(operands, g.bias(elem, int64sOf(shape)))
	}
	if elem.IsFloat() && g.chance(20) {
		name := g.usual
		if g.chance(30) {
			name = pickFrom(g, activations)
		}
		attrs = append(attrs, ir.NamedAttr{Name: "activation", Value: g.ctx.StringAttr(name)})
	}
	g.op(def, [][]int64{int64sOf(shape)}, attrs, operands...)
}

// bias broadcasts to shape.
func (g *contractionWriter) bias(elem *ir.Type, shape []int64) typedValue {
	b := slices.Clone(shape[g.rng.IntN(len(shape)+1):])
	for i := range b {
		if g.chance(40) {
			b[i] = 1
		}
	}
	return g.array(elem, b...)
}

// operand is the lhs or the rhs of a contraction.
func (g *contractionWriter) operand(shape []int64, lhs bool) typedValue {
	if s := g.shared; s != nil && s.lhs == lhs {
		if s.value == nil || !slices.Equal(s.value.shape, shape) {
			v := g.array(pickFrom(g, g.elems), shape...)
			s.value = &v
		}
		return *s.value
	}
	if !g.turned || len(shape) < 2 {
		return g.array(pickFrom(g, g.elems), shape...)
	}
	permutation := g.rng.Perm(len(shape))
	from := make([]int64, len(shape))
	for i, p := range permutation {
		from[p] = shape[i]
	}
	return g.permuted(g.array(pickFrom(g, g.elems), from...), permutation)
}

func (g *contractionWriter) batch(n int) []int64 {
	var list []int64
	for range g.rng.IntN(n) {
		list = append(list, g.extent())
	}
	return list
}

// sometimesOne is a batch that broadcasts to another.
func (g *contractionWriter) sometimesOne(batch []int64) []int64 {
	list := slices.Clone(batch[g.rng.IntN(len(batch)+1):])
	for i := range list {
		if g.chance(25) {
			list[i] = 1
		}
	}
	return list
}

func (g *contractionWriter) matmul() {
	m, k, n := g.extent(), g.extent(), g.extent()
	batch := g.batch(3)
	lhs, rhs := append(g.sometimesOne(batch), m, k), append(g.sometimesOne(batch), k, n)
	if g.chance(50) {
		lhs, rhs = []int64{m, k}, []int64{k, n}
	}
	if g.chance(6) {
		lhs = []int64{k}
	}
	if g.chance(6) {
		rhs = []int64{k}
	}
	shape, err := contract.MatMulShape(intsOf(lhs), intsOf(rhs))
	if err != nil {
		return
	}
	g.contraction(tg.MatMul, shape, nil, g.operand(lhs, true), g.operand(rhs, false))
}

func (g *contractionWriter) dotGeneral() {
	var d contract.DotDims
	lhs, rhs := g.batch(3), g.batch(3)
	// pair puts a dimension of one extent into both operands.
	pair := func(l, r *[]int) {
		n := g.extent()
		at, to := g.rng.IntN(len(lhs)+1), g.rng.IntN(len(rhs)+1)
		lhs, rhs = slices.Insert(lhs, at, n), slices.Insert(rhs, to, n)
		for _, list := range []*[]int{&d.LHSBatch, &d.LHSContract} {
			for i := range *list {
				if (*list)[i] >= at {
					(*list)[i]++
				}
			}
		}
		for _, list := range []*[]int{&d.RHSBatch, &d.RHSContract} {
			for i := range *list {
				if (*list)[i] >= to {
					(*list)[i]++
				}
			}
		}
		*l, *r = append(*l, at), append(*r, to)
	}
	for range g.rng.IntN(2) {
		pair(&d.LHSBatch, &d.RHSBatch)
	}
	for range 1 + g.rng.IntN(2) {
		pair(&d.LHSContract, &d.RHSContract)
	}
	shape, err := d.Shape(intsOf(lhs), intsOf(rhs))
	if err != nil {
		return
	}
	var attrs []ir.NamedAttr
	for _, e := range []struct {
		name string
		list []int
	}{{"lhs_batching", d.LHSBatch}, {"rhs_batching", d.RHSBatch}, {"lhs_contracting", d.LHSContract}, {"rhs_contracting", d.RHSContract}} {
		if len(e.list) > 0 {
			attrs = append(attrs, ir.NamedAttr{Name: e.name, Value: g.ctx.I64Array(int64sOf(e.list))})
		}
	}
	g.contraction(tg.DotGeneral, shape, attrs, g.operand(lhs, true), g.operand(rhs, false))
}

func (g *contractionWriter) conv() {
	order := func() []int { return g.rng.Perm(4) }
	if g.chance(60) {
		order = func() []int { return []int{0, 3, 1, 2} }
	}
	in, ker, out := order(), order(), order()
	d := contract.ConvDims{
		InputBatch: in[0], InputFeature: in[1], InputSpatial: in[2:], KernelInput: ker[0], KernelOutput: ker[1], KernelSpatial: ker[2:],
		OutputBatch: out[0], OutputFeature: out[1], OutputSpatial: out[2:],
	}
	groups, perGroup, features := 1, int(g.extent()), int(g.extent())
	if g.chance(25) {
		groups = 2
	}
	input, kernel := make([]int, 4), make([]int, 4)
	input[in[0]], input[in[1]], input[in[2]], input[in[3]] = int(g.extent()), groups*perGroup, 3, 2
	kernel[ker[0]], kernel[ker[1]], kernel[ker[2]], kernel[ker[3]] = perGroup, groups*features, 1+g.rng.IntN(2), 1+g.rng.IntN(2)
	w := contract.ConvWindow{FeatureGroups: groups, BatchGroups: 1}
	attrs := []ir.NamedAttr{{Name: "layout", Value: g.ctx.StringAttr(tg.FormatConvLayout(d))}, {Name: "groups", Value: g.ctx.I64Attr(int64(groups))}}
	if g.chance(30) {
		w.Padding = [][2]int{{1, 0}, {0, 1}}
		attrs = append(attrs, ir.NamedAttr{Name: "pads", Value: g.ctx.I64Array([]int64{1, 0, 0, 1})})
	}
	shape, err := contract.ConvShape(d, w, input, kernel)
	if err != nil {
		return
	}
	g.contraction(tg.Conv, shape, attrs, g.operand(int64sOf(input), true), g.operand(int64sOf(kernel), false))
}

func (g *contractionWriter) epilogue() {
	v := g.any()
	if g.chance(50) {
		b := g.bias(v.t.Elem(), v.shape)
		operands := []typedValue{v, b}
		if g.chance(30) {
			slices.Reverse(operands)
		}
		def := tg.Add
		if g.chance(25) && !v.t.Elem().IsBool() {
			def = tg.Sub
		}
		g.op(def, [][]int64{v.shape}, nil, operands...)
		return
	}
	if v.t.Elem().IsFloat() {
		g.op(pickFrom(g, []*ir.OpDef{tg.Relu, tg.Relu6, tg.Sigmoid, tg.Tanh, tg.Silu, tg.Gelu}), [][]int64{v.shape}, nil, v)
	}
}

// sum adds up values of one type.
func (g *contractionWriter) sum(v typedValue) {
	for range 1 + g.rng.IntN(3) {
		var fit []typedValue
		for _, u := range g.values {
			if u.t == v.t && slices.Equal(u.shape, v.shape) {
				fit = append(fit, u)
			}
		}
		if len(fit) == 0 {
			return
		}
		out := g.op(tg.Add, [][]int64{v.shape}, nil, v, pickFrom(g, fit))
		if out == nil {
			return
		}
		v = out[0]
	}
}

func (g *contractionWriter) transpose(v typedValue) { g.permuted(v, g.rng.Perm(len(v.shape))) }

func (g *contractionWriter) permuted(v typedValue, permutation []int) typedValue {
	shape := make([]int64, len(v.shape))
	for i, p := range permutation {
		shape[i] = v.shape[p]
	}
	return g.op(tg.Transpose, [][]int64{shape}, []ir.NamedAttr{{Name: "permutation", Value: g.ctx.I64Array(int64sOf(permutation))}}, v)[0]
}

// pieces cuts a value up.
func (g *contractionWriter) pieces() {
	v := g.any()
	dim := g.rng.IntN(len(v.shape))
	n := v.shape[dim]
	if n < 2 || !v.t.IsStatic() {
		return
	}
	var sizes []int64
	var shapes [][]int64
	for n > 0 {
		size := 1 + g.rng.Int64N(n)
		s := slices.Clone(v.shape)
		s[dim] = size
		sizes, shapes, n = append(sizes, size), append(shapes, s), n-size
	}
	g.op(tg.Split, shapes, []ir.NamedAttr{{Name: "dim", Value: g.ctx.I64Attr(int64(dim))}, {Name: "sizes", Value: g.ctx.I64Array(sizes)}}, v)
}
