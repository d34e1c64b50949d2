package kernel

import (
	"errors"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// spending is a Spender that is a function.
type spending func(steps int) error

func (f spending) Spend(steps int) error { return f(steps) }

// anyWork allows everything.
var anyWork = spending(func(int) error { return nil })

// sparseOf is the kernel for windows that see few of their positions, whatever the window.
func sparseOf(t *testing.T, kind string, d tensor.DType, shape []int, w WindowDims) *sparseWindow {
	f, err := newFold(kind, d)
	if err != nil {
		t.Fatal(err)
	}
	sites, err := ResolveWindowSites(shape, w)
	if err != nil {
		t.Fatal(err)
	}
	return &sparseWindow{f, sites, f.store != nil && (kind == "sum" || kind == "prod")}
}

// A window of thousands of positions, most of them padding, folds to the bits of one position after
// the other.
func TestSparseWindowRepeats(t *testing.T) {
	for _, d := range []tensor.DType{tensor.Bool, tensor.I8, tensor.U64, tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		for _, kind := range foldKinds(d) {
			for _, start := range edges(d) {
				init := tensor.New(d)
				init.SetFloat64(0, start)
				x := samples(d, false, 0)
				x = tensor.Wrap(d, []int{3}, x.Bytes()[:3*d.Size()])
				w := WindowDims{[]int{3001}, []int{1}, []int{700}, []int{1}, [][2]int{{1000, 600}}}
				sparse := sparseOf(t, kind, d, x.Shape(), w)
				want, got := tensor.New(d, 1), tensor.New(d, 1)
				plan := planWindow(x.Shape(), sparse.sites.out, w)
				plan.roundSteps = sparse.roundSteps
				plan.kernel(sparse.fold)(want, x, init, anyWork)
				sparse.reduce(got, x, init, anyWork)
				same(t, kind+" of "+d.String()+" from "+init.String(), got, want)
			}
		}
	}
}

// Where the window, its padding or its dilations are huge, only the elements that it sees take
// work.
func TestHugeWindows(t *testing.T) {
	const huge = 1 << 40
	x := parse(t, "3xf32=[1 2 4]")
	for _, tt := range []struct {
		name, kind, init             string
		size, stride, base, dilation int
		before, behind               int
		want                         string
	}{
		{"before", "sum", "", huge, 1, 1, 1, huge - 3, 0, "1xf32=[7]"},
		{"behind", "sum", "", huge, 1, 1, 1, 0, huge - 2, "2xf32=[7 6]"},
		{"gaps", "max", "", huge + 1, huge, huge, 1, 0, 0, "2xf32=[2 4]"},
		{"apart", "prod", "", 2, 1, huge, 2 * huge, 0, 0, "1xf32=[4]"},
		{"from a half", "min", "f32=0.5", huge, 1, 1, 1, huge - 3, 0, "1xf32=[0.5]"},
		{"to infinity", "prod", "f32=3", huge, 1, 1, 1, huge - 3, 0, "1xf32=[inf]"},
		{"alternating", "prod", "f32=-1", huge, 1, 1, 1, huge - 4, 1, "1xf32=[8]"},
		{"halves", "mean", "", huge, 1, 1, 1, huge - 3, 0, "1xf32=[6.366463e-12]"},
	} {
		w := WindowDims{[]int{tt.size}, []int{tt.stride}, []int{tt.base}, []int{tt.dilation}, [][2]int{{tt.before, tt.behind}}}
		kernel, err := ResolveReduceWindow(tt.kind, tensor.F32, x.Shape(), w)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var init *tensor.Tensor
		if tt.init != "" {
			init = parse(t, tt.init)
		}
		want, work := parse(t, tt.want), 0
		got := tensor.New(tensor.F32, want.Shape()...)
		if err := kernel(got, x, init, spending(func(steps int) error { work += steps; return nil })); err != nil || work > 10000 {
			t.Errorf("%s: %v after %d steps", tt.name, err, work)
		}
		same(t, tt.name, got, want)
	}

	// A sum of tenths goes on and on; it ends when there may be no more work.
	w := WindowDims{[]int{huge}, []int{1}, []int{1}, []int{1}, [][2]int{{huge - 3, 0}}}
	kernel, err := ResolveReduceWindow("sum", tensor.F64, []int{3}, w)
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	left := 1 << 20
	err = kernel(tensor.New(tensor.F64, 1), tensor.New(tensor.F64, 3), parse(t, "f64=0.1"), spending(func(steps int) error {
		if left -= steps; left < 0 {
			return stop
		}
		return nil
	}))
	if err != stop {
		t.Errorf("an endless sum ends with %v", err)
	}
}
