package pipeline

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Dumps prints the IR around passes, with mlir-opt's headers.
type Dumps struct {
	// Before and After choose passes by name.
	Before, After       []string
	BeforeAll, AfterAll bool
	// OnlyChange leaves dumps out that would repeat what was there before the
	// pass, OnlyFailure those after passes that succeed. Each stands for
	// AfterAll when neither After nor AfterAll is given.
	OnlyChange, OnlyFailure bool
	// Diff shows what a pass changed, not the whole IR, when OnlyChange is set;
	// Color marks it.
	Diff, Color bool
	// ModuleScope prints the whole top-level op. Nothing runs in parallel then.
	ModuleScope bool
	// Out takes the dumps.
	Out io.Writer
	// Print writes the text of an op.
	Print func(w io.Writer, o *ir.Op) error
}

func (d *Dumps) write(text string) { io.WriteString(d.Out, text) }

func (d *Dumps) wantsBefore(p *Pass) bool { return d.BeforeAll || slices.Contains(d.Before, p.Name) }

func (d *Dumps) wantsAfter(p *Pass) bool {
	return d.AfterAll || slices.Contains(d.After, p.Name) || d.After == nil && (d.OnlyChange || d.OnlyFailure)
}

// before dumps op if that was asked for. It returns the text that after
// compares with.
func (d *Dumps) before(p *Pass, op *ir.Op, out sink) string {
	compare := d.OnlyChange && d.wantsAfter(p)
	if !compare && !d.wantsBefore(p) {
		return ""
	}
	text := d.text(op)
	if d.wantsBefore(p) {
		out.dump(d.header("Before", p, "", op) + text + "\n\n")
	}
	return text
}

func (d *Dumps) after(p *Pass, op *ir.Op, out sink, before string, failed bool) {
	switch {
	case !d.wantsAfter(p), d.OnlyFailure && !failed:
		return
	case failed:
		out.dump(d.header("After", p, " Failed", op) + d.text(op) + "\n\n")
		return
	}
	text := d.text(op)
	switch {
	case d.OnlyChange && text == before:
		return
	case d.OnlyChange && d.Diff:
		out.dump(d.header("After", p, "", op) + unifiedDiff(before, text, d.Color) + "\n")
	default:
		out.dump(d.header("After", p, "", op) + text + "\n\n")
	}
}

func (d *Dumps) header(when string, p *Pass, failed string, op *ir.Op) string {
	scope := ""
	if d.ModuleScope {
		scope = fmt.Sprintf(" ('%s' operation", op.Name())
		if name := ir.SymbolName(op); name != "" {
			scope += ": @" + name
		}
		scope += ")"
	}
	return fmt.Sprintf("// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, p.Title, failed, p.Name, scope)
}

// text is the IR that belongs into a dump about op, without the last line end.
// What a failed pass left behind may not be printable.
func (d *Dumps) text(op *ir.Op) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("// the IR is too broken to be printed: %v", p)
		}
	}()
	for d.ModuleScope && op.Parent() != nil {
		op = op.Parent()
	}
	var b strings.Builder
	if err := d.Print(&b, op); err != nil {
		return fmt.Sprintf("// the IR could not be printed: %v", err)
	}
	return strings.TrimRight(b.String(), "\n")
}
