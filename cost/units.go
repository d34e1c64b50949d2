package cost

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/internal/units"
)

// SecondsText is a time with its unit, such as `1.12 ms`.
func SecondsText(s float64) string { return units.Time.Text(s * 1e9) }

// count is a number as it is, and in short if it is long.
func count(n float64) string {
	if n < 1e4 || n >= math.MaxInt64 {
		return units.Count.Text(n)
	}
	return fmt.Sprintf("%.0f (%s)", n, units.Count.Text(n))
}

func (a Amount) text(number int, what string) string {
	if number != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s elements, %s, in %d %s", count(a.Elements), units.Byte.Text(a.Bytes), number, what)
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
