// Package units writes quantities for people, with three digits and the unit that
// fits.
package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

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

// Counted is a number with its noun, such as `1 op` or `2 ops`.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// suffixes are what a size may end with, the longest first.
var suffixes = []struct {
	name  string
	shift uint
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}, {"", 0}}

// ParseBytes reads a number of bytes, such as 8GiB, 500M or 1000000.
func ParseBytes(text string) (int64, error) {
	for _, u := range suffixes {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64>>u.shift {
			break
		}
		return n << u.shift, nil
	}
	return 0, fmt.Errorf("'%s' is not a size such as 8GiB, 500M or 1000000", text)
}
