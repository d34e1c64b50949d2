// Package derivatives checks the derivatives of every op, of random programs, and of requests for
// them. Some cases are a part of every test run; a campaign is
//
//	go test ./test/derivatives -campaign 10000 -first-case 1
package derivatives

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// instances is how many random instances of each op an ordinary run checks.
const instances = 12

// unchecked are ops of which no instance is compared, and why.
var unchecked = map[string]string{
	"tg.if": "programs have it", "tg.case": "programs have it", "tg.while": "programs have it, and TestCheckpointsChangeNoBit",
	"tg.custom_call": "what it computes is outside of a program; TestCustomCalls provides some",
	"tg.stop":        "its derivative is zero by what it is for, and not by what it computes",
}

// Every op whose derivative is made by a rule agrees with differences, both modes with each other,
// and all ways to the second derivative, whatever its attributes; one whose derivative is zero,
// too. What has none is refused, with a reason.
func TestOps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	first, count := campaign.Cases(instances)
	for _, def := range tg.Dialect.Ops() {
		rule, ok := autodiff.Derivative.Get(def)
		_, refused := rule.IsRefused()
		if _, zero := rule.IsZero(); unchecked[def.Name()] != "" || refused || zero && !onFloats(def) {
			continue
		}
		if !ok || rule.IsControl() {
			t.Errorf("%s has no derivative, or one that nothing checks", def.Name())
			continue
		}
		t.Run(def.Name(), func(t *testing.T) {
			c := &opCheck{T: t, checks: map[string]bool{}}
			// Where an op is rarely one of floats, more instances are drawn, till all is compared.
			for n := range uint64(20 * count) {
				if n >= uint64(count) && len(c.checks) == len(derivcheck.Checks) {
					break
				}
				if module := instance(def, first+n); module != nil && c.failed < maxFailures {
					c.instance(module, first+n)
				}
			}
			for _, check := range derivcheck.Checks {
				if !c.checks[check] && c.failed == 0 {
					t.Errorf("%s: nothing of %d instances could be compared", check, c.made)
				}
			}
		})
	}
}

// onFloats reports whether there are instances that compute floats from floats.
func onFloats(def *ir.OpDef) bool {
	if !def.Has(ir.Elementwise) && !opgen.Known(def) {
		return false
	}
	for seed := range uint64(8) {
		if instance(def, seed) != nil {
			return true
		}
	}
	return false
}

// opCheck counts what became of instances of an op: those that were made and have a derivative,
// failures, and which checks have compared something.
type opCheck struct {
	*testing.T
	made, failed int
	checks       map[string]bool
}

// instance checks one, by all arguments together, or where the op refuses some, by each that it
// does not.
func (c *opCheck) instance(module *ir.Op, seed uint64) {
	if _, err := interp.NewModule(module).Program("f"); err != nil {
		return // what cannot be executed, as a gather from no elements, has no values to compare
	}
	o := derivcheck.Options{Points: 2, Seed: seed, MinimiseBudget: -1}
	r, err := derivcheck.Check(module, "f", o)
	if err == nil {
		c.outcome(module, r, seed)
		return
	}
	for i, t := range ir.Symbols(module)["f"].Attr("function_type").Type().Inputs() {
		if !autodiff.Differentiable(t) {
			continue
		}
		o.Wrt = []int{i}
		r, err := derivcheck.Check(module, "f", o)
		switch {
		case err == nil:
			c.outcome(module, r, seed)
		case !strings.Contains(err.Error(), "has no derivative: "):
			c.wrong("seed %d: %s\n%s", seed, module.Context().Render(ir.AsDiag(err, 0)), text(module))
		}
	}
}

func (c *opCheck) outcome(module *ir.Op, r *derivcheck.Result, seed uint64) {
	c.made++
	if p := r.Problem; p != nil {
		if r.Points > 0 || p.Check != derivcheck.Execution {
			c.wrong("seed %d: %s: %s\ninputs %v\n%s", seed, p.Check, p.Text, p.Inputs, text(module))
		}
		return
	}
	for check := range r.Worst {
		c.checks[check] = true
	}
	for _, note := range r.Notes {
		if !unfilled(note) {
			c.wrong("seed %d: %s\n%s", seed, note, text(module))
		}
	}
}

func (c *opCheck) wrong(format string, args ...any) {
	c.Errorf(format, args...)
	c.failed++
}

// maxFailures ends a test.
const maxFailures = 3

