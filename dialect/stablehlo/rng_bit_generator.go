package stablehlo

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// RngBitGenerator makes random bits from a state.
var RngBitGenerator = Dialect.NewOp("stablehlo.rng_bit_generator")

func init() {
	RngBitGenerator.Define(ir.OpDef{
		Doc: "Random bits from a state, and the state to go on with. The state has two words of 64 bits for THREE_FRY, two or three for PHILOX, which narrower integers may make up, " +
			"low ones first; by DEFAULT, two are a state of THREE_FRY and three one of PHILOX.",
		Example: `func.func @f(%state: tensor<2xui64>) -> tensor<3x4xui32> {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %bits : tensor<3x4xui32>
}`,
		Operands: ir.Args(ir.Arg("initial_state", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("output_state", ir.IntTensor), ir.Arg("output", randomOutput)),
		Attrs:    []ir.AttrArg{{Name: "rng_algorithm", Is: rngAlgorithm.Is}},
		Traits:   ir.Pure,
		Format:   "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			from, to := o.Operand(0).Type(), o.Result(0).Type()
			if !ir.Compatible(from, to) {
				return fmt.Errorf("requires states of one type, but got '%s' and '%s'", from, to)
			}
			return checkState(from, word(o.Attr("rng_algorithm")))
		},
		Slots: ir.Slots{
			like(tg.RngBitGenerator),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return randomBits(c, o, word(o.Attr("rng_algorithm")))
			}),
		},
	})
}

// randomOutput is the constraint on what random bits can be read as.
var randomOutput = ranked(TensorOf("i1, integer, index or floating-point", func(e *ir.Type) bool { return e.IsBool() || isCount(e) || e.IsFloat() }))

// checkState checks that a tensor of type t can be the state of an algorithm.
func checkState(t *ir.Type, algorithm string) error {
	words := stateWords(t)
	if words == ir.Dynamic || words == 2 || words == 3 && algorithm != "THREE_FRY" {
		return nil
	}
	sizes := "two or three words"
	if algorithm == "THREE_FRY" {
		sizes = "two words"
	}
	return fmt.Errorf("requires a state of rank 1 with %s of 64 bits for %s, but got '%s'", sizes, algorithm, t)
}

// stateWords is how many words of 64 bits a state has: ir.Dynamic for one whose extent
// is not known, 0 for what is no state.
func stateWords(t *ir.Type) int64 {
	if t.Rank() != 1 || !t.Elem().IsInteger() || t.Elem().Width() < 8 {
		return 0
	}
	n := t.Shape()[0]
	switch per := int64(64 / t.Elem().Width()); {
	case n == ir.Dynamic:
		return n
	case per == 0 || n%per != 0:
		return 0
	default:
		return n / per
	}
}

// randomBits makes the bits of the second result of o, and the state that is the first
// one, of the state that is the first operand. Those of floats are made as integers of
// their width.
func randomBits(c *convert.Rewriter, o *ir.Op, algorithm string) error {
	m := c.NewMaker(o)
	state, from, out := c.Value(o.Operand(0)), o.Operand(0).Type(), o.Result(1).Type()
	if err := checkState(from, algorithm); err != nil {
		return err
	}
	words := stateWords(from)
	switch {
	case words == ir.Dynamic:
		return fmt.Errorf("cannot be converted to tg: how many words the state '%s' has is %s", from, shapeUnknown)
	case !randomOutput.Ok(out):
		return fmt.Errorf("cannot be converted to tg: result #1 must be a %s, but is '%s'", randomOutput.Desc, out)
	case !out.IsStatic():
		return fmt.Errorf("cannot be converted to tg: how many bits '%s' has is %s", out, shapeUnknown)
	case algorithm == "DEFAULT" && words == 2:
		algorithm = "THREE_FRY"
	case algorithm == "DEFAULT":
		algorithm = "PHILOX"
	}
	ui64, bits := c.Ctx.Int(64, ir.Unsigned), out
	if out.Elem().IsFloat() {
		bits = c.Ctx.WithElem(out, c.Ctx.Int(out.Elem().Width(), ir.Unsigned))
	}
	plain := c.Ctx.Tensor([]int64{words}, ui64)
	made := m.Several(tg.RngBitGenerator, []*ir.Type{plain, bits}, []*ir.Value{regrouped(m, state, plain)},
		ir.NamedAttr{Name: "algorithm", Value: c.Ctx.StringAttr(strings.ToLower(algorithm))})
	if made == nil {
		return m.Err
	}
	next, random := regrouped(m, made[0], from), made[1]
	if bits != out {
		random = m.Typed(tg.Bitcast, out, []*ir.Value{random})
	}
	return m.Done(next, random)
}

// regrouped reads the bits of a vector of integers as one of others, low ones first.
func regrouped(m *convert.Maker, v *ir.Value, to *ir.Type) *ir.Value {
	if m.Failed(nil) || v == nil || v.Type() == to {
		return v
	}
	from := v.Type()
	pairs := func(wide, narrow *ir.Type) *ir.Type {
		per := narrow.Shape()[0] / wide.Shape()[0]
		return m.Ctx.Tensor([]int64{wide.Shape()[0], per}, narrow.Elem())
	}
	switch a, b := from.Elem().Width(), to.Elem().Width(); {
	case a < b:
		v = m.Typed(tg.Reshape, pairs(to, from), []*ir.Value{v})
	case a > b:
		split := m.Typed(tg.Bitcast, pairs(from, to), []*ir.Value{v})
		return m.Typed(tg.Reshape, to, []*ir.Value{split})
	}
	return m.Typed(tg.Bitcast, to, []*ir.Value{v})
}
