package tool

import (
	"errors"
	"io"
	"strings"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/plot"
)

// PlotTitle is the title of a picture of a function's memory.
func PlotTitle(fn *ir.Op, when ...string) string {
	return strings.Join(append([]string{"@" + ir.SymbolName(fn)}, when...), " ")
}

// CannotDraw is err, which is why a function has no plan, with its position.
func CannotDraw(err error) error {
	var unplanned *lifetimes.Unplanned
	if errors.As(err, &unplanned) {
		return ir.Errorf(unplanned.Op.Loc(), "'%s' op %s: there is no plan of memory to draw", unplanned.Op.Name(), unplanned.Why)
	}
	return err
}

// NotPlanned is the warning that only one of two pictures is drawn.
func NotPlanned(err error) *ir.Diag {
	d := *ir.AsDiag(CannotDraw(err), 0)
	d.Severity, d.Message = ir.Warning, d.Message+" as it is before the passes"
	return &d
}

// DrawMemory draws panels into the file of that name, which is complete once it is
// committed.
func DrawMemory(name string, stdout io.Writer, panels ...plot.Panel) (*Output, error) {
	out, err := OpenOutput(name, stdout)
	if err != nil {
		return nil, err
	}
	if err := plot.Write(out, panels...); err != nil {
		out.Discard()
		return nil, out.CannotWrite(err)
	}
	return out, nil
}
