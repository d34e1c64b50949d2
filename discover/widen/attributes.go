package widen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
)

// An equality is found with certain attributes: along dimension 0, in halves. attributesOf are
// claims with variables in their places, the most general first. Attributes of one name and value
// are one variable; what only the right side has is computed from what is bound, if it is a list of
// sizes, or stays as it is.

// maxAttributes is how many attributes become variables: all, all but one, one of them, or none.
const maxAttributes = 4

// attribute is a name with a value.
type attribute struct{ name, value string }

// attributesOf are the claims that an equality may be an example of.
func attributesOf(q Equality) (list []Equality) {
	groups := generalAttributes(q.Left)
	if len(groups) > maxAttributes {
		groups = groups[:maxAttributes]
	}
	all := 1<<len(groups) - 1
	masks := []int{0} // of those that stay as they are
	for i := range groups {
		masks = append(masks, 1<<i)
	}
	for i := range groups {
		masks = append(masks, all&^(1<<i))
	}
	masks = append(masks, all)
	for i, m := range masks {
		if slices.Contains(masks[:i], m) {
			continue
		}
		names := map[attribute]string{}
		for i, g := range groups {
			if m>>i&1 == 0 {
				names[g] = fmt.Sprintf("?%c", 'd'+i)
			}
		}
		list = append(list, replaced(q, names)...)
	}
	return list
}

// generalAttributes are the attributes of terms that may have other values: numbers and lists.
func generalAttributes(terms []*term.Term) (list []attribute) {
	for _, t := range terms {
		t.Walk(func(t *term.Term) {
			for _, a := range t.Attrs {
				g := attribute{a.Name, a.Value}
				if a.Value != "true" && !strings.HasPrefix(a.Value, `"`) && !slices.Contains(list, g) {
					list = append(list, g)
				}
			}
		})
	}
	return list
}

// replaced is an equality with variables in the places of attributes. Sizes that only the right
// side has are the extents of two variables, in all ways in which these can be chosen.
func replaced(q Equality, names map[attribute]string) []Equality {
	put := func(terms []*term.Term, sizes []string) (list []*term.Term) {
		for _, t := range terms {
			c := t.Clone()
			c.Walk(func(t *term.Term) {
				for i, a := range t.Attrs {
					if name := names[attribute{a.Name, a.Value}]; name != "" {
						t.Attrs[i].Value = name
					} else if a.Name == "sizes" && sizes != nil {
						t.Attrs[i].Value = fmt.Sprintf("[dim(?%s, %s), dim(?%s, %s)]", sizes[0], along(t), sizes[1], along(t))
					}
				}
			})
			list = append(list, c)
		}
		return list
	}
	r := q
	r.Left = put(q.Left, nil)
	free := slices.ContainsFunc(generalAttributes(q.Right), func(a attribute) bool { return a.name == "sizes" && names[a] == "" })
	if !free {
		r.Right = put(q.Right, nil)
		return []Equality{r}
	}
	var list []Equality
	for _, s := range extentsOf(q) {
		r.Right = put(q.Right, s[:])
		list = append(list, r)
	}
	return list
}

// extentsOf are the pairs of variables whose extents sizes may be: first those that are joined,
// which are cut apart again where they were.
func extentsOf(q Equality) (list [][2]string) {
	add := func(v, w string) {
		if p := [2]string{v, w}; v != "" && w != "" && v != w && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for _, t := range q.Right {
		t.Walk(func(t *term.Term) {
			if t.Op == "concat" && len(t.Args) == 2 {
				add(t.Args[0].Variable, t.Args[1].Variable)
			}
		})
	}
	variables := term.Variables(q.Left...)
	for _, v := range variables {
		for _, w := range variables {
			add(v, w)
		}
	}
	return list
}

// along is the dimension of a term that splits.
func along(t *term.Term) string {
	for _, a := range t.Attrs {
		if a.Name == "dim" {
			return a.Value
		}
	}
	return "0"
}
