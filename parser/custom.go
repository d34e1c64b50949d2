package parser

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// customState is the scratch space of one op in custom form. Ops nest, so the
// parser keeps a stack of them and uses them again.
type customState struct {
	st    ir.OpState
	form  formState
	types []*ir.Type // room for the result types of a form
}

func (p *parser) pushState() *customState {
	if p.depth == len(p.states) {
		p.states = append(p.states, &customState{types: make([]*ir.Type, 0, 4)})
	}
	s := p.states[p.depth]
	p.depth++
	old := &s.st
	s.st = ir.OpState{Operands: old.Operands[:0], Attrs: old.Attrs[:0], Regions: old.Regions[:0], Successors: old.Successors[:0]}
	return s
}

// customOp reads an op in custom form; the cursor is at its name. results is
// how many results the text names, -1 for none.
func (p *parser) customOp(results int) *ir.Op {
	pos := p.pos
	name := p.customName()
	outer := p.frame
	p.frame = opFrame{name, results, pos}
	s := p.pushState()
	s.st.Name, s.st.Loc = name, p.locAt(pos)
	if def := name.Def; def.Parse != nil {
		def.Parse(p, &s.st)
	} else if f := asm.Of(def); f != nil {
		p.formOp(s, f)
	} else {
		p.failAt(pos, "custom op '%s' has no custom assembly form", name.Name)
	}
	o := p.create(&s.st)
	p.depth--
	p.frame = outer
	p.trailingLoc(o)
	return o
}

// customName reads the name of a registered op. Without a dialect it belongs to
// the default dialect of the enclosing op.
func (p *parser) customName() *ir.OpName {
	pos := p.pos
	text := p.peekIdent()
	p.pos += len(text)
	full := text
	if isAlias(text) {
		full = p.scopes[len(p.scopes)-1].dialect + "." + text
	}
	hash := hashText(full)
	if n, ok := p.opNames.find(hash, full, nil); ok && n.Def != nil {
		return n
	}
	def := p.ctx.LookupOp(full)
	if def == nil {
		p.unknownOp(pos, text, full)
	}
	name := p.ctx.OpName(full)
	if name.Def == nil {
		p.failAt(pos, "custom op '%s' was registered after its name was used", text)
	}
	p.opNames.add(hash, full, nil, name)
	return name
}

// unknownOp reports an op in custom form that no dialect defines.
func (p *parser) unknownOp(pos int, text, full string) {
	dialect, _, _ := strings.Cut(full, ".")
	tried := ""
	if full != text {
		tried = " (tried '" + full + "' as well)"
	}
	if d := p.ctx.LookupDialect(dialect); d != nil {
		p.failAt(pos, "custom op '%s' is unknown%s%s%s", text, tried, d.NearOp(full), d.Incomplete(ir.OpMembers))
	}
	var names []string
	for _, d := range p.ctx.Dialects() {
		names = append(names, d.Name)
	}
	hint := spelling.DidYouMean(dialect, names)
	if dialect == "" {
		hint = p.sameMnemonic(text)
	}
	msg := ir.Errorf(p.locAt(pos), "Dialect `%s' not found for custom op '%s' %s%s", dialect, text, tried, hint)
	panic(failure{msg.WithNote(p.locAt(pos), "Available dialects: %s", strings.Join(names, ", "))})
}

// sameMnemonic suggests the ops that are called text in some dialect.
func (p *parser) sameMnemonic(text string) string {
	var names []string
	for _, d := range p.ctx.Dialects() {
		if p.ctx.LookupOp(d.Name+"."+text) != nil {
			names = append(names, "'"+d.Name+"."+text+"'")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// create makes the op that st describes, with inferred result types where the
// text told none.
func (p *parser) create(st *ir.OpState) *ir.Op {
	def := st.Name.Def
	props, attrs := p.sortAttrs(def, nil, st.Attrs)
	o := p.arena.NewOp(st, props, attrs)
	one := func(r ir.ArgDef) bool { return r.Count == ir.One }
	switch {
	case st.Results != nil || len(def.Results) == 0:
		return o
	case def.Infer == nil && !slices.ContainsFunc(def.Results, one):
		return o // none of the results is there
	case def.Infer == nil:
		panic(failure{ir.Errorf(st.Loc, "'%s' op has no result types in its text and cannot infer them", st.Name.Name)})
	}
	if err := ir.VerifyInputs(o); err != nil {
		panic(failure{ir.AsDiag(err, st.Loc)})
	}
	in := ir.InferenceOf(o)
	in.Results = nil
	types, err := def.Infer(in)
	if err != nil {
		panic(failure{ir.Errorf(st.Loc, "'%s' op %s", st.Name.Name, err)})
	}
	p.arena.SetResults(o, types)
	return o
}

// addAttr adds an attribute that the text of a custom form spells.
func (p *parser) addAttr(st *ir.OpState, pos int, name string, a *ir.Attr) {
	if slices.ContainsFunc(st.Attrs, func(e ir.NamedAttr) bool { return e.Name == name }) {
		p.failAt(pos, "attribute '%s' occurs more than once in the attribute list", name)
	}
	st.Attrs = append(st.Attrs, ir.NamedAttr{Name: name, Value: a})
}
