package ir

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tg-opt/tg/internal/spelling"
)

// Trait is a set of facts about every instance of an op.
type Trait uint32

const (
	// Pure ops have no effect but their results and may be moved, merged and
	// removed.
	Pure Trait = 1 << iota
	// NoMemoryEffect ops have no effect but their results, yet may be undefined
	// for some operands: they may be merged and removed, but moved to where they
	// might not have run only if Speculatable says so. Pure implies it.
	NoMemoryEffect
	// RecursiveEffects ops are as pure as the ops in their regions.
	RecursiveEffects
	// Commutative ops give the same bits when their two first operands swap.
	Commutative
	// Terminator ops end a block.
	Terminator
	// ReturnLike terminators hand their operands to the parent op.
	ReturnLike
	// IsolatedFromAbove regions use no value defined outside of them.
	IsolatedFromAbove
	// ConstantLike ops have one result whose value is the attribute `value`.
	ConstantLike
	// SymbolTable ops hold ops with unique symbol names.
	SymbolTable
	// Symbol ops have a `sym_name`.
	Symbol
	// NoTerminator blocks may end with any op.
	NoTerminator
	// SingleBlock regions have at most one block.
	SingleBlock
	// GraphRegions may use a value before its definition.
	GraphRegions
	// SameTypes ops have one type for all operands and results; where the types
	// differ, Infer, if there is one, says whether they go together.
	SameTypes
	// Elementwise ops compute each result element from the operand elements at
	// the same (broadcast) index.
	Elementwise
	// SizedOperands ops split their operands into groups by the property
	// operandSegmentSizes.
	SizedOperands
	// SizedResults ops split their results by resultSegmentSizes.
	SizedResults
	// Opaque ops hide how their results follow from their operands: nothing is
	// folded or simplified through them, and equal ones are not merged.
	Opaque
	// StatedTypes ops have result types that do not follow from operands and
	// attributes: who makes one states them, and Infer checks them.
	StatedTypes
	// Broadcasts says of an Elementwise op that the shapes of its operands need
	// not be equal.
	Broadcasts
)

// OpName is an op name interned in a Context; Def is nil for an op that no
// registered dialect defines.
type OpName struct {
	Name    string
	Dialect string
	Def     *OpDef
	ctx     *Context
	id      uint32
}

// ID is a small number that tells the names of one context apart. It depends on
// the order in which workers came across them: it may index, never order.
func (n *OpName) ID() uint32 { return n.id }

// Quantity says how many values an Arg stands for.
type Quantity uint8

const (
	One Quantity = iota
	AtMostOne
	Any
)

// ArgDef declares an operand or result.
type ArgDef struct {
	Name  string
	Type  TypeConstraint
	Count Quantity
	// Elems names the group of operands and results that have one element type
	// with value i of the n that the declaration stands for, empty for none; nil
	// means those of the same constraint. In, Own and Each set it.
	Elems func(i, n int) string
}

// Arg declares a single operand or result.
func Arg(name string, t TypeConstraint) ArgDef { return ArgDef{Name: name, Type: t, Count: One} }

// Optional declares an operand or result that may be missing.
func Optional(name string, t TypeConstraint) ArgDef {
	return ArgDef{Name: name, Type: t, Count: AtMostOne}
}

// Variadic declares any number of operands or results.
func Variadic(name string, t TypeConstraint) ArgDef { return ArgDef{Name: name, Type: t, Count: Any} }

// Args is a list of operands or results.
func Args(a ...ArgDef) []ArgDef { return a }

// AttrArg declares an inherent attribute of an op.
type AttrArg struct {
	Name     string
	Is       AttrConstraint
	Optional bool
	// Default is what a missing attribute means; nil for none. A default makes
	// the attribute optional: an op that has it lacks the attribute, whoever
	// states it, so that equal ops are equal. Pretty forms leave it out, the
	// generic form says it.
	Default func(*Context) *Attr
	// Missing is what a missing list of integers means; nil if its absence is no list.
	Missing *MissingList
}

// MissingList is the list that the absence of an attribute means: one number,
// repeated. An op may state it, because how long it must be is checked by the op;
// rewrites leave it out.
type MissingList struct {
	Entry int64
	Len   func(o *Op) int
}

// Of is the list for one op.
func (l *MissingList) Of(o *Op) []int64 { return slices.Repeat([]int64{l.Entry}, l.Len(o)) }

// RegionArg declares a region of an op.
type RegionArg struct {
	Name     string
	Variadic bool // the last region may repeat any number of times
}

