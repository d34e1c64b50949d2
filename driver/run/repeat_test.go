package run

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMeasure: what --repeat reports is what the runs after the first one took,
// and --stats what the last one did. The clock is one of the test's own.
func TestMeasure(t *testing.T) {
	for _, tt := range []struct {
		repeat uint64
		warmup uint64
		takes  []time.Duration // each run
		want   string
	}{
		{0, 0, []time.Duration{time.Hour}, ""},
		{0, 2, []time.Duration{time.Hour, time.Minute, time.Second}, ""},
		{1, 1, []time.Duration{time.Hour, time.Second}, "runs 1 median 1s minimum 1s lower quartile 1s upper quartile 1s maximum 1s"},
		{3, 1, []time.Duration{time.Hour, 40 * time.Second, 10 * time.Second, 20 * time.Second},
			"runs 3 median 20s minimum 10s lower quartile 15s upper quartile 30s maximum 40s"},
		{2, 0, []time.Duration{40 * time.Second, 10 * time.Second},
			"runs 2 of m.mlir median 25s minimum 10s lower quartile 17.5s upper quartile 32.5s maximum 40s"},
		{1, 2, []time.Duration{time.Hour, time.Minute, time.Second},
			"runs 1 of m.mlir, after 2 to warm up median 1s minimum 1s lower quartile 1s upper quartile 1s maximum 1s"},
		{3, 1, []time.Duration{0, 40 * time.Second, 10 * time.Second, 20 * time.Second},
			"runs 3 median 20s minimum 10s lower quartile 15s upper quartile 30s maximum 40s"},
	} {
		var now time.Time
		asked := 0
		var report strings.Builder
		r := &runner{setup: standard, flags: &flags{repeat: tt.repeat, warmup: tt.warmup}, ctx: standard.NewContext(), stderr: &report, now: func() time.Time {
			if asked++; asked%2 == 0 {
				now = now.Add(tt.takes[asked/2-1])
			}
			return now
		}}
		f, err := r.prepare(moduleText{file: "m.mlir", text: []byte("func.func @main() {\n  return\n}\n")}, false)
		if err != nil {
			t.Fatal(err)
		}
		_, last, err := r.measure(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if asked != 2*len(tt.takes) || last != tt.takes[len(tt.takes)-1] {
			t.Errorf("%v: the clock was read %d times, the last run took %v", tt.takes, asked, last)
		}
		got := strings.NewReplacer(":", "", " of m.mlir, after one to warm up", "").Replace(report.String())
		if diff := cmp.Diff(tt.want, strings.Join(strings.Fields(got), " ")); diff != "" {
			t.Errorf("%v: (-want +got):\n%s", tt.takes, diff)
		}
	}
}
