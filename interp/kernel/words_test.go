package kernel

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// Functions on words compute what the loops of their ops do, one element at a time, and leave the
// bits beyond the element alone.
func TestWordsAgreeWithLoops(t *testing.T) {
	tested := 0
	check := func(what string, b Blocks, err error, out tensor.DType, in ...tensor.DType) {
		t.Helper()
		if err != nil || b.Words.One == nil && b.Words.Two == nil && b.Words.Three == nil {
			return
		}
		tested++
		wordsAgree(t, what, b, out, in)
	}
	for _, d := range tensor.DTypes() {
		for name := range unaryNames {
			if unaryTests[name] == nil {
				b, err := UnaryBlocks(name, d)
				check(fmt.Sprint(name, " ", d), b, err, d, d)
			}
		}
		for name := range binaryNames {
			b, err := BinaryBlocks(name, d)
			check(fmt.Sprint(name, " ", d), b, err, d, d, d)
		}
		for _, direction := range []string{"lt", "le", "gt", "ge", "eq", "ne"} {
			for _, total := range []bool{false, true} {
				b, err := CompareBlocks(direction, d, total)
				check(fmt.Sprint(direction, " ", d, " ", total), b, err, tensor.Bool, d, d)
			}
		}
		b, err := SelectBlocks(d)
		check(fmt.Sprint("select ", d), b, err, d, tensor.Bool, d, d)
		for _, to := range tensor.DTypes() {
			b, err := ConvertBlocks(d, to)
			check(fmt.Sprint("convert ", d, " to ", to), b, err, to, d)
		}
	}
	if tested < 350 {
		t.Errorf("only %d ops have functions on words", tested)
	}
}

func wordsAgree(t *testing.T, what string, b Blocks, out tensor.DType, in []tensor.DType) {
	t.Helper()
	args := make([]*tensor.Tensor, len(in))
	for i, d := range in {
		args[i] = samples(d, i%2 == 1, 500)
	}
	n := args[0].Len()
	for _, x := range args {
		n = min(n, x.Len())
	}
	got, want := tensor.New(out, n), tensor.New(out, n)
	parts := make([][]byte, len(in))
	for i, x := range args {
		parts[i] = x.Bytes()[:n*x.DType().Size()]
	}
	switch len(in) {
	case 1:
		b.Unary(want.Bytes(), parts[0])
	case 2:
		b.Binary(want.Bytes(), parts[0], parts[1])
	default:
		b.Ternary(want.Bytes(), parts[0], parts[1], parts[2])
	}
	for k := range n {
		var w [3]uint64
		for i, x := range args {
			size := x.DType().Size()
			w[i] = loadWord(x.Bytes()[k*size : (k+1)*size])
		}
		var r uint64
		switch len(in) {
		case 1:
			r = b.Words.One(w[0])
		case 2:
			r = b.Words.Two(w[0], w[1])
		default:
			r = b.Words.Three(w[0], w[1], w[2])
		}
		if r&^maskOf(out) != 0 {
			t.Fatalf("%s of %x: the word %#x has bits beyond the element", what, w, r)
		}
		storeWord(got.Bytes()[k*out.Size():(k+1)*out.Size()], r)
	}
	same(t, what, got, want)
}
