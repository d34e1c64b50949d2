package parser

import (
	"bytes"
	"strings"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/ir"
)

// span is a window of one of the parser's stacks.
type span struct{ start, end int }

func (s span) len() int { return s.end - s.start }

// formState is what the elements of a declarative format have read.
type formState struct {
	operands     []span // in parser.uses, by operand of the definition
	operandTypes []span // in parser.tlist, likewise
	resultTypes  []span // in parser.tlist, by result of the definition
	all          span   // of uses, when one element read all operands
	allPos       int    // where they start
	allTypes     span   // of tlist, when one element read all operand types
	results      span   // of tlist, when one element read all result types
	sig          *ir.Type
	same         *ir.Type
	sames        span // of tlist, when one element read the types of operands and results alike
	more         span // of tlist: the types of the results beyond those
	args         []ir.RegionArgName
	seen         formSeen
}

// formSeen says which elements for everything at once there were.
type formSeen struct{ operands, operandTypes, results, sames bool }

func cleared(s []span, n int) []span {
	s = s[:0]
	for range n {
		s = append(s, span{-1, -1})
	}
	return s
}

// formOp reads an op by its declarative format.
func (p *parser) formOp(s *customState, f *asm.Form) {
	def := s.st.Name.Def
	fs := &s.form
	*fs = formState{
		operands:     cleared(fs.operands, len(def.Operands)),
		operandTypes: cleared(fs.operandTypes, len(def.Operands)),
		resultTypes:  cleared(fs.resultTypes, len(def.Results)),
		args:         fs.args[:0],
	}
	u0, t0 := len(p.uses), len(p.tlist)
	pos := p.pos
	for i := range f.Elements {
		p.formElement(s, &f.Elements[i])
	}
	p.formOperands(s, pos)
	p.formResults(s, f)
	p.uses, p.tlist = p.uses[:u0], p.tlist[:t0]
}

// formElement reads one element of a format.
func (p *parser) formElement(s *customState, e *asm.Element) {
	fs := &s.form
	switch e.Kind {
	case asm.Literal:
		if text := strings.TrimSpace(e.Text); text != "" {
			p.Expect(text)
		}
	case asm.Operand:
		fs.operands[e.Index] = p.formUses(e.Count)
	case asm.Operands, asm.Inputs:
		p.skip()
		fs.allPos = p.pos
		fs.all, fs.seen.operands = p.formUses(ir.Any), true
	case asm.Inits:
		fs.all.end = p.formUses(ir.Any).end
	case asm.Signature:
		p.formSignature(fs)
	case asm.Assignments:
		p.formAssignments(fs)
	case asm.Attribute:
		p.formAttr(s, e)
	case asm.Box:
		p.formBox(s, s.st.Name.Def.Attrs[e.Index:])
	case asm.Region:
		p.formRegion(s, e)
	case asm.Successor:
		s.st.Successors = append(s.st.Successors, p.successor())
	case asm.Successors:
		for more := p.peek() == '^'; more; more = p.eat(',') {
			s.st.Successors = append(s.st.Successors, p.successor())
		}
	case asm.AttrDict:
		p.AttrDict(&s.st)
	case asm.AttrDictKeyword:
		p.AttrDictKeyword(&s.st)
	case asm.Group:
		p.formGroup(s, e)
	default:
		p.formType(s, e)
	}
}

// formUses reads the names of an operand.
func (p *parser) formUses(count ir.Quantity) span {
	start := len(p.uses)
	if count != ir.One && p.peek() != '%' {
		return span{start, start}
	}
	for {
		if p.peek() != '%' {
			p.expected("expected SSA operand")
		}
		p.uses = append(p.uses, p.valueUse())
		if count != ir.Any || !p.operandFollows() {
			return span{start, len(p.uses)}
		}
	}
}

// operandFollows consumes a comma in front of another operand. A comma in front
// of a word, a number or a bracket belongs to the format.
func (p *parser) operandFollows() bool {
	start := p.pos
	if !p.eat(',') {
		return false
	}
	switch p.peek() {
	case '%':
		return true
	case 0, ',', ':', ')', ']', '}', '{', '^', '>', '=':
		p.expected("expected SSA operand")
	}
	p.pos = start
	return false
}

