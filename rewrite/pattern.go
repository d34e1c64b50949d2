package rewrite

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Pattern is one rewrite.
type Pattern struct {
	// Name is what options, statistics and remarks call the pattern.
	Name string
	// Root is the op the pattern starts from; nil for any op.
	Root *ir.OpDef
	// Benefit orders the patterns of a root: higher comes first, and patterns
	// of equal benefit come in the order they were given.
	Benefit int
	// Level is how exact the rewrite is for floating-point numbers; Integers
	// says that one of level Real holds modulo 2^n too.
	Level    Level
	Integers bool
	// Doc says what becomes of what, in a sentence, and Example is a module in
	// which the pattern applies; it serves documentation and tests.
	Doc     string
	Example string
	// Why says of a pattern in Go why it is no rule, in a sentence.
	Why string
	// Apply rewrites o through r and reports whether it did. It must change
	// nothing when it reports false, which is a panic: a pattern that leaves ops
	// behind would be tried again when they are gone.
	Apply func(r *Rewriter, o *ir.Op) bool

	// Matcher is the left side of a pattern that has it as data, and Pos is where
	// that stands in its file; nil and the zero Position for a pattern in Go.
	Matcher Matcher
	Pos     Position
}

// Matcher is what a pattern applies to, so that it can be asked without applying
// the pattern.
type Matcher interface {
	// MayMatch is a quick test that most ops fail. It takes no memory.
	MayMatch(o *ir.Op) bool
	// Matches reports whether Apply would rewrite o, which it leaves as it is.
	Matches(o *ir.Op) bool
	// Operands is what the operands of the root must be.
	Operands() Operands
}

// Operands is what a pattern asks of the operands of its root, one by one; those
// that are not listed may be anything.
type Operands struct {
	List []Operand
	// Commute says that the first two may be the other way round.
	Commute bool
	// Some are ops of which each kind makes at least one operand, whichever that is.
	Some []*ir.OpDef
}

// Operand is what a pattern asks of one operand: that it be made by an op of kind
// Def, or that it be a constant, perhaps behind ops that are SameElements. With
// neither it may be anything.
type Operand struct {
	Def      *ir.OpDef
	Constant bool
}

// Position is a place in a file of rules.
type Position struct {
	Filename string
	Offset   int // in bytes, from 0
	Line     int // from 1
	Column   int // in characters, from 1
}

func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column) }

// SameElements is filled by ops whose result has no elements but those of
// operand 0, in any number and order: broadcast, reshape, transpose. A number in
// a pattern matches through them.
var SameElements = ir.NewSlot[bool]("same elements as operand 0")

// Patterns is filled by ops with the Go patterns that canonicalise them.
var Patterns = ir.NewSlot[[]*Pattern]("canonicalisation patterns")

// PatternsByName are the Go patterns of all ops of the dialects, in the order of
// the ops. One that several ops have is there for each of them, in one list.
func PatternsByName(dialects ...*ir.Dialect) [][]*Pattern {
	var groups [][]*Pattern
	place := map[string]int{}
	for _, d := range dialects {
		for _, o := range d.Ops() {
			patterns, _ := Patterns.Get(o)
			for _, p := range patterns {
				at, known := place[p.Name]
				if !known {
					at = len(groups)
					place[p.Name], groups = at, append(groups, nil)
				}
				if !slices.Contains(groups[at], p) {
					groups[at] = append(groups[at], p)
				}
			}
		}
	}
	return groups
}

// Rewriter is how patterns change the IR, so that the driver hears of it.
type Rewriter struct {
	*ir.Builder
	driver *driver
	memory map[any]any // by *Memory
	// Scratch is memory that patterns made of data hand on from one attempt to the
	// next.
	Scratch Scratch
}

// Scratch is memory that may hold on to IR until it is told to forget it.
type Scratch interface{ Forget() }

// ReplaceOp replaces every result of o by the value of the same number, and
// erases o.
func (r *Rewriter) ReplaceOp(o *ir.Op, values ...*ir.Value) {
	for i, v := range values {
		r.ReplaceValue(o.Result(i), v)
	}
	r.EraseOp(o)
}

// ReplaceValue makes every use of v a use of w.
func (r *Rewriter) ReplaceValue(v, w *ir.Value) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		r.driver.push(u.Owner())
	}
	v.ReplaceAllUsesWith(w)
}

// EraseOp erases o, whose results must be unused; operands that lose their
// last use are looked at again.
func (r *Rewriter) EraseOp(o *ir.Op) { r.driver.erase(o) }

// Move puts o in front of p.
func (r *Rewriter) Move(o, p *ir.Op) {
	o.MoveBefore(p)
	r.driver.push(o)
}

// InlineBlock moves the ops of b, apart from its terminator, in front of op,
// with args in the place of the block's arguments, and returns what the
// terminator hands over. The block is left empty.
func (r *Rewriter) InlineBlock(b *ir.Block, op *ir.Op, args []*ir.Value) []*ir.Value {
	r.moveBlock(b, op, args)
	end := op.Prev()
	out := end.Operands()
	r.EraseOp(end)
	return out
}

// ReplaceOpWithBlock replaces op by the ops of b, with args in the place of the
// block's arguments; the operands of its terminator replace the results.
func (r *Rewriter) ReplaceOpWithBlock(op *ir.Op, b *ir.Block, args ...*ir.Value) {
	r.moveBlock(b, op, args)
	end := op.Prev()
	r.ReplaceOp(op, end.Operands()...)
	r.EraseOp(end)
}

// MergeBlocks moves the ops of b to the end of a, with args in the place of the
// block's arguments. Nothing may branch to b, which goes.
func (r *Rewriter) MergeBlocks(b, a *ir.Block, args []*ir.Value) {
	for i, v := range b.Args() {
		r.ReplaceValue(v, args[i])
	}
	for o := b.First(); o != nil; {
		next := o.Next()
		o.Detach()
		a.Append(o)
		r.driver.push(o)
		o = next
	}
	b.Detach()
}

func (r *Rewriter) moveBlock(b *ir.Block, op *ir.Op, args []*ir.Value) {
	for i, a := range b.Args() {
		r.ReplaceValue(a, args[i])
	}
	for o := b.First(); o != nil; {
		next := o.Next()
		r.Move(o, op)
		o = next
	}
}

// Modified tells the driver that o was changed in place.
func (r *Rewriter) Modified(o *ir.Op) { r.driver.push(o) }

// Renewed tells the driver that ops, and what is inside of them, are to be looked
// at as if they were made now, the last one first.
func (r *Rewriter) Renewed(ops []*ir.Op) { r.driver.renew(ops) }

// SetOperand changes an operand of o.
func (r *Rewriter) SetOperand(o *ir.Op, i int, v *ir.Value) {
	o.SetOperand(i, v)
	r.Modified(o)
}

// SetOperands replaces the operands of o.
func (r *Rewriter) SetOperands(o *ir.Op, values []*ir.Value) {
	o.SetOperands(values)
	r.Modified(o)
}
