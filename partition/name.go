package partition

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/ir"
)

// assigned is what stands in front of an op that has results.
var assigned = regexp.MustCompile(`((?:%[A-Za-z0-9_.$-]+(?::[0-9]+)?\s*,\s*)*%[A-Za-z0-9_.$-]+(?::[0-9]+)?)\s*=\s*$`)

// longestLine is how much of a line is looked at for the name of a value.
const longestLine = 200

// Name is what a value is called: in the text that the function is from, by its location, or by
// the op that makes it.
func (j *Joint) Name(v *ir.Value) string {
	if name := j.called(v); name != "" {
		return name
	}
	if v.IsArg() {
		return fmt.Sprintf("%%arg%d", v.Index())
	}
	return numbered(v.Def().Name(), v.Index(), v.Def().NumResults())
}

// called is the name that somebody gave a value, with a % in front if it is that of the text, or
// "".
func (j *Joint) called(v *ir.Value) string {
	o := v.Def()
	if o == nil {
		if name := naming.Argument(j.Func, v.Index()); name != "" {
			return "%" + name
		}
		return ""
	}
	c := o.Context()
	if source := c.Source(o.Loc()); source != nil {
		if at := source.Offset(o.Loc()); at <= len(source.Text) {
			if m := assigned.FindSubmatch(source.Text[max(0, at-longestLine):at]); m != nil {
				return nameOf(string(m[1]), v.Index(), o.NumResults())
			}
		}
	}
	if a := c.LocAttr(o.Loc()); a.Is(ir.NameLocAttr) {
		return numbered(a.LocName(), v.Index(), o.NumResults())
	}
	return ""
}

// nameOf is the name of result i in a list such as `%a, %b:2`.
func nameOf(list string, i, n int) string {
	for _, group := range strings.Split(list, ",") {
		name, count, grouped := strings.Cut(strings.TrimSpace(group), ":")
		if size, err := strconv.Atoi(count); grouped && err == nil {
			if i < size {
				return numbered(name, i, size)
			}
			i -= size
			continue
		}
		if i == 0 {
			return name
		}
		i--
	}
	return numbered(list, i, n)
}

func numbered(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, i)
}