// formAttr reads an inherent attribute. A unit attribute is there when its
// element is reached, and needs no text of its own.
func (p *parser) formAttr(s *customState, e *asm.Element) {
	pos := p.elemPos()
	var a *ir.Attr
	switch is := &e.Attr.Is; {
	case is.Parse != nil:
		a = is.Parse(p)
	case is.Desc == ir.IsUnit.Desc:
		p.eatWord("unit")
		a = p.ctx.Unit()
	default:
		a = p.attr(nil)
	}
	if a != nil {
		p.addAttr(&s.st, pos, e.Attr.Name, a)
	}
}

// formBox reads the starts, limits and strides of a box, three attributes.
func (p *parser) formBox(s *customState, attrs []ir.AttrArg) {
	var parts [3][]int64
	pos := p.elemPos()
	p.Expect("[")
	for more := !p.eat(']'); more; more = !p.eat(']') {
		if len(parts[0]) > 0 {
			p.Expect(",")
		}
		entry := [3]int64{p.Int(), 0, 1}
		p.Expect(":")
		if entry[1] = p.Int(); p.Try(":") {
			entry[2] = p.Int()
		}
		for k := range parts {
			parts[k] = append(parts[k], entry[k])
		}
	}
	for k := range parts {
		p.addAttr(&s.st, pos, attrs[k].Name, p.ctx.I64Array(parts[k]))
	}
}

// formSignature reads the arguments of a region, with their types.
func (p *parser) formSignature(fs *formState) {
	p.Expect("(")
	for more := p.peek() == '%'; more; more = p.eat(',') {
		fs.args = append(fs.args, p.RegionArg())
	}
	p.Expect(")")
}

// formAssignments reads the arguments of a region, and the operands that they
// are at first. Their types come later.
func (p *parser) formAssignments(fs *formState) {
	p.Expect("(")
	fs.allPos = p.pos
	fs.all, fs.seen.operands = span{len(p.uses), len(p.uses)}, true
	for more := !p.eat(')'); more; more = !p.eat(')') {
		if len(fs.args) > 0 {
			p.Expect(",")
		}
		name := p.Operand()
		if name.Num != 0 {
			p.Fail(name.Pos, "expected the name of an argument without '#'")
		}
		fs.args = append(fs.args, ir.RegionArgName{Pos: name.Pos, Name: name.Name, Loc: p.Loc(name.Pos)})
		p.Expect("=")
		fs.all.end = p.formUses(ir.One).end
	}
}

// formArgs are the arguments of a region that elements before it have spelled.
func (p *parser) formArgs(s *customState, e *asm.Element) []ir.RegionArgName {
	fs := &s.form
	if !e.Signed || len(fs.args) == 0 || fs.args[0].Type != nil {
		return fs.args
	}
	var types []*ir.Type
	switch {
	case fs.sig != nil && s.st.Name.Def.SharedArgs:
		types = fs.sig.Results()
	case fs.sig != nil:
		types = fs.sig.Inputs()
	case fs.seen.sames:
		types = p.tlist[fs.sames.start:fs.sames.end]
	case fs.seen.operandTypes:
		types = p.tlist[fs.allTypes.start:fs.allTypes.end]
	}
	if len(types) != len(fs.args) {
		p.operandCount(fs.allPos, len(fs.args), len(types))
	}
	for i := range fs.args {
		fs.args[i].Type = types[i]
	}
	return fs.args
}

func (p *parser) formRegion(s *customState, e *asm.Element) {
	def := s.st.Name.Def
	r := &def.Regions[e.Index]
	args := p.formArgs(s, e)
	for more := !r.Variadic || p.atBrace(); more; more = r.Variadic && p.eat(',') {
		region := p.region(args, def.DefaultDialect)
		if region.Empty() && def.Has(ir.SingleBlock) {
			region.Append(p.arena.NewBlock()) // `{}` is a block without ops
		}
		s.st.Regions = append(s.st.Regions, region)
	}
}

