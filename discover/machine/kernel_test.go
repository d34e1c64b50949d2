package machine

import (
	"slices"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

// TestWords has numbers come back from words as they were, NaNs as one, and numbers of two types be
// different words.
func TestWords(t *testing.T) {
	of := map[field.Element]tensor.DType{}
	for _, d := range tensor.DTypes() {
		if d.IsComplex() {
			continue
		}
		x := opgen.Edges(d)
		words := wordsOf(x, rewrite.Exact)
		back := wordsOf(numbersOf(words, d, x.Shape()), rewrite.Exact)
		finite := wordsOf(x, rewrite.Finite)
		nans := map[field.Element]bool{}
		for i, w := range words {
			if other, ok := of[w]; ok && other != d || w == field.Undefined || back[i] != w {
				t.Errorf("%v %v is the word %x, and then %x", d, x.ElementString(i), w, back[i])
			}
			of[w] = d
			v := 0.0
			if d.IsFloat() {
				v = x.Float64At(i)
			}
			switch {
			case v-v != 0: // NaN or infinite
				if v != v {
					nans[w] = true
				}
				if finite[i] != field.Undefined {
					t.Errorf("%v %v is said to be finite", d, v)
				}
			case v == 0 && d.IsFloat():
				if zero := wordsOf(single(d, 0), rewrite.Finite)[0]; finite[i] != zero {
					t.Errorf("a zero of %v is another one", d)
				}
			case finite[i] != w:
				t.Errorf("%v %v is another finite number", d, x.ElementString(i))
			}
		}
		if len(nans) > 1 {
			t.Errorf("%v has %d NaNs", d, len(nans))
		}
	}
}

// What is computed of something undefined is undefined.
func TestUndefined(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	block.AddArg(c.Tensor([]int64{4}, c.F32()), 0)
	block.AddArg(c.Tensor(nil, c.F32()), 0)
	o := ir.NewBuilder(c).AtEnd(block).OpWithTypes(tg.Compare, 0, []*ir.Type{c.Tensor([]int64{4}, c.Bool())}, block.Args(), ir.NamedAttr{Name: "direction", Value: c.StringAttr("lt")})
	f, err := compiled(o, rewrite.Finite)
	if err != nil {
		t.Fatal(err)
	}
	x := tensor.New(tensor.F32, 4)
	for i, v := range []float64{1, 2, 3, 4} {
		x.SetFloat64(i, v)
	}
	words := wordsOf(x, rewrite.Finite)
	words[2] = field.Undefined
	want := wordsOf(numbersOf(nil, tensor.Bool, []int{4}), rewrite.Finite)
	want[0], want[2] = wordsOf(single(tensor.Bool, 1), rewrite.Finite)[0], field.Undefined
	if got := f([][]field.Element{words, wordsOf(single(tensor.F32, 2), rewrite.Finite)}); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	if got := f([][]field.Element{words, {field.Undefined}}); slices.ContainsFunc(got, func(x field.Element) bool { return x != field.Undefined }) {
		t.Errorf("compared with something undefined: %x", got)
	}
}
