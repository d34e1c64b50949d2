// Package enzyme reads what exporters write that ask Enzyme for derivatives, the dialect `enzyme`:
// Julia's Reactant, and tests of Enzyme-JAX. Its ops are requests, as tg.jvp and tg.vjp are,
// spelled otherwise.
package enzyme

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `enzyme`.
var Dialect = ir.NewDialect("enzyme", "Requests for derivatives, and for functions of many elements at once, as exporters of Enzyme write them. The pass `differentiate` replaces them.")

// The activities of arguments and results.
const (
	active, activeNoNeed  = "enzyme_active", "enzyme_activenoneed"
	dup, dupNoNeed        = "enzyme_dup", "enzyme_dupnoneed"
	constant, constNoNeed = "enzyme_const", "enzyme_constnoneed"
	out                   = "enzyme_out"
)

var activityWords = []string{active, dup, constant, dupNoNeed, activeNoNeed, constNoNeed, out}

// activity is spelled `#enzyme<activity enzyme_dup>`, or `#enzyme.activity<enzyme_dup>` as newer
// exporters do.
var activity = &ir.AttrDef{
	Name: "enzyme.activity",
	Doc: "How an argument or a result takes part in a derivative. Where `noneed` stands behind it, the value itself is not a result. One of " +
		strings.Join(activityWords, ", ") + ".",
	Bare: true,
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		bracket := p.Try("<")
		at := p.Pos()
		word := p.Keyword()
		if !slices.Contains(activityWords, word) {
			p.Fail(at, "there is no activity '%s': expected one of %s", word, strings.Join(activityWords, ", "))
		}
		if bracket {
			p.Expect(">")
		}
		return []ir.NamedAttr{{Name: "value", Value: p.Context().StringAttr(word)}}
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(" " + a.Get("value").Text()) },
}

func init() { Dialect.Attrs = append(Dialect.Attrs, activity) }

// isActivities is an array of activities.
var isActivities = ir.AttrConstraint{
	Desc: "array of #enzyme<activity> attributes",
	Ok: func(a *ir.Attr) bool {
		return a.Is(ir.ArrayAttr) && !slices.ContainsFunc(a.Elems(), func(e *ir.Attr) bool { return e.Def() != activity })
	},
}

// words are the entries of such an array.
func words(a *ir.Attr) []string {
	list := make([]string, len(a.Elems()))
	for i, e := range a.Elems() {
		list[i] = e.Get("value").Text()
	}
	return list
}

// signature is what an op takes and gives, and what it thereby asks for.
type signature struct {
	in, out []*ir.Type
	asked   autodiff.Asked
}

// request is an op of the dialect: sign says what its signature is, for a function of type t.
type request struct {
	def          *ir.OpDef
	doc, example string
	attrs        []ir.AttrArg
	sign         func(o *ir.Op, t *ir.Type) (*signature, error)
}

func (r request) define() {
	r.def.Define(ir.OpDef{
		Doc:           r.doc + " The pass `differentiate` replaces it by a call.",
		Example:       r.example,
		Operands:      ir.Args(ir.Variadic("inputs", ir.AnyTensor).Own()),
		Results:       ir.Args(ir.Variadic("outputs", ir.AnyTensor).Own()),
		Attrs:         append([]ir.AttrArg{{Name: "fn", Is: ir.IsFlatSym}}, r.attrs...),
		Format:        "$fn `(` $inputs `)` attr-dict `:` functional-type",
		VerifySymbols: r.verify,
		Slots: ir.Slots{
			autodiff.Requested.Of(autodiff.Asking{
				Function: func(o *ir.Op) *ir.Attr { return o.Attr("fn") },
				Of: func(o, fn *ir.Op) autodiff.Asked {
					s, err := r.sign(o, fn.Attr("function_type").Type())
					if err != nil {
						panic("enzyme: " + err.Error()) // the verifier has looked
					}
					return s.asked
				},
			}),
			autodiff.Derivative.Of(autodiff.Refuse("it asks for a derivative itself, which must be made first")),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{}, errors.New("asks for a derivative, which the pass 'differentiate' makes: run that first")
			}),
		},
	})
}

