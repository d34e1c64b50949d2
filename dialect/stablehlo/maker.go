package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// number is a constant of rank 0 whose element type is one of floats.
func number(m *convert.Maker, elem *ir.Type, v float64) *ir.Value {
	t := m.Ctx.Tensor(nil, elem)
	bits := elem.Format().Encode(v)
	raw := littleEndian(bits.Lo, min(8, ir.StorageBytes(elem)))
	if extra := ir.StorageBytes(elem) - len(raw); extra > 0 {
		raw = append(raw, littleEndian(bits.Hi, extra)...)
	}
	return constant(m, t, raw)
}

// constant is a tensor of these bytes.
func constant(m *convert.Maker, t *ir.Type, raw []byte) *ir.Value {
	return m.Typed(tg.Constant, t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, raw)})
}

// word32 is a constant of rank 0 of ui32.
func word32(m *convert.Maker, v uint32) *ir.Value {
	return constant(m, m.Ctx.Tensor(nil, m.Ctx.Int(32, ir.Unsigned)), littleEndian(uint64(v), 4))
}
