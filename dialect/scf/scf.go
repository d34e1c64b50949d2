// Package scf defines structured control flow: conditions and loops whose
// bodies are regions.
package scf

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Dialect is `scf`.
var Dialect = ir.NewDialect("scf", "Structured control flow: conditions and loops whose bodies are regions.")

var intOrIndex = ir.TypeConstraint{
	Desc: "signless integer or index",
	Ok: func(t *ir.Type) bool {
		return t.IsIndex() || t.IsInteger() && t.Signedness() == ir.Signless
	},
}

// ---- text

// resultTypes reads `T` or `(T, ...)` behind an arrow.
func resultTypes(p ir.OpParser) []*ir.Type {
	if !p.Try("(") {
		return []*ir.Type{p.Type()}
	}
	if p.Try(")") {
		return []*ir.Type{}
	}
	types := p.Types()
	p.Expect(")")
	return types
}

// optionalResultTypes reads `-> T` or `-> (T, ...)`, or nothing.
func optionalResultTypes(p ir.OpParser) []*ir.Type {
	if p.Try("->") {
		return resultTypes(p)
	}
	return []*ir.Type{}
}

// printResultTypes writes ` -> T`, or ` -> (T, ...)` unless it is one type that
// is no function type, or nothing.
func printResultTypes(p ir.OpPrinter, o *ir.Op) {
	ts := o.ResultTypes()
	switch {
	case len(ts) == 0:
	case len(ts) == 1 && !ts[0].IsFunction():
		p.Str(" -> ")
		p.Type(ts[0])
	default:
		p.Str(" -> (")
		p.Types(ts)
		p.Str(")")
	}
}

// assignments reads `(%a = %x, ...)`.
func assignments(p ir.OpParser) (args []ir.RegionArgName, inits []ir.UnresolvedOperand) {
	if !p.Try("(") {
		p.Fail(p.Pos(), "expected '('")
	}
	for !p.Try(")") {
		if len(args) > 0 {
			p.Expect(",")
		}
		args = append(args, p.RegionArgName())
		p.Expect("=")
		inits = append(inits, p.Operand())
	}
	return args, inits
}

// printAssignments writes `(%a = %x, ...)` behind prefix, or nothing when there
// is nothing to assign.
func printAssignments(p ir.OpPrinter, prefix string, args, inits []*ir.Value) {
	if len(inits) == 0 {
		return
	}
	p.Str(prefix)
	p.Str("(")
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a)
		p.Str(" = ")
		p.Operand(inits[i])
	}
	p.Str(")")
}

// keywordAttr sets a unit attribute that a keyword of the form stands for, when
// the keyword comes next.
func keywordAttr(p ir.OpParser, st *ir.OpState, keyword, name string) (found bool) {
	if found = p.Try(keyword); found {
		st.SetAttr(name, p.Context().Unit())
	}
	return found
}

// trailingAttrs reads the attribute dictionary that ends a form. What the form
// has spelled already must not come again.
func trailingAttrs(p ir.OpParser, st *ir.OpState, read func(*ir.OpState)) {
	own := &ir.OpState{}
	read(own)
	for _, e := range own.Attrs {
		if st.Attr(e.Name) != nil {
			p.Fail(p.NamePos(), "attribute '%s' occurs more than once in the attribute list", e.Name)
		}
		st.SetAttr(e.Name, e.Value)
	}
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

// checkOneBlock fails unless region i is one block.
func checkOneBlock(o *ir.Op, i int) error {
	if o.RegionAt(i).HasOneBlock() {
		return nil
	}
	regions := o.Def().Regions
	return fmt.Errorf("region #%d ('%s') failed to verify constraint: region with 1 blocks", i, regions[min(i, len(regions)-1)].Name)
}

// checkTerminators fails unless all regions of o that are not empty end with
// an op of definition def.
func checkTerminators(o *ir.Op, def *ir.OpDef) error {
	for _, r := range o.Regions() {
		if r.Empty() || r.First().Last().Is(def) {
			continue
		}
		return o.NamedErrorf("expects regions to end with '%s', found '%s'", def.Name(), r.First().Last().Name()).
			WithNote(o.Loc(), "in custom textual format, the absence of terminator implies '%s'", def.Name())
	}
	return nil
}

// checkTerminator fails unless region i ends with an op of definition def.
func checkTerminator(o *ir.Op, i int, def *ir.OpDef, message string) error {
	var end *ir.Op
	if r := o.RegionAt(i); !r.Empty() {
		end = r.First().Last()
	}
	switch {
	case end == nil:
		return o.NamedErrorf("%s", message)
	case !end.Is(def):
		return o.NamedErrorf("%s", message).WithNote(end.Loc(), "terminator here")
	}
	return nil
}
