package memory_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/buffergen"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
)

// randomBuffers are a few buffers of small sizes; some of them are aligned, fixed
// or have gaps, with windows where those are wanted.
func randomBuffers(r *rand.Rand, most int, windows bool) []memory.Buffer {
	buffers := make([]memory.Buffer, 1+r.IntN(most))
	aligned, fixed, gaps := r.IntN(2) == 0, r.IntN(3) == 0, r.IntN(2) == 0
	for i := range buffers {
		b := &buffers[i]
		b.ID, b.Hint = fmt.Sprint(i), int64(r.IntN(4)-1)
		b.Lower = int64(r.IntN(8))
		b.Upper = b.Lower + int64(r.IntN(6))
		b.Size = int64(r.IntN(5))
		if aligned {
			b.Alignment = int64(r.IntN(4))
		}
		if fixed && r.IntN(4) == 0 {
			b.Fixed, b.Offset = true, int64(r.IntN(6))*max(b.Alignment, 1)
		}
		for from := b.Lower; gaps && from < b.Upper && r.IntN(2) == 0; {
			g := memory.Gap{Lower: from + r.Int64N(b.Upper-from)}
			g.Upper = g.Lower + r.Int64N(b.Upper-g.Lower) + 1
			if windows && b.Size > 0 {
				g.From = r.Int64N(b.Size)
				g.To = g.From + r.Int64N(b.Size-g.From+1)
			}
			b.Gaps, from = append(b.Gaps, g), g.Upper
		}
	}
	return buffers
}

// fitsWithin tries all offsets, one buffer after the other, in an arena of less than
// 64 bytes, of which it has a bit for each time and byte.
func fitsWithin(buffers []memory.Buffer, height int64) bool {
	used := make([][16]uint64, len(buffers))
	for i, b := range buffers {
		gap := func(t int64) *memory.Gap {
			for k := range b.Gaps {
				if b.Gaps[k].Lower <= t && t < b.Gaps[k].Upper {
					return &b.Gaps[k]
				}
			}
			return &memory.Gap{To: b.Size}
		}
		for t := b.Lower; t < b.Upper; t++ {
			g := gap(t)
			used[i][t] = 1<<g.To - 1<<g.From
		}
	}
	var place func(n int, arena [16]uint64) bool
	place = func(n int, arena [16]uint64) bool {
		if n == len(buffers) {
			return true
		}
		b := &buffers[n]
	offsets:
		for o := int64(0); o+b.Size <= height; o++ {
			if b.Fixed && o != b.Offset || o%max(b.Alignment, 1) != 0 {
				continue
			}
			next := arena
			for t, bytes := range used[n] {
				if next[t]&(bytes<<o) != 0 {
					continue offsets
				}
				next[t] |= bytes << o
			}
			if place(n+1, next) {
				return true
			}
			if next == arena {
				return false
			}
		}
		return false
	}
	return place(0, [16]uint64{})
}

