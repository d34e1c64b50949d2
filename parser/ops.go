package parser

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// opTail is what the text behind the operands of a generic op says.
type opTail struct {
	props, attrs *ir.Attr
	sig          *ir.Type
	fault        string // what is wrong with the properties
}

// maxTail bounds the length of a tail worth remembering.
const maxTail = 512

// op reads an op; the cursor is at its first byte. The op belongs to no block
// yet.
func (p *parser) op() *ir.Op {
	start := p.pos
	mark := len(p.results)
	count := -1
	if p.cur() == '%' {
		count = p.resultNames()
	}
	var o *ir.Op
	switch c := p.peek(); {
	case c == '"':
		o = p.genericOp()
	case class[c]&identStart != 0 && !isIntName(p.peekIdent()):
		o = p.customOp(count)
	default:
		p.noOp()
	}
	if count >= 0 {
		p.bindResults(o, p.results[mark:], count, start)
		p.results = p.results[:mark]
	}
	return o
}

// noOp ends the parse where an op should come.
func (p *parser) noOp() {
	const want = "expected operation name in quotes"
	switch {
	case p.pos == len(p.src) && len(p.scopes) > 1:
		line, col := p.source.Position(p.scopes[len(p.scopes)-1].open)
		p.expected("%s; the '{' at %d:%d has no '}'", want, line, col)
	case p.cur() == '}' && len(p.scopes) == 1:
		p.expected("%s; this '}' has no '{' before it", want)
	}
	p.expected(want)
}

// resultNames reads `%a, %b:2 =` and returns the total number of results.
func (p *parser) resultNames() int {
	total := 0
	for {
		if p.peek() != '%' {
			p.expected("expected valid ssa identifier")
		}
		r := resultName{p.valueName(), 1}
		if p.eat(':') {
			r.count = p.resultCount()
		}
		p.results = append(p.results, r)
		total += r.count
		if !p.eat(',') {
			break
		}
	}
	p.want('=', "expected '=' after SSA name")
	return total
}

func (p *parser) resultCount() int {
	if class[p.peek()]&digit == 0 {
		p.expected("expected integer number of results")
	}
	n := p.number()
	v, ok := n.uint64()
	if !ok || n.float || v < 1 || v > 1<<40 {
		p.failAt(n.pos, "expected named operation to have at least 1 result")
	}
	return int(v)
}

func (p *parser) bindResults(o *ir.Op, names []resultName, count, pos int) {
	switch {
	case o.NumResults() == 0:
		p.failAt(pos, "cannot name an operation with no results")
	case o.NumResults() != count:
		p.failAt(pos, "operation defines %d results but was provided %d to bind", o.NumResults(), count)
	}
	i := 0
	for _, r := range names {
		p.define(r.valueName, o.Result(i), r.count)
		i += r.count
	}
}

// genericOp reads `"name"(operands)[successors] <{props}> (regions) {attrs} :
// type`; the cursor is at the quote.
func (p *parser) genericOp() *ir.Op {
	pos := p.pos
	name := p.genericName()
	u0, s0, r0 := len(p.uses), len(p.succs), len(p.regions)
	p.operandUses()
	tail := p.cachedTail(name, len(p.uses)-u0)
	p.vals = p.vals[:0]
	for i, t := range tail.sig.Inputs() {
		p.vals = append(p.vals, p.resolve(p.uses[u0+i], t))
	}
	if tail.fault != "" {
		p.failAt(pos, "%s", tail.fault)
	}
	st := &p.state
	st.Name, st.Loc = name, p.locAt(pos)
	st.Operands, st.Results = p.vals, tail.sig.Results()
	st.Regions, st.Successors = p.regions[r0:], p.succs[s0:]
	o := p.arena.NewOp(st, tail.props, tail.attrs)
	p.uses, p.succs, p.regions = p.uses[:u0], p.succs[:s0], p.regions[:r0]
	p.trailingLoc(o)
	return o
}

// genericName reads the quoted name of an op.
func (p *parser) genericName() *ir.OpName {
	pos := p.pos
	text := p.str()
	hash := hashText(text)
	if n, ok := p.opNames.find(hash, text, nil); ok {
		return n
	}
	switch {
	case text == "":
		p.failAt(pos, "empty operation name is invalid")
	case strings.IndexByte(text, 0) >= 0:
		p.failAt(pos, "null character not allowed in operation name")
	}
	name := p.ctx.OpName(text)
	if name.Def == nil {
		p.checkUnregistered(name)
	}
	p.opNames.add(hash, text, nil, name)
	return name
}

