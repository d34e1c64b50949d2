package rule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Lookup finds the op that a rule names, or says that there is none.
type Lookup func(name string) (*ir.OpDef, error)

// LookupIn finds ops of home by their mnemonic, and those of other dialects by
// their full name; home is "" for a context that has none.
func LookupIn(home *ir.Dialect, dialect func(name string) *ir.Dialect) Lookup {
	byName := map[string]*ir.OpDef{}
	var names []string
	if home != nil {
		for _, o := range home.Ops() {
			byName[o.Mnemonic()] = o
			names = append(names, o.Mnemonic())
		}
	}
	return func(name string) (*ir.OpDef, error) {
		if o := byName[name]; o != nil {
			return o, nil
		}
		prefix, _, dotted := strings.Cut(name, ".")
		if !dotted {
			return nil, fmt.Errorf("there is no op '%s'%s", name, spelling.DidYouMean(name, names))
		}
		d := dialect(prefix)
		if d == nil {
			return nil, fmt.Errorf("there is no op '%s': no dialect '%s' is registered", name, prefix)
		}
		for _, o := range d.Ops() {
			if o.Name() == name {
				return o, nil
			}
		}
		return nil, fmt.Errorf("there is no op '%s'%s", name, d.NearOp(name))
	}
}

// maxRuleErrors is how many errors of a file are told one by one: what is no file
// of rules at all has one in each line.
const maxRuleErrors = 10

// Parse reads rules and checks them against the op definitions that
// lookup finds. An error is of type Errors and has all that are found, or the
// first of many; the rules without errors are returned next to it.
func Parse(filename, text string, lookup Lookup) ([]*Rule, error) {
	return parse(filename, text, lookup, false)
}

// ParseEndless is Parse for engines that keep all programs side by side. It takes rules, too, that
// apply to what they make: there they end when nothing new comes of them, or at a limit.
func ParseEndless(filename, text string, lookup Lookup) ([]*Rule, error) {
	return parse(filename, text, lookup, true)
}

func parse(filename, text string, lookup Lookup, endless bool) ([]*Rule, error) {
	chunks, errs := cutRules(filename, text)
	var rules []*Rule
	seen := map[string]rewrite.Position{}
	for _, c := range chunks {
		if first, ok := seen[c.name]; ok && c.name != "" {
			errs = append(errs, &Error{c.pos, fmt.Sprintf("rule '%s' is defined twice: first at %s", c.name, first)})
			continue
		}
		seen[c.name], c.endless = c.pos, endless
		r, bad := c.compile(lookup)
		if len(bad) > 0 {
			errs = append(errs, bad...)
			continue
		}
		rules = append(rules, r)
	}
	if len(errs) > 0 {
		slices.SortStableFunc(errs, func(a, b *Error) int { return a.Pos.Offset - b.Pos.Offset })
		return rules, firstOf(errs)
	}
	return rules, nil
}

// firstOf leaves out what comes after many errors, but for how many there are
// and where. A single one is as short as saying so.
func firstOf(errs []*Error) Errors {
	more := len(errs) - maxRuleErrors
	if more <= 1 {
		return errs
	}
	rest := &Error{errs[maxRuleErrors].Pos, fmt.Sprintf("... and %d more errors, from here on", more)}
	return append(slices.Clip(errs[:maxRuleErrors]), rest)
}

// compile parses and checks one rule.
func (c *chunk) compile(lookup Lookup) (*Rule, []*Error) {
	text, err := parseRuleText(c)
	if err != nil {
		return nil, []*Error{err}
	}
	right := []*termText{text.right}
	if g := text.right.group; g != nil && g.typ == nil {
		right = g.terms
	}
	r, errs := compileRule(c, text, text.name, text.left, right, lookup)
	if text.bothWays && len(errs) == 0 {
		var back []*Error
		if r.reversed, back = compileRule(c, text, text.name+"-reversed", right, text.left, lookup); len(back) > 0 {
			for _, e := range back {
				e.Message = "read from right to left: " + e.Message
			}
			return nil, back
		}
	}
	return r, errs
}

type variableClass uint8

const (
	valueClass variableClass = iota
	listClass
	attrClass
	boxClass // three attributes of one name
	opClass
)

func (v variableClass) String() string {
	return [...]string{"a value", "a list of values", "an attribute", "a box", "an op"}[v]
}

type ruleCompiler struct {
	rule    *Rule
	lookup  Lookup
	pattern bool // compiling the left side
	errs    []*Error
	// root is the first pattern, once it is met, and scope the list in brackets that is
	// being compiled, or nil.
	root  *term
	scope *listScope
	// names of variables that are known.
	names map[string]boundName
}

