package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/bench/optimize/programs"
	"github.com/tg-opt/tg/ir"
)

// source is a program whose derivative is counted.
type source struct{ name, text string }

// small are programs of few ops.
var small = []source{
	{"tanh", `func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.tanh %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}`},
	{"two equal calls", `func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = func.call @layer(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = func.call @layer(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = tg.add %0, %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
func.func private @layer(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %x, %x : tensor<64x64xf32>
  %1 = tg.sin %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}`},
	{"batch norm", `func.func @main(%x: tensor<8x16x32x32xf32>, %gamma: tensor<16x1x1xf32>, %beta: tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32> {
  %eps = tg.constant dense<1.0e-5> : tensor<f32>
  %0 = tg.reduce mean %x dims [0, 2, 3] keep_dims : (tensor<8x16x32x32xf32>) -> tensor<1x16x1x1xf32>
  %1 = tg.sub %x, %0 : (tensor<8x16x32x32xf32>, tensor<1x16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %2 = tg.mul %1, %1 : tensor<8x16x32x32xf32>
  %3 = tg.reduce mean %2 dims [0, 2, 3] keep_dims : (tensor<8x16x32x32xf32>) -> tensor<1x16x1x1xf32>
  %4 = tg.add %3, %eps : (tensor<1x16x1x1xf32>, tensor<f32>) -> tensor<1x16x1x1xf32>
  %5 = tg.rsqrt %4 : tensor<1x16x1x1xf32>
  %6 = tg.mul %1, %5 : (tensor<8x16x32x32xf32>, tensor<1x16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %7 = tg.mul %6, %gamma : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  %8 = tg.add %7, %beta : (tensor<8x16x32x32xf32>, tensor<16x1x1xf32>) -> tensor<8x16x32x32xf32>
  return %8 : tensor<8x16x32x32xf32>
}`},
}

// generated are those of the programs of bench/optimize that are counted; weights are arguments.
var generated = []string{"softmax", "layer-norm", "attention", "gru", "lstm", "mlp", "resnet"}

func sources(models string) ([]source, error) {
	list := append([]source{}, small...)
	for _, name := range generated {
		for _, p := range programs.All {
			if p.Name == name {
				sizes := p.Default
				sizes.Arguments = true
				list = append(list, source{name, p.Text(sizes)})
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(models, "*.mlir"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		list = append(list, source{strings.TrimSuffix(filepath.Base(f), ".mlir"), string(text)})
	}
	return list, nil
}

// countOps is the table of ops of derivatives.
func countOps(models, only string) ([]byte, error) {
	list, err := sources(models)
	if err != nil {
		return nil, err
	}
	var table bytes.Buffer
	fmt.Fprintf(&table, "| program | its ops | optimised | of the gradient | after `cse` | optimised | over those of the program |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range list {
		if !strings.Contains(s.name, only) {
			continue
		}
		row, err := s.row()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		table.WriteString(row)
	}
	return table.Bytes(), nil
}

// row counts one program; of one that has no derivative it says why.
func (s source) row() (string, error) {
	plain, err := s.prepared()
	if err != nil {
		return "", err
	}
	before := plain.Ops()
	if err := plain.Apply("optimize"); err != nil {
		return "", err
	}
	p, err := s.prepared()
	if err != nil {
		return "", err
	}
	primal := ir.Symbols(p.Module)[p.Entry]
	if _, err := autodiff.New(p.Module, &autodiff.Options{}).Function(primal, autodiff.Request{Mode: autodiff.Reverse}); err != nil {
		fmt.Fprintf(os.Stderr, "bench/derivatives: %s is left out: %s\n", s.name, ir.AsDiag(err, 0).Message)
		return "", nil
	}
	// What nobody calls but who asked for the derivative is no part of it.
	primal.SetAttr("sym_visibility", p.Module.Context().StringAttr("private"))
	var counts []int
	for _, step := range []string{"symbol-dce", "cse", "optimize"} {
		if err := p.Apply(step); err != nil {
			return "", err
		}
		counts = append(counts, p.Ops())
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %.1f |\n", s.name, before, plain.Ops(), counts[0], counts[1], counts[2], float64(counts[2])/float64(plain.Ops())), nil
}

// prepared is the program in ops of tg, its weights arguments, as of what is trained.
func (s source) prepared() (*program.Program, error) {
	p, err := program.Parse(s.name, []byte(s.text))
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "tg-bench") // of the weights, which nobody reads here
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	steps := []string{"stablehlo-to-tg", "lift-cf-to-tg"}
	if len(ir.Symbols(p.Module)[p.Entry].Attr("function_type").Type().Results()) == 0 { // an exported test
		steps = append([]string{"checks-to-results"}, steps...)
	}
	for _, step := range steps {
		if err := p.Apply(step); err != nil {
			return nil, err
		}
	}
	lift := "lift-parameters{func=" + p.Entry + " to=" + filepath.Join(folder, "weights.npz")
	if p.Apply(lift+"}") != nil && len(ir.Symbols(p.Module)[p.Entry].Attr("function_type").Type().Inputs()) == 0 {
		_ = p.Apply(lift + " splats}") // weights that somebody replaced by zeros, if there are any
	}
	return p, p.Apply("symbol-dce")
}
