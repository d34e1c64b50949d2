package liftcf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// shapes write functions of about so many blocks, each of them with a sum and the way on, by name.
var shapes = map[string]func(w *strings.Builder, n int){
	// Choices one behind the other.
	"diamonds": func(w *strings.Builder, n int) {
		for i := range n / 3 {
			fmt.Fprintf(w, "^b%d(%%v%d: tensor<4xf32>):\n cf.cond_br %%c, ^l%d, ^r%d\n", i, i, i, i)
			fmt.Fprintf(w, "^l%d:\n %%l%d = tg.neg %%v%d : tensor<4xf32>\n cf.br ^b%d(%%l%d : tensor<4xf32>)\n", i, i, i, i+1, i)
			fmt.Fprintf(w, "^r%d:\n %%r%d = tg.exp %%v%d : tensor<4xf32>\n cf.br ^b%d(%%r%d : tensor<4xf32>)\n", i, i, i, i+1, i)
		}
		fmt.Fprintf(w, "^b%d(%%e: tensor<4xf32>):\n return %%e : tensor<4xf32>\n", n/3)
	},
	// Each choice inside of the one before it, and two ends that all lead to.
	"ends": func(w *strings.Builder, n int) {
		for i := range n {
			fmt.Fprintf(w, "^b%d(%%v%d: tensor<4xf32>):\n %%p%d = tg.neg %%v%d : tensor<4xf32>\n", i, i, i, i)
			fmt.Fprintf(w, " cf.cond_br %%c, ^b%d(%%p%d : tensor<4xf32>), ^end%d(%%p%d : tensor<4xf32>)\n", i+1, i, i%2, i)
		}
		fmt.Fprintf(w, "^b%d(%%e: tensor<4xf32>):\n cf.br ^end0(%%e : tensor<4xf32>)\n", n)
		w.WriteString("^end0(%f: tensor<4xf32>):\n %g = tg.exp %f : tensor<4xf32>\n return %g : tensor<4xf32>\n^end1(%h: tensor<4xf32>):\n return %h : tensor<4xf32>\n")
	},
	// Loops one behind the other.
	"loops": func(w *strings.Builder, n int) {
		for i := range n / 2 {
			fmt.Fprintf(w, "^b%d(%%v%d: tensor<4xf32>):\n cf.cond_br %%c, ^l%d, ^b%d(%%v%d : tensor<4xf32>)\n", i, i, i, i+1, i)
			fmt.Fprintf(w, "^l%d:\n %%l%d = tg.neg %%v%d : tensor<4xf32>\n cf.br ^b%d(%%l%d : tensor<4xf32>)\n", i, i, i, i, i)
		}
		fmt.Fprintf(w, "^b%d(%%e: tensor<4xf32>):\n return %%e : tensor<4xf32>\n", n/2)
	},
	// One loop, whose blocks all lead out of it, to two places.
	"exits": func(w *strings.Builder, n int) {
		for i := range n {
			fmt.Fprintf(w, "^b%d(%%v%d: tensor<4xf32>):\n %%p%d = tg.neg %%v%d : tensor<4xf32>\n", i, i, i, i)
			fmt.Fprintf(w, " cf.cond_br %%c, ^b%d(%%p%d : tensor<4xf32>), ^end%d(%%p%d : tensor<4xf32>)\n", i+1, i, i%2, i)
		}
		fmt.Fprintf(w, "^b%d(%%e: tensor<4xf32>):\n cf.br ^b0(%%e : tensor<4xf32>)\n", n)
		w.WriteString("^end0(%f: tensor<4xf32>):\n %g = tg.exp %f : tensor<4xf32>\n return %g : tensor<4xf32>\n^end1(%h: tensor<4xf32>):\n return %h : tensor<4xf32>\n")
	},
	// One cycle, whose blocks are all entries of it.
	"entries": func(w *strings.Builder, n int) {
		w.WriteString("^b0(%v: tensor<4xf32>):\n %n = arith.constant 3 : i32\n cf.switch %n : i32, [ default: ^e")
		for i := range n {
			fmt.Fprintf(w, ", %d: ^l%d", i, i)
		}
		w.WriteString(" ]\n^e:\n return %v : tensor<4xf32>\n")
		for i := range n {
			fmt.Fprintf(w, "^l%d:\n check.expect_eq(%%v, %%x) : tensor<4xf32>\n cf.cond_br %%c, ^l%d, ^e\n", i, (i+1)%n)
		}
	},
	// Loops in loops, each of two blocks.
	"nest": func(w *strings.Builder, n int) {
		depth := n / 8 // each loop is searched for those in it
		out := "done"
		for i := range depth {
			fmt.Fprintf(w, "^b%d(%%v%d: tensor<4xf32>):\n cf.cond_br %%c, ^b%d(%%v%d : tensor<4xf32>), ^%s(%%v%d : tensor<4xf32>)\n", i, i, i+1, i, out, i)
			out = fmt.Sprintf("e%d", i)
		}
		fmt.Fprintf(w, "^b%d(%%z: tensor<4xf32>):\n cf.br ^%s(%%z : tensor<4xf32>)\n", depth, out)
		for i := range depth {
			fmt.Fprintf(w, "^e%d(%%w%d: tensor<4xf32>):\n %%p%d = tg.neg %%w%d : tensor<4xf32>\n cf.br ^b%d(%%p%d : tensor<4xf32>)\n", i, i, i, i, i, i)
		}
		w.WriteString("^done(%q: tensor<4xf32>):\n return %q : tensor<4xf32>\n")
	},
}

func program(shape string, n int) string {
	var w strings.Builder
	w.WriteString("func.func @main(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {\n cf.br ^b0(%x : tensor<4xf32>)\n")
	shapes[shape](&w, n)
	w.WriteString("}\n")
	return w.String()
}

// Large graphs are lifted, whatever is one behind the other or inside of the other.
func TestLargeGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	for shape := range shapes {
		t.Run(shape, func(t *testing.T) {
			module, err := agree.Parse(program(shape, 10_000))
			if err != nil {
				t.Fatal(err)
			}
			if err := agree.Optimise(module, "lift-cf-to-tg", 1); err != nil {
				t.Fatal(err)
			}
			if !module.RegionAt(0).First().First().RegionAt(0).HasOneBlock() {
				t.Error("blocks are left")
			}
		})
	}
}

func BenchmarkLift(b *testing.B) {
	for shape := range shapes {
		for _, n := range []int{1000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", shape, n), func(b *testing.B) {
				module, err := agree.Parse(program(shape, n))
				if err != nil {
					b.Fatal(err)
				}
				copies := ir.NewBuilder(module.Context())
				for b.Loop() {
					b.StopTimer()
					m := copies.Clone(module, map[*ir.Value]*ir.Value{})
					b.StartTimer()
					if err := agree.Optimise(m, "lift-cf-to-tg", 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
