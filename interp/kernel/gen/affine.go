package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What follows a contraction is most often the same for each of its columns: numbers to add, to
// multiply by, once or twice, and to add again, then perhaps elements of another tensor to add, and
// a bound.

// affineForm says which of it a function does.
type affineForm struct {
	bias, scale, gain bool // a shift there is always
	residual          bool
	bound             string
}

// affineFunctions are the names of the functions, by key.
var affineFunctions = map[string]string{}

func (f affineForm) key() string {
	key := "shift"
	if f.gain {
		key = "gain_" + key
	}
	if f.scale {
		key = "scale_" + key
	}
	if f.bias {
		key = "bias_" + key
	}
	if f.residual {
		key += "_residual"
	}
	if f.bound != "" {
		key += "_" + f.bound
	}
	return key
}

func affines(m *machine) {
	for _, f := range []affineForm{{}, {scale: true}, {bias: true, scale: true}, {bias: true, scale: true, gain: true}} {
		for _, residual := range []bool{false, true} {
			for _, bound := range []string{"", "relu", "relu6"} {
				f.residual, f.bound = residual, bound
				affine(m, f)
			}
		}
	}
}

// affineRow has the pointers of a function of columns: what its rows are, what the numbers of the
// columns are.
type affineRow struct {
	m                      *machine
	form                   affineForm
	x, residual            Register
	bias, scale, shift     Register
	gain                   Register
	rows, stride           Register
	at, left, residualFrom Register
	zero, six              VecVirtual
	mask                   Op
}

// affine defines a function on rows of f32, of which there is at least one, of n elements each,
// stride bytes apart, as those of the residual are:
//
//	func(x, residual, bias, scale, gain, shift *byte, rows, n, stride int)
//
// The numbers of some columns stay in registers for all rows.
func affine(m *machine, f affineForm) {
	name := "affine"
	for _, part := range []struct {
		is   bool
		name string
	}{{f.bias, "Bias"}, {f.scale, "Scale"}, {f.gain, "Gain"}, {true, "Shift"}, {f.residual, "Residual"}, {f.bound == "relu", "Relu"}, {f.bound == "relu6", "Relu6"}} {
		if part.is {
			name += part.name
		}
	}
	name += m.name
	affineFunctions[f.key()] = name
	TEXT(name, NOSPLIT, "func(x, residual, bias, scale, gain, shift *byte, rows, n, stride int)")
	Pragma("noescape")
	Doc(name + " changes rows of f32 by what each column has.")
	a := &affineRow{m: m, form: f, x: Load(Param("x"), GP64()), shift: Load(Param("shift"), GP64())}
	if f.residual {
		a.residual, a.residualFrom = Load(Param("residual"), GP64()), GP64()
	}
	if f.bias {
		a.bias = Load(Param("bias"), GP64())
	}
	if f.scale {
		a.scale = Load(Param("scale"), GP64())
	}
	if f.gain {
		a.gain = Load(Param("gain"), GP64())
	}
	a.rows, a.stride = Load(Param("rows"), GP64()), Load(Param("stride"), GP64())
	n := Load(Param("n"), GP64())
	a.at, a.left = GP64(), GP64()
	if f.bound != "" {
		a.zero = m.zero()
	}
	if f.bound == "relu6" {
		a.six = m.repeat(f32.value(6))
	}
	lanes := m.bytes / f32.size
	for _, registers := range []int{m.affineRegisters(), 1} {
		label := fmt.Sprintf("columns%d", registers)
		Label(label)
		CMPQ(n, U32(uint32(registers*lanes)))
		JL(LabelRef(label + "_end"))
		a.columns(registers, label)
		for _, p := range []Register{a.x, a.residual, a.bias, a.scale, a.gain, a.shift} {
			if p != nil {
				ADDQ(U32(uint32(registers*m.bytes)), p)
			}
		}
		SUBQ(U32(uint32(registers*lanes)), n)
		JMP(LabelRef(label))
		Label(label + "_end")
	}
	TESTQ(n, n)
	JE(LabelRef("done"))
	a.mask = m.firstLanes(n)
	a.columns(1, "rest")
	Label("done")
	VZEROUPPER()
	RET()
}

// affineRegisters is how many registers of columns are changed together.
func (m *machine) affineRegisters() int {
	if m.avx512 {
		return 4
	}
	return 2
}

// firstLanes is the mask of the first n lanes of a register.
func (m *machine) firstLanes(n Register) Op {
	if m.avx512 {
		all, k := GP64(), K()
		MOVQ(I32(-1), all)
		BZHIQ(n, all, all)
		KMOVW(all.As32(), k)
		return k
	}
	table, mask := GP64(), m.vector()
	LEAQ(maskTable(f32.size), table)
	NEGQ(n)
	VMOVUPS(Mem{Base: table, Index: n, Scale: uint8(f32.size), Disp: sumLanes * f32.size}, mask)
	return mask
}

// load and store move a register of columns, or the lanes of the mask.
func (a *affineRow) load(from Mem) VecVirtual {
	v := a.m.vector()
	switch {
	case a.mask == nil:
		VMOVUPS(from, v)
	case a.m.avx512:
		VMOVUPS_Z(from, a.mask, v)
	default:
		VMASKMOVPS(from, a.mask, v)
	}
	return v
}

func (a *affineRow) store(v VecVirtual, to Mem) {
	switch {
	case a.mask == nil:
		VMOVUPS(v, to)
	case a.m.avx512:
		VMOVUPS(v, a.mask, to)
	default:
		VMASKMOVPS(v, a.mask, to)
	}
}

// columns emits the loop over rows for so many registers of columns.
func (a *affineRow) columns(registers int, label string) {
	f := a.form
	all := func(from Register, is bool) []VecVirtual {
		var list []VecVirtual
		for i := range registers {
			if is {
				list = append(list, a.load(Mem{Base: from, Disp: i * a.m.bytes}))
			}
		}
		return list
	}
	bias, scale, gain, shift := all(a.bias, f.bias), all(a.scale, f.scale), all(a.gain, f.gain), all(a.shift, true)
	MOVQ(a.x, a.at)
	MOVQ(a.rows, a.left)
	if f.residual {
		MOVQ(a.residual, a.residualFrom)
	}
	Label(label + "_row")
	v := make([]VecVirtual, registers)
	for i := range v {
		v[i] = a.load(Mem{Base: a.at, Disp: i * a.m.bytes})
	}
	each := func(op operation, with []VecVirtual) {
		for i := range with {
			op(with[i], v[i], v[i])
		}
	}
	each(VADDPS, bias)
	each(VMULPS, scale)
	each(VMULPS, gain)
	each(VADDPS, shift)
	if f.residual {
		for i := range v {
			VADDPS(a.load(Mem{Base: a.residualFrom, Disp: i * a.m.bytes}), v[i], v[i])
		}
	}
	if f.bound != "" {
		// As reluOf and relu6Of: v goes second, so that a NaN stays.
		zeros := slices.Repeat([]VecVirtual{a.zero}, registers)
		for i := range v {
			VMAXPS(v[i], a.zero, v[i])
		}
		each(VADDPS, zeros)
	}
	if f.bound == "relu6" {
		for i := range v {
			VMINPS(v[i], a.six, v[i])
		}
	}
	for i := range v {
		a.store(v[i], Mem{Base: a.at, Disp: i * a.m.bytes})
	}
	ADDQ(a.stride, a.at)
	if f.residual {
		ADDQ(a.stride, a.residualFrom)
	}
	DECQ(a.left)
	JNE(LabelRef(label + "_row"))
}
