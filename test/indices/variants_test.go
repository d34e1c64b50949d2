// Package indices_test has the tests of the index level that need all of tg.
package indices_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// gammaGradient is what becomes of all ways to write down the gradient of batch norm by gamma.
const gammaGradient = `  %0 = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %1 = te.read %arg1 [b, c, h, w] : tensor<8x16x32x32xf32>
    %2 = te.read %arg0 [b, c, h, w] : tensor<8x16x32x32xf32>
    %3 = te.read %arg2 [c] : tensor<16xf32>
    %4 = tg.sub %2, %3 : tensor<f32>
    %5 = te.read %arg3 [c] : tensor<16xf32>
    %6 = tg.add %5, %arg4 : tensor<f32>
    %7 = tg.sqrt %6 : tensor<f32>
    %8 = tg.div %4, %7 : tensor<f32>
    %9 = tg.mul %1, %8 : tensor<f32>
    te.yield %9 : tensor<f32>
  }
  return %0 : tensor<16xf32>
`

// axis is one of the axes of what batch norm normalises, as a variant has it.
type axis struct {
	name     string
	extent   int
	mirrored bool
	below    bool // mirrored, it runs from 1 - extent to 0
}

// declared is the axis of the compute, at what the body uses in its place, and read the index at
// which it is read.
func (a axis) declared() string {
	if a.mirrored && a.below {
		return fmt.Sprintf("%s in %d..1", a.name, 1-a.extent)
	}
	return fmt.Sprintf("%s < %d", a.name, a.extent)
}

func (a axis) at() string {
	switch {
	case a.mirrored && a.below:
		return "-" + a.name
	case a.mirrored:
		return fmt.Sprintf("%d - %s", a.extent-1, a.name)
	}
	return a.name
}

func (a axis) read() string {
	if a.mirrored {
		return fmt.Sprintf("%d - %s", a.extent-1, a.name)
	}
	return a.name
}

// texts joins what f says of each axis.
func texts(axes []axis, f func(a axis) string) string {
	var list []string
	for _, a := range axes {
		list = append(list, f(a))
	}
	return strings.Join(list, ", ")
}

func shape(axes []axis) string {
	var b strings.Builder
	for _, a := range axes {
		fmt.Fprintf(&b, "%dx", a.extent)
	}
	return b.String() + "f32"
}

// extracted is a compute of the normalised values with axes in some order.
func extracted(axes []axis) string {
	at := func(names ...string) string {
		var list []axis
		for _, n := range names {
			i := slices.IndexFunc(axes, func(a axis) bool { return a.name == n })
			list = append(list, axes[i])
		}
		return texts(list, axis.at)
	}
	return fmt.Sprintf(`  %%e = te.compute [%[1]s] -> tensor<%[2]s> {
    %%1 = te.read %%X [%[3]s] : tensor<8x16x32x32xf32>
    %%2 = te.read %%E [%[4]s] : tensor<16xf32>
    %%3 = tg.sub %%1, %%2 : tensor<f32>
    %%4 = te.read %%V [%[4]s] : tensor<16xf32>
    %%5 = tg.add %%4, %%eps : tensor<f32>
    %%6 = tg.sqrt %%5 : tensor<f32>
    %%7 = tg.div %%3, %%6 : tensor<f32>
    te.yield %%7 : tensor<f32>
  }
`, texts(axes, axis.declared), shape(axes), at("b", "c", "h", "w"), at("c"))
}

// gradient is the function in which a value of some type is read at some indices.
func gradient(name, before, value, at, typ string) string {
	return fmt.Sprintf(`func.func @%s(%%X: tensor<8x16x32x32xf32>, %%dY: tensor<8x16x32x32xf32>, %%E: tensor<16xf32>, %%V: tensor<16xf32>, %%eps: tensor<f32>) -> tensor<16xf32> {
%s  %%dg = te.compute [c < 16] sum [b < 8, h < 32, w < 32] -> tensor<16xf32> {
    %%0 = te.read %%dY [b, c, h, w] : tensor<8x16x32x32xf32>
    %%1 = te.read %s [%s] : tensor<%s>
    %%2 = tg.mul %%0, %%1 : tensor<f32>
    te.yield %%2 : tensor<f32>
  }
  return %%dg : tensor<16xf32>
}
`, name, before, value, at, typ)
}

