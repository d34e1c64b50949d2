// Package tg is the dialect that passes think in: tensor ops with NumPy's
// broadcasting, one op per idea.
//
// An op is one definition in one file, or one row of a table where a family of
// ops differs in name and kernel only. Everything that is true of an op is
// there: documentation, constraints, text, inference, verification, folding,
// and the kernel that executes it.
package tg

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `tg`.
var Dialect = ir.NewDialect("tg", "Tensor graphs: elementwise ops that broadcast as in NumPy, movement, reductions, "+
	"contractions, and structured control flow, on ranked tensors.")

// loopAttrs are attributes of loops, and what checks them.
var loopAttrs = map[string]func(*ir.Attr) error{autodiff.CheckpointAttr: autodiff.CheckCheckpoint, autodiff.MaxTripAttr: autodiff.CheckMaxTrip}

// isLoop reports whether ops of a definition are loops, or like tg.while: ops of other dialects
// that become one hand on their attributes.
func isLoop(def *ir.OpDef) bool {
	if _, loops := analysis.Loop.Get(def); loops || def == nil {
		return loops
	}
	return len(def.Regions) == 2 && def.Regions[0].Name == "cond" && def.Regions[1].Name == "body"
}

// checkPrepack checks the attribute of arguments that have the same contents in every run.
func checkPrepack(t *ir.Type, a ir.NamedAttr) error {
	switch {
	case a.Name != analysis.PrepackAttr:
		return nil
	case !a.Value.Is(ir.UnitAttr):
		return fmt.Errorf("attribute '%s' has no value, but is %s", a.Name, a.Value)
	case !t.IsRankedTensor():
		return fmt.Errorf("attribute '%s' is for arguments that are ranked tensors, but this one is a '%s'", a.Name, t)
	}
	return nil
}

func init() {
	Dialect.KeepsLocs = true
	Dialect.VerifyAttr = func(o *ir.Op, a ir.NamedAttr) error {
		if a.Name == cost.Override {
			return cost.CheckOverride(a.Value)
		}
		if a.Name == autodiff.CheckpointAttr && o.Has(ir.Symbol) && analysis.CallableBody(o) != nil {
			if !a.Value.Is(ir.UnitAttr) {
				return fmt.Errorf("attribute '%s' of a function has no value, but is %s", a.Name, a.Value)
			}
			return nil
		}
		if a.Name == analysis.PrepackAttr {
			return fmt.Errorf("attribute '%s' is about arguments of functions", a.Name)
		}
		if check := loopAttrs[a.Name]; check != nil {
			err := check(a.Value)
			if !isLoop(o.Def()) {
				err = errors.New("is about loops")
			}
			if err != nil {
				return fmt.Errorf("attribute '%s' %w", a.Name, err)
			}
			return nil
		}
		return lifetimes.CheckAttr(o, a)
	}
	Dialect.VerifyArg = checkPrepack
	Dialect.Marker, Dialect.VerifyMarked = lifetimes.ArenaAttr, lifetimes.VerifyText
	Dialect.Constant = func(b *ir.Builder, value *ir.Attr, t *ir.Type, l ir.Loc) *ir.Op {
		signless := !t.IsInteger() || t.Signedness() == ir.Signless // arith has no others
		if scalar := b.Ctx.LookupOp("arith.constant"); scalar != nil && signless && (value.Is(ir.IntegerAttr) || value.Is(ir.FloatAttr)) && value.Type() == t {
			return b.OpWithTypes(scalar, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
		}
		if !ir.IsElements.Ok(value) || value.Type() != t || !t.IsRankedTensor() {
			return nil
		}
		return b.OpWithTypes(Constant, l, []*ir.Type{t}, nil, ir.NamedAttr{Name: "value", Value: value})
	}
}
