package fuseelementwise_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/tensor"
)

// fusionPrograms are what fusing is for.
var fusionPrograms = []struct{ name, text string }{
	{"chain5/16M", elementwiseChain("16777216")},
	{"softmax/4096x1024", softmaxProgram("4096x1024", "4096x1", 1)},
	{"softmax/1x12x384x384", softmaxProgram("1x12x384x384", "1x12x384x1", 3)},
	{"softmax/65536x64", softmaxProgram("65536x64", "65536x1", 1)},
	{"layernorm/4096x1024", layerNormProgram("4096x1024", "4096x1", "1024", 1)},
	{"layernorm/8x384x768", layerNormProgram("8x384x768", "8x384x1", "768", 2)},
	{"layernorm/65536x64", layerNormProgram("65536x64", "65536x1", "64", 1)},
}

// elementwiseChain is five ops on three vectors.
func elementwiseChain(n string) string {
	return strings.ReplaceAll(`func.func @main(%x: tensor<Nxf32>, %y: tensor<Nxf32>, %z: tensor<Nxf32>) -> tensor<Nxf32> {
  %0 = tg.mul %x, %y : tensor<Nxf32>
  %1 = tg.add %0, %z : tensor<Nxf32>
  %2 = tg.max %1, %x : tensor<Nxf32>
  %3 = tg.sub %2, %y : tensor<Nxf32>
  %4 = tg.mul %3, %3 : tensor<Nxf32>
  return %4 : tensor<Nxf32>
}`, "N", n)
}

func softmaxProgram(shape, kept string, dim int) string {
	return strings.NewReplacer("SHAPE", shape, "KEPT", kept, "DIM", fmt.Sprint(dim)).Replace(`func.func @main(%x: tensor<SHAPExf32>) -> tensor<SHAPExf32> {
  %0 = tg.reduce max %x dims [DIM] keep_dims : (tensor<SHAPExf32>) -> tensor<KEPTxf32>
  %1 = tg.sub %x, %0 : (tensor<SHAPExf32>, tensor<KEPTxf32>) -> tensor<SHAPExf32>
  %2 = tg.exp %1 : tensor<SHAPExf32>
  %3 = tg.reduce sum %2 dims [DIM] keep_dims : (tensor<SHAPExf32>) -> tensor<KEPTxf32>
  %4 = tg.div %2, %3 : (tensor<SHAPExf32>, tensor<KEPTxf32>) -> tensor<SHAPExf32>
  return %4 : tensor<SHAPExf32>
}`)
}

func layerNormProgram(shape, kept, width string, dim int) string {
	return strings.NewReplacer("SHAPE", shape, "KEPT", kept, "WIDTH", width, "DIM", fmt.Sprint(dim)).Replace(`func.func @main(%x: tensor<SHAPExf32>, %g: tensor<WIDTHxf32>, %b: tensor<WIDTHxf32>) -> tensor<SHAPExf32> {
  %cst = tg.constant dense<1.0e-5> : tensor<f32>
  %0 = tg.reduce mean %x dims [DIM] keep_dims : (tensor<SHAPExf32>) -> tensor<KEPTxf32>
  %1 = tg.sub %x, %0 : (tensor<SHAPExf32>, tensor<KEPTxf32>) -> tensor<SHAPExf32>
  %2 = tg.mul %1, %1 : tensor<SHAPExf32>
  %3 = tg.reduce mean %2 dims [DIM] keep_dims : (tensor<SHAPExf32>) -> tensor<KEPTxf32>
  %4 = tg.add %3, %cst : (tensor<KEPTxf32>, tensor<f32>) -> tensor<KEPTxf32>
  %5 = tg.rsqrt %4 : tensor<KEPTxf32>
  %6 = tg.mul %1, %5 : (tensor<SHAPExf32>, tensor<KEPTxf32>) -> tensor<SHAPExf32>
  %7 = tg.mul %6, %g : (tensor<SHAPExf32>, tensor<WIDTHxf32>) -> tensor<SHAPExf32>
  %8 = tg.add %7, %b : (tensor<SHAPExf32>, tensor<WIDTHxf32>) -> tensor<SHAPExf32>
  return %8 : tensor<SHAPExf32>
}`)
}

// BenchmarkFusedPrograms times programs before and after fuse-elementwise.
func BenchmarkFusedPrograms(b *testing.B) {
	b.Cleanup(func() { parallel.SetWorkers(0) })
	for _, p := range fusionPrograms {
		for _, workers := range []int{1, 2} {
			for _, passes := range []string{"", "fuse-elementwise"} {
				name := "unfused"
				if passes != "" {
					name = "fused"
				}
				b.Run(fmt.Sprintf("%s/workers=%d/%s", p.name, workers, name), func(b *testing.B) {
					parallel.SetWorkers(workers)
					program, err := interp.NewModule(passtest.Transform(b, p.text, passes, 1)).Program("main")
					if err != nil {
						b.Fatal(err)
					}
					var inputs []*tensor.Tensor
					for i, t := range program.Inputs {
						spec, err := interp.SpecOf(t)
						if err != nil {
							b.Fatal(err)
						}
						x := tensor.New(spec.DType, spec.Shape...)
						for k := range x.Len() {
							x.SetFloat64(k, float64((k*7+i*13)%1000)/500-1)
						}
						inputs = append(inputs, x)
					}
					for b.Loop() {
						if _, err := program.Run(inputs, interp.Options{}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
