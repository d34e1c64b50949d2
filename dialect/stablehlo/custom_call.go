package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// CustomCall calls something outside of the program.
var CustomCall = Dialect.NewOp("stablehlo.custom_call")

func init() {
	CustomCall.Define(ir.OpDef{
		Doc: "A call of a function that the environment provides under a name. A program that uses tg as a library provides its own (docs/library.md). These come with tg. " + targetsText(),
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  stablehlo.custom_call @check.expect_close(%x, %y) {has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = []} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType).Own()),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Attrs: []ir.AttrArg{
			{Name: "call_target_name", Is: ir.IsSymbolName},
			{Name: "has_side_effect", Is: ir.IsBool, Optional: true},
			{Name: "backend_config", Is: ir.AnyAttr, Optional: true},
			{Name: "api_version", Is: ir.IsI32, Optional: true},
			{Name: "called_computations", Is: ir.IsArray, Optional: true},
			{Name: "operand_layouts", Is: ir.IsArray, Optional: true},
			{Name: "result_layouts", Is: ir.IsArray, Optional: true},
			{Name: "output_operand_aliases", Is: ir.IsArray, Optional: true},
		},
		Format: "$call_target_name `(` operands `)` attr-dict `:` functional-type",
		Verify: verifyCustomCall,
		Slots:  ir.Slots{convert.ToTG.Of(customCallToTG)},
	})
}

// verifyCustomCall checks the layouts, in which a list says for each tensor in which order its
// dimensions are in memory.
func verifyCustomCall(o *ir.Op) error {
	operands, results := o.Attr("operand_layouts"), o.Attr("result_layouts")
	switch {
	case operands == nil && results == nil:
		return nil
	case operands == nil || results == nil:
		return fmt.Errorf("requires both operand_layouts and result_layouts, or none of them")
	}
	types := o.ResultTypes()
	if len(types) == 1 && isTuple.Ok(types[0]) {
		types = types[0].Types()
	}
	if err := checkLayouts("operand", operands.Elems(), o.OperandTypes()); err != nil {
		return err
	}
	return checkLayouts("result", results.Elems(), types)
}

func checkLayouts(what string, layouts []*ir.Attr, types []*ir.Type) error {
	if len(layouts) != len(types) {
		return fmt.Errorf("requires %s_layouts with an entry for each of %d %ss, but it has %d", what, len(types), what, len(layouts))
	}
	for i, t := range types {
		order := layouts[i].Ints()
		_, permutes := shapes.Inverse(order)
		switch {
		case !layouts[i].Is(ir.DenseAttr) || !isExtents(layouts[i].Type()):
			return fmt.Errorf("requires %s_layouts of lists of indices, but entry #%d is %s", what, i, layouts[i])
		case !permutes || t.HasRank() && len(order) != t.Rank():
			return fmt.Errorf("requires %s_layouts of the dimensions of their %ss, each once, but entry #%d is %s for '%s'", what, what, i, layouts[i], t)
		}
	}
	return nil
}

// isExtents reports whether t is the type of a list of indices.
func isExtents(t *ir.Type) bool { return t.IsRankedTensor() && t.Rank() == 1 && t.Elem().IsIndex() }

// CustomCalls are the targets that come with tg, sorted by name.
func CustomCalls() []*convert.CustomCall {
	list := slices.Concat(checkCalls, placementCalls, randomCalls, functionCalls(), dynamicCalls)
	slices.SortFunc(list, func(a, b *convert.CustomCall) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// targetsText is a sentence for each of these.
func targetsText() string {
	var b strings.Builder
	for i, c := range CustomCalls() {
		if i > 0 {
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, "`@%s`: %s", c.Name, c.Doc)
	}
	return b.String()
}

func customCallToTG(c *convert.Rewriter, o *ir.Op) error {
	target := o.Attr("call_target_name").Text()
	if own := convert.LookupCall(c.Ctx, target); own != nil {
		if own.ToTG != nil {
			return own.ToTG(c, o)
		}
		return callToTG(c, o, target)
	}
	known := CustomCalls()
	if i := slices.IndexFunc(known, func(k *convert.CustomCall) bool { return k.Name == target }); i >= 0 {
		return known[i].ToTG(c, o)
	}
	if c.Declared != nil && c.Declared(target) {
		return callToTG(c, o, target)
	}
	var names []string
	for _, k := range slices.Concat(known, convert.Provided(c.Ctx)) {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return ir.Errorf(o.Loc(), "'%s' op cannot be converted to tg: what the target '%s' computes is not known%s", o.Name(), target, spelling.DidYouMean(target, names)).
		WithNote(o.Loc(), "known are %s, and what a program that uses tg as a library provides", strings.Join(names, ", "))
}

// attribute is an attribute of a call, which exporters also put into dictionaries.
func attribute(o *ir.Op, name string) *ir.Attr {
	for _, a := range []*ir.Attr{o.Attr(name), o.Attrs().Get(name)} {
		if a != nil {
			return a
		}
	}
	for _, dict := range []string{"mhlo.attributes", "mhlo.backend_config", "backend_config"} {
		for _, d := range []*ir.Attr{o.Attr(dict), o.Attrs().Get(dict)} {
			if d.Is(ir.DictAttr) && d.Get(name) != nil {
				return d.Get(name)
			}
		}
	}
	return nil
}

// expects checks how many operands and results a call has.
func expects(o *ir.Op, operands, results int) error {
	if o.NumOperands() != operands || o.NumResults() != results {
		return fmt.Errorf("calls '%s' with %d operands for %d results, but it takes %d and returns %d",
			o.Attr("call_target_name").Text(), o.NumOperands(), o.NumResults(), operands, results)
	}
	return nil
}

// integerOf is an integer attribute that a call must have.
func integerOf(o *ir.Op, name string) (int64, error) {
	a := attribute(o, name)
	if !a.Is(ir.IntegerAttr) {
		return 0, fmt.Errorf("calls '%s' without the integer attribute '%s'", o.Attr("call_target_name").Text(), name)
	}
	return a.Int(), nil
}
