package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// pooling makes windows that leave channels alone, which are innermost or outside of positions.
func pooling(r *rand.Rand) (shape []int, w WindowDims) {
	images, channels := 1+r.IntN(2), 1+r.IntN(70)
	add := func(extent, size, stride, base, dilation int, padding [2]int) {
		shape = append(shape, extent)
		w.Size, w.Strides = append(w.Size, size), append(w.Strides, stride)
		w.BaseDilations, w.WindowDilations = append(w.BaseDilations, base), append(w.WindowDilations, dilation)
		w.Padding = append(w.Padding, padding)
	}
	last := r.IntN(3) > 0
	add(images, 1, 1, 1, 1, [2]int{})
	if !last {
		add(1+channels/8, 1, 1, 1, 1, [2]int{})
	}
	limit := 12
	switch {
	case r.IntN(20) == 0:
		limit = 60 // enough for several workers
	case !last && r.IntN(3) > 0:
		limit = 40
	}
	for range 1 + r.IntN(2) {
		extent, size, stride, base, dilation := r.IntN(limit), 1+r.IntN(4), 1+r.IntN(3), 1, 1
		padding := [2]int{r.IntN(4), r.IntN(4)}
		if r.IntN(4) == 0 {
			base, dilation = 1+r.IntN(3), 1+r.IntN(3)
		}
		if extent > 4 && r.IntN(4) == 0 {
			padding = [2]int{-r.IntN(3), -r.IntN(3)}
		}
		add(extent, size, stride, base, dilation, padding)
	}
	if last {
		add(channels, 1, 1, 1, 1, [2]int{})
	}
	return shape, w
}

// Pooling has the bits of windows that are walked over site by site, with each machine's code and
// without, with NaNs, infinities and zeros of both signs among elements and as initial values.
func TestPooling(t *testing.T) {
	types := []tensor.DType{tensor.F32, tensor.F32, tensor.F64, tensor.I32, tensor.BF16, tensor.U8}
	inits := []string{"-0", "nan", "inf", "-inf", "1"}
	lines, spaced, images, cases := 0, 0, 0, 0
	for seed := range campaign.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		shape, w := pooling(r)
		d := types[r.IntN(len(types))]
		kinds := foldKinds(d)
		kind := kinds[r.IntN(len(kinds))]
		out, err := WindowShape(shape, w)
		if err != nil {
			t.Fatal(err)
		}
		x := tensor.New(d, shape...)
		if x.Len() > 0 {
			x, _ = operandFor(d, int(seed), x.Len()).Reshape(shape...)
		}
		var init *tensor.Tensor
		if d.IsFloat() && r.IntN(2) == 0 {
			init = parse(t, d.String()+"="+inits[r.IntN(len(inits))])
		}
		checkWindows(t, fmt.Sprintf("case %d", seed), kind, shape, w, x, init, func(f *fold) {
			plan := planWindow(shape, out, w)
			cases++
			switch {
			case plan.byLines(f):
				lines++
			case plan.images(f) != nil:
				images++
			case plan.spaced(f) > 0:
				spaced++
			}
		})
	}
	if machine := len(machineLevels()) > 1; machine && (lines < cases/10 || images < cases/50) || spaced < cases/20 {
		t.Errorf("of %d cases %d run by lines, %d by phases and %d by images", cases, lines, spaced, images)
	}
}

// checkWindows compares windows by each machine's code with those that are walked over site by
// site. It shows the fold of each machine.
func checkWindows(t *testing.T, context, kind string, shape []int, w WindowDims, x, init *tensor.Tensor, show func(f *fold)) {
	t.Helper()
	defer parallel.SetWorkers(0)
	d := x.DType()
	out, err := WindowShape(shape, w)
	if err != nil {
		t.Fatal(err)
	}
	want := tensor.New(d, out...)
	var sparse *sparseWindow
	withLoops(machineLoops{}, func() { sparse = sparseOf(t, kind, d, shape, w) })
	if err := sparse.reduce(want, x, init, anyWork); err != nil {
		t.Fatal(err)
	}
	for number, level := range machineLevels() {
		withLoops(level, func() {
			f, err := newFold(kind, d)
			if err != nil {
				t.Fatal(err)
			}
			show(f)
			kernel, err := ResolveReduceWindow(kind, d, shape, w)
			if err != nil {
				t.Fatal(err)
			}
			for _, workers := range []int{1, 2, 3, 8} {
				parallel.SetWorkers(workers)
				got := tensor.New(d, out...)
				if err := kernel(got, x, init, anyWork); err != nil {
					t.Fatal(err)
				}
				same(t, fmt.Sprintf("%s, level %d, %d workers: %s of %v by %+v", context, number, workers, kind, x.TypeString(), w), got, want)
			}
		})
	}
}

// Windows that are three elements wide and two apart: lines of any length and padding, some of
// padding alone, a few or no NaNs.
func TestPools(t *testing.T) {
	inits := []string{"-0", "nan", "inf", "-inf", "1"}
	pools := 0
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 8))
		shape := []int{1 + r.IntN(3), 2 + r.IntN(20), 4 + r.IntN(90)}
		if r.IntN(20) == 0 {
			shape[1] = 100 + r.IntN(60) // several pieces
		}
		w := WindowDims{
			Size: []int{1, 1 + r.IntN(4), 3}, Strides: []int{1, 1 + r.IntN(3), 2}, BaseDilations: []int{1, 1, 1},
			WindowDilations: []int{1, 1 + r.IntN(2), 1}, Padding: [][2]int{{}, {r.IntN(4) - 1, r.IntN(4) - 1}, {r.IntN(5) - 2, r.IntN(5) - 2}},
		}
		if r.IntN(6) == 0 {
			w.Padding[1+r.IntN(2)][r.IntN(2)] = 20 + r.IntN(30)
		}
		if r.IntN(6) == 0 {
			w.WindowDilations[1], w.Size[1], shape = 1, 1, append([]int{1 + r.IntN(2)}, shape...)
			w = WindowDims{
				append([]int{1}, w.Size...), append([]int{1}, w.Strides...), append([]int{1}, w.BaseDilations...),
				append([]int{1}, w.WindowDilations...), append([][2]int{{}}, w.Padding...),
			}
		}
		x, err := operandFor(tensor.F32, int(seed), shapes.Product(shape)).Reshape(shape...)
		if err != nil {
			t.Fatal(err)
		}
		data := tensor.Data[float32](x)
		if seed%4 > 0 { // few NaNs, or none, so that vectors are computed that see none
			for i, v := range data {
				if v != v && (seed%4 > 1 || r.IntN(40) > 0) {
					data[i] = []float32{-1, 0, float32(math.Copysign(0, -1)), 5}[r.IntN(4)]
				}
			}
		}
		var init *tensor.Tensor
		if r.IntN(2) == 0 {
			init = parse(t, "f32="+inits[r.IntN(len(inits))])
		}
		out, err := WindowShape(shape, w)
		if err != nil {
			t.Fatal(err)
		}
		kind := []string{"max", "min"}[r.IntN(2)]
		checkWindows(t, fmt.Sprintf("case %d", seed), kind, shape, w, x, init, func(f *fold) {
			if planWindow(shape, out, w).pool(f) != nil {
				pools++
			}
		})
	}
	if len(machineLevels()) > 1 && pools < 100 {
		t.Errorf("only %d pools", pools)
	}
}
