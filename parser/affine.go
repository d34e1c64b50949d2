package parser

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// affineParser reads the body of affine maps and sets.
type affineParser struct {
	p     *parser
	dims  []string
	syms  []string
	terms int // operators so far
}

// maxAffineOps bounds the operators of a map or set: simplifying a long sum
// takes quadratic time.
const maxAffineOps = 10_000

// affineMapAttr reads the `<(d0)[s0] -> (...)>` of a map.
func (p *parser) affineMapAttr() *ir.Attr {
	p.want('<', "expected '<' in affine map")
	a := &affineParser{p: p}
	pos := p.elemPos()
	a.identifiers()
	if p.peek() == ':' {
		p.failAt(pos, "expected AffineMap, but got IntegerSet")
	}
	if !p.eatArrow() {
		p.expected("expected '->' or ':'")
	}
	p.want('(', "expected '(' in affine map range")
	m := &ir.AffineMap{Dims: len(a.dims), Syms: len(a.syms)}
	for !p.eat(')') {
		if len(m.Results) > 0 {
			p.want(',', "expected ')' in affine map range")
		}
		m.Results = append(m.Results, a.sum())
	}
	p.want('>', "expected '>' in affine map")
	return p.ctx.AffineMapAttr(m)
}

// affineSetAttr reads the `<(d0)[s0] : (... >= 0)>` of an integer set.
func (p *parser) affineSetAttr() *ir.Attr {
	p.want('<', "expected '<' in integer set")
	a := &affineParser{p: p}
	pos := p.elemPos()
	a.identifiers()
	if p.peek() == '-' {
		p.failAt(pos, "expected IntegerSet, but got AffineMap")
	}
	p.want(':', "expected '->' or ':'")
	p.want('(', "expected '(' at start of integer set constraint list")
	s := &ir.IntegerSet{Dims: len(a.dims), Syms: len(a.syms)}
	for !p.eat(')') {
		if len(s.Constraints) > 0 {
			p.want(',', "expected ')' at end of integer set constraint list")
		}
		e, eq := a.constraint()
		s.Constraints = append(s.Constraints, e)
		s.Eq = append(s.Eq, eq)
	}
	if len(s.Constraints) == 0 { // no constraint: 0 == 0
		s.Constraints, s.Eq = []*ir.AffineExpr{affineConst(0)}, []bool{true}
	}
	p.want('>', "expected '>' in integer set")
	return p.ctx.IntegerSetAttr(s)
}

// identifiers reads `(d0, d1)[s0]`.
func (a *affineParser) identifiers() {
	a.p.want('(', "expected '(' at start of dimensional identifiers list")
	a.names(&a.dims, ')', "expected ')' in dimensional identifiers list")
	if a.p.eat('[') {
		a.names(&a.syms, ']', "expected ']' in symbol list")
	}
}

func (a *affineParser) names(list *[]string, end byte, what string) {
	p := a.p
	for !p.eat(end) {
		if len(*list) > 0 {
			p.want(',', what)
		}
		pos := p.elemPos()
		name := p.peekIdent()
		if name == "" {
			p.expected("expected bare identifier")
		}
		p.pos += len(name)
		if slices.Contains(a.dims, name) || slices.Contains(a.syms, name) {
			p.failAt(pos, "redefinition of identifier '%s'", name)
		}
		*list = append(*list, name)
	}
}

