package complete

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// literalCase is a rule that puts a constant in the place of operand at of an op.
type literalCase struct {
	def      *ir.OpDef
	at       int
	operands int
	pattern  *rewrite.Pattern // nil if the constant must state its type
	back     *rewrite.Pattern // that matches what the other one makes
	// What the op may have besides, and the element types that operand at may
	// have with it.
	choices map[string][]*ir.Type
	tried   int
	failed  bool // one error of a kind is enough
}

func (l *literalCase) errorf(t *testing.T, format string, args ...any) {
	t.Helper()
	if !l.failed {
		t.Errorf("%s: operand %d: %s", l.def.Name(), l.at, fmt.Sprintf(format, args...))
	}
	l.failed = true
}

// Wherever a constant stands among the operands of an op, on the right side of a
// rule or on the left, it has the type that the op asks for there: what is made
// verifies, whatever the other operands are. A constant that is refused because
// its type does not follow is one that had a choice. The ops and their instances
// come from all dialects: from the example of each op, with other element types.
func TestConstantsInRules(t *testing.T) {
	c := driver.NewContext()
	positions := 0
	for _, d := range c.Dialects() {
		for _, def := range d.Ops() {
			if inside, _ := interp.Inside.Get(def); inside {
				continue // it stands in computes only
			}
			module, err := parser.Parse(c, []byte(def.Example), parser.Options{})
			if err != nil {
				continue // part of something larger
			}
			cases, seen := map[string]*literalCase{}, false
			ir.Walk(module, func(o *ir.Op) ir.WalkAction {
				callee := slices.ContainsFunc(o.OperandTypes(), (*ir.Type).IsFunction) // says the types of the others
				stated := def.Infer == nil && o.NumResults() > 1                       // and rules state one
				// No rule makes a tuple, whose type says those of all operands.
				tuple := o.NumResults() > 0 && o.Result(0).Type().Kind() == ir.TupleType
				if seen = seen || o.Is(def); o.Is(def) && o.NumRegions() == 0 && o.NumResults() > 0 && !callee && !stated && !tuple {
					for at := range o.NumOperands() {
						if e := o.Operand(at).Type().ElemOrSelf(); !e.IsInteger() && !e.IsIndex() && !e.IsFloat() {
							continue // no constant is of that type
						}
						key := fmt.Sprint(at, o.NumOperands())
						if cases[key] == nil {
							cases[key] = newLiteralCase(t, def, at, o.NumOperands())
						}
						if l := cases[key]; l != nil {
							l.try(t, o)
						}
					}
				}
				return ir.Advance
			})
			if !seen && len(def.Operands) > 0 && newLiteralCase(t, def, 0, 1) != nil {
				t.Errorf("%s: its example does not have it", def.Name())
			}
			for _, l := range cases {
				if l != nil {
					positions++
					l.judge(t)
				}
			}
		}
	}
	if positions < 200 {
		t.Errorf("looked at %d operands only", positions)
	}
}

// newLiteralCase is nil for an op that rules cannot speak of.
func newLiteralCase(t *testing.T, def *ir.OpDef, at, operands int) *literalCase {
	l := &literalCase{def: def, at: at, operands: operands, choices: map[string][]*ir.Type{}}
	var plain, with []string
	for i := range operands {
		plain = append(plain, fmt.Sprintf("?x%d", i))
		with = append(with, plain[i])
	}
	with[at] = "0"
	head, result := def.Name(), ""
	if len(def.Results) > 1 {
		if def.Infer == nil || def.Has(ir.StatedTypes) {
			return nil // rules cannot make it
		}
		result = "#0"
	}
	stated := ""
	if def.Has(ir.StatedTypes) || def.Infer == nil && !def.Has(ir.SameTypes) {
		stated = " : type(root)"
	}
	term := func(args []string) string { return head + "(" + strings.Join(args, ", ") + ") {*}" + result }
	parse := func(text string) (*rewrite.Pattern, string) {
		lookup := func(name string) (*ir.OpDef, error) { return def, nil }
		list, err := rule.Parse("t.rules", "set s complex\nrule r: "+text+" [exact]", lookup)
		if err != nil {
			return nil, err.Error()
		}
		return list[0].Pattern(rewrite.FPStrict), ""
	}
	var problem string
	l.pattern, problem = parse(term(plain) + " => " + term(with) + stated)
	switch {
	case strings.Contains(problem, "rules cannot speak of it"):
		return nil
	case strings.Contains(problem, "does not follow"):
	case problem != "":
		t.Errorf("%s: %s", def.Name(), problem)
		return nil
	}
	if l.pattern != nil {
		if l.back, problem = parse(term(with) + " => " + term(with) + stated); problem != "" {
			t.Errorf("%s: %s", def.Name(), problem)
		}
	}
	return l
}

// elementsTried are what operands are made of, besides what the example has.
func elementsTried(c *ir.Context, t *ir.Type, operands int) []*ir.Type {
	list := []*ir.Type{c.I32(), c.I64(), c.F32(), c.F64()}
	if operands <= 3 {
		list = append(list, c.Bool(), c.Int(8, ir.Signless), c.Float("f16"))
	}
	if e := t.ElemOrSelf(); !slices.Contains(list, e) {
		list = append(list, e)
	}
	return list
}