type boundName struct {
	class variableClass
	index int
}

func (c *ruleCompiler) errorf(pos rewrite.Position, format string, args ...any) {
	c.errs = append(c.errs, &Error{pos, fmt.Sprintf(format, args...)})
}

func compileRule(chunk *chunk, t *ruleText, name string, left, right []*termText, lookup Lookup) (*Rule, []*Error) {
	r := &Rule{Name: name, Set: chunk.set, Complex: chunk.about.complex, Search: chunk.about.search, Doc: chunk.doc, Text: strings.TrimSpace(chunk.text), Pos: t.pos,
		Evidence: t.evidence, stated: t.stated - chunk.pos.Offset, provers: t.provers}
	c := &ruleCompiler{rule: r, lookup: lookup, pattern: true, names: map[string]boundName{}}
	c.level(t.level)
	for _, p := range left {
		if p := ungroup(p); p.op == nil || p.variable == "" && !p.op.call {
			c.errorf(p.pos, "the left side of a rule must be an op")
			continue
		}
		if x := c.term(p); x != nil {
			r.left = append(r.left, x)
		}
	}
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	c.connect()
	c.pattern = false
	for _, cl := range t.clauses {
		c.clause(cl, t.bothWays)
	}
	for _, p := range right {
		if x := c.term(p); x != nil {
			r.right = append(r.right, x)
		}
	}
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	c.rootType(t)
	c.results(t)
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	c.needed()
	for _, x := range r.right {
		c.checkTypes(x, true)
		x.close()
		c.checkConstants(x, true)
		x.walk(func(t *term) {
			switch t.kind {
			case variableTerm:
				r.usedVars = append(r.usedVars, t.variable)
				if slices.ContainsFunc(r.left, func(l *term) bool { return l.variable == t.variable }) {
					c.errorf(t.pos, "%s is what is replaced, and cannot be part of what replaces it", r.vars[t.variable])
				}
			case restTerm, entryTerm:
				r.usedLists = append(r.usedLists, t.variable)
			}
		})
	}
	for _, p := range r.left {
		r.dropped = p.droppedBy(r.usedVars, r.dropped)
	}
	if !chunk.endless && !chunk.about.search {
		c.checkEnds()
	}
	r.schedule()
	return r, c.errs
}

// droppedBy adds to list the variables below a pattern that are not among those
// used. What stands below a name that is used, or twice, is not dropped.
func (t *term) droppedBy(used, list []int) []int {
	if slices.Contains(used, t.names()) {
		return list
	}
	if t.kind == variableTerm && t.first {
		return append(list, t.variable)
	}
	for _, a := range t.args {
		list = a.droppedBy(used, list)
	}
	return list
}

func (c *ruleCompiler) level(t levelText) {
	for i, l := range t.words {
		switch {
		case i == 0 && l == "exact":
			c.rule.Level = rewrite.Exact
		case i == 0 && l == "finite":
			c.rule.Level = rewrite.Finite
		case i == 0 && l == "real":
			c.rule.Level = rewrite.Real
		case i == 1 && l == "integers" && c.rule.Level == rewrite.Real && len(t.words) == 2:
			c.rule.Integers = true
		default:
			c.errorf(t.pos, "unknown level [%s]: write [exact], [finite], [real] or [real, integers]", strings.Join(t.words, ", "))
			return
		}
	}
}

// ungroup takes off parentheses that hold one term without a type.
func ungroup(t *termText) *termText {
	for t.group != nil && t.group.typ == nil && len(t.group.terms) == 1 {
		t = t.group.terms[0]
	}
	return t
}

// term compiles a term; nil when it has an error.
func (c *ruleCompiler) term(t *termText) *term {
	t = ungroup(t)
	out := &term{pos: t.pos, variable: -1, star: -1, class: -1}
	if c.root == nil && t.op != nil {
		c.root = out
	}
	if c.pattern {
		out.id = c.rule.terms
		c.rule.terms++
	}
	switch {
	case t.group != nil && len(t.group.terms) > 1:
		c.errorf(t.pos, "several terms in parentheses replace several results; they stand only right of the arrow")
		return nil
	case t.group != nil:
		return c.typed(t)
	case t.number != "":
		v, err := parseNumber(t.number)
		if err != nil {
			c.errorf(t.pos, "'%s' is no number", t.number)
		}
		out.kind, out.number = numberTerm, number{value: v}
		return out
	case t.each != nil:
		c.errorf(t.pos, "a list in brackets stands for operands of an op")
		return nil
	case t.entry != nil:
		return c.entryTerm(t, out)
	case t.variable != "" && t.op == nil:
		return c.variableTerm(t, out)
	case t.variable != "":
		if !c.pattern {
			c.errorf(t.pos, "a result is named on the left side only")
			return nil
		}
		if !t.op.call {
			c.errorf(t.op.pos, "%s names the result of an op; expected (", t.variable)
			return nil
		}
		if c.bindValue(t, out); out.variable < 0 {
			return nil
		}
		return c.op(t.op, out)
	case !t.op.call:
		return c.numberWord(t.op, out)
	}
	return c.op(t.op, out)
}

