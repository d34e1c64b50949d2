package analysis_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// Regions within regions that use values from several levels outside, more than
// once, as last op and before others, and not at all.
const nested = `func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %n: tensor<i32>, %unused: tensor<f32>) -> tensor<4xf32> {
  %a = tg.neg %x : tensor<4xf32>
  %never = tg.neg %a : tensor<4xf32>
  %0 = tg.if %p -> (tensor<4xf32>) {
    %b = tg.add %a, %a : tensor<4xf32>
    %1 = tg.if %p -> (tensor<4xf32>) {
      %c = tg.mul %a, %b : tensor<4xf32>
      tg.yield %c : tensor<4xf32>
    } else {
      %d = tg.mul %y, %b : tensor<4xf32>
      %e = tg.mul %d, %y : tensor<4xf32>
      tg.yield %e : tensor<4xf32>
    }
    %2 = tg.add %1, %b : tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  } else {
    tg.yield %a : tensor<4xf32>
  }
  %w:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    tg.yield %p : tensor<i1>
  } do {
    %g = tg.add %v, %0 : tensor<4xf32>
    tg.yield %i, %g : tensor<i32>, tensor<4xf32>
  }
  return %w#1 : tensor<4xf32>
}
`

// TestLastUses compares the result for every region of one block with the
// definition: the last op of the block that uses a value, or holds an op that
// does, or else the op that makes it.
func TestLastUses(t *testing.T) {
	c := driver.NewContext()
	module, err := parser.Parse(c, []byte(nested), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatal(err)
	}
	regions := 0
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		for i := range o.NumRegions() {
			if r := o.RegionAt(i); r.HasOneBlock() && !o.Is(module.Def()) {
				regions++
				checkLastUses(t, r)
			}
		}
		return ir.Advance
	})
	if regions != 7 {
		t.Errorf("%d regions, want 7", regions)
	}
}

func checkLastUses(t *testing.T, r *ir.Region) {
	t.Helper()
	last, unused := deathsOf(r, analysis.LastUses(r)[r])
	b := r.First()
	want := map[*ir.Op][]*ir.Value{}
	var wantUnused []*ir.Value
	values := slices.Clone(b.Args())
	for o := b.First(); o != nil; o = o.Next() {
		values = append(values, o.Results()...)
	}
	for _, v := range values {
		at := v.Def()
		for o := b.First(); o != nil; o = o.Next() {
			if uses(o, v) {
				at = o
			}
		}
		if at == nil {
			wantUnused = append(wantUnused, v)
		} else {
			want[at] = append(want[at], v)
		}
	}
	for o := b.First(); o != nil; o = o.Next() {
		if d := cmp.Diff(numbers(values, want[o]), numbers(values, last[o])); d != "" {
			t.Errorf("%s: %s", o.Name(), d)
		}
	}
	if d := cmp.Diff(numbers(values, wantUnused), numbers(values, unused[b])); d != "" {
		t.Errorf("unused: %s", d)
	}
}

// deathsOf are the deaths at each op of r and at the beginning of each block.
func deathsOf(r *ir.Region, d *analysis.Deaths) (last map[*ir.Op][]*ir.Value, unused map[*ir.Block][]*ir.Value) {
	last, unused = map[*ir.Op][]*ir.Value{}, map[*ir.Block][]*ir.Value{}
	place := 0
	for b := r.First(); b != nil; b = b.Next() {
		unused[b] = d.At(place)
		place++
		for o := b.First(); o != nil; o = o.Next() {
			last[o] = d.At(place)
			place++
		}
	}
	return last, unused
}

func uses(o *ir.Op, v *ir.Value) bool {
	found := false
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		found = found || slices.Contains(p.Operands(), v)
		return ir.Advance
	})
	return found
}

// numbers are the sorted positions of vs in all.
func numbers(all, vs []*ir.Value) []int {
	var list []int
	for _, v := range vs {
		list = append(list, slices.Index(all, v))
	}
	slices.Sort(list)
	return list
}
