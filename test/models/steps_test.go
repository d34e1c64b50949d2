package models

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/bench/train/models"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// What is tried of each model: gradients in so many random directions, and so many steps. A step of
// a heavy one takes a second, so that all of it is for campaigns.
const (
	directions, steps = 20, 20
	fewDirections     = 1
	fewSteps          = 2
)

// whole reports whether a heavy model is tried as others are: in a campaign, of which as many heavy
// models as it has directions, others from other seeds on.
func whole(m *models.Model) bool {
	first, n := campaign.Cases(0)
	var heavy []*models.Model
	for _, other := range models.All {
		if other.Heavy {
			heavy = append(heavy, other)
		}
	}
	at := slices.IndexFunc(heavy, func(other *models.Model) bool { return other.Name == m.Name })
	return at >= 0 && (uint64(at)+first)%uint64(len(heavy)) < uint64(n)
}

// training makes the training step of a model, and the folder that its files are in.
func training(t *testing.T, m *models.Model) (s *models.Training, folder string) {
	t.Helper()
	if m.Heavy && testing.Short() {
		t.Skip("takes long")
	}
	if m.Heavy && !whole(m) {
		m = m.Smaller()
	}
	folder = t.TempDir()
	s, err := m.Build("../../../shared/data/models", folder)
	if errors.Is(err, models.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, folder
}

// Gradients of whole models agree with differences along random directions, those of f32 with those
// of f64, and optimising changes no bit of them.
func TestGradientsOfModels(t *testing.T) {
	for _, m := range models.All {
		t.Run(m.Name, func(t *testing.T) {
			s, _ := training(t, m)
			usual := directions
			if m.Heavy {
				usual = fewDirections
			}
			inputs, err := s.Inputs()
			if err != nil {
				t.Fatal(err)
			}
			optimised := gradients(t, s, inputs, false, "optimize")
			for i, x := range gradients(t, s, inputs, false, "") {
				if !tensor.SameValues(x, optimised[i]) {
					t.Errorf("optimising changes result #%d", i)
				}
			}
			p := &point{t: t, weights: len(s.Weights), x: widened(inputs)}
			p.narrow = optimised[1:]
			p.wide = gradients(t, s, p.x, true, "optimize")[1:]
			p.loss = compiled(t, s, models.Loss, true, "optimize")
			for seed := range campaign.Seeds(usual) {
				p.along(seed)
			}
			t.Logf("relative to what is usual along a direction: differences at most %.2g off, f32 %.2g", p.worst, p.worstNarrow)
		})
	}
}

// compiled is a function of a training after passes, its floats f64 if it is raised.
func compiled(t *testing.T, s *models.Training, entry string, raised bool, passes string) *interp.Program {
	t.Helper()
	m := parse(t, s.Name, []byte(s.Text))
	if raised {
		if m = derivcheck.Raised(m); m == nil {
			t.Fatal("it cannot be computed in f64")
		}
	}
	if passes != "" {
		run(t, m, passes, 2)
	}
	p, err := interp.NewModule(m).Program(entry)
	check(t, m.Context(), err)
	return p
}

// gradients are the results of the function with the gradients.
func gradients(t *testing.T, s *models.Training, inputs []*tensor.Tensor, raised bool, passes string) []*tensor.Tensor {
	t.Helper()
	r, err := compiled(t, s, models.Gradient, raised, passes).Run(inputs, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Outputs
}

// widened is a copy with floats in f64.
func widened(list []*tensor.Tensor) []*tensor.Tensor {
	wide := make([]*tensor.Tensor, len(list))
	for i, x := range list {
		if wide[i] = x; x.DType().IsFloat() {
			wide[i] = tensor.New(tensor.F64, x.Shape()...)
			for k := range x.Len() {
				wide[i].SetFloat64(k, x.Float64At(k))
			}
		}
	}
	return wide
}

// point is where gradients are compared.
type point struct {
	t                  *testing.T
	x                  []*tensor.Tensor // weights, then the other arguments
	weights            int
	wide, narrow       []*tensor.Tensor // gradients in f64 and in f32
	loss               *interp.Program
	worst, worstNarrow float64
}

// Weights move by these parts of the greatest one: the shorter the way, the rarer a kink on it, and
// the fewer digits rounding leaves.
var ways = []float64{1e-6, 1e-7, 1e-8}

// along compares the gradients in a random direction, over a shorter way where the longer one does
// not agree.
func (p *point) along(seed uint64) {
	const tolerance, tolerance32 = 1e-6, 1e-3
	v := make([]*tensor.Tensor, p.weights)
	var slope, narrow, squares float64
	for i, w := range p.x[:p.weights] {
		v[i] = tensor.Random(tensor.F64, w.Shape(), seed*1000+uint64(i)) // from -1 to 1
		scale := 0.0
		for k := range w.Len() {
			scale = max(scale, math.Abs(w.Float64At(k)))
		}
		if scale == 0 {
			scale = 1
		}
		for k := range w.Len() {
			d := scale * v[i].Float64At(k)
			v[i].SetFloat64(k, d)
			part := p.wide[i].Float64At(k) * d
			slope += part
			squares += float64(part * part)
			narrow += float64(p.narrow[i].Float64At(k) * d)
		}
	}
	usual := math.Sqrt(squares)
	difference, off := 0.0, math.Inf(1)
	for _, step := range ways {
		if off <= tolerance {
			break
		}
		difference = (p.at(v, step) - p.at(v, -step)) / (2 * step)
		off = min(off, math.Abs(difference-slope)/usual)
	}
	off32 := math.Abs(narrow-slope) / usual
	p.worst, p.worstNarrow = max(p.worst, off), max(p.worstNarrow, off32)
	if !(off <= tolerance) {
		p.t.Errorf("direction %d: the gradient says %v, differences %v", seed, slope, difference)
	}
	if !(off32 <= tolerance32) {
		p.t.Errorf("direction %d: the gradient in f64 says %v, that in f32 %v", seed, slope, narrow)
	}
}

// at is the loss so far in a direction.
func (p *point) at(v []*tensor.Tensor, step float64) float64 {
	p.t.Helper()
	x := append([]*tensor.Tensor{}, p.x...)
	for i := range v {
		x[i] = tensor.New(tensor.F64, v[i].Shape()...)
		for k := range x[i].Len() {
			x[i].SetFloat64(k, p.x[i].Float64At(k)+float64(step*v[i].Float64At(k)))
		}
	}
	r, err := p.loss.Run(x, interp.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	return r.Outputs[0].Float64At(0)
}

// The loss of each model becomes smaller when it is trained, to the same bits optimised and not.
func TestModelsAreTrained(t *testing.T) {
	for _, m := range models.All {
		t.Run(m.Name, func(t *testing.T) {
			s, folder := training(t, m)
			n := steps
			if _, size := campaign.Cases(0); m.Heavy {
				n = min(max(size, fewSteps), steps)
			}
			program := filepath.Join(folder, "train.mlir")
			if err := os.WriteFile(program, []byte(s.Text), 0o600); err != nil {
				t.Fatal(err)
			}
			args := []string{
				program, "--entry=" + models.Gradient, fmt.Sprint("--steps=", n), "--loss-every=1",
				"--update=" + m.Update, "--update-option=" + m.Options, "--inputs=" + s.Values,
			}
			for _, a := range s.Arguments {
				args = append(args, "--input="+a)
			}
			said, state := train(t, filepath.Join(folder, "optimised.npz"), append(args, "--optimize"))
			losses := lossesIn(t, said)
			if len(losses) != n || !(losses[n-1] < losses[0]) {
				t.Errorf("the losses are %v", losses)
			}
			t.Logf("the loss goes from %v to %v", losses[0], losses[len(losses)-1])
			if m.Heavy && !whole(m) {
				return // TestGradientsOfModels compares the bits of a step
			}
			plain, plainState := train(t, filepath.Join(folder, "plain.npz"), args)
			if plain != said || !bytes.Equal(plainState, state) {
				t.Errorf("as it is\n%s\noptimised\n%s", plain, said)
			}
		})
	}
}

// train runs tg-run, and is what it says and the state that it writes.
func train(t *testing.T, state string, args []string) (said string, written []byte) {
	t.Helper()
	var out, errs bytes.Buffer
	if driver.Run(append(args, "--state="+state), strings.NewReader(""), &out, &errs) != 0 {
		t.Fatal(errs.String())
	}
	written, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	return out.String() + errs.String(), written
}

var lossLine = regexp.MustCompile(`step \d+: loss (\S+)`)

// lossesIn are the losses of the steps that a training tells of.
func lossesIn(t *testing.T, said string) (losses []float64) {
	t.Helper()
	for _, m := range lossLine.FindAllStringSubmatch(said, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, v)
	}
	return losses
}

// A loss with its gradients takes at most four times the operations of the loss, as derived and
// optimised.
func TestOperationsOfGradients(t *testing.T) {
	for _, m := range models.All {
		t.Run(m.Name, func(t *testing.T) {
			s, _ := training(t, m)
			for _, passes := range []string{"", "optimize"} {
				module := parse(t, s.Name, []byte(s.Text))
				if passes != "" {
					run(t, module, passes, 2)
				}
				var flops [2]float64
				for i, entry := range []string{models.Loss, models.Gradient} {
					flops[i] = cost.NewEstimator(cost.CPU()).Op(ir.Symbols(module)[entry]).Flops
				}
				if ratio := flops[1] / flops[0]; !(ratio <= 4) {
					t.Errorf("%q: %.3g operations with gradients, %.3g without: %.2f times as many", passes, flops[1], flops[0], ratio)
				}
			}
		})
	}
}
