package units

import (
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		scale Scale
		v     float64
		want  string
	}{
		{Time, 0, "0 ns"}, {Time, 999.4, "999 ns"}, {Time, 999.6, "1 us"}, {Time, 1.5e6, "1.5 ms"}, {Time, 3600e9, "3600 s"},
		{Flop, 999, "999 FLOP"}, {Flop, 1000, "1 kFLOP"}, {Flop, 14.8e9, "14.8 GFLOP"}, {Flop, math.MaxFloat64, "1.8e+293 PFLOP"},
		{Byte, 1023, "1023 B"}, {Byte, 1024, "1 KiB"}, {Byte, 1023.9 * 1024, "1 MiB"}, {Byte, 1000 * 1024, "1000 KiB"},
		{Count, 12, "12"}, {Count, 25.6e6, "25.6 M"},
	} {
		if got := c.scale.Text(c.v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.v, got, c.want)
		}
	}
}
