package tool

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// AddOp adds a note that shows the op of d, printed with opt.
func AddOp(d *ir.Diag, opt printer.Options) {
	if d.Op != nil {
		AddFirst(d, "see current operation: "+opText(d, opt))
		d.Op = nil // once is enough
	}
}

// AddFirst puts a note at the place of d in front of its others, behind errors
// that belong to it.
func AddFirst(d *ir.Diag, message string) {
	n := 0
	for n < len(d.Notes) && d.Notes[n].Severity == ir.Error {
		n++
	}
	d.Notes = slices.Insert(d.Notes, n, ir.Diag{Severity: ir.Note, Loc: d.Loc, Message: message, Verbatim: true})
}

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
