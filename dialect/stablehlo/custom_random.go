package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// randomCalls are what JAX makes random bits with on GPUs.
var randomCalls = []*convert.CustomCall{
	{Name: "cu_threefry2x32", Doc: threeFryDoc, ToTG: threeFryToTG},
	{Name: "cu_threefry2x32_ffi", Doc: threeFryDoc, ToTG: threeFryToTG},
}

const threeFryDoc = "The two words that Threefry2x32 makes of two words of a counter, the last operands, under the two of a key, the first ones."

// threeFryToTG spells out Threefry2x32 with 20 rounds, as fillThreeFry of package tg
// computes it, on tensors of ui32.
func threeFryToTG(c *convert.Rewriter, o *ir.Op) error {
	if err := expects(o, 4, 2); err != nil {
		return err
	}
	t := o.Operand(0).Type()
	for _, u := range append(o.OperandTypes(), o.ResultTypes()...) {
		if u != t || !t.IsRankedTensor() || t.Elem() != c.Ctx.Int(32, ir.Unsigned) {
			return fmt.Errorf("calls '%s', whose operands and results are tensors of ui32 of one shape, but got '%s'", o.Attr("call_target_name").Text(), u)
		}
	}
	m := c.NewMaker(o)
	rotations := [2][4]uint32{{13, 15, 26, 6}, {17, 29, 16, 24}}
	keys := [3]*ir.Value{m.Operand(0), m.Operand(1)}
	keys[2] = m.Apply(tg.Xor, m.Apply(tg.Xor, keys[0], keys[1]), word32(m, 0x1BD11BDA))
	x, y := m.Apply(tg.Add, m.Operand(2), keys[0]), m.Apply(tg.Add, m.Operand(3), keys[1])
	for group := range uint32(5) {
		for _, r := range rotations[group%2] {
			x = m.Apply(tg.Add, x, y)
			y = m.Apply(tg.Xor, x, m.Apply(tg.Or, m.Apply(tg.Shl, y, word32(m, r)), m.Apply(tg.ShrLogical, y, word32(m, 32-r))))
		}
		x = m.Apply(tg.Add, x, keys[(group+1)%3])
		y = m.Apply(tg.Add, m.Apply(tg.Add, y, keys[(group+2)%3]), word32(m, group+1))
	}
	return m.Done(x, y)
}