// permutations are all orders of four axes.
func permutations(axes []axis) (all [][]axis) {
	if len(axes) <= 1 {
		return [][]axis{axes}
	}
	for i := range axes {
		for _, rest := range permutations(slices.Concat(axes[:i], axes[i+1:])) {
			all = append(all, slices.Concat([]axis{axes[i]}, rest))
		}
	}
	return all
}

// variants calls f with orders of the axes of a batch norm, each of them mirrored or not, and those
// from below 0 or not: with one of so many.
func variants(step int, f func(name string, axes []axis)) {
	four := []axis{{name: "b", extent: 8}, {name: "c", extent: 16}, {name: "h", extent: 32}, {name: "w", extent: 32}}
	n := 0
	for _, order := range permutations(four) {
		for mask := range 16 {
			for _, below := range []bool{false, true} {
				if n++; n%step != 0 {
					continue
				}
				axes, name := slices.Clone(order), "v_"
				for i := range axes {
					name += axes[i].name
					if axes[i].mirrored = mask>>i&1 != 0; axes[i].mirrored {
						name += "m"
					}
					axes[i].below = below
				}
				f(fmt.Sprintf("%s_%v", name, below), axes)
			}
		}
	}
}

// bodies are the texts of functions after passes, without their first and last line.
func bodies(t *testing.T, text, passes string) map[string]string {
	t.Helper()
	module, err := agree.Parse(text)
	if err == nil {
		err = agree.Optimise(module, passes, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for o := module.RegionAt(0).First().First(); o != nil; o = o.Next() {
		lines := strings.SplitAfter(printed(o), "\n")
		out[o.Attr("sym_name").Text()] = strings.Join(lines[1:len(lines)-1], "")
	}
	return out
}

func printed(o *ir.Op) string { return printer.OpString(o, printer.Options{}) }

// All orders of axes, mirrored or not, one way or the other, are one text.
func TestVariants(t *testing.T) {
	var text strings.Builder
	n := 0
	variants(1, func(name string, axes []axis) {
		text.WriteString(gradient(name, extracted(axes), "%e", texts(axes, axis.read), shape(axes)))
		n++
	})
	all := bodies(t, text.String(), "te-inline,te-normalize")
	if n != 2*384 || len(all) != n {
		t.Fatalf("%d variants, %d functions", n, len(all))
	}
	for name, got := range all {
		if got != gammaGradient {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// A reshape in between and back changes nothing, whatever the order of axes before it.
func TestReshape(t *testing.T) {
	var text strings.Builder
	variants(7, func(name string, axes []axis) {
		at := strings.NewReplacer("h", "s floordiv 32", "w", "s mod 32").Replace(texts(axes, axis.read))
		between := fmt.Sprintf(`  %%r = te.compute [b < 8, c < 16, s < 1024] -> tensor<8x16x1024xf32> {
    %%0 = te.read %%e [%s] : tensor<%s>
    te.yield %%0 : tensor<f32>
  }
  %%back = te.compute [b < 8, c < 16, h < 32, w < 32] -> tensor<8x16x32x32xf32> {
    %%0 = te.read %%r [b, c, 32 * h + w] : tensor<8x16x1024xf32>
    te.yield %%0 : tensor<f32>
  }
`, at, shape(axes))
		text.WriteString(gradient(name, extracted(axes)+between, "%back", "b, c, h, w", "8x16x32x32xf32"))
	})
	for name, got := range bodies(t, text.String(), "te-inline,te-normalize") {
		if got != gammaGradient {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// A slice of every other row is read in steps of two.
func TestSlice(t *testing.T) {
	var text strings.Builder
	variants(7, func(name string, axes []axis) {
		at := texts(axes, func(a axis) string {
			if a.name == "h" {
				return strings.Replace(a.read(), "h", "2 * h", 1)
			}
			return a.read()
		})
		text.WriteString(strings.Replace(gradient(name, extracted(axes), "%e", at, shape(axes)), "h < 32, w < 32] -> tensor<16xf32>", "h < 16, w < 32] -> tensor<16xf32>", 1))
	})
	want := strings.NewReplacer("sum [b < 8, h < 32", "sum [b < 8, h < 16", "arg0 [b, c, h, w]", "arg0 [b, c, h * 2, w]").Replace(gammaGradient)
	for name, got := range bodies(t, text.String(), "te-inline,te-normalize") {
		if got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}
