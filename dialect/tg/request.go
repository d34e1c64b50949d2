package tg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Requests for derivatives: calls of a function and of its derivative at once.
var (
	JVP  = Dialect.NewOp("tg.jvp")
	VJP  = Dialect.NewOp("tg.vjp")
	Grad = Dialect.NewOp("tg.grad")
)

// requestOp is one kind of request. clause is what its operands behind the arguments of the
// function are called, empty for none.
type requestOp struct {
	def    *ir.OpDef
	mode   autodiff.Mode
	clause string
	doc    string
	uses   string // in the example
	types  string
}

func init() {
	for _, r := range []requestOp{
		{JVP, autodiff.Forward, "tangents", "The results of a function, and their tangents for given ones of the arguments `wrt`: forward mode.",
			"(%x) tangents(%t) wrt [0]", "(tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<f32>)"},
		{VJP, autodiff.Reverse, "cotangents", "The results of a function, and the cotangents of the arguments `wrt` for given ones of the results `of`: reverse mode.",
			"(%x) cotangents(%g) wrt [0]", "(tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<4xf32>)"},
		{Grad, autodiff.Grad, "", "The results of a function, and the gradients of one of them, the loss, by the arguments `wrt`. The loss has rank 0; it is the first result, or the one in `of`.",
			"(%x) wrt [0]", "(tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)"},
	} {
		r.define()
	}
}

