package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
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
	defer parallel.SetWorkers(0)
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
					same(t, fmt.Sprintf("case %d, level %d, %d workers: %s of %v by %+v", seed, number, workers, kind, x.TypeString(), w), got, want)
				}
			})
		}
	}
	if lines < cases/10 || spaced < cases/20 || images < cases/50 {
		t.Errorf("of %d cases %d run by lines, %d by phases and %d by images", cases, lines, spaced, images)
	}
}
