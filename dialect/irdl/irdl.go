// Package irdl is the dialect `irdl`: ops that define dialects, and Load, which
// makes dialects of a file of them.
package irdl

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Dialect is `irdl`.
var Dialect = ir.NewDialect("irdl", "Definitions of dialects: their ops, types and attributes, and what those must satisfy.")

// AttributeType is the type of a constraint, which an attribute or a type
// satisfies or not.
var AttributeType = &ir.TypeDef{Name: "irdl.attribute", Doc: "A constraint on an attribute or a type."}

// RegionType is the type of a constraint on a region.
var RegionType = &ir.TypeDef{Name: "irdl.region", Doc: "A constraint on a region."}

func init() {
	Dialect.Types = []*ir.TypeDef{AttributeType, RegionType}
	Dialect.Attrs = []*ir.AttrDef{variadicityDef, variadicityArrayDef}
}

var (
	isConstraint = ir.TypeConstraint{
		Desc: "IRDL handle to an `mlir::Attribute`", Ok: func(t *ir.Type) bool { return t.Def() == AttributeType },
		Only: func(c *ir.Context) *ir.Type { return c.DialectType(AttributeType) },
	}
	isRegion = ir.TypeConstraint{
		Desc: "IRDL handle to a region definition", Ok: func(t *ir.Type) bool { return t.Def() == RegionType },
	}
	isStrings = ir.AttrConstraint{
		Desc: "string array attribute",
		Ok: func(a *ir.Attr) bool {
			if !a.Is(ir.ArrayAttr) {
				return false
			}
			for _, e := range a.Elems() {
				if !e.Is(ir.StringAttr) {
					return false
				}
			}
			return true
		},
	}
	isSymbolRef = ir.AttrConstraint{
		Desc: "symbol reference attribute", Ok: func(a *ir.Attr) bool { return a.Is(ir.SymbolRefAttr) },
	}
)

// variadicOf is the constraint of operands that may repeat.
func variadicOf(t ir.TypeConstraint) ir.TypeConstraint {
	return ir.TypeConstraint{Desc: "variadic of " + t.Desc, Ok: t.Ok, Only: t.Only}
}

// ---- verification

// checkParent fails unless o is directly inside of an op of one of parents.
func checkParent(o *ir.Op, parents ...*ir.OpDef) error {
	var names []string
	for _, d := range parents {
		if o.Parent().Is(d) {
			return nil
		}
		names = append(names, d.Name())
	}
	if len(names) == 1 {
		return fmt.Errorf("expects parent op '%s'", names[0])
	}
	return fmt.Errorf("expects parent op to be one of '%s'", strings.Join(names, ", "))
}

// checkConstraint is the verifier of ops that make a constraint.
func checkConstraint(o *ir.Op) error { return checkParent(o, Type, Attribute, Operation) }

// checkName fails unless name is lower_case; what says whose name it is.
func checkName(o *ir.Op, name, what string) error {
	wrong := ""
	begin := true // of a word
	for i := 0; i < len(name) && wrong == ""; i++ {
		switch c := name[i]; {
		case c == '_' && begin:
			wrong = "should not contain leading or double underscores"
		case c == '_':
		case 'A' <= c && c <= 'Z':
			wrong = "should not contain uppercase letters"
		case (c < 'a' || 'z' < c) && (c < '0' || '9' < c):
			wrong = "must contain only lowercase letters, digits and underscores"
		}
		begin = name[i] == '_'
	}
	if name == "" {
		wrong = "must contain only lowercase letters, digits and underscores, but is empty"
	}
	if wrong == "" {
		return nil
	}
	return o.Errorf("name of %s %s", what, wrong)
}

// checkNames fails unless the attribute `names` names the operands of o, which
// are what it says.
func checkNames(o *ir.Op, what string) error {
	names := o.Attr("names").Elems()
	if len(names) != o.NumOperands() {
		return fmt.Errorf("the number of %ss and their names must be the same, but got %d and %d respectively", what, o.NumOperands(), len(names))
	}
	seen := map[string]int{}
	for i, n := range names {
		if err := checkName(o, n.Text(), fmt.Sprintf("%s #%d", what, i)); err != nil {
			return err
		}
		if first, ok := seen[n.Text()]; ok {
			return fmt.Errorf("name of %s #%d is a duplicate of the name of %s #%d", what, i, what, first)
		}
		seen[n.Text()] = i
	}
	return nil
}

