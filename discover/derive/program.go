package derive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"

	fn "github.com/tg-opt/tg/dialect/func"
)

// space holds ops of many programs on the same inputs, each op once. Two programs are the same if
// they return the same values. Operands of ops that commute are in one order: rules match both.
// Constants that rules make, and an elementwise op repeats, are scalars: which shape a rule gives
// them depends on what it has at hand.
type space struct {
	build  *ir.Builder
	block  *ir.Block
	ops    map[opKey]*ir.Op
	values map[*ir.Value]*value
	made   map[*ir.Value]bool // constants that rules have made
}

// opKey is what ops are told apart by.
type opKey struct {
	name         *ir.OpName
	props, attrs *ir.Attr
	types        *ir.Type // a function type
	operands     string
}

// value is what is known of one: its number, what it is to rules, and how many ops compute it, each
// counted as often as it occurs, constants aside.
type value struct {
	number  int
	members []*ir.Value
	ops     int
}

// most is where counts of ops end.
const most = 1 << 20

// newSpace makes one with the inputs that a block has.
func newSpace(b *ir.Block) *space {
	s := &space{build: ir.NewBuilder(b.Last().Context()), block: &ir.Block{}, ops: map[opKey]*ir.Op{}, values: map[*ir.Value]*value{}, made: map[*ir.Value]bool{}}
	(&ir.Region{}).Append(s.block)
	for _, v := range b.Args() {
		s.add(s.block.AddArg(v.Type(), 0), 0)
	}
	return s
}

func (s *space) add(v *ir.Value, ops int) {
	x := &value{number: len(s.values), ops: ops}
	if !v.IsArg() {
		x.members = []*ir.Value{v}
	}
	s.values[v] = x
}

// enter adds what a block computes, and returns what that returns. It is not ok if ops have regions
// or effects.
func (s *space) enter(b *ir.Block) (outs []*ir.Value, ok bool) {
	of := map[*ir.Value]*ir.Value{}
	for i, v := range b.Args() {
		of[v] = s.block.Arg(i)
	}
	translated := func(o *ir.Op) (list []*ir.Value) {
		for _, v := range o.Operands() {
			list = append(list, of[v])
		}
		return list
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		if o.Def() == nil || o.NumRegions() > 0 || o.Has(ir.Opaque) || !o.Has(ir.Pure|ir.NoMemoryEffect|ir.ConstantLike) {
			return nil, false
		}
		for i, v := range s.op(o.OpName(), o.ResultTypes(), translated(o), o.Props(), o.Attrs()).Results() {
			of[o.Result(i)] = v
		}
	}
	return translated(b.Last()), true
}

// op finds or makes an op on values of the space.
func (s *space) op(name *ir.OpName, types []*ir.Type, operands []*ir.Value, props, attrs *ir.Attr) *ir.Op {
	operands = slices.Clone(operands)
	s.shrink(name.Def, types, operands)
	if name.Def.Traits&ir.Commutative != 0 && len(operands) >= 2 && s.values[operands[0]].number > s.values[operands[1]].number {
		operands[0], operands[1] = operands[1], operands[0]
	}
	key := opKey{name: name, props: props, attrs: attrs, types: s.build.Ctx.Func(nil, types), operands: s.key(operands)}
	if o := s.ops[key]; o != nil {
		return o
	}
	o, err := s.build.AtEnd(s.block).Create(&ir.OpState{Name: name, Operands: operands, Results: slices.Clone(types), Props: props, Attrs: attrs.Entries()})
	if err != nil {
		panic(err) // only what types follow from can be wrong, and they are stated
	}
	ops := 1
	if o.Has(ir.ConstantLike) {
		ops = 0
	}
	for _, v := range operands {
		ops = min(most, ops+s.values[v].ops)
	}
	for _, v := range o.Results() {
		s.add(v, ops)
	}
	s.ops[key] = o
	return o
}

// key tells lists of values apart.
func (s *space) key(list []*ir.Value) string {
	b := make([]byte, 0, 4*len(list))
	for _, v := range list {
		n := s.values[v].number
		b = append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return string(b)
}

// count is how many ops compute values.
func (s *space) count(list []*ir.Value) (n int) {
	for _, v := range list {
		n = min(most, n+s.values[v].ops)
	}
	return n
}

// Members, for rules, is a value itself: nothing is known to be equal.
func (s *space) Members(v *ir.Value, def *ir.OpDef) []*ir.Value {
	if def != nil && !v.Def().Is(def) {
		return nil
	}
	return s.values[v].members
}

// Representative, for rules, is the value itself.
func (s *space) Representative(v *ir.Value) *ir.Value { return v }

// Op finds or makes an op of the right side of a rule.
func (s *space) Op(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, props *ir.Attr) []*ir.Value {
	return s.op(s.build.Ctx.OpName(def.Name()), types, operands, props, nil).Results()
}

// Constant finds or makes a constant of the right side of a rule.
func (s *space) Constant(d *ir.Dialect, a *ir.Attr, t *ir.Type) *ir.Value {
	o, known := d.Constant(s.build.AtEnd(nil), a, t, 0), len(s.values)
	v := s.op(o.OpName(), o.ResultTypes(), nil, o.Props(), o.Attrs()).Result(0)
	if len(s.values) > known {
		s.made[v] = true
	}
	return v
}

// replaced is a program with values in the places of others, wherever these are used but in the new
// ones. The map gets what becomes of all other values, too.
func (s *space) replaced(outs []*ir.Value, by map[*ir.Value]*ir.Value) []*ir.Value {
	var of func(v *ir.Value) *ir.Value
	of = func(v *ir.Value) *ir.Value { // as deep as the program is
		if w := by[v]; w != nil {
			return w
		}
		o := v.Def()
		if o == nil {
			return v
		}
		operands := o.Operands()
		for i, w := range operands {
			operands[i] = of(w)
		}
		for i, w := range s.op(o.OpName(), o.ResultTypes(), operands, o.Props(), o.Attrs()).Results() {
			by[o.Result(i)] = w
		}
		return by[v]
	}
	list := make([]*ir.Value, len(outs))
	for i, v := range outs {
		list[i] = of(v)
	}
	return list
}

// opsOf are the ops that compute values, operands first.
func opsOf(outs []*ir.Value) (list []*ir.Op) {
	seen := map[*ir.Op]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) { // as deep as the program is
		o := v.Def()
		if o == nil || seen[o] {
			return
		}
		seen[o] = true
		for _, w := range o.Operands() {
			visit(w)
		}
		list = append(list, o)
	}
	for _, v := range outs {
		visit(v)
	}
	return list
}

