package asm

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// What is printed by a form must read back as the same op. The rest of this file finds what would
// be lost, and where the parser could not tell what it reads.

// readBack says why an op that the form prints could not be read, nil if it can.
func (c *compiler) readBack() error {
	s := &spelling{def: c.def, times: map[spelled]int{}}
	s.count(c.form.Elements, nil)
	if s.err == nil {
		s.operands()
		s.results()
		s.regions()
	}
	if s.err == nil {
		s.neighbours(c.form.Elements, nil)
	}
	return s.err
}

// spelled is a part of an op that elements spell: an operand, the type of a result, and so on.
type spelled struct {
	kind   Kind
	result bool // of TypeOf
	index  int
}

// spelling is which parts of an op the elements of a form spell, and how often.
type spelling struct {
	def   *ir.OpDef
	times map[spelled]int
	err   error // the first one
}

func (s *spelling) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// count counts what elements spell; group is the optional group that they are in, or nil.
func (s *spelling) count(elements []Element, group *Element) {
	for i := range elements {
		e := &elements[i]
		switch e.Kind {
		case Literal:
			continue
		case Group:
			s.count(e.Group, e)
			if len(e.Else) > 0 && firstText(&e.Else[0]) == firstText(&e.Group[0]) && firstText(&e.Group[0]) != "" {
				s.fail("an optional group and what stands for it start with `%s`", firstText(&e.Group[0]))
			}
			continue
		}
		key := spelled{e.Kind, e.Result, e.Index}
		if s.times[key]++; s.times[key] > 1 {
			s.fail("%s stands twice", s.name(e))
		}
		if group != nil && i != group.Anchor {
			s.inGroup(e, &group.Group[group.Anchor])
		}
	}
	if group != nil && !always(&elements[0]) && group.Anchor != 0 {
		s.fail("an optional group starts with %s, which may be missing while the anchor ^ is there", s.name(&elements[0]))
	}
}

// inGroup checks an element whose group is left out where the anchor is missing.
func (s *spelling) inGroup(e, anchor *Element) {
	switch e.Kind {
	case Operand:
		if e.Count == ir.One {
			s.fail("%s is always there, but stands in a group that %s decides over", s.name(e), s.name(anchor))
		}
	case Attribute:
		if !e.Attr.Optional && e.Attr.Default == nil {
			s.fail("%s is always there, but stands in a group that %s decides over", s.name(e), s.name(anchor))
		}
	case AttrDict, AttrDictKeyword:
		s.fail("%s stands in an optional group", s.name(e))
	}
}

// always reports whether an element prints something whatever the op.
func always(e *Element) bool {
	switch e.Kind {
	case Literal, Box, Signature, Assignments:
		return true
	case Operand:
		return e.Count == ir.One
	case Attribute:
		return !e.Attr.Optional && e.Attr.Default == nil
	}
	return false
}

// has reports whether an element of that kind stands anywhere.
func (s *spelling) has(k Kind) bool {
	for key := range s.times {
		if key.kind == k {
			return true
		}
	}
	return false
}

// operands checks that each operand is spelled once, and its type told.
func (s *spelling) operands() {
	together := s.has(Operands) || s.has(Inputs) || s.has(Assignments)
	types := s.has(FunctionalType) || s.has(SameType) || s.has(SameTypes) || s.has(OperandTypes)
	if s.has(Inputs) != s.has(Inits) {
		s.fail("spells only one of inputs and inits")
	}
	for i, a := range s.def.Operands {
		alone := s.times[spelled{kind: Operand, index: i}] > 0
		switch {
		case together && alone:
			s.fail("operand $%s stands by itself and in operands", a.Name)
		case !together && !alone:
			s.fail("does not spell operand $%s", a.Name)
		case !types && a.Type.Only == nil && s.times[spelled{kind: TypeOf, index: i}] == 0:
			s.fail("does not tell the type of operand $%s", a.Name)
		}
	}
}

