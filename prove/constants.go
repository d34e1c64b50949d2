package prove

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// rational is the number of the bits of an element; nil for what is none, such as an infinity or a
// complex number.
func rational(elem *ir.Type, raw []byte) *big.Rat {
	if len(raw) == 0 || len(raw) > 8 {
		return nil
	}
	var word [8]byte
	copy(word[:], raw)
	bits := binary.LittleEndian.Uint64(word[:])
	switch {
	case elem.IsFloat():
		v := elem.Format().Decode(ir.FloatBits{Lo: bits})
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return new(big.Rat).SetFloat64(v)
	case elem.IsBool():
		return big.NewRat(int64(bits&1), 1)
	case !elem.IsInteger() && !elem.IsIndex():
		return nil
	case elem.Signedness() == ir.Unsigned:
		return new(big.Rat).SetInt(new(big.Int).SetUint64(bits))
	}
	shift := 64 - 8*len(raw)
	return big.NewRat(int64(bits<<shift)>>shift, 1)
}

// bits is the constant of the bits of an element.
func (t *table) bits(elem *ir.Type, raw []byte) *node {
	if elem.IsBool() && len(raw) > 0 {
		raw = []byte{raw[0] & 1}
	}
	n := node{kind: constant, typ: elem, op: hex.EncodeToString(raw)}
	if v := rational(elem, raw); v != nil {
		n.at = []poly{constantPoly(v)}
	}
	return t.constant(n)
}

// truth is the constant of type i1.
func (t *table) truth(typ *ir.Type, v bool) *node {
	if v {
		return t.bits(typ, []byte{1})
	}
	return t.bits(typ, []byte{0})
}

// isTruth reports whether n is a constant of type i1 of that value.
func isTruth(n *node, v bool) bool {
	if n.kind != constant || n.typ == nil || !n.typ.IsBool() || len(n.at) == 0 {
		return false
	}
	c, ok := n.at[0].integer()
	return ok && (c == 1) == v
}

// computed is what an op makes of constants, as it is executed; nil where that is not known. Over
// numbers that do not round, only what does not round, either.
func (t *table) computed(n node) *node {
	if n.source == nil || !n.source.Has(ir.Elementwise) || len(n.args) == 0 || n.source.NumResults() != 1 {
		return nil
	}
	var in []*tensor.Tensor
	for _, a := range n.args {
		x := t.tensorOf(a)
		if x == nil || t.level > exactly && n.op != "tg.compare" && (a.typ.IsFloat() || n.typ.IsFloat()) {
			return nil
		}
		in = append(in, x)
	}
	out, err := interp.EvaluateElement(n.source, in)
	if err != nil || out[0].Len() != 1 {
		return nil
	}
	return t.bits(n.typ, out[0].WithOneNaN().Bytes())
}

// tensorOf is a constant as a tensor of rank 0; nil for other nodes.
func (t *table) tensorOf(n *node) *tensor.Tensor {
	d, known := interp.DTypeOf(n.typ)
	if n.kind != constant || !known {
		return nil
	}
	x := tensor.New(d)
	if n.op != "" {
		raw, err := hex.DecodeString(n.op)
		if err != nil || copy(x.Bytes(), raw) != len(x.Bytes()) {
			return nil
		}
		return x
	}
	if len(n.at) == 0 {
		return nil
	}
	v, ok := n.at[0].constant()
	switch {
	case !ok:
		return nil
	case n.typ.IsFloat():
		f, _ := v.Float64()
		x.SetFloat64(0, f)
	case v.IsInt() && v.Num().IsInt64():
		x.SetInt64(0, v.Num().Int64())
	default:
		return nil
	}
	return x
}
