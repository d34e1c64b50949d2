package derivatives_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// moving are ops that move or combine elements.
var moving = []*ir.OpDef{
	tg.Reshape, tg.Transpose, tg.Reverse, tg.Broadcast, tg.Concat, tg.Split, tg.Slice, tg.Pad, tg.DynamicSlice, tg.DynamicUpdateSlice,
	tg.RealDynamicSlice, tg.SetDim, tg.DynamicReshape, tg.DynamicBroadcast, tg.DynamicPad, tg.DynamicGather, tg.Gather, tg.Scatter,
	tg.Reduce, tg.ReduceWindow, tg.Cumulate, tg.Sort, tg.SelectAndScatter,
}

// Random instances of each op: the two modes pair, also at ties, and agree with central differences
// where the elements differ from each other.
func TestInstances(t *testing.T) {
	cases := 40
	if testing.Short() {
		cases = 10
	}
	for _, def := range moving {
		t.Run(def.Mnemonic(), func(t *testing.T) {
			tried := 0
			for seed := uint64(0); tried < cases && seed < 5000; seed++ {
				c := driver.NewContext()
				g := &opgen.Generator{
					Rand: rand.New(rand.NewPCG(seed, 16)), Ctx: c, Elem: c.F64(), MaxRank: 3, Extents: []int64{1, 2, 3, 4, 0}, Base: []int64{2, 3},
				}
				o := g.RandomOp(def)
				if o == nil {
					continue
				}
				p := programOf(o)
				if len(p.wrt) == 0 || len(p.of) == 0 {
					continue
				}
				tried++
				for _, ties := range []bool{false, true} {
					if err := p.check(g, ties); err != nil {
						t.Fatalf("seed %d: %v\n%s", seed, err, p.text)
					}
				}
			}
			if tried < cases/4 {
				t.Errorf("only %d instances", tried)
			}
		})
	}
}

// instance is an op as a function @f.
type instance struct {
	text    string
	args    []*ir.Type
	wrt, of []int
}

func programOf(o *ir.Op) *instance {
	p, values := &instance{}, []string{}
	var head, body strings.Builder
	f64 := o.Context().F64()
	var operands, results []string
	for i, x := range o.Operands() {
		name := fmt.Sprintf("%%a%d", i)
		if d := x.Def(); d != nil {
			fmt.Fprintf(&body, "  %s = \"tg.constant\"() <{value = %s}> : () -> %s\n", name, d.Attr("value"), x.Type())
		} else {
			if len(p.args) > 0 {
				head.WriteString(", ")
			}
			fmt.Fprintf(&head, "%s: %s", name, x.Type())
			if x.Type().Elem() == f64 {
				p.wrt = append(p.wrt, len(p.args))
			}
			p.args = append(p.args, x.Type())
		}
		values, operands = append(values, name), append(operands, x.Type().String())
	}
	var names []string
	for i, r := range o.Results() {
		if r.Type().Elem() == f64 {
			p.of = append(p.of, i)
		}
		results = append(results, r.Type().String())
		names = append(names, fmt.Sprintf("%%r#%d", i))
	}
	if len(names) == 1 {
		names[0] = "%r"
	}
	var attrs []string
	for _, a := range o.Props().Entries() {
		attrs = append(attrs, fmt.Sprintf("%s = %s", a.Name, a.Value))
	}
	lhs := "%r"
	if len(results) != 1 {
		lhs = fmt.Sprintf("%%r:%d", len(results))
	}
	props := ""
	if len(attrs) > 0 {
		props = " <{" + strings.Join(attrs, ", ") + "}>"
	}
	fmt.Fprintf(&body, "  %s = %q(%s)%s : (%s) -> (%s)\n  return %s : %s\n", lhs, o.Name(), strings.Join(values, ", "),
		props, strings.Join(operands, ", "), strings.Join(results, ", "), strings.Join(names, ", "), strings.Join(results, ", "))
	p.text = fmt.Sprintf("func.func @f(%s) -> (%s) {\n%s}\n", head.String(), strings.Join(results, ", "), body.String())
	return p
}

func parsed(c *ir.Context, text string) (*ir.Op, error) {
	return parser.Parse(c, []byte(text), parser.Options{})
}

