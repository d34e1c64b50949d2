package opgen

import "github.com/tg-opt/tg/ir"

// FormsOf is what enumerations of small programs make of an op; every op of tg says it.
var FormsOf = ir.NewSlot[Forms]("forms in enumerations")

// Forms lists the forms of an op, or says why there are none.
type Forms struct {
	// Of are the attributes with which an op on such operands is tried, the plainest first: few
	// that tell apart what the op does, not all there are. It may be given operands that do not
	// fit.
	Of func(c *ir.Context, operands []*ir.Type) []Form
	// Operands is how many operands the op is tried with; 0 for as many as are declared as single
	// ones.
	Operands int
	// None says of an op that enumerations leave alone why they do.
	None string
}

// Form is an op without its operands.
type Form struct {
	Attrs Attrs
	// Results are the types of an op that states them, nil for others; Type is that of its result
	// in the language of rules, where ?x is the first operand.
	Results []*ir.Type
	Type    string
}

// Plain are the forms of an op that is tried without attributes.
var Plain = Forms{Of: func(*ir.Context, []*ir.Type) []Form { return []Form{{}} }}

// NoForms are those of an op that enumerations leave alone.
func NoForms(why string) Forms { return Forms{None: why} }

// Words are the forms of an op with one attribute that is one of some words; "" for without it.
func Words(name string, words ...string) Forms {
	return Forms{Of: func(c *ir.Context, _ []*ir.Type) []Form {
		var list []Form
		for _, w := range words {
			f := Form{Attrs: Attrs{}}
			if w != "" {
				f.Attrs[name] = c.StringAttr(w)
			}
			list = append(list, f)
		}
		return list
	}}
}

// Each are the forms of an op whose attributes follow from one dimension of the first operand.
func Each(of func(c *ir.Context, t *ir.Type, dim int) Attrs) Forms {
	return Forms{Of: func(c *ir.Context, operands []*ir.Type) []Form {
		var list []Form
		for d := range operands[0].Rank() {
			if a := of(c, operands[0], d); a != nil {
				list = append(list, Form{Attrs: a})
			}
		}
		return list
	}}
}

// Complete reports whether the forms say something.
func (f Forms) Complete() bool { return (f.Of != nil) != (f.None != "") }
