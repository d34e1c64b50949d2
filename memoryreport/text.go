package memoryreport

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
)

// Text is the report for people, with at most top lines of each list, or all
// for 0.
func (r *Report) Text(top int) string {
	t := &text{top: top}
	t.line("Memory by the plan, for %s:", units.Counted(r.Workers, "worker"))
	for _, f := range r.Functions {
		t.line("")
		t.function(f, r)
	}
	t.line("")
	t.line("constants: %s", r.Constants.text("constant"))
	if r.Packed.Count > 0 {
		t.line("packed forms, kept from run to run: %s", r.Packed.text("form"))
	}
	return t.String()
}

// text is a report that is being written.
type text struct {
	strings.Builder
	top int
}

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(t, format, args...)
	t.WriteByte('\n')
}

// row writes a size and what it is of.
func (t *text) row(size int64, format string, args ...any) {
	fmt.Fprintf(t, "%12s  ", units.Bytes(size))
	t.line(format, args...)
}

// most is how many of a list are shown.
func (t *text) most(n int) int {
	if t.top > 0 {
		return min(t.top, n)
	}
	return n
}

func (t *text) function(f *Function, r *Report) {
	t.line("@%s  %s", f.Name, f.Location)
	if u := f.Unplanned; u != nil {
		t.line("not planned: '%s' op %s (%s); a run takes storage from a pool", u.Op, u.Why, u.Location)
	} else {
		t.row(f.Total, "in all: %s of arena, %s of results beside it", units.Bytes(f.Arena), units.Bytes(f.Results))
		t.row(f.Live, "live at most")
		if f.Workers != r.Workers {
			t.line("              by the plan in the text, which is for %s", units.Counted(f.Workers, "worker"))
		}
	}
	t.row(f.Arguments.Bytes, "of arguments, which are the caller's: %s", units.Counted(f.Arguments.Count, "value"))
	t.row(f.Constants.Bytes, "of constants: %s", units.Counted(f.Constants.Count, "value"))
	if f.Packed.Count > 0 {
		t.row(f.Packed.Bytes, "of packed forms of constants and arguments, kept from run to run: %s", units.Counted(f.Packed.Count, "form"))
	}
	if f.Peak != nil {
		t.peak(f, r)
	}
	if f.Curve != nil {
		t.curve(f.Curve, r)
	}
}

func (t *text) peak(f *Function, r *Report) {
	p := f.Peak
	t.line("\nmost is live at %s, point %d of %d, of it", p.Site, p.Point, f.Points)
	for _, c := range []struct {
		size int64
		name string
	}{
		{p.Classes.Results, "results"}, {p.Classes.Intermediates, "intermediates"}, {p.Classes.Workspace, "workspace"},
		{p.Classes.State, "state of loops"}, {p.Classes.Callees, "frames of functions that are called"},
	} {
		if c.size > 0 {
			t.row(c.size, "%s", c.name)
		}
	}
	t.line("\nthe largest there")
	shown := t.most(len(p.Buffers))
	for _, b := range p.Buffers[:shown] {
		t.row(b.Bytes, "%s", b.text())
	}
	if rest := p.Buffers[shown:]; len(rest) > 0 {
		t.row(sum(rest), "in %d more", len(rest))
	}
	if len(p.Further) > 0 {
		t.line("\nfurther peaks within 5 %%")
		shown := t.most(len(p.Further))
		for _, m := range p.Further[:shown] {
			t.row(m.Live, "at %s, point %d", m.Site, m.Point)
		}
		if rest := len(p.Further) - shown; rest > 0 {
			t.line("%12s  %d more", "", rest)
		}
	}
	t.advice(p, r)
}

// advice writes what would help.
func (t *text) advice(p *Peak, r *Report) {
	if len(p.Idle) == 0 && p.OneWorker == 0 && (p.Reordering == nil || p.Reordering.Saved == 0) {
		t.line("\nnothing is live there that the op does not use")
		return
	}
	t.line("\nwhat would help")
	if o := p.Reordering; o != nil && o.Untried != "" {
		t.line("%12s  other orders were not tried, `schedule-memory` does: %s", "", o.Untried)
	} else if o != nil {
		t.row(o.Saved, "less by another order alone, as `schedule-memory{moves=0}` finds it")
	}
	if p.OneWorker > 0 {
		t.row(p.OneWorker, "less with one worker")
	}
	if len(p.Idle) == 0 {
		return
	}
	t.row(p.IdleBytes, "are idle at the peak, in %s: neither made nor read there", units.Counted(len(p.Idle), "value"))
	shown := t.most(len(p.Idle))
	for _, b := range p.Idle[:shown] {
		t.row(b.Bytes, "  %s", b.text())
	}
	if rest := p.Idle[shown:]; len(rest) > 0 {
		t.row(sum(rest), "  in %d more", len(rest))
	}
	if len(p.Recompute) == 0 {
		return
	}
	t.line("\nthe cheapest of these to compute again, as predicted on machine '%s'", r.Machine)
	for _, c := range p.Recompute[:t.most(len(p.Recompute))] {
		t.row(c.Bytes, "in %s: %s of %s%s", cost.AmountText(c.Seconds, r.Abstract), c.Name, c.Made, c.needs())
	}
}

// needs says which operands are missing.
func (c *Recomputation) needs() string {
	if c.Gone == 0 {
		return ""
	}
	return ", of which " + units.Counted(c.Gone, "operand") + " would have to stay"
}

// text is the buffer but for its size.
func (b *Buffer) text() string {
	switch {
	case b.Name == "":
		return fmt.Sprintf("%s of %s", b.Class, b.Made)
	case b.Type == "":
		return fmt.Sprintf("%s %s at %s", b.Class, b.Name, b.Made)
	}
	return fmt.Sprintf("%s %s : %s, made by %s, last used by %s", b.Class, b.Name, b.Type, b.Made, b.LastUsed)
}

// String is how texts name an op.
func (s Site) String() string { return fmt.Sprintf("'%s' %s", s.Op, s.Location) }

func (a Amount) text(what string) string {
	return fmt.Sprintf("%s in %s", units.Bytes(a.Bytes), units.Counted(a.Count, what))
}

func sum(list []Buffer) (bytes int64) {
	for i := range list {
		bytes += list[i].Bytes
	}
	return bytes
}
