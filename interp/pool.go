package interp

import "github.com/tg-opt/tg/tensor"

// buffer is the storage of one or more registers; views share it.
type buffer struct {
	data []byte
	refs int
	// escaped storage is also referenced from outside of the registers (a
	// body's argument, a result): it is never reused, the garbage collector
	// ends it.
	escaped bool
}

// pool hands out storage by size and takes it back when a value dies.
type pool struct {
	free map[int][]*buffer
	idle int // bytes in free
	live int // bytes handed out and not taken back
	peak int

	budget budget
}

// maxIdle bounds the storage that waits for a value of its size to come again.
const maxIdle = 256 << 20

func newPool(maxBytes int) *pool {
	return &pool{free: map[int][]*buffer{}, budget: budget{max: maxBytes}}
}

// get hands out storage, or fails when there is no room for it.
func (p *pool) get(size int) (*buffer, error) {
	if list := p.free[size]; len(list) > 0 {
		b := list[len(list)-1]
		p.free[size] = list[:len(list)-1]
		p.idle -= size
		b.refs = 1
		p.count(size)
		return b, nil
	}
	if p.idle > maxIdle {
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
		p.free[len(b.data)] = append(p.free[len(b.data)], b)
		p.idle += len(b.data)
	}
}
