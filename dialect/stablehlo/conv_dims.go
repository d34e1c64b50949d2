package stablehlo

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// convDims is the attribute that names the dimensions of a convolution,
// `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: the place in a
// list is a dimension of the tensor, a number is a spatial dimension.
var convDims = &ir.AttrDef{
	Name: "stablehlo.conv",
	Doc: "The dimensions of a convolution: b batch, f feature of input and output; i input feature, o output feature of the kernel; " +
		"numbers are spatial dimensions.",
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		p.Expect("<")
		var params []ir.NamedAttr
		if p.Try("raw") {
			params = parseRawConvDims(p)
		} else {
			params = parseConvDims(p)
		}
		p.Expect(">")
		return params
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		p.Str("<")
		printConvDims(p, a)
		p.Str(">")
	},
}

func init() { Dialect.Attrs = append(Dialect.Attrs, convDims) }

var isConvDims = ir.AttrConstraint{
	Desc:  "a #stablehlo.conv attribute",
	Ok:    func(a *ir.Attr) bool { return a != nil && a.Def() == convDims },
	Parse: func(p ir.OpParser) *ir.Attr { return p.Context().DialectAttr(convDims, parseConvDims(p)...) },
	Print: printConvDims,
}

// convPart is the layout of one of the three tensors: where two special
// dimensions are, by the names of their letters and fields, and where the
// spatial ones.
type convPart struct{ first, second, firstField, secondField, spatialField string }

var convParts = [3]convPart{
	{"b", "f", "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"},
	{"i", "o", "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"},
	{"b", "f", "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"},
}

func parseConvDims(p ir.OpParser) []ir.NamedAttr {
	var params []ir.NamedAttr
	for i, part := range convParts {
		if i > 0 {
			p.Expect([]string{"", "x", "->"}[i])
		}
		params = append(params, part.parse(p)...)
	}
	return params
}

func (part convPart) parse(p ir.OpParser) []ir.NamedAttr {
	c := p.Context()
	at := map[string]int64{}
	pos := p.Pos()
	n := int64(0)
	for p.Expect("["); !p.Try("]"); n++ {
		if n > 0 {
			p.Expect(",")
		}
		label := ""
		entry := p.Pos()
		if p.PeekInt() {
			label = strconv.FormatInt(p.Int(), 10)
		} else {
			label = p.Keyword()
		}
		if _, twice := at[label]; twice {
			p.Fail(entry, "dimension '%s' occurs twice", label)
		}
		at[label] = n
	}
	take := func(label string) int64 {
		d, ok := at[label]
		if !ok {
			p.Fail(pos, "expected a list with the dimension '%s'", label)
		}
		delete(at, label)
		return d
	}
	first, second := take(part.first), take(part.second)
	spatial := make([]int64, n-2)
	for i := range spatial {
		spatial[i] = take(strconv.Itoa(i))
	}
	return part.params(c, first, second, spatial)
}

func (part convPart) params(c *ir.Context, first, second int64, spatial []int64) []ir.NamedAttr {
	return []ir.NamedAttr{
		{Name: part.firstField, Value: c.I64Attr(first)},
		{Name: part.secondField, Value: c.I64Attr(second)},
		{Name: part.spatialField, Value: c.I64Array(spatial)},
	}
}

// parseRawConvDims reads the spelling that names every field.
func parseRawConvDims(p ir.OpParser) []ir.NamedAttr {
	var fields []field
	for _, part := range convParts {
		fields = append(fields, field{part.firstField, integer}, field{part.secondField, integer}, field{part.spatialField, dims})
	}
	params := make([]ir.NamedAttr, len(fields))
	names := make([]string, len(fields))
	for i, f := range fields {
		params[i], names[i] = ir.NamedAttr{Name: f.name, Value: f.kind.zero(p.Context())}, f.name
	}
	for p.PeekKeyword() != "" {
		pos := p.Pos()
		name := p.Keyword()
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			p.Fail(pos, "stablehlo.conv has no field '%s'%s", name, spelling.DidYouMean(name, names))
		}
		p.Expect("=")
		params[i].Value = fields[i].kind.parse(p)
		if !p.Try(",") {
			break
		}
	}
	return params
}

// printConvDims writes the lists, or all fields when they are no lists of
// different dimensions.
func printConvDims(p ir.OpPrinter, a *ir.Attr) {
	var text []string
	for _, part := range convParts {
		t, ok := part.text(a)
		if !ok {
			printRawConvDims(p, a)
			return
		}
		text = append(text, t)
	}
	p.Str(text[0] + "x" + text[1] + "->" + text[2])
}

func printRawConvDims(p ir.OpPrinter, a *ir.Attr) {
	p.Str("raw ")
	for i, e := range a.Entries() {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(e.Name + " = ")
		if e.Value.Is(ir.IntegerAttr) {
			p.Int(e.Value.Int())
		} else {
			p.Ints(e.Value.Ints())
		}
	}
}

// check checks that the attribute names each dimension of a tensor of type t once.
func (part convPart) check(a *ir.Attr, t *ir.Type) error {
	spatial := a.Get(part.spatialField).Ints()
	if _, ok := part.text(a); ok && len(spatial) == t.Rank()-2 {
		return nil
	}
	return fmt.Errorf("requires %s, %s and %s to name each dimension of '%s' once, but got %d, %d and %v",
		part.firstField, part.secondField, part.spatialField, t, a.Get(part.firstField).Int(), a.Get(part.secondField).Int(), spatial)
}

func (part convPart) text(a *ir.Attr) (text string, ok bool) {
	spatial := a.Get(part.spatialField).Ints()
	labels := make([]string, len(spatial)+2)
	put := func(d int64, label string) bool {
		if d < 0 || d >= int64(len(labels)) || labels[d] != "" {
			return false
		}
		labels[d] = label
		return true
	}
	ok = put(a.Get(part.firstField).Int(), part.first) && put(a.Get(part.secondField).Int(), part.second)
	for i, d := range spatial {
		ok = put(d, strconv.Itoa(i)) && ok
	}
	for i, l := range labels {
		if i > 0 {
			text += ", "
		}
		text += l
	}
	return "[" + text + "]", ok
}