// try applies the rule to an op with all combinations of element types that
// verify.
func (l *literalCase) try(t *testing.T, o *ir.Op) {
	c := o.Context()
	types := append(o.OperandTypes(), o.ResultTypes()...)
	each := make([][]*ir.Type, len(types))
	for i, typ := range types {
		if typ.IsShaped() && !typ.IsStatic() && typ.HasRank() && (i < o.NumOperands() || o.Def().Infer != nil) {
			types[i] = c.WithShape(typ, known(typ.Shape())) // a constant has extents
		}
		for _, e := range elementsTried(c, typ, l.operands) {
			each[i] = append(each[i], c.WithElem(types[i], e))
		}
		if i >= o.NumOperands() && o.Def().Infer != nil && !o.Has(ir.StatedTypes) {
			each[i] = types[i : i+1] // inferred
		}
	}
	chosen := make([]*ir.Type, len(types))
	var choose func(i int)
	choose = func(i int) {
		if i == len(types) {
			l.apply(t, o, slices.Clone(chosen))
			return
		}
		for _, typ := range each[i] {
			chosen[i] = typ
			choose(i + 1)
		}
	}
	choose(0)
}

// known are the extents where those that are not known are 3.
func known(shape []int64) []int64 {
	list := slices.Clone(shape)
	for i, n := range list {
		if n == ir.Dynamic {
			list[i] = 3
		}
	}
	return list
}

// instance makes o once more with other types, which are inferred if they can
// be; nil if it does not verify.
func instance(o *ir.Op, operands []*ir.Value, results []*ir.Type) *ir.Op {
	b := ir.NewBuilder(o.Context()).AtEnd(operands[0].Block())
	for i, v := range operands {
		if d := o.Def().OperandDef(i); d == nil || !d.Type.Ok(v.Type()) {
			return nil
		}
	}
	if o.Def().Infer != nil && !o.Has(ir.StatedTypes) {
		in := &ir.Inference{Ctx: o.Context(), Def: o.Def(), Props: o.Props(), Values: operands}
		for _, v := range operands {
			in.Operands = append(in.Operands, v.Type())
		}
		var err error
		if results, err = in.Types(); err != nil {
			return nil
		}
	}
	n := b.OpWithTypes(o.Def(), 0, results, operands, o.Props().Entries()...)
	if ir.VerifyOp(n) != nil {
		n.Erase()
		return nil
	}
	return n
}

func (l *literalCase) apply(t *testing.T, o *ir.Op, types []*ir.Type) {
	c := o.Context()
	block := &ir.Block{}
	(&ir.Region{}).Append(block)
	var operands []*ir.Value
	for _, typ := range types[:l.operands] {
		operands = append(operands, block.AddArg(typ, 0))
	}
	n := instance(o, operands, types[l.operands:])
	if n == nil {
		return
	}
	l.tried++
	rest := append(slices.Delete(n.OperandTypes(), l.at, l.at+1), n.ResultTypes()[0]) // that of the root
	key, own := fmt.Sprint(rest), operands[l.at].Type()
	if !slices.Contains(l.choices[key], own) {
		l.choices[key] = append(l.choices[key], own)
	}
	if l.pattern == nil {
		return
	}
	b := ir.NewBuilder(c)
	before := n.ResultTypes()
	end := b.AtEnd(block).OpWithTypes(fn.Return, 0, nil, n.Results())
	if !rewrite.ApplyAt(l.pattern, n, b) {
		if best := l.possible(o, operands, before); best != nil {
			l.errorf(t, "of type '%s', it is not replaced by a constant where others are %s, though one of type '%s' would do", own, key, best)
		}
		return
	}
	result := end.Operand(0)
	made := result.Def()
	if !made.Is(o.Def()) {
		// It was folded at once.
		if !slices.Contains(operands, result) && ir.ConstantValue(result) == nil {
			l.errorf(t, "of type '%s', it is folded into what is neither an operand nor a constant, '%s'", own, made.Name())
		}
		return
	}
	if err := ir.VerifyOp(made); err != nil {
		l.errorf(t, "of type '%s', it is replaced by a constant of type '%s', which is not valid: %v", own, made.Operand(l.at).Type(), err)
		return
	}
	if !l.back.MayApply(made) {
		l.errorf(t, "the constant of type '%s' is not found again", made.Operand(l.at).Type())
	}
}

// possible is a type of a constant with which the op would have the same
// results; nil if there is none.
func (l *literalCase) possible(o *ir.Op, operands []*ir.Value, results []*ir.Type) *ir.Type {
	c := o.Context()
	for i, like := range operands {
		n := len(operands)
		if i == l.at || !o.Has(ir.Elementwise) && o.Def().OperandElems(i, n) != o.Def().OperandElems(l.at, n) {
			continue // nobody says that it has this shape
		}
		for _, e := range elementsTried(c, like.Type(), l.operands) {
			for _, typ := range []*ir.Type{c.WithElem(like.Type(), e), c.Tensor(nil, e), e} {
				changed := slices.Clone(operands)
				changed[l.at] = like.Block().AddArg(typ, 0)
				if n := instance(o, changed, results); n != nil && slices.Equal(n.ResultTypes(), results) {
					return typ
				}
			}
		}
	}
	return nil
}

// judge checks that a constant that must state its type has a choice of it.
func (l *literalCase) judge(t *testing.T) {
	if l.tried == 0 {
		t.Errorf("%s: no instance of its example verifies", l.def.Name())
	}
	if l.pattern != nil {
		return
	}
	for _, types := range l.choices {
		if len(types) > 1 {
			return
		}
	}
	l.errorf(t, "a constant must state its type, though it has no choice")
}
