package budget_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tg-opt/tg/passes/internal/budget"
)

func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		text  string
		peak  int64
		bytes int64
		least bool
	}{
		{"512MiB", 1000, 512 << 20, false},
		{"0.8x", 1000, 800, false},
		{"0.8x", 1001, 801, false}, // a part of a byte is a byte
		{"1x", 7, 7, false},
		{"100000000000x", math.MaxInt64 / 2, math.MaxInt64, false},
		{"min", 1000, 0, true},
	} {
		b, err := budget.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if bytes, least := b.Of(c.peak); bytes != c.bytes || least != c.least {
			t.Errorf("%s of %d: got %d, %v, want %d, %v", c.text, c.peak, bytes, least, c.bytes, c.least)
		}
	}
	for text, want := range map[string]string{
		"0": "more than 0 bytes", "0x": "above 0", "-1": "must be a size", "-0.5x": "above 0", "0.8": "'0.8x'", "abc": "must be a size",
		"1/2x": "must be a size", "1e9x": "must be a size", "99999999999TiB": "must be a size", "": "must be a size",
	} {
		if _, err := budget.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want '%s'", text, err, want)
		}
	}
}
