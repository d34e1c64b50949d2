package plot

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
)

// Panels that contradict themselves are refused, with the reason.
func TestErrors(t *testing.T) {
	for want, change := range map[string]func(p *Panel){
		"there are -1 steps":                             func(p *Panel) { p.Steps = -1 },
		"all should be 0 or more":                        func(p *Panel) { p.Budget = -4 },
		"live bytes are given for 1 steps":               func(p *Panel) { p.Live = []int64{1} },
		"-1 bytes are live at step 2":                    func(p *Panel) { p.Live[2] = -1 },
		"the peak is at step 4, and there are 4":         func(p *Panel) { p.PeakStep = 4 },
		`box 1, "%1": its size is -2`:                    func(p *Panel) { p.Boxes[1].Size = -2 },
		"from step 1 to before step 5":                   func(p *Panel) { p.Boxes[1].Upper = 5 },
		"from step 3 to before step 2":                   func(p *Panel) { p.Boxes[1].Lower, p.Boxes[1].Upper = 3, 2 },
		`box 1, "%1": its end is not a number of 64 bit`: func(p *Panel) { p.Boxes[1].Offset = math.MaxInt64 },
	} {
		p := small()
		change(&p)
		err := Write(&bytes.Buffer{}, small(), p)
		if err == nil || !strings.Contains(err.Error(), "panel 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for _, n := range []int{0, 3} {
		if err := Write(&bytes.Buffer{}, make([]Panel, n)...); err == nil {
			t.Errorf("%d panels are drawn", n)
		}
	}
	if err := Write(broken{}, small()); !errors.Is(err, errBroken) {
		t.Errorf("writing where nothing can be written: %v", err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// The table of differences says what adding boxes cell by cell says, and merging
// cells loses and adds none, in the directions in which it goes.
func TestRaster(t *testing.T) {
	for seed := range campaign.Seeds(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := random(r, 1+r.IntN(40))
		p.Steps = max(p.Steps, 1)
		f := &figure{Panel: &p, width: 64, panels: 1, arenaScale: uint64(p.Height) + 1}
		g := &raster{cell: 8, width: 8, height: 9, levels: 3}
		var boxes []int32
		for i := range p.Boxes {
			if p.Boxes[i].inArena() {
				boxes = append(boxes, int32(i))
			}
		}
		best, total := g.cover(f, boxes)
		for y := range g.height {
			for x := range g.width {
				var want int64
				for _, i := range boxes {
					h, v := g.extent(f, &p.Boxes[i])
					want += overlap(h, x) * overlap(v, y)
				}
				if got := total[y*g.width+x]; got != want {
					t.Fatalf("seed %d: cell %d, %d is covered by %d, want %d", seed, x, y, got, want)
				}
			}
		}
		g.grade(best, total)
		keys := make([]uint16, len(g.keys))
		for _, u := range g.merge() {
			for y := u.y0; y < u.y1; y++ {
				for x := u.x0; x < u.x1; x++ {
					if keys[y*g.width+x] != 0 {
						t.Fatalf("seed %d: cell %d, %d is in two runs", seed, x, y)
					}
					keys[y*g.width+x] = u.key
				}
			}
		}
		for i, k := range g.keys {
			if keys[i] != k || (k != 0) != (total[i] > 0) {
				t.Fatalf("seed %d: cell %d has key %d in runs, %d in the raster, and %d covers it", seed, i, keys[i], k, total[i])
			}
		}
	}
}

// overlap is how many units of an interval are in a cell.
func overlap(v interval, cell int) int64 {
	return max(0, min(int64(v.to), int64(cell+1)*unit)-max(int64(v.from), int64(cell)*unit))
}

// What the strip shows is what adding up the boxes step by step says.
func TestMeasure(t *testing.T) {
	for seed := range campaign.Seeds(20) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := random(r, 1+r.IntN(60))
		f := &figure{Panel: &p, width: 1 + r.IntN(50)}
		columns := f.measure()
		want := make([]float64, len(columns))
		for step := range p.Steps {
			sum := 0.0
			for i := range p.Boxes {
				if b := &p.Boxes[i]; b.Lower <= step && step < b.Upper {
					sum += float64(b.Size)
				}
			}
			k := step * len(columns) / p.Steps
			want[k] = max(want[k], sum)
		}
		for k, col := range columns {
			sum := 0.0
			for _, n := range col.classes {
				sum += n
			}
			if col.total != want[k] || sum != want[k] {
				t.Fatalf("seed %d: column %d of %d has %v, in classes %v, want %v", seed, k, len(columns), col.total, sum, want[k])
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 1<<20 - 1: "1 MiB",
		1000 << 10: "1000 KiB", 1 << 62: "4 EiB", math.MaxInt64: "8 EiB", 1234567: "1.18 MiB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", -1: "-1", 999: "999", 1000: "1,000", -123456: "-123,456", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	for text, want := range map[string]string{"abc": "abc", "a": "a", "": "", "abcdefghijkl": "abc…", "日本語日本語": ""} {
		if got := clip(text, 10, 33); got != want {
			t.Errorf("%q clips to %q, want %q", text, got, want)
		}
	}
}
