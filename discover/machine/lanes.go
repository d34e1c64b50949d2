package machine

import (
	"math"
	"math/rand/v2"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/tensor"
)

// Lanes come in batches of one width, of which the first is what programs are told apart by. It
// begins with the groups: lanes on whose ordinary numbers most programs stay finite.
const (
	width      = 1024
	groups     = 4
	groupWidth = 32
	exhaustive = 1 << 16 // so many combinations of all numbers are tried
	edgy       = 1 << 14 // and of edge values
	randomly   = 4       // batches
)

// lanes are the inputs of all batches: for each batch a tensor for each input.
func lanes(dtypes []tensor.DType, seed uint64) [][]*tensor.Tensor {
	g := &generator{rand.New(rand.NewPCG(seed, 1)), dtypes, nil}
	g.ordinary()
	landmarks := make([]*tensor.Tensor, len(dtypes))
	for i, d := range dtypes {
		landmarks[i] = landmarksOf(d)
	}
	g.combine(landmarks)
	g.fill(width)
	all, edges := make([]*tensor.Tensor, len(dtypes)), make([]*tensor.Tensor, len(dtypes))
	total := 1
	for i, d := range dtypes {
		all[i], edges[i] = numbersOf(d), edgesOf(d)
		if all[i] == nil || total > exhaustive/all[i].Len() {
			total = exhaustive + 1
			continue
		}
		total *= all[i].Len()
	}
	if total <= exhaustive {
		g.combine(all)
	} else {
		g.combine(cut(edges))
		g.fill(len(g.lanes) + randomly*width)
	}
	g.fill((len(g.lanes) + width - 1) / width * width)
	return g.batches()
}

// generator makes lanes, each a number for each input, as bytes.
type generator struct {
	*rand.Rand
	dtypes []tensor.DType
	lanes  [][][]byte
}

// element are the bytes of one element.
func element(x *tensor.Tensor, i int) []byte {
	n := x.DType().Size()
	return x.Bytes()[i*n : (i+1)*n]
}

// number are the bytes of a number.
func number(d tensor.DType, v float64) []byte {
	x := tensor.New(d, 1)
	if d.IsFloat() {
		x.SetFloat64(0, v)
	} else {
		opgen.SetInteger(x, 0, int64(v))
	}
	return x.Bytes()
}

// ordinary makes the groups: of either sign, positive, between 0 and 1, and negative. Integers
// are small ones.
func (g *generator) ordinary() {
	for group := range groups {
		for range groupWidth {
			lane := make([][]byte, len(g.dtypes))
			for i, d := range g.dtypes {
				v := float64(1 + g.IntN(32))
				switch {
				case d == tensor.Bool:
					v = float64(g.IntN(2))
				case !d.IsFloat():
					if v -= 16; d.IsUnsigned() {
						v += 15
					}
				case group == 0:
					v = (v - 0.5) / 4 * float64(1-2*g.IntN(2))
				case group == 1:
					v /= 4
				case group == 2:
					v = (v - 0.5) / 32
				default:
					v /= -4
				}
				lane[i] = number(d, v)
			}
			g.lanes = append(g.lanes, lane)
		}
	}
}

// combine makes a lane of each combination of numbers for the inputs.
func (g *generator) combine(numbers []*tensor.Tensor) {
	total := 1
	for _, x := range numbers {
		total *= x.Len()
	}
	for k := range total {
		lane := make([][]byte, len(numbers))
		for i, x := range numbers {
			lane[i] = element(x, k%x.Len())
			k /= x.Len()
		}
		g.lanes = append(g.lanes, lane)
	}
}

// fill makes random lanes until there are so many. Now and then two inputs are equal.
func (g *generator) fill(until int) {
	for len(g.lanes) < until {
		lane := make([][]byte, len(g.dtypes))
		for i, d := range g.dtypes {
			if i > 0 && d == g.dtypes[i-1] && g.IntN(8) == 0 {
				lane[i] = lane[i-1]
			} else {
				lane[i] = g.any(d)
			}
		}
		g.lanes = append(g.lanes, lane)
	}
}

// any is a number at an edge, a small one, or any bits.
func (g *generator) any(d tensor.DType) []byte {
	switch edges := edgesOf(d); {
	case d == tensor.Bool:
		return number(d, float64(g.IntN(2)))
	case g.IntN(3) == 0:
		return element(edges, g.IntN(edges.Len()))
	case g.IntN(2) == 0:
		v := float64(g.IntN(65) - 32)
		if d.IsFloat() {
			v /= 4
		}
		return number(d, v)
	}
	b := make([]byte, d.Size())
	for i, word := 0, g.Uint64(); i < len(b); i++ {
		b[i] = byte(word >> (8 * i))
	}
	return b
}

// batches are the lanes as tensors.
func (g *generator) batches() [][]*tensor.Tensor {
	list := make([][]*tensor.Tensor, len(g.lanes)/width)
	for k := range list {
		for i, d := range g.dtypes {
			x := tensor.New(d, width)
			for l := range width {
				copy(element(x, l), g.lanes[k*width+l][i])
			}
			list[k] = append(list[k], x)
		}
	}
	return list
}

// numbersOf are all numbers of a dtype of at most 16 bits, nil for others.
func numbersOf(d tensor.DType) *tensor.Tensor {
	if d == tensor.Bool {
		return edgesOf(d)
	}
	if d.Size() > 2 {
		return nil
	}
	x := tensor.New(d, 1<<(8*d.Size()))
	for k := range x.Len() {
		for b := range d.Size() {
			x.Bytes()[k*d.Size()+b] = byte(k >> (8 * b))
		}
	}
	return x
}

// edgesOf are the numbers at which a dtype changes its ways, each once.
func edgesOf(d tensor.DType) *tensor.Tensor {
	return distinct(opgen.Edges(d))
}

// landmarksOf are the few that tell most programs apart.
func landmarksOf(d tensor.DType) *tensor.Tensor {
	if d == tensor.Bool {
		return edgesOf(d)
	}
	list := []float64{0, 1, -1, 2, -2, 3, float64(d.Bits() - 1), -128}
	if d.IsFloat() {
		list = []float64{math.NaN(), 0, math.Copysign(0, -1), 1, -1.5, math.Inf(1), math.Inf(-1), 0.5}
	}
	x := tensor.New(d, len(list))
	for i, v := range list {
		copy(element(x, i), number(d, v))
	}
	return distinct(x)
}

// distinct are the numbers of a list, each once.
func distinct(x *tensor.Tensor) *tensor.Tensor {
	seen, list := map[string]bool{}, []byte{}
	for i := range x.Len() {
		if b := element(x, i); !seen[string(b)] {
			seen[string(b)] = true
			list = append(list, b...)
		}
	}
	return tensor.Wrap(x.DType(), []int{len(list) / x.DType().Size()}, list)
}

// cut shortens lists until their combinations are few enough; the ordinary numbers come first.
func cut(lists []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(lists))
	for most := 1 << 12; ; most = most * 7 / 8 {
		total := 1
		for i, x := range lists {
			n := min(x.Len(), most)
			out[i] = tensor.Wrap(x.DType(), []int{n}, x.Bytes()[:n*x.DType().Size()])
			total *= n
		}
		if total <= edgy {
			return out
		}
	}
}