// checkBody fails unless the region is one block without arguments.
func checkBody(o *ir.Op) error {
	r := o.RegionAt(0)
	switch {
	case !r.HasOneBlock():
		return fmt.Errorf("region #0 ('body') failed to verify constraint: region with 1 blocks")
	case r.First().NumArgs() > 0:
		return fmt.Errorf("region should have no arguments")
	}
	return nil
}

// checkOnce fails when o holds two ops of one of these definitions.
func checkOnce(o *ir.Op, defs ...*ir.OpDef) error {
	for _, d := range defs {
		n := 0
		for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
			if p.Is(d) {
				n++
			}
		}
		if n > 1 {
			return o.Errorf("failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type %s", d.Name())
		}
	}
	return nil
}

// checkDefinition fails unless ref, as it stands in o, refers to a type or an
// attribute. References start beside the dialect that o is in.
func checkDefinition(o *ir.Op, ref *ir.Attr) error {
	def := lookup(o, ref)
	switch {
	case def == nil:
		return fmt.Errorf("symbol '%s' not found", ref)
	case !def.Is(Type) && !def.Is(Attribute):
		return fmt.Errorf("symbol '%s' does not refer to a type or attribute definition (refers to '%s')", ref, def.Name())
	}
	return nil
}

// lookup is the op that ref, as it stands in o, refers to, or nil.
func lookup(o *ir.Op, ref *ir.Attr) *ir.Op {
	d := o.ParentOf(DialectOp)
	if d == nil || d.Parent() == nil {
		return nil
	}
	return ir.LookupSymbol(d.Parent(), ref)
}

// ---- text

// parseDefinition reads `@name attributes {...} {...}`; the body may be missing.
func parseDefinition(p ir.OpParser, st *ir.OpState) {
	name := p.SymbolName()
	p.AttrDictKeyword(st)
	st.SetAttr("sym_name", p.Context().StringAttr(name))
	body := &ir.Region{}
	if p.Peek("{") {
		body = p.Region()
	}
	if body.Empty() {
		body.Append(&ir.Block{})
	}
	st.Regions = []*ir.Region{body}
}

func printDefinition(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Symbol(ir.SymbolName(o))
	p.AttrDictKeyword(o, "sym_name")
	p.Str(" ")
	if o.RegionAt(0).First().First() != nil {
		p.Region(o.RegionAt(0), false, true)
	}
}

// parseNamed reads `(a: %0, b: %1)` and puts the names into st. The word of
// each that may stand before the value is read by word.
func parseNamed(p ir.OpParser, st *ir.OpState, t *ir.Type, word func()) {
	c := p.Context()
	names := []*ir.Attr{}
	p.Expect("(")
	for !p.Try(")") {
		if len(names) > 0 {
			p.Expect(",")
		}
		names = append(names, c.StringAttr(p.Keyword()))
		p.Expect(":")
		if word != nil {
			word()
		}
		st.Operands = append(st.Operands, p.Resolve(p.Operand(), t))
	}
	st.SetAttr("names", c.Array(names))
}

// printNamed writes what parseNamed reads; word is written before value i.
func printNamed(p ir.OpPrinter, o *ir.Op, word func(i int) string) {
	p.Str("(")
	for i, n := range o.Attr("names").Elems() {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(n.Text() + ": " + word(i))
		p.Operand(o.Operand(i))
	}
	p.Str(")")
}

func noWord(int) string { return "" }

// parseValues reads a comma-separated list of constraints up to closing.
func parseValues(p ir.OpParser, st *ir.OpState, closing string) {
	t := p.Context().DialectType(AttributeType)
	for _, v := range p.Operands() {
		st.Operands = append(st.Operands, p.Resolve(v, t))
	}
	p.Expect(closing)
}
