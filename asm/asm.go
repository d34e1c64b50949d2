// Package asm compiles the pretty form that an op definition declares in
// ir.OpDef.Format. The parser and the printer both walk the compiled elements,
// so one line says how an op is read and how it is written.
//
// The language, a relative of MLIR's declarative assembly format:
//
//	`text`              punctuation or a keyword
//	$name               an operand, attribute, region or successor by its name
//	operands            all operands, comma-separated
//	inputs, inits       all operands in two parts, see ir.OpDef.NumInputs
//	successors          all successors, comma-separated
//	box($a, $b, $c)     [1:7:2, 3:4], one entry of each of three arrays of integers:
//	                    start, limit, and a stride that may be missing where it is 1
//	attr-dict           the attributes no other element spells
//	attr-dict-keyword   the same behind the keyword `attributes`
//	type($name)         the type of an operand or result
//	type(operands)      the types of all operands, comma-separated
//	type(results)       the types of all results, comma-separated
//	signature($name)    (%a: type, ...), the arguments of a region's entry block
//	assignments($name)  (%a = %x, ...), the same arguments and all operands, which
//	                    they are at first: they have the types of the operands
//	                    or, where regions share their arguments, of the results
//	functional-type     (operand types) -> result types
//	same-type           one type when operands and the only result have it, else
//	                    the functional type
//	same-types          the types of all operands, comma-separated, when the
//	                    results have the same, else the functional type
//	more-types          the types of the results beyond as many as there are
//	                    operands, comma-separated: same-types speaks of the others
//	( ... )?            printed when the element marked ^ is present; parsed when
//	                    the first element inside is
//	( ... ) : ( ... )?  the same, and else the literals of the second part
//
// Result types that no element spells come from the op's inference or, where the
// results of an op are what its regions are given, are those of the operands. A
// literal that begins with a blank has that in front of it wherever it stands.
package asm

import (
	"fmt"
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/tg-opt/tg/ir"
)

// Kind of an element.
type Kind uint8

const (
	Literal Kind = iota
	Operand
	Operands
	Inputs // the first part of the operands
	Inits  // the second
	Attribute
	Box // of attributes Index and the next two
	Region
	Successor
	Successors
	AttrDict
	AttrDictKeyword
	TypeOf       // of operand or result Index, see Result
	OperandTypes // all
	ResultTypes  // all
	FunctionalType
	SameType
	SameTypes
	MoreTypes   // of the results beyond as many as there are operands
	Signature   // of region Index
	Assignments // to the arguments of region Index
	Group
)

// Element is one step of a form.
type Element struct {
	Kind   Kind
	Text   string      // of a literal
	Index  int         // of the operand, result, attribute, region, successor
	Count  ir.Quantity // of an operand, or of the value a TypeOf names
	Result bool        // TypeOf names a result
	Attr   *ir.AttrArg // of an attribute
	// Signed says that the arguments of a region are not at its head, but in a
	// Signature or Assignments.
	Signed bool
	Group  []Element // of a group
	Anchor int       // of a group: which element decides whether it is printed
	Else   []Element // literals that stand for a group that is not printed
}

// Form is a compiled format.
type Form struct {
	Elements []Element
	// Spelled are the inherent attributes that elements spell; attr-dict leaves
	// them out.
	Spelled []string
	// SpellsResults says that the text tells the result types.
	SpellsResults bool
	// MoreTypes says that an element tells the types of the results beyond as many as
	// there are operands, so that SameTypes does not.
	MoreTypes bool
	// SharesTypes says that the results have the types of the operands: both are
	// arguments of the same regions.
	SharesTypes bool
}

// Of is the compiled form of d, or nil when d has no format. A format that does
// not compile is a defect of the op's definition and panics; a test compiles
// them all.
func Of(d *ir.OpDef) *Form {
	if d.Format == "" {
		return nil
	}
	return d.CompiledFormat(func(d *ir.OpDef) any {
		f, err := Compile(d)
		if err != nil {
			panic(fmt.Sprintf("format of %s: %v", d.Name(), err))
		}
		return f
	}).(*Form)
}

type formatText struct {
	Items []*item `parser:"@@*"`
}

