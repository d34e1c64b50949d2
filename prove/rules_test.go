package prove_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tedialect "github.com/tg-opt/tg/dialect/te"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/prove"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// levelOf is the level at which execution must confirm a proof.
func levelOf(k prove.Kind) rewrite.Level {
	if k == prove.ByDefinition {
		return rewrite.Exact
	}
	return rewrite.Real
}

// tried are the shipped rules that a test tries, with how many instances of each.
func tried() (list []*rule.Rule, seed uint64, instances int) {
	seed, instances = campaign.Cases(0)
	for i, r := range rules.Every() {
		if chosen(i) {
			list = append(list, r)
		}
	}
	return list, seed, max(1, instances)
}

// What is proven of an instance of a shipped rule is so when both sides are executed. The log says
// which share is proven, and of -v why others are not.
func TestShippedRules(t *testing.T) {
	t.Parallel()
	list, seed, instances := tried()
	kinds := map[string]int{}
	unknown := map[string][]string{}
	enough := 0
	for _, r := range list {
		weakest, why := prove.ByDefinition, ""
		pairs := rulecheck.Pairs(r, instances, seed, tedialect.Dialect)
		if len(pairs) == 0 {
			weakest, why = prove.Unknown, "no instance is found"
		}
		for _, pair := range pairs {
			p := prove.Prove(prove.Pair(pair.Left, pair.Right))
			if p.Kind < weakest {
				weakest, why = p.Kind, p.Reason
			}
			if p.Kind == prove.Unknown {
				continue
			}
			if _, problem := pair.Compare(pair.Right, levelOf(p.Kind)); problem != "" {
				t.Errorf("%s: a proof is refuted: %s\n%s", r.Name, problem, p)
			}
		}
		kinds[fmt.Sprintf("%v rules proven %v", r.Level, weakest)]++
		if weakest == prove.ByDefinition || weakest > prove.Unknown && r.Level != rewrite.Exact {
			enough++
		}
		if weakest == prove.Unknown {
			unknown[r.Pos.Filename] = append(unknown[r.Pos.Filename], fmt.Sprintf("  %s [%v]: %.200s", r.Name, r.Level, why))
		}
	}
	t.Logf("%d of %d rules are proven at their level, or a stronger one", enough, len(list))
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%d %s", kinds[k], k)
	}
	for _, file := range slices.Sorted(maps.Keys(unknown)) {
		t.Logf("not proven in %s:\n%s", file, strings.Join(unknown[file], "\n"))
	}
}

// What is proven for all extents is so for some of them: the least ones, and others that are drawn,
// when both sides are executed.
func TestGeneralisedRules(t *testing.T) {
	t.Parallel()
	list, seed, instances := tried()
	families, compared := 0, 0
	for i, r := range list {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		if !slices.Contains([]string{"rules/movement.rules", "rules/slice.rules", "rules/concat.rules", "rules/pad.rules"}, r.Pos.Filename) && instances == 1 {
			continue
		}
		for _, pair := range rulecheck.Pairs(r, instances, seed+2, tedialect.Dialect) {
			p, f := prove.Generalise(pair.Left, pair.Right)
			if len(f.Symbols) == 0 {
				continue
			}
			families++
			for range 4 {
				values := make([]int64, len(f.Symbols))
				for k, s := range f.Symbols {
					values[k] = s.Min + rng.Int64N(4)
				}
				left, right, err := f.Make(values)
				if err != nil {
					continue
				}
				n, problem := pair.With(left, right).Compare(right, levelOf(p.Kind))
				if compared += n; problem != "" {
					t.Errorf("%s: a proof is refuted at %v: %s\n%s", r.Name, values, problem, p)
				}
			}
		}
	}
	t.Logf("%d families, %d elements compared", families, compared)
	if families == 0 || compared == 0 {
		t.Error("nothing was compared")
	}
}

