package expressions

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// normalised is a normalisation and the gradient of its factor, which has the normalised input with
// another order of indices, one of them mirrored.
const normalised = `
func.func @f(%X: tensor<3x4xf32>, %V: tensor<4xf32>, %gamma: tensor<4xf32>) -> tensor<3x4xf32> {
  %Y = te.compute [b < 3, c < 4] -> tensor<3x4xf32> {
    %0 = te.read %X [b, c] : tensor<3x4xf32>
    %1 = te.read %V [c] : tensor<4xf32>
    %2 = tg.div %0, %1 : tensor<f32>
    %3 = te.read %gamma [c] : tensor<4xf32>
    %4 = tg.mul %3, %2 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  return %Y : tensor<3x4xf32>
}
func.func @g(%X: tensor<3x4xf32>, %V: tensor<4xf32>, %dY: tensor<3x4xf32>) -> tensor<4xf32> {
  %e = te.compute [k in -3..1, b < 3] -> tensor<4x3xf32> {
    %0 = te.read %X [b, -k] : tensor<3x4xf32>
    %1 = te.read %V [-k] : tensor<4xf32>
    %2 = tg.div %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %dgamma = te.compute [c < 4] sum [b < 3] -> tensor<4xf32> {
    %0 = te.read %dY [b, c] : tensor<3x4xf32>
    %1 = te.read %e [3 - c, b] : tensor<4x3xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %dgamma : tensor<4xf32>
}
`

// The function of Go finds what the pass `stash` finds: expressions that are the same at other
// indices, too.
func TestCSEOfExpressions(t *testing.T) {
	module, err := agree.Parse(normalised)
	if err != nil {
		t.Fatal(err)
	}
	symbols := ir.Symbols(module)
	fwd, bwd, stash, err := autodiff.CSE(symbols["f"], symbols["g"])
	if err != nil {
		t.Fatal(err)
	}
	text := printer.OpString(bwd, printer.Options{})
	if len(stash) != 1 || fwd.Attr("function_type").Type().Results()[1].String() != "tensor<3x4xf32>" || strings.Contains(text, "tg.div") {
		t.Errorf("%d values are handed over, and the backward pass is\n%s", len(stash), text)
	}
}