// verify checks that there is such a function, and that operands and results are as the attributes
// say.
func (r request) verify(o *ir.Op, find func(*ir.Attr) *ir.Op) error {
	name := o.Attr("fn").Text()
	fn := find(o.Attr("fn"))
	if !analysis.IsCallable(fn) || analysis.CallableBody(fn) == nil {
		return fmt.Errorf("'%s' is no function with a body", name)
	}
	s, err := r.sign(o, fn.Attr("function_type").Type())
	if err != nil {
		return fmt.Errorf("@%s %w", name, err)
	}
	if !slices.Equal(s.in, o.OperandTypes()) || !slices.Equal(s.out, o.ResultTypes()) {
		want, got := o.Context().Func(s.in, s.out), o.Context().Func(o.OperandTypes(), o.ResultTypes())
		return fmt.Errorf("of @%s is '%s' with these attributes, but is used as '%s'", name, want, got)
	}
	return nil
}

// activities are those of the arguments and of the results of a function of type t. Where those of
// results are not stated, all that can be differentiated are, and only derivatives are results.
func activities(o *ir.Op, t *ir.Type, derivative string) (args, results []string, err error) {
	args = words(o.Attr("activity"))
	if len(args) != len(t.Inputs()) {
		return nil, nil, fmt.Errorf("takes %d arguments, but 'activity' has %d entries", len(t.Inputs()), len(args))
	}
	if a := o.Attr("ret_activity"); a != nil {
		if results = words(a); len(results) != len(t.Results()) {
			return nil, nil, fmt.Errorf("returns %d results, but 'ret_activity' has %d entries", len(t.Results()), len(results))
		}
		return args, results, nil
	}
	for _, r := range t.Results() {
		if autodiff.Differentiable(r) {
			results = append(results, derivative)
		} else {
			results = append(results, constNoNeed)
		}
	}
	return args, results, nil
}

// differentiable checks an argument or a result that is to be differentiated.
func differentiable(what string, i int, t *ir.Type) error {
	if !autodiff.Differentiable(t) {
		return fmt.Errorf("has %s #%d of type '%s', which has no derivative: write %s", what, i, t, constant)
	}
	return nil
}

// derivativeAttrs are the attributes of derivatives.
var derivativeAttrs = []ir.AttrArg{
	{Name: "activity", Is: isActivities}, {Name: "ret_activity", Is: isActivities, Optional: true},
	{Name: "width", Is: ir.IsI64, Optional: true}, {Name: "strong_zero", Is: ir.IsBool, Optional: true},
}

// wide is how many derivatives are made at once: they lie along a leading dimension, which a single
// one has not.
type wide struct {
	c     *ir.Context
	width int64
}

func widthOf(o *ir.Op) (wide, error) {
	w := wide{o.Context(), 1}
	if a := o.Attr("width"); a != nil {
		if w.width = a.Int(); w.width < 1 {
			return w, fmt.Errorf("cannot have %d derivatives: 'width' must be at least 1", w.width)
		}
	}
	return w, nil
}

func (w wide) of(t *ir.Type) *ir.Type {
	if w.width == 1 {
		return t
	}
	return w.c.Tensor(append([]int64{w.width}, t.Shape()...), t.Elem())
}

// finish says which arguments and results of the function that answers have the leading dimension:
// those behind the ones of the function that is differentiated.
func (w wide) finish(s *signature, t *ir.Type, args, results int) *signature {
	if w.width > 1 {
		s.asked.Batch = []int64{w.width}
		s.asked.Batched = behind(len(t.Inputs()), args)
		s.asked.Stacked = behind(len(t.Results()), results)
	}
	return s
}

// behind marks those that come behind the first ones.
func behind(first, more int) []bool {
	return append(make([]bool, first), slices.Repeat([]bool{true}, more)...)
}

func strongZero(o *ir.Op) bool {
	a := o.Attr("strong_zero")
	return a != nil && a.Bool()
}
