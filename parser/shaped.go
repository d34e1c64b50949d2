package parser

import (
	"github.com/tg-opt/tg/ir"
)

// dimensions reads `4x?x` onto the stack of dimensions. Behind it stands the
// element type.
func (p *parser) dimensions(dynamic bool) {
	for {
		c := p.peek()
		switch {
		case c == '?' && dynamic:
			p.pos++
			p.dims = append(p.dims, ir.Dynamic)
		case class[c]&digit != 0:
			p.dims = append(p.dims, p.dimension())
		case c == '-':
			p.expected("expected non-function type; an extent cannot be negative")
		default:
			return
		}
		p.dimensionEnd()
	}
}

// dimension reads an extent. `0x4` is two extents here, not a hex literal.
func (p *parser) dimension() int64 {
	start := p.pos
	v := int64(0)
	for class[p.cur()]&digit != 0 {
		d := int64(p.src[p.pos] - '0')
		if v > (1<<63-1-d)/10 {
			p.failAt(start, "invalid dimension")
		}
		v = v*10 + d
		p.pos++
	}
	return v
}

func (p *parser) dimensionEnd() {
	if p.peek() != 'x' {
		p.expected("expected 'x' in dimension list")
	}
	p.pos++
}

// unranked consumes the `*x` of an unranked shape.
func (p *parser) unranked() bool {
	if !p.eat('*') {
		return false
	}
	p.dimensionEnd()
	return true
}

// elementType reads an element type that ok accepts.
func (p *parser) elementType(ok func(*ir.Type) bool, what string) *ir.Type {
	pos := p.elemPos()
	t := p.typ()
	if !ok(t) {
		p.failAt(pos, "invalid %s element type", what)
	}
	return t
}

func tensorElement(t *ir.Type) bool {
	switch t.Kind() {
	case ir.NoneType, ir.TupleType, ir.FunctionType, ir.TensorType, ir.UnrankedTensorType, ir.MemRefType, ir.UnrankedMemRefType:
		return false
	}
	return true
}

func memRefElement(t *ir.Type) bool {
	switch t.Kind() {
	case ir.NoneType, ir.TupleType, ir.FunctionType, ir.TensorType, ir.UnrankedTensorType, ir.OpaqueType:
		return false
	}
	return true
}

func vectorElement(t *ir.Type) bool {
	return t.IsInteger() || t.IsFloat() || t.IsIndex() || t.Kind() == ir.DefinedType
}

// tensorType reads the `<...>` of a tensor.
func (p *parser) tensorType() *ir.Type {
	p.want('<', "expected '<' in tensor type")
	p.enter()
	d0 := len(p.dims)
	unranked := p.unranked()
	if !unranked {
		p.dimensions(true)
	}
	elem := p.elementType(tensorElement, "tensor")
	var encoding *ir.Attr
	start := 0
	if p.eat(',') && p.peek() != '>' { // MLIR takes a comma without an encoding
		start = p.pos
		encoding = p.attr(nil)
	}
	p.want('>', "expected '>' in tensor type")
	if unranked && encoding != nil {
		p.unexpected("cannot apply encoding to unranked tensor")
	}
	t := p.ctx.UnrankedTensor(elem)
	if !unranked {
		t = p.ctx.Tensor(p.dims[d0:], elem)
	}
	if encoding != nil {
		if err := ir.CheckEncoding(encoding, t); err != nil {
			p.failAt(start, "%s", err)
		}
		t = p.ctx.TensorWithEncoding(p.dims[d0:], elem, encoding)
	}
	p.dims = p.dims[:d0]
	p.leave()
	return t
}

