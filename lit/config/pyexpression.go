package config

import "slices"

// enter counts a level of nesting.
func (p *parser) enter(at place) error {
	if p.depth++; p.depth > maxNesting {
		return p.errorf(at, "nested more than %d deep", maxNesting)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// expressions reads an expression, or a tuple without parentheses.
func (p *parser) expressions() (expression, error) {
	at := p.peek().place
	first, err := p.expression()
	if err != nil || !p.peek().is(",") {
		return first, err
	}
	items := []expression{first}
	for p.accept(",") {
		if !p.startsExpression() {
			break
		}
		item, err := p.expression()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return &display{at, '(', items}, nil
}

// startsExpression tells a trailing comma from one between expressions.
func (p *parser) startsExpression() bool {
	t := p.peek()
	switch t.kind {
	case tokenConstant:
		return true
	case tokenName:
		return !slices.Contains(keywords, t.text) || slices.Contains([]string{"None", "True", "False", "not", "lambda"}, t.text)
	case tokenOperator:
		return slices.Contains([]string{"(", "[", "{", "-", "+", "~", "*"}, t.text)
	}
	return false
}

// expression reads "a if b else c" or what binds tighter.
func (p *parser) expression() (expression, error) {
	t := p.peek()
	if err := p.enter(t.place); err != nil {
		return nil, err
	}
	defer p.leave()
	if t.is("lambda") {
		return nil, p.refuse(t.place, "a lambda")
	}
	e, err := p.chain("or")
	if err != nil || !p.accept("if") {
		return e, err
	}
	condition, err := p.chain("or")
	if err != nil {
		return nil, err
	}
	if err := p.expect("else"); err != nil {
		return nil, err
	}
	no, err := p.expression()
	return &conditional{t.place, e, condition, no}, err
}

// chain reads operands joined by "or", or by "and".
func (p *parser) chain(operator string) (expression, error) {
	operand := p.negation
	if operator == "or" {
		operand = func() (expression, error) { return p.chain("and") }
	}
	first, err := operand()
	if err != nil || !p.peek().is(operator) {
		return first, err
	}
	operands := []expression{first}
	for p.accept(operator) {
		next, err := operand()
		if err != nil {
			return nil, err
		}
		operands = append(operands, next)
	}
	return &logical{first.at(), operator, operands}, nil
}

func (p *parser) negation() (expression, error) {
	t := p.peek()
	if !t.is("not") {
		return p.comparison()
	}
	if err := p.enter(t.place); err != nil {
		return nil, err
	}
	defer p.leave()
	p.advance()
	operand, err := p.negation()
	return &unary{t.place, "not", operand}, err
}

// comparisons are the operators of a comparison but for "not in" and "is not".
var comparisons = []string{"==", "!=", "<", "<=", ">", ">=", "in", "is"}

func (p *parser) comparison() (expression, error) {
	left, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	c := &comparison{place: left.at(), operands: []expression{left}}
	for {
		t := p.peek()
		operator := t.text
		switch {
		case t.is("not") && p.tokens[p.next+1].is("in"):
			p.advance()
			operator = "not in"
		case t.is("is") && p.tokens[p.next+1].is("not"):
			p.advance()
			operator = "is not"
		case !t.is(t.text) || !slices.Contains(comparisons, t.text):
			if len(c.operators) == 0 {
				return left, nil
			}
			return c, nil
		}
		p.advance()
		right, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		c.operands = append(c.operands, right)
		c.operators = append(c.operators, operator)
		c.places = append(c.places, t.place)
	}
}

// maxChain limits how many operators follow each other without brackets.
const maxChain = 1000

// binaryOperators by how tight they bind, the loosest first.
var binaryOperators = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}

func (p *parser) binary(level int) (expression, error) {
	if level == len(binaryOperators) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for n := 0; err == nil; n++ {
		t := p.peek()
		if n > maxChain {
			return nil, p.errorf(t.place, "more than %d operators in a row", maxChain)
		}
		if t.kind != tokenOperator || !slices.Contains(binaryOperators[level], t.text) {
			break
		}
		p.advance()
		var right expression
		if right, err = p.binary(level + 1); err == nil {
			left = &binary{t.place, t.text, left, right}
		}
	}
	return left, err
}

func (p *parser) unary() (expression, error) {
	t := p.peek()
	if t.is("-") || t.is("+") || t.is("~") {
		if err := p.enter(t.place); err != nil {
			return nil, err
		}
		defer p.leave()
		p.advance()
		operand, err := p.unary()
		return &unary{t.place, t.text, operand}, err
	}
	e, err := p.primary()
	if err == nil && p.peek().is("**") {
		return nil, p.refuse(p.peek().place, "'**'")
	}
	return e, err
}

// primary reads an atom with its attributes, subscripts and calls.
func (p *parser) primary() (expression, error) {
	e, err := p.atom()
	for steps := 0; err == nil; steps++ {
		t := p.peek()
		if steps > maxNesting {
			return nil, p.errorf(t.place, "nested more than %d deep", maxNesting)
		}
		switch {
		case t.is("."):
			p.advance()
			at := p.peek().place
			var text string
			text, err = p.identifier()
			e = &attribute{at, e, text}
		case t.is("["):
			p.advance()
			e, err = p.subscript(t.place, e)
		case t.is("("):
			p.advance()
			e, err = p.call(t.place, e)
		default:
			return e, nil
		}
	}
	return nil, err
}

func (p *parser) subscript(at place, of expression) (expression, error) {
	if p.peek().is(":") {
		return nil, p.refuse(p.peek().place, "a slice")
	}
	index, err := p.expressions()
	if err != nil {
		return nil, err
	}
	if p.peek().is(":") {
		return nil, p.refuse(p.peek().place, "a slice")
	}
	return &subscript{at, of, index}, p.expect("]")
}

func (p *parser) call(at place, function expression) (expression, error) {
	c := &call{place: function.at(), function: function}
	for !p.accept(")") {
		t := p.peek()
		var a argument
		if t.is("*") || t.is("**") {
			return nil, p.refuse(t.place, "'"+t.text+"' in a call")
		}
		if t.kind == tokenName && p.tokens[p.next+1].is("=") {
			a.name = t.text
			p.next += 2
		} else if len(c.arguments) > 0 && c.arguments[len(c.arguments)-1].name != "" {
			return nil, p.errorf(t.place, "a positional argument follows one by name")
		}
		var err error
		if a.value, err = p.element(); err != nil {
			return nil, err
		}
		c.arguments = append(c.arguments, a)
		if !p.accept(",") && !p.peek().is(")") {
			return nil, p.errorf(p.peek().place, "expected ',' or ')' instead of %s", p.peek().describe())
		}
	}
	return c, nil
}

// element reads an expression where a comprehension could stand, which is refused.
func (p *parser) element() (expression, error) {
	if t := p.peek(); t.is("*") || t.is("**") {
		return nil, p.refuse(t.place, "'"+t.text+"' in front of a sequence")
	}
	e, err := p.expression()
	if err != nil {
		return nil, err
	}
	switch t := p.peek(); {
	case t.is("for"), t.is("async"):
		return nil, p.refuse(t.place, "a comprehension")
	case t.is(":="):
		return nil, p.refuse(t.place, "':='")
	}
	return e, nil
}

func (p *parser) atom() (expression, error) {
	t := p.peek()
	if t.kind == tokenConstant {
		return p.constant()
	}
	if t.kind == tokenName {
		switch t.text {
		case "None":
			p.advance()
			return &constant{t.place, nil}, nil
		case "True", "False":
			p.advance()
			return &constant{t.place, t.text == "True"}, nil
		}
		if what, refused := refusedStatements[t.text]; refused {
			return nil, p.refuse(t.place, what)
		}
		text, err := p.identifier()
		return &name{t.place, text}, err
	}
	switch {
	case t.is("("):
		return p.parenthesized()
	case t.is("["):
		p.advance()
		items, err := p.elements("]")
		return &display{t.place, '[', items}, err
	case t.is("{"):
		return p.braced()
	case t.is("..."):
		return nil, p.refuse(t.place, "'...'")
	case t.is("*"):
		return nil, p.refuse(t.place, "'*' in front of a sequence")
	}
	return nil, p.errorf(t.place, "expected an expression instead of %s", t.describe())
}

// constant reads a number, or strings side by side, which are one string.
func (p *parser) constant() (expression, error) {
	t := p.advance()
	text, isText := t.value.(string)
	if !isText {
		return &constant{t.place, t.value}, nil
	}
	for p.peek().kind == tokenConstant {
		more, isText := p.peek().value.(string)
		if !isText {
			break
		}
		text += more
		p.advance()
	}
	return &constant{t.place, text}, nil
}

func (p *parser) parenthesized() (expression, error) {
	at := p.advance().place
	if p.accept(")") {
		return &display{at, '(', nil}, nil
	}
	first, err := p.element()
	if err != nil {
		return nil, err
	}
	if p.accept(")") {
		return first, nil
	}
	if err := p.expect(","); err != nil {
		return nil, err
	}
	rest, err := p.elements(")")
	return &display{at, '(', append([]expression{first}, rest...)}, err
}

// elements reads expressions up to a closing bracket.
func (p *parser) elements(closing string) ([]expression, error) {
	var items []expression
	for !p.accept(closing) {
		item, err := p.element()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.accept(",") && !p.peek().is(closing) {
			return nil, p.errorf(p.peek().place, "expected ',' or '%s' instead of %s", closing, p.peek().describe())
		}
	}
	return items, nil
}

// braced reads a dictionary or a set.
func (p *parser) braced() (expression, error) {
	at := p.advance().place
	if p.accept("}") {
		return &dictDisplay{place: at}, nil
	}
	first, err := p.element()
	if err != nil {
		return nil, err
	}
	if !p.accept(":") {
		set := []expression{first}
		if !p.accept("}") {
			if err := p.expect(","); err != nil {
				return nil, err
			}
			rest, err := p.elements("}")
			if err != nil {
				return nil, err
			}
			set = append(set, rest...)
		}
		return &display{at, '{', set}, nil
	}
	d := &dictDisplay{place: at}
	for key := first; ; {
		value, err := p.element()
		if err != nil {
			return nil, err
		}
		d.keys = append(d.keys, key)
		d.values = append(d.values, value)
		if !p.accept(",") && !p.peek().is("}") {
			return nil, p.errorf(p.peek().place, "expected ',' or '}' instead of %s", p.peek().describe())
		}
		if p.accept("}") {
			return d, nil
		}
		if key, err = p.element(); err != nil {
			return nil, err
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
	}
}
