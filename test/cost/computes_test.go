package cost_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// The arithmetic of a compute is that of the op that it says, however many points it has: workers
// share them.
func TestArithmeticOfComputes(t *testing.T) {
	e := cost.NewEstimator(cost.CPU())
	for _, name := range []string{"add", "mul", "div", "exp", "tanh", "rsqrt"} {
		for _, n := range []int{1, 100, 4096, 1 << 20} {
			operands, types := "%x", fmt.Sprintf("tensor<%dxf32>", n)
			if name == "add" || name == "mul" || name == "div" {
				operands = "%x, %x"
			}
			text := fmt.Sprintf("func.func @f(%%x: %[1]s) -> %[1]s {\n  %%0 = tg.%[2]s %[3]s : %[1]s\n  return %%0 : %[1]s\n}\n", types, name, operands)
			var got [2]float64
			for i, passes := range []string{"", "tg-to-te"} {
				module, err := agree.Parse(text)
				if err == nil && passes != "" {
					err = agree.Optimise(module, passes, 1)
				}
				if err != nil {
					t.Fatal(err)
				}
				got[i] = e.Arithmetic(ir.Symbols(module)["f"].RegionAt(0).First().First())
			}
			if !(math.Abs(got[1]/got[0]-1) < 1e-9) {
				t.Errorf("%s of %d elements: %g s as an op, %g s as a compute", name, n, got[0], got[1])
			}
		}
	}
}