// OpDef is everything the compiler knows of an op: its structure here, and
// what other packages need of it in slots that they declare.
type OpDef struct {
	// Doc is one paragraph; its first sentence is the summary.
	Doc string
	// Example is a piece of IR text that uses the op.
	Example string

	Operands   []ArgDef
	Results    []ArgDef
	Attrs      []AttrArg
	Regions    []RegionArg
	Successors int // -1 for any number
	Traits     Trait

	// Format is the pretty form in the language of package asm; empty when
	// Parse and Print say it, or when there is only the generic form. Both
	// start behind the op's name, Print with the blank that follows it.
	Format string
	Parse  func(p OpParser, st *OpState)
	Print  func(p OpPrinter, o *Op)
	// DefaultDialect is the dialect whose pretty ops directly inside of this
	// op's regions are written without their prefix, as `return` is inside of
	// func.func; empty for none. It holds where this op is written in pretty
	// form.
	DefaultDialect string
	// NumInputs says how many operands of an op come first, in a format that
	// writes them as `inputs` and `inits`; nil where formats do not.
	NumInputs func(*Op) int
	// SharedArgs says that the pretty form writes the entry arguments of all
	// regions once, so that they must go by the same names.
	SharedArgs bool

	// Infer computes the result types from operands, attributes and regions.
	// The verifier checks that the actual types are compatible, builders and
	// formats that do not spell result types use it. It is asked through
	// Inference.Types, or of an op whose operands and attributes are verified: they
	// fit the declarations above. Its error is a sentence without the op's name.
	Infer func(in *Inference) ([]*Type, error)
	// Verify checks what the structure above cannot say.
	Verify func(o *Op) error
	// VerifyRegions runs after all nested ops are verified.
	VerifyRegions func(o *Op) error
	// VerifySymbols checks the symbols that the op refers to, when all ops around
	// it are verified; find is LookupSymbol(o, ref) at the cost of a map look-up.
	VerifySymbols func(o *Op, find func(ref *Attr) *Op) error

	// Fold tries to express the results as existing values or constants.
	// consts[i] is the value of operand i if it is a constant, else nil. It
	// returns nil when nothing is known; FoldedInPlace when it changed o itself
	// for the better; else one Folded per result.
	Fold func(o *Op, consts []*Attr) []Folded

	// Speculatable reports whether o, which has NoMemoryEffect or RecursiveEffects
	// without being Pure, may run where it did not before. Nil means never for the
	// first, and as its regions say for the second.
	Speculatable func(o *Op) bool

	// ResultName suggests the SSA name of result i, without `%`; empty for
	// none.
	ResultName func(o *Op, i int) string
	// SuccessorOperands is the window of operands passed to successor i.
	SuccessorOperands func(o *Op, i int) (first, count int)
	// SetSuccessorOperands replaces what is passed to successor i, also by more
	// or fewer values. Branches with SuccessorOperands have it.
	SetSuccessorOperands func(o *Op, i int, values []*Value)

	Slots Slots

	*opDefState
}

// opDefState is what a definition knows besides its literal.
type opDefState struct {
	name    string
	dialect *Dialect
	slots   []any
	// defaults are the names of attributes with a default, sorted.
	defaults []string
	once     sync.Once
	form     any
}

// Folded is what a result folds to: an existing value or a constant.
type Folded struct {
	Value *Value
	Const *Attr
}

// FoldedInPlace is what a folder returns that changed operands or attributes
// of the op instead of replacing its results.
var FoldedInPlace = []Folded{{}}

// IsInPlace reports whether f is FoldedInPlace.
func IsInPlace(f []Folded) bool { return len(f) == 1 && f[0] == Folded{} }

// Name is the full name, `dialect.op`.
func (d *OpDef) Name() string { return d.name }

// Mnemonic is the name without the dialect.
func (d *OpDef) Mnemonic() string { return d.name[strings.IndexByte(d.name, '.')+1:] }

// Dialect is the dialect that defines the op.
func (d *OpDef) Dialect() *Dialect { return d.dialect }

// Has reports whether the op has trait t.
func (d *OpDef) Has(t Trait) bool { return d.Traits&t != 0 }

// Define fills in the definition. It is separate from Dialect.NewOp, because
// definitions refer to each other and Go forbids initialisation cycles.
func (d *OpDef) Define(def OpDef) {
	if d.Doc != "" {
		panic("op " + d.name + " is defined twice")
	}
	state := d.opDefState
	for _, v := range def.Slots {
		for len(state.slots) <= v.id {
			state.slots = append(state.slots, nil)
		}
		state.slots[v.id] = v.value
	}
	for _, a := range def.Attrs {
		if a.Default != nil {
			state.defaults = append(state.defaults, a.Name)
		}
	}
	slices.Sort(state.defaults)
	*d = def
	d.opDefState = state
}

