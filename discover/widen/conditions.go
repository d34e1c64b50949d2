package widen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/tensor"
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
		{"exact", only("not bool(?%s)")},
		{"exact", only("not unsigned(?%s)")},
		{"exact", only("float(?%s)")},
		{"finite", nil},
		{"finite", only("not bool(?%s)")},
		{"finite", only("not unsigned(?%s)")},
		{"finite", only("float(?%s)")},
		{"real, integers", nil},
		{"real", nil},
		{"real", only("float(?%s)")},
		{"exact", only("integer(?%s)")},
		{"exact", only("bool(?%s)")},
	}
}

// kinds are what claims tell apart of elements.
type kinds uint8

const (
	ofFloats kinds = 1 << iota
	ofSigned
	ofUnsigned
	ofTruths
	ofAll = ofFloats | ofSigned | ofUnsigned | ofTruths
)

// refutation is a counterexample to a claim that is so strong, with elements of one kind.
type refutation struct {
	strength int
	kinds    kinds
}

// kindsOf is the kind of the inputs of a counterexample; 0 for several, or if there is none.
func kindsOf(x *rulecheck.Counterexample) (k kinds) {
	if x == nil {
		return 0
	}
	for i, t := range x.Inputs {
		of := ofFloats
		switch d := t.DType(); {
		case d == tensor.Bool:
			of = ofTruths
		case d.IsUnsigned():
			of = ofUnsigned
		case d.IsInteger():
			of = ofSigned
		}
		if i > 0 && k != of {
			return 0
		}
		k = of
	}
	return k
}

// strength is greater for what implies more of the elements that it speaks of.
func (l claim) strength() int {
	return slices.Index([]string{"finite", "exact"}, l.text)
}

// kinds are those of the elements that it surely speaks of.
func (l claim) kinds() kinds {
	if l.text == "real" {
		return ofFloats
	}
	if len(l.conditions) == 0 {
		return ofAll
	}
	switch name, _, _ := strings.Cut(l.conditions[0], "("); name {
	case "not bool":
		return ofAll &^ ofTruths
	case "not unsigned":
		return ofFloats | ofSigned
	case "float":
		return ofFloats
	case "integer":
		return ofSigned | ofUnsigned
	}
	return ofTruths
}

// refutedBy reports whether what refutes another claim about the same shapes refutes this one.
func (l claim) refutedBy(r refutation) bool {
	return l.strength() >= r.strength && l.kinds()&r.kinds != 0
}

// noFloats are those of levels that are of what is no float: of claims that are wrong of floats.
func noFloats(list []claim) []claim {
	return slices.DeleteFunc(slices.Clone(list), func(l claim) bool {
		return len(l.conditions) == 0 || !strings.HasPrefix(l.conditions[0], "integer(") && !strings.HasPrefix(l.conditions[0], "bool(")
	})
}

// conditions are what may be asked, each a list of what is asked at once.
type conditions struct {
	// list has all, the widest first, and telling those that say most of what operands are, behind
	// the first one.
	list, telling [][]string
}

// marked are the variables of the left side as rules write them.
func marked(q Equality) (list []string) {
	for _, name := range term.Variables(q.Left...) {
		list = append(list, "?"+name)
	}
	return list
}

// shapeConditions are what may be asked of the shapes of variables.
func shapeConditions(q Equality) (c conditions) {
	v, marked := term.Variables(q.Left...), marked(q)
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
	for i, s := range shapes {
		c.list = append(c.list, s)
		for _, r := range relations {
			c.list = append(c.list, append(slices.Clip(s), r))
		}
		if i == 0 {
			c.telling = slices.Clone(c.list)
		}
	}
	c.telling = append(c.telling, matrices)
	if len(v) > 0 { // and at last, where all extents must be known
		var static []string
		for _, x := range marked {
			static = append(static, "static("+x+")")
		}
		for _, s := range shapes {
			c.list = append(c.list, slices.Concat(s, static))
		}
		c.telling = append(c.telling, static)
	}
	return c
}

// alternative is what may be asked in the place of conditions that do not follow from it, nor it
// from them: alone, or of both.
type alternative struct{ alone, both []string }

// alternatives are other shapes than those that are alike: a product of matrices of any extents is
// no batch of square ones, and neither is wider.
func alternatives(q Equality, conditions []string) (list []alternative) {
	at := slices.IndexFunc(conditions, func(s string) bool { return strings.HasPrefix(s, "same_shape(") })
	if at < 0 || slices.ContainsFunc(conditions, func(s string) bool { return strings.HasPrefix(s, "rank(") }) {
		return nil
	}
	var ranks, shapes []string
	for _, x := range marked(q) {
		ranks = append(ranks, "rank("+x+") == 2")
	}
	if shapes = append(shapes, ranks...); len(ranks) > 1 {
		shapes = append(shapes, strings.Join(ranks, " and "))
	}
	for _, s := range shapes {
		x := alternative{slices.Clone(conditions), slices.Clone(conditions)}
		x.alone[at], x.both[at] = s, "("+conditions[at]+" or "+s+")"
		list = append(list, x)
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
