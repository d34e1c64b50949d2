package opt

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

// chunkPipeline is the pipeline for the root of a chunk: with --run-reproducer
// the one that the chunk holds, before what the flags say. ok is false when that
// has been reported to be wrong.
func (o *chunkWork) chunkPipeline(root *ir.Op) (p *pipeline.Pipeline, ok bool) {
	p, err := o.pipelineFor(root.Name())
	if err != nil {
		return nil, false
	}
	if !o.config.reproduce {
		return p, true
	}
	if o.reproduction = pipeline.TakeReproducer(o.ctx); o.reproduction == nil {
		return p, true
	}
	stored, err := pipeline.ParsePipeline(o.reproduction.Pipeline, o.reg)
	if err == nil {
		p, err = stored.Then(p)
	}
	if err != nil {
		if err = o.pipelineError(err); err != tool.ErrReported {
			o.emit(ir.AsDiag(err, root.Loc()))
		}
		return nil, false
	}
	return p, true
}

// generateReproducer writes the file that --mlir-generate-reproducer asks for.
func (o *chunkWork) generateReproducer(root *ir.Op, p *pipeline.Pipeline) error {
	return o.guard("writing a reproducer", func() error {
		defer pipeline.AddReproducer(o.ctx, p.String(), o.workers() == 1, o.config.verifyEach)()
		var text bytes.Buffer
		if err := o.printReproducer(&text, root); err != nil {
			return err
		}
		if err := wholefile.Write(o.config.reproducer, text.Bytes()); err != nil {
			return fmt.Errorf("failed to create the reproducer: %w", err)
		}
		return nil
	})
}

// crashReproducer is what the flags ask to be written when a pass fails.
func (o *chunkWork) crashReproducer() *pipeline.Reproducer {
	if o.config.crashReproducer == "" {
		return nil
	}
	return &pipeline.Reproducer{
		Path: o.config.crashReproducer, Local: o.config.localReproducer, Write: o.printReproducer,
		Before: func() (root *ir.Op, err error) {
			err = o.guard("reading the input again", func() error {
				root, err = parser.Parse(o.ctx, o.chunk.text, o.parserOptions())
				return err
			})
			return root, err
		},
	}
}

// printReproducer writes IR as the flags say, but so that it can be read.
func (t *invocation) printReproducer(w io.Writer, root *ir.Op) error {
	opt := t.config.printer.options()
	opt.PrettyDebugInfo, opt.SkipRegions, opt.LocalScope = false, false, false
	opt.ElideElementsLargerThan, opt.ElideResourcesLargerThan = nil, nil
	opt.AssumeVerified = false
	return printer.Print(w, root, opt)
}
