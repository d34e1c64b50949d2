package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// ResolveReducePrecision returns the kernel that rounds floats to a format of the given exponent
// and mantissa bits, as StableHLO's reduce_precision: the mantissa to nearest, ties to even; then,
// where the format has fewer exponent bits than d, magnitudes beyond it become infinite, and those
// below its normal numbers zero of the same sign. NaN stays NaN, but becomes +Inf in a format
// without mantissa bits.
func ResolveReducePrecision(d tensor.DType, exponentBits, mantissaBits int) (Unary, error) {
	loop, err := reducePrecisionLoop(d, exponentBits, mantissaBits)
	if err != nil {
		return nil, err
	}
	return unaryKernel(d.Size(), d.Size(), cheapGrain, loop), nil
}

func reducePrecisionLoop(d tensor.DType, exponentBits, mantissaBits int) (loop1, error) {
	if !d.IsFloat() {
		return nil, illegal("reduce_precision", d)
	}
	if exponentBits < 1 || mantissaBits < 0 {
		return nil, fmt.Errorf("reduce_precision to %d exponent and %d mantissa bits: at least 1 and 0 are needed", exponentBits, mantissaBits)
	}
	switch d {
	case tensor.F16:
		return erase1(precisionLoop[uint16](5, exponentBits, mantissaBits)), nil
	case tensor.BF16:
		return erase1(precisionLoop[uint16](8, exponentBits, mantissaBits)), nil
	case tensor.F32:
		return erase1(precisionLoop[uint32](8, exponentBits, mantissaBits)), nil
	}
	return erase1(precisionLoop[uint64](11, exponentBits, mantissaBits)), nil
}

// precisionLoop works on the bit patterns of a format with ownExponent exponent bits.
func precisionLoop[T unsigned](ownExponent, exponentBits, mantissaBits int) func(out, x []T) {
	ownMantissa := width[T]() - 1 - ownExponent
	infinity := (T(1)<<ownExponent - 1) << ownMantissa
	least, beyond := T(0), infinity // patterns of the least normal number, and of the first one too large
	if exponentBits < ownExponent {
		ownBias, bias := T(1)<<(ownExponent-1)-1, T(1)<<(exponentBits-1)-1
		least, beyond = (ownBias-bias+1)<<ownMantissa, (ownBias+bias+1)<<ownMantissa
	}
	dropped := max(0, ownMantissa-mantissaBits)
	return func(out, x []T) {
		for i, v := range x {
			magnitude := v &^ (1 << (width[T]() - 1))
			sign := v ^ magnitude
			switch {
			case magnitude > infinity:
				if mantissaBits == 0 {
					v = infinity // NaN has no sign
				}
				out[i] = v
				continue
			case dropped > 0:
				magnitude += T(1)<<(dropped-1) - 1 + magnitude>>dropped&1
				magnitude &^= T(1)<<dropped - 1
			}
			if magnitude >= beyond {
				magnitude = infinity
			} else if magnitude < least {
				magnitude = 0
			}
			out[i] = sign | magnitude
		}
	}
}
