// Package sdy knows of the dialect `sdy`, Shardy, what exporters of StableHLO write: meshes
// of devices, and how values are to be split among them. A program that runs on one
// device keeps all of it, and needs nothing of it.
package sdy

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `sdy`.
var Dialect = ir.NewDialect("sdy", "How tensors are split among devices, as exporters say with their programs. It is kept as it is.").
	Lacking(ir.OpMembers | ir.TypeMembers | ir.PropMembers | ir.AttrMembers)

// verbatim is an attribute whose text between angle brackets is kept as it is.
func verbatim(name, doc string) *ir.AttrDef {
	d := &ir.AttrDef{
		Name:  "sdy." + name,
		Doc:   doc,
		Parse: readVerbatim,
		Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str("<" + a.Get("text").Text() + ">") },
	}
	Dialect.Attrs = append(Dialect.Attrs, d)
	return d
}

func readVerbatim(p ir.OpParser) []ir.NamedAttr {
	p.Expect("<")
	text := p.Balanced()
	p.Expect(">")
	return []ir.NamedAttr{{Name: "text", Value: p.Context().StringAttr(text)}}
}

// spelled is the constraint of such an attribute, of which a pretty form has only what
// is in the brackets, and these.
func spelled(d *ir.AttrDef) ir.AttrConstraint {
	return ir.AttrConstraint{
		Desc:  "a #" + d.Name + " attribute",
		Ok:    func(a *ir.Attr) bool { return a != nil && a.Def() == d },
		Parse: func(p ir.OpParser) *ir.Attr { return p.Context().DialectAttr(d, readVerbatim(p)...) },
		Print: d.Print,
	}
}

var (
	meshAttr = verbatim("mesh", "The axes of a mesh, and its devices.")
	sharding = verbatim("sharding", "How the dimensions of one tensor are split along the axes of a mesh.")
)

func init() {
	verbatim("sharding_per_value", "The sharding of each of several values.")
	verbatim("op_sharding_rule", "How the dimensions of operands and results of an op belong together.")
	verbatim("manual_axes", "The axes that a program splits tensors along by itself.")
}

// Mesh names an arrangement of devices, ShardingConstraint how a value is to be split.
var (
	Mesh               = Dialect.NewOp("sdy.mesh")
	ShardingConstraint = Dialect.NewOp("sdy.sharding_constraint")
)

func init() {
	Mesh.Define(ir.OpDef{
		Doc: "An arrangement of devices along named axes, to which shardings refer by its name.",
		Example: `sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  return
}`,
		Attrs: []ir.AttrArg{
			{Name: "sym_name", Is: ir.IsSymbolName},
			{Name: "mesh", Is: spelled(meshAttr)},
		},
		Traits: ir.Symbol,
		Format: "$sym_name `=` $mesh attr-dict",
	})
	ShardingConstraint.Define(ir.OpDef{
		Doc: "The operand, which is to be split as the sharding says.",
		Example: `sdy.mesh @mesh = <["data"=4]>
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"data"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "sharding", Is: spelled(sharding)}},
		Traits:   ir.Pure | ir.SameTypes,
		Format:   "$input $sharding attr-dict `:` same-type",
		Infer:    func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands, nil },
		Slots: ir.Slots{
			cost.Model.Of(cost.Viewing),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error { return c.NewMaker(o).Done(c.Operands(o)...) }),
		},
	})
}
