// Package buffergen makes buffers as programs of tensor ops have them, to test and
// measure where they are placed.
package buffergen

import (
	"fmt"
	"math/rand/v2"

	"github.com/tg-opt/tg/memory"
)

// Kinds are the kinds of programs.
var Kinds = []string{"layered", "training", "unet", "loops", "attention", "mixed"}

// Program is about n buffers of a program of a kind, and never more; the same for
// the same seed. Sizes are powers of two and odd multiples of 64, in bytes.
func Program(kind string, n int, seed uint64) []memory.Buffer {
	p := &program{r: rand.New(rand.NewPCG(seed, uint64(len(kind)))), limit: n}
	for len(p.buffers) < n {
		k := kind
		if k == "mixed" {
			k = Kinds[p.r.IntN(len(Kinds)-1)]
		}
		part := n
		if kind == "mixed" {
			part = max(20, n/(4+p.r.IntN(20)))
		}
		before := len(p.buffers)
		switch x := p.op(p.size()); k {
		case "layered":
			p.layered(x, part)
		case "training":
			p.training(x, part)
		case "unet":
			p.unet(x, part)
		case "loops":
			p.loop(x, part, 8)
		case "attention":
			p.attention(x, part)
		default:
			panic("no kind " + kind)
		}
		if len(p.buffers) == before {
			break
		}
	}
	return p.buffers
}

// program is what was made of one: op t reads, writes and works at time t.
type program struct {
	r       *rand.Rand
	buffers []memory.Buffer
	limit   int
	time    int64
}

// size is a random size.
func (p *program) size() int64 {
	switch p.r.IntN(3) {
	case 0:
		return 64 << p.r.IntN(16)
	case 1:
		return 64 * int64(2*p.r.IntN(20_000)+1)
	}
	return 64 * int64(2*p.r.IntN(500)+1) << p.r.IntN(8)
}

// full says that there are as many buffers as there may be.
func (p *program) full() bool { return len(p.buffers) >= p.limit }

// op makes a value of a size from others, which live until then.
func (p *program) op(size int64, reads ...int) int {
	for _, v := range reads {
		if v >= 0 {
			p.buffers[v].Upper = max(p.buffers[v].Upper, p.time+1)
		}
	}
	if p.full() {
		p.time++
		return -1
	}
	if p.r.IntN(6) == 0 && len(p.buffers)+1 < p.limit {
		p.add("w", 64<<p.r.IntN(12))
	}
	v := p.add("v", size)
	p.time++
	return v
}

func (p *program) add(letter string, size int64) int {
	p.buffers = append(p.buffers, memory.Buffer{ID: fmt.Sprint(letter, len(p.buffers)), Lower: p.time, Upper: p.time + 1,
		Size: size, Alignment: 64, Hint: -1})
	return len(p.buffers) - 1
}

// near is a size like another: the same, its half, its double, or a random one.
func (p *program) near(v int) int64 {
	if v < 0 {
		return 64
	}
	switch s := p.buffers[v].Size; p.r.IntN(8) {
	case 0:
		return max(64, s/128*64)
	case 1:
		return min(2*s, 1<<24)
	case 2:
		return p.size()
	default:
		return s
	}
}

// layered is a net of layers of a few values, each of which reads some of the layer
// before, and at times of one farther back.
func (p *program) layered(x, n int) {
	layer, end := []int{x}, len(p.buffers)+n
	var old []int
	for len(p.buffers) < end && !p.full() {
		var next []int
		for range 1 + p.r.IntN(6) {
			reads := []int{layer[p.r.IntN(len(layer))], layer[p.r.IntN(len(layer))]}
			if len(old) > 0 && p.r.IntN(5) == 0 {
				reads = append(reads, old[p.r.IntN(len(old))])
			}
			next = append(next, p.op(p.near(reads[0]), reads...))
		}
		if old = append(old, layer[0]); len(old) > 30 {
			old = old[1:]
		}
		layer = next
	}
}

// training is a chain forwards, of which each value is read again on the way back.
func (p *program) training(x, n int) {
	values := []int{x}
	for len(values) < n/3 && !p.full() {
		last := values[len(values)-1]
		values = append(values, p.op(p.near(last), last))
	}
	gradient := values[len(values)-1]
	for i := len(values) - 1; i > 0; i-- {
		weights := p.op(64<<p.r.IntN(8), gradient, values[i])
		gradient = p.op(p.sizeOf(values[i-1]), gradient, values[i-1], weights)
	}
}

func (p *program) sizeOf(v int) int64 {
	if v < 0 {
		return 64
	}
	return p.buffers[v].Size
}

// unet is a chain of several nets that go down, halving, and up again, where each
// level reads what was made on the way down.
func (p *program) unet(x, n int) {
	end := len(p.buffers) + n
	for len(p.buffers) < end && !p.full() {
		var skips []int
		for range 3 + p.r.IntN(max(1, min(n/20, 40))) {
			x = p.op(p.near(x), x)
			x = p.op(p.sizeOf(x), x)
			skips = append(skips, x)
			x = p.op(max(64, p.sizeOf(x)/128*64), x)
		}
		for i := len(skips) - 1; i >= 0; i-- {
			up := p.op(p.sizeOf(skips[i]), x)
			joined := p.op(2*p.sizeOf(skips[i]), up, skips[i])
			x = p.op(p.sizeOf(skips[i]), joined)
		}
		x = p.op(p.size(), x)
	}
}

// loop is a nest: values made before a loop are read in it or behind it.
func (p *program) loop(x, n, depth int) {
	end := len(p.buffers) + n
	for len(p.buffers) < end && !p.full() {
		var across []int
		for range 1 + p.r.IntN(5) {
			x = p.op(p.near(x), x)
			across = append(across, x)
		}
		if depth > 0 && p.r.IntN(3) > 0 {
			p.loop(x, min(n/2, end-len(p.buffers)), depth-1)
		}
		x = p.op(p.near(x), across...)
	}
}

// attention is blocks of attention and what follows it.
func (p *program) attention(x, n int) {
	end, width := len(p.buffers)+n, p.size()
	heads, scores := 1+p.r.IntN(12), p.size()
	for len(p.buffers) < end && !p.full() {
		q, k, v := p.op(width, x), p.op(width, x), p.op(width, x)
		var parts []int
		for range heads {
			s := p.op(scores, q, k)
			s = p.op(scores, s)
			parts = append(parts, p.op(max(64, width/int64(heads)/64*64), s, v))
		}
		joined := p.op(width, parts...)
		x = p.op(width, joined, x)
		up := p.op(4*width, x)
		up = p.op(4*width, up)
		x = p.op(width, up, x)
	}
}
