package rulecheck

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// retyped puts one element type in the place of another one, and has its numbers spelt as that has
// them; true becomes the integer of which all bits are set.
func retyped(text, from, to string) string {
	text = regexp.MustCompile(`([x<])`+from+`>`).ReplaceAllString(text, "${1}"+to+">")
	constant := regexp.MustCompile(`dense<([^>]*)> : (tensor<[0-9x]*` + to + `>)`)
	return constant.ReplaceAllStringFunc(text, func(s string) string {
		m := constant.FindStringSubmatch(s)
		return "dense<" + respelt(m[1], to) + "> : " + m[2]
	})
}

// respelt is a number as an element type has it.
func respelt(number, elem string) string {
	switch number {
	case "true":
		number = "-1"
	case "false":
		number = "0"
	}
	v, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil:
		return number
	case !strings.Contains(elem, "f"):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case strings.ContainsAny(number, ".e"):
		return number
	}
	return number + ".0"
}

// counted is how an iota is written: how far it counts may stand in a constant of the other
// program.
var counted = regexp.MustCompile(`iota dim = ([0-9]+) : tensor<([0-9x]+)x`)

// shaped is a type of a tensor that has dimensions.
var shaped = regexp.MustCompile(`tensor<([0-9]+(x[0-9]+)*)x`)

// changes are what a text is tried with besides its own extents: other extents in the place of
// each, and where all tensors have one shape, others, of any rank. An extent of 1 is a condition of
// its rule.
func (p *Programs) changes() []func(string) string {
	list := []func(string) string{func(s string) string { return s }}
	fixed := map[string]bool{"1": true}
	for _, m := range counted.FindAllStringSubmatch(p.Left+p.Right, -1) {
		dim, _ := strconv.Atoi(m[1])
		fixed[strings.Split(m[2], "x")[dim]] = true
	}
	shapesOf, sizes := map[string]bool{}, map[string]bool{}
	for _, m := range shaped.FindAllStringSubmatch(p.Left+p.Right, -1) {
		shapesOf[m[1]] = true
		for _, n := range strings.Split(m[1], "x") {
			sizes[n] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		if old, _ := strconv.Atoi(n); !fixed[n] {
			others := []int{1, old + 1, 2*old + 31}
			if strings.Contains(p.Left+p.Right, "reduce") {
				others = append(others, 4099) // the order of a sum shows, in lanes and in blocks
			}
			for _, to := range others {
				list = append(list, func(s string) string { return resized(cutAt(extents, s), n, strconv.Itoa(to)) })
			}
		}
	}
	if len(shapesOf) == 1 && !counted.MatchString(p.Left+p.Right) {
		for _, to := range []string{"", "0x", "1x", "2x1x3x", "3x1030x", strconv.Itoa(combinations) + "x"} {
			list = append(list, func(s string) string { return shaped.ReplaceAllString(s, "tensor<"+to) })
		}
	}
	return list
}
