package contract

import "github.com/tg-opt/tg/tensor"

// Peak adds products in registers, so many rounds of as many as the processor can do at a time, by
// the instructions that kernels have for elements of type d. It returns how many floating-point
// operations these were: in the time that it took, no contraction can do more. There are none for
// types without machine code.
func Peak(d tensor.DType, rounds int) (operations int) {
	var do func(rounds int) int
	switch d {
	case tensor.F32:
		do = kernelsFloat32()[0].peak
	case tensor.F64:
		do = kernelsFloat64()[0].peak
	}
	if do == nil || rounds < 1 {
		return 0
	}
	return do(rounds)
}
