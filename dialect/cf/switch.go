package cf

import (
	"fmt"
	"math/big"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Switch is the many-way branch.
var Switch = Dialect.NewOp("cf.switch")

func init() {
	Switch.Define(ir.OpDef{
		Doc: "Branch to the block whose case value equals the flag, else to the default block.",
		Example: `func.func @f(%flag: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%flag : i32),
    42: ^bb2
  ]
^bb1(%0: i32):
  return %0 : i32
^bb2:
  return %flag : i32
}`,
		Operands: ir.Args(
			ir.Arg("flag", ir.TypeConstraint{Desc: "integer", Ok: (*ir.Type).IsInteger}),
			ir.Variadic("defaultOperands", ir.AnyType),
			ir.Variadic("caseOperands", ir.AnyType)),
		Attrs: []ir.AttrArg{
			{Name: "case_values", Is: ir.AttrConstraint{
				Desc: "integer elements attribute",
				Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseAttr) && a.Type().Elem().IsInteger() },
			}, Optional: true},
			{Name: "case_operand_segments", Is: isSegments},
			{Name: "operandSegmentSizes", Is: isSegments},
		},
		Successors:           -1,
		Traits:               ir.Pure | ir.Terminator | ir.SizedOperands,
		Parse:                parseSwitch,
		Print:                printSwitch,
		Verify:               verifySwitch,
		SuccessorOperands:    switchOperands,
		SetSuccessorOperands: setSwitchOperands,
		Slots:                ir.Slots{interp.Branch.Of(chooseSwitch), rewrite.Patterns.Of(switchPatterns)},
	})
}

func parseSwitch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	flag := p.Operand()
	p.Expect(":")
	t := p.Type()
	st.Operands = []*ir.Value{p.Resolve(flag, t)}
	for _, s := range []string{",", "[", "default", ":"} {
		p.Expect(s)
	}
	def := parseTarget(p, st)
	st.Operands = append(st.Operands, def...)
	var raw []byte
	var sizes []int
	total := 0
	for p.Try(",") {
		pos := p.Pos()
		v := p.AttrOfType(t)
		if !v.Is(ir.IntegerAttr) {
			p.Fail(pos, "expected integer value")
		}
		raw = appendElement(raw, v)
		p.Expect(":")
		args := parseTarget(p, st)
		st.Operands = append(st.Operands, args...)
		sizes = append(sizes, len(args))
		total += len(args)
	}
	p.Expect("]")
	if sizes != nil {
		st.SetAttr("case_values", c.Dense(c.Vector([]int64{int64(len(sizes))}, nil, t), raw))
	}
	st.SetAttr("case_operand_segments", segments(c, sizes...))
	st.SetAttr("operandSegmentSizes", segments(c, 1, len(def), total))
	p.AttrDict(st)
}

// appendElement adds the dense storage of integer v.
func appendElement(raw []byte, v *ir.Attr) []byte {
	n := ir.StorageBytes(v.Type())
	b := v.BigInt()
	if b.Sign() < 0 {
		b = new(big.Int).Add(b, new(big.Int).Lsh(big.NewInt(1), uint(8*n)))
	}
	le := b.FillBytes(make([]byte, n))
	for i := range le {
		raw = append(raw, le[n-1-i])
	}
	return raw
}

func printSwitch(p ir.OpPrinter, o *ir.Op) {
	t := o.Operand(0).Type()
	p.Str(" ")
	p.Operand(o.Operand(0))
	p.Str(" : ")
	p.Type(t)
	p.Str(", [")
	p.Newline()
	p.Str("  default: ")
	printTarget(p, o, 0)
	values := caseValues(o)
	for i, v := range values {
		p.Str(",")
		p.Newline()
		// Case values print as unsigned numbers, whatever the flag's type says.
		p.Str("  " + v.String() + ": ")
		printTarget(p, o, i+1)
	}
	if values != nil {
		p.Newline()
	}
	p.Str("]")
	p.AttrDict(o, "case_values", "case_operand_segments", "operandSegmentSizes")
}

// caseValues are the case values as bit patterns of the flag's width.
func caseValues(o *ir.Op) []*big.Int {
	a := o.Attr("case_values")
	if a == nil {
		return nil
	}
	n, _ := a.Type().NumElements()
	size := ir.StorageBytes(a.Type().Elem())
	raw := a.Raw()
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(a.Type().Elem().Width())), big.NewInt(1))
	out := make([]*big.Int, n)
	for i := range out {
		be := make([]byte, size)
		at := i * size
		if a.IsSplat() {
			at = 0
		}
		for k := range be {
			be[size-1-k] = raw[at+k]
		}
		out[i] = new(big.Int).And(new(big.Int).SetBytes(be), mask)
	}
	return out
}

func verifySwitch(o *ir.Op) error {
	values, targets := 0, len(o.Successors())-1
	if a := o.Attr("case_values"); a != nil {
		if a.Type().Elem() != o.Operand(0).Type() {
			return fmt.Errorf("'flag' type ('%s') should match case value type ('%s')", o.Operand(0).Type(), a.Type().Elem())
		}
		n, _ := a.Type().NumElements()
		values = int(n)
	}
	if values != targets {
		return fmt.Errorf("number of case values (%d) should match number of case destinations (%d)", values, targets)
	}
	sizes, sum := o.Attr("case_operand_segments").Ints(), int64(0)
	for _, n := range sizes {
		sum += n
		if n < 0 {
			return fmt.Errorf("'case_operand_segments' cannot have negative elements")
		}
	}
	if all := o.Attr("operandSegmentSizes").Ints()[2]; len(sizes) != targets || sum != all {
		return fmt.Errorf("'case_operand_segments' should split %d operands among %d destinations, but splits %d among %d", all, targets, sum, len(sizes))
	}
	return nil
}

// switchOperands is safe on an op that does not verify: what does not fit is
// passed nothing.
func switchOperands(o *ir.Op, i int) (first, count int) {
	sizes := o.Attr("operandSegmentSizes").Ints()
	if i == 0 {
		return 1, int(sizes[1])
	}
	first = 1 + int(sizes[1])
	cases := o.Attr("case_operand_segments").Ints()
	for k, n := range cases {
		if n < 0 || first+int(n) > o.NumOperands() {
			break
		}
		if k == i-1 {
			return first, int(n)
		}
		first += int(n)
	}
	return first, 0
}

func setSwitchOperands(o *ir.Op, i int, values []*ir.Value) {
	first, count := switchOperands(o, i)
	o.ReplaceOperands(first, count, values)
	c := o.Context()
	sizes := o.Attr("operandSegmentSizes").Ints()
	if i == 0 {
		sizes[1] = int64(len(values))
	} else {
		sizes[2] += int64(len(values) - count)
		cases := o.Attr("case_operand_segments").Ints()
		cases[i-1] = int64(len(values))
		o.SetAttr("case_operand_segments", c.IntArray(c.I32(), cases))
	}
	o.SetAttr("operandSegmentSizes", c.IntArray(c.I32(), sizes))
}

func chooseSwitch(o *ir.Op, in []*tensor.Tensor) (int, error) {
	flag := new(big.Int).SetUint64(uint64(in[0].Int64At(0)))
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(o.Operand(0).Type().Width())), big.NewInt(1))
	flag.And(flag, mask)
	for i, v := range caseValues(o) {
		if v.Cmp(flag) == 0 {
			return i + 1, nil
		}
	}
	return 0, nil
}