// typed is a term with its type.
func (c *ruleCompiler) typed(t *termText) *term {
	inner := c.term(t.group.terms[0])
	if c.pattern {
		// The rule read backwards: there the type is that of the program.
		return inner
	}
	typ := c.typeExpr(t.group.typ)
	if inner == nil || typ == nil {
		return nil
	}
	if inner.kind == variableTerm || inner.kind == restTerm || inner.typ != nil {
		c.errorf(t.pos, "an op or a constant can be given a type; this has one")
		return nil
	}
	inner.typ = typ
	return inner
}

func (c *ruleCompiler) variableTerm(t *termText, out *term) *term {
	if !t.rest {
		if c.bindValue(t, out); out.variable < 0 {
			return nil
		}
		return out
	}
	out.kind = restTerm
	if c.scope != nil && c.pattern {
		c.errorf(t.pos, "'...' stands for a list of values, and cannot stand in brackets")
		return nil
	}
	if out.variable, out.first = c.bind(t.pos, t.variable, listClass); out.variable < 0 {
		return nil
	}
	return out
}

// bind finds a variable, or on the left side makes it; index is negative after
// an error.
func (c *ruleCompiler) bind(pos rewrite.Position, name string, class variableClass) (index int, first bool) {
	b, ok := c.names[name]
	switch {
	case ok && b.class != class:
		c.errorf(pos, "%s is %s here, but %s before", name, class, b.class)
		return -1, false
	case ok:
		return b.index, false
	case !c.pattern:
		c.unbound(pos, name)
		return -1, false
	}
	switch class {
	case valueClass:
		index = len(c.rule.vars)
		c.rule.vars = append(c.rule.vars, name)
	case listClass:
		index = len(c.rule.listVars)
		c.rule.listVars = append(c.rule.listVars, name)
	case attrClass:
		index = len(c.rule.attrVars)
		c.rule.attrVars = append(c.rule.attrVars, attrVar{name: name})
	case opClass:
		index = len(c.rule.classes)
		c.rule.classes = append(c.rule.classes, name)
	}
	c.names[name] = boundName{class, index}
	return index, true
}

func (c *ruleCompiler) unbound(pos rewrite.Position, name string) {
	var names []string
	for n := range c.names {
		if !strings.Contains(n, ".") { // as entries of boxes do
			names = append(names, n)
		}
	}
	slices.Sort(names)
	c.errorf(pos, "%s does not occur on the left side%s", name, spelling.DidYouMean(name, names))
}

func (c *ruleCompiler) numberWord(t *opText, out *term) *term {
	if !slices.Contains(numberWords, t.name) {
		if _, err := c.lookup(t.name); err == nil {
			c.errorf(t.pos, "op '%s' is written with its operands, %s(...)", t.name, t.name)
		} else {
			c.errorf(t.pos, "'%s' is no constant%s", t.name, spelling.DidYouMean(t.name, numberWords))
		}
		return nil
	}
	out.kind, out.number = numberTerm, number{word: t.name}
	return out
}

