package cost

import (
	"math"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		scale scale
		v     float64
		want  string
	}{
		{timeScale, 0, "0 ns"}, {timeScale, 999.4, "999 ns"}, {timeScale, 999.6, "1 us"}, {timeScale, 1.5e6, "1.5 ms"}, {timeScale, 3600e9, "3600 s"},
		{flopScale, 999, "999 FLOP"}, {flopScale, 1000, "1 kFLOP"}, {flopScale, 14.8e9, "14.8 GFLOP"}, {flopScale, math.MaxFloat64, "1.8e+293 PFLOP"},
		{byteScale, 1023, "1023 B"}, {byteScale, 1024, "1 KiB"}, {byteScale, 1023.9 * 1024, "1 MiB"}, {byteScale, 1000 * 1024, "1000 KiB"},
		{countScale, 12, "12"}, {countScale, 25.6e6, "25.6 M"},
	} {
		if got := c.scale.text(c.v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.v, got, c.want)
		}
	}
	if got := count(25557032); got != "25557032 (25.6 M)" {
		t.Errorf("got %q", got)
	}
}
