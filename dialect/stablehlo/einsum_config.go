package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// einsum is what a configuration such as "...ab,bc->...ac" says of given operands: the
// labels of their dimensions and of those of the result. A letter is a label; the
// dimensions that an ellipsis stands for have the labels -1, -2, ... from the last one on.
type einsum struct {
	operands [][]int
	result   []int
	extents  map[int]int64 // by label
}

// readEinsum reads a configuration for operands of these types.
func readEinsum(config string, types []*ir.Type) (*einsum, error) {
	left, right, found := strings.Cut(strings.ReplaceAll(config, " ", ""), "->")
	terms := strings.Split(left, ",")
	if !found || len(terms) != len(types) {
		return nil, fmt.Errorf("requires a configuration with labels for %d operands and, after '->', for the result, but got \"%s\"", len(types), config)
	}
	e := &einsum{extents: map[int]int64{}}
	hidden := 0 // dimensions of the longest ellipsis
	for i, t := range types {
		letters, ellipsis := len(strings.ReplaceAll(terms[i], "...", "")), strings.Contains(terms[i], "...")
		rest := t.Rank() - letters
		if rest < 0 || rest > 0 && !ellipsis {
			return nil, fmt.Errorf("requires a label for each dimension of operand #%d, which is '%s', but got \"%s\"", i, t, terms[i])
		}
		labels, err := einsumLabels(terms[i], rest)
		if err != nil {
			return nil, err
		}
		hidden = max(hidden, rest)
		e.operands = append(e.operands, labels)
		for d, l := range labels {
			n, seen := e.extents[l]
			switch {
			case !seen || n == ir.Dynamic:
				e.extents[l] = t.Shape()[d]
			case !fits(n, t.Shape()[d]):
				return nil, fmt.Errorf("requires one extent for each label, but %s has %d and %d", labelText(l), n, t.Shape()[d])
			}
		}
	}
	if !strings.Contains(right, "...") {
		hidden = 0 // summed
	}
	labels, err := einsumLabels(right, hidden)
	if err != nil {
		return nil, err
	}
	for i, l := range labels {
		_, known := e.extents[l]
		switch {
		case !known:
			return nil, fmt.Errorf("requires each label of the result to be one of an operand, but %s is not", labelText(l))
		case slices.Contains(labels[:i], l):
			return nil, fmt.Errorf("requires the labels of the result to be different, but %s is given twice", labelText(l))
		}
	}
	e.result = labels
	return e, nil
}

// einsumLabels are the labels of a term with an ellipsis for so many dimensions.
func einsumLabels(term string, hidden int) ([]int, error) {
	labels := []int{}
	for seen := false; term != ""; {
		if rest, ok := strings.CutPrefix(term, "..."); ok && !seen {
			for d := range hidden {
				labels = append(labels, d-hidden)
			}
			term, seen = rest, true
			continue
		}
		l := term[0]
		if !(l >= 'a' && l <= 'z' || l >= 'A' && l <= 'Z') {
			return nil, fmt.Errorf("requires letters, and at most one '...', as labels, but got \"%s\"", term)
		}
		labels, term = append(labels, int(l)), term[1:]
	}
	return labels, nil
}

func labelText(l int) string {
	if l < 0 {
		return fmt.Sprintf("dimension %d of '...'", l)
	}
	return fmt.Sprintf("'%c'", l)
}

// shape is that of the result.
func (e *einsum) shape() []int64 {
	shape := make([]int64, len(e.result))
	for i, l := range e.result {
		shape[i] = e.extents[l]
	}
	return shape
}
