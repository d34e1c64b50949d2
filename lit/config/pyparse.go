package config

import (
	"fmt"
	"slices"
	"strings"
)

// maxNesting limits how deep brackets, blocks and expressions nest.
const maxNesting = 100

// parser reads statements from tokens, by recursive descent.
type parser struct {
	file   string
	tokens []token
	next   int
	depth  int
	loops  int // around the statement being read
}

// keywords of Python that are no names.
var keywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except
	finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`)

// parse reads a file. The error is an *Error.
func parse(file, source string) ([]statement, error) {
	tokens, err := lex(file, source)
	if err != nil {
		return nil, err
	}
	p := &parser{file: file, tokens: tokens}
	var program []statement
	for p.peek().kind != tokenEOF {
		if program, err = p.statement(program); err != nil {
			return nil, err
		}
	}
	return program, nil
}

func (p *parser) peek() token { return p.tokens[p.next] }

func (p *parser) advance() token {
	t := p.tokens[p.next]
	if t.kind != tokenEOF {
		p.next++
	}
	return t
}

// accept passes an operator or keyword if it is next.
func (p *parser) accept(text string) bool {
	if p.peek().is(text) {
		p.next++
		return true
	}
	return false
}

func (p *parser) expect(text string) error {
	if !p.accept(text) {
		return p.errorf(p.peek().place, "expected '%s' instead of %s", text, p.peek().describe())
	}
	return nil
}

func (p *parser) errorf(at place, format string, args ...any) error {
	return &Error{p.file, at.line, at.col, fmt.Sprintf(format, args...)}
}

// refuse reports a construct that is left to Python.
func (p *parser) refuse(at place, what string) error {
	return p.errorf(at, "%s is beyond the Python that is read here; %s", what, hintPython)
}

// refusedStatements by the keyword that they start with.
var refusedStatements = map[string]string{
	"assert": "an assertion", "async": "'async'", "await": "'await'", "class": "a class", "def": "a function definition",
	"global": "'global'", "nonlocal": "'nonlocal'", "raise": "'raise'", "return": "'return'", "try": "a try statement",
	"while": "a while loop", "with": "a with statement", "yield": "'yield'", "@": "a decorator",
}

// statement reads one compound statement, or the simple statements of a line, and appends them to list.
func (p *parser) statement(list []statement) ([]statement, error) {
	t := p.peek()
	if what, refused := refusedStatements[t.text]; refused && (t.is(t.text)) {
		return nil, p.refuse(t.place, what)
	}
	switch {
	case t.kind == tokenIndent:
		return nil, p.errorf(t.place, "this line is indented but begins no block")
	case t.is("if"):
		s, err := p.ifStatement()
		return append(list, s), err
	case t.is("for"):
		s, err := p.forStatement()
		return append(list, s), err
	}
	for {
		s, err := p.simpleStatement()
		if err != nil {
			return nil, err
		}
		list = append(list, s...)
		if p.accept(";") && p.peek().kind != tokenNewline {
			continue
		}
		if t := p.peek(); t.kind != tokenNewline {
			return nil, p.errorf(t.place, "expected the end of the line instead of %s", t.describe())
		}
		p.advance()
		return list, nil
	}
}

func (p *parser) ifStatement() (statement, error) {
	at := p.advance().place
	condition, err := p.expression()
	if err != nil {
		return nil, err
	}
	yes, err := p.block()
	if err != nil {
		return nil, err
	}
	s := &ifStatement{place: at, condition: condition, yes: yes}
	switch {
	case p.peek().is("elif"):
		if err := p.enter(at); err != nil {
			return nil, err
		}
		defer p.leave()
		nested, err := p.ifStatement()
		if err != nil {
			return nil, err
		}
		s.no = []statement{nested}
	case p.accept("else"):
		s.no, err = p.block()
	}
	return s, err
}

func (p *parser) forStatement() (statement, error) {
	at := p.advance().place
	target, err := p.targets()
	if err != nil {
		return nil, err
	}
	if err := p.expect("in"); err != nil {
		return nil, err
	}
	sequence, err := p.expressions()
	if err != nil {
		return nil, err
	}
	p.loops++
	body, err := p.block()
	p.loops--
	if err != nil {
		return nil, err
	}
	s := &forStatement{place: at, target: target, sequence: sequence, body: body}
	if p.accept("else") {
		s.orElse, err = p.block()
	}
	return s, err
}

// targets reads what a for statement assigns to, whose "in" is no operator.
func (p *parser) targets() (expression, error) {
	first := p.peek().place
	var items []expression
	for {
		item, err := p.primary()
		if err != nil {
			return nil, err
		}
		if err := p.checkTarget(item); err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.accept(",") {
			break
		}
	}
	if len(items) == 1 {
		return items[0], nil
	}
	return &display{first, '(', items}, nil
}

// block reads ": statements", indented or on the same line.
func (p *parser) block() ([]statement, error) {
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	if p.peek().kind != tokenNewline {
		if t := p.peek(); t.is("if") || t.is("for") {
			return nil, p.errorf(t.place, "'%s' cannot follow ':' on its line", t.text)
		}
		return p.statement(nil)
	}
	p.advance()
	if t := p.peek(); t.kind != tokenIndent {
		return nil, p.errorf(t.place, "expected an indented block after ':'")
	}
	p.advance()
	var body []statement
	for p.peek().kind != tokenDedent {
		var err error
		if body, err = p.statement(body); err != nil {
			return nil, err
		}
	}
	p.advance()
	return body, nil
}

func (p *parser) simpleStatement() ([]statement, error) {
	t := p.peek()
	switch {
	case t.is("import"):
		return p.imports()
	case t.is("from"):
		return p.importsFrom()
	case t.is("pass"), t.is("break"), t.is("continue"):
		p.advance()
		if t.text != "pass" && p.loops == 0 {
			return nil, p.errorf(t.place, "'%s' outside a loop", t.text)
		}
		return []statement{&jump{t.place, t.text}}, nil
	case t.is("del"):
		p.advance()
		target, err := p.primary()
		if err != nil {
			return nil, err
		}
		if p.peek().is(",") {
			return nil, p.refuse(p.peek().place, "'del' of several things")
		}
		return []statement{&deletion{t.place, target}}, p.checkTarget(target)
	}
	s, err := p.assignment()
	return []statement{s}, err
}

// assignment reads an assignment, or an expression as a statement.
func (p *parser) assignment() (statement, error) {
	at := p.peek().place
	value, err := p.expressions()
	if err != nil {
		return nil, err
	}
	var targets []expression
	for {
		t := p.peek()
		switch {
		case t.kind != tokenOperator:
		case t.is(":"):
			return nil, p.refuse(t.place, "a type annotation")
		case t.is(":="):
			return nil, p.refuse(t.place, "':='")
		case len(t.text) > 1 && strings.HasSuffix(t.text, "=") && !slices.Contains(comparisons, t.text) && targets == nil:
			return p.augmented(at, value)
		case t.is("="):
			if err := p.checkTarget(value); err != nil {
				return nil, err
			}
			p.advance()
			targets = append(targets, value)
			if value, err = p.expressions(); err != nil {
				return nil, err
			}
			continue
		}
		if targets == nil {
			return &expressionStatement{at, value}, nil
		}
		return &assignment{at, targets, value}, nil
	}
}

func (p *parser) augmented(at place, target expression) (statement, error) {
	if _, isDisplay := target.(*display); isDisplay {
		return nil, p.errorf(at, "this cannot be assigned to")
	}
	if err := p.checkTarget(target); err != nil {
		return nil, err
	}
	operator := strings.TrimSuffix(p.advance().text, "=")
	value, err := p.expressions()
	return &augmented{at, target, operator, value}, err
}

// checkTarget accepts what can be assigned to.
func (p *parser) checkTarget(e expression) error {
	switch e := e.(type) {
	case *name, *attribute, *subscript:
		return nil
	case *display:
		if e.kind == '{' {
			break
		}
		for _, item := range e.items {
			if err := p.checkTarget(item); err != nil {
				return err
			}
		}
		return nil
	}
	return p.errorf(e.at(), "this cannot be assigned to")
}

// imports reads "import a.b, c as d". Without "as", the first part of the name is bound.
func (p *parser) imports() ([]statement, error) {
	p.advance()
	var list []statement
	for {
		at := p.peek().place
		module, err := p.dotted()
		if err != nil {
			return nil, err
		}
		as, err := p.alias("")
		if err != nil {
			return nil, err
		}
		list = append(list, &importation{place: at, module: module, as: as})
		if !p.accept(",") {
			return list, nil
		}
	}
}

// importsFrom reads "from a.b import c as d, e", perhaps in parentheses.
func (p *parser) importsFrom() ([]statement, error) {
	p.advance()
	if t := p.peek(); t.is(".") || t.is("...") {
		return nil, p.refuse(t.place, "a relative import")
	}
	module, err := p.dotted()
	if err != nil {
		return nil, err
	}
	if err := p.expect("import"); err != nil {
		return nil, err
	}
	if t := p.peek(); t.is("*") {
		return nil, p.refuse(t.place, "'import *'")
	}
	parenthesized := p.accept("(")
	var list []statement
	for {
		at := p.peek().place
		member, err := p.identifier()
		if err != nil {
			return nil, err
		}
		as, err := p.alias(member)
		if err != nil {
			return nil, err
		}
		list = append(list, &importation{at, module, member, as})
		if !p.accept(",") || parenthesized && p.peek().is(")") {
			break
		}
	}
	if parenthesized {
		err = p.expect(")")
	}
	return list, err
}

func (p *parser) alias(otherwise string) (string, error) {
	if p.accept("as") {
		return p.identifier()
	}
	return otherwise, nil
}

func (p *parser) dotted() (string, error) {
	text, err := p.identifier()
	for err == nil && p.accept(".") {
		var part string
		part, err = p.identifier()
		text += "." + part
	}
	return text, err
}

func (p *parser) identifier() (string, error) {
	t := p.peek()
	if t.kind != tokenName || slices.Contains(keywords, t.text) {
		return "", p.errorf(t.place, "expected a name instead of %s", t.describe())
	}
	p.advance()
	return t.text, nil
}
