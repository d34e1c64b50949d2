// Package torch compares gradients with those of PyTorch, where it is installed.
package torch

import (
	"errors"
	"testing"

	"github.com/tg-opt/tg/bench/torch/networks"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// The losses of the networks of bench/torch and all their gradients are PyTorch's, as closely as
// sums in another order allow.
func TestGradients(t *testing.T) {
	if testing.Short() {
		t.Skip("starts PyTorch several times")
	}
	python, err := networks.Python()
	if errors.Is(err, networks.ErrAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range networks.All {
		for elem, most := range map[string]float64{"f32": 1e-5, "f64": 1e-13} {
			t.Run(n.Name+" "+elem, func(t *testing.T) { compare(t, n, python, elem, most) })
		}
	}
}

func compare(t *testing.T, n *networks.Network, python, elem string, most float64) {
	ours, err := n.Compile(elem)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := n.Start(python, 1, ours.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := theirs.Close(); err != nil {
			t.Error(err)
		}
	}()
	want, err := theirs.Gradients()
	if err != nil {
		t.Fatal(err)
	}
	var inputs []*tensor.Tensor
	for _, in := range ours.Inputs {
		inputs = append(inputs, in.Tensor)
	}
	result, err := ours.Step.Run(inputs, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range append([]string{"the loss"}, n.Wrt...) {
		if d := networks.Apart(result.Outputs[i], want[i]); d.Norm > most || d.Element > 10*most {
			t.Errorf("%s is off by %.1e of its norm, and by %.1e of its greatest element", name, d.Norm, d.Element)
		}
	}
}
