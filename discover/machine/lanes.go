package machine

import (
	"math"
	"math/rand/v2"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

const (
	width      = 256     // lanes of one trial
	exhaustive = 1 << 16 // so many combinations of all numbers are tried, one in each lane
	random     = 1 << 13 // and so many lanes where there are more
	stride     = 40503   // odd, so that combinations that follow each other are of all kinds
)

// lanes are the inputs of programs, trial by trial.
type lanes struct {
	dtypes []tensor.DType
	level  rewrite.Level
	span   span
	seed   uint64
	first  []*tensor.Tensor // landmarks of each input
	all    []*tensor.Tensor // all numbers of each input, if all combinations are tried
	total  int              // how many those are, a power of two
	trials int
	made   [][][]field.Element // words by trial, of those that were asked for
}

func newLanes(dtypes []tensor.DType, level rewrite.Level, seed uint64) *lanes {
	l := &lanes{dtypes: dtypes, level: level, seed: seed, trials: random / width}
	for _, d := range dtypes {
		l.first = append(l.first, landmarks(d))
	}
	total := 1
	for _, d := range dtypes {
		x := numbers(d)
		if x == nil || level != rewrite.Exact || total > exhaustive/x.Len() {
			l.all = nil
			return l
		}
		l.all, total = append(l.all, x), total*x.Len()
	}
	l.trials, l.total = (total+width-1)/width, total
	return l
}

// words are those of an input in a trial. It serves one goroutine at a time.
func (l *lanes) words(input, trial int) []field.Element {
	for len(l.made) <= trial {
		l.made = append(l.made, nil)
	}
	if l.made[trial] == nil {
		for _, x := range l.inputs(trial) {
			l.made[trial] = append(l.made[trial], wordsOf(x, l.level))
		}
	}
	return l.made[trial][input]
}

// inputs are the numbers of a trial. The first one has combinations of landmarks, by which most
// programs are told apart.
func (l *lanes) inputs(trial int) []*tensor.Tensor {
	r := rand.New(rand.NewPCG(l.seed, uint64(trial)))
	list := make([]*tensor.Tensor, len(l.dtypes))
	for n, d := range l.dtypes {
		list[n] = tensor.New(d, width)
	}
	for i := range width {
		combination := i
		if trial > 0 && l.all != nil {
			combination = (i + (trial-1)*width) * stride % l.total
		}
		for n, d := range l.dtypes {
			numbers := l.first[n]
			switch {
			case l.all != nil && trial > 0:
				numbers = l.all[n]
			case n > 0 && d == l.dtypes[n-1] && (trial > 0 || i >= width/2) && r.IntN(8) == 0: // equal operands are edges, too, and neighbours
				opgen.CopyElement(list[n], i, list[n-1], i)
				if d != tensor.Bool && r.IntN(2) == 0 {
					list[n].Bytes()[i*d.Size()] ^= 1
				}
				continue
			case l.level != rewrite.Exact && d.IsFloat():
				list[n].SetFloat64(i, l.span.draw(r))
				continue
			case trial == 0 && i < width/2 && n > 1:
				combination = r.IntN(numbers.Len())
			case trial == 0 && i < width/2:
			default:
				l.draw(r, list[n], i)
				continue
			}
			opgen.CopyElement(list[n], i, numbers, combination%numbers.Len())
			combination /= numbers.Len()
		}
	}
	return list
}

// span is where ordinary numbers are: between two numbers, of either sign if mirrored is set; the
// zero value is wide.
type span struct {
	from, to float64
	mirrored bool
}

// wide is for those that draw ordinary numbers of any size.
var wide = span{}

// ranges are where functions are defined: those that are nowhere but between -1 and 1 and their
// inverses, those that are for positive numbers only, and those from 1 on.
var ranges = []span{{from: 1.0 / 16, to: 15.0 / 16, mirrored: true}, {from: 1.0 / 16, to: 15.0 / 16}, {from: 1.0625, to: 3}}

func (s span) draw(r *rand.Rand) float64 {
	if s == wide {
		return ordinary(r)
	}
	v := s.from + float64((s.to-s.from)*r.Float64())
	if s.mirrored && r.IntN(2) == 0 {
		return -v
	}
	return v
}

// ordinary is a number of which few functions are NaN or infinite, with many bits or few.
func ordinary(r *rand.Rand) float64 {
	if r.IntN(8) == 0 {
		return float64(r.IntN(17)-8) / 2
	}
	v := math.Ldexp(1+float64(r.Float64()), r.IntN(8)-4)
	if r.IntN(3) == 0 {
		return -v
	}
	return v
}

// draw sets an element to a number at an edge, a small one, or any bits.
func (l *lanes) draw(r *rand.Rand, x *tensor.Tensor, i int) {
	d := x.DType()
	switch edges := opgen.Edges(d); {
	case d == tensor.Bool:
		opgen.SetInteger(x, i, r.Int64N(2))
	case r.IntN(2) == 0:
		opgen.CopyElement(x, i, edges, r.IntN(edges.Len()))
	case r.IntN(3) > 0 && d.IsFloat(): // of magnitudes at which functions saturate or overflow, too
		x.SetFloat64(i, ordinary(r)*math.Ldexp(1, r.IntN(17)-8))
	case r.IntN(3) > 0:
		opgen.SetInteger(x, i, r.Int64N(65)-32)
	default:
		n, bits := d.Size(), r.Uint64()
		for k, b := range x.Bytes()[i*n : (i+1)*n] {
			x.Bytes()[i*n+k] = b | byte(bits>>(8*k))
		}
	}
}

// landmarks are the numbers that programs are told apart by first: those of all magnitudes for
// which ops have cases of their own.
func landmarks(d tensor.DType) *tensor.Tensor {
	list := []float64{0, 1, -1, 2, 3, -128, float64(d.Bits() - 1), math.Ldexp(1, d.Bits()-1)}
	switch {
	case d == tensor.Bool:
		list = list[:2]
	case d.IsFloat():
		list = []float64{0, math.Copysign(0, -1), 1, -1.5, 0.3, math.Inf(1), math.Inf(-1), math.NaN()}
	}
	x := tensor.New(d, len(list))
	for i, v := range list {
		opgen.CopyElement(x, i, single(d, v), 0)
	}
	return x
}

// numbers are all of a dtype of at most 16 bits; nil for others.
func numbers(d tensor.DType) *tensor.Tensor {
	switch {
	case d == tensor.Bool:
		return landmarks(d)
	case d.Size() > 2:
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
