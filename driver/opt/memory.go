package opt

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory/plot"
	"github.com/tg-opt/tg/memoryreport"
)

// picture is what --memory-plot draws of a chunk; nil for nothing.
type picture struct {
	chunk  *chunkWork
	before *plot.Panel
}

// drawBefore begins the picture, before the passes. That there is no plan then is
// no error: StableHLO has none.
func (o *chunkWork) drawBefore(root *ir.Op) *picture {
	if o.config.reports.memoryPlot == "" || root == nil {
		return nil
	}
	p := &picture{chunk: o}
	if !o.config.hasPipeline && len(o.config.uses) == 0 {
		return p
	}
	panel, err := panelOf(root, "before the passes")
	if err != nil {
		o.emit(tool.NotPlanned(err))
		return p
	}
	p.before = panel
	return p
}

// after draws the chunk as it is after the passes, and reports whether that went
// well. The picture is complete together with the output.
func (p *picture) after(root *ir.Op) bool {
	if p == nil {
		return true
	}
	o := p.chunk
	var panels []plot.Panel
	var when []string
	if p.before != nil {
		panels, when = append(panels, *p.before), []string{"after the passes"}
	}
	panel, err := panelOf(root, when...)
	if err == nil {
		o.picture, err = tool.DrawMemory(o.config.reports.memoryPlot, o.stdout, append(panels, *panel)...)
	}
	if err != nil {
		o.emit(ir.AsDiag(tool.CannotDraw(err), root.Loc()))
	}
	return err == nil
}

// panelOf draws a function for one worker.
func panelOf(root *ir.Op, when ...string) (*plot.Panel, error) {
	fn, err := toDraw(root)
	if err != nil {
		return nil, err
	}
	frame, err := lifetimes.AsRun(1)(fn)
	if err != nil {
		return nil, err
	}
	p := memoryreport.Panel(root, frame, tool.PlotTitle(fn, when...))
	return &p, nil
}

// toDraw is the function that is drawn: @main, or else the first public one.
func toDraw(root *ir.Op) (*ir.Op, error) {
	var first *ir.Op
	if root.NumRegions() == 1 {
		for b := root.RegionAt(0).First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				if analysis.CallableBody(o) == nil {
					continue
				}
				if ir.SymbolName(o) == "main" {
					return o, nil
				}
				if first == nil && ir.SymbolVisibility(o) == "public" {
					first = o
				}
			}
		}
	}
	if first == nil {
		return nil, fmt.Errorf("there is no function @main and no public one, whose memory could be drawn")
	}
	return first, nil
}
