package driver_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

func ExampleConfig() {
	dialect := ir.NewDialect("demo", "One op.")
	dialect.NewOp("demo.twice").Define(ir.OpDef{
		Doc:      "Every element twice as large.",
		Operands: ir.Args(ir.Arg("x", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("out", ir.AnyTensor)),
		Traits:   ir.Pure | ir.Elementwise | ir.SameTypes,
		Format:   "$x attr-dict `:` same-type",
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					for i, x := range tensor.Data[float32](in[0]) {
						tensor.Data[float32](out[0])[i] = 2 * x
					}
					return nil
				}}, nil
			}),
		},
	})
	config := driver.Config{
		Name:     "demo-opt",
		Dialects: []*ir.Dialect{dialect},
		Rules:    []pipeline.RuleFile{{Name: "demo.rules", Text: []byte("rule twice-is-product: demo.twice(?x) => mul(?x, 2) [exact]\n")}},
	}
	const text = `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = demo.twice %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}`
	config.Opt([]string{"--canonicalize"}, strings.NewReader(text), os.Stdout, os.Stderr)
	status := config.Run([]string{"--input=3xf32=[1, 2, 3]"}, strings.NewReader(text), os.Stdout, os.Stderr)
	fmt.Println("status:", status) // driver.Main(config.Opt) is the main function of such a tool
	// Output:
	// module {
	//   func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
	//     %cst = arith.constant dense<2.000000e+00> : tensor<f32>
	//     %0 = tg.mul %arg0, %cst : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
	//     return %0 : tensor<3xf32>
	//   }
	// }
	//
	// 3xf32=2 4 6
	// status: 0
}
