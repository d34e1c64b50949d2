package irdl

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

var builtinTypes = map[ir.TypeKind]string{
	ir.IntegerType: "builtin.integer", ir.IndexType: "builtin.index", ir.NoneType: "builtin.none",
	ir.ComplexType: "builtin.complex", ir.TupleType: "builtin.tuple", ir.FunctionType: "builtin.function",
	ir.TensorType: "builtin.tensor", ir.UnrankedTensorType: "builtin.unranked_tensor", ir.VectorType: "builtin.vector",
	ir.MemRefType: "builtin.memref", ir.UnrankedMemRefType: "builtin.unranked_memref", ir.OpaqueType: "builtin.opaque",
}

var builtinAttrs = map[ir.AttrKind]string{
	ir.UnitAttr: "builtin.unit", ir.IntegerAttr: "builtin.integer", ir.FloatAttr: "builtin.float",
	ir.StringAttr: "builtin.string", ir.ArrayAttr: "builtin.array", ir.DictAttr: "builtin.dictionary",
	ir.TypeAttr: "builtin.type", ir.SymbolRefAttr: "builtin.symbol_ref", ir.DenseArrayAttr: "builtin.dense_array",
	ir.DenseAttr: "builtin.dense_int_or_fp_elements", ir.DenseStringsAttr: "builtin.dense_string_elements",
	ir.SparseAttr: "builtin.sparse_elements", ir.ResourceAttr: "builtin.dense_resource_elements",
	ir.AffineMapAttr: "builtin.affine_map", ir.IntegerSetAttr: "builtin.integer_set",
	ir.StridedLayoutAttr: "builtin.strided_layout", ir.DistinctAttr: "builtin.distinct",
	ir.UnknownLocAttr: "builtin.unknown_loc", ir.FileLocAttr: "builtin.file_line_range",
	ir.NameLocAttr: "builtin.name_loc", ir.CallLocAttr: "builtin.call_site_loc", ir.FusedLocAttr: "builtin.fused_loc",
	ir.OpaqueAttr: "builtin.opaque",
}

// typeName is the full name of what t is an instance of.
func typeName(t *ir.Type) string {
	if d := t.Def(); d != nil {
		return d.Name
	}
	if t.IsFloat() {
		return "builtin." + t.String()
	}
	return builtinTypes[t.Kind()]
}

// attrName is the full name of what a is an instance of.
func attrName(a *ir.Attr) string {
	if d := a.Def(); d != nil {
		return d.Name
	}
	for kind, name := range builtinAttrs {
		if a.Is(kind) {
			return name
		}
	}
	return ""
}

// isType reports whether some type of ctx has that full name.
func isType(ctx *ir.Context, name string) bool {
	for _, n := range builtinTypes {
		if n == name {
			return true
		}
	}
	if len(name) > len("builtin.") && name[:len("builtin.")] == "builtin." && ctx.Float(name[len("builtin."):]) != nil {
		return true
	}
	return slices.ContainsFunc(ctx.Dialects(), func(d *ir.Dialect) bool {
		return slices.ContainsFunc(d.Types, func(t *ir.TypeDef) bool { return t.Name == name })
	})
}

// isAttr reports whether some attribute of ctx has that full name.
func isAttr(ctx *ir.Context, name string) bool {
	for _, n := range builtinAttrs {
		if n == name {
			return true
		}
	}
	return slices.ContainsFunc(ctx.Dialects(), func(d *ir.Dialect) bool {
		return slices.ContainsFunc(d.Attrs, func(a *ir.AttrDef) bool { return a.Name == name })
	})
}
