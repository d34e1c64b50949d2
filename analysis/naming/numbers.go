package naming

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// ArgumentNumbers are the numbers of arguments of fn that are given by number or name; nil for
// none.
func ArgumentNumbers(fn *ir.Op, words []string) ([]int, error) {
	return numbers(fn, "argument", words, len(fn.Attr("function_type").Type().Inputs()), Argument)
}

// ResultNumbers are the numbers of results of fn that are given by number or name; nil for none.
func ResultNumbers(fn *ir.Op, words []string) ([]int, error) {
	return numbers(fn, "result", words, len(fn.Attr("function_type").Type().Results()), Result)
}

func numbers(fn *ir.Op, what string, words []string, n int, name func(fn *ir.Op, i int) string) ([]int, error) {
	if len(words) == 0 {
		return nil, nil
	}
	names := make([]string, n)
	for i := range names {
		names[i] = name(fn, i)
	}
	var list []int
	for _, w := range words {
		i, err := strconv.Atoi(w)
		if err != nil {
			w = strings.TrimPrefix(w, "%")
			if i = slices.Index(names, w); i < 0 || w == "" {
				return nil, fn.Errorf("@%s has no %s called '%s'%s", ir.SymbolName(fn), what, w, among(w, names))
			}
		}
		list = append(list, i)
	}
	return list, nil
}

// among says which names there are, where none is the word.
func among(word string, names []string) string {
	named := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	switch {
	case len(names) == 0:
		return ": it has none"
	case len(named) == 0:
		return fmt.Sprintf(": none of its %d has a name, so that a number must say which", len(names))
	}
	return spelling.Among(word, named)
}