// checkUnregistered rejects an op of a dialect that nobody registered, unless
// the context allows that. An op that a known dialect does not have is left to
// the verifier, as a later error may say more.
func (p *parser) checkUnregistered(name *ir.OpName) {
	if !p.ctx.AllowUnregistered && p.ctx.LookupDialect(name.Dialect) == nil {
		p.unexpected("operation being parsed with an unregistered dialect. If this is intended, " +
			"please use -allow-unregistered-dialect with the MLIR tool used")
	}
}

// operandUses reads `(%a, %b#1)` onto the stack of uses.
func (p *parser) operandUses() {
	p.want('(', "expected '(' to start operand list")
	if p.eat(')') {
		return
	}
	if p.peek() != '%' {
		p.expected("expected ')' to end operand list")
	}
	for {
		if p.peek() != '%' {
			p.expected("expected SSA operand")
		}
		p.uses = append(p.uses, p.valueUse())
		switch p.peek() {
		case ',':
			p.pos++
		case ')':
			p.pos++
			return
		default:
			p.expected("expected ')' to end operand list")
		}
	}
}

// cachedTail reads what follows n operands of an op, or finds the same
// text among those read before.
func (p *parser) cachedTail(name *ir.OpName, n int) opTail {
	start := p.pos
	key := p.tailText()
	owner := name
	if name.Def == nil {
		owner = nil // the dictionaries stay as they are written
	}
	hash := hashText(key)
	tail, ok := p.tails.find(hash, key, owner)
	if ok && len(tail.sig.Inputs()) == n {
		p.pos += len(key)
		return tail
	}
	tail, plain := p.readTail(name, n)
	if plain && !ok && key != "" && p.pos == start+len(key) {
		p.tails.add(hash, key, owner, tail)
	}
	return tail
}

var closeParen, locKeyword = []byte(")"), []byte(" loc(")

// tailText is the rest of the line up to a trailing location, or "" when it is
// too long to be worth remembering.
func (p *parser) tailText() string {
	window := p.src[p.pos:min(p.pos+maxTail, len(p.src))]
	n := bytes.IndexByte(window, '\n')
	if n < 0 {
		return ""
	}
	line := bytes.TrimRight(window[:n], " \r")
	if bytes.HasSuffix(line, closeParen) {
		if i := bytes.LastIndex(line, locKeyword); i >= 0 {
			line = line[:i]
		}
	}
	return p.text(p.pos, p.pos+len(line))
}

// readTail reads what follows n operands of an op. plain says that the
// same text always means the same.
func (p *parser) readTail(name *ir.OpName, n int) (tail opTail, plain bool) {
	plain = true
	if p.peek() == '[' {
		plain = false
		p.successors()
	}
	if p.eat('<') {
		tail.props = p.attr(nil)
		p.want('>', "expected '>' to close properties")
		if name.Def != nil {
			tail.fault = propertyFault(name.Def, tail.props)
		}
	}
	if p.eat('(') {
		plain = false
		if p.peek() != '{' {
			p.expected("expected '{' to begin a region, or ':' in front of the type of the operation")
		}
		p.regionList()
	}
	var attrs []ir.NamedAttr
	e0 := len(p.entries)
	if p.peek() == '{' {
		attrs = p.dictEntries()
	}
	tail.props, tail.attrs = p.sortAttrs(name.Def, tail.props, attrs)
	p.entries = p.entries[:e0]
	p.want(':', "expected ':' followed by operation type")
	typePos := p.elemPos()
	if p.cur() != '(' {
		p.typ()
		p.failAt(typePos, "expected function type")
	}
	tail.sig = p.signature()
	if in := len(tail.sig.Inputs()); in != n {
		plural := "s"
		if n == 1 {
			plural = " " // MLIR's
		}
		p.failAt(typePos, "expected %d operand type%s but had %d", n, plural, in)
	}
	return tail, plain
}