// unfilled reports whether an error is about an op that has no rule yet, which test/complete tells.
func unfilled(message string) bool {
	return strings.Contains(message, "its dialect has no derivatives")
}

func text(module *ir.Op) string { return printer.OpString(module, printer.Options{}) }

// instance is a module with a function @f of a random instance of an op on floats or complex
// numbers; nil if there is none with a derivative.
func instance(def *ir.OpDef, seed uint64) *ir.Op {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	rng := rand.New(rand.NewPCG(seed, 0x6f70))
	g := &opgen.Generator{Rand: rng, Ctx: ctx, Extents: []int64{1, 2, 3}, MaxRank: 3, Elem: ctx.F64()}
	if rng.IntN(4) == 0 {
		g.Elem = ctx.Complex(ctx.F64())
	}
	for range 40 {
		g.Base = opgen.Pick(g, [][]int64{{}, {3}, {2, 3}, {2, 2}, {1, 3}, {3, 1}, {2, 1, 3}, {2, 3, 2}, {1, 4, 4, 2}, {0, 2}})
		if o := g.RandomOp(def); o != nil && small(o) && differentiable(o) {
			return around(ctx, o)
		}
	}
	return nil
}

func differentiable(o *ir.Op) bool {
	from, to := false, false
	for _, x := range o.Operands() {
		from = from || x.IsArg() && autodiff.Differentiable(x.Type())
	}
	for _, r := range o.Results() {
		to = to || autodiff.Differentiable(r.Type())
	}
	return from && to
}

// small reports whether an op has few elements: all are moved one by one.
func small(o *ir.Op) bool {
	for _, v := range append(o.Operands(), o.Results()...) {
		if n, ok := v.Type().NumElements(); !ok || n > 200 {
			return false
		}
	}
	return true
}

// around makes a function of the block of an op, in a module.
func around(ctx *ir.Context, o *ir.Op) *ir.Op {
	block := o.Block()
	b := ir.NewBuilder(ctx).AtEnd(block)
	b.OpWithTypes(fn.Return, 0, nil, o.Results())
	var in []*ir.Type
	for _, a := range block.Args() {
		in = append(in, a.Type())
	}
	body := &ir.Region{}
	body.Append(block)
	top := &ir.Region{}
	top.Append(&ir.Block{})
	module := create(b, builtin.Module, nil, top)
	b.AtEnd(top.First())
	create(b, fn.Func, []ir.NamedAttr{
		{Name: "sym_name", Value: ctx.StringAttr("f")}, {Name: "function_type", Value: ctx.TypeAttr(ctx.Func(in, o.ResultTypes()))},
	}, body)
	return module
}

func create(b *ir.Builder, def *ir.OpDef, attrs []ir.NamedAttr, region *ir.Region) *ir.Op {
	if def == builtin.Module {
		b = ir.NewBuilder(b.Ctx)
	}
	o, err := b.Create(&ir.OpState{Name: b.Ctx.OpName(def.Name()), Results: []*ir.Type{}, Attrs: attrs, Regions: []*ir.Region{region}})
	if err != nil {
		panic(err) // result types are given, so nothing is inferred
	}
	return o
}

// A transform to no elements hands back zeros, of the right kind.
func TestTransformsOfNothing(t *testing.T) {
	for _, text := range []string{
		"func.func @f(%x: tensor<2x1xcomplex<f64>>) -> tensor<2x0xf64> {\n%r = tg.fft irfft %x length [0] : (tensor<2x1xcomplex<f64>>) -> tensor<2x0xf64>\nreturn %r : tensor<2x0xf64>\n}",
		"func.func @f(%x: tensor<2x0xf64>) -> tensor<2x1xcomplex<f64>> {\n%r = tg.fft rfft %x length [0] : (tensor<2x0xf64>) -> tensor<2x1xcomplex<f64>>\nreturn %r : tensor<2x1xcomplex<f64>>\n}",
		"func.func @f(%x: tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>> {\n%r = tg.fft fft %x length [0] : (tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>>\nreturn %r : tensor<0xcomplex<f64>>\n}",
	} {
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := derivcheck.Check(module, "f", derivcheck.Options{MinimiseBudget: -1})
		if err != nil {
			t.Fatal(module.Context().Render(ir.AsDiag(err, 0)))
		}
		if r.Problem != nil {
			t.Errorf("%s: %s of\n%s", r.Problem.Check, r.Problem.Text, text)
		}
	}
}
