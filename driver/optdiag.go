package driver

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// emit takes a diagnostic to where it belongs.
func (o *optChunk) emit(d *ir.Diag) {
	o.prepareDiag(d)
	o.emitPrepared(d)
}

// emitPrepared is emit for a diagnostic that prepareDiag has seen.
func (o *optChunk) emitPrepared(d *ir.Diag) {
	if o.expected != nil {
		o.expected.check(o.ctx, d)
		return
	}
	if d.Severity == ir.Error {
		o.failed = true
	}
	o.show(o.ctx, d)
}

// show writes a diagnostic.
func (t *optTool) show(ctx *ir.Context, d *ir.Diag) { fmt.Fprint(t.stderr, t.paint(ctx.Render(d))) }

// prepareDiag adds the notes that flags ask for, while the IR is as d says.
func (o *optChunk) prepareDiag(d *ir.Diag) {
	if o.expected != nil {
		return
	}
	if o.config.opOnDiagnostic {
		addOp(d, o.config.printer.options())
	}
	if o.config.stackOnDiagnostic && d.Severity == ir.Error {
		addFirst(d, "diagnostic emitted with trace:\n"+stack())
	}
}

// addOp adds a note that shows the op of d, printed with opt.
func addOp(d *ir.Diag, opt printer.Options) {
	if d.Op != nil {
		addFirst(d, "see current operation: "+opText(d, opt))
		d.Op = nil // once is enough
	}
}

// addFirst puts a note at the place of d in front of its others, behind errors
// that belong to it.
func addFirst(d *ir.Diag, message string) {
	n := 0
	for n < len(d.Notes) && d.Notes[n].Severity == ir.Error {
		n++
	}
	d.Notes = slices.Insert(d.Notes, n, ir.Diag{Severity: ir.Note, Loc: d.Loc, Message: message, Verbatim: true})
}

func stack() string { return strings.TrimRight(string(debug.Stack()), "\n") }

const (
	// maxOpText bounds the text of an op in a note.
	maxOpText = 1 << 16
	// maxOpElements is how many elements an attribute may have in a note.
	maxOpElements = 16
)

// opText is the op of d for a note: in generic form, for what is wrong need not
// have another. Text of several lines starts on a line of its own.
func opText(d *ir.Diag, opt printer.Options) (shown string) {
	defer func() {
		if p := recover(); p != nil {
			shown = fmt.Sprintf("(it is too broken to be printed: %v)", p)
		}
	}()
	elements := maxOpElements
	opt.Generic = opt.Generic || d.Severity == ir.Error
	opt.LocalScope, opt.AssumeVerified, opt.ElideElementsLargerThan = true, true, &elements
	text := &limitedText{}
	_ = printer.Print(text, d.Op, opt) // fails when the text is full
	s := strings.TrimRight(text.String(), "\n")
	if text.full {
		s += "..."
	}
	if strings.Contains(s, "\n") {
		s = "\n" + s
	}
	return s
}

// limitedText takes what fits.
type limitedText struct {
	strings.Builder
	full bool
}

var errFull = errors.New("the text is too long")

// Write fails when maxOpText has been reached.
func (t *limitedText) Write(p []byte) (int, error) {
	if room := maxOpText - t.Len(); len(p) > room {
		t.Builder.Write(p[:room])
		t.full = true
		return room, errFull
	}
	return t.Builder.Write(p)
}

// guard runs f; a panic becomes an error.
func (o *optChunk) guard(doing string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			d := ir.Errorf(0, "tg-opt crashed while %s: %v", doing, p)
			if o.config.stackOnDiagnostic {
				d.WithNote(0, "the stack:\n%s", stack())
			}
			err = d
		}
	}()
	return f()
}
