package memoryreport

import (
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/plot"
	"github.com/tg-opt/tg/printer"
)

// Panel is the picture of a frame of a function in root. It names values, so that
// nobody may print or change the IR meanwhile; the panel does not need the IR any
// more.
func Panel(root *ir.Op, f *lifetimes.Frame, title string) plot.Panel {
	names := printer.NameValues(root, printer.Options{})
	steps := make([]string, len(f.Ops))
	for i, o := range f.Ops {
		steps[i] = SiteOf(o).String()
	}
	p := plot.Panel{
		Title: title, Steps: len(steps), StepNames: func(i int) string { return steps[i] },
		Height: f.Arena, Live: f.Live(), Peak: f.Peak, PeakStep: -1, Boxes: make([]plot.Box, 0, len(f.Buffers)),
	}
	if f.Peak > 0 {
		p.PeakStep = int(f.Point)
	}
	for i := range f.Buffers {
		b := &f.Buffers[i]
		if b.Size == 0 {
			continue
		}
		box := plot.Box{
			Name: b.Op.Name(), Class: b.Class.String(), Lower: int(b.Lower), Upper: int(b.Upper) + 1,
			Offset: f.Offsets[i], Size: lifetimes.Rounded(b.Size),
		}
		switch {
		case b.Value != nil:
			box.Name, box.Type = names.Of(b.Value), b.Value.Type().String()
		case b.Class == lifetimes.Callee:
			box.Name = "@" + ir.SymbolName(f.Callee(b.Op).Func)
		}
		p.Boxes = append(p.Boxes, box)
	}
	return p
}