// blockOf is a program by itself, with its ops in the order of opsOf.
func (s *space) blockOf(outs []*ir.Value) *ir.Block {
	b := &ir.Block{}
	(&ir.Region{}).Append(b)
	of := map[*ir.Value]*ir.Value{}
	for _, v := range s.block.Args() {
		of[v] = b.AddArg(v.Type(), 0)
	}
	build := s.build.AtEnd(b)
	for _, o := range opsOf(outs) {
		build.Clone(o, of)
	}
	var returned []*ir.Value
	for _, v := range outs {
		returned = append(returned, of[v])
	}
	build.OpWithTypes(fn.Return, 0, nil, returned)
	return b
}

// text is what a block returns as a term, the same for all blocks that are equal but for the order
// of operands of ops that commute; with types it tells all others apart.
func text(b *ir.Block, types bool) string {
	known := map[*ir.Op]string{}
	var of func(v *ir.Value) string
	of = func(v *ir.Value) string { // as deep as the program is
		o := v.Def()
		if o == nil {
			return fmt.Sprint("%", v.Index())
		}
		if known[o] == "" {
			known[o] = opText(o, of, types)
		}
		if o.NumResults() > 1 {
			return fmt.Sprint(known[o], "#", v.Index())
		}
		return known[o]
	}
	var list []string
	for _, v := range b.Last().Operands() {
		list = append(list, of(v))
	}
	return strings.Join(list, "; ")
}

// scalarOf is an operand of an elementwise op that repeats operands, as a scalar constant, if it is
// a splat; else nil.
func scalarOf(def *ir.OpDef, v *ir.Value) *ir.Attr {
	const repeats = ir.Elementwise | ir.Broadcasts
	a := ir.ConstantValue(v)
	if def.Traits&repeats != repeats || !a.Is(ir.DenseAttr) || !a.IsSplat() || len(a.Raw()) == 0 {
		return nil
	}
	c := v.Def().Context()
	return c.Dense(c.Tensor(nil, a.Type().Elem()), a.Raw())
}

// shrink makes operands scalars that rules have made as splats, where another one keeps the shape
// of the result.
func (s *space) shrink(def *ir.OpDef, types []*ir.Type, operands []*ir.Value) {
	for i, v := range operands {
		if !s.made[v] || v.Type().Rank() == 0 || len(types) != 1 {
			continue
		}
		a := scalarOf(def, v)
		if a == nil {
			continue
		}
		for k, w := range operands {
			if k != i && w.Type().IsRankedTensor() && slices.Equal(w.Type().Shape(), types[0].Shape()) {
				operands[i] = s.Constant(v.Def().Def().Dialect(), a, a.Type())
				break
			}
		}
	}
}

func opText(o *ir.Op, of func(*ir.Value) string, types bool) string {
	var args []string
	for _, v := range o.Operands() {
		if a := scalarOf(o.Def(), v); a != nil {
			args = append(args, fmt.Sprint(a)) // of whichever shape
		} else {
			args = append(args, of(v))
		}
	}
	if o.Has(ir.Commutative) && len(args) >= 2 && args[0] > args[1] {
		args[0], args[1] = args[1], args[0]
	}
	s := strings.TrimPrefix(o.Name(), "tg.") + "(" + strings.Join(args, ", ") + ")"
	var attrs []string
	for _, a := range slices.Concat(o.Props().Entries(), o.Attrs().Entries()) {
		attrs = append(attrs, fmt.Sprintf("%s = %s", a.Name, a.Value))
	}
	if attrs != nil {
		s += " {" + strings.Join(attrs, ", ") + "}"
	}
	if types {
		s += fmt.Sprint(" : ", o.Context().Func(nil, o.ResultTypes()))
	}
	return s
}

// inputsText are the types of a block's arguments.
func inputsText(b *ir.Block) string {
	var list []string
	for i, v := range b.Args() {
		list = append(list, fmt.Sprintf("%%%d: %s", i, v.Type()))
	}
	return strings.Join(list, ", ")
}

var _ rule.Space = (*space)(nil)
var _ rule.Maker = (*space)(nil)

// InstanceText is an instance of a rule as text: the types of its inputs, and what it replaces.
func InstanceText(p rulecheck.Pair) string { return inputsText(p.Left) + ", " + text(p.Left, false) }