// formGroup reads an optional group if its first element comes next.
func (p *parser) formGroup(s *customState, g *asm.Element) {
	present := false
	switch first := &g.Group[0]; {
	case first.Kind == asm.Literal:
		present = p.Peek(strings.TrimSpace(first.Text))
	case first.Kind == asm.Attribute && first.Attr.Name == "sym_name":
		present = p.peek() == '@'
	case first.Kind == asm.Operand, first.Kind == asm.Operands:
		present = p.peek() == '%'
	case first.Kind == asm.Region:
		present = p.atBrace()
	default:
		present = p.attrFollows()
	}
	elements := g.Group
	if !present {
		elements = g.Else
	}
	for i := range elements {
		p.formElement(s, &elements[i])
	}
}

// attrFollows reports whether an attribute comes next. What could start another
// op or an alias definition counts only on the same line.
func (p *parser) attrFollows() bool {
	start := p.pos
	c := p.peek()
	if c == '@' || c == '[' || c == '-' || c == '(' || class[c]&digit != 0 {
		return true
	}
	if bytes.IndexByte(p.src[start:p.pos], '\n') >= 0 {
		return false
	}
	word := p.peekIdent()
	return c == '"' || c == '#' || c == '!' || word != "" && word != "loc" && word != "attributes"
}

// formType reads an element that says types.
func (p *parser) formType(s *customState, e *asm.Element) {
	fs := &s.form
	switch e.Kind {
	case asm.TypeOf:
		p.formTypeOf(fs, e)
	case asm.OperandTypes:
		fs.allTypes, fs.seen.operandTypes = p.formTypes(fs.all.len() > 0 || p.typeFollows()), true
	case asm.ResultTypes:
		fs.results, fs.seen.results = p.formTypes(p.typeFollows()), true
	case asm.FunctionalType:
		fs.sig = p.FuncType()
	case asm.SameType:
		if p.peek() == '(' {
			fs.sig = p.funcType()
		} else {
			fs.same = p.plainType()
		}
	case asm.SameTypes:
		if p.peek() == '(' {
			fs.sig = p.funcType()
		} else {
			fs.sames, fs.seen.sames = p.formTypes(true), true
		}
	case asm.MoreTypes:
		fs.more = p.formTypes(p.typeFollows())
	}
}

func (p *parser) formTypeOf(fs *formState, e *asm.Element) {
	if e.Result {
		fs.resultTypes[e.Index] = p.formTypeList(e.Count, p.typeFollows())
		return
	}
	read := fs.operands[e.Index]
	present := read.len() > 0 || read.start < 0 && p.typeFollows()
	fs.operandTypes[e.Index] = p.formTypeList(e.Count, present)
}

// formTypeList reads the types of an operand or result; present says whether
// there are any.
func (p *parser) formTypeList(count ir.Quantity, present bool) span {
	if count == ir.Any {
		return p.formTypes(present)
	}
	start := len(p.tlist)
	if count == ir.One || present {
		p.tlist = append(p.tlist, p.typ())
	}
	return span{start, len(p.tlist)}
}

// formTypes reads a comma-separated list of types.
func (p *parser) formTypes(present bool) span {
	start := len(p.tlist)
	for more := present; more; more = p.eat(',') {
		t := p.typ()
		p.tlist = append(p.tlist, t)
	}
	return span{start, len(p.tlist)}
}

// typeFollows reports whether a type comes next.
func (p *parser) typeFollows() bool {
	c := p.peek()
	return c == '(' || c == '!' || p.isTypeName(p.peekIdent())
}

// formOperands resolves the operands that the elements have read.
func (p *parser) formOperands(s *customState, pos int) {
	fs, def := &s.form, s.st.Name.Def
	if fs.seen.operands {
		p.resolveGroup(s, fs.all, fs.allPos)
	}
	sizes := make([]int64, 0, 8)
	for i, group := range fs.operands {
		if group.start < 0 {
			group = span{}
		}
		p.resolveOperand(s, i, group, pos)
		sizes = append(sizes, int64(group.len()))
	}
	if def.Has(ir.SizedOperands) && !fs.seen.operands {
		s.st.SetAttr(operandSegments, p.ctx.IntArray(p.ctx.I32(), sizes))
	}
	if fs.sig != nil && len(s.st.Operands) != len(fs.sig.Inputs()) {
		p.operandCount(pos, len(s.st.Operands), len(fs.sig.Inputs()))
	}
}

