package rules

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// choice is what makes a rule concrete.
type choice struct {
	elem     string
	shapes   [][]int64 // of the first, second, ... variable
	stated   []string  // element types of ops whose type does not follow, in order
	constant int       // the variable that is a constant; -1 for none
}

func (c choice) String() string {
	s := fmt.Sprintf("%s, shapes %v", c.elem, c.shapes)
	if len(c.stated) > 0 {
		s += ", by way of " + strings.Join(c.stated, ", ")
	}
	if c.constant >= 0 {
		s += fmt.Sprintf(", variable %d constant", c.constant)
	}
	return s
}

var elements = []string{"i1", "i8", "i32", "ui8", "i64", "f16", "bf16", "f32", "f64"}

var shapeChoices = [][][]int64{
	{{}, {}, {}},
	{{0}, {0}, {0}},
	{{1}, {1}, {1}},
	{{2, 18}, {2, 18}, {2, 18}},
	{{2, 18}, {18}, {1, 18}},
	{{18}, {2, 18}, {}},
	{{2, 1}, {1, 18}, {2, 18}},
}

// choices are those that a rule is tried with.
func choices(rule *rewrite.Rule) []choice {
	var list []choice
	if strings.Contains(rule.Text, "convert") {
		for _, e := range elements {
			for _, between := range elements {
				for _, to := range elements {
					list = append(list, choice{elem: e, shapes: shapeChoices[3], stated: []string{between, to}, constant: -1})
				}
			}
		}
		return list
	}
	constants := []int{-1}
	if strings.Contains(rule.Text, "constant(") {
		constants = []int{0, 1}
	}
	for _, e := range elements {
		for _, s := range shapeChoices {
			for _, c := range constants {
				list = append(list, choice{elem: e, shapes: s, constant: c})
			}
		}
	}
	return list
}

// instance is the left side of a rule as the body of a function.
type instance struct {
	ctx    *ir.Context
	module *ir.Op
	block  *ir.Block
}

// testContext is shared by all cases: making one costs more than a case does.
var testContext = sync.OnceValue(func() *ir.Context { return ir.NewContext(tg.Dialect) })

// newCase builds the left side of a rule; nil when its ops do not take what was
// chosen.
func newCase(rule *rewrite.Rule, ch choice) *instance {
	ctx := testContext()
	et := elemType(ctx, ch.elem)
	body, block := &ir.Region{}, &ir.Block{}
	body.Append(block)
	b := ir.NewBuilder(ctx).AtEnd(block)
	leaves, stated := 0, 0
	root, err := rule.Instantiate(b, rewrite.Instance{
		Elem: et,
		Leaf: func(_ string, ok func(*ir.Type) bool) *ir.Value {
			shape := ch.shapes[leaves%len(ch.shapes)]
			typ := ctx.Tensor(shape, et)
			if !ok(typ) {
				if typ = ctx.Tensor(shape, ctx.Bool()); !ok(typ) {
					return nil
				}
			}
			leaves++
			if ch.constant == leaves-1 {
				value := interp.EncodeElements(ctx, typ, values(typ, leaves, rewrite.Exact))
				return tg.Dialect.Constant(b, value, typ, 0).Result(0)
			}
			return block.AddArg(typ, 0)
		},
		Type: func(def *ir.OpDef, operands []*ir.Type) *ir.Type {
			n, _ := operands[0].NumElements()
			stated++
			if len(ch.stated) == 0 {
				return ctx.Tensor([][]int64{{n}, {n, 1}}[stated%2], operands[0].Elem())
			}
			return ctx.WithElem(operands[0], elemType(ctx, ch.stated[(stated-1)%len(ch.stated)]))
		},
	})
	if err != nil {
		return nil
	}
	b.AtEnd(block).OpWithTypes(tg.Yield, 0, nil, root.Results())
	c := &instance{ctx, wrap(ctx, body), block}
	if ir.Verify(c.module) != nil {
		return nil
	}
	return c
}

func elemType(c *ir.Context, name string) *ir.Type {
	d, _ := tensor.ParseDType(name)
	return interp.ElementType(c, d)
}

// wrap puts a region into a function and that into a module, of no dialect.
func wrap(ctx *ir.Context, body *ir.Region) *ir.Op {
	var in, out []*ir.Type
	for _, a := range body.First().Args() {
		in = append(in, a.Type())
	}
	for _, v := range body.First().Last().Operands() {
		out = append(out, v.Type())
	}
	b := ir.NewBuilder(ctx)
	create := func(st *ir.OpState) *ir.Op {
		o, err := b.Create(st)
		if err != nil {
			panic(err) // unregistered ops have no inference
		}
		return o
	}
	fn := create(&ir.OpState{Name: ctx.OpName("test.func"), Regions: []*ir.Region{body}, Attrs: []ir.NamedAttr{
		{Name: "sym_name", Value: ctx.StringAttr("main")}, {Name: "function_type", Value: ctx.TypeAttr(ctx.Func(in, out))},
	}})
	top := &ir.Region{}
	top.Append(&ir.Block{})
	top.First().Append(fn)
	return create(&ir.OpState{Name: ctx.OpName("test.module"), Regions: []*ir.Region{top}})
}

func (c *instance) inputs(level rewrite.Level) []*tensor.Tensor {
	var in []*tensor.Tensor
	for i, a := range c.block.Args() {
		in = append(in, values(a.Type(), i, level))
	}
	return in
}

