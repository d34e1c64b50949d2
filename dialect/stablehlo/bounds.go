package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// bounds is the encoding of a tensor type that says how large extents may become
// which only the run knows, `#stablehlo.bounds<16, ?>`. The long form of it is
// `#stablehlo.type_extensions<bounds = [16, ?]>`.
var bounds = &ir.AttrDef{
	Name: "stablehlo.bounds",
	Doc:  "The largest extents of a tensor along dimensions whose extents are known at run time; `?` for any, and where the extent is known.",
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		return parseBounds(p, "<", ">")
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		p.Str("<")
		for i, n := range boundsOf(a) {
			if i > 0 {
				p.Str(", ")
			}
			if n == ir.Dynamic {
				p.Str("?")
			} else {
				p.Int(n)
			}
		}
		p.Str(">")
	},
	Bounds: boundsOf,
	VerifyEncoding: func(a *ir.Attr, t *ir.Type) error {
		list := boundsOf(a)
		if len(list) != t.Rank() {
			return fmt.Errorf("a type of rank %d must have as many bounds, but has %d", t.Rank(), len(list))
		}
		for d, n := range list {
			if n != ir.Dynamic && t.Shape()[d] != ir.Dynamic {
				return fmt.Errorf("dimension %d has the extent %d, so that it can have no bound, but has %d", d, t.Shape()[d], n)
			}
		}
		return nil
	},
}

// typeExtensions is the long form of bounds.
var typeExtensions = &ir.AttrDef{
	Name: "stablehlo.type_extensions",
	Doc:  "The long form of `#stablehlo.bounds`.",
	As:   bounds,
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		for _, s := range []string{"<", "bounds", "="} {
			p.Expect(s)
		}
		list := parseBounds(p, "[", "]")
		p.Expect(">")
		return list
	},
}

func init() { Dialect.Attrs = append(Dialect.Attrs, bounds, typeExtensions) }

func boundsOf(a *ir.Attr) []int64 { return a.Get("bounds").Ints() }

func parseBounds(p ir.OpParser, open, end string) []ir.NamedAttr {
	var list []int64
	for p.Expect(open); !p.Try(end); {
		if list != nil {
			p.Expect(",")
		}
		if p.Try("?") {
			list = append(list, ir.Dynamic)
			continue
		}
		pos := p.Pos()
		n := p.Int()
		if n < 0 {
			p.Fail(pos, "expected an extent that is not negative")
		}
		list = append(list, n)
	}
	return []ir.NamedAttr{{Name: "bounds", Value: p.Context().I64Array(list)}}
}

// bounded is a tensor type with bounds, if there are any.
func bounded(c *ir.Context, shape []int64, elem *ir.Type, list []int64) *ir.Type {
	if all(list, ir.Dynamic) {
		return c.Tensor(shape, elem)
	}
	return c.TensorWithEncoding(shape, elem, c.DialectAttr(bounds, ir.NamedAttr{Name: "bounds", Value: c.I64Array(list)}))
}