// constraint reads `e >= f`, `e <= f` or `e == f`, as an expression compared
// with zero.
func (a *affineParser) constraint() (e *ir.AffineExpr, eq bool) {
	p := a.p
	lhs := a.sum()
	op := p.peek()
	if p.at(p.pos+1) != '=' || op != '=' && op != '<' && op != '>' {
		p.expected("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	}
	p.pos += 2
	rhs := a.sum()
	if op == '<' {
		lhs, rhs = rhs, lhs
	}
	return affineAdd(lhs, affineMul(rhs, affineConst(-1))), op == '='
}

// operator counts an operator.
func (a *affineParser) operator() {
	if a.terms++; a.terms > maxAffineOps {
		a.p.failAt(a.p.pos, "affine expressions have more than %d operators", maxAffineOps)
	}
}

// sum reads terms joined by + and -.
func (a *affineParser) sum() *ir.AffineExpr {
	p := a.p
	lhs := a.product()
	for {
		op := p.peek()
		if op != '+' && (op != '-' || p.at(p.pos+1) == '>') {
			return lhs
		}
		p.pos++
		a.operator()
		rhs := a.productAfter()
		if op == '-' {
			rhs = affineMul(rhs, affineConst(-1))
		}
		lhs = affineAdd(lhs, rhs)
	}
}

// productAfter is product as the right operand of an operator.
func (a *affineParser) productAfter() *ir.AffineExpr {
	if !a.startsOperand() {
		a.p.expected("missing right operand of binary operator")
	}
	return a.product()
}

func (a *affineParser) startsOperand() bool {
	c := a.p.peek()
	return c == '(' || c == '-' || class[c]&(digit|identStart) != 0
}

// product reads operands joined by *, floordiv, ceildiv and mod.
func (a *affineParser) product() *ir.AffineExpr {
	p := a.p
	lhs := a.operand()
	for {
		pos := p.elemPos()
		op := ir.AffineMul
		word := p.peekIdent()
		switch {
		case word == "floordiv":
			op = ir.AffineFloorDiv
		case word == "ceildiv":
			op = ir.AffineCeilDiv
		case word == "mod":
			op = ir.AffineMod
		case p.cur() != '*':
			return lhs
		}
		p.pos += max(1, len(word))
		a.operator()
		if !a.startsOperand() {
			p.expected("missing right operand of binary operator")
		}
		rhs := a.operand()
		a.checkAffine(op, word, lhs, rhs, pos)
		lhs = affineBinary(op, lhs, rhs)
	}
}

// checkAffine rejects products and quotients of dimensions.
func (a *affineParser) checkAffine(op ir.AffineOp, word string, lhs, rhs *ir.AffineExpr, pos int) {
	switch {
	case isSymbolic(rhs):
	case op != ir.AffineMul:
		a.p.failAt(pos, "non-affine expression: right operand of %s has to be either a constant or symbolic", word)
	case !isSymbolic(lhs):
		a.p.failAt(pos, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
	}
}

// operand reads an identifier, a number, a negation or a parenthesis.
func (a *affineParser) operand() *ir.AffineExpr {
	p := a.p
	p.enter()
	defer p.leave()
	switch c := p.peek(); {
	case class[c]&digit != 0:
		n := p.number()
		v, ok := n.int64(false)
		if !ok || n.float {
			p.failAt(n.pos, "constant too large for index")
		}
		return affineConst(v)
	case class[c]&identStart != 0:
		return a.identifier()
	case c == '(':
		p.pos++
		if p.peek() == ')' {
			p.expected("no expression inside parentheses")
		}
		e := a.sum()
		p.want(')', "expected ')'")
		return e
	case c == '-':
		p.pos++
		if !a.startsOperand() {
			p.expected("missing operand of negation")
		}
		return affineMul(a.operand(), affineConst(-1))
	case c == '+' || c == '*':
		p.unexpected("missing left operand of binary operator")
	}
	p.expected("expected affine expression")
	return nil
}

func (a *affineParser) identifier() *ir.AffineExpr {
	p := a.p
	name := p.peekIdent()
	if i := slices.Index(a.dims, name); i >= 0 {
		p.pos += len(name)
		return &ir.AffineExpr{Op: ir.AffineDim, Value: int64(i)}
	}
	if i := slices.Index(a.syms, name); i >= 0 {
		p.pos += len(name)
		return &ir.AffineExpr{Op: ir.AffineSym, Value: int64(i)}
	}
	p.failAt(p.pos, "use of undeclared identifier")
	return nil
}
