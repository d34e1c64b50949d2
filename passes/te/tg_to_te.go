package tepasses

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expand"
)

// ExpandOptions are the options of the pass `tg-to-te`.
type ExpandOptions struct {
	Ops  []string `opt:"ops" doc:"Expand only these ops, such as tg.reduce; all if empty"`
	Func string   `opt:"func" doc:"Expand only ops in the function of this name; in all if empty"`
}

// Expand makes computes of ops.
var Expand = &pipeline.Pass{
	Name:  "tg-to-te",
	Title: "TGToTE",
	Doc: "Make computes, tensors as functions of indices, of ops of tg: te.compute. They compute the same bits. " +
		"Ops that are no such functions stay, as do those with extents that are not known; remarks say why. Constants stay, too; a compute has the element of one whose elements are all the same in its body.",
	Options: func() any { return &ExpandOptions{} },
	Statistics: []pipeline.Statistic{
		{Name: "num-expanded", Doc: "Number of ops that became computes"},
		{Name: "num-left", Doc: "Number of ops that stayed"},
	},
	Prepare: func(c *ir.Context, options any) error {
		if c.LookupOp("te.compute") == nil {
			return errors.New("the dialect te, whose computes it makes, is not there")
		}
		var names []string
		for _, d := range c.Dialects() {
			for _, def := range d.Ops() {
				if _, ok := te.Expand.Get(def); ok {
					names = append(names, def.Name())
				}
			}
		}
		for _, name := range options.(*ExpandOptions).Ops {
			if !slices.Contains(names, name) {
				return fmt.Errorf("there is no op '%s' that says what it is at the index level%s", name, spelling.DidYouMean(name, names))
			}
		}
		return nil
	},
	Run: runExpand,
}

func runExpand(r *pipeline.Run) error {
	opt := r.Options.(*ExpandOptions)
	roots := []*ir.Op{r.Op}
	if opt.Func != "" {
		fn, err := functionIn(r.Op, strings.TrimPrefix(opt.Func, "@"))
		if err != nil {
			return err
		}
		roots = []*ir.Op{fn}
	}
	of := expand.Options{
		Expanded: func(*ir.Op) { r.Count("num-expanded", 1) },
		Left: func(o *ir.Op, why string) {
			r.Count("num-left", 1)
			r.Missed(o, "TGToTE", "left '%s': %s", o.Name(), why)
		},
	}
	if len(opt.Ops) > 0 {
		of.Wanted = func(o *ir.Op) bool { return slices.Contains(opt.Ops, o.Name()) }
	}
	changed := false
	for _, root := range roots {
		changed = expand.Inside(r.Builder, root, of) || changed
	}
	if !changed {
		r.MarkUnchanged()
	}
	return nil
}

// functionIn is the function of that name: root, or one in it.
func functionIn(root *ir.Op, name string) (*ir.Op, error) {
	if ir.SymbolName(root) == name {
		return root, nil
	}
	var names []string
	for symbol, o := range ir.Symbols(root) {
		if symbol == name {
			return o, nil
		}
		names = append(names, symbol)
	}
	slices.Sort(names)
	return nil, root.Errorf("there is no function @%s%s", name, spelling.DidYouMean(name, names))
}
