package contract

import (
	"encoding/binary"
	"math"
)

// The input of a convolution becomes words as a whole, with its padding, and with what input
// dilation inserts: then all that a window sees is there, with features innermost, whatever order
// the dimensions of the input have.

// wordImage is an array of words: images, at positions, of features that fill words.
type wordImage struct {
	outer           []batch    // groups and images, with their distances in the operand as left
	dims            []imageDim // spatial, from the outside in
	features        int
	featureStride   int
	wordsOfFeatures int
	words           int // in all
}

// imageDim is a spatial dimension: extent positions, of which number i is place first+i of the
// dilated input.
type imageDim struct{ extent, first, input, dilation, stride int }

// place is where a position is in the operand, if an element of the input is there.
func (d *imageDim) place(i int) (at int, ok bool) {
	x := d.first + i
	if x < 0 || x >= d.input || x%d.dilation != 0 {
		return 0, false
	}
	return x / d.dilation * d.stride, true
}

// mostPadding is how much larger an input may become by padding.
const mostPadding, smallImage = 4, 64 << 10

// window makes the left operand an image, and the window of the contraction one of its words; it
// fails if the image were too large.
func (w *words) window() bool {
	o := &w.operands[0]
	from := w.contraction.left.window
	image := &wordImage{features: from.features, featureStride: from.featureStride, wordsOfFeatures: ceilDiv(from.features, w.form.per())}
	to := *from
	to.features, to.featureStride, to.ofWords = image.wordsOfFeatures, 1, true
	to.outer = append([]windowDim(nil), from.outer...)
	elements := float64(from.features) // of the input
	stride := image.wordsOfFeatures
	total := float64(stride)
	for d := len(to.outer); d >= 0; d-- {
		dim := &to.last
		if d < len(to.outer) {
			dim = &to.outer[d]
		}
		if dim.outputs == 0 || dim.taps == 0 {
			return false
		}
		reach := (dim.taps - 1) * dim.tapStep
		first, last := dim.origin+min(0, reach), dim.origin+(dim.outputs-1)*dim.step+max(0, reach)
		in := imageDim{extent: last - first + 1, first: first, input: dim.extent, dilation: dim.dilation, stride: dim.stride}
		image.dims = append([]imageDim{in}, image.dims...)
		elements *= float64(ceilDiv(dim.extent, dim.dilation))
		total *= float64(in.extent)
		if total > math.MaxInt32 {
			return false
		}
		dim.origin, dim.extent, dim.dilation, dim.stride = dim.origin-first, in.extent, 1, stride
		stride *= in.extent
	}
	images := o.size / (from.outerOutputs * from.last.outputs) // others are products of their own
	image.outer = []batch{{size: images, left: from.imageStride}}
	to.imageStride = stride
	stride *= images
	total *= float64(images)
	elements *= float64(images)
	for d := len(w.contraction.batches) - 1; d >= 0; d-- {
		if b := &w.contraction.batches[d]; b.left != 0 {
			image.outer = append([]batch{{size: b.size, left: b.left}}, image.outer...)
			b.left = stride
			stride *= b.size
			total *= float64(b.size)
			elements *= float64(b.size)
		}
	}
	if total > math.MaxInt32 || total*float64(w.form.per()) > float64(mostPadding*elements)+smallImage {
		return false
	}
	if w.form == halves && (to.inPlace(1) == nil || from.features < leastRun) {
		return false // making words, or copying rows of them, takes longer than half of the products
	}
	image.words, o.image = int(total), image
	w.contraction.left.window = &to
	return true
}

// lines is how many lines of the last dimension the image has.
func (m *wordImage) lines() int {
	return m.words / (m.dims[len(m.dims)-1].extent * m.wordsOfFeatures)
}

// line is where a line begins in the operand, if something of the input is there.
func (m *wordImage) line(number int) (at int, ok bool) {
	for d := len(m.dims) - 2; d >= 0; d-- {
		dim := &m.dims[d]
		x, seen := dim.place(number % dim.extent)
		if !seen {
			return 0, false
		}
		at += x
		number /= dim.extent
	}
	for d := len(m.outer) - 1; d >= 0; d-- {
		at += number % m.outer[d].size * m.outer[d].left
		number /= m.outer[d].size
	}
	return at, true
}

// fillLines makes lines [lo, hi) of the image.
func (o *wordOperand) fillLines(into []uint32, from []byte, lo, hi int) {
	m := o.image
	dim := &m.dims[len(m.dims)-1]
	size, width := o.from.Size(), m.wordsOfFeatures
	joined := dim.dilation == 1 && m.featureStride == 1 && dim.stride == m.features && m.features%o.form.per() == 0
	for n := lo; n < hi; n++ {
		line := into[n*dim.extent*width:][:dim.extent*width]
		at, ok := m.line(n)
		if !ok {
			o.blank(line)
			continue
		}
		first, end := inside(dim.first, 1, dim.input, dim.extent)
		if joined {
			o.blank(line[:first*width])
			o.blank(line[end*width:])
			if first < end {
				begin := at + (dim.first+first)*dim.stride
				o.along(line[first*width:end*width], from[begin*size:], (end-first)*m.features, 1)
			}
			continue
		}
		if o.form == quads && width == 1 && m.featureStride == 1 && m.features < 4 && dim.dilation == 1 {
			o.blank(line[:first])
			o.blank(line[end:])
			if first < end {
				o.fewFeatures(line[first:end], from, at+(dim.first+first)*dim.stride, dim.stride)
			}
			continue
		}
		for x := range dim.extent {
			place := line[x*width:][:width]
			if in, ok := dim.place(x); ok {
				o.along(place, from[(at+in)*size:], m.features, m.featureStride)
			} else {
				o.blank(place)
			}
		}
	}
}

// fewFeatures makes one word of the features of each position, step apart.
func (o *wordOperand) fewFeatures(into []uint32, from []byte, at, step int) {
	mask := uint32(1)<<(8*o.image.features) - 1
	turn := uint32(o.turn) * 0x01010101
	for i := range into {
		if at+4 <= len(from) {
			into[i] = (binary.LittleEndian.Uint32(from[at:]) ^ turn) & mask
		} else {
			into[i] = o.word(from, at, 1, o.image.features)
		}
		at += step
	}
}

// blank fills words of zeros.
func (o *wordOperand) blank(into []uint32) {
	zero := uint32(o.turn) * 0x01010101
	for i := range into {
		into[i] = zero
	}
}
