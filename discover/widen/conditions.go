package widen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
)

// claim is a level as it is written, with what is asked of the elements.
type claim struct {
	text       string
	conditions []string
}

// levels are what is claimed, the strongest first, of all elements before that of some; of what is
// no float at last: there nothing is rounded, and all levels are one.
func levels(q Equality) (list []claim) {
	first := term.Variables(q.Left...)
	if len(first) == 0 {
		return []claim{{text: "exact"}, {text: "finite"}, {text: "real, integers"}, {text: "real"}}
	}
	only := func(kind string) []string { return []string{fmt.Sprintf(kind, first[0])} }
	return []claim{
		{"exact", nil},
		{"exact", only("float(?%s)")},
		{"exact", only("not unsigned(?%s)")},
		{"finite", nil},
		{"finite", only("float(?%s)")},
		{"finite", only("not unsigned(?%s)")},
		{"real, integers", nil},
		{"real", nil},
		{"real", only("float(?%s)")},
		{"exact", only("integer(?%s)")},
		{"exact", only("bool(?%s)")},
	}
}

// shapeConditions are what may be asked of the shapes of variables, the widest first.
func shapeConditions(q Equality) (list [][]string) {
	v := term.Variables(q.Left...)
	marked := make([]string, len(v))
	for i, name := range v {
		marked[i] = "?" + name
	}
	all := strings.Join(marked, ", ")
	relations := relationsOf(q, marked)
	var shapes [][]string
	shapes = append(shapes, nil)
	for i := range marked {
		for k := range i {
			shapes = append(shapes, []string{fmt.Sprintf("same_shape(%s, %s)", marked[k], marked[i])})
		}
	}
	if len(v) > 2 {
		shapes = append(shapes, []string{"same_shape(" + all + ")"})
	}
	for _, x := range marked {
		shapes = append(shapes, []string{"rank(" + x + ") == 2"})
	}
	var matrices []string
	for _, x := range marked {
		matrices = append(matrices, "rank("+x+") == 2")
	}
	if len(v) > 1 {
		shapes = append(shapes, matrices)
		for i := range marked {
			for k := range i {
				shapes = append(shapes, append(slices.Clip(matrices), fmt.Sprintf("same_shape(%s, %s)", marked[k], marked[i])))
			}
		}
		shapes = append(shapes, append(slices.Clip(matrices), "same_type("+all+")"))
	}
	for _, s := range shapes {
		list = append(list, s)
		for _, r := range relations {
			list = append(list, append(slices.Clip(s), r))
		}
	}
	if len(v) > 0 { // and at last, where all extents must be known
		var static []string
		for _, x := range marked {
			static = append(static, "static("+x+")")
		}
		for _, s := range shapes {
			list = append(list, slices.Concat(s, static))
		}
	}
	return list
}

// relationsOf are what may be asked of attributes: that an order undoes itself, that dimensions
// differ, and that something is cut where it was joined.
func relationsOf(q Equality, variables []string) (list []string) {
	var dims, sizes, orders []string
	for _, t := range q.Left {
		t.Walk(func(t *term.Term) {
			for _, a := range t.Attrs {
				if !strings.HasPrefix(a.Value, "?") {
					continue
				}
				switch {
				case a.Name == "dim" && !slices.Contains(dims, a.Value):
					dims = append(dims, a.Value)
				case a.Name == "sizes" && !slices.Contains(sizes, a.Value):
					sizes = append(sizes, a.Value)
				case a.Name == "permutation" && !slices.Contains(orders, a.Value):
					orders = append(orders, a.Value)
				}
			}
		})
	}
	for _, p := range orders {
		list = append(list, "inverse("+p+") == "+p)
	}
	if len(dims) == 2 {
		list = append(list, dims[0]+" != "+dims[1])
	}
	for _, s := range sizes {
		for _, d := range dims {
			for _, x := range variables {
				list = append(list, fmt.Sprintf("%s[0] == dim(%s, %s)", s, x, d))
				if len(dims) == 2 {
					list = append(list, fmt.Sprintf("%s[0] == dim(%s, %s) and %s != %s", s, x, d, dims[0], dims[1]))
				}
			}
		}
	}
	return list
}
