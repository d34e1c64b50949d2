package filecheck

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// numericBlock is a parsed [[#%FORMAT,NAME: == EXPRESSION]]; every part may be missing.
type numericBlock struct {
	format  format
	defines *number
	expr    expression
}

// numericParser parses the inside of numeric blocks, stopping by failAt.
type numericParser struct {
	vars *variables
	line int // of the directive; 0 on the command line
	rest fragment
}

// maxExpressionDepth bounds the nesting of parentheses and calls.
const maxExpressionDepth = 500

// parse reads a block. legacy is the form [[@LINE+1]]: a variable, and at most one decimal number
// added to it.
func (p *numericParser) parse(f fragment, legacy bool) numericBlock {
	p.rest = f
	explicit, precision := p.formatSpec()
	var definition *fragment
	if i := p.rest.index(":"); i >= 0 {
		d := p.rest.to(i)
		definition = &d
		p.rest = p.rest.from(i + 1)
	}
	p.skipBlanks()
	constrained := p.rest.eat("==")
	p.skipBlanks()
	var expr expression
	if p.rest.empty() {
		if constrained {
			failAt(p.rest, "empty numeric expression should not have a constraint")
		}
	} else {
		p.rest = p.rest.trimRight()
		if legacy {
			expr = p.legacyLine()
		} else {
			expr = p.sum(!constrained, 0, "")
		}
	}
	block := numericBlock{format: explicit, expr: expr}
	if block.format.kind == 0 && expr != nil {
		var problems []*Diagnostic
		if block.format, problems = expr.implicitFormat(); problems != nil {
			panic(parseFailure(problems...))
		}
	}
	if block.format.kind == 0 {
		block.format = format{kind: 'u', precision: precision}
	}
	if definition != nil {
		block.defines = p.definition(definition.trimLeft(), block.format)
	}
	return block
}

func (p *numericParser) skipBlanks() { p.rest = p.rest.trimLeft() }

// formatSpec parses `%#.PRECISIONx,`. A comma after a parenthesis separates arguments instead.
func (p *numericParser) formatSpec() (spec format, precision int) {
	comma, call := p.rest.index(","), p.rest.index("(")
	if comma < 0 || call >= 0 && call < comma {
		return format{}, 0
	}
	f := p.rest.to(comma).trimLeft().trimRight()
	p.rest = p.rest.from(comma + 1)
	if !f.eat("%") {
		failAt(f, "invalid matching format specification in expression")
	}
	flag := f
	alternate := f.eat("#")
	if f.eat(".") {
		n := 0
		for n < f.len() && isDigit(f.at(n)) {
			n++
		}
		parsed, err := strconv.ParseUint(f.to(n).String(), 10, 64)
		if err == nil {
			f = f.from(n)
		}
		if err != nil || parsed > math.MaxUint32 {
			failAt(f, "invalid precision in format specifier")
		}
		precision = int(parsed)
	}
	if !f.empty() {
		switch c := f.at(0); c {
		case 'u', 'd', 'x', 'X':
			spec = format{kind: c, precision: precision, alternate: alternate}
		default:
			failAt(f, "invalid format specifier in expression")
		}
		f = f.from(1)
	}
	if alternate && spec.kind != 'x' && spec.kind != 'X' {
		failAt(flag, "alternate form only supported for hex values")
	}
	if f = f.trimLeft(); !f.empty() {
		failAt(f, "invalid matching format specification in expression")
	}
	return spec, precision
}

// definition resolves the variable that a block defines.
func (p *numericParser) definition(f fragment, format format) *number {
	name, pseudo := parseName(&f)
	if pseudo {
		failAt(name, "definition of pseudo numeric variable unsupported")
	}
	if p.vars.declaredStrings[name.String()] {
		failAt(name, "string variable with name '"+name.String()+"' already exists")
	}
	if f = f.trimLeft(); !f.empty() {
		failAt(f, "unexpected characters after numeric variable name")
	}
	if known := p.vars.numbers[name.String()]; known != nil {
		if known.format != format {
			failAt(f, "format different from previous variable definition")
		}
		return known
	}
	return &number{name: name.String(), format: format, defLine: p.line}
}

// legacyLine parses @LINE, @LINE+n and @LINE-n.
func (p *numericParser) legacyLine() expression {
	start := p.rest
	name, pseudo := parseName(&p.rest)
	if p.rest.trimLeft().has("(") {
		failAt(name, "unexpected function call")
	}
	var expr expression = p.use(name, pseudo)
	if p.rest.empty() {
		return expr
	}
	apply := p.operator()
	if p.rest.has("(") {
		failAt(p.rest, "parenthesized expression not permitted here")
	}
	right := p.literal(10, false)
	if !p.rest.empty() {
		failAt(p.rest, "unexpected characters at end of expression '"+p.rest.String()+"'")
	}
	return &operation{text: start, left: expr, right: right, apply: apply}
}

