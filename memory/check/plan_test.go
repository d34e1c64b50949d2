package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// buffers are random, at times and with sizes so small that all pairs of times
// and bytes can be tried.
func buffers(r *rand.Rand, n int) []memory.Buffer {
	list := make([]memory.Buffer, n)
	for i := range list {
		b := &list[i]
		*b = memory.Buffer{ID: fmt.Sprintf("b%d", i), Lower: int64(r.IntN(12)) - 4, Size: int64(r.IntN(6)), Hint: -1}
		b.Upper = b.Lower + int64(r.IntN(6))
		b.Alignment = []int64{0, 1, 1, 2, 3}[r.IntN(5)]
		for from := b.Lower; r.IntN(3) == 0 && from < b.Upper; {
			gap := memory.Gap{Lower: from + r.Int64N(b.Upper-from), From: r.Int64N(b.Size + 1)}
			gap.Upper = gap.Lower + r.Int64N(b.Upper-gap.Lower+1)
			gap.To = gap.From + r.Int64N(b.Size-gap.From+1)
			b.Gaps = append(b.Gaps, gap)
			from = gap.Upper
		}
	}
	return list
}

// uses is whether a buffer at an offset uses a byte at a time.
func uses(b *memory.Buffer, offset, time, at int64) bool {
	from, to := int64(0), b.Size
	for _, gap := range b.Gaps {
		if gap.Lower <= time && time < gap.Upper {
			from, to = gap.From, gap.To
		}
	}
	return b.Lower <= time && time < b.Upper && offset+from <= at && at < offset+to
}

// overlap is whether two buffers use a byte at the same time.
func overlap(a, b *memory.Buffer, offsetA, offsetB int64) bool {
	for time := int64(-5); time < 20; time++ {
		for at := range int64(80) {
			if uses(a, offsetA, time, at) && uses(b, offsetB, time, at) {
				return true
			}
		}
	}
	return false
}

// firstFit puts each buffer at the lowest offset where it overlaps none before it,
// at times a few bytes further up.
func firstFit(r *rand.Rand, list []memory.Buffer) (offsets []int64, height int64) {
	offsets = make([]int64, len(list))
	for i := range list {
		b, fits := &list[i], false
		for offset := int64(r.IntN(3)) * int64(r.IntN(3)); !fits; offset++ {
			offsets[i], fits = offset, offset%max(b.Alignment, 1) == 0
			for j := 0; j < i && fits; j++ {
				fits = !overlap(&list[j], b, offsets[j], offset)
			}
		}
		height = max(height, offsets[i]+b.Size)
	}
	return offsets, height
}

// Plans that are right pass; when a buffer is moved, the checker finds exactly
// what trying all bytes at all times finds, and names two buffers that overlap.
func TestPlans(t *testing.T) {
	clashes, moves := 0, 0
	for seed := range campaign.Seeds(1000) {
		r := graphs.Rand(seed)
		list := buffers(r, 1+r.IntN(5))
		offsets, height := firstFit(r, list)
		for _, capacity := range []int64{height, -1} {
			if err := check.Plan(list, offsets, capacity); err != nil {
				t.Fatalf("seed %d: %v\n%+v at %v", seed, err, list, offsets)
			}
		}
		if err := check.Plan(list, offsets, height-1); err == nil && height > 0 {
			t.Fatalf("seed %d: a capacity of a byte less than the height %d will do", seed, height)
		}
		for range 6 {
			i := r.IntN(len(list))
			before := offsets[i]
			offsets[i] = before - before%max(list[i].Alignment, 1) + int64(r.IntN(9)-4)*max(list[i].Alignment, 1)
			if offsets[i] < 0 {
				offsets[i] = before
				continue
			}
			var pairs []string
			for j := range list {
				if j != i && overlap(&list[i], &list[j], offsets[i], offsets[j]) {
					pairs = append(pairs, fmt.Sprintf("buffer %d (b%d) and buffer %d (b%d) both use byte",
						min(i, j), min(i, j), max(i, j), max(i, j)))
				}
			}
			err := check.Plan(list, offsets, -1)
			named := err == nil
			for _, pair := range pairs {
				named = named || strings.HasPrefix(err.Error(), pair)
			}
			if moves++; (err == nil) != (len(pairs) == 0) || !named {
				t.Fatalf("seed %d: got %v, and these overlap: %q\n%+v at %v", seed, err, pairs, list, offsets)
			}
			if err != nil {
				clashes++
			}
			offsets[i] = before
		}
	}
	t.Logf("%d of %d moves made buffers overlap", clashes, moves)
}

