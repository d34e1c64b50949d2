// Package printer turns IR into MLIR text: the twin of package parser. What it
// prints in generic form any MLIR tool reads, and the text of builtin types,
// attributes, locations, names and block labels is MLIR's to the byte.
//
// Printing takes three walks: survey looks for damage and for what gets an
// alias, names numbers the values, and the text itself is written to a buffer
// that is handed on whenever it is full.
package printer

import (
	"io"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Options say how IR is printed. The zero value prints as mlir-opt does by
// default. Each field does what the named flag of mlir-opt does.
type Options struct {
	// Generic prints every op in generic form, and numbers values as
	// UniqueSSAIDs does (--mlir-print-op-generic).
	Generic bool
	// AssumeVerified trusts the IR to be valid. Otherwise the op is verified
	// first, and printed in generic form when it is invalid, because custom
	// forms rely on what the verifier checks (--mlir-print-assume-verified).
	AssumeVerified bool
	// DebugInfo prints locations (--mlir-print-debuginfo).
	DebugInfo bool
	// PrettyDebugInfo prints locations in a short form that is not parsed back
	// (--mlir-pretty-debuginfo).
	PrettyDebugInfo bool
	// LocalScope prints without aliases, and numbers values from the nearest
	// isolated op on instead of from the top (--mlir-print-local-scope). It is
	// the only way to print an op while other goroutines work on ops outside of
	// that isolated op.
	LocalScope bool
	// ValueUsers adds a comment with the users of each value
	// (--mlir-print-value-users).
	ValueUsers bool
	// UniqueSSAIDs never repeats a number (--mlir-print-unique-ssa-ids).
	UniqueSSAIDs bool
	// NameLocAsPrefix names values after their name locations
	// (--mlir-use-nameloc-as-prefix).
	NameLocAsPrefix bool
	// SkipRegions prints `{...}` for regions (--mlir-print-skip-regions).
	SkipRegions bool

	// HexLargerThan: dense elements with more elements than this print as hex.
	// Nil is ir.DefaultHexLimit, a negative number never prints hex
	// (--mlir-print-elementsattrs-with-hex-if-larger).
	HexLargerThan *int
	// ElideElementsLargerThan replaces elements attributes with more elements;
	// nil for none (--mlir-elide-elementsattrs-if-larger).
	ElideElementsLargerThan *int
	// ElideResourcesLargerThan leaves out resources whose text is longer; nil
	// for none (--mlir-elide-resource-strings-if-larger).
	ElideResourcesLargerThan *int

	// OpAt, if set, is told at which byte of the text each op begins.
	OpAt func(o *ir.Op, offset int64)
}

// Print writes op to w, ending with a newline. An op at the top level comes
// with its aliases and resources, unless LocalScope is set.
//
// Print needs the IR for itself: it leaves numbers on values and blocks. It
// never panics on invalid IR, unless AssumeVerified vouched for it. The error
// is w's.
func Print(w io.Writer, op *ir.Op, opt Options) error {
	p := newPrinter(w, op, opt)
	if op.Parent() == nil && !opt.LocalScope {
		p.file(op)
	} else {
		p.op(op)
		p.Byte('\n')
	}
	p.flush()
	return p.err
}

// OpString is what Print writes, without the newline at the end.
func OpString(op *ir.Op, opt Options) string {
	var b strings.Builder
	// A Builder does not fail.
	_ = Print(&b, op, opt)
	return strings.TrimSuffix(b.String(), "\n")
}

// printer implements ir.OpPrinter.
type printer struct {
	ir.TextWriter
	out io.Writer
	err error
	opt Options

	names   *names
	indent  int
	dialect string // the one whose ops lose their prefix
	// typeText caches the text of types by id.
	typeText  []string
	types     typeLists
	props     []ir.NamedAttr // scratch space for the inherent attributes of an op
	flushes   int
	flushed   int64 // bytes
	aliases   []alias
	resources resourceKeys
}

func newPrinter(w io.Writer, op *ir.Op, opt Options) *printer {
	p := &printer{TextWriter: *ir.NewTextWriter(), out: w, opt: opt, dialect: "builtin"}
	p.Ctx, p.Self, p.Flush = op.Context(), p, p.flush
	p.PrettyLocs = opt.PrettyDebugInfo
	p.Distinct = map[*ir.Attr]int{}
	p.Resource = p.resources.add
	if opt.HexLargerThan != nil {
		p.HexLimit = *opt.HexLargerThan
	}
	if opt.ElideElementsLargerThan != nil {
		p.ElideLimit = *opt.ElideElementsLargerThan
	}
	root := numberingRoot(op, opt.LocalScope)
	s := survey{}
	s.walk(root)
	if s.damaged || !opt.Generic && !opt.AssumeVerified && !valid(op) {
		p.opt.Generic = true
	}
	p.names = numberValues(root, &p.opt)
	if op.Parent() == nil && !opt.LocalScope && (s.aliases || opt.DebugInfo) {
		p.findAliases(op)
	}
	return p
}

// valid reports whether op passes the verifier. Verifiers trust the links
// between ops and blocks; one that trips over broken links has found the IR to
// be invalid, too.
func valid(op *ir.Op) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return ir.Verify(op) == nil
}