// AttrDef is the declaration of an inherent attribute, or nil.
func (d *OpDef) AttrDef(name string) *AttrArg {
	for i := range d.Attrs {
		if d.Attrs[i].Name == name {
			return &d.Attrs[i]
		}
	}
	return nil
}

// HasProps reports whether instances of the op can have inherent attributes.
func (d *OpDef) HasProps() bool { return len(d.Attrs) > 0 || d.Has(SizedOperands|SizedResults) }

func (d *OpDef) defaultAttr(c *Context, name string) *Attr {
	if a := d.AttrDef(name); a != nil && a.Default != nil {
		return a.Default(c)
	}
	return nil
}

// IsDefault reports whether a is what the absence of the inherent attribute
// means.
func (d *OpDef) IsDefault(c *Context, name string, a *Attr) bool {
	if len(d.defaults) == 0 {
		return false
	}
	def := d.AttrDef(name)
	return def != nil && def.Default != nil && def.Default(c) == a
}

// IsMissing reports whether stating a is the same as leaving the inherent attribute
// out: a is its default, or a list that its absence means.
func (d *OpDef) IsMissing(c *Context, name string, a *Attr) bool {
	if d.IsDefault(c, name, a) {
		return true
	}
	def := d.AttrDef(name)
	if def == nil || def.Missing == nil {
		return false
	}
	list := a.Ints()
	return list != nil && !slices.ContainsFunc(list, func(n int64) bool { return n != def.Missing.Entry })
}

// ForEachProp visits the inherent attributes of o sorted by name, with the
// defaults of those that are missing.
func ForEachProp(o *Op, visit func(NamedAttr)) {
	props, d := o.props.Entries(), o.name.Def
	if d == nil || len(d.defaults) == 0 {
		for _, e := range props {
			visit(e)
		}
		return
	}
	for _, name := range d.defaults {
		for len(props) > 0 && props[0].Name < name {
			visit(props[0])
			props = props[1:]
		}
		if len(props) == 0 || props[0].Name != name {
			visit(NamedAttr{name, d.defaultAttr(o.name.ctx, name)})
		}
	}
	for _, e := range props {
		visit(e)
	}
}

// CompiledFormat is compile(d), computed once and kept. Package asm uses it
// so that a format string costs nothing until its op is first seen.
func (d *OpDef) CompiledFormat(compile func(*OpDef) any) any {
	d.once.Do(func() { d.form = compile(d) })
	return d.form
}

// Slot is what some package wants to know of ops, declared by that package
// and filled by the op definitions.
type Slot[T any] struct {
	id   int
	name string
}

var slotCount atomic.Int32

// NewSlot declares a slot; call it from a package variable.
func NewSlot[T any](name string) *Slot[T] {
	return &Slot[T]{int(slotCount.Add(1)) - 1, name}
}

// SlotValue is one filled slot of one op.
type SlotValue struct {
	id    int
	name  string
	value any
}

// Slots are the filled slots of an op.
type Slots []SlotValue

// Of fills the slot.
func (s *Slot[T]) Of(v T) SlotValue { return SlotValue{s.id, s.name, v} }

// Get is what d filled the slot with.
func (s *Slot[T]) Get(d *OpDef) (v T, ok bool) {
	if d == nil || s.id >= len(d.slots) || d.slots[s.id] == nil {
		return v, false
	}
	return d.slots[s.id].(T), true
}

// Dialect is a named set of ops, types and attributes that a program registers
// in its Context.
type Dialect struct {
	Name string
	Doc  string
	// Constant makes the op that stands for a constant of type t, or returns
	// nil when the dialect has none for it.
	Constant func(b *Builder, value *Attr, t *Type, l Loc) *Op
	// KeepsLocs says that a constant keeps its location where it leaves a region, or
	// stands for others, too. In the dialects of MLIR it loses it then, as it does
	// in mlir-opt; an error about it would have no place.
	KeepsLocs bool
	// Types and Attrs the dialect defines.
	Types []*TypeDef
	Attrs []*AttrDef
	// VerifyAttr checks an attribute that is named after the dialect, as `tg.cost`,
	// of an op of any dialect that does not define it; nil for no check.
	VerifyAttr func(o *Op, a NamedAttr) error
	// VerifyArg checks an attribute that is named after the dialect, as `tg.prepack`, of an
	// argument of a function of any dialect; nil for no check.
	VerifyArg func(t *Type, a NamedAttr) error
	// Marker is the full name of an attribute that is about an op and all that is
	// inside of it; empty for none. VerifyMarked checks the ops that have it, in the
	// order of the text, once all else inside of root is found to be valid. It must
	// not look at what is outside of root, which may be changing at this moment.
	Marker       string
	VerifyMarked func(root *Op, marked []*Op) error
	// FromFile says that the dialect was defined at run time.
	FromFile bool

	ops    []*OpDef
	byName map[string]*OpDef // by full name
	lacks  Members
}

