package interp

import (
	"math/bits"
	"slices"

	"github.com/tg-opt/tg/tensor"
)

// buffer is the storage of one or more registers; views share it.
type buffer struct {
	data []byte
	refs int
	// escaped storage is also referenced from outside of the registers (a
	// body's argument, a result): it is never reused, the garbage collector
	// ends it.
	escaped bool
}

// pool hands out storage by size and takes it back when a value dies. Storage that
// waits is found by ranges of size: values of slightly different sizes that live
// one after the other share it.
type pool struct {
	free map[int][]*buffer // by rangeOf
	idle int               // bytes in free
	live int               // bytes handed out and not taken back
	peak int

	budget budget
}

// maxIdle bounds the storage that waits, beyond as much as is handed out.
const maxIdle = 16 << 20

// rangeOf numbers ranges of sizes: four for each power of two.
func rangeOf(size int) int {
	if size < 4 {
		return size
	}
	exponent := bits.Len(uint(size)) - 3
	return 4*exponent + size>>exponent
}

func newPool(maxBytes int) *pool {
	return &pool{free: map[int][]*buffer{}, budget: budget{max: maxBytes}}
}

// get hands out storage of at least that size, or fails when there is no room for
// it.
func (p *pool) get(size int) (*buffer, error) {
	for _, r := range []int{rangeOf(size), rangeOf(size) + 1} {
		list := p.free[r]
		for i := len(list) - 1; i >= max(0, len(list)-4); i-- {
			if b := list[i]; len(b.data) >= size {
				p.free[r] = slices.Delete(list, i, i+1)
				p.idle -= len(b.data)
				b.refs = 1
				p.count(len(b.data))
				return b, nil
			}
		}
	}
	if p.idle > p.live+maxIdle {
		p.dropIdle()
	}
	if err := p.budget.take(size, p.dropIdle); err != nil {
		return nil, err
	}
	p.count(size)
	return &buffer{data: tensor.Uninitialised(size), refs: 1}, nil
}

func (p *pool) count(size int) {
	p.live += size
	p.peak = max(p.peak, p.live)
}

func (p *pool) dropIdle() {
	clear(p.free)
	p.idle = 0
}

// release drops one reference; nil is storage that belongs to somebody else.
func (p *pool) release(b *buffer) {
	if b == nil {
		return
	}
	if b.refs--; b.refs > 0 {
		return
	}
	p.live -= len(b.data)
	if !b.escaped {
		r := rangeOf(len(b.data))
		p.free[r] = append(p.free[r], b)
		p.idle += len(b.data)
	}
}