// check differentiates the function both ways.
func (p *instance) check(g *opgen.Generator, ties bool) error {
	c := driver.NewContext()
	module, err := parsed(c, p.text)
	if err != nil {
		return err
	}
	d := autodiff.New(module, &autodiff.Options{})
	f := ir.Symbols(module)["f"]
	for _, mode := range []autodiff.Mode{autodiff.Forward, autodiff.Reverse} {
		if _, err := d.Function(f, autodiff.Request{Mode: mode, Wrt: p.wrt, Of: p.of}); err != nil {
			return err
		}
	}
	if err := ir.Verify(module); err != nil {
		return err
	}
	run := func(name string, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		program, err := interp.NewModule(module).Program(name)
		if err != nil {
			return nil, fmt.Errorf("@%s: %w", name, err)
		}
		r, err := program.Run(in, interp.Options{})
		if err != nil {
			return nil, fmt.Errorf("@%s: %w", name, err)
		}
		return r.Outputs, nil
	}
	x := p.point(g, ties)
	y, err := run("f", x)
	if err != nil {
		return nil // what has no value has no derivative
	}
	along, back := p.random(g, x, p.wrt), p.random(g, y, p.of)
	forward, err := run("f.jvp", append(append([]*tensor.Tensor{}, x...), along...))
	if err != nil {
		return err
	}
	reverse, err := run("f.vjp", append(append([]*tensor.Tensor{}, x...), back...))
	if err != nil {
		return err
	}
	a, size := dot(back, forward[len(y):])
	b, _ := dot(reverse[len(y):], along)
	if !(math.Abs(a-b) <= 1e-12*(1+size)) {
		return fmt.Errorf("ties=%t: <ct, J t> = %v, but <J^T ct, t> = %v", ties, a, b)
	}
	if ties {
		return nil
	}
	return p.differences(run, x, y, along, forward[len(y):])
}

// differences compares derivatives along a direction with central differences.
func (p *instance) differences(run func(string, []*tensor.Tensor) ([]*tensor.Tensor, error), x, y, along, derivatives []*tensor.Tensor) error {
	const h = 1e-5
	step := func(k float64) ([]*tensor.Tensor, error) {
		moved := append([]*tensor.Tensor{}, x...)
		for n, i := range p.wrt {
			m := tensor.New(tensor.F64, x[i].Shape()...)
			for e := range m.Len() {
				m.SetFloat64(e, x[i].Float64At(e)+float64(k*along[n].Float64At(e)))
			}
			moved[i] = m
		}
		return run("f", moved)
	}
	up, err := step(h)
	if err != nil {
		return err
	}
	down, err := step(-h)
	if err != nil {
		return err
	}
	for n, i := range p.of {
		for e := range up[i].Len() {
			if math.IsInf(y[i].Float64At(e), 0) {
				continue // it is that of no element
			}
			want := (up[i].Float64At(e) - down[i].Float64At(e)) / (2 * h)
			if got := derivatives[n].Float64At(e); !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
				return fmt.Errorf("result %d, element %d: the derivative is %v, but differences say %v", i, e, got, want)
			}
		}
	}
	return nil
}

// point are arguments: floats that are far from each other, or else equal often, and small
// integers.
func (p *instance) point(g *opgen.Generator, ties bool) []*tensor.Tensor {
	var list []*tensor.Tensor
	order := g.Perm(4096)
	for _, t := range p.args {
		x := g.Tensor(t, opgen.Small)
		if x.DType() == tensor.F64 {
			for e := range x.Len() {
				if ties {
					x.SetFloat64(e, float64(g.IntN(3)-1))
				} else {
					x.SetFloat64(e, float64(order[0]-2048)/700)
					order = order[1:]
				}
			}
		}
		list = append(list, x)
	}
	return list
}

func (p *instance) random(g *opgen.Generator, like []*tensor.Tensor, which []int) []*tensor.Tensor {
	var list []*tensor.Tensor
	for _, i := range which {
		x := tensor.New(tensor.F64, like[i].Shape()...)
		for e := range x.Len() {
			x.SetFloat64(e, g.Float64()-0.5)
		}
		list = append(list, x)
	}
	return list
}

// dot is a product of lists of tensors, and the sum of the sizes of what it adds.
func dot(a, b []*tensor.Tensor) (sum, size float64) {
	for i := range a {
		for e := range a[i].Len() {
			v := a[i].Float64At(e) * b[i].Float64At(e)
			sum += v
			size += math.Abs(v)
		}
	}
	return sum, size
}
