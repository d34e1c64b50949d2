package run

import (
	"errors"
	"io"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/plot"
	"github.com/tg-opt/tg/memoryreport"
	"github.com/tg-opt/tg/passes/storage"
)

// planBefore is the picture of a function before passes change it, or nil if it
// cannot be planned: a warning says so.
func (r *runner) planBefore(module, entry *ir.Op) *plot.Panel {
	frame, err := lifetimes.AsRun(parallel.Workers())(entry)
	if err != nil {
		io.WriteString(r.stderr, r.ctx.Render(tool.NotPlanned(err)))
		return nil
	}
	p := memoryreport.Panel(module, frame, tool.PlotTitle(entry, "before the passes"))
	return &p
}

// reportMemory says what memory a function needs, and draws it into a file that is
// to be committed, where flags ask for that.
func (r *runner) reportMemory(f *callable) (*tool.Output, error) {
	if err := r.printMemory(f); err != nil || r.flags.plot == "" {
		return nil, err
	}
	frame, err := f.program.Frame(parallel.Workers())
	if err != nil {
		return nil, tool.CannotDraw(err)
	}
	var panels []plot.Panel
	title := tool.PlotTitle(frame.Func)
	if f.before != nil {
		panels = append(panels, *f.before)
		title = tool.PlotTitle(frame.Func, "after the passes")
	}
	return tool.DrawMemory(r.flags.plot, r.stdout, append(panels, memoryreport.Panel(f.module, frame, title))...)
}

// discard drops files that have not been committed; nil for none.
func discard(files ...*tool.Output) {
	for _, f := range files {
		if f != nil {
			f.Discard()
		}
	}
}

// commit completes what a run has written.
func commit(files outputFiles, reports ...*tool.Output) error {
	err := files.commit()
	for _, f := range reports {
		if err == nil && f != nil {
			err = f.Commit()
		}
	}
	return err
}

// printMemory writes the report of --memory-report.
func (r *runner) printMemory(f *callable) error {
	if r.flags.report == "" {
		return nil
	}
	workers := parallel.Workers()
	entry := ir.Symbols(f.module)[f.program.Name]
	frame := lifetimes.AsRun(workers)
	report, err := memoryreport.New(f.module, memoryreport.Options{
		Functions: memoryreport.Called(entry), Workers: workers, Reordering: storage.Reorderings(f.module, workers),
		Frame: func(fn *ir.Op) (*lifetimes.Frame, error) {
			if fn == entry {
				return f.program.Frame(workers)
			}
			return frame(fn)
		},
	})
	if err != nil {
		return err
	}
	text := report.Text(reportedLines)
	if r.flags.report == "json" {
		text = report.JSON()
	}
	io.WriteString(r.stderr, text)
	return nil
}

// reportedLines is how many lines of each list --memory-report shows.
const reportedLines = 20

// planning says where a run had its storage from.
func (r *runner) planning(unplanned error) string {
	var why *lifetimes.Unplanned
	switch {
	case r.flags.noPlan:
		return "from a pool"
	case errors.As(unplanned, &why):
		return "from a pool: '" + why.Op.Name() + "' op " + why.Why + " (" + r.position(why.Op) + ")"
	case unplanned != nil:
		return "from a pool: " + unplanned.Error()
	}
	return "as planned"
}