// signature reads the type of an op, or finds the same text, up to the end of
// the line, among those read before.
func (p *parser) signature() *ir.Type {
	start, key := p.pos, p.tailText()
	hash := hashText(key)
	t, ok := p.sigs.find(hash, key, nil)
	if ok {
		p.pos += len(key)
		return t
	}
	t = p.funcType()
	if key != "" && p.pos == start+len(key) {
		p.sigs.add(hash, key, nil, t)
	}
	return t
}

// successors reads `[^a, ^b]` onto the stack of successors.
func (p *parser) successors() {
	p.pos++
	if p.peek() == ']' {
		p.expected("expected list element")
	}
	for {
		p.succs = append(p.succs, p.successor())
		if !p.eat(',') {
			break
		}
	}
	p.want(']', "expected ',' or ']'")
}

// regionList reads `{...}, {...})` onto the stack of regions.
func (p *parser) regionList() {
	for {
		r := p.region(nil, p.scopes[len(p.scopes)-1].dialect)
		p.regions = append(p.regions, r)
		if !p.eat(',') {
			break
		}
	}
	p.want(')', "expected ')' to end region list")
}

// propertyFault is what is wrong with what stands in `<...>` behind an op that d
// defines, or "".
func propertyFault(d *ir.OpDef, props *ir.Attr) string {
	why := ""
	switch dialect := d.Dialect(); {
	case dialect.FromFile:
		why = "extensible Dialects don't support properties"
	case !d.HasProps() && !dialect.Lacks(ir.PropMembers):
		why = "this operation does not support properties"
	case !props.Is(ir.DictAttr):
		why = "expected DictionaryAttr to set properties"
	default:
		return ""
	}
	return fmt.Sprintf("invalid properties %s for op %s: %s", props, d.Name(), why)
}

// inherent reports whether the op that d defines owns the attribute.
func inherent(d *ir.OpDef, name string) bool {
	switch name {
	case operandSegments:
		if d.Has(ir.SizedOperands) {
			return true
		}
	case resultSegments:
		if d.Has(ir.SizedResults) {
			return true
		}
	}
	return d.AttrDef(name) != nil
}

const (
	operandSegments = "operandSegmentSizes"
	resultSegments  = "resultSegmentSizes"
)

// modern is the present name of an attribute of an op that d defines: older
// versions of MLIR called the segments otherwise.
func modern(d *ir.OpDef, name string) string {
	switch {
	case name == "operand_segment_sizes" && d.Has(ir.SizedOperands):
		return operandSegments
	case name == "result_segment_sizes" && d.Has(ir.SizedResults):
		return resultSegments
	}
	return name
}

// sortAttrs makes the two dictionaries of an op from what the text had in `<{}>`
// and in `{}`. A registered op knows which attributes are its own, whichever
// place they were written in; where both have one, the first place wins.
func (p *parser) sortAttrs(d *ir.OpDef, props *ir.Attr, attrs []ir.NamedAttr) (own, other *ir.Attr) {
	if len(attrs) > 0 && d == nil {
		other = p.ctx.Dict(attrs)
	}
	if d == nil || len(attrs) == 0 && props == nil {
		return props, other
	}
	var in, out []ir.NamedAttr
	for _, e := range props.Entries() {
		switch name := modern(d, e.Name); {
		case !inherent(d, name):
			out = append(out, e)
		case name != e.Name && props.Get(name) != nil:
		case !d.IsDefault(p.ctx, name, e.Value):
			in = append(in, ir.NamedAttr{Name: name, Value: e.Value})
		}
	}
	for _, e := range attrs {
		switch name := modern(d, e.Name); {
		case props.Get(e.Name) != nil, d.IsDefault(p.ctx, name, e.Value):
		case name != e.Name && (props.Get(name) != nil || has(attrs, name)):
		case inherent(d, name):
			in = append(in, ir.NamedAttr{Name: name, Value: e.Value})
		default:
			out = append(out, e)
		}
	}
	if len(in) > 0 {
		own = p.ctx.Dict(in)
	}
	if len(out) > 0 {
		other = p.ctx.Dict(out)
	}
	return own, other
}

func has(attrs []ir.NamedAttr, name string) bool {
	return slices.ContainsFunc(attrs, func(e ir.NamedAttr) bool { return e.Name == name })
}