func (r requestOp) define() {
	second := map[string]string{"tangents": "%t: tensor<4xf32>", "cotangents": "%g: tensor<f32>", "": "%unused: tensor<f32>"}[r.clause]
	r.def.Define(ir.OpDef{
		Doc: r.doc + " Without `wrt` and `of` they are all that are floats or complex. The pass `differentiate` replaces it by a call of the derivative.",
		Example: `func.func private @square(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = tg.mul %x, %x : tensor<4xf32>
  %1 = tg.reduce sum %0 dims [0] : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @f(%x: tensor<4xf32>, ` + second + `) -> tensor<f32> {
  %0:2 = ` + r.def.Name() + ` @square` + r.uses + ` : ` + r.types + `
  return %0#0 : tensor<f32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyTensor).Own()),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor).Own()),
		Attrs: []ir.AttrArg{
			{Name: "callee", Is: ir.IsFlatSym}, {Name: "wrt", Is: ir.IsInts, Optional: true}, {Name: "of", Is: ir.IsInts, Optional: true},
			{Name: "arguments", Is: ir.IsI64},
		},
		Traits: ir.StatedTypes,
		Parse:  r.parse, Print: r.print,
		Infer:         func(in *ir.Inference) ([]*ir.Type, error) { return in.Results, nil },
		VerifySymbols: r.verify,
		Slots: ir.Slots{
			autodiff.Requested.Of(autodiff.Asking{
				Function: func(o *ir.Op) *ir.Attr { return o.Attr("callee") },
				Of:       func(o, _ *ir.Op) autodiff.Asked { return autodiff.Asked{Request: r.request(o)} },
			}),
			convert.Unsayable("it asks for a derivative: the pass differentiate makes that"),
			autodiff.Derivative.Of(autodiff.Refuse("it asks for a derivative itself, which must be made first")),
			dimorder.Of.Of(dimorder.Fixed("the pass differentiate replaces it")),
			te.Expand.Of(te.Opaque("the pass differentiate replaces it")),
			opgen.FormsOf.Of(opgen.NoForms("the pass differentiate replaces it")),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{}, errors.New("asks for a derivative, which the pass 'differentiate' makes: run that first")
			}),
		},
	})
}

func (r requestOp) request(o *ir.Op) autodiff.Request {
	list := func(name string) (out []int) {
		if a := o.Attr(name); a != nil {
			out = []int{}
			for _, i := range a.Ints() {
				out = append(out, int(i))
			}
		}
		return out
	}
	return autodiff.Request{Mode: r.mode, Wrt: list("wrt"), Of: list("of")}
}

func (r requestOp) parse(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetAttr("callee", c.Symbol(p.SymbolName()))
	operands := func() []ir.UnresolvedOperand {
		p.Expect("(")
		list := p.Operands()
		p.Expect(")")
		return list
	}
	at := p.Pos()
	args := operands()
	st.SetAttr("arguments", c.I64Attr(int64(len(args))))
	if r.clause != "" {
		p.Expect(r.clause)
		args = append(args, operands()...)
	}
	for _, name := range []string{"wrt", "of"} {
		if p.Try(name) {
			st.SetAttr(name, c.I64Array(p.Ints()))
		}
	}
	p.AttrDict(st)
	p.Expect(":")
	t := p.FuncType()
	st.Operands, st.Results = p.ResolveAll(args, t.Inputs(), at), t.Results()
}

func (r requestOp) print(p ir.OpPrinter, o *ir.Op) {
	n := min(max(int(o.Attr("arguments").Int()), 0), o.NumOperands())
	p.Str(" ")
	p.Symbol(o.Attr("callee").Text())
	p.Str("(")
	p.Operands(o.Operands()[:n])
	p.Str(")")
	if r.clause != "" {
		p.Str(" " + r.clause + "(")
		p.Operands(o.Operands()[n:])
		p.Str(")")
	}
	for _, name := range []string{"wrt", "of"} {
		if a := o.Attr(name); a != nil {
			p.Str(" " + name + " ")
			p.Ints(a.Ints())
		}
	}
	p.AttrDict(o, "callee", "wrt", "of", "arguments")
	p.Str(" : ")
	p.FuncType(o.OperandTypes(), o.ResultTypes())
}

// verify checks that there is such a function, and that operands and results are those of its
// derivative.
func (r requestOp) verify(o *ir.Op, find func(*ir.Attr) *ir.Op) error {
	name := o.Attr("callee").Text()
	fn := find(o.Attr("callee"))
	if fn == nil || !analysis.IsCallable(fn) || analysis.CallableBody(fn) == nil {
		return fmt.Errorf("'%s' is no function with a body", name)
	}
	t := fn.Attr("function_type").Type()
	req := r.request(o)
	wrt, err := chosenTypes("argument", req.Wrt, t.Inputs())
	if err != nil {
		return fmt.Errorf("@%s %w", name, err)
	}
	if r.mode == autodiff.Grad && req.Of == nil {
		req.Of = []int{0}
	}
	of, err := chosenTypes("result", req.Of, t.Results())
	if err != nil {
		return fmt.Errorf("@%s %w", name, err)
	}
	in, out := slices.Clone(t.Inputs()), slices.Clone(t.Results())
	switch r.mode {
	case autodiff.Forward:
		in, out = append(in, wrt...), append(out, of...)
	case autodiff.Reverse:
		in, out = append(in, of...), append(out, wrt...)
	case autodiff.Grad:
		if len(of) != 1 || of[0].Rank() != 0 || !of[0].Elem().IsFloat() {
			return fmt.Errorf("needs a loss, one float of rank 0, but has %s", typeList(of))
		}
		out = append(out, wrt...)
	}
	if n := int(o.Attr("arguments").Int()); n != len(t.Inputs()) {
		return fmt.Errorf("@%s takes %d arguments, but gets %d", name, len(t.Inputs()), n)
	}
	if !slices.Equal(in, o.OperandTypes()) || !slices.Equal(out, o.ResultTypes()) {
		want, got := o.Context().Func(in, out), o.Context().Func(o.OperandTypes(), o.ResultTypes())
		return fmt.Errorf("the derivative of @%s is '%s', but is used as '%s'", name, want, got)
	}
	return nil
}

// chosenTypes are the types of arguments or results that take part, by default all that can.
func chosenTypes(what string, list []int, all []*ir.Type) (chosen []*ir.Type, err error) {
	list, err = autodiff.Chosen(what, list, all)
	for _, i := range list {
		chosen = append(chosen, all[i])
	}
	return chosen, err
}
