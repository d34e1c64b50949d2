package rule

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
)

// The layout of a convolution names the dimensions of input, kernel and output by
// letters, as `nhwc x hwio -> nhwc` does: n batch, c feature, i and o the features of
// the kernel, and the others, in the order of the alphabet, spatial.

// tensorOf are the letters of tensor number k of a layout.
func tensorOf(layout string, k int64) (letters string, ok bool) {
	words := strings.Fields(layout)
	if k < 0 || k > 2 || len(words) != 5 {
		return "", false
	}
	return words[2*k], true
}

// spatialDims are the spatial dimensions of a tensor by their letters.
func spatialDims(letters string) []int64 {
	list := []int64{}
	for i := range len(letters) {
		if !strings.ContainsRune("ncio", rune(letters[i])) {
			list = append(list, int64(i))
		}
	}
	slices.SortFunc(list, func(a, b int64) int { return int(letters[a]) - int(letters[b]) })
	return list
}

// turned is the layout with the letters of tensor number k in another order.
func turned(layout string, k int64, permutation []int64) (datum, bool) {
	letters, ok := tensorOf(layout, k)
	if _, permutes := shapes.Inverse(permutation); !ok || !permutes || len(permutation) != len(letters) {
		return datum{}, false
	}
	other := make([]byte, len(letters))
	for i, d := range permutation {
		other[i] = letters[d]
	}
	words := strings.Fields(layout)
	words[2*k] = string(other)
	return stringDatum(strings.Join(words, " ")), true
}

// layoutFunctions are those of layouts.
var layoutFunctions = []*function{
	{name: "spatial", params: []kind{stringKind, intKind}, result: intsKind, doc: "spatial(l, k) are the spatial dimensions of the input (0), the kernel (1) or the output (2) of a convolution with the layout l, in one order for all three.",
		apply: func(args []datum) (datum, bool) {
			letters, ok := tensorOf(args[0].s, args[1].i)
			return intsDatum(spatialDims(letters)), ok
		}},
	{name: "axis", params: []kind{stringKind, intKind, stringKind}, result: intKind, doc: "axis(l, k, c) is the dimension of the input (0), the kernel (1) or the output (2) of a convolution that the layout l calls c.",
		apply: func(args []datum) (datum, bool) {
			letters, ok := tensorOf(args[0].s, args[1].i)
			at := strings.Index(letters, args[2].s)
			return intDatum(int64(at)), ok && at >= 0 && len(args[2].s) == 1
		}},
	{name: "turned", params: []kind{stringKind, intKind, intsKind}, result: stringKind, doc: "turned(l, k, p) is the layout l of a convolution whose input (0), kernel (1) or output (2) is transposed by p.",
		apply: func(args []datum) (datum, bool) { return turned(args[0].s, args[1].i, args[2].ints) }},
}