// What is wrong with one buffer or its offset is said, with its name.
func TestBrokenPlans(t *testing.T) {
	const most = math.MaxInt64
	good := memory.Buffer{ID: "x", Lower: math.MinInt64, Upper: most, Size: 8, Alignment: 4}
	gap := memory.Gap{Lower: 2, Upper: 4, From: 0, To: 8}
	for _, c := range []struct {
		change func(*memory.Buffer)
		offset int64
		want   string
	}{
		{func(b *memory.Buffer) { b.Size = -1 }, 0, "its size is -1"},
		{func(b *memory.Buffer) { b.Alignment = -4 }, 0, "its alignment is -4"},
		{func(b *memory.Buffer) { b.Lower, b.Upper = 3, 2 }, 0, "it lives from 3 to 2"},
		{func(b *memory.Buffer) {}, -4, "its offset is -4"},
		{func(b *memory.Buffer) {}, 6, "its offset 6 is no multiple of its alignment 4"},
		{func(b *memory.Buffer) { b.Fixed, b.Offset = true, 8 }, 4, "its offset is 4, and is fixed to be 8"},
		{func(b *memory.Buffer) { b.Size, b.Alignment = most, 0 }, 1, "exceed int64"},
		{func(b *memory.Buffer) {}, 96, "it ends at 104, and the capacity is 100"},
		{func(b *memory.Buffer) { gap := gap; gap.To = 9; b.Gaps = []memory.Gap{gap} }, 0, "of its 8 bytes, 0 to 9"},
		{func(b *memory.Buffer) { gap := gap; gap.From = -1; b.Gaps = []memory.Gap{gap} }, 0, "-1 to 8"},
		{func(b *memory.Buffer) { gap := gap; gap.From, gap.To = 3, 2; b.Gaps = []memory.Gap{gap} }, 0, "3 to 2"},
		{func(b *memory.Buffer) { b.Gaps = []memory.Gap{gap, gap} }, 0, "its gap from 2 to 4"},
		{func(b *memory.Buffer) { b.Lower, b.Gaps = 3, []memory.Gap{gap} }, 0, "its gap from 2 to 4"},
		{func(b *memory.Buffer) { b.Upper, b.Gaps = 3, []memory.Gap{gap} }, 0, "its gap from 2 to 4"},
		{func(b *memory.Buffer) { b.Gaps = []memory.Gap{{Lower: 4, Upper: 2}} }, 0, "its gap from 4 to 2"},
	} {
		b := good
		c.change(&b)
		err := check.Plan([]memory.Buffer{{}, b}, []int64{0, c.offset}, 100)
		if strings.Contains(c.want, "int64") {
			err = check.Plan([]memory.Buffer{{}, b}, []int64{0, c.offset}, -1)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "buffer 1 (x): ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want '%s'", err, c.want)
		}
	}
	for _, offset := range []int64{0, 92, 4} {
		if err := check.Plan([]memory.Buffer{{}, good}, []int64{0, offset}, 100); err != nil {
			t.Error(err)
		}
	}
	if err := check.Plan([]memory.Buffer{good}, nil, -1); err == nil {
		t.Error("a buffer without an offset")
	}
}

// manyBuffers are n buffers of all lengths of life, each at a place of its own, so
// that the line of the sweep has many on it.
func manyBuffers(n int) ([]memory.Buffer, []int64) {
	r := graphs.Rand(1)
	list, offsets := make([]memory.Buffer, n), make([]int64, n)
	for i := range list {
		lower := r.Int64N(int64(n))
		list[i] = memory.Buffer{Lower: lower, Upper: lower + 1 + r.Int64N(int64(n)), Size: 1 + r.Int64N(64)}
		if i > 0 {
			offsets[i] = offsets[i-1] + list[i-1].Size
		}
	}
	r.Shuffle(n, func(i, j int) {
		list[i], list[j] = list[j], list[i]
		offsets[i], offsets[j] = offsets[j], offsets[i]
	})
	return list, offsets
}

// Among many buffers one that is a byte too long is found.
func TestManyBuffers(t *testing.T) {
	list, offsets := manyBuffers(2000)
	if err := check.Plan(list, offsets, -1); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range 100 {
		list[i].Size++
		want := false
		for j := range list {
			want = want || offsets[j] == offsets[i]+list[i].Size-1 && list[i].Lower < list[j].Upper && list[j].Lower < list[i].Upper
		}
		err := check.Plan(list, offsets, -1)
		if (err != nil) != want || err != nil && !strings.Contains(err.Error(), fmt.Sprintf("buffer %d ", i)) {
			t.Fatalf("buffer %d: got %v, want an error: %v", i, err, want)
		}
		if want {
			found++
		}
		list[i].Size--
	}
	t.Logf("%d of 100", found)
}

func BenchmarkPlan(b *testing.B) {
	list, offsets := manyBuffers(100_000)
	for b.Loop() {
		if err := check.Plan(list, offsets, -1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSchedule(b *testing.B) {
	r := graphs.Rand(1)
	g := graphs.Layered(r, 80_000)
	s := graphs.Schedule(r, g, 20_000, true)
	for b.Loop() {
		if err := check.Schedule(g, s, -1, true); err != nil {
			b.Fatal(err)
		}
	}
}
