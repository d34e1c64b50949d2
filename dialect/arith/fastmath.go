package arith

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// The liberties that a word of `fastmath<...>` gives.
const (
	reassoc  = 1 << iota // regroup sums and products
	nnan                 // take operands and results not to be NaN
	ninf                 // nor infinite
	nsz                  // take zeros to have no sign
	arcp                 // multiply by a reciprocal
	contract             // fuse operations
	afn                  // approximate functions
)

var fastMathFlags = newFlags(flags{
	words: []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"},
	all:   "fast", sep: ",",
	set: "::mlir::arith::FastMathFlags", attr: "Arith_FastMathAttr",
}, "fastmath", "Liberties with floating-point arithmetic: none, or some of reassoc, nnan, ninf, nsz, arcp, contract, afn; fast is all of them.",
	"Floating point fast math flags")

// fastMath is the flag of operations, no liberties being none; maybeFastMath
// that of conversions, which may lack the attribute.
var (
	fastMath      = newFastMath(ir.AttrArg{Default: func(c *ir.Context) *ir.Attr { return fastMathFlags.of(c, 0) }})
	maybeFastMath = newFastMath(ir.AttrArg{Optional: true})
)

func newFastMath(attr ir.AttrArg) *flag {
	attr.Name, attr.Is = "fastmath", fastMathFlags.Is
	return &flag{
		attr:  attr,
		elide: []string{"fastmath"},
		parse: func(p ir.OpParser, st *ir.OpState) {
			if p.Try("fastmath") {
				st.SetAttr("fastmath", fastMathFlags.Is.Parse(p))
			}
		},
		print: func(p ir.OpPrinter, o *ir.Op) {
			if a := o.Props().Get("fastmath"); a != nil {
				p.Str(" fastmath")
				fastMathFlags.print(p, a)
			}
		},
	}
}

// fastMathOf is the set of liberties that o gives.
func fastMathOf(o *ir.Op) int64 {
	if a := o.Props().Get("fastmath"); a != nil {
		return flagBits(a)
	}
	return 0
}

// allows reports whether o gives all of the liberties in want.
func allows(o *ir.Op, want int64) bool { return fastMathOf(o)&want == want }

// withFastMath is the attribute list of an op that gives the liberties that o
// gives.
func withFastMath(o *ir.Op) []ir.NamedAttr {
	if a := o.Props().Get("fastmath"); a != nil {
		return []ir.NamedAttr{{Name: "fastmath", Value: a}}
	}
	return nil
}

// The ways to round, by number.
const (
	toNearestEven = iota
	downward
	upward
	towardZero
	toNearestAway
)

var roundingModes = []string{"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"}

// roundingMode says how a conversion rounds; without it, to the nearest number,
// of two to the even one.
var roundingMode = ir.AttrArg{Name: "roundingmode", Optional: true, Is: newEnum("roundingmode", "Floating point rounding mode", 32, roundingModes...)}

// roundingAndFastMath is the flags of conversions that round.
var roundingAndFastMath = &flag{
	elide: []string{"roundingmode", "fastmath"},
	parse: func(p ir.OpParser, st *ir.OpState) {
		if slices.Contains(roundingModes, p.PeekKeyword()) || p.Peek(`"`) {
			st.SetAttr("roundingmode", roundingMode.Is.Parse(p))
		}
		maybeFastMath.parse(p, st)
	},
	print: func(p ir.OpPrinter, o *ir.Op) {
		if a := o.Props().Get("roundingmode"); a != nil {
			p.Str(" ")
			roundingMode.Is.Print(p, a)
		}
		maybeFastMath.print(p, o)
	},
}

// roundingOf is how o rounds.
func roundingOf(o *ir.Op) int64 {
	if a := o.Props().Get("roundingmode"); a != nil {
		return a.Int()
	}
	return toNearestEven
}

// FastMath is the attribute of ops of other dialects that can give these liberties, too;
// ParseFastMath and PrintFastMath are its form.
func FastMath() ir.AttrArg { return fastMath.attr }

// ParseFastMath reads ` fastmath<...>`, which may be missing.
func ParseFastMath(p ir.OpParser, st *ir.OpState) { fastMath.parse(p, st) }

// PrintFastMath writes what ParseFastMath reads.
func PrintFastMath(p ir.OpPrinter, o *ir.Op) { fastMath.print(p, o) }
