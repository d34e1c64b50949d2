package cf

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/tg-opt/tg/analysis"
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
		Successors: -1,
		Traits:     ir.Pure | ir.Terminator | ir.SizedOperands,
		// The form is not a format: cases are blocks, values and operands in turn.
		Parse:                parseSwitch,
		Print:                printSwitch,
		Verify:               verifySwitch,
		SuccessorOperands:    switchOperands,
		SetSuccessorOperands: setSwitchOperands,
		Slots: ir.Slots{
			interp.Branch.Of(chooseSwitch),
			analysis.Taken.Of(takenBySwitch),
			rewrite.Patterns.Of(switchPatterns),
		},
	})
}

func parseSwitch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	flag := p.Operand()
	p.Expect(":")
	pos := p.Pos()
	t := p.Type()
	if !t.IsInteger() {
		p.Fail(pos, "invalid kind of type specified: expected builtin.integer, but found '%s'", t)
	}
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
		v := caseValue(p)
		if t.Width() > 64 {
			// MLIR reads 64 bits and does not extend their sign.
			raw = append(binary.LittleEndian.AppendUint64(raw, uint64(v)), make([]byte, ir.StorageBytes(t)-8)...)
		} else {
			raw = appendElement(raw, c.IntAttr(t, v))
		}
		p.Expect(":")
		args := parseTarget(p, st)
		st.Operands = append(st.Operands, args...)
		sizes = append(sizes, len(args))
		total += len(args)
	}
	p.Expect("]")
	if sizes != nil {
		st.SetAttr("case_values", denseCases(c, t, len(sizes), raw))
	}
	st.SetAttr("case_operand_segments", segments(c, sizes...))
	st.SetAttr("operandSegmentSizes", segments(c, 1, len(def), total))
	p.AttrDict(st)
}

// caseValue reads the value of a case, of which the flag's type keeps the low
// bits; as everywhere in MLIR, true is an integer with all bits set.
func caseValue(p ir.OpParser) int64 {
	switch {
	case p.Try("true"):
		return -1
	case p.Try("false"):
		return 0
	case !p.PeekInt():
		p.Fail(p.Pos(), "expected integer value")
	}
	return p.Int()
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
	def, cases := switchTargets(o)
	printTarget(p, def)
	for i, v := range CaseValues(o) {
		p.Str(",")
		p.Newline()
		// Case values print as unsigned numbers, whatever the flag's type says.
		p.Str("  " + v.String() + ": ")
		printTarget(p, cases[i].target)
	}
	if len(cases) > 0 {
		p.Newline()
	}
	p.Str("]")
	p.AttrDict(o, "case_values", "case_operand_segments", "operandSegmentSizes")
}

// CaseValues are the case values as bit patterns of the flag's width.
func CaseValues(o *ir.Op) []*big.Int {
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
	if targets < 0 {
		return fmt.Errorf("requires at least 1 successors but found 0")
	}
	sizes, sum := o.Attr("case_operand_segments").Ints(), int64(0)
	for _, n := range sizes {
		sum += n
		if n < 0 {
			return fmt.Errorf("'case_operand_segments' attribute cannot have negative elements")
		}
	}
	if all := o.Attr("operandSegmentSizes").Ints()[2]; sum != all {
		return fmt.Errorf("caseOperands count (%d) does not match with the total size (%d) specified in attribute 'case_operand_segments'", all, sum)
	}
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
	if len(sizes) != targets {
		return fmt.Errorf("'case_operand_segments' should split the operands among %d destinations, but splits them among %d", targets, len(sizes))
	}
	return nil
}

// switchOperands is safe on an op that does not verify: what does not fit is
// passed nothing.
func switchOperands(o *ir.Op, i int) (first, count int) {
	sizes := o.Attr("operandSegmentSizes").Raw()
	def, all := segment(sizes, 1), segment(sizes, 2)
	if i == 0 {
		return 1, def
	}
	first = 1 + def
	cases := o.Attr("case_operand_segments").Raw()
	for k := 0; all > 0 && k < len(cases)/4; k++ {
		n := segment(cases, k)
		if n < 0 || first+n > o.NumOperands() {
			break
		}
		if k == i-1 {
			return first, n
		}
		first += n
	}
	return first, 0
}

// segment is number i of a stored array of sizes. Branches with many cases ask
// often: it allocates nothing.
func segment(raw []byte, i int) int { return int(int32(binary.LittleEndian.Uint32(raw[4*i:]))) }

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
	for i, v := range CaseValues(o) {
		if v.Cmp(flag) == 0 {
			return i + 1, nil
		}
	}
	return 0, nil
}