// mutated is a copy of what a block needs with one thing changed: an op for another, operands that
// change places, numbers of an attribute, an operand for another. It is nil where what was drawn is
// not valid.
func mutated(b *ir.Block, rng *rand.Rand) *ir.Block {
	builder := ir.NewBuilder(b.Last().Context())
	c := builder.CloneRegion(b.Region(), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{}).First()
	for o := c.Last().Prev(); o != nil; {
		before := o.Prev()
		if !slices.ContainsFunc(o.Results(), (*ir.Value).HasUses) {
			o.Erase()
		}
		o = before
	}
	var ops []*ir.Op
	for o := c.First(); o != c.Last(); o = o.Next() {
		if o.NumRegions() == 0 && !o.Has(ir.ConstantLike) {
			ops = append(ops, o)
		}
	}
	if len(ops) == 0 {
		return nil
	}
	changes := []func(*ir.Builder, *ir.Op, *rand.Rand) bool{swapped, exchanged, renumbered, redirected}
	if !changes[rng.IntN(len(changes))](builder, ops[rng.IntN(len(ops))], rng) {
		return nil
	}
	for o := c.First(); o != c.Last(); o = o.Next() {
		if ir.Verify(o) != nil {
			return nil
		}
	}
	return c
}

// swapped lets two operands of an op change places.
func swapped(_ *ir.Builder, o *ir.Op, rng *rand.Rand) bool {
	n := o.NumOperands()
	if n < 2 {
		return false
	}
	i := rng.IntN(n)
	j := (i + 1 + rng.IntN(n-1)) % n
	x, y := o.Operand(i), o.Operand(j)
	o.SetOperand(i, y)
	o.SetOperand(j, x)
	return x != y
}

// exchanged puts another elementwise op in the place of one.
func exchanged(b *ir.Builder, o *ir.Op, rng *rand.Rand) bool {
	list := []string{"tg.add", "tg.sub", "tg.mul", "tg.max", "tg.min", "tg.div"}
	if o.NumOperands() == 1 {
		list = []string{"tg.neg", "tg.abs", "tg.exp", "tg.relu", "tg.floor"}
	}
	name := list[rng.IntN(len(list))]
	if name == o.Name() || !slices.Contains(list, o.Name()) {
		return false
	}
	made := b.Before(o).OpWithTypes(b.Ctx.LookupOp(name), 0, o.ResultTypes(), o.Operands())
	o.Result(0).ReplaceAllUsesWith(made.Result(0))
	o.Erase()
	return true
}

// renumbered changes lists of numbers.
func renumbered(b *ir.Builder, o *ir.Op, rng *rand.Rand) bool {
	was := o.Props()
	for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
		if !ir.IsInts.Ok(a.Value) || len(a.Value.Ints()) == 0 || rng.IntN(2) == 0 {
			continue
		}
		numbers := slices.Clone(a.Value.Ints())
		if i := rng.IntN(len(numbers)); rng.IntN(2) == 0 {
			numbers[i] += rng.Int64N(3) - 1
		} else {
			j := rng.IntN(len(numbers))
			numbers[i], numbers[j] = numbers[j], numbers[i]
		}
		o.SetAttr(a.Name, b.Ctx.I64Array(numbers))
	}
	return o.Props() != was
}

// redirected makes an argument an operand.
func redirected(_ *ir.Builder, o *ir.Op, rng *rand.Rand) bool {
	args := o.Block().Args()
	if o.NumOperands() == 0 || len(args) == 0 {
		return false
	}
	i, v := rng.IntN(o.NumOperands()), args[rng.IntN(len(args))]
	if o.Operand(i).Type() != v.Type() || o.Operand(i) == v {
		return false
	}
	o.SetOperand(i, v)
	return true
}

// What is changed by one op, attribute or operand is hardly ever what it was: where a proof says
// so, execution must, too.
func TestMutants(t *testing.T) {
	t.Parallel()
	mutants, proven, refuted := 0, 0, 0
	list, seed, instances := tried()
	for i, r := range list {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		for _, pair := range rulecheck.Pairs(r, instances, seed+1, tedialect.Dialect) {
			for range 4 {
				b := mutated(pair.Right, rng)
				if b == nil {
					continue
				}
				mutants++
				p := prove.Prove(prove.Pair(pair.Left, b))
				_, problem := pair.Compare(b, levelOf(p.Kind))
				if problem != "" {
					refuted++
				}
				if p.Kind == prove.Unknown {
					continue
				}
				if proven++; problem != "" {
					t.Errorf("%s, changed: a proof is refuted: %s\n%s", r.Name, problem, p)
				}
			}
		}
	}
	t.Logf("of %d mutants, %d are refuted by execution, and %d are proven equal still", mutants, refuted, proven)
	if refuted*4 < mutants {
		t.Errorf("few of the mutants are wrong, so that they show little")
	}
}