type item struct {
	Literal   *string  `parser:"  @Literal"`
	Variable  *string  `parser:"| @Variable"`
	TypeOf    *typeOf  `parser:"| 'type' '(' @@ ')'"`
	Args      *argsOf  `parser:"| @@"`
	Box       []string `parser:"| 'box' '(' @Variable ',' @Variable ',' @Variable ')'"`
	Directive *string  `parser:"| @Ident"`
	Group     *groupOf `parser:"| @@"`
}

type groupOf struct {
	Items []*anchor `parser:"'(' @@+ ')'"`
	Else  []*item   `parser:"( ':' '(' @@+ ')' )? '?'"`
}

type typeOf struct {
	Variable  *string `parser:"  @Variable"`
	Directive *string `parser:"| @Ident"`
}

type argsOf struct {
	Directive string `parser:"@('signature' | 'assignments')"`
	Variable  string `parser:"'(' @Variable ')'"`
}

type anchor struct {
	Item   *item `parser:"@@"`
	Anchor bool  `parser:"@'^'?"`
}

var formatParser = participle.MustBuild[formatText](
	participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Literal", Pattern: "`[^`]*`"},
		{Name: "Variable", Pattern: `\$[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Ident", Pattern: `[a-z][a-z-]*`},
		{Name: "Punct", Pattern: `[()?^,:]`},
		{Name: "Space", Pattern: `\s+`},
	})),
	participle.Elide("Space"),
)

// Compile compiles d.Format. It fails for a format whose text could not be read
// back, too.
func Compile(d *ir.OpDef) (*Form, error) {
	text, err := formatParser.ParseString("", d.Format)
	if err != nil {
		return nil, err
	}
	c := &compiler{def: d, form: &Form{}}
	for _, it := range text.Items {
		e, err := c.item(it)
		if err != nil {
			return nil, err
		}
		c.form.Elements = append(c.form.Elements, e)
	}
	if !c.dict {
		return nil, fmt.Errorf("has no attr-dict: discardable attributes would be lost")
	}
	c.sign(c.form.Elements)
	c.form.SharesTypes = len(c.signed) > 0 && c.def.SharedArgs && !c.form.SpellsResults
	if err := c.readBack(); err != nil {
		return nil, err
	}
	return c.form, nil
}

type compiler struct {
	def  *ir.OpDef
	form *Form
	dict bool
	// signed are the regions whose arguments elements spell.
	signed map[int]bool
}

// sign tells the regions among elements which of them are signed.
func (c *compiler) sign(elements []Element) {
	for i := range elements {
		e := &elements[i]
		e.Signed = e.Kind == Region && (c.signed[e.Index] || c.def.SharedArgs && len(c.signed) > 0)
		c.sign(e.Group)
	}
}

func (c *compiler) item(it *item) (Element, error) {
	switch {
	case it.Literal != nil:
		s := *it.Literal
		return Element{Kind: Literal, Text: s[1 : len(s)-1]}, nil
	case it.Variable != nil:
		return c.variable((*it.Variable)[1:])
	case it.TypeOf != nil:
		return c.typeOf(it.TypeOf)
	case it.Args != nil:
		return c.argsOf(it.Args)
	case it.Box != nil:
		return c.box(it.Box)
	case it.Group != nil:
		return c.group(it.Group)
	}
	switch *it.Directive {
	case "operands":
		return Element{Kind: Operands}, nil
	case "inputs", "inits":
		if c.def.NumInputs == nil {
			return Element{}, fmt.Errorf("%s needs NumInputs, which says how many operands are inputs", *it.Directive)
		}
		if *it.Directive == "inits" {
			return Element{Kind: Inits}, nil
		}
		return Element{Kind: Inputs}, nil
	case "successors":
		return Element{Kind: Successors}, nil
	case "attr-dict":
		c.dict = true
		return Element{Kind: AttrDict}, nil
	case "attr-dict-keyword":
		c.dict = true
		return Element{Kind: AttrDictKeyword}, nil
	case "functional-type":
		c.form.SpellsResults = true
		return Element{Kind: FunctionalType}, nil
	case "same-type":
		c.form.SpellsResults = true
		return Element{Kind: SameType}, nil
	case "same-types":
		c.form.SpellsResults = true
		return Element{Kind: SameTypes}, nil
	case "more-types":
		c.form.SpellsResults, c.form.MoreTypes = true, true
		return Element{Kind: MoreTypes}, nil
	}
	return Element{}, fmt.Errorf("unknown directive %q", *it.Directive)
}