// TestAssignAllOffsets compares with the least height of all offsets there are.
func TestAssignAllOffsets(t *testing.T) {
	placing, all := 0, 0
	for seed := range campaign.Seeds(1200) {
		r := rand.New(rand.NewPCG(seed, 0))
		windows := seed%4 == 0
		buffers := randomBuffers(r, 8, windows)
		p, err := memory.Assign(buffers, memory.AssignOptions{Work: 20_000, Seed: seed})
		if err != nil {
			if !strings.Contains(err.Error(), "are fixed and overlap") {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if fitsWithin(buffers, 40) {
				t.Errorf("seed %d: there is a plan, and %v", seed, err)
			}
			continue
		}
		if err := check.Plan(buffers, p.Offsets, p.Height); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if fitsWithin(buffers, p.Bound-1) {
			t.Errorf("seed %d: a plan is lower than the bound %d", seed, p.Bound)
		}
		least := p.Height
		for least > 0 && fitsWithin(buffers, least-1) {
			least--
		}
		if p.Height != least && !windows || p.Optimal != (p.Height == p.Bound) {
			t.Errorf("seed %d: height %d, bound %d, optimal %v; the least is %d", seed, p.Height, p.Bound, p.Optimal, least)
		}
		if !windows && !p.Optimal {
			t.Errorf("seed %d: the search did not end", seed)
		}
		if all++; p.Height == least {
			placing++
		}
	}
	if placing < all*99/100 {
		t.Errorf("%d of %d plans are as low as can be", placing, all)
	}
}

// TestAssignAllCanonical compares with all orders in which each buffer rests on the
// highest of those before it.
func TestAssignAllCanonical(t *testing.T) {
	for seed := range campaign.Seeds(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		buffers := randomBuffers(r, 7, false)
		for i := range buffers {
			b := &buffers[i]
			b.Fixed, b.Size = false, r.Int64N(1000)
			if b.Alignment > 0 {
				b.Alignment = 1 << r.IntN(8)
			}
		}
		p, err := memory.Assign(buffers, memory.AssignOptions{Work: 1_000_000, Seed: seed})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := check.Plan(buffers, p.Offsets, p.Height); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if least := canonical(buffers); p.Height != least || !p.Optimal {
			t.Errorf("seed %d: height %d, optimal %v; the least is %d", seed, p.Height, p.Optimal, least)
		}
	}
}

// canonical is the least height of all canonical placements.
func canonical(buffers []memory.Buffer) int64 {
	n := len(buffers)
	clash := make([][]bool, n)
	for i := range clash {
		clash[i] = make([]bool, n)
		for j := range clash[i] {
			pair := []memory.Buffer{buffers[i], buffers[j]}
			pair[0].Size, pair[1].Size, pair[0].Alignment, pair[1].Alignment = 1, 1, 0, 0
			clash[i][j] = i != j && check.Plan(pair, []int64{0, 0}, -1) != nil
		}
	}
	best := int64(math.MaxInt64)
	tops, placed := make([]int64, n), make([]bool, n)
	var place func(count int, height int64)
	place = func(count int, height int64) {
		if height >= best {
			return
		}
		if count == n {
			best = height
			return
		}
		for i := range n {
			if placed[i] {
				continue
			}
			var at int64
			for j := range n {
				if placed[j] && clash[i][j] && buffers[j].Size > 0 && buffers[i].Size > 0 {
					at = max(at, tops[j])
				}
			}
			if a := buffers[i].Alignment; a > 1 {
				at = (at + a - 1) / a * a
			}
			placed[i], tops[i] = true, at+buffers[i].Size
			place(count+1, max(height, tops[i]))
			placed[i] = false
		}
	}
	place(0, 0)
	return best
}

// TestAssignPrograms checks plans of generated programs, with and without a search.
func TestAssignPrograms(t *testing.T) {
	for _, kind := range buffergen.Kinds {
		for seed, n := range []int{1, 2, 30, 300, 3000} {
			buffers := buffergen.Program(kind, n, uint64(seed))
			fast := memory.BestFit(buffers)
			if err := check.Plan(buffers, fast.Offsets, fast.Height); err != nil {
				t.Fatalf("%s, %d: %v", kind, n, err)
			}
			o := memory.AssignOptions{Work: 20_000, Seed: 7}
			p, err := memory.Assign(buffers, o)
			if err != nil {
				t.Fatalf("%s, %d: %v", kind, n, err)
			}
			if err := check.Plan(buffers, p.Offsets, p.Height); err != nil {
				t.Fatalf("%s, %d: %v", kind, n, err)
			}
			if p.Height > fast.Height || p.Height < p.Bound || p.Bound < fast.Bound {
				t.Errorf("%s, %d: height %d, bound %d; without a search %d, %d", kind, n, p.Height, p.Bound, fast.Height, fast.Bound)
			}
			if again, _ := memory.Assign(buffers, o); !slices.Equal(again.Offsets, p.Offsets) {
				t.Errorf("%s, %d: the same search has another plan", kind, n)
			}
			o.Work *= 4
			if more, _ := memory.Assign(buffers, o); more.Height > p.Height {
				t.Errorf("%s, %d: with more work %d instead of %d", kind, n, more.Height, p.Height)
			}
		}
	}
}

// TestAssignUnsearched checks plans of a sweep, and of placing on top.
func TestAssignUnsearched(t *testing.T) {
	for seed := range campaign.Seeds(1000) {
		buffers := randomBuffers(rand.New(rand.NewPCG(seed, 3)), 40, seed%2 == 0)
		offsets := memory.Unsearched(buffers)
		if offsets == nil && memory.BestFit(buffers) == nil {
			continue
		}
		if err := check.Plan(buffers, offsets, -1); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	buffers := buffergen.Program("mixed", 3000, 1)
	if err := check.Plan(buffers, memory.Unsearched(buffers), -1); err != nil {
		t.Fatal(err)
	}
}

// TestAssignCapacity: what suffices is enough, and what is impossible is proven.
func TestAssignCapacity(t *testing.T) {
	buffers := []memory.Buffer{
		{ID: "a", Lower: 0, Upper: 2, Size: 2}, {ID: "b", Lower: 1, Upper: 4, Size: 1}, {ID: "c", Lower: 3, Upper: 6, Size: 2},
		{ID: "d", Lower: 0, Upper: 1, Size: 1}, {ID: "e", Lower: 5, Upper: 6, Size: 1},
	}
	p, err := memory.Assign(buffers, memory.AssignOptions{Capacity: 100})
	if err != nil || p.Height > 100 {
		t.Fatalf("%v, %v", p, err)
	}
	var none *memory.CapacityError
	p, err = memory.Assign(buffers, memory.AssignOptions{Capacity: 2, Work: 1000})
	if !errors.As(err, &none) || !none.Impossible() || p.Height != none.Height || none.Bound <= 2 {
		t.Errorf("capacity 2: %v, %v", p, err)
	}
	if check.Plan(buffers, p.Offsets, p.Height) != nil {
		t.Errorf("the plan beside the error is none: %v", p)
	}
}

// TestAssignHints: a plan whose offsets are hints is found again.
func TestAssignHints(t *testing.T) {
	buffers := buffergen.Program("layered", 300, 3)
	p, _ := memory.Assign(buffers, memory.AssignOptions{Work: 100_000})
	for i := range buffers {
		buffers[i].Hint = p.Offsets[i]
	}
	if q, err := memory.Assign(buffers, memory.AssignOptions{Capacity: p.Height}); err != nil || !slices.Equal(q.Offsets, p.Offsets) {
		t.Errorf("height %d instead of %d, or other offsets: %v", q.Height, p.Height, err)
	}
}

func TestAssignErrors(t *testing.T) {
	const huge = math.MaxInt64
	for _, c := range []struct {
		buffers []memory.Buffer
		want    string
	}{
		{[]memory.Buffer{{ID: "x", Upper: 1, Size: -1}}, "buffer 0 (x): size -1: it must be within 0 and"},
		{[]memory.Buffer{{Upper: 1, Size: huge}}, "buffer 0: size 9223372036854775807: it must be"},
		{[]memory.Buffer{{Upper: 1, Alignment: -4}}, "alignment -4: it must be"},
		{[]memory.Buffer{{Lower: 2, Upper: 1}}, "it lives from 2 to 1, which is before that"},
		{[]memory.Buffer{{Upper: 1, Fixed: true, Offset: -1}}, "offset -1: it must be"},
		{[]memory.Buffer{{Upper: 1, Fixed: true, Offset: 3, Alignment: 2}}, "fixed offset 3: it is no multiple of the alignment 2"},
		{[]memory.Buffer{{Upper: 1, Hint: -2}}, "hint -2: it must be an offset, or -1 for none"},
		{[]memory.Buffer{{Upper: 4, Gaps: []memory.Gap{{Lower: 3, Upper: 5}}}}, "gap 3-5: gaps must be within its life"},
		{[]memory.Buffer{{Upper: 9, Gaps: []memory.Gap{{Lower: 3, Upper: 5}, {Lower: 4, Upper: 6}}}}, "gap 4-6: gaps must be"},
		{[]memory.Buffer{{Upper: 9, Size: 4, Gaps: []memory.Gap{{Lower: 3, Upper: 5, To: 5}}}}, "gap 3-5: the bytes 0 to 5 are not within its 4"},
		{[]memory.Buffer{{Upper: 1, Size: huge / 4}, {Upper: 1, Size: huge / 4}}, "buffer 1: the sizes up to it, with alignments and its offset, exceed"},
		{[]memory.Buffer{
			{ID: "p", Upper: 2, Size: 4, Fixed: true}, {ID: "q", Lower: 1, Upper: 3, Size: 4, Fixed: true, Offset: 3},
		}, "buffers 0 (p) and 1 (q) are fixed and overlap"},
	} {
		p, err := memory.Assign(c.buffers, memory.AssignOptions{Work: 10})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v; want %s", p, err, c.want)
		}
		if memory.BestFit(c.buffers) != nil {
			t.Errorf("%s: there is a plan", c.want)
		}
	}
	if _, err := memory.Assign(nil, memory.AssignOptions{Capacity: -1}); err == nil {
		t.Error("a negative capacity is none")
	}
	if p, err := memory.Assign(nil, memory.AssignOptions{Work: 10}); err != nil || !p.Optimal || p.Height != 0 {
		t.Errorf("no buffers: %v, %v", p, err)
	}
}