// resolveGroup resolves all operands at once.
func (p *parser) resolveGroup(s *customState, uses span, pos int) {
	fs := &s.form
	var types []*ir.Type
	switch {
	case fs.sig != nil:
		types = fs.sig.Inputs()
	case fs.seen.operandTypes:
		types = p.tlist[fs.allTypes.start:fs.allTypes.end]
	case fs.seen.sames:
		types = p.tlist[fs.sames.start:fs.sames.end]
	}
	if fs.same == nil && len(types) != uses.len() {
		p.operandCount(pos, uses.len(), len(types))
	}
	for i := range uses.len() {
		t := fs.same
		if t == nil {
			t = types[i]
		}
		s.st.Operands = append(s.st.Operands, p.resolve(p.uses[uses.start+i], t))
	}
}

// resolveOperand resolves operand number index of the definition.
func (p *parser) resolveOperand(s *customState, index int, uses span, pos int) {
	fs, def := &s.form, s.st.Name.Def
	types := fs.operandTypes[index]
	own := types.start >= 0
	if uses.len() > 0 {
		pos = int(p.uses[uses.start].pos)
	}
	if own && types.len() != uses.len() {
		p.operandCount(pos, uses.len(), types.len())
	}
	for i := range uses.len() {
		n := len(s.st.Operands)
		var t *ir.Type
		switch {
		case own:
			t = p.tlist[types.start+i]
		case fs.same != nil:
			t = fs.same
		case fs.sig != nil && n < len(fs.sig.Inputs()):
			t = fs.sig.Inputs()[n]
		case fs.seen.operandTypes && n < fs.allTypes.len():
			t = p.tlist[fs.allTypes.start+n]
		case fs.sig != nil:
			p.operandCount(pos, n+1, len(fs.sig.Inputs()))
		case def.Operands[index].Type.Only != nil:
			t = def.Operands[index].Type.Only(p.ctx)
		default: // asm.Compile has seen to it that there is a list
			p.operandCount(pos, n+1, fs.allTypes.len())
		}
		s.st.Operands = append(s.st.Operands, p.resolve(p.uses[uses.start+i], t))
	}
}

func (p *parser) operandCount(pos, operands, types int) {
	p.failAt(pos, "%snumber of operands and types do not match: got %d operands and %d types", p.prefix(), operands, types)
}

// formResults sets the result types that the elements have read; without any
// they are left to inference.
func (p *parser) formResults(s *customState, f *asm.Form) {
	fs := &s.form
	types := s.types[:0]
	switch {
	case fs.sig != nil:
		types = append(types, fs.sig.Results()...)
	case fs.same != nil:
		n := len(s.st.Name.Def.Results)
		if p.frame.results >= 0 {
			n = p.frame.results
		}
		for range n {
			types = append(types, fs.same)
		}
	case fs.seen.results:
		types = append(types, p.tlist[fs.results.start:fs.results.end]...)
	case fs.seen.sames:
		types = append(types, p.tlist[fs.sames.start:fs.sames.end]...)
	case f.SharesTypes:
		types = append(types, p.tlist[fs.allTypes.start:fs.allTypes.end]...)
	case f.MoreTypes:
	default:
		p.formResultGroups(s, f)
		return
	}
	types = append(types, p.tlist[fs.more.start:fs.more.end]...)
	s.st.Results, s.types = types, types
}

// formResultGroups sets the result types when each result has an element of its
// own. Of any number of results there are none where their element is missing.
func (p *parser) formResultGroups(s *customState, f *asm.Form) {
	def := s.st.Name.Def
	types := s.types[:0]
	sizes := make([]int64, 0, 8)
	for i, group := range s.form.resultTypes {
		if group.start < 0 && !(f.SpellsResults && def.Results[i].Count == ir.Any) {
			return
		}
		if group.start >= 0 {
			types = append(types, p.tlist[group.start:group.end]...)
		}
		sizes = append(sizes, int64(group.len()))
	}
	if len(types) > 0 || f.SpellsResults {
		s.st.Results, s.types = types, types
	}
	if def.Has(ir.SizedResults) {
		s.st.SetAttr(resultSegments, p.ctx.IntArray(p.ctx.I32(), sizes))
	}
}
