package run

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/internal/oserr"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp/parallel"
)

// moduleText is the text of one module of a file.
type moduleText struct {
	file      string // for messages
	text      []byte
	firstLine int // lines that come before it in the file
	links     []tool.LinkedFile
}

// run does what the flags say with every module of the file.
func (r *runner) run(stdin io.Reader) error {
	var err error
	if r.passes, err = r.readPipeline(); err != nil {
		return err
	}
	modules, err := r.modules(r.flags.file, stdin)
	if err != nil {
		return err
	}
	links, err := tool.ReadLinks(input.Text(r.flags.maxInput), r.flags.links, stdin)
	if err != nil {
		return err
	}
	for i := range modules {
		modules[i].links = links
	}
	var others []moduleText
	if r.flags.compare != "" {
		if others, err = r.modules(r.flags.compare, stdin); err != nil {
			return err
		}
		if len(modules) != len(others) {
			return fmt.Errorf("%s has %s, and %s has %s: they are compared one by one, in order",
				modules[0].file, units.Counted(len(modules), "module"), others[0].file, units.Counted(len(others), "module"))
		}
	}
	if len(r.flags.outputs) > 0 && len(modules) > 1 && !r.flags.signature {
		return fmt.Errorf("--output is for the results of one module, but %s has %d, which lines of %s separate", modules[0].file, len(modules), tool.SplitMarker)
	}
	if r.flags.plot != "" && len(modules) > 1 && !r.flags.signature {
		return fmt.Errorf("--memory-plot is for one module, but %s has %d, which lines of %s separate", modules[0].file, len(modules), tool.SplitMarker)
	}
	if r.flags.trace != "" && len(modules) > 1 && !r.flags.signature {
		return fmt.Errorf("--trace is for one module, but %s has %d, which lines of %s separate", modules[0].file, len(modules), tool.SplitMarker)
	}
	if r.flags.training.steps > 0 && len(modules) > 1 && !r.flags.signature {
		return fmt.Errorf("--steps is for one module, but %s has %d, which lines of %s separate", modules[0].file, len(modules), tool.SplitMarker)
	}
	if r.flags.workers > 0 {
		defer parallel.SetWorkers(parallel.Workers())
		parallel.SetWorkers(int(r.flags.workers))
	}
	work := func(i int) error {
		r.ctx = r.setup.NewContext()
		switch {
		case r.flags.signature:
			return r.printSignature(modules[i])
		case r.flags.training.steps > 0:
			return r.train(modules[i])
		case r.flags.compare != "":
			return r.compare(modules[i], others[i])
		}
		return r.module(modules[i])
	}
	if len(modules) == 1 {
		return work(0)
	}
	return r.each(modules, work)
}

// each does the work for each of several modules, also after one that fails.
func (r *runner) each(modules []moduleText, work func(i int) error) error {
	var failed error
	for i, m := range modules {
		if _, err := fmt.Fprintf(r.stdout, "// module %d of %d, %s:%d\n", i+1, len(modules), m.file, m.firstLine+1); err != nil {
			return fmt.Errorf("cannot write standard output: %s", oserr.Reason(err))
		}
		if err := guard(func() error { return work(i) }); err != nil {
			r.show(err)
			failed = tool.ErrReported
		}
	}
	return failed
}

// modules reads a file and cuts it at the separators. What is blank between two of
// them is no module. A comment that only begins like one separates nothing: people
// draw lines with them.
func (r *runner) modules(file string, stdin io.Reader) ([]moduleText, error) {
	text, name, err := tool.ReadInput(input.Text(r.flags.maxInput), file, stdin)
	if err != nil {
		return nil, err
	}
	var modules []moduleText
	add := func(part []byte, firstLine int) {
		if len(bytes.TrimSpace(part)) > 0 {
			modules = append(modules, moduleText{file: name, text: part, firstLine: firstLine})
		}
	}
	start, firstLine := 0, 0
	for at, line := 0, 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line++
		if string(bytes.TrimSpace(text[at:end])) == tool.SplitMarker {
			add(text[start:at:at], firstLine)
			start, firstLine = end, line
		}
		at = end
	}
	add(text[start:], firstLine)
	if modules == nil {
		modules = []moduleText{{file: name, text: text}}
	}
	return modules, nil
}