// ShareLoc gives a constant the location that it has when it also stands for what
// is at l: its own, or else l, or none.
func (d *Dialect) ShareLoc(constant *Op, l Loc) {
	switch {
	case !d.KeepsLocs:
		constant.SetLoc(0)
	case constant.Loc() == 0:
		constant.SetLoc(l)
	}
}

// Members is a set of kinds of what a dialect defines.
type Members uint8

const (
	OpMembers Members = 1 << iota
	TypeMembers
	AttrMembers
	PropMembers // inherent attributes of ops
)

// NewDialect makes an empty dialect.
func NewDialect(name, doc string) *Dialect {
	return &Dialect{Name: name, Doc: doc, byName: map[string]*OpDef{}}
}

// NewOp adds an op with the full name `dialect.op`; Define must follow.
func (d *Dialect) NewOp(name string) *OpDef {
	if !strings.HasPrefix(name, d.Name+".") {
		panic(fmt.Sprintf("op %s does not belong to dialect %s", name, d.Name))
	}
	o := &OpDef{opDefState: &opDefState{name: name, dialect: d}}
	d.ops = append(d.ops, o)
	d.byName[name] = o
	return o
}

// NearOp suggests an op of d for a misspelt full name, as in "; did you mean
// 'd.op'?"; it is "" when none is near.
func (d *Dialect) NearOp(name string) string {
	var names []string
	for _, o := range d.Ops() {
		names = append(names, o.Mnemonic())
	}
	hint := spelling.DidYouMean(strings.TrimPrefix(name, d.Name+"."), names)
	return strings.Replace(hint, "'", "'"+d.Name+".", 1)
}

// Lacking says that the dialect's original has more members of some kinds, which
// are left out on purpose. An unknown member of such a kind is treated as one of
// a dialect that nobody registered; of any other kind it is an error.
func (d *Dialect) Lacking(kinds Members) *Dialect {
	d.lacks |= kinds
	return d
}

// Lacks reports whether d lacks members of a kind on purpose.
func (d *Dialect) Lacks(kind Members) bool { return d.lacks&kind != 0 }

// Incomplete is what a message about an unknown member of d adds where d lacks
// members of that kind on purpose, and "" elsewhere.
func (d *Dialect) Incomplete(kind Members) string {
	if !d.Lacks(kind) {
		return ""
	}
	what := map[Members]string{OpMembers: "operations", TypeMembers: "types", AttrMembers: "attributes"}[kind]
	if kind == OpMembers {
		what += " in generic form"
	}
	return fmt.Sprintf("; '%s' is incomplete on purpose, and --allow-unregistered-dialect keeps its other %s as they are", d.Name, what)
}

// Ops of the dialect in order of definition.
func (d *Dialect) Ops() []*OpDef { return d.ops }

// TypeDef defines a type `!dialect.name<params>`.
type TypeDef struct {
	Name string // full name, `dialect.name`
	Doc  string
	// Parse reads what follows the name; nil when the type has no parameters.
	Parse func(p OpParser) []*Attr
	// Print writes what follows the name, blanks included.
	Print func(p OpPrinter, params []*Attr)
	// Verify checks the parameters.
	Verify func(params []*Attr) error
}

// AttrDef defines an attribute `#dialect.name<...>` or, with Bare,
// `#dialect<name ...>`.
type AttrDef struct {
	Name string // full name, `dialect.name`
	Doc  string
	// Bare selects the spelling of enums, `#stablehlo<precision DEFAULT>`.
	Bare bool
	// Typed says that the attribute is a value of a type, which follows:
	// `#util.byte_pattern<1> : i32`.
	Typed bool
	// Parse reads what follows the name and returns the parameters.
	Parse func(p OpParser) []NamedAttr
	// Print writes what follows the name, blanks included, up to the `>` that
	// closes a Bare spelling.
	Print func(p OpPrinter, a *Attr)
	// Verify checks the parameters.
	Verify func(a *Attr) error
	// Bounds is, of the encoding of a tensor type, the largest extent of each
	// dimension, Dynamic for any; nil for an attribute that says nothing of them.
	Bounds func(a *Attr) []int64
	// VerifyEncoding checks the attribute as the encoding of a tensor type t, which
	// has none yet; nil for no check.
	VerifyEncoding func(a *Attr, t *Type) error
	// As is the attribute that this one is another spelling of; nil for none. Then
	// the parameters that Parse returns are those of As, and Print is not needed.
	As *AttrDef
}
