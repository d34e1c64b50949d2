package cost

import (
	"fmt"
	"math"
	"strconv"
)

// A scale is the units of a quantity, the smallest first: each is worth so many
// of the one before it.
type scale struct {
	units []string
	step  float64
}

var (
	timeScale  = scale{[]string{"ns", "us", "ms", "s"}, 1e3}
	flopScale  = scale{[]string{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"}, 1e3}
	byteScale  = scale{[]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}, 1 << 10}
	countScale = scale{[]string{"", "k", "M", "G", "T"}, 1e3}
)

// text is v of the smallest unit, with three digits, in the unit that fits it.
func (s scale) text(v float64) string {
	i := 0
	for i < len(s.units)-1 && v >= s.step*(1-5e-4) {
		v, i = v/s.step, i+1
	}
	digits := strconv.FormatFloat(v, 'g', 3, 64)
	if v >= 999.5 && v < 1e6 {
		digits = strconv.FormatFloat(v, 'f', 0, 64)
	}
	if s.units[i] == "" {
		return digits
	}
	return digits + " " + s.units[i]
}

// SecondsText is a time with its unit, such as `1.12 ms`.
func SecondsText(s float64) string { return timeScale.text(s * 1e9) }

// count is a number as it is, and in short if it is long.
func count(n float64) string {
	if n < 1e4 || n >= math.MaxInt64 {
		return countScale.text(n)
	}
	return fmt.Sprintf("%.0f (%s)", n, countScale.text(n))
}

func (a Amount) text(number int, what string) string {
	if number != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s elements, %s, in %d %s", count(a.Elements), byteScale.text(a.Bytes), number, what)
}

func (p Parameters) text() string { return p.Amount.text(p.Constants, "constant") }
func (a Arguments) text() string  { return a.Amount.text(a.Arguments, "argument") }

// suffix is what follows the name of a function: what it is called with, if
// anything.
func (a Arguments) suffix() string {
	if a.Arguments == 0 {
		return ""
	}
	return " (" + a.text() + ")"
}
