package rule

import "slices"

// ruleParser reads one rule by recursive descent with one token of lookahead.
// It is written by hand because hundreds of rules are read when a tool starts:
// the same grammar in a parser library took fifty times as long.
type ruleParser struct {
	tokens ruleTokens
	next   token
	behind int // where the token before it ends, in bytes of the file
	depth  int
}

// maxNesting bounds terms and expressions inside of each other, maxOperators the
// operators of one expression in a row: each of these nests what is before it.
const (
	maxNesting   = 200
	maxOperators = 1000
)

// parseRuleText parses one rule.
func parseRuleText(c *chunk) (rule *ruleText, err *Error) {
	p := &ruleParser{tokens: ruleTokens{text: c.text, at: c.pos}}
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*Error)
			if !ok {
				panic(e)
			}
			rule, err = nil, syntax
		}
	}()
	p.advance()
	return p.rule(), nil
}

func (p *ruleParser) advance() {
	p.behind = p.tokens.end.Offset
	t, err := p.tokens.Next()
	if err != nil {
		panic(err)
	}
	p.next = t
}

// fail ends the parse: something else is expected here.
func (p *ruleParser) fail(want string) {
	found := "'" + p.next.text + "'"
	switch p.next.kind {
	case endToken:
		found = "the end of the rule"
	case stringToken:
		found = "\"" + p.next.text + "\""
	}
	panic(errorf(p.next.pos, "expected %s, but here is %s", want, found))
}

// is reports whether the next token is a word or punctuation.
func (p *ruleParser) is(text string) bool {
	return p.next.text == text && (p.next.kind == punctToken || p.next.kind == identToken)
}

func (p *ruleParser) try(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *ruleParser) expect(text string) {
	if !p.try(text) {
		p.fail("'" + text + "'")
	}
}

func (p *ruleParser) take(kind tokenKind, what string) string {
	if p.next.kind != kind {
		p.fail(what)
	}
	text := p.next.text
	p.advance()
	return text
}

// enter bounds the nesting; leave is its end.
func (p *ruleParser) enter() {
	if p.depth++; p.depth > maxNesting {
		panic(errorf(p.next.pos, "nested deeper than %d levels", maxNesting))
	}
}

func (p *ruleParser) leave() { p.depth-- }

// bound ends the parse after n operators in a row, if these are too many.
func (p *ruleParser) bound(n int) {
	if n == maxOperators {
		panic(errorf(p.next.pos, "more than %d operators in a row", maxOperators))
	}
}

func (p *ruleParser) rule() *ruleText {
	r := &ruleText{pos: p.next.pos}
	p.expect("rule")
	r.name = p.take(nameToken, "the name of the rule")
	p.expect(":")
	r.left = p.terms()
	switch {
	case p.try("<=>"):
		r.bothWays = true
	case !p.try("=>"):
		p.fail("'=>' or '<=>'")
	}
	r.right = p.term()
	if p.try(":") {
		r.typ = p.typ()
	}
	r.level = p.level()
	for p.next.kind != endToken && !slices.ContainsFunc(evidenceWords, p.is) {
		r.clauses = append(r.clauses, p.clause())
	}
	r.stated = p.behind
	p.evidence(r)
	return r
}

func (p *ruleParser) level() levelText {
	l := levelText{pos: p.next.pos}
	if !p.try("[") {
		p.fail("a level such as [exact]")
	}
	l.words = append(l.words, p.take(identToken, "a level"))
	for p.try(",") {
		l.words = append(l.words, p.take(identToken, "a level"))
	}
	p.expect("]")
	return l
}

func (p *ruleParser) terms() []*termText {
	list := []*termText{p.term()}
	for p.try(",") {
		list = append(list, p.term())
	}
	return list
}

func (p *ruleParser) term() *termText {
	p.enter()
	defer p.leave()
	t := &termText{pos: p.next.pos}
	switch {
	case p.is("-") || p.next.kind == numberToken:
		t.number = p.signedNumber()
	case p.next.kind == variableToken:
		t.variable = p.take(variableToken, "a variable")
		switch {
		case p.try("..."):
			t.rest = true
		case p.is("("):
			t.op = &opText{pos: t.pos, name: t.variable}
			t.variable = ""
			p.operands(t.op)
		case p.next.kind == identToken && !p.is("where") || p.next.kind == variableToken:
			t.op = p.op()
		case p.is("[") && p.numberFollows():
			p.advance()
			t.entry = p.expr()
			p.expect("]")
		}
	case p.next.kind == identToken:
		t.op = p.op()
	case p.try("["):
		t.each = p.alternatives()
	case p.try("("):
		t.group = &groupText{terms: []*termText{p.term()}}
		if p.try(":") {
			t.group.typ = p.typ()
		} else {
			for p.try(",") {
				t.group.terms = append(t.group.terms, p.term())
			}
		}
		p.expect(")")
	default:
		p.fail("a term")
	}
	return t
}

