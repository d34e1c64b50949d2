package tedialect_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// TestRandomComputes compares what computes make with what tegen.Reference says, for any number of
// workers, with a plan and without.
func TestRandomComputes(t *testing.T) {
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := tegen.Function(r, tegen.Options{Elem: tegen.Elems[seed%uint64(len(tegen.Elems))]})
		if err := compareCompute(r, text); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
}

// TestLargeComputes is TestRandomComputes with axes that make several rows, blocks and workers.
func TestLargeComputes(t *testing.T) {
	for seed := range campaign.Seeds(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		text := tegen.Function(r, tegen.Options{Extents: []int64{1, 3, 17, 40}, Elem: []string{"f32", "f64", "i32", "f16"}[seed%4]})
		if err := compareCompute(r, text); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
}

// maxPoints bounds what the reference computes.
const maxPoints = 8000

func compareCompute(r *rand.Rand, text string) error {
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		return err
	}
	fn := module.RegionAt(0).First().First()
	block := fn.RegionAt(0).First()
	c, ok := te.AsCompute(block.First())
	if !ok {
		return fmt.Errorf("no compute")
	}
	g := &opgen.Generator{Rand: r, Ctx: ctx}
	values, inputs := map[*ir.Value]*tensor.Tensor{}, []*tensor.Tensor{}
	regime := []opgen.Regime{opgen.Special, opgen.Ordinary, opgen.Small}[r.IntN(3)]
	for _, a := range block.Args() {
		var x *tensor.Tensor
		if a.Type().IsIndex() {
			x = tensor.New(tensor.I64)
			x.SetInt64(0, tegen.Extent)
		} else {
			x = g.Tensor(a.Type(), regime)
		}
		values[a], inputs = x, append(inputs, x)
	}
	points := 1
	for _, a := range c.All() {
		if a.Extent == ir.Dynamic {
			a.Extent = tegen.Extent
		}
		points *= int(a.Extent)
	}
	if points > maxPoints {
		return nil
	}
	want, err := tegen.Reference(c, values)
	if err != nil {
		return err
	}
	defer parallel.SetWorkers(parallel.Workers())
	for _, workers := range []int{1, 2, 8} {
		parallel.SetWorkers(workers)
		for _, opt := range []interp.Options{{Poison: true}, {NoPlan: true}} {
			p, err := interp.NewModule(module).Program("main")
			if err != nil {
				return err
			}
			got, err := p.Run(inputs, opt)
			if err != nil {
				return err
			}
			for i, x := range got.Outputs {
				if !bytes.Equal(unified(x), unified(want[i])) {
					var in strings.Builder
					for _, x := range inputs {
						fmt.Fprintln(&in, tensor.Format(x))
					}
					return fmt.Errorf("%d workers: result #%d is\n%s, and should be\n%s\nfor %s", workers, i, tensor.Format(x), tensor.Format(want[i]), in.String())
				}
			}
		}
	}
	return nil
}

// unified are the bytes of a tensor whose NaNs are one.
func unified(t *tensor.Tensor) []byte {
	b := make([]byte, len(t.Bytes()))
	t.UnifyNaNs(b)
	return b
}