// results checks that the types of results are told or inferred.
func (s *spelling) results() {
	if s.has(MoreTypes) && !s.has(SameTypes) {
		s.fail("more-types stands without same-types, which tells the types of the other results")
	}
	if s.has(FunctionalType) || s.has(SameType) || s.has(SameTypes) || s.has(ResultTypes) || s.def.Infer != nil {
		return
	}
	for i, a := range s.def.Results {
		if a.Count == ir.One && s.times[spelled{kind: TypeOf, result: true, index: i}] == 0 {
			s.fail("does not tell the type of result $%s, and the op does not infer it", a.Name)
		}
	}
}

// regions checks that regions and successors are spelled.
func (s *spelling) regions() {
	for i, r := range s.def.Regions {
		if s.times[spelled{kind: Region, index: i}] == 0 {
			s.fail("does not spell region $%s", r.Name)
		}
	}
	if s.def.Successors != 0 && !s.has(Successors) {
		s.fail("does not spell the successors")
	}
}

// neighbours looks for elements that the parser would read as a part of what is before them; next
// is what follows elements.
func (s *spelling) neighbours(elements []Element, next *Element) {
	for i := range elements {
		e, after := &elements[i], next
		if i+1 < len(elements) {
			after = &elements[i+1]
		}
		if e.Kind == Group {
			s.neighbours(e.Group, after)
			if after != nil && startsWith(&e.Group[0], firstText(after)) {
				s.fail("an optional group starts with `%s`, as does what follows it", firstText(after))
			}
			continue
		}
		if after == nil {
			continue
		}
		comma := firstText(after) == ","
		switch {
		case comma && list(e) && !operand(e):
			s.fail("%s is a list, which a comma would continue", s.name(e))
		case comma && list(e) && i+2 < len(elements) && operand(&elements[i+2]):
			s.fail("%s is a list, which the operand behind the comma would continue", s.name(e))
		case !always(e) && operand(e) && operand(after):
			s.fail("%s may be missing, and what follows would be read in its place", s.name(e))
		}
	}
}

// operand reports whether an element is names of values.
func operand(e *Element) bool {
	return e.Kind == Operand || e.Kind == Operands || e.Kind == Inputs || e.Kind == Inits
}

// list reports whether an element prints a list with commas.
func list(e *Element) bool {
	switch e.Kind {
	case Operands, Inputs, Inits, OperandTypes, ResultTypes, SameTypes, MoreTypes, Successors:
		return true
	case Operand, TypeOf:
		return e.Count == ir.Any
	}
	return false
}

// firstText is the literal that an element starts with, or empty.
func firstText(e *Element) string {
	switch {
	case e.Kind == Group:
		return firstText(&e.Group[0])
	case e.Kind == Literal:
		return strings.TrimSpace(e.Text)
	}
	return ""
}

// startsWith reports whether an element is a literal with that text, which is not empty.
func startsWith(e *Element, text string) bool { return text != "" && firstText(e) == text }

// name is how a format writes an element.
func (s *spelling) name(e *Element) string {
	args := s.def.Operands
	if e.Result {
		args = s.def.Results
	}
	switch e.Kind {
	case Literal:
		return "`" + e.Text + "`"
	case Operand:
		return "$" + args[e.Index].Name
	case TypeOf:
		return "type($" + args[e.Index].Name + ")"
	case Attribute:
		return "$" + e.Attr.Name
	case Region:
		return "$" + s.def.Regions[e.Index].Name
	}
	return map[Kind]string{
		Operands: "operands", Successors: "successors", AttrDict: "attr-dict", AttrDictKeyword: "attr-dict-keyword",
		Inputs: "inputs", Inits: "inits", Box: "box", Signature: "signature", Assignments: "assignments", SameTypes: "same-types", MoreTypes: "more-types",
		OperandTypes: "type(operands)", ResultTypes: "type(results)", FunctionalType: "functional-type", SameType: "same-type", Group: "a group",
	}[e.Kind]
}
