// Package models makes training steps of whole models, in the way in which a user does: by the
// flags of tg-opt. The models are programs that other projects exported, where they are there, and
// StableHLO that is generated.
package models

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// Model is a forward program and what it takes to train it.
type Model struct {
	Name string
	// Bar is the longest that the loss with its gradients may take, in times of the loss alone; 0
	// for one that is too brief to tell.
	Bar float64
	// Heavy says that a step takes a good part of a second.
	Heavy bool
	// Update and Options are how a run of tg-run --steps trains it.
	Update, Options string

	file     string                       // in the folder of models of other projects
	fewer    []string                     // what to replace in its text by what, so that it takes fewer examples
	small    bool                         // which is done
	generate func(programs.Params) string // or in tg, to be written as StableHLO
	sizes    programs.Params
	passes   []string // flags, before the conversion
	lifted   bool     // its weights are constants
	drawn    *initial // how weights are drawn whose values are not there
	loss     loss
	inputs   map[string]string // arguments that are no weights, or may not be any numbers, as --input has them
}

// All are the models, the small ones first.
var All = []*Model{
	{
		Name: "fullyconnected", file: "fullyconnected", lifted: true, loss: squared{1}, Update: "adam", Options: "lr=0.01",
		inputs: map[string]string{"arg3": "1x5xf32=[1,-2,3,4,-5]"},
	},
	{Name: "mnist", file: "mnist", lifted: true, loss: crossEntropy{}, Update: "sgd", Options: "lr=0.01"},
	{
		Name: "kan1", file: "kan1", drawn: &initial{spread: 0.5}, loss: squared{1}, Update: "adam", Options: "lr=0.01",
		inputs: map[string]string{"arg0": "100x1xf32=random:1"},
	},
	{
		Name: "gru", generate: programs.GRU, sizes: programs.Params{Batch: 8, Width: 128, Hidden: 128, Steps: 20},
		lifted: true, loss: squared{1}, Update: "adam", Options: "lr=0.001",
	},
	{
		Name: "mlp", generate: programs.MLP, sizes: programs.Params{Sequence: 128, Width: 256, Hidden: 1024},
		lifted: true, loss: squared{1}, Update: "adam", Options: "lr=0.001", Bar: 3.2,
	},
	{
		Name: "resnet", generate: programs.TrainedResNet, sizes: programs.Params{Batch: 8, Width: 64, Extent: 28},
		lifted: true, loss: squared{1}, Update: "adam", Options: "lr=0.001", Bar: 4,
	},
	{
		Name: "mobilebert", file: "mobilebert", passes: []string{"--checks-to-results"}, lifted: true, drawn: &initial{gain: 0.3, middle: 1, spread: 0.05},
		loss: squared{2}, Update: "adam", Options: "lr=0.00003", Bar: 3.2, Heavy: true,
	},
	{
		Name: "searchless_chess_9m", file: "searchless_chess_9m", fewer: []string{"<33x", "<2x", "[0:33,", "[0:2,"}, drawn: &initial{gain: 1, middle: 1, spread: 0.25},
		loss: crossEntropy{logarithms: true}, Update: "adam", Options: "lr=0.001", Bar: 3.2, Heavy: true,
	},
}

// LSTM is one of 100 steps, one after the other, and no loop. It is none of All: a program of so
// many small ops says little about time.
var LSTM = &Model{
	Name: "lstm", generate: programs.LSTM, sizes: programs.Params{Batch: 32, Width: 64, Hidden: 64, Steps: 100},
	lifted: true, loss: squared{1}, Update: "adam", Options: "lr=0.001",
}

// Entry points of the text that Build makes.
const (
	Loss     = "loss"
	Gradient = "loss.grad"
)

// Training is a model with a loss and its gradients.
type Training struct {
	*Model
	// Text is the module. Its function Loss takes weights, inputs and what these should lead to;
	// Gradient takes the same and returns the loss, and its gradient by each weight.
	Text string
	// Weights are the first arguments, by name.
	Weights []string
	// Arguments are all of them, as tg-run's --input has them: %NAME=SPEC.
	Arguments []string
	// Values is a file with the weights.
	Values string
}

// ErrMissing is wrapped by the error of Build where the program of another project is not there.
var ErrMissing = errors.New("it belongs to another project, and is not there")

// Smaller is m on fewer examples, where its text says so simply how many there are.
func (m *Model) Smaller() *Model {
	small := *m
	small.small = true
	return &small
}

