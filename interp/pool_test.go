package interp

import (
	"testing"

	"github.com/tg-opt/tg/ir"
)

func take(t *testing.T, p *pool, size int) *buffer {
	t.Helper()
	b, err := p.get(size)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.data) != size || b.refs != 1 {
		t.Fatalf("got %d bytes with %d references, want %d with one", len(b.data), b.refs, size)
	}
	return b
}

func TestPool(t *testing.T) {
	p := newPool(0)
	a, b := take(t, p, 64), take(t, p, 64)
	if a == b || &a.data[0] == &b.data[0] {
		t.Fatal("two live values share a buffer")
	}
	a.refs++ // a view
	p.release(a)
	if c := take(t, p, 64); c == a {
		t.Fatal("a buffer that a view needs was handed out")
	}
	p.release(a)
	if c := take(t, p, 128); c == a {
		t.Fatal("a buffer of another size was handed out")
	}
	if c := take(t, p, 64); c != a {
		t.Error("a free buffer of that size was not used again")
	}
	b.escaped = true
	p.release(b)
	if c := take(t, p, 64); c == b {
		t.Fatal("an escaped buffer was handed out")
	}
	p.release(nil)
	if want := 3*64 + 128; p.live != want || p.peak != want || p.idle != 0 {
		t.Errorf("live %d, peak %d, idle %d; want %d, %d, 0", p.live, p.peak, p.idle, want, want)
	}
}

// Storage that waits is for values that are a little smaller, too.
func TestPoolFindsStorageByRange(t *testing.T) {
	p := newPool(0)
	a, err := p.get(1000)
	if err != nil {
		t.Fatal(err)
	}
	p.release(a)
	if b, err := p.get(990); err != nil || b != a {
		t.Errorf("1000 bytes wait, and 990 are found elsewhere: %v", err)
	}
	p.release(a)
	if b, err := p.get(500); err != nil || b == a {
		t.Errorf("1000 bytes are handed out for 500: %v", err)
	}
}

// Values of ever other sizes, which dynamic shapes bring, must not pile up.
func TestPoolDropsIdleStorage(t *testing.T) {
	p := newPool(0)
	const large = maxIdle/4 + 1
	for i := range 10 {
		p.release(take(t, p, large+i))
		if p.idle > 2*maxIdle {
			t.Fatalf("%d bytes lie idle", p.idle)
		}
	}
	if p.live != 0 || p.peak != large+9 {
		t.Errorf("live %d, peak %d", p.live, p.peak)
	}
	// Storage without bytes is storage like any other.
	e := take(t, p, 0)
	p.release(e)
	if take(t, p, 0) != e {
		t.Error("the empty buffer was not used again")
	}
}

func TestClock(t *testing.T) {
	c := ir.NewContext()
	op := func(name string) *ir.Op {
		o, err := ir.NewBuilder(c).Create(&ir.OpState{Name: c.OpName(name)})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	outer, inner, leaf := op("t.outer"), op("t.inner"), op("t.leaf")
	r := &run{times: map[*ir.Op]*OpTime{}}
	spin := func() {
		x := 0
		for i := range 10000 {
			x += i
		}
		if x == 0 {
			t.Error(x)
		}
	}
	for range 3 {
		stopOuter := r.clock(outer)
		for range 2 {
			stopInner := r.clock(inner)
			spin()
			stopLeaf := r.clock(leaf)
			spin()
			stopLeaf()
			stopInner()
		}
		spin()
		stopOuter()
	}
	o, i, l := r.times[outer], r.times[inner], r.times[leaf]
	if o.Count != 3 || i.Count != 6 || l.Count != 6 {
		t.Errorf("counts %d, %d, %d; want 3, 6, 6", o.Count, i.Count, l.Count)
	}
	if o.Self != o.Total-i.Total || i.Self != i.Total-l.Total || l.Self != l.Total {
		t.Errorf("self times do not leave out what is inside: outer %+v, inner %+v, leaf %+v", o, i, l)
	}
	if o.Self <= 0 || i.Self <= 0 || l.Self <= 0 {
		t.Errorf("an op took no time: outer %v, inner %v, leaf %v", o.Self, i.Self, l.Self)
	}
	sorted := sortTimes(r.times)
	for k := 1; k < len(sorted); k++ {
		if sorted[k-1].Self < sorted[k].Self {
			t.Errorf("op %d took %v, but the one before it %v", k, sorted[k].Self, sorted[k-1].Self)
		}
	}
}