// op compiles an op with its operands.
func (c *ruleCompiler) op(t *opText, out *term) *term {
	switch t.name {
	case "broadcast_like":
		return c.like(t, out)
	case "splat":
		return c.splat(t, out)
	}
	out.kind = opTerm
	before := len(c.errs)
	if t.name[0] == '?' {
		if !c.classTerm(t, out) {
			return nil
		}
	} else {
		def, err := c.lookup(t.name)
		if err != nil {
			c.errorf(t.pos, "%s", err)
			return nil
		}
		out.def = def
		if why := unspeakable(def); why != "" {
			c.errorf(t.pos, "op '%s' %s; rules cannot speak of it", t.name, why)
			return nil
		}
		c.attrs(t, out)
	}
	// The matcher compares all remaining operands of an op when it enters it,
	// before it looks into the others.
	last := len(t.args) - 1
	var rest *term
	if last >= 0 && t.args[last].rest {
		rest = c.term(t.args[last])
		last--
	}
	for _, a := range t.args[:last+1] {
		compile := c.term
		if a.each != nil {
			compile = c.eachTerm
		}
		if arg := compile(a); arg != nil {
			if arg.kind == eachTerm {
				arg.list.from = len(out.args)
			}
			out.args = append(out.args, arg)
		}
	}
	if rest != nil {
		out.args = append(out.args, rest)
	}
	if len(c.errs) > before {
		return nil
	}
	if c.operandCount(t, out); out.def == nil {
		return out
	}
	c.resultNumber(t, out)
	out.commutes = out.def.Has(ir.Commutative) && len(out.args) >= 2 && !out.args[0].many() && !out.args[1].many()
	if len(c.errs) > before {
		return nil
	}
	return out
}

// unspeakable says why rules cannot speak of an op; "" if they can. An op whose
// regions are optional is meant without them.
func unspeakable(def *ir.OpDef) string {
	for _, r := range def.Regions {
		if !r.Variadic {
			return "has regions"
		}
	}
	switch {
	case def.Has(ir.SizedOperands):
		return "has operands in groups"
	case def.Successors != 0 || def.Has(ir.Terminator):
		return "ends a block"
	case len(def.Results) == 0:
		return "has no result"
	}
	return ""
}

func (c *ruleCompiler) operandCount(t *opText, out *term) {
	least, most := 0, 0
	if out.def == nil {
		most = math.MaxInt
	}
	for _, a := range out.operandDefs() {
		if a.Count == ir.One {
			least++
		}
		most++
		if a.Count == ir.Any {
			most = math.MaxInt
			break
		}
	}
	n := len(out.args)
	for i, a := range out.args {
		if !a.many() {
			continue
		}
		if i != n-1 && c.pattern {
			c.errorf(a.pos, "'...' stands for all operands that are left, so it comes last")
			return
		}
		if i >= most {
			c.errorf(a.pos, "op '%s' has no operands left for '...' to stand for", t.name)
		}
		return
	}
	if n >= least && n <= most && (n > 0 || out.def != nil) {
		return
	}
	if out.def == nil {
		c.errorf(t.pos, "%s stands for ops with operands, but is given none", t.name)
		return
	}
	takes := strconv.Itoa(least)
	switch {
	case most == math.MaxInt:
		takes += " or more"
	case most > least:
		takes += fmt.Sprintf(" to %d", most)
	}
	c.errorf(t.pos, "op '%s' takes %s operands, but is given %d", t.name, takes, n)
}

// resultNumber checks which result a term is.
func (c *ruleCompiler) resultNumber(t *opText, out *term) {
	several := len(out.def.Results) != 1 || out.def.Results[0].Count != ir.One
	out.results = 1
	if t.result == "" {
		if several && len(out.def.Results) > 1 {
			c.errorf(t.pos, "op '%s' has several results: say which, as in %s(...)#0", t.name, t.name)
		}
		return
	}
	n, err := strconv.Atoi(t.result)
	if err != nil || !several && n > 0 {
		c.errorf(t.pos, "op '%s' has no result #%s", t.name, t.result)
		return
	}
	out.result, out.results = n, 0
	if !several {
		out.results = 1
	}
}

func (c *ruleCompiler) like(t *opText, out *term) *term {
	if c.pattern || len(t.args) != 2 || t.args[0].number == "" || t.args[1].variable == "" || t.braces || t.result != "" {
		c.errorf(t.pos, "broadcast_like(NUMBER, ?x) makes a constant of the type of ?x, on the right side only")
		return nil
	}
	n, like := c.term(t.args[0]), c.term(t.args[1])
	if n == nil || like == nil {
		return nil
	}
	n.typ = &typeExpr{like: &expr{op: refExpr, kind: valueKind, ref: ref{variable: like.variable}}}
	return n
}

// splat is a scalar constant with a computed value.
func (c *ruleCompiler) splat(t *opText, out *term) *term {
	if c.pattern || len(t.args) != 0 || len(t.attrs) != 1 || t.attrs[0].name != "value" || t.attrs[0].value == nil {
		c.errorf(t.pos, "splat() {value = NUMBER} is a scalar constant, on the right side only")
		return nil
	}
	out.kind = computedTerm
	if out.value = c.exprOf(t.attrs[0].value, floatKind, "the value"); out.value == nil {
		return nil
	}
	return out
}
