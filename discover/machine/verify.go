package machine

import (
	"bytes"

	"github.com/tg-opt/tg/rewrite"
)

// equality is a program that computes what one that was met before does: a value, or a program
// that was not kept.
type equality struct {
	application
	value int32 // -1 for what was not kept
	other application
	level rewrite.Level
}

// verified reports whether no lane of any batch shows a difference at a level, and one could have.
func (e *enumerator) verified(q equality) (bool, error) {
	compared := false
	for batch := range e.batches {
		v := &evaluation{enumerator: e, batch: batch, values: map[int32]*computed{}}
		left, err := v.apply(q.application)
		if err != nil {
			return false, err
		}
		right, err := v.right(q)
		if err != nil {
			return false, err
		}
		same, some := left.agrees(right, q.level)
		if !same {
			return false, nil
		}
		compared = compared || some
	}
	return compared, nil
}

// agrees reports whether two programs compute the same of a batch, and whether a lane was compared.
func (c *computed) agrees(d *computed, level rewrite.Level) (same, compared bool) {
	if level == rewrite.Exact {
		return bytes.Equal(unified(c.data), unified(d.data)), true
	}
	special := c.special
	special.or(&d.special)
	for i := range width {
		if special.has(i) {
			continue
		}
		if compared = true; !bytes.Equal(element(c.data, i), element(d.data, i)) {
			return false, true
		}
	}
	return true, compared
}

// evaluation computes values on another batch.
type evaluation struct {
	*enumerator
	batch  int
	values map[int32]*computed
}

func (v *evaluation) right(q equality) (*computed, error) {
	if q.value < 0 {
		return v.apply(q.other)
	}
	return v.value(q.value)
}

func (v *evaluation) value(n int32) (*computed, error) {
	x := &v.enumerator.values[n]
	if v.batch == 0 {
		return &x.computed, nil
	}
	c, ok := v.values[n]
	if ok {
		return c, nil
	}
	var err error
	if x.typed >= 0 {
		c, err = v.apply(x.application)
	} else {
		leaf := v.leaf(x.kind, x.leaf, v.batch)
		c = &leaf
	}
	v.values[n] = c
	return c, err
}

func (v *evaluation) apply(a application) (*computed, error) {
	t := &v.typed[a.typed]
	var args [3]*computed
	for i := range t.operands {
		var err error
		if args[i], err = v.value(a.args[i]); err != nil {
			return nil, err
		}
	}
	c, err := t.run(args)
	return &c, err
}