// vectorType reads the `<...>` of a vector; dimensions in brackets are scalable.
func (p *parser) vectorType(start int) *ir.Type {
	p.want('<', "expected '<' in vector type")
	p.enter()
	var shape []int64
	var scalable []bool
	isScalable := false
	for {
		bracket := p.eat('[')
		if class[p.peek()]&digit == 0 {
			if bracket {
				p.unexpected("invalid dimension")
			}
			break
		}
		shape = append(shape, p.dimension())
		scalable = append(scalable, bracket)
		if bracket {
			isScalable = true
			p.want(']', "missing ']' closing scalable dimension")
		}
		p.dimensionEnd()
	}
	elem := p.typ()
	p.want('>', "expected '>' in vector type")
	p.leave()
	for _, d := range shape {
		if d == 0 {
			p.failAt(start, "vector types must have positive constant sizes but got 0")
		}
	}
	if !vectorElement(elem) {
		p.failAt(start, "failed to verify 'elementType': VectorElementTypeInterface instance")
	}
	if !isScalable {
		scalable = nil
	}
	return p.ctx.Vector(shape, scalable, elem)
}

// memRefType reads the `<...>` of a memref: shape, layout, memory space.
func (p *parser) memRefType(start int) *ir.Type {
	p.want('<', "expected '<' in memref type")
	p.enter()
	d0 := len(p.dims)
	unranked := p.unranked()
	if !unranked {
		p.dimensions(true)
	}
	elem := p.elementType(memRefElement, "memref")
	var layout, space *ir.Attr
	if !p.eat('>') {
		p.want(',', "expected ',' or '>' in memref type")
		if p.peek() == '>' {
			p.expected("expected list element")
		}
		for more := true; more; more = p.eat(',') {
			p.memRefAttr(&layout, &space, unranked)
		}
		p.want('>', "expected ',' or '>'")
	}
	shape := p.dims[d0:]
	p.dims = p.dims[:d0]
	p.leave()
	if unranked {
		return p.ctx.UnrankedMemRef(elem, p.memorySpace(space, start))
	}
	return p.ctx.MemRef(shape, elem, p.layout(layout, len(shape), start), p.memorySpace(space, start))
}

// memRefAttr reads a layout or a memory space. As in MLIR the last of several
// layouts counts.
func (p *parser) memRefAttr(layout, space **ir.Attr, unranked bool) {
	a := p.attr(nil)
	isLayout := a.Is(ir.AffineMapAttr) || a.Is(ir.StridedLayoutAttr)
	switch {
	case isLayout && unranked:
		p.unexpected("cannot have affine map for unranked memref type")
	case isLayout && *space != nil:
		p.unexpected("expected memory space to be last in memref type")
	case isLayout:
		*layout = a
	case *space != nil:
		p.unexpected("multiple memory spaces specified in memref type")
	default:
		*space = a
	}
}

// layout checks a layout against the rank and drops the identity map, which is
// what no layout means.
func (p *parser) layout(a *ir.Attr, rank, start int) *ir.Attr {
	switch {
	case a.Is(ir.StridedLayoutAttr):
		if len(a.Strides()) != rank {
			p.failAt(start, "expected the number of strides to match the rank")
		}
	case a.Is(ir.AffineMapAttr):
		m := a.AffineMap()
		if m.Dims != rank {
			p.failAt(start, "memref layout mismatch between rank and affine map: %d != %d", rank, m.Dims)
		}
		if isIdentity(m) {
			return nil
		}
	}
	return a
}

func isIdentity(m *ir.AffineMap) bool {
	if m.Syms != 0 || len(m.Results) != m.Dims {
		return false
	}
	for i, e := range m.Results {
		if e.Op != ir.AffineDim || e.Value != int64(i) {
			return false
		}
	}
	return true
}

// memorySpace checks a memory space and drops the default one, 0.
func (p *parser) memorySpace(a *ir.Attr, start int) *ir.Attr {
	if a == nil {
		return nil
	}
	switch a.Kind() {
	case ir.IntegerAttr:
		if a.BigInt().Sign() == 0 {
			return nil
		}
	case ir.StringAttr, ir.DictAttr, ir.DefinedAttr, ir.OpaqueAttr: // the last may be anything where it is defined
	default:
		p.failAt(start, "unsupported memory space Attribute")
	}
	return a
}