// numberingRoot is the op from which on values are numbered.
func numberingRoot(op *ir.Op, local bool) *ir.Op {
	for !(local && op.Has(ir.IsolatedFromAbove)) && op.Parent() != nil {
		op = op.Parent()
	}
	return op
}

func (p *printer) file(op *ir.Op) {
	p.printAliases(false)
	p.op(op)
	p.Byte('\n')
	p.printAliases(true)
	p.metadata()
}

// flush hands the buffer on. After an error the text is dropped.
func (p *printer) flush() {
	if p.err == nil {
		_, p.err = p.out.Write(p.Buf)
	}
	p.flushed += int64(len(p.Buf))
	p.Buf = p.Buf[:0]
	p.flushes++
}

// survey is what one look at all ops finds out.
type survey struct {
	// damaged: an operand, type or block that is missing. Such IR has no custom
	// form.
	damaged bool
	// aliases: an attribute or type that may have an alias.
	aliases bool
	// plainAttrs and plainTypes are those known to hold nothing with an alias,
	// by id.
	plainAttrs, plainTypes bitSet
}

// walk also takes the numbers off all values that are used, so that one which
// is defined outside of what gets numbered is recognised.
func (s *survey) walk(root *ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		for i := range o.NumOperands() {
			if v := o.Operand(i); v == nil || v.Type() == nil {
				s.damaged = true
			} else {
				v.SetNumber(0)
			}
		}
		for i := range o.NumResults() {
			s.typ(o.Result(i).Type())
		}
		s.attr(o.Props())
		s.attr(o.Attrs())
		for _, b := range o.Successors() {
			s.damaged = s.damaged || b == nil
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				for _, a := range b.Args() {
					s.typ(a.Type())
				}
			}
		}
		return ir.Advance
	})
}

func (s *survey) typ(t *ir.Type) {
	switch {
	case t == nil:
		s.damaged = true
		return
	case s.aliases || !s.plainTypes.add(t.ID()):
		return
	case t.TypeAliasName() != "":
		s.aliases = true
		return
	}
	s.optionalType(t.Elem())
	s.attr(t.Encoding())
	s.attr(t.MemorySpace())
	for _, e := range t.Types() {
		s.typ(e)
	}
	for _, e := range t.Params() {
		s.attr(e)
	}
}

func (s *survey) optionalType(t *ir.Type) {
	if t != nil {
		s.typ(t)
	}
}

func (s *survey) attr(a *ir.Attr) {
	switch {
	case a == nil, s.aliases, !s.plainAttrs.add(a.ID()):
		return
	case a.AttrAliasName() != "":
		s.aliases = true
		return
	}
	s.optionalType(a.Type())
	for _, e := range a.Elems() {
		s.attr(e)
	}
	for _, e := range a.Entries() {
		s.attr(e.Value)
	}
}

// bitSet is a set of small numbers.
type bitSet []uint64

// add reports whether n was not in the set before.
func (b *bitSet) add(n uint32) bool {
	word, bit := int(n/64), uint64(1)<<(n%64)
	if word >= len(*b) {
		*b = append(*b, make([]uint64, word+1-len(*b)+len(*b)/2)...)
	}
	if (*b)[word]&bit != 0 {
		return false
	}
	(*b)[word] |= bit
	return true
}