func (c *instance) execute(inputs []*tensor.Tensor) (*tensor.Tensor, error) {
	p, err := interp.NewModule(c.module).Program("main")
	if err != nil {
		return nil, err
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		return nil, err
	}
	return r.Outputs[0].Clone(), nil
}

// rewrite applies one rule and reports whether it did.
func (c *instance) rewrite(rule *rewrite.Rule, mode rewrite.FPMode) bool {
	applied := false
	set := rewrite.NewSet([]*rewrite.Pattern{rule.Pattern(mode)})
	rewrite.Greedy(c.module, ir.NewBuilder(c.ctx), set, rewrite.Config{
		TopDown: true, MaxIterations: 1, MaxRewrites: 1,
		Applied: func(name string, _ *ir.Op) { applied = applied || name == rule.Name },
	})
	return applied
}

// check tries a rule with all choices. It returns how often it applied, and
// the first thing that is wrong, or "".
func check(rule *rewrite.Rule) (applied int, failure string) {
	compared := 0
	for _, ch := range choices(rule) {
		c := newCase(rule, ch)
		if c == nil {
			continue
		}
		level := rule.Level
		floats := false
		for _, a := range c.block.Args() {
			floats = floats || a.Type().Elem().IsFloat()
		}
		if !floats {
			level = rewrite.Exact
		}
		inputs := c.inputs(level)
		before, err := c.execute(inputs)
		if err != nil {
			continue // no kernel for this element type
		}
		if !c.rewrite(rule, rewrite.FPFast) {
			continue
		}
		applied++
		if err := ir.Verify(c.module); err != nil {
			return applied, fmt.Sprintf("%s: the right side does not verify: %v", ch, err)
		}
		after, err := c.execute(inputs)
		if err != nil {
			return applied, fmt.Sprintf("%s: the right side does not run: %v", ch, err)
		}
		n, difference := compare(level, before, after)
		if difference != "" {
			return applied, fmt.Sprintf("%s: %s; inputs %v", ch, difference, inputs)
		}
		compared += n
	}
	switch {
	case applied == 0:
		return 0, "the rule never applied: its test shows nothing"
	case compared == 0:
		return applied, "nothing was compared: its test shows nothing"
	}
	return applied, ""
}

// Numbers that break careless identities, finite ones with the smallest, and
// ordinary ones.
var (
	special = []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, -1e-40, 6e-8, 3e38, -65504,
		0.5, 1.5, -2.5, 2, 6, -7.25}
	finite   = []float64{0, 1, -1, 0.5, 2, -3.25, 100, 1e-3, 7, -0.125, 3, 1.5, 12, -1e-40, 5e-324, 6e-8, 0.75, -2}
	ordinary = []float64{1, -1, 0.5, 2, -3.25, 100, 1e-3, 7, -0.125, 3, 1.5, 12, 0.3, -0.7, 5, -8, 0.01, 9.5}
)

// values fills a tensor of type typ; which varies the order between operands.
func values(typ *ir.Type, which int, level rewrite.Level) *tensor.Tensor {
	spec, err := interp.SpecOf(typ)
	if err != nil {
		panic(err) // the test's own types
	}
	x := tensor.New(spec.DType, spec.Shape...)
	list := [][]float64{special, finite, ordinary}[level]
	for i := range x.Len() {
		// Each operand has its own stride through the list, prime to its length.
		k := (i*[]int{1, 5, 7, 11}[which%4] + which*5) % len(list)
		switch {
		case spec.DType.IsFloat():
			x.SetFloat64(i, list[k])
		case spec.DType == tensor.Bool:
			x.SetInt64(i, int64((i>>(which%3))&1))
		default:
			least, greatest := int64(math.MinInt64)>>(64-spec.DType.Bits()), int64(math.MaxInt64)>>(64-spec.DType.Bits())
			extremes := []int64{0, 1, -1, least, greatest, 7, -3, 100, 2, 64, -8, 5, least + 1, greatest - 1, 3, -2, 6, 10}
			x.SetInt64(i, extremes[k])
		}
	}
	return x
}

// compare returns how many elements were compared, and the first difference.
func compare(level rewrite.Level, before, after *tensor.Tensor) (compared int, difference string) {
	for i := range before.Len() {
		x, y := before.Float64At(i), after.Float64At(i)
		same := false
		switch {
		case !before.DType().IsFloat():
			same = before.Int64At(i) == after.Int64At(i)
		case level == rewrite.Exact:
			same = x != x && y != y || x == y && math.Signbit(x) == math.Signbit(y)
		case x != x || math.IsInf(x, 0) || y != y || math.IsInf(y, 0):
			continue // outside of what the rule speaks of
		case level == rewrite.Finite:
			same = x == y
		case before.DType().Size() < 4:
			continue // rounding is too coarse to tell a right rule from a wrong one
		default:
			tolerance := map[tensor.DType]float64{tensor.F32: 1e-4, tensor.F64: 1e-10}[before.DType()]
			same = math.Abs(x-y) <= tolerance*math.Max(1, math.Abs(x))
		}
		if !same {
			return compared, fmt.Sprintf("element %d was %v, became %v", i, x, y)
		}
		compared++
	}
	return compared, ""
}