func (c *compiler) variable(name string) (Element, error) {
	d := c.def
	if i := slices.IndexFunc(d.Operands, func(a ir.ArgDef) bool { return a.Name == name }); i >= 0 {
		return Element{Kind: Operand, Index: i, Count: d.Operands[i].Count}, nil
	}
	if i := slices.IndexFunc(d.Attrs, func(a ir.AttrArg) bool { return a.Name == name }); i >= 0 {
		c.form.Spelled = append(c.form.Spelled, name)
		return Element{Kind: Attribute, Index: i, Attr: &d.Attrs[i]}, nil
	}
	if i := slices.IndexFunc(d.Regions, func(a ir.RegionArg) bool { return a.Name == name }); i >= 0 {
		return Element{Kind: Region, Index: i}, nil
	}
	return Element{}, fmt.Errorf("$%s names no operand, attribute or region", name)
}

func (c *compiler) box(names []string) (Element, error) {
	i := slices.IndexFunc(c.def.Attrs, func(a ir.AttrArg) bool { return a.Name == names[0][1:] })
	for k, name := range names {
		if i < 0 || i+k >= len(c.def.Attrs) || c.def.Attrs[i+k].Name != name[1:] {
			return Element{}, fmt.Errorf("box(%s, %s, %s) names no three attributes in a row", names[0], names[1], names[2])
		}
		c.form.Spelled = append(c.form.Spelled, name[1:])
	}
	return Element{Kind: Box, Index: i}, nil
}

func (c *compiler) argsOf(a *argsOf) (Element, error) {
	i := slices.IndexFunc(c.def.Regions, func(r ir.RegionArg) bool { return r.Name == a.Variable[1:] })
	if i < 0 {
		return Element{}, fmt.Errorf("%s(%s) names no region", a.Directive, a.Variable)
	}
	if len(c.signed) > 0 {
		return Element{}, fmt.Errorf("the arguments of two regions are spelled")
	}
	c.signed = map[int]bool{i: true}
	if a.Directive == "signature" {
		return Element{Kind: Signature, Index: i}, nil
	}
	return Element{Kind: Assignments, Index: i}, nil
}

func (c *compiler) typeOf(t *typeOf) (Element, error) {
	if t.Directive != nil {
		switch *t.Directive {
		case "operands":
			return Element{Kind: OperandTypes}, nil
		case "results":
			c.form.SpellsResults = true
			return Element{Kind: ResultTypes}, nil
		}
		return Element{}, fmt.Errorf("type(%s) is not known", *t.Directive)
	}
	name := (*t.Variable)[1:]
	named := func(a ir.ArgDef) bool { return a.Name == name }
	if i := slices.IndexFunc(c.def.Operands, named); i >= 0 {
		return Element{Kind: TypeOf, Index: i, Count: c.def.Operands[i].Count}, nil
	}
	if i := slices.IndexFunc(c.def.Results, named); i >= 0 {
		c.form.SpellsResults = true
		return Element{Kind: TypeOf, Index: i, Count: c.def.Results[i].Count, Result: true}, nil
	}
	return Element{}, fmt.Errorf("type($%s) names no operand or result", name)
}

func (c *compiler) group(parts *groupOf) (Element, error) {
	g := Element{Kind: Group, Anchor: -1}
	for i, it := range parts.Items {
		e, err := c.item(it.Item)
		if err != nil {
			return g, err
		}
		if it.Anchor {
			g.Anchor = i
		}
		g.Group = append(g.Group, e)
	}
	if g.Anchor < 0 {
		return g, fmt.Errorf("an optional group has no anchor ^")
	}
	if first := g.Group[0].Kind; first != Literal && first != Operand && first != Operands && first != Attribute && first != Region {
		return g, fmt.Errorf("an optional group must start with a literal, operand, attribute or region, or with operands")
	}
	for _, it := range parts.Else {
		if it.Literal == nil {
			return g, fmt.Errorf("what stands for an optional group that is missing must be literals")
		}
		e, err := c.item(it)
		if err != nil {
			return g, err
		}
		g.Else = append(g.Else, e)
	}
	return g, nil
}