// sum parses operands joined by + and -, up to one of the bytes in end or to the end of the block.
func (p *numericParser) sum(maybeConstraint bool, depth int, end string) expression {
	start := p.rest.start
	expr := p.operand(maybeConstraint, depth)
	for {
		p.skipBlanks()
		if p.rest.empty() || isOneOf(p.rest.at(0), end) {
			return expr
		}
		if end == ")" {
			start = p.rest.start // messages about an operation in parentheses leave its left operand out
		}
		apply := p.operator()
		right := p.operand(false, depth)
		expr = &operation{text: fragment{p.rest.src, start, p.rest.start}, left: expr, right: right, apply: apply}
	}
}

func isOneOf(c byte, set string) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}

// operator parses + or - and makes sure that something follows.
func (p *numericParser) operator() func(a, b *big.Int) *big.Int {
	var apply func(a, b *big.Int) *big.Int
	switch c := p.rest.at(0); c {
	case '+':
		apply = functions["add"]
	case '-':
		apply = functions["sub"]
	default:
		failAt(p.rest, "unsupported operation '"+string([]byte{c})+"'")
	}
	p.rest = p.rest.from(1)
	p.skipBlanks()
	if p.rest.empty() {
		failAt(p.rest, "missing operand in expression")
	}
	return apply
}

func (p *numericParser) operand(maybeConstraint bool, depth int) expression {
	if depth > maxExpressionDepth {
		failAt(p.rest, "expression is nested too deeply")
	}
	if p.rest.eat("(") {
		p.skipBlanks()
		if p.rest.empty() {
			failAt(p.rest, "missing operand in expression")
		}
		expr := p.sum(false, depth+1, ")")
		if !p.rest.eat(")") {
			failAt(p.rest, "missing ')' at end of nested expression")
		}
		return expr
	}
	if name, pseudo, problem := scanName(&p.rest); problem == "" {
		if p.rest.trimLeft().has("(") {
			return p.call(name, depth)
		}
		return p.use(name, pseudo)
	}
	return p.literal(0, maybeConstraint)
}

// use resolves a variable. An unknown one is an error only when it is still unknown at match time.
func (p *numericParser) use(name fragment, pseudo bool) expression {
	if pseudo && name.String() != "@LINE" {
		failAt(name, "invalid pseudo numeric variable '"+name.String()+"'")
	}
	known := p.vars.numbers[name.String()]
	if known == nil {
		known = &number{name: name.String(), format: format{kind: 'u'}}
		p.vars.numbers[known.name] = known
	}
	if known.defLine != 0 && known.defLine == p.line {
		failAt(name, "numeric variable '"+known.name+"' defined earlier in the same CHECK directive")
	}
	return &variableUse{name, known}
}

func (p *numericParser) call(name fragment, depth int) expression {
	apply := functions[name.String()]
	if apply == nil {
		failAt(name, "call to undefined function '"+name.String()+"'")
	}
	p.skipBlanks()
	p.rest.eat("(")
	p.skipBlanks()
	var args []expression
	for !p.rest.empty() && !p.rest.has(")") {
		if p.rest.has(",") {
			failAt(p.rest, "missing argument")
		}
		args = append(args, p.sum(false, depth+1, ",)"))
		if !p.rest.eat(",") {
			break
		}
		p.skipBlanks()
		if p.rest.has(")") {
			failAt(p.rest, "missing argument")
		}
	}
	if !p.rest.eat(")") {
		failAt(p.rest, "missing ')' at end of call expression")
	}
	if len(args) != 2 {
		failAt(name, fmt.Sprintf("function '%s' takes 2 arguments but %d given", name, len(args)))
	}
	// Messages show what follows the call in its place.
	return &operation{text: p.rest, left: args[0], right: args[1], apply: apply}
}

// literal parses an integer. Base 0 recognises 0x, 0b, 0o and a leading 0 as C does.
func (p *numericParser) literal(base int, maybeConstraint bool) expression {
	start := p.rest
	negative := p.rest.eat("-")
	digits := p.rest
	if base == 0 {
		base = senseBase(&p.rest)
	}
	n := 0
	for n < p.rest.len() && digitValue(p.rest.at(n)) < base {
		n++
	}
	if n == 0 && p.rest.start == digits.start || n == 0 && p.rest.empty() {
		text := "invalid operand format"
		if maybeConstraint {
			text = "invalid matching constraint or operand format"
		}
		failAt(start, text)
	}
	v, ok := new(big.Int).SetString("0"+p.rest.to(n).String(), base)
	if !ok {
		failAt(start, "invalid operand format")
	}
	p.rest = p.rest.from(n)
	if negative {
		v.Neg(v)
	}
	return &literal{fragment{start.src, start.start, p.rest.start}, v}
}

// senseBase consumes the prefix of a number and returns its base.
func senseBase(f *fragment) int {
	for prefix, base := range map[string]int{"0x": 16, "0X": 16, "0b": 2, "0B": 2, "0o": 8} {
		if f.eat(prefix) {
			return base
		}
	}
	if f.len() > 1 && f.at(0) == '0' && isDigit(f.at(1)) {
		*f = f.from(1)
		return 8
	}
	return 10
}

func digitValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case isAlpha(c):
		return int(c|0x20-'a') + 10
	}
	return 99
}
