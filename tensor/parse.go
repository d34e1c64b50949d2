package tensor

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxTextBytes bounds the tensors that Parse makes, because a few characters ("99999x99999xf64=1")
// can ask for any amount of memory.
const MaxTextBytes int64 = 16 << 30

// TextError says where a tensor's text is wrong.
type TextError struct {
	Offset  int // byte offset in the text
	Message string
}

// Error gives the position as a column, which counts bytes from 1.
func (e *TextError) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Message) }

func textErrorf(offset int, format string, args ...any) *TextError {
	return &TextError{Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// Parse reads the text form of a tensor: extents and element type as in 2x3xf32 (a scalar is just
// f32), an equals sign, and one of
//
//   - all elements in row-major order, separated by blanks or commas, as one flat list with or without brackets, or nested in brackets as the shape
//     says, where the outermost pair may be left out: 2x2xf32=1,2,3,4 and 2x2xf32=[[1,2],[3,4]] and 2x2xf32=[1 2][3 4] are the same;
//   - one element without brackets, which fills the tensor: 2x3xf32=1;
//   - random:SEED, see Random;
//   - nothing or [] for a tensor without elements.
//
// Elements are decimal numbers, rounded once to the element type; true and false; nan, inf and
// -inf; bit patterns in hexadecimal such as 0x7FC00000; and complex numbers, of which two such
// parts are in parentheses with a comma between them, as in 2xcomplex<f32>=[(1,2),(3,-4)]. An
// integer outside the range of its type is an error. Errors are *TextError.
func Parse(text string) (*Tensor, error) { return ParseWithin(text, MaxTextBytes) }

// ParseWithin is Parse with another bound in the place of MaxTextBytes.
func ParseWithin(text string, maxBytes int64) (*Tensor, error) {
	d, shape, start, err := parseHeader(text)
	if err != nil {
		return nil, err
	}
	size, sizeErr := ByteSize(d, shape)
	if sizeErr != nil {
		return nil, textErrorf(0, "%v", sizeErr)
	}
	if int64(size) > maxBytes {
		return nil, textErrorf(0, "%s needs %d bytes, at most %d can be given as text", typeText(d, shape), size, maxBytes)
	}
	if rest := strings.TrimSpace(text[start:]); strings.HasPrefix(rest, "random") {
		seedText, ok := strings.CutPrefix(rest, "random:")
		seed, err := strconv.ParseUint(seedText, 10, 64)
		if !ok || err != nil {
			return nil, textErrorf(start, "expected random:SEED with a decimal seed such as random:7, got %q", rest)
		}
		return Random(d, shape, seed), nil
	}
	list, err := surveyList(text, start)
	if err != nil {
		return nil, err
	}
	if list.elements == 1 && list.depth == 0 {
		return parseSplat(text, start, d, shape)
	}
	return parseList(text, start, d, shape, list)
}

// parseHeader reads extents, element type and the equals sign, and returns the offset behind it.
func parseHeader(text string) (d DType, shape []int, end int, err error) {
	head, _, found := strings.Cut(text, "=")
	switch {
	case strings.HasPrefix(text, "tensor<"):
		return Invalid, nil, 0, textErrorf(0, "write the type without 'tensor<' and '>', as in 2x3xf32=[...]")
	case !found:
		return Invalid, nil, 0, textErrorf(len(text), "expected '=' after the type, as in 2x3xf32=[...]")
	}
	pos := 0
	for {
		digits := 0
		for pos+digits < len(head) && head[pos+digits] >= '0' && head[pos+digits] <= '9' {
			digits++
		}
		if digits == 0 || pos+digits == len(head) || head[pos+digits] != 'x' {
			break
		}
		extent, err := strconv.Atoi(head[pos : pos+digits])
		if err != nil {
			return Invalid, nil, 0, textErrorf(pos, "extent %s is too large", head[pos:pos+digits])
		}
		shape = append(shape, extent)
		pos += digits + 1
	}
	name := head[pos:]
	if strings.HasPrefix(name, "?") {
		return Invalid, nil, 0, textErrorf(pos, "a run-time tensor has fixed extents, replace '?' by a number")
	}
	d, ok := ParseDType(name)
	if !ok {
		var names []string
		for _, d := range DTypes() {
			names = append(names, d.String())
		}
		return Invalid, nil, 0, textErrorf(pos, "expected an extent such as 2x or an element type (%s), got %q", strings.Join(names, " "), name)
	}
	return d, shape, len(head) + 1, nil
}

// listSurvey is the outline of a list of elements.
type listSurvey struct {
	elements int
	groups   int // pairs of brackets
	depth    int // deepest nesting of brackets
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isDelimiter(c byte) bool { return isBlank(c) || c == ',' || c == '[' || c == ']' }

// elementEnd returns the offset behind the element that starts at pos: a word, or all that is in
// parentheses, which brackets end where they are not closed.
func elementEnd(text string, pos int) int {
	if pos < len(text) && text[pos] == '(' {
		if end := strings.IndexAny(text[pos:], ")[]"); end >= 0 && text[pos+end] == ')' {
			pos += end + 1
		}
	}
	for pos < len(text) && !isDelimiter(text[pos]) {
		pos++
	}
	return pos
}

// surveyList outlines the list and checks that its brackets match and its commas separate
// something.
func surveyList(text string, start int) (listSurvey, error) {
	var list listSurvey
	var open []int
	comma, item := -1, false // offset of a comma that waits for an item; whether a comma may follow
	for pos := start; pos < len(text); pos++ {
		switch c := text[pos]; {
		case isBlank(c):
		case c == ',':
			if !item {
				return list, textErrorf(pos, "expected an element before ','")
			}
			comma, item = pos, false
		case c == '[':
			open = append(open, pos)
			list.groups++
			list.depth = max(list.depth, len(open))
			comma, item = -1, false
		case c == ']':
			if len(open) == 0 {
				return list, textErrorf(pos, "']' closes no '['")
			}
			if comma >= 0 {
				return list, textErrorf(comma, "expected an element after ','")
			}
			open = open[:len(open)-1]
			item = true
		default:
			list.elements++
			pos = elementEnd(text, pos) - 1
			comma, item = -1, true
		}
	}
	if comma >= 0 {
		return list, textErrorf(comma, "expected an element after ','")
	}
	if len(open) > 0 {
		return list, textErrorf(open[len(open)-1], "'[' is not closed")
	}
	return list, nil
}

func parseSplat(text string, start int, d DType, shape []int) (*Tensor, error) {
	for isBlank(text[start]) {
		start++
	}
	one := New(d)
	if err := one.setText(0, text[start:elementEnd(text, start)]); err != nil {
		return nil, textErrorf(start, "%v", err)
	}
	return Splat(d, shape, one.data)
}

// parseList reads the elements. A list of nesting depth n has n+1 levels, the outermost of which
// has no brackets; levels[i] is the number of items that each list at level i must have.
func parseList(text string, start int, d DType, shape []int, list listSurvey) (*Tensor, error) {
	count, _ := Elements(shape)
	typ := typeText(d, shape)
	if list.elements != count {
		hint := ""
		if list.elements == 1 {
			hint = fmt.Sprintf("; to fill the tensor with one value leave out the brackets: %s=VALUE", typ)
		}
		return nil, textErrorf(start, "%s needs %d elements, got %d%s", typ, count, list.elements, hint)
	}
	t := New(d, shape...)
	if count == 0 {
		return t, nil
	}
	var levels []int
	switch rank := len(shape); {
	case list.depth == 0:
		levels = []int{count}
	case list.depth == 1 && list.groups == 1:
		levels = []int{1, count}
	case list.depth == rank:
		levels = append([]int{1}, shape...)
	case list.depth == rank-1:
		levels = shape
	default:
		return nil, textErrorf(start, "brackets nest %d deep, must nest %d deep for %s, or %d with the outermost pair left out, or be one flat list",
			list.depth, rank, typ, rank-1)
	}
	items := make([]int, 1, len(levels)) // items so far in each open list
	next := 0
	for pos := start; pos < len(text); pos++ {
		level := len(items) - 1
		switch c := text[pos]; {
		case isBlank(c) || c == ',':
		case c == '[':
			if items[level]++; items[level] > levels[level] {
				return nil, textErrorf(pos, "%s has %d lists here, this is one more", typ, levels[level])
			}
			items = append(items, 0)
		case c == ']':
			if items[level] != levels[level] {
				return nil, textErrorf(pos, "%s needs %d items in this list, got %d", typ, levels[level], items[level])
			}
			items = items[:level]
		default:
			end := elementEnd(text, pos)
			if level != len(levels)-1 {
				return nil, textErrorf(pos, "expected '[' before %q: elements of %s nest %d deep here", text[pos:end], typ, list.depth)
			}
			items[level]++
			if err := t.setText(next, text[pos:end]); err != nil {
				return nil, textErrorf(pos, "%v", err)
			}
			next++
			pos = end - 1
		}
	}
	if items[0] != levels[0] {
		return nil, textErrorf(len(text), "%s needs %d lists, got %d", typ, levels[0], items[0])
	}
	return t, nil
}
