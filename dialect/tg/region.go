package tg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// scalarTypes are the rank-0 tensors of the element types of ts: what a region
// that works element by element is given.
func scalarTypes(c *ir.Context, ts []*ir.Type) []*ir.Type {
	out := make([]*ir.Type, len(ts))
	for i, t := range ts {
		out[i] = c.Tensor(nil, t.Elem())
	}
	return out
}

func typeList(ts []*ir.Type) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		s[i] = t.String()
	}
	return "(" + strings.Join(s, ", ") + ")"
}

func compatible(a, b []*ir.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !ir.Compatible(a[i], b[i]) {
			return false
		}
	}
	return true
}

// checkRegion fails unless region i is a block that takes args and ends with a
// yield of yields.
func checkRegion(o *ir.Op, i int, args, yields []*ir.Type) error {
	r := o.RegionAt(i)
	if !r.HasOneBlock() {
		return fmt.Errorf("region #%d must be one block", i)
	}
	var got []*ir.Type
	for _, a := range r.First().Args() {
		got = append(got, a.Type())
	}
	if !slices.Equal(args, got) {
		return fmt.Errorf("region #%d must take %s, but takes %s", i, typeList(args), typeList(got))
	}
	end := r.First().Last()
	if !end.Is(Yield) {
		return fmt.Errorf("region #%d must end with 'tg.yield'", i)
	}
	if got := end.OperandTypes(); !compatible(yields, got) {
		return fmt.Errorf("region #%d must yield %s, but yields %s", i, typeList(yields), typeList(got))
	}
	return nil
}

// regions of the ops that have either a keyword or a region: at most one.
var optionalBody = []ir.RegionArg{{Name: "body", Variadic: true}}

// withBody is the format of the region of such an op.
const withBody = "(`with` signature($body) $body^)?"

// checkKeywordOrBody fails unless o has either the keyword attribute or one
// region.
func checkKeywordOrBody(keyword *ir.Attr, name string, regions int) error {
	switch {
	case keyword != nil && regions > 0:
		return fmt.Errorf("has '%s' and a region: only one of them can say how elements combine", name)
	case keyword == nil && regions != 1:
		return fmt.Errorf("needs '%s' or one region, but has %d regions", name, regions)
	}
	return nil
}

// writesRegions writes an op in StableHLO that has the same operands and regions.
func writesRegions(name string) func(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	return func(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value { return withRegions(w, o, name, x) }
}

// withRegions is the op of that name with the regions of o.
func withRegions(w *convert.Writer, o *ir.Op, name string, x []*ir.Value, attrs ...ir.NamedAttr) []*ir.Value {
	regions := make([]*ir.Region, o.NumRegions())
	for i, r := range o.Regions() {
		regions[i] = w.Body(r)
	}
	return results(w.Make(name, o.ResultTypes(), x, regions, attrs...))
}

// results are those of an op; none after an error.
func results(o *ir.Op) []*ir.Value {
	if o == nil {
		return nil
	}
	return o.Results()
}
