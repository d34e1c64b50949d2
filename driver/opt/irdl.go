package opt

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/irdl"
	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

func addIRDLFlag(l *commandline.Line, c *config) {
	l.Add(&c.irdlFile, "irdl-file", "`file`: define the dialects in there, in the language of the dialect irdl, before anything else is read", commandline.Text)
}

// dialectFile is a file that defines dialects.
type dialectFile struct {
	name string
	text []byte
}

// readDialectFile reads the file of --irdl-file and tries it out, so that
// contexts can be made with it from then on.
func (t *invocation) readDialectFile() error {
	name := t.config.irdlFile
	if name == "" || t.dialects != nil {
		return nil
	}
	text, err := input.Text(t.config.maxInput).ReadFile(name)
	if err != nil {
		return fmt.Errorf("error: cannot open input file '%s': %s", name, oserr.Reason(err))
	}
	f := &dialectFile{name, text}
	o := &chunkWork{invocation: t, ctx: t.newContext()}
	if err := o.guard("reading '"+name+"'", func() error { return f.define(o.ctx) }); err != nil {
		d := ir.AsDiag(err, 0)
		o.prepareDiag(d)
		o.show(o.ctx, d)
		return tool.ErrReported
	}
	t.dialects = f
	return nil
}

// define registers the dialects in ctx: constraints name attributes, which
// belong to one context.
func (f *dialectFile) define(ctx *ir.Context) error {
	module, err := parser.Parse(ctx, f.text, parser.Options{Filename: f.name})
	if err == nil {
		err = ir.Verify(module)
	}
	if err == nil {
		err = irdl.Load(module)
	}
	return err
}
