package dynamism

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// RefineArgumentsOptions are the options of the pass `refine-arguments`.
type RefineArgumentsOptions struct {
	Types []string `opt:"types" doc:"The types of all arguments of @main, in order"`
}

// RefineArguments sets the types of the arguments of the main function.
var RefineArguments = &pipeline.Pass{
	Name:  "refine-arguments",
	Title: "RefineArguments",
	Doc: "Set the types of the arguments of the function @main, or of the only function, to types that say more of their extents. " +
		"Inside of the function a tensor.cast gives back what was known before, so that nothing else changes; refine-shapes carries on from there.",
	On:      "builtin.module",
	Options: func() any { return &RefineArgumentsOptions{} },
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*RefineArgumentsOptions)
		if len(opt.Types) == 0 {
			r.MarkUnchanged()
			return nil
		}
		types, err := parseTypes(r.Ctx, strings.Join(opt.Types, ","))
		if err != nil {
			return r.Op.Errorf("refine-arguments: %s", err)
		}
		return refineArguments(r, types)
	},
}

// parseTypes reads types between commas. The lists of options are cut at commas, also
// at those inside of types.
func parseTypes(c *ir.Context, text string) ([]*ir.Type, error) {
	t, err := parser.ParseType(c, "("+text+") -> ()")
	if err != nil {
		return nil, fmt.Errorf("'%s' is no list of types: %s", text, ir.AsDiag(err, 0).Message)
	}
	return t.Inputs(), nil
}

// mainFunction is @main, or the only function with a body.
func mainFunction(root *ir.Op) *ir.Op {
	list := functions(root)
	for _, fn := range list {
		if ir.SymbolName(fn) == "main" {
			return fn
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

func refineArguments(r *pipeline.Run, types []*ir.Type) error {
	fn := mainFunction(r.Op)
	if fn == nil {
		return r.Op.Errorf("refine-arguments: needs a function @main, or a module of one function")
	}
	signature := fn.Attr("function_type").Type()
	old := signature.Inputs()
	if len(old) != len(types) {
		return fn.Errorf("@%s has %d arguments, but refine-arguments gives the types of %d", ir.SymbolName(fn), len(old), len(types))
	}
	for i, t := range types {
		if t == old[i] {
			continue
		}
		if !ir.Compatible(t, old[i]) || merged(r.Ctx, t, old[i]) != t {
			return fn.Errorf("argument #%d of @%s is of type '%s', which '%s' does not refine: it must say the same and more of the extents", i, ir.SymbolName(fn), old[i], t)
		}
		if err := analysis.WithinBounds(t.Shape(), old[i]); err != nil {
			return fn.Errorf("argument #%d of @%s %s", i, ir.SymbolName(fn), err)
		}
	}
	body := analysis.CallableBody(fn).First()
	unchanged := true
	for i, t := range types {
		if t == old[i] {
			continue
		}
		unchanged = false
		arg := body.Arg(i)
		users := arg.HasUses()
		arg.SetType(t)
		if !users {
			continue
		}
		back := cast(r.Builder.AtStart(body), arg.FirstUse().Owner(), arg, old[i])
		for u := arg.FirstUse(); u != nil; {
			next := u.Next()
			if u.Owner() != back.Def() {
				u.Set(back)
			}
			u = next
		}
	}
	setSignature(fn, types, signature.Results())
	if unchanged {
		r.MarkUnchanged()
	}
	return nil
}
