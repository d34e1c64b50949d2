package interp

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// collector is what a loop collects of its rounds, besides its state; nil for nothing.
type collector struct {
	frame  *Frame
	tapes  []tape
	rounds int // that have ended
}

// tape holds one value of each round, one behind the other. Where the type says for how
// many rounds, it has all of its storage before the first value comes, by the plan where
// there is one; else that grows.
type tape struct {
	result int   // its number
	spec   Spec  // of the result
	shape  []int // of a value; nil before the first one
	size   int   // of a value, in bytes
	data   []byte
	buf    *buffer        // that data is of; nil by the plan
	out    *tensor.Tensor // where data lies by the plan
}

// collect begins to collect what the running step has results of these specs for, from
// result number first on.
func (f *Frame) collect(specs []Spec, first int) *collector {
	if len(specs) == 0 {
		return nil
	}
	c := &collector{frame: f}
	for i, s := range specs {
		t := tape{result: first + i, spec: s}
		if f.planned != nil {
			t.out = f.out[t.result]
			t.data = t.out.Bytes()
		}
		c.tapes = append(c.tapes, t)
	}
	return c
}

// registers collects a round from what a body yields, the state before it, and returns
// the state. It takes over the references to the rest.
func (c *collector) registers(values []register, state int) ([]register, error) {
	if c == nil {
		return values, nil
	}
	err := c.round(tensorsOf(values[state:]))
	for _, v := range values[state:] {
		c.frame.pool.release(v.buf)
	}
	return values[:state], err
}

// next begins a round: what is made in the results is made in its place there from now
// on. It fails where the types of results say that there is no such round.
func (c *collector) next() error {
	if c == nil {
		return nil
	}
	for i := range c.tapes {
		t := &c.tapes[i]
		if n := t.spec.Shape[0]; n >= 0 && c.rounds >= n {
			return fmt.Errorf("goes on after %s, but result #%d of type '%s' holds %d", roundsText(c.rounds), t.result, t.spec.ownType(c.frame.ctx), n)
		}
	}
	if s := c.frame.planned; s != nil {
		for _, p := range c.frame.site.rounds {
			t := &c.tapes[p.result-c.tapes[0].result]
			at := c.rounds * (len(t.data) / t.spec.Shape[0])
			s.headers[p.register].Rebase(t.data[at+p.offset:])
		}
	}
	return nil
}

// round collects the values of a round.
func (c *collector) round(values []*tensor.Tensor) error {
	if c == nil {
		return nil
	}
	for i, v := range values {
		if err := c.value(i, Spec{v.DType(), v.Shape()}, v.Bytes()); err != nil {
			return err
		}
	}
	c.rounds++
	return nil
}

// value collects number i of the values of a round.
func (c *collector) value(i int, spec Spec, bytes []byte) error {
	t := &c.tapes[i]
	if t.shape == nil || !slices.Equal(t.shape, spec.Shape) {
		if err := c.begin(t, spec); err != nil {
			return err
		}
	}
	if err := c.frame.Spend(1 + len(bytes)/t.spec.DType.Size()); err != nil {
		return err
	}
	at := c.rounds * t.size
	if err := c.grow(t, at); err != nil {
		return err
	}
	if to := t.data[at : at+t.size]; unsafe.SliceData(to) != unsafe.SliceData(bytes) { // it may have been made there
		copy(to, bytes)
	}
	return nil
}

// begin takes the shape of the values from the first one, which those after it must have.
func (c *collector) begin(t *tape, spec Spec) error {
	ctx := c.frame.ctx
	switch row := (Spec{t.spec.DType, t.spec.Shape[1:]}); {
	case t.shape != nil:
		before := Spec{spec.DType, t.shape}
		return fmt.Errorf("collects values of one shape, but result #%d gets one of type '%s' after %s with one of type '%s'",
			t.result, spec.ownType(ctx), roundsText(c.rounds), before.ownType(ctx))
	case !row.admits(spec):
		return fmt.Errorf("collects a value of type '%s' at run time, but result #%d is of type '%s'", spec.ownType(ctx), t.result, t.spec.ownType(ctx))
	}
	size, err := spec.bytes()
	if err != nil {
		return err
	}
	t.shape, t.size = slices.Clone(spec.Shape), size
	if t.shape == nil {
		t.shape = []int{}
	}
	return nil
}

// leastTape is how many bytes a tape that grows has at least.
const leastTape = 1 << 10

// grow makes room for a value from a byte on, twice as much as there was: so that each
// value is copied once more at most, on average, however many come.
func (c *collector) grow(t *tape, at int) error {
	if at+t.size <= len(t.data) {
		return nil
	}
	size := max(at+t.size, 2*len(t.data), leastTape)
	if n := t.spec.Shape[0]; n >= 0 {
		var err error
		if size, err = t.bytes(n); err != nil {
			return err
		}
	}
	buf, err := c.frame.pool.get(size)
	if err != nil {
		return fmt.Errorf("collects result #%d of %s so far, and %w", t.result, roundsText(c.rounds), err)
	}
	copy(buf.data, t.data[:at])
	c.frame.pool.release(t.buf)
	t.buf, t.data = buf, buf.data
	return nil
}

// bytes is the storage of the values of n rounds.
func (t *tape) bytes(n int) (int, error) {
	return tensor.ByteSize(t.spec.DType, append([]int{n}, t.shape...))
}

// results are the last state and, behind it, what has been collected.
func (c *collector) results(state []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if c == nil {
		return state, nil
	}
	out := state[:len(state):len(state)]
	for i := range c.tapes {
		t := &c.tapes[i]
		if n := t.spec.Shape[0]; n >= 0 && c.rounds != n {
			return nil, fmt.Errorf("has run %s, but result #%d of type '%s' holds %d", roundsText(c.rounds), t.result, t.spec.ownType(c.frame.ctx), n)
		}
		if t.out != nil {
			out = append(out, t.out)
			continue
		}
		out = append(out, t.tensor(c.rounds))
	}
	return out, nil
}

// tensor is what has been collected in storage of its own. Extents that only a value
// tells are 0 where there is none.
func (t *tape) tensor(rounds int) *tensor.Tensor {
	shape := append([]int{rounds}, t.shape...)
	if t.shape == nil {
		for _, n := range t.spec.Shape[1:] {
			shape = append(shape, max(n, 0))
		}
	}
	if t.buf != nil {
		t.buf.escaped = true
	}
	return tensor.Wrap(t.spec.DType, shape, t.data[:rounds*t.size])
}

// end gives back the storage of what is no result.
func (c *collector) end() {
	if c == nil {
		return
	}
	for i := range c.tapes {
		if t := &c.tapes[i]; t.buf != nil {
			c.frame.pool.release(t.buf)
		}
	}
}

// roundsText is so many rounds, as text.
func roundsText(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}
