package tensor

// A float type has one NaN, whatever bits a processor makes of it: of those that the type's storage
// could tell apart, none is ever seen but the positive quiet one without a payload. What reads bits
// (bitcasts, files) asks here.

// The parts of a complex type are floats, each with the one NaN of their type.

// InfinityBits are those of positive infinity in a float type; larger ones, but for the sign, are
// NaN. It is 0 for other types.
func (d DType) InfinityBits() uint64 {
	switch d {
	case F16:
		return 0x1F << 10
	case BF16:
		return 0xFF << 7
	case F32:
		return 0xFF << 23
	case F64:
		return 0x7FF << 52
	}
	return 0
}

// NaNBits are those of the one NaN of a float type: positive, quiet, without a payload.
func (d DType) NaNBits() uint64 {
	infinity := d.InfinityBits()
	return infinity | (infinity&-infinity)>>1
}

// UnifyNaNs writes the elements to out, which has their size and may be the tensor's own storage,
// with every NaN as the one NaN; types other than floats and complex numbers have none.
func (t *Tensor) UnifyNaNs(out []byte) {
	// Only words are looked at: arrays without a shape do, and need no memory.
	from := Tensor{dtype: t.dtype.Part(), count: t.dtype.Parts() * t.count, data: t.data}
	to := Tensor{dtype: from.dtype, count: from.count, data: out[:len(t.data)]}
	infinity, nan := from.dtype.InfinityBits(), from.dtype.NaNBits()
	switch {
	case infinity == 0:
		copy(out, t.data)
	case from.dtype.Size() == 2:
		unify(Words[uint16](&to), Words[uint16](&from), uint16(infinity), uint16(nan))
	case from.dtype.Size() == 4:
		unify(Words[uint32](&to), Words[uint32](&from), uint32(infinity), uint32(nan))
	default:
		unify(Words[uint64](&to), Words[uint64](&from), infinity, nan)
	}
}

// UnifyNaNs is the method for the bytes of elements.
func UnifyNaNs(d DType, out, x []byte) {
	t := Tensor{dtype: d, count: len(x) / d.Size(), data: x}
	t.UnifyNaNs(out)
}

// unify doubles words to lose their sign.
func unify[T uint16 | uint32 | uint64](out, x []T, infinity, nan T) {
	out = out[:len(x)]
	for i, v := range x {
		if v<<1 > infinity<<1 {
			v = nan
		}
		out[i] = v
	}
}

// WithOneNaN is the tensor itself if it has no NaN but the one, else a copy in which that stands
// for every NaN.
func (t *Tensor) WithOneNaN() *Tensor {
	parts := t.Parts()
	infinity, nan := parts.dtype.InfinityBits(), parts.dtype.NaNBits()
	found := false
	switch {
	case infinity == 0:
	case parts.dtype.Size() == 2:
		found = hasOthers(Words[uint16](parts), uint16(infinity), uint16(nan))
	case parts.dtype.Size() == 4:
		found = hasOthers(Words[uint32](parts), uint32(infinity), uint32(nan))
	default:
		found = hasOthers(Words[uint64](parts), infinity, nan)
	}
	if !found {
		return t
	}
	c := New(t.dtype, t.shape...)
	t.UnifyNaNs(c.data)
	return c
}

// SameValues is Equal for the values of floats: of NaNs there is one.
func SameValues(a, b *Tensor) bool { return Equal(a.WithOneNaN(), b.WithOneNaN()) }

// hasOthers reports whether there is a NaN besides the one.
func hasOthers[T uint16 | uint32 | uint64](x []T, infinity, nan T) bool {
	for _, v := range x {
		if v<<1 > infinity<<1 && v != nan {
			return true
		}
	}
	return false
}
