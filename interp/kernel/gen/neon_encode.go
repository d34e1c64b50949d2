package main

import "fmt"

// neonInstruction is an instruction on vectors that Go's assembler does not know: its code for f32
// and for f64, without registers, and its text, which is that of ARM's assemblers.
type neonInstruction struct {
	name           string
	single, double uint32
	operands       int // sources
	bits           bool
	shift          int // to the left, or if negative to the right
}

var (
	neonAdd       = neonInstruction{name: "fadd", single: 0x4E20D400, double: 0x4E60D400, operands: 2}
	neonSub       = neonInstruction{name: "fsub", single: 0x4EA0D400, double: 0x4EE0D400, operands: 2}
	neonMul       = neonInstruction{name: "fmul", single: 0x6E20DC00, double: 0x6E60DC00, operands: 2}
	neonDiv       = neonInstruction{name: "fdiv", single: 0x6E20FC00, double: 0x6E60FC00, operands: 2}
	neonMax       = neonInstruction{name: "fmax", single: 0x4E20F400, double: 0x4E60F400, operands: 2}
	neonMin       = neonInstruction{name: "fmin", single: 0x4EA0F400, double: 0x4EE0F400, operands: 2}
	neonMulAdd    = neonInstruction{name: "fmla", single: 0x4E20CC00, double: 0x4E60CC00, operands: 2}
	neonMulSub    = neonInstruction{name: "fmls", single: 0x4EA0CC00, double: 0x4EE0CC00, operands: 2}
	neonGreater   = neonInstruction{name: "fcmgt", single: 0x6EA0E400, double: 0x6EE0E400, operands: 2}
	neonEqual     = neonInstruction{name: "fcmeq", single: 0x4E20E400, double: 0x4E60E400, operands: 2}
	neonAddBits   = neonInstruction{name: "add", single: 0x4EA08400, double: 0x4EE08400, operands: 2}
	neonAnd       = neonInstruction{name: "and", single: 0x4E201C00, double: 0x4E201C00, operands: 2, bits: true}
	neonOr        = neonInstruction{name: "orr", single: 0x4EA01C00, double: 0x4EA01C00, operands: 2, bits: true}
	neonXor       = neonInstruction{name: "eor", single: 0x6E201C00, double: 0x6E201C00, operands: 2, bits: true}
	neonChoose    = neonInstruction{name: "bsl", single: 0x6E601C00, double: 0x6E601C00, operands: 2, bits: true}
	neonSqrt      = neonInstruction{name: "fsqrt", single: 0x6EA1F800, double: 0x6EE1F800, operands: 1}
	neonRound     = neonInstruction{name: "frintn", single: 0x4E218800, double: 0x4E618800, operands: 1}
	neonRoundAway = neonInstruction{name: "frinta", single: 0x6E218800, double: 0x6E618800, operands: 1}
	neonFloor     = neonInstruction{name: "frintm", single: 0x4E219800, double: 0x4E619800, operands: 1}
	neonCeil      = neonInstruction{name: "frintp", single: 0x4EA18800, double: 0x4EE18800, operands: 1}
	neonNeg       = neonInstruction{name: "fneg", single: 0x6EA0F800, double: 0x6EE0F800, operands: 1}
	neonAbs       = neonInstruction{name: "fabs", single: 0x4EA0F800, double: 0x4EE0F800, operands: 1}
	// These are of f64 lanes: f32 elements in the lower half become such, and the other way round.
	neonWiden  = neonInstruction{name: "fcvtl", double: 0x0E617800, operands: 1}
	neonNarrow = neonInstruction{name: "fcvtn", double: 0x0E616800, operands: 1}
)

func neonShiftLeft(bits int) neonInstruction {
	return neonInstruction{name: "shl", single: 0x4F005400 | uint32(32+bits)<<16, double: 0x4F005400 | uint32(64+bits)<<16, operands: 1, shift: bits}
}

func neonShiftRight(bits int) neonInstruction {
	return neonInstruction{name: "ushr", single: 0x6F000400 | uint32(64-bits)<<16, double: 0x6F000400 | uint32(128-bits)<<16, operands: 1, shift: bits}
}

// encode is the instruction with registers, in lanes of so many bytes.
func (i neonInstruction) encode(size, d, n, m int) uint32 {
	code := i.single
	if size == 8 {
		code = i.double
	}
	code |= uint32(n)<<5 | uint32(d)
	if i.operands == 2 {
		code |= uint32(m) << 16
	}
	return code
}

// text is the instruction as ARM's assemblers have it.
func (i neonInstruction) text(size, d, n, m int) string {
	lanes := "4s"
	if size == 8 {
		lanes = "2d"
	}
	if i.bits {
		lanes = "16b"
	}
	to, from, rest := lanes, lanes, ""
	switch {
	case i.name == neonWiden.name:
		from = "2s"
	case i.name == neonNarrow.name:
		to = "2s"
	case i.operands == 2:
		rest = fmt.Sprintf(", v%d.%s", m, lanes)
	case i.shift != 0:
		rest = fmt.Sprintf(", #%d", i.shift)
	}
	return fmt.Sprintf("%s v%d.%s, v%d.%s%s", i.name, d, to, n, from, rest)
}
