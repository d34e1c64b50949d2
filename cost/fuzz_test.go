package cost_test

import (
	"regexp"
	"testing"

	"github.com/tg-opt/tg/cost"
)

var profileError = regexp.MustCompile(`^f\.profile:\d+:\d+: `)

// FuzzProfile reads profiles. An error has a place; what is read is written as a
// profile that reads the same.
func FuzzProfile(f *testing.F) {
	f.Add(cost.CPU().String())
	f.Add(cost.GPU().String())
	f.Add("name = x\nspeedup = nan\n")
	f.Add("flops.matmul.f32 = 1e999\n\x00 = = 1")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := cost.Parse("f.profile", text)
		if err != nil {
			if !profileError.MatchString(err.Error()) {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		written := m.String()
		again, err := cost.Parse("f.profile", written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		if again.String() != written {
			t.Errorf("not stable:\n%s\n%s", written, again)
		}
	})
}
