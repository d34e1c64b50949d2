package units

import (
	"github.com/tg-opt/tg/internal/units"
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		Scale Scale
		v     float64
		want  string
	}{
		{units.Time, 0, "0 ns"}, {units.Time, 999.4, "999 ns"}, {units.Time, 999.6, "1 us"}, {units.Time, 1.5e6, "1.5 ms"}, {units.Time, 3600e9, "3600 s"},
		{units.Flop, 999, "999 FLOP"}, {units.Flop, 1000, "1 kFLOP"}, {units.Flop, 14.8e9, "14.8 GFLOP"}, {units.Flop, math.MaxFloat64, "1.8e+293 PFLOP"},
		{units.Byte, 1023, "1023 B"}, {units.Byte, 1024, "1 KiB"}, {units.Byte, 1023.9 * 1024, "1 MiB"}, {units.Byte, 1000 * 1024, "1000 KiB"},
		{units.Count, 12, "12"}, {units.Count, 25.6e6, "25.6 M"},
	} {
		if got := c.Scale.Text(c.v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.v, got, c.want)
		}
	}
	if got := count(25557032); got != "25557032 (25.6 M)" {
		t.Errorf("got %q", got)
	}
}
