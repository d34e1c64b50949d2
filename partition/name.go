package partition

import (
	"fmt"
	"regexp"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/ir"
)

var assigned = regexp.MustCompile(`%([A-Za-z0-9_.$-]+)(?::[0-9]+)?\s*=\s*$`)

// longestLine is how much of a line is looked at for the name of a value.
const longestLine = 200

// Name is what a value is called: in the text that the function is from, by its location, or by
// the op that makes it.
func (j *Joint) Name(v *ir.Value) string {
	o := v.Def()
	if o == nil {
		if name := naming.Argument(j.Func, v.Index()); name != "" {
			return "%" + name
		}
		return fmt.Sprintf("%%arg%d", v.Index())
	}
	c := o.Context()
	name := ""
	if source := c.Source(o.Loc()); source != nil {
		if at := source.Offset(o.Loc()); at <= len(source.Text) {
			if m := assigned.FindSubmatch(source.Text[max(0, at-longestLine):at]); m != nil {
				name = "%" + string(m[1])
			}
		}
	}
	if a := c.LocAttr(o.Loc()); name == "" && a.Is(ir.NameLocAttr) {
		name = a.LocName()
	}
	if name == "" {
		name = o.Name()
	}
	if o.NumResults() > 1 {
		return fmt.Sprintf("%s#%d", name, v.Index())
	}
	return name
}
