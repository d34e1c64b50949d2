package contract

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Small numbers are multiplied several at a time: machines have instructions that take two or four
// products of the numbers in words of 32 bits, and add them to a sum of 32 bits. So operands are
// copied into words first, each of neighbours along the inner axis, and what follows is a
// contraction of words, which is cut up, packed and shared out like any other. Sums of integers
// wrap, so that all forms of words give the same bits; floats are multiplied so where that is known
// to give the same bits as one product after the other.

// form is how numbers lie in words.
type form uint8

const (
	// quads are four bytes, of one operand with signs and of the other one without. Where both have
	// signs, or none, 128 is added to or subtracted from those of the left operand, which turns
	// their first bit, and what that adds to each column of the result is subtracted beforehand.
	quads form = iota
	// pairs are two integers of 16 bits, with signs.
	pairs
	// halves are two numbers of bf16, the first one in the upper half: the instruction begins with
	// that. It takes subnormal numbers for zero.
	halves
)

// per is how many numbers are in a word.
func (f form) per() int {
	if f == quads {
		return 4
	}
	return 2
}

// formsOf are the forms that operands may have, on any machine, the fastest first; none for
// operands of other types.
func formsOf(out, lhs, rhs tensor.DType) []form {
	byteSized := func(d tensor.DType) bool { return d == tensor.I8 || d == tensor.U8 || d == tensor.Bool }
	small := func(d tensor.DType) bool { return byteSized(d) || d == tensor.I16 }
	switch {
	case lhs == tensor.BF16 && rhs == tensor.BF16 && out != tensor.F64:
		return []form{halves}
	case out == tensor.Bool || !out.IsInteger() || out.Size() > 4 || !small(lhs) || !small(rhs):
		return nil
	case byteSized(lhs) && byteSized(rhs):
		return []form{quads, pairs}
	}
	return []form{pairs}
}

// signed reports whether numbers of an operand have signs.
func signed(d tensor.DType) bool { return d == tensor.I8 || d == tensor.I16 }

// words is a contraction of words, and how they are made of the operands.
type words struct {
	form        form
	contraction contraction
	operands    [2]wordOperand // those of its left and its right side
	caller      [2]int         // which operands of the caller these are
	starts      bool           // sums do not begin with zero
}

// wordOperand is how an operand becomes words: matrices, one after the other, in which vectors are
// columns if across is set, or else rows.
type wordOperand struct {
	form      form
	from      tensor.DType
	turn      byte    // what the bits of bytes are turned by
	size      int     // vectors
	vectors   offsets // where they are in the operand
	inner     offsets
	runs, run int     // the inner axis has so many runs of numbers, each of which begins with a new word
	matrices  []batch // with their distances in the operand as left
	across    bool
	image     *wordImage // instead of matrices, for windows
}

// leastWordRun is how many numbers make it worth while to put them into words.
const leastWordRun = 3

// newWords is the contraction of words of a form, or nil if there would be too many.
func newWords(f form, c contraction, lhs, rhs tensor.DType) *words {
	if c.channelwise != nil || c.depth == 0 || c.outputs == 0 {
		return nil
	}
	if c.left.window == nil {
		c.orient()
	}
	w := &words{form: f, contraction: c, caller: [2]int{0, 1}}
	if c.swapped {
		w.caller = [2]int{1, 0}
	}
	types := [2]tensor.DType{lhs, rhs}
	runs, run := 1, c.depth
	if c.left.window != nil {
		run = c.left.window.features
		runs = c.depth / run
	}
	if run < leastWordRun {
		return nil
	}
	for i, s := range []*side{&c.left, &c.right} {
		w.operands[i] = wordOperand{form: f, from: types[w.caller[i]], size: s.size, vectors: s.vectors, inner: s.inner, runs: runs, run: run}
		w.operands[i].across = s.window == nil && !(s.inner.direct() && s.inner.stride == 1) && s.vectors.direct() && s.vectors.stride == 1
	}
	if left, right := &w.operands[0], &w.operands[1]; f == quads && signed(left.from) == signed(right.from) {
		left.turn, w.starts = 0x80, true
	}
	w.contraction.swapped, w.contraction.oriented = false, true
	w.contraction.packed[0] = c.packed[0] && f != halves // which may have to be unpacked
	w.contraction.depth = w.operands[0].depth()
	w.contraction.batches = slices.Clone(c.batches)
	if c.left.window == nil {
		w.matrices(0)
	} else if !w.window() {
		return nil
	}
	w.matrices(1)
	return w
}

// depth is how many words a vector has.
func (o *wordOperand) depth() int { return o.runs * ceilDiv(o.run, o.form.per()) }

// matrices lets a side of the contraction of words be the matrices that are made of its operand.
func (w *words) matrices(n int) {
	o, s := &w.operands[n], []*side{&w.contraction.left, &w.contraction.right}[n]
	s.vectors, s.inner = offsets{stride: o.depth()}, offsets{stride: 1}
	if o.across {
		s.vectors, s.inner = offsets{stride: 1}, offsets{stride: o.size}
	}
	matrix := o.size * o.depth()
	for d := len(w.contraction.batches) - 1; d >= 0; d-- {
		b := &w.contraction.batches[d]
		stride := []*int{&b.left, &b.right}[n]
		if *stride != 0 {
			o.matrices = append([]batch{{size: b.size, left: *stride}}, o.matrices...)
			*stride, matrix = matrix, matrix*b.size
		}
	}
}

// count is the number of matrices, words that of all words.
func (o *wordOperand) count() int {
	n := 1
	for _, b := range o.matrices {
		n *= b.size
	}
	return n
}

func (o *wordOperand) words() int {
	if o.image != nil {
		return o.image.words
	}
	return shapes.Saturated(o.count(), o.size, o.depth())
}

// startWords is the number of sums that do not begin with zero.
func (w *words) startWords() int {
	if !w.starts {
		return 0
	}
	return shapes.Saturated(w.operands[1].count(), w.operands[1].size)
}

// packedWords is how many words operand n has given packed: the panels, and what sums begin with,
// or the range of its numbers.
func (w *words) packedWords(n int) int {
	words := w.operands[n].words()
	if n == 1 {
		words = shapes.Sum(words, w.startWords())
	}
	if w.form == halves {
		words = shapes.Sum(words, 1)
	}
	return words
}

// memory is what words of operands that are not given packed take, in bytes.
func (w *words) memory() int {
	bytes := func(words int) int { return alignUp(shapes.Saturated(4, words)) }
	return shapes.Sum(bytes(w.operands[0].words()), bytes(w.operands[1].words()), bytes(w.startWords()))
}

// wordsLayout is what the words of a packed operand depend on, besides what all layouts do.
func (p *prepared) wordsLayout(i int) (list []int) {
	for _, w := range p.words {
		for n, o := range w.operands {
			if w.caller[n] == i {
				list = append(list, int(w.form), int(w.operands[0].turn), n, o.runs, o.run)
			}
		}
	}
	return list
}
