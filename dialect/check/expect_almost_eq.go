package check

import "github.com/tg-opt/tg/ir"

// ExpectAlmostEq and ExpectAlmostEqConst expect values that are near each
// other.
var (
	ExpectAlmostEq      = Dialect.NewOp("check.expect_almost_eq")
	ExpectAlmostEqConst = Dialect.NewOp("check.expect_almost_eq_const")
)

// The tolerances where none are given. StableHLO has an absolute one alone;
// IREE's spelling adds a relative one, which is then an attribute of the op.
const (
	defaultAbsolute = 1e-4
	defaultRelative = 1e-5
)

var tolerances = []ir.AttrArg{
	{Name: "tolerance", Is: ir.IsFloat, Optional: true},
	{Name: "atol", Is: ir.IsFloat, Optional: true},
	{Name: "rtol", Is: ir.IsFloat, Optional: true},
}

func init() {
	test := kernel(func(o *ir.Op) elementTest {
		absolute, relative := defaultAbsolute, 0.0
		for _, name := range []string{"tolerance", "atol"} {
			if a := o.Attr(name); a != nil {
				absolute = a.Float()
			}
		}
		if a := o.Attr("rtol"); a != nil {
			relative = a.Float()
		}
		return near(absolute, relative)
	})
	ExpectAlmostEq.Define(ir.OpDef{
		Doc: "Expect the elements to differ by at most `tolerance` or `atol`, 0.0001 by default, plus `rtol` times the expected value. NaN matches NaN.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  check.expect_almost_eq %x, %y, tolerance = 0.1 : tensor<4xf32>
  return
}`,
		Operands: twoValues,
		Attrs:    tolerances,
		// The form is not a format: IREE's spelling in parentheses is read, too.
		Parse:  func(p ir.OpParser, st *ir.OpState) { parsePair(p, st, false, tolerance(p, st, false)) },
		Print:  printAlmostEq,
		Verify: verifyPair,
		Slots:  test,
	})
	ExpectAlmostEqConst.Define(ir.OpDef{
		Doc: "Expect the elements to differ from those of a constant by at most `tolerance` or `atol`, 0.0001 by default, plus `rtol` times the expected value. NaN matches NaN.",
		Example: `func.func @f(%x: tensor<4xf32>) {
  check.expect_almost_eq_const %x, dense<1.5> : tensor<4xf32>
  check.expect_almost_eq_const(%x, dense<1.5> : tensor<4xf32>) : tensor<4xf32>
  return
}`,
		Operands: oneValue,
		Attrs:    append([]ir.AttrArg{{Name: "value", Is: ir.IsElements}}, tolerances...),
		// The form is not a format: IREE's spelling in parentheses is read, too.
		Parse:  func(p ir.OpParser, st *ir.OpState) { parsePair(p, st, true, tolerance(p, st, true)) },
		Print:  printAlmostEq,
		Verify: verifyPair,
		Slots:  test,
	})
}

// tolerance reads `, tolerance = x`, or in IREE's spelling `, atol x, rtol x`.
func tolerance(p ir.OpParser, st *ir.OpState, constant bool) func(parens bool) {
	c := p.Context()
	return func(parens bool) {
		if parens {
			st.SetAttr("atol", c.FloatAttr(c.F32(), defaultAbsolute))
			st.SetAttr("rtol", c.FloatAttr(c.F32(), defaultRelative))
		}
		for p.Try(",") {
			switch {
			case parens && p.Try("atol"):
				st.SetAttr("atol", p.Attr())
			case parens && p.Try("rtol"):
				st.SetAttr("rtol", p.Attr())
			default:
				p.Expect("tolerance")
				p.Expect("=")
				st.SetAttr("tolerance", p.AttrOfType(c.F64()))
				if constant && p.Try(":") {
					p.Expect("f64")
				}
			}
		}
	}
}

// printAlmostEq writes IREE's spelling for an op with its two tolerances.
func printAlmostEq(p ir.OpPrinter, o *ir.Op) {
	c := o.Context()
	if o.Attr("rtol") != nil && o.Attr("atol") != nil && o.Attr("tolerance") == nil {
		p.Str("(")
		printPair(p, o)
		for _, t := range []struct {
			name  string
			usual float64
		}{{"atol", defaultAbsolute}, {"rtol", defaultRelative}} {
			if a := o.Attr(t.name); a != c.FloatAttr(c.F32(), t.usual) {
				p.Str(", " + t.name + " ")
				p.Attr(a)
			}
		}
		p.Str(")")
		p.AttrDict(o, "value", "atol", "rtol")
		printType(p, o)
		return
	}
	p.Str(" ")
	printPair(p, o)
	elide := []string{"value"}
	if a := o.Attr("tolerance"); a != nil && a.Type() == c.F64() {
		p.Str(", tolerance = ")
		p.AttrWithoutType(a)
		elide = append(elide, "tolerance")
	}
	p.AttrDict(o, elide...)
	if o.Attr("value") == nil {
		printType(p, o)
	}
}
