package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
)

// Reproducer writes a file that shows the first failure of a pipeline again: the
// IR as it was before, and the pipeline, in mlir-opt's form.
type Reproducer struct {
	// Path is the file.
	Path string
	// Local takes the pass that fails alone, and the IR as that pass found it.
	// The IR is copied before each pass then, and nothing runs in parallel.
	Local bool
	// Before makes the IR as it was before the pipeline ran. It is not used if
	// Local is set.
	Before func() (*ir.Op, error)
	// Write writes IR with resources, see ReproducerResources.
	Write func(w io.Writer, root *ir.Op) error

	written bool
	copy    *ir.Op // what the pass that runs found
}

// failure is a pass that failed, as a reproducer tells it.
type failure struct {
	loc      ir.Loc
	what     string // the pass and the op
	pipeline string
	root     *ir.Op // nil for what Before makes
}

// remember keeps what the next pass finds.
func (r *Reproducer) remember(m *Manager, op *ir.Op) {
	if r.Local && !r.written {
		r.copy = ir.NewBuilder(m.Ctx).Clone(rootOf(op), map[*ir.Value]*ir.Value{})
	}
}

func rootOf(op *ir.Op) *ir.Op {
	for op.Parent() != nil {
		op = op.Parent()
	}
	return op
}

// failed is the failure of s on op.
func (r *Reproducer) failed(m *Manager, s *step, op *ir.Op) *failure {
	what := fmt.Sprintf("`%s` on '%s' operation", s.pass.Title, op.Name())
	if name := ir.SymbolName(op); name != "" {
		what += ": @" + name
	}
	if !r.Local {
		return &failure{loc: op.Loc(), what: "[" + what + "]", pipeline: m.Pipeline.asRun()}
	}
	text := s.text()
	for o := op; o != nil; o = o.Parent() {
		text = o.Name() + "(" + text + ")"
	}
	return &failure{loc: op.Loc(), what: what, pipeline: text, root: r.copy}
}

// asRun is the text of p as it is run, spaced like mlir-opt's.
func (p *Pipeline) asRun() string {
	var b strings.Builder
	b.WriteString(p.plan.anchor + "(")
	for i, s := range p.plan.steps {
		if i > 0 {
			b.WriteString(", ")
		}
		s.print(&b)
	}
	return b.String() + ")"
}

// write makes the file for the first failure, and says so.
func (r *Reproducer) write(m *Manager, f *failure) *ir.Diag {
	if r.written {
		return nil
	}
	r.written = true
	result := "reproducer generated at `" + r.Path + "`"
	if err := r.file(m, f); err != nil {
		result = "failed to create output stream: " + err.Error()
	}
	return ir.Errorf(f.loc, "Failures have been detected while processing an MLIR pass pipeline").
		WithNote(f.loc, "Pipeline failed while executing %s: %s", f.what, result)
}

func (r *Reproducer) file(m *Manager, f *failure) (err error) {
	root := f.root
	if root == nil {
		if root, err = r.Before(); err != nil {
			return fmt.Errorf("the input cannot be read again: %w", err)
		}
	}
	remove := AddReproducer(m.Ctx, f.pipeline, m.workers() == 1, !m.SkipVerify)
	defer remove()
	var text bytes.Buffer
	if err := r.Write(&text, root); err != nil {
		return err
	}
	if err := wholefile.Write(r.Path, text.Bytes()); err != nil {
		return fmt.Errorf("Failed to create reproducer stream: %w", err)
	}
	return nil
}

// reproducerKey is the resource that holds part of a reproducer.
func reproducerKey(key string) ir.ResourceKey {
	return ir.ResourceKey{Group: "external_resources", Section: "mlir_reproducer", Key: key}
}

// AddReproducer gives c the resources of a reproducer, which are printed with a
// top-level op, until remove is called.
func AddReproducer(c *ir.Context, pipeline string, serial, verify bool) (remove func()) {
	set := func(key string, value *ir.Attr) { c.SetResource(reproducerKey(key), &ir.Resource{Value: value}) }
	set("pipeline", c.StringAttr(pipeline))
	set("disable_threading", c.BoolAttr(serial))
	set("verify_each", c.BoolAttr(verify))
	return func() { TakeReproducer(c) }
}

// Reproduction is what the resources of a reproducer ask for.
type Reproduction struct {
	Pipeline string
	// Serial and SkipVerify are as in a Manager with one worker.
	Serial, SkipVerify bool
}

// TakeReproducer removes the resources of a reproducer from c. It is nil when
// there are none.
func TakeReproducer(c *ir.Context) *Reproduction {
	take := func(key string) *ir.Attr {
		r := c.Resource(reproducerKey(key))
		if r == nil {
			return nil
		}
		c.RemoveResource(reproducerKey(key))
		return r.Value
	}
	pipeline, serial, verify := take("pipeline"), take("disable_threading"), take("verify_each")
	if !pipeline.Is(ir.StringAttr) {
		return nil
	}
	return &Reproduction{
		Pipeline: pipeline.Text(), Serial: serial != nil && serial.Bool(), SkipVerify: verify != nil && !verify.Bool(),
	}
}
