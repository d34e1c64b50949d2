package contraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/tensor"
)

// convolution is a random one, with the definition of what it is.
type convolution struct {
	spatial                        int
	input, kernel, output          string // the names of dimensions
	strides, inDilation, kDilation []int
	low, high                      []int
	reversed                       []bool
	groups, batchGroups            int
	inShape, kernelShape, outShape []int
	images, features, outputs      int
}

func shuffled(r *rand.Rand, names string) string {
	b := []byte(names)
	r.Shuffle(len(b), func(i, k int) { b[i], b[k] = b[k], b[i] })
	return string(b)
}

// randomConvolution is nil where padding removes more than there is.
func randomConvolution(r *rand.Rand) *convolution {
	c := &convolution{spatial: 1 + r.IntN(3), groups: 1, batchGroups: 1}
	names := "dhw"[3-c.spatial:]
	c.input, c.kernel, c.output = shuffled(r, "nc"+names), shuffled(r, "io"+names), shuffled(r, "nc"+names)
	switch r.IntN(4) {
	case 0:
		c.groups = 1 + r.IntN(3)
	case 1:
		c.batchGroups = 1 + r.IntN(3)
	}
	perGroup := 1 + r.IntN(2)
	c.images, c.features, c.outputs = c.batchGroups*(1+r.IntN(2)), perGroup*c.groups, c.groups*c.batchGroups*(1+r.IntN(2))
	in := map[byte]int{'n': c.images, 'c': c.features}
	kernel := map[byte]int{'i': perGroup, 'o': c.outputs}
	out := map[byte]int{'n': c.images / c.batchGroups, 'c': c.outputs}
	for i := range c.spatial {
		input, window := r.IntN(5)+1, r.IntN(3)+1
		if r.IntN(40) == 0 {
			input = 0
		}
		c.strides, c.inDilation, c.kDilation = append(c.strides, 1+r.IntN(3)), append(c.inDilation, 1+r.IntN(3)), append(c.kDilation, 1+r.IntN(3))
		c.low, c.high = append(c.low, r.IntN(6)-2), append(c.high, r.IntN(6)-2)
		c.reversed = append(c.reversed, r.IntN(3) == 0)
		padded := c.low[i] + c.high[i] + max(0, (input-1)*c.inDilation[i]+1)
		if padded < 0 {
			return nil
		}
		extent := 0
		if reach := (window-1)*c.kDilation[i] + 1; padded >= reach {
			extent = (padded-reach)/c.strides[i] + 1
		}
		in[names[i]], kernel[names[i]], out[names[i]] = input, window, extent
	}
	shape := func(layout string, extents map[byte]int) (s []int) {
		for i := range len(layout) {
			s = append(s, extents[layout[i]])
		}
		return s
	}
	c.inShape, c.kernelShape, c.outShape = shape(c.input, in), shape(c.kernel, kernel), shape(c.output, out)
	return c
}

// text is a function of the convolution. Extents of the batch and of space may be left open, and
// padding to an operand.
func (c *convolution) text(open, told bool) string {
	typed := func(layout string, shape []int) string {
		s := slices.Clone(shape)
		for i := range s {
			if open && !strings.ContainsRune("cio", rune(layout[i])) && !strings.Contains(layout, "i") {
				s[i] = -1
			}
		}
		return value(s, "f64")
	}
	dims := func(layout string) string { return "[" + strings.Join(strings.Split(layout, ""), ", ") + "]" }
	list := func(v any) string { return strings.ReplaceAll(fmt.Sprint(v), " ", ", ") }
	x, w, y := typed(c.input, c.inShape), typed(c.kernel, c.kernelShape), typed(c.output, c.outShape)
	pads, rows := []string{}, []string{}
	for i := range c.low {
		pads = append(pads, fmt.Sprintf("%d:%d", c.low[i], c.high[i]))
		rows = append(rows, fmt.Sprintf("[%d, %d]", c.low[i], c.high[i]))
	}
	between := " pads [" + strings.Join(pads, ", ") + "]"
	op, operand, operandType, before := "conv", "", "", ""
	if told {
		between, op, operand = "", "dynamic_conv", ", %p"
		operandType = fmt.Sprintf(", tensor<%dx2xi32>", c.spatial)
		before = fmt.Sprintf("  %%p = tg.constant dense<[%s]> : tensor<%dx2xi32>\n", strings.Join(rows, ", "), c.spatial)
	}
	return fmt.Sprintf("func.func @f(%%x: %s, %%w: %s) -> %s {\n%s  %%0 = tg.%s %%x, %%w%s layout %s x %s -> %s strides %s%s input_dilation %s kernel_dilation %s reversal %s groups %d batch_groups %d : (%s, %s%s) -> %s\n  return %%0 : %s\n}\n",
		x, w, y, before, op, operand, dims(c.input), dims(c.kernel), dims(c.output), list(c.strides), between, list(c.inDilation), list(c.kDilation),
		list(c.reversed), c.groups, c.batchGroups, x, w, operandType, y, y)
}