// source writes the forward program of m, if it is made, and is its file.
func (m *Model) source(data string, at func(name string) string) (string, error) {
	file := filepath.Join(data, m.file+".mlir")
	if m.generate != nil {
		file = at("mlir")
		if err := write(at("tg.mlir"), m.generate(m.sizes)); err != nil {
			return "", err
		}
		_, err := opt(at("tg.mlir"), "--tg-to-stablehlo", "-o", file)
		return file, err
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: %w", file, ErrMissing)
	}
	if err == nil && m.small {
		file = at("mlir")
		err = write(file, strings.NewReplacer(m.fewer...).Replace(string(text)))
	}
	return file, err
}

// Build makes the training step of m: files go into dir, and programs of other projects are in
// data.
func (m *Model) Build(data, dir string) (*Training, error) {
	at := func(name string) string { return filepath.Join(dir, m.Name+"."+name) }
	source, err := m.source(data, at)
	if err != nil {
		return nil, err
	}
	args := append([]string{source}, m.passes...)
	if m.lifted {
		args = append(args, "--lift-parameters=to="+at("lifted.npz"))
	}
	text, err := opt(append(args, "--stablehlo-to-tg")...)
	if err != nil {
		return nil, err
	}
	s, err := m.signature(text)
	if err != nil {
		return nil, err
	}
	t := &Training{Model: m, Values: at("weights.npz")}
	values, err := m.values(s, at("lifted.npz"))
	if err == nil {
		err = errors.Join(write(at("forward.mlir"), text), write(at("loss.mlir"), lossText(m.loss, s)), arrayfile.Write(t.Values, values))
	}
	if err != nil {
		return nil, err
	}
	for _, w := range s.weights() {
		t.Weights = append(t.Weights, w.name)
	}
	t.Arguments = append(m.arguments(s), m.loss.targets(s)...)
	wrt := make([]string, len(t.Weights))
	for i := range wrt {
		wrt[i] = fmt.Sprint(i)
	}
	t.Text, err = opt(at("forward.mlir"), "--link="+at("loss.mlir"), fmt.Sprintf("--differentiate=func=%s mode=grad wrt=%s", Loss, strings.Join(wrt, ",")))
	return t, err
}

// Inputs are the values of all arguments of Loss and Gradient.
func (t *Training) Inputs() ([]*tensor.Tensor, error) {
	in, err := arrayfile.Open(t.Values, math.MaxInt64, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var list []*tensor.Tensor
	for _, name := range t.Weights {
		x, err := in.Read(name, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	for _, a := range t.Arguments {
		_, spec, _ := strings.Cut(a, "=")
		x, err := tensor.Parse(spec)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// arguments are random numbers for the inputs of the model, unless others are given.
func (m *Model) arguments(s *signature) (list []string) {
	for i, a := range s.inputs() {
		spec := m.inputs[a.name]
		if spec == "" {
			spec = fmt.Sprintf("%s=random:%d", spelled(a.typ), i+1)
		}
		list = append(list, "%"+a.name+"="+spec)
	}
	return list
}

// spelled is a type as in --input.
func spelled(t *ir.Type) string {
	return strings.TrimSuffix(strings.TrimPrefix(t.String(), "tensor<"), ">")
}

func write(file, text string) error { return os.WriteFile(file, []byte(text), 0o600) }

// opt runs tg-opt, and is what it prints.
func opt(args ...string) (string, error) {
	var out, errs bytes.Buffer
	if driver.Opt(args, strings.NewReader(""), &out, &errs) != 0 {
		return "", fmt.Errorf("tg-opt %s: %s", strings.Join(args, " "), errs.String())
	}
	return out.String(), nil
}

// signature is that of the function that the loss calls.
type signature struct {
	function  string
	arguments []argument
	results   []*ir.Type
}

type argument struct {
	name   string
	typ    *ir.Type
	weight bool
}

// signature reads the signature of a forward program. Weights are floats that have the names that
// lifting gave them, where they were lifted, and else all that are not said to be inputs.
func (m *Model) signature(text string) (*signature, error) {
	module, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{})
	if err != nil {
		return nil, err
	}
	f, err := naming.Entry(module, "", "the model")
	if err != nil {
		return nil, err
	}
	s := &signature{function: ir.SymbolName(f), results: f.Attr("function_type").Type().Results()}
	for _, p := range naming.Arguments(f) {
		_, input := m.inputs[p.Name]
		input = input || !p.Type.Elem().IsFloat() || m.lifted && naming.ByPosition(p.Name)
		s.arguments = append(s.arguments, argument{p.Name, p.Type, !input})
	}
	return s, nil
}

func (s *signature) weights() []argument { return s.those(true) }

func (s *signature) inputs() []argument { return s.those(false) }

func (s *signature) those(weight bool) (list []argument) {
	for _, a := range s.arguments {
		if a.weight == weight {
			list = append(list, a)
		}
	}
	return list
}
