package printer

import (
	"strconv"
	"strings"

	"github.com/tg-opt/tg/ir"
)

const indentWidth = 2

// blanks are long enough for the margins of deep nests not to come in crumbs.
var blanks = strings.Repeat(" ", 1<<12)

// Newline starts a new line at the current indentation.
func (p *printer) Newline() {
	p.Byte('\n')
	p.margin()
}

func (p *printer) margin() {
	n := p.indent
	for ; n > len(blanks); n -= len(blanks) {
		p.Str(blanks)
	}
	p.Str(blanks[:n])
}

// Region writes `{...}` in custom form.
func (p *printer) Region(r *ir.Region, entryArgs, terminator bool) {
	dialect := ""
	if o := r.Parent(); o != nil && o.Def() != nil {
		dialect = o.Def().DefaultDialect
	}
	p.region(r, dialect, entryArgs, terminator, false)
}

// region writes `{...}`. The entry block's label is written when it has
// arguments and entryArgs asks for them, or when it is empty and label asks for
// it; the last op when it is no terminator or terminator asks for it.
func (p *printer) region(r *ir.Region, dialect string, entryArgs, terminator, label bool) {
	if p.opt.SkipRegions {
		p.Str("{...}")
		return
	}
	p.Str("{\n")
	if first := r.First(); first != nil {
		outer := p.dialect
		p.dialect = dialect
		preds := predecessors(r)
		p.block(first, preds, label && first.First() == nil || entryArgs && first.NumArgs() > 0, terminator)
		for b := first.Next(); b != nil; b = b.Next() {
			p.block(b, preds, true, true)
		}
		p.dialect = outer
	}
	p.margin()
	p.Byte('}')
}

func (p *printer) block(b *ir.Block, preds map[*ir.Block][]int32, label, terminator bool) {
	if label {
		p.margin()
		p.label(b, preds[b])
		p.Byte('\n')
	}
	p.indent += indentWidth
	if p.opt.ValueUsers {
		for _, a := range b.Args() {
			p.margin()
			p.argUsers(a)
			p.Byte('\n')
		}
	}
	for o := b.First(); o != nil; o = o.Next() {
		if !terminator && o.Next() == nil && o.Has(ir.Terminator) {
			break
		}
		p.margin()
		// Before the op, too: in a deep nest the margins alone outgrow the memory
		// before the first op ends.
		p.flushLong()
		p.op(o)
		p.Buf = append(p.Buf, '\n')
		p.flushLong()
	}
	p.indent -= indentWidth
}

func (p *printer) flushLong() {
	if len(p.Buf) >= ir.FlushSize {
		p.flush()
	}
}

// label writes `^bb1(%arg0: i32):  // pred: ^bb0`.
func (p *printer) label(b *ir.Block, preds []int32) {
	p.Successor(b)
	if b.NumArgs() > 0 {
		p.Byte('(')
		for i, a := range b.Args() {
			p.comma(i)
			p.RegionArg(a)
		}
		p.Byte(')')
	}
	p.Byte(':')
	switch len(preds) {
	case 0:
		if !b.IsEntry() {
			p.Str("  // no predecessors")
		}
		return
	case 1:
		p.Str("  // pred: ")
	default:
		p.Str("  // ")
		p.Int(int64(len(preds)))
		p.Str(" preds: ")
	}
	for i, ordinal := range preds {
		p.comma(i)
		p.blockName(ordinal)
	}
}

func (p *printer) blockName(ordinal int32) {
	p.Buf = strconv.AppendInt(append(p.Buf, "^bb"...), int64(ordinal), 10)
}

// predecessors lists, for the blocks of a region with more than one, the
// numbers of the blocks that branch there, once per branch, in order.
func predecessors(r *ir.Region) map[*ir.Block][]int32 {
	if r.HasOneBlock() && len(r.First().Successors()) == 0 {
		return nil
	}
	preds := map[*ir.Block][]int32{}
	ordinal := int32(0)
	for b := r.First(); b != nil; b = b.Next() {
		for _, s := range b.Successors() {
			preds[s] = append(preds[s], ordinal)
		}
		ordinal++
	}
	return preds
}

// Successor writes the label of a block.
func (p *printer) Successor(b *ir.Block) {
	if name, ok := p.names.block(b); ok {
		p.blockName(name.ordinal)
	} else {
		p.Str("<<INVALID BLOCK>>")
	}
}

// RegionArg writes `%name: type {attrs} loc(...)`.
func (p *printer) RegionArg(v *ir.Value, attrs ...*ir.Attr) {
	p.Operand(v)
	p.Str(": ")
	p.Type(v.Type())
	for _, a := range attrs {
		if entries := a.Entries(); len(entries) > 0 {
			p.Byte(' ')
			p.Dict(entries)
		}
	}
	p.trailingLoc(v.Loc(), false)
}