// numberFollows tells an entry such as ?x[0] from a level behind a variable.
func (p *ruleParser) numberFollows() bool {
	ahead := p.tokens
	t, err := ahead.Next()
	return err == nil && (t.kind == numberToken || t.text == "-")
}

// alternatives are the terms of a list up to its end.
func (p *ruleParser) alternatives() (list []*alternativeText) {
	for first := true; first || p.try("|"); first = false {
		a := &alternativeText{term: p.term()}
		if p.try("where") {
			a.where = p.conds()
		}
		list = append(list, a)
	}
	p.expect("]")
	p.expect("...")
	return list
}

func (p *ruleParser) signedNumber() string {
	sign := ""
	if p.try("-") {
		sign = "-"
	}
	return sign + p.take(numberToken, "a number")
}

func (p *ruleParser) op() *opText {
	o := &opText{pos: p.next.pos}
	if p.next.kind == variableToken {
		o.name = p.take(variableToken, "an op")
	} else {
		o.name = p.take(identToken, "an op")
	}
	p.operands(o)
	return o
}

// operands is what follows the name of an op: operands, attributes and the number
// of a result, or nothing behind a constant.
func (p *ruleParser) operands(o *opText) {
	if !p.try("(") {
		return
	}
	o.call = true
	if !p.is(")") {
		o.args = p.terms()
	}
	p.expect(")")
	if p.is("{") {
		o.braces, o.attrs = true, p.attrs()
	}
	if p.try("#") {
		o.result = p.take(numberToken, "the number of a result")
	}
}

func (p *ruleParser) attrs() (list []*attrText) {
	p.expect("{")
	for first := true; !p.is("}"); first = false {
		if !first {
			p.expect(",")
		}
		a := &attrText{pos: p.next.pos}
		switch {
		case p.try("*"):
			a.star = true
			p.starred(a)
		case p.try("!"):
			a.absent = true
			a.name = p.take(identToken, "the name of an attribute")
		default:
			a.name = p.take(identToken, "an attribute")
			p.expect("=")
			a.value = p.expr()
		}
		list = append(list, a)
	}
	p.expect("}")
	return list
}

// starred is what follows `*`: nothing, the name of a capture, or a box, which is a
// variable or a call.
func (p *ruleParser) starred(a *attrText) {
	at := p.next
	switch at.kind {
	case variableToken:
		a.value = &exprText{pos: at.pos, op: variableForm, text: p.take(variableToken, "a box")}
	case identToken:
		if a.name = p.take(identToken, "a name"); p.is("(") {
			a.value = &exprText{pos: at.pos, op: callForm, text: a.name, args: p.args()}
		}
	}
}

func (p *ruleParser) typ() *typeText {
	t := &typeText{pos: p.next.pos}
	t.name = p.take(identToken, "a type")
	t.args = p.args()
	return t
}

// args are expressions in parentheses.
func (p *ruleParser) args() (list []*exprText) {
	p.expect("(")
	if !p.is(")") {
		list = p.exprs()
	}
	p.expect(")")
	return list
}

func (p *ruleParser) exprs() []*exprText {
	list := []*exprText{p.expr()}
	for p.try(",") {
		list = append(list, p.expr())
	}
	return list
}

func (p *ruleParser) clause() *clauseText {
	c := &clauseText{pos: p.next.pos}
	switch {
	case p.try("where"):
		c.where = p.conds()
	case p.try("let"):
		c.let = p.take(variableToken, "a variable")
		p.expect("=")
		c.value = p.expr()
	case p.try("priority"):
		c.priority = p.signedNumber()
	default:
		p.fail(inQuotes(slices.Concat(clauseWords, evidenceWords)))
	}
	return c
}

