package kernel

import (
	"math"
	"math/bits"
	"unsafe"
)

func notBool(out, x []uint8) {
	for i, v := range x {
		out[i] = v ^ 1
	}
}

// unaryInteger returns nil for an op that integers do not have.
func unaryInteger[T integer](name string) func(out, x []T) {
	switch name {
	case "neg":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = -v
			}
		}
	case "abs":
		return func(out, x []T) {
			for i, v := range x {
				if v < 0 {
					v = -v
				}
				out[i] = v
			}
		}
	case "sign":
		return func(out, x []T) {
			for i, v := range x {
				var sign T
				if v > 0 {
					sign = 1
				} else if v < 0 {
					sign--
				}
				out[i] = sign
			}
		}
	case "not":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = ^v
			}
		}
	case "popcnt":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = T(bits.OnesCount64(zeroExtend(v)))
			}
		}
	case "clz":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = T(width[T]() - bits.Len64(zeroExtend(v)))
			}
		}
	case "relu":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = max(v, 0)
			}
		}
	case "relu6":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = min(max(v, 0), 6)
			}
		}
	}
	return nil
}

// width returns the bits of an integer type.
func width[T integer]() int { return 8 * int(unsafe.Sizeof(T(0))) }

// zeroExtend returns the bits of v without those that sign extension adds.
func zeroExtend[T integer](v T) uint64 { return uint64(v) << (64 - width[T]()) >> (64 - width[T]()) }

// unaryFloat holds the ops that one or two instructions compute in the element type. For f16 and
// bf16, f32 is enough: all results but those of sqrt are exact, and sqrt in more than twice the
// precision is right after a second rounding. It returns nil for all others.
func unaryFloat[T float](name string) func(out, x []T) {
	switch name {
	case "neg":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = -v
			}
		}
	case "abs":
		return func(out, x []T) {
			for i, v := range x {
				if math.Signbit(float64(v)) {
					v = -v // which keeps a signalling NaN one
				}
				out[i] = v
			}
		}
	case "sign":
		return func(out, x []T) {
			for i, v := range x {
				if v > 0 {
					v = 1
				} else if v < 0 {
					v = -1
				}
				out[i] = v
			}
		}
	case "sqrt":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = T(math.Sqrt(float64(v)))
			}
		}
	case "relu":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = max(v, 0)
			}
		}
	case "relu6":
		return func(out, x []T) {
			for i, v := range x {
				out[i] = min(max(v, 0), 6)
			}
		}
	}
	return nil
}

func isFinite[T float](out []uint8, x []T) {
	out = out[:len(x)]
	for i, v := range x {
		var is uint8
		if v-v == 0 {
			is = 1
		}
		out[i] = is
	}
}

func isInf[T float](out []uint8, x []T) {
	out = out[:len(x)]
	for i, v := range x {
		var is uint8
		if v-v != 0 && v == v {
			is = 1
		}
		out[i] = is
	}
}
