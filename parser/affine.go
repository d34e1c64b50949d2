package parser

import (
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// affineParser reads the body of affine maps and sets.
type affineParser struct {
	p          *parser
	dims, syms int
	names      map[string]*ir.AffineExpr
	axes       bool                           // the names are those of axes around
	value      func(ir.UnresolvedOperand) int // the number of a value as a symbol; nil where there are none
	terms      int                            // operators so far
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
	m := &ir.AffineMap{Dims: a.dims, Syms: a.syms}
	for !p.eat(')') {
		if len(m.Results) > 0 {
			p.want(',', "expected ')' in affine map range")
		}
		m.Results = append(m.Results, a.sum())
	}
	p.want('>', "expected '>' in affine map")
	return p.ctx.AffineMapAttr(m)
}

// Dims names dimensions for IndexExpr.
func (p *parser) Dims(names []string) (done func()) {
	old := p.axes
	p.axes = make(map[string]*ir.AffineExpr, len(names))
	for i, name := range names {
		p.axes[name] = &ir.AffineExpr{Op: ir.AffineDim, Value: int64(i)}
	}
	return func() { p.axes = old }
}

// axisNames are the names that Dims gave, in their order.
func (p *parser) axisNames() []string {
	list := make([]string, len(p.axes))
	for name, e := range p.axes {
		list[e.Value] = name
	}
	return list
}

// NumDims is how many dimensions have names.
func (p *parser) NumDims() int { return len(p.axes) }

// IndexExpr reads an affine expression over named dimensions and values.
func (p *parser) IndexExpr(value func(ir.UnresolvedOperand) int) *ir.AffineExpr {
	return (&affineParser{p: p, names: p.axes, axes: true, value: value}).sum()
}

// IndexConstraint reads two such expressions and what compares them.
func (p *parser) IndexConstraint(value func(ir.UnresolvedOperand) int) (e *ir.AffineExpr, eq bool) {
	return (&affineParser{p: p, names: p.axes, axes: true, value: value}).comparison()
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
	p.want('(', "expected '(' in integer set constraint list")
	s := &ir.IntegerSet{Dims: a.dims, Syms: a.syms}
	for !p.eat(')') {
		if len(s.Constraints) > 0 {
			p.want(',', "expected ')' in integer set constraint list")
		}
		e, eq := a.constraint()
		s.Constraints = append(s.Constraints, e)
		s.Eq = append(s.Eq, eq)
	}
	if len(s.Constraints) == 0 { // no constraint: 0 == 0
		s.Constraints, s.Eq = []*ir.AffineExpr{ir.AffineConstant(0)}, []bool{true}
	}
	p.want('>', "expected '>' in integer set")
	return p.ctx.IntegerSetAttr(s)
}

// identifiers reads `(d0, d1)[s0]`.
func (a *affineParser) identifiers() {
	a.p.want('(', "expected '(' in dimensional identifier list")
	a.names = map[string]*ir.AffineExpr{}
	a.list(ir.AffineDim, &a.dims, ')', "expected ')' in dimensional identifier list")
	if a.p.eat('[') {
		a.list(ir.AffineSym, &a.syms, ']', "expected ']' in symbol list")
	}
}

// list reads the names of the dimensions or of the symbols.
func (a *affineParser) list(op ir.AffineOp, count *int, end byte, what string) {
	p := a.p
	for !p.eat(end) {
		if *count > 0 {
			p.want(',', what)
		}
		pos := p.elemPos()
		name := p.peekIdent()
		if name == "" {
			p.expected("expected bare identifier")
		}
		p.pos += len(name)
		if a.names[name] != nil {
			p.failAt(pos, "redefinition of identifier '%s'", name)
		}
		a.names[name] = &ir.AffineExpr{Op: op, Value: int64(*count)}
		*count++
	}
}

// constraint reads `e >= f`, `e <= f` or `e == f`, as an expression compared
// with zero.
func (a *affineParser) constraint() (e *ir.AffineExpr, eq bool) {
	p := a.p
	lhs := a.sum()
	op := p.peek()
	if op == '=' || op == '<' || op == '>' {
		p.pos++
	} else {
		op = 0
	}
	if op == 0 || !p.eat('=') {
		p.unexpected("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	}
	rhs := a.sum()
	if op == '<' {
		lhs, rhs = rhs, lhs
	}
	return ir.FoldAffine(ir.AffineAdd, lhs, negated(rhs)), op == '='
}

// comparison reads `e < f` or the like, as an expression that is at least, or for eq just, zero.
func (a *affineParser) comparison() (e *ir.AffineExpr, eq bool) {
	p := a.p
	lhs := a.sum()
	op := p.peek()
	if op != '=' && op != '<' && op != '>' {
		p.unexpected("expected '<', '<=', '>', '>=' or '==' in a condition")
	}
	p.pos++
	orEqual := p.at(p.pos) == '='
	if orEqual {
		p.pos++
	} else if op == '=' {
		p.unexpected("expected '<', '<=', '>', '>=' or '==' in a condition")
	}
	rhs := a.sum()
	if op == '<' {
		lhs, rhs = rhs, lhs
	}
	e = ir.FoldAffine(ir.AffineAdd, lhs, negated(rhs))
	if !orEqual {
		e = ir.FoldAffine(ir.AffineAdd, e, ir.AffineConstant(-1))
	}
	return e, op == '='
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
	lhs := a.product(false)
	for {
		op := p.peek()
		if op != '+' && (op != '-' || p.at(p.pos+1) == '>') {
			return lhs
		}
		p.pos++
		a.operator()
		rhs := a.product(true)
		if op == '-' {
			rhs = negated(rhs)
		}
		lhs = ir.FoldAffine(ir.AffineAdd, lhs, rhs)
	}
}

// product reads operands joined by *, floordiv, ceildiv and mod. right says that
// it is the right side of a sum.
func (a *affineParser) product(right bool) *ir.AffineExpr {
	p := a.p
	lhs := a.operand(right)
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
		rhs := a.operand(true)
		a.checkAffine(op, word, lhs, rhs, pos)
		lhs = ir.FoldAffine(op, lhs, rhs)
	}
}

// checkAffine rejects products and quotients of dimensions.
func (a *affineParser) checkAffine(op ir.AffineOp, word string, lhs, rhs *ir.AffineExpr, pos int) {
	switch {
	case rhs.IsSymbolic():
	case op != ir.AffineMul:
		a.p.failAt(pos, "non-affine expression: right operand of %s has to be either a constant or symbolic", word)
	case !lhs.IsSymbolic():
		a.p.failAt(pos, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
	}
}

// operand reads an identifier, a number, a negation or a parenthesis. right says
// that an operator stands before it.
func (a *affineParser) operand(right bool) *ir.AffineExpr {
	p := a.p
	p.enter()
	defer p.leave()
	switch c := p.peek(); {
	case class[c]&digit != 0:
		n := p.number()
		if n.float {
			p.pos = n.pos
			break
		}
		v, ok := n.int64(false)
		if !ok {
			p.failAt(n.pos, "constant too large for index")
		}
		return ir.AffineConstant(v)
	case class[c]&identStart != 0:
		return a.identifier()
	case c == '(':
		p.pos++
		if p.peek() == ')' {
			p.unexpected("no expression inside parentheses")
		}
		e := a.sum()
		p.want(')', "expected ')'")
		return e
	case c == '-':
		p.pos++
		return negated(a.operand(right))
	case c == '%' && a.value != nil:
		return &ir.AffineExpr{Op: ir.AffineSym, Value: int64(a.value(p.Operand()))}
	case c == '%':
		p.expected("unexpected ssa identifier")
	case !right && (c == '+' || c == '*'):
		p.unexpected("missing left operand of binary operator")
	}
	if right {
		p.unexpected("missing right operand of binary operator")
	}
	p.unexpected("expected affine expression")
	return nil
}

func negated(e *ir.AffineExpr) *ir.AffineExpr {
	return ir.FoldAffine(ir.AffineMul, e, ir.AffineConstant(-1))
}

func (a *affineParser) identifier() *ir.AffineExpr {
	p := a.p
	name := p.peekIdent()
	if e := a.names[name]; e != nil {
		p.pos += len(name)
		return e
	}
	if p.eatWord("symbol") {
		p.want('(', "expected '(' at start of SSA symbol")
		p.expected("unexpected ssa identifier")
	}
	if a.axes {
		p.unexpected("there is no axis '%s'%s", name, spelling.Among(name, p.axisNames()))
	}
	p.expected("use of undeclared identifier")
	return nil
}
