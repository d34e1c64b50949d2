package stablehlo

import (
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// renamed says that instances of an op are like those of one of tg, with other
// names of attributes: pairs of that in tg and that here.
func renamed(op *ir.OpDef, names ...string) ir.SlotValue {
	return opgen.TwinOf.Of(opgen.Renamed(op, names...))
}

// twin is renamed for an op whose attributes the functions translate; back is nil
// for one that infers its result type.
func twin(op *ir.OpDef, attrs, back func(*ir.Context, opgen.Attrs) opgen.Attrs) ir.SlotValue {
	return opgen.TwinOf.Of(opgen.Twin{Op: op, Attrs: attrs, Back: back})
}

// of is a record whose fields are attributes of those names; others are zero.
func (r *Record) of(c *ir.Context, fields map[string]*ir.Attr) *ir.Attr {
	params := r.zero(c)
	for i, p := range params {
		if a := fields[p.Name]; a != nil {
			params[i].Value = a
		}
	}
	return c.DialectAttr(r.def, params...)
}

func gatherAttrs(c *ir.Context, of opgen.Attrs) opgen.Attrs {
	return opgen.Attrs{"dimension_numbers": gatherDims.of(c, of), "slice_sizes": of["slice_sizes"]}
}

// dotFields are what the dimensions of a dot product are called in tg and here.
var dotFields = opgen.Renamed(nil,
	"lhs_batching", "lhs_batching_dimensions", "rhs_batching", "rhs_batching_dimensions",
	"lhs_contracting", "lhs_contracting_dimensions", "rhs_contracting", "rhs_contracting_dimensions")

func dotAttrs(c *ir.Context, of opgen.Attrs) opgen.Attrs {
	return opgen.Attrs{"dot_dimension_numbers": dotDims.of(c, dotFields.Attrs(c, of))}
}

func dotAttrsBack(c *ir.Context, own opgen.Attrs) opgen.Attrs {
	fields := opgen.Attrs{}
	for _, e := range own["dot_dimension_numbers"].Entries() {
		fields[e.Name] = e.Value
	}
	return dotFields.Back(c, fields)
}

// padAttrs says also what tg need not be told, that nothing is between elements.
func padAttrs(c *ir.Context, of opgen.Attrs) opgen.Attrs {
	interior := of["interior"]
	if interior == nil {
		interior = c.I64Array(make([]int64, len(of["low"].Ints())))
	}
	return opgen.Attrs{"edge_padding_low": of["low"], "edge_padding_high": of["high"], "interior_padding": interior}
}

func reducePrecisionAttrs(c *ir.Context, of opgen.Attrs) opgen.Attrs {
	out := opgen.Attrs{}
	for name, a := range of {
		out[name] = c.IntAttr(c.I32(), a.Int())
	}
	return out
}