// each calls f with the places of all products that the result adds up, as numbers of elements.
func (c *convolution) each(f func(in, kernel, out int)) {
	place := func(layout string, shape []int, at map[byte]int) int {
		n := 0
		for i := range len(layout) {
			n = n*shape[i] + at[layout[i]]
		}
		return n
	}
	names := "dhw"[3-c.spatial:]
	extent := func(layout string, shape []int, name byte) int { return shape[strings.IndexByte(layout, name)] }
	perGroup := extent(c.kernel, c.kernelShape, 'i')
	images := c.images / c.batchGroups
	for n := range images {
		for o := range c.outputs {
			for i := range perGroup {
				in, kernel, out := map[byte]int{}, map[byte]int{'i': i, 'o': o}, map[byte]int{'n': n, 'c': o}
				in['c'] = o/(c.outputs/c.groups)*perGroup + i
				in['n'] = o/(c.outputs/c.batchGroups)*images + n
				var along func(s int)
				along = func(s int) {
					if s == c.spatial {
						f(place(c.input, c.inShape, in), place(c.kernel, c.kernelShape, kernel), place(c.output, c.outShape, out))
						return
					}
					name := names[s]
					for p := range extent(c.output, c.outShape, name) {
						for k := range extent(c.kernel, c.kernelShape, name) {
							x := p*c.strides[s] + k*c.kDilation[s] - c.low[s]
							if x < 0 || x%c.inDilation[s] != 0 || x/c.inDilation[s] >= extent(c.input, c.inShape, name) {
								continue
							}
							in[name], out[name], kernel[name] = x/c.inDilation[s], p, k
							if c.reversed[s] {
								kernel[name] = extent(c.kernel, c.kernelShape, name) - 1 - k
							}
							along(s + 1)
						}
					}
				}
				along(0)
			}
		}
	}
}

// TestConv compares the derivatives with sums over the definition of a convolution, which are exact
// for whole numbers.
func TestConv(t *testing.T) {
	cases := 0
	for seed := range campaign.Seeds(150) {
		r := rand.New(rand.NewPCG(seed, 0x636f6e76))
		c := randomConvolution(r)
		if c == nil {
			continue
		}
		cases++
		text := c.text(seed%4 == 1 && !slices.Contains(c.outShape, 0), seed%5 == 2)
		whole := func() float64 { return float64(r.IntN(9) - 4) }
		x, w := filled(tensor.F64, c.inShape, whole), filled(tensor.F64, c.kernelShape, whole)
		tx, tw, g := filled(tensor.F64, c.inShape, whole), filled(tensor.F64, c.kernelShape, whole), filled(tensor.F64, c.outShape, whole)
		cx, cw, ty := make([]float64, x.Len()), make([]float64, w.Len()), make([]float64, g.Len())
		c.each(func(in, kernel, out int) {
			cx[in] += g.Float64At(out) * w.Float64At(kernel)
			cw[kernel] += g.Float64At(out) * x.Float64At(in)
			ty[out] += tx.Float64At(in)*w.Float64At(kernel) + x.Float64At(in)*tw.Float64At(kernel)
		})
		d := derive(t, text)
		back := run(t, d.vjp, x, w, g)
		for i, want := range [][]float64{cx, cw} {
			if got := numbers(back[1+i]); !slices.Equal(got, want) {
				t.Errorf("case %d: the cotangent of operand %d is %v, but should be %v\n%s", seed, i, got, want, text)
			}
		}
		if got := numbers(run(t, d.jvp, x, w, tx, tw)[1]); !slices.Equal(got, ty) {
			t.Errorf("case %d: the tangent is %v, but should be %v\n%s", seed, got, ty, text)
		}
	}
	t.Logf("%d convolutions", cases)
}
