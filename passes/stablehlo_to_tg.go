package passes

import (
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// StableHLOToTGOptions are the options of the pass `stablehlo-to-tg`.
type StableHLOToTGOptions struct {
	IfPossible bool `opt:"if-possible" extra:"true" doc:"Look only at a program that has ops of StableHLO or CHLO, and warn, instead of failing, of one that cannot be converted"`
}

// StableHLOToTG converts functions of foreign dialects to tg.
var StableHLOToTG = &pipeline.Pass{
	Name:  "stablehlo-to-tg",
	Title: "StableHLOToTG",
	Doc: "Convert function bodies from StableHLO, and from the constants and globals that come with it, to tg. " +
		"Either every op of every function is converted, or nothing changes and the first op that cannot be is reported. " +
		"A composite with the name and the attributes of an op of tg, as tg-to-stablehlo writes them, becomes that op, and any other one a call of its decomposition, whose attribute tg.composite says what it was called. " +
		"Loads of immutable globals become constants; functions, calls, branches, checks and what else can be executed as it is " +
		"(arith, scf) stay, and so do locations and " +
		"attributes. A custom call whose target nobody knows is converted if a function of the program says what its derivative is (`tg.derivative_of`). Blocks that control never reaches are removed. There are neither tuples nor tokens in tg: the elements of a tuple stand in its " +
		"place, as arguments and results of functions, too, and nothing stands in that of a token.",
	On:         "builtin.module",
	Options:    func() any { return &StableHLOToTGOptions{} },
	Statistics: []pipeline.Statistic{{Name: "num-converted", Doc: "Number of ops converted"}},
	Run: func(r *pipeline.Run) error {
		ifPossible := r.Options.(*StableHLOToTGOptions).IfPossible
		if ifPossible && !isExported(r.Op) {
			r.MarkUnchanged()
			return nil
		}
		err := toTG(r)
		if err != nil && ifPossible {
			r.MarkUnchanged()
			d := ir.AsDiag(err, r.Op.Loc())
			r.Warn(d.Loc, "nothing was converted to tg, so that hardly anything can be optimised: %s; replace this op, or move the function that it is in to another module", d.Message)
			return nil
		}
		return err
	},
}

// isExported reports whether there are ops of StableHLO or CHLO in the functions of
// root.
func isExported(root *ir.Op) (found bool) {
	for _, fn := range functionsIn(root) {
		ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
			if d := o.OpName().Dialect; d == "stablehlo" || d == "chlo" {
				found = true
				return ir.Stop
			}
			return ir.Advance
		})
		if found {
			break
		}
	}
	return found
}

// toTG converts all functions, or none and tells why not.
func toTG(r *pipeline.Run) error {
	var done []translation
	calls, ops := analysis.NewCalls(), int64(0)
	decomposed := newDecomposed()
	declared := sync.OnceValue(func() map[string]bool { return declaredCalls(r.Op) })
	for _, fn := range functionsIn(r.Op) {
		n := countForeign(analysis.CallableBody(fn))
		if n == 0 && !takesParts(fn) {
			continue
		}
		table := calls.TableAround(fn)
		find := func(ref *ir.Attr) *ir.Op { return calls.Lookup(table, ref) }
		converted, err := convert.Body(r.Builder, analysis.CallableBody(fn), convert.Surroundings{
			Symbol: find, Keeps: keptByConversion, Declared: func(target string) bool { return declared()[target] },
		})
		if err != nil {
			return err
		}
		decomposed.look(fn, find)
		done = append(done, translation{analysis.CallableBody(fn), converted})
		ops += n
	}
	if done == nil {
		r.MarkUnchanged()
	}
	r.Count("num-converted", ops)
	replaceBodies(done)
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if takesParts(o) {
			spreadSignature(o)
		}
		return ir.Advance
	})
	decomposed.name()
	decomposed.eraseUnused()
	return nil
}

// declaredCalls are the names whose derivative functions of a module say: what has one may be
// called, whoever provides it.
func declaredCalls(root *ir.Op) map[string]bool {
	declared := map[string]bool{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if !analysis.IsCallable(o) {
			return ir.Advance
		}
		if of := o.Attr(autodiff.DerivativeOf); of.Is(ir.StringAttr) {
			declared[of.Text()] = true
		}
		return ir.Skip
	})
	return declared
}

// translation is a body and what comes in its place.
type translation struct{ old, new *ir.Region }

func replaceBodies(list []translation) {
	for _, t := range list {
		for b := t.old.First(); b != nil; b = t.old.First() {
			b.Erase()
		}
		t.old.TakeBody(t.new)
	}
}

// takesParts reports whether o is a function that takes or returns a tuple or a token.
func takesParts(o *ir.Op) bool {
	t := o.Attr("function_type")
	return ir.IsFuncType.Ok(t) && (convert.HasParts(t.Type().Inputs()) || convert.HasParts(t.Type().Results()))
}

// spreadSignature gives a function the signature of its body, which has been converted.
func spreadSignature(fn *ir.Op) {
	t, args, results := convert.Signature(fn.Context(), fn.Attr("function_type"), fn.Attr("arg_attrs"), fn.Attr("res_attrs"))
	fn.SetAttr("function_type", t)
	for name, a := range map[string]*ir.Attr{"arg_attrs": args, "res_attrs": results} {
		if a != nil {
			fn.SetAttr(name, a)
		}
	}
}

// functionsIn lists the functions with a body in root, those of nested modules
// too.
func functionsIn(root *ir.Op) []*ir.Op {
	var fns []*ir.Op
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && analysis.CallableBody(o) != nil {
			fns = append(fns, o)
			return ir.Skip
		}
		return ir.Advance
	})
	return fns
}

// keptDialects are at home in a converted program, whatever becomes of their ops.
var keptDialects = map[string]bool{"tg": true, "func": true, "cf": true, "check": true, "enzyme": true}

// keptByConversion reports whether an op stays as it is: one that has no
// conversion, if the interpreter runs it.
func keptByConversion(o *ir.Op) bool {
	if _, ok := convert.ToTG.Get(o.Def()); ok || o.Def() == nil {
		return false
	}
	return keptDialects[o.OpName().Dialect] || interp.Runs(o.Def())
}

// countForeign is how many ops in r the conversion replaces or stumbles over.
func countForeign(r *ir.Region) (n int64) {
	for b := r.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			ir.Walk(o, func(p *ir.Op) ir.WalkAction {
				if !keptByConversion(p) || convert.HasParts(p.OperandTypes()) || convert.HasParts(p.ResultTypes()) {
					n++
				}
				return ir.Advance
			})
		}
	}
	return n
}
