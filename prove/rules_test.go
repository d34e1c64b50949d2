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

// What is proven of an instance of a shipped rule is so when both sides are executed. The log says
// which share is proven, and of -v why others are not.
func TestShippedRules(t *testing.T) {
	list := rules.Every()
	seed, instances := campaign.Cases(1)
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

// mutated is a copy of a block with one thing changed, and what: an op for another, operands that
// change places, a number of an attribute, an operand for another. It is nil where what was drawn is
// not valid.
func mutated(b *ir.Block, rng *rand.Rand) *ir.Block {
	builder := ir.NewBuilder(b.Last().Context())
	c := builder.CloneRegion(b.Region(), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{}).First()
	for o := c.Last().Prev(); o != nil; { // what nothing needs makes no difference
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
	o := ops[rng.IntN(len(ops))]
	switch rng.IntN(4) {
	case 0:
		n := o.NumOperands()
		if n < 2 {
			return nil
		}
		i := rng.IntN(n)
		j := (i + 1 + rng.IntN(n-1)) % n
		if o.Operand(i) == o.Operand(j) {
			return nil
		}
		x, y := o.Operand(i), o.Operand(j)
		o.SetOperand(i, y)
		o.SetOperand(j, x)
	case 1:
		others := []string{"tg.add", "tg.sub", "tg.mul", "tg.max", "tg.min", "tg.div"}
		unary := []string{"tg.neg", "tg.abs", "tg.exp", "tg.relu", "tg.floor"}
		list := others
		if o.NumOperands() == 1 {
			list = unary
		}
		if !slices.Contains(list, o.Name()) {
			return nil
		}
		name := list[rng.IntN(len(list))]
		if name == o.Name() {
			return nil
		}
		made := builder.Before(o).OpWithTypes(builder.Ctx.LookupOp(name), 0, o.ResultTypes(), o.Operands())
		o.Result(0).ReplaceAllUsesWith(made.Result(0))
		o.Erase()
	case 2:
		was := o.Props()
		for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
			if ir.IsInts.Ok(a.Value) && len(a.Value.Ints()) > 0 && rng.IntN(2) == 0 {
				numbers := slices.Clone(a.Value.Ints())
				if i := rng.IntN(len(numbers)); rng.IntN(2) == 0 {
					numbers[i] += rng.Int64N(3) - 1
				} else {
					j := rng.IntN(len(numbers))
					numbers[i], numbers[j] = numbers[j], numbers[i]
				}
				o.SetAttr(a.Name, builder.Ctx.I64Array(numbers))
			}
		}
		if o.Props() == was {
			return nil
		}
	default:
		if o.NumOperands() == 0 || c.NumArgs() == 0 {
			return nil
		}
		i, v := rng.IntN(o.NumOperands()), c.Arg(rng.IntN(c.NumArgs()))
		if o.Operand(i).Type() != v.Type() || o.Operand(i) == v {
			return nil
		}
		o.SetOperand(i, v)
	}
	for o := c.First(); o != c.Last(); o = o.Next() {
		if ir.Verify(o) != nil {
			return nil
		}
	}
	return c
}

// What is changed by one op, attribute or operand is hardly ever what it was: where a proof says so,
// execution must, too.
func TestMutants(t *testing.T) {
	_, instances := campaign.Cases(1)
	mutants, proven, refuted := 0, 0, 0
	for i, r := range rules.Every() {
		rng := rand.New(rand.NewPCG(campaign.First(), uint64(i)))
		for _, pair := range rulecheck.Pairs(r, instances, campaign.First()+1, tedialect.Dialect) {
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
