package tensor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// FloatRank numbers the values of a float type in their order: neighbours are 1 apart, both zeros
// are 0. A NaN has a number that means nothing. Complex numbers have no order: ask it for Parts.
func FloatRank(t *Tensor, i int) int64 {
	bits, sign := t.word(i), uint64(1)<<(8*t.dtype.Size()-1)
	if bits&sign != 0 {
		return -int64(bits &^ sign)
	}
	return int64(bits)
}

// word is the bits of element i.
func (t *Tensor) word(i int) uint64 {
	size := t.dtype.Size()
	var word [8]byte
	copy(word[:], t.data[i*size:(i+1)*size])
	return binary.LittleEndian.Uint64(word[:])
}

// IndexString writes the index of element i in row-major order, as [1, 2].
func IndexString(shape []int, i int) string {
	index := make([]string, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		index[d], i = fmt.Sprint(i%shape[d]), i/shape[d]
	}
	return "[" + strings.Join(index, ", ") + "]"
}

// ElementString writes element i in row-major order as Format does.
func (t *Tensor) ElementString(i int) string { return string(t.appendElement(nil, i)) }

// Difference says how far apart two tensors of one type and shape are.
type Difference struct {
	// Count is how many elements differ by more than is tolerated, First the first of them in
	// row-major order, -1 for none. A complex number differs if one of its parts does.
	Count, First int
	// ULPs is the most steps in the element type, for integers their difference, between two
	// elements or parts; what is tolerated counts. MaxUint64 is for a NaN or an infinity and
	// something else, which no number of steps connects.
	ULPs uint64
	// Absolute is the largest absolute difference, infinite in that case.
	Absolute float64
}

// Incomparable is Difference.ULPs where no number of steps leads from one element to the other.
const Incomparable uint64 = math.MaxUint64

// Compare compares two tensors of one element type and shape. Floats may be ulps steps apart: with
// 0, their bits must be the same, but any NaN is like any other; with more, 0 and -0 are equal,
// too. Everything else must be equal.
func Compare(a, b *Tensor, ulps uint64) Difference {
	d := Difference{First: -1}
	if bytes.Equal(a.data, b.data) {
		return d
	}
	parts, last := a.dtype.Parts(), -1
	a, b = a.Parts(), b.Parts()
	for k := range a.count {
		if a.word(k) == b.word(k) {
			continue
		}
		steps, absolute, nan := distance(a, b, k)
		if nan {
			continue
		}
		d.ULPs, d.Absolute = max(d.ULPs, steps), max(d.Absolute, absolute)
		i := k / parts
		if ulps > 0 && a.dtype.IsFloat() && steps <= ulps && steps != Incomparable || i == last {
			continue
		}
		last = i
		if d.Count++; d.First < 0 {
			d.First = i
		}
	}
	return d
}

// distance is how far elements of different bits are apart; nan says that both are NaN.
func distance(a, b *Tensor, i int) (steps uint64, absolute float64, nan bool) {
	if !a.dtype.IsFloat() {
		x, y := a.Int64At(i), b.Int64At(i)
		steps = uint64(max(x, y)) - uint64(min(x, y))
		if a.dtype.IsUnsigned() {
			steps = max(uint64(x), uint64(y)) - min(uint64(x), uint64(y))
		}
		return steps, float64(steps), false
	}
	x, y := a.Float64At(i), b.Float64At(i)
	switch {
	case x != x && y != y:
		return 0, 0, true
	case x-x != 0 || y-y != 0: // NaN or infinite
		return Incomparable, math.Inf(1), false
	}
	m, n := FloatRank(a, i), FloatRank(b, i)
	return uint64(max(m, n)) - uint64(min(m, n)), math.Abs(x - y), false
}
