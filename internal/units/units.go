// Package units writes quantities for people, with three digits and the unit that
// fits.
package units

import "strconv"

// A Scale is the units of a quantity, the smallest first: each is worth Step of the
// one before it.
type Scale struct {
	Units []string
	Step  float64
}

// The scales of times in nanoseconds, of floating-point operations, of bytes, and
// of plain numbers.
var (
	Time  = Scale{[]string{"ns", "us", "ms", "s"}, 1e3}
	Flop  = Scale{[]string{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"}, 1e3}
	Byte  = Scale{[]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}, 1 << 10}
	Count = Scale{[]string{"", "k", "M", "G", "T"}, 1e3}
)

// Text is v of the smallest unit, in the unit that fits it.
func (s Scale) Text(v float64) string {
	i := 0
	for i < len(s.Units)-1 && v >= s.Step*(1-5e-4) {
		v, i = v/s.Step, i+1
	}
	digits := strconv.FormatFloat(v, 'g', 3, 64)
	if v >= 999.5 && v < 1e6 {
		digits = strconv.FormatFloat(v, 'f', 0, 64)
	}
	if s.Units[i] == "" {
		return digits
	}
	return digits + " " + s.Units[i]
}

// Bytes is a size with its unit, such as `1.5 MiB`.
func Bytes(n int64) string { return Byte.Text(float64(n)) }
