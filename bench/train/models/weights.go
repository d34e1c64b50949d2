package models

import (
	"fmt"
	"math"
	"strings"

	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// initial says how weights are drawn: those of a matrix evenly around 0, so that products are about
// gain times as large as what is multiplied; those of a vector evenly, by up to spread around 0 if
// they are added by their name, else around middle.
type initial struct{ gain, middle, spread float64 }

// values are those of the weights of a model: those that were lifted into a file, or drawn.
func (m *Model) values(s *signature, lifted string) ([]tensor.Named, error) {
	if m.drawn != nil {
		return m.drawn.values(s)
	}
	in, err := arrayfile.Open(lifted, math.MaxInt64, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var list []tensor.Named
	for _, w := range s.weights() {
		t, err := in.Read(w.name, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list = append(list, tensor.Named{Name: w.name, Tensor: t})
	}
	return list, nil
}

func (d *initial) values(s *signature) ([]tensor.Named, error) {
	var list []tensor.Named
	for i, w := range s.weights() {
		spec, err := interp.SpecOf(w.typ)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
		middle, spread := d.middle, d.spread
		if strings.HasSuffix(w.name, "bias") || strings.HasSuffix(w.name, "beta") {
			middle = 0
		}
		if n := len(spec.Shape); n > 1 {
			middle, spread = 0, d.gain*math.Sqrt(3/float64(max(spec.Shape[n-1], spec.Shape[n-2])))
		}
		t := tensor.Random(spec.DType, spec.Shape, uint64(i+1)) // from -1 to 1
		for k := range t.Len() {
			t.SetFloat64(k, middle+float64(spread*t.Float64At(k)))
		}
		list = append(list, tensor.Named{Name: w.name, Tensor: t})
	}
	return list, nil
}