// comparisons are the operators between the two sides of a condition.
var comparisons = []string{"==", "!=", "<=", "<", ">=", ">", "in"}

// conds are conditions all of which must hold; where `or` stands between them there
// is one.
func (p *ruleParser) conds() []*condText {
	p.enter()
	defer p.leave()
	pos := p.next.pos
	any := [][]*condText{p.all()}
	for n := 0; p.try("or"); n++ {
		p.bound(n)
		any = append(any, p.all())
	}
	if len(any) == 1 {
		return any[0]
	}
	return []*condText{{pos: pos, op: "or", any: any}}
}

// all are conditions with `and` between them. Those in parentheses are part of the
// list.
func (p *ruleParser) all() []*condText {
	list := p.cond()
	for p.try("and") {
		list = append(list, p.cond()...)
	}
	return list
}

// cond is a condition, or what parentheses hold: conditions all of which must hold.
func (p *ruleParser) cond() []*condText {
	c := &condText{pos: p.next.pos}
	c.not = p.try("not")
	if !p.try("(") {
		c.left = p.expr()
		p.comparison(c)
		return []*condText{c}
	}
	inner := p.conds()
	p.expect(")")
	if len(inner) == 1 && inner[0].isExpr() {
		// The parentheses are those of an expression, which may go on.
		c.left = p.sum(p.product(p.entries(inner[0].left)))
		p.comparison(c)
		return []*condText{c}
	}
	if c.not {
		c.op, c.any = "or", [][]*condText{inner}
		return []*condText{c}
	}
	return inner
}

// isExpr reports whether a condition is an expression alone.
func (c *condText) isExpr() bool { return !c.not && c.op == "" }

// comparison is what may follow the left side of a condition.
func (p *ruleParser) comparison(c *condText) {
	for _, op := range comparisons {
		if p.try(op) {
			c.op, c.right = op, p.expr()
			break
		}
	}
}

// expr is a sum of products.
func (p *ruleParser) expr() *exprText {
	p.enter()
	defer p.leave()
	return p.sum(p.product(p.unary()))
}

// sum is a sum whose first product has been read, product one whose first factor has.
func (p *ruleParser) sum(first *exprText) *exprText {
	return p.binary(first, []string{"+", "-"}, func() *exprText { return p.product(p.unary()) })
}

func (p *ruleParser) product(first *exprText) *exprText {
	return p.binary(first, []string{"*", "/", "%"}, p.unary)
}

func (p *ruleParser) binary(e *exprText, signs []string, operand func() *exprText) *exprText {
	for n := 0; ; n++ {
		sign := ""
		for _, s := range signs {
			if p.is(s) {
				sign = s
			}
		}
		if sign == "" {
			return e
		}
		p.bound(n)
		p.advance()
		e = &exprText{pos: e.pos, op: binaryForm, text: sign, args: []*exprText{e, operand()}}
	}
}

func (p *ruleParser) unary() *exprText {
	pos := p.next.pos
	if p.try("-") {
		return &exprText{pos: pos, op: minusForm, args: []*exprText{p.postfix()}}
	}
	return p.postfix()
}

func (p *ruleParser) postfix() *exprText { return p.entries(p.primary()) }

// entries is an expression with the entries of it that follow.
func (p *ruleParser) entries(e *exprText) *exprText {
	for n := 0; p.try("["); n++ {
		p.bound(n)
		e = &exprText{pos: e.pos, op: indexForm, args: []*exprText{e, p.expr()}}
		p.expect("]")
	}
	return e
}

// leaves are the forms of the tokens that are an expression of their own.
var leaves = map[tokenKind]exprForm{numberToken: numberForm, stringToken: stringForm, variableToken: variableForm, pathToken: pathForm}

func (p *ruleParser) primary() *exprText {
	e := &exprText{pos: p.next.pos, text: p.next.text}
	form, leaf := leaves[p.next.kind]
	switch {
	case leaf:
		e.op = form
		p.advance()
	case p.next.kind == identToken:
		p.advance()
		e.op = wordForm
		if p.is("(") {
			e.op, e.args = callForm, p.args()
		}
	case p.try("["):
		e.op = listForm
		if !p.is("]") {
			e.args = p.exprs()
		}
		p.expect("]")
	case p.try("("):
		inner := p.expr()
		p.expect(")")
		return inner
	default:
		p.fail("an expression")
	}
	return e
}
