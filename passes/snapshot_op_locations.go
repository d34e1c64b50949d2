package passes

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

// SnapshotOpLocationsOptions are the options of the pass
// `snapshot-op-locations`.
type SnapshotOpLocationsOptions struct {
	Filename        string `opt:"filename" doc:"Where to write the IR; a new file in the directory for temporary ones if empty"`
	Tag             string `opt:"tag" doc:"Keep the locations, and fuse them with the new ones under this name; replace them if empty"`
	PrintDebugInfo  bool   `opt:"print-debuginfo" doc:"Print the locations there were"`
	PrettyDebugInfo bool   `opt:"pretty-debuginfo" doc:"Print them for people, not for parsers"`
	PrintOpGeneric  bool   `opt:"print-op-generic" doc:"Print the generic form of every operation"`
	PrintLocalScope bool   `opt:"print-local-scope" doc:"Print attributes, types and locations in place, without aliases"`
}

// SnapshotOpLocations makes the place of each op in a dump its location.
var SnapshotOpLocations = &pipeline.Pass{
	Name:  "snapshot-op-locations",
	Title: "LocationSnapshot",
	Doc: "Generate new locations from the current IR. It is written to a file, and every op gets the line and column where " +
		"it begins there; an op that the text leaves out keeps its location.",
	Options: func() any { return &SnapshotOpLocationsOptions{} },
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*SnapshotOpLocationsOptions)
		var text bytes.Buffer
		places, err := printWithPlaces(&text, r.Op, opt.printing(r))
		if err != nil {
			return err
		}
		name, err := writeSnapshot(opt.Filename, text.Bytes())
		if err != nil {
			return err
		}
		relocate(r.Ctx, places, text.Bytes(), name, opt.Tag)
		r.MarkUnchanged() // locations are not what the verifier looks at
		return nil
	},
}

// printing is how the IR of r is printed for a snapshot.
func (opt *SnapshotOpLocationsOptions) printing(r *pipeline.Run) printer.Options {
	p := r.Printing
	p.DebugInfo, p.PrettyDebugInfo, p.Generic = opt.PrintDebugInfo, opt.PrettyDebugInfo, opt.PrintOpGeneric
	// Ops beside this one may be changing at this moment.
	p.LocalScope = p.LocalScope || opt.PrintLocalScope || r.Op.Block() != nil
	return p
}

// place is where the text of an op begins.
type place struct {
	op     *ir.Op
	offset int64
}

// printWithPlaces prints o, as it stands in a file, and returns the places of
// the ops in the text, in its order.
func printWithPlaces(w *bytes.Buffer, o *ir.Op, opt printer.Options) (places []place, err error) {
	opt.OpAt = func(o *ir.Op, offset int64) { places = append(places, place{o, offset}) }
	err = printer.Print(w, o, opt)
	if o.Block() != nil || opt.LocalScope {
		w.Truncate(w.Len() - 1) // mlir-opt ends only the line of a whole file
	}
	return places, err
}

// writeSnapshot writes the text to the file of that name, or to a new one in
// the directory for temporary files, and returns its name. It leaves no file
// behind when it fails.
func writeSnapshot(name string, text []byte) (string, error) {
	if name != "" {
		return name, wholefile.Write(name, text)
	}
	name, err := wholefile.WriteTemporary("mlir_snapshot-*.tmp.mlir", text)
	if err != nil {
		return "", fmt.Errorf("failed to generate temporary file for location snapshot: %w", err)
	}
	return name, nil
}

// relocate gives every op its place in the text, a file of that name, as its
// location.
func relocate(ctx *ir.Context, places []place, text []byte, file, tag string) {
	line, start := 1, 0 // of the line that was found last
	for _, p := range places {
		for n := bytes.IndexByte(text[start:p.offset], '\n'); n >= 0; n = bytes.IndexByte(text[start:p.offset], '\n') {
			start += n + 1
			line++
		}
		l := ctx.FileLoc(ir.FileLine{File: file, Line: line, Col: int(p.offset) - start})
		if tag != "" {
			l = ctx.NameLoc(tag, l)
			if p.op.Loc() != 0 {
				l = fuse(ctx, ctx.LocAttr(p.op.Loc()), l)
			}
		}
		p.op.SetLoc(ctx.ExplicitLoc(l))
	}
}

// fuse is the location that was `before` and is `now`.
func fuse(ctx *ir.Context, before, now *ir.Attr) *ir.Attr {
	parts := []*ir.Attr{before}
	if before.Is(ir.FusedLocAttr) && before.Metadata() == nil {
		parts = before.Parts()
	}
	if !slices.Contains(parts, now) {
		parts = append(slices.Clone(parts), now)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return ctx.FusedLoc(parts, nil)
}
