package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// dynamicCalls is @main, which calls 20 functions one after the other, with a
// shape that is known at run time only. Each adds its argument to itself. There
// are as many functions beside them.
func dynamicCalls() string {
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<?xi64>) -> tensor<?xi64> {\n")
	last := "%x"
	for i := range 20 {
		fmt.Fprintf(&b, "  %%%d = call @f%d(%s) : (tensor<?xi64>) -> tensor<?xi64>\n", i, i, last)
		last = fmt.Sprintf("%%%d", i)
	}
	fmt.Fprintf(&b, "  return %s : tensor<?xi64>\n}\n", last)
	for i := range 20 {
		fmt.Fprintf(&b, "func.func @f%d(%%x: tensor<?xi64>) -> tensor<?xi64> {\n  %%0 = tg.add %%x, %%x : tensor<?xi64>\n  return %%0 : tensor<?xi64>\n}\n", i)
		fmt.Fprintf(&b, "func.func @g%d(%%x: tensor<?xi64>) -> tensor<?xi64> {\n  %%0 = call @f%d(%%x) : (tensor<?xi64>) -> tensor<?xi64>\n  return %%0 : tensor<?xi64>\n}\n", i, i)
	}
	return b.String()
}

// Runs of one program in several goroutines, each with another shape, and
// compilations of the same module beside them.
func TestConcurrentRuns(t *testing.T) {
	m := interp.NewModule(module(t, dynamicCalls()))
	p, err := m.Program("main")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		in, err := tensor.FromSlice([]int{g}, slices.Repeat([]int64{int64(g) + 1}, g))
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for i := range 20 {
				if _, err := m.Program(fmt.Sprintf("g%d", (i+g)%20)); err != nil {
					t.Error(err)
				}
				r, err := p.Run([]*tensor.Tensor{in}, interp.Options{Times: true})
				if err != nil {
					t.Error(err)
					return
				}
				want := slices.Repeat([]int64{int64(g+1) << 20}, g)
				if got := tensor.Data[int64](r.Outputs[0]); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

// What an op with dynamic shapes has resolved for some shapes must not serve
// others, and its element type is the one of the text.
func TestDynamicShapesChange(t *testing.T) {
	const text = `func.func @main(%%x: tensor<?x%[1]s>, %%y: tensor<?x%[1]s>) -> tensor<?x%[1]s> {
	  %%0 = tg.mul %%x, %%y : tensor<?x%[1]s>
	  %%1 = tg.cumulate sum %%0 dim 0 : tensor<?x%[1]s>
	  return %%1 : tensor<?x%[1]s>
	}`
	for _, tt := range []struct{ elem, dtype string }{{"i32", "i32"}, {"si32", "i32"}, {"ui8", "ui8"}, {"index", "i64"}, {"f16", "f16"}} {
		p, err := interp.NewModule(module(t, fmt.Sprintf(text, tt.elem))).Program("main")
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range [][3]string{
			{"3x%s=[1,2,3]", "3x%s=[1,2,3]", "3x%s=1 5 14"},
			{"1x%s=[2]", "1x%s=[5]", "1x%s=10"},
			{"0x%s=[]", "0x%s=[]", "0x%s=[]"},
			{"3x%s=[1,1,1]", "3x%s=[1,2,3]", "3x%s=1 3 6"},
		} {
			in := tensors(t, []string{fmt.Sprintf(run[0], tt.dtype), fmt.Sprintf(run[1], tt.dtype)})
			r, err := p.Run(in, interp.Options{})
			if err != nil {
				t.Errorf("%s: %v", tt.elem, err)
				continue
			}
			if got, want := tensor.Format(r.Outputs[0]), fmt.Sprintf(run[2], tt.dtype); got != want {
				t.Errorf("%s: got %s, want %s", tt.elem, got, want)
			}
		}
	}
}
