package arith

import "github.com/tg-opt/tg/ir"

// The promises of a word of `overflow<...>`: not to wrap.
const (
	nsw = 1 << iota // as signed numbers
	nuw             // as unsigned numbers
)

var overflowFlags = newFlags(flags{
	words: []string{"nsw", "nuw"}, sep: ", ", set: "::mlir::arith::IntegerOverflowFlags", attr: "Arith_IntegerOverflowAttr",
}, "overflow", "Promises that an integer op does not wrap: none, or some of nsw (as signed numbers) and nuw (as unsigned ones).",
	"Integer overflow arith flags")

// overflowFlag is the flag of ops that may promise not to wrap.
var overflowFlag = &flag{
	attr: ir.AttrArg{
		Name:    "overflowFlags",
		Is:      overflowFlags.Is,
		Default: func(c *ir.Context) *ir.Attr { return overflowFlags.of(c, 0) },
	},
	elide: []string{"overflowFlags"},
	parse: func(p ir.OpParser, st *ir.OpState) {
		if p.Try("overflow") {
			st.SetAttr("overflowFlags", overflowFlags.Is.Parse(p))
		}
	},
	print: func(p ir.OpPrinter, o *ir.Op) {
		if a := o.Props().Get("overflowFlags"); a != nil {
			p.Str(" overflow")
			overflowFlags.print(p, a)
		}
	},
}

// overflowOf is what o promises.
func overflowOf(o *ir.Op) int64 {
	if a := o.Props().Get("overflowFlags"); a != nil {
		return flagBits(a)
	}
	return 0
}

// withOverflow is the attribute list of an op with that promise.
func withOverflow(c *ir.Context, promise int64) []ir.NamedAttr {
	if promise == 0 {
		return nil
	}
	return []ir.NamedAttr{{Name: "overflowFlags", Value: overflowFlags.of(c, promise)}}
}

// NeverWraps reports whether o promises not to wrap, as signed or as unsigned
// numbers.
func NeverWraps(o *ir.Op, signed bool) bool {
	if signed {
		return overflowOf(o)&nsw != 0
	}
	return overflowOf(o)&nuw != 0
}
