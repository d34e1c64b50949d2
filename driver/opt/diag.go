package opt

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
)

// emit takes a diagnostic to where it belongs.
func (o *chunkWork) emit(d *ir.Diag) {
	o.prepareDiag(d)
	o.emitPrepared(d)
}

// emitPrepared is emit for a diagnostic that prepareDiag has seen.
func (o *chunkWork) emitPrepared(d *ir.Diag) {
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
func (t *invocation) show(ctx *ir.Context, d *ir.Diag) { fmt.Fprint(t.stderr, t.paint(ctx.Render(d))) }

// prepareDiag adds the notes that flags ask for, while the IR is as d says.
func (o *chunkWork) prepareDiag(d *ir.Diag) {
	if o.expected != nil {
		return
	}
	if o.config.opOnDiagnostic {
		tool.AddOp(d, o.config.printer.options())
	}
	if o.config.stackOnDiagnostic && d.Severity == ir.Error {
		tool.AddFirst(d, "diagnostic emitted with trace:\n"+stack())
	}
}

func stack() string { return strings.TrimRight(string(debug.Stack()), "\n") }

// guard runs f; a panic becomes an error.
func (o *chunkWork) guard(doing string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			d := ir.Errorf(0, "%s crashed while %s: %v", o.setup.Name, doing, p)
			if o.config.stackOnDiagnostic {
				d.WithNote(0, "the stack:\n%s", stack())
			}
			err = d
		}
	}()
	return f()
}
