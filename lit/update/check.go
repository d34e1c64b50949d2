package update

import (
	"fmt"
	"strings"
)

// checkKind is a kind of directive.
type checkKind uint8

const (
	kindPlain checkKind = iota
	kindNext
	kindSame
	kindLabel
	kindEmpty
	kindDAG
	kindNot
)

func (k checkKind) suffix() string {
	return [...]string{"", "-NEXT", "-SAME", "-LABEL", "-EMPTY", "-DAG", "-NOT"}[k]
}

// check is a directive without its prefix. One with {{ or [[ in its text may be written as several.
type check struct {
	kind   checkKind
	indent string // of the line in the output
	pieces []piece
	ended  bool // the text must end where the line of output ends
}

// style is what the options of the command and of the test's FileCheck ask of checks.
type style struct {
	loose      bool // plain checks instead of NEXT
	fullLines  bool // every directive covers a whole line
	keepBlanks bool // and so do the blanks at its start
}

// next is the kind of a check of the line after the last.
func (st style) next() checkKind {
	if st.loose {
		return kindPlain
	}
	return kindNext
}

// line is a check of a whole line of output. It ends in {{$}} if it could match a part of a longer
// name.
func (st style) line(kind checkKind, line string, pieces []piece) *check {
	c := &check{kind: kind, indent: line[:indentation(line)], pieces: trimBlanks(pieces)}
	if !st.fullLines && len(c.pieces) > 0 {
		last := c.pieces[len(c.pieces)-1]
		c.ended = last.kind != pieceText && last != anyText && last != anyPath
	}
	if st.keepBlanks && c.indent != "" {
		c.pieces = append([]piece{textPiece(c.indent)}, c.pieces...)
	}
	return c
}

// lineOrBlank is a check of a line of a text, and the kind of that of the line after. A line of
// blanks is neither empty for FileCheck nor something to look for: it has no check, and the line
// after it is looked for anywhere.
func (st style) lineOrBlank(kind checkKind, line string, cut func(string) []piece) (*check, checkKind) {
	switch {
	case line == "":
		return &check{kind: kindEmpty}, kind
	case strings.TrimSpace(line) == "":
		return nil, kindPlain
	}
	return st.line(kind, line, cut(line)), st.next()
}

// trimBlanks drops the blanks at both ends, which FileCheck does not look at.
func trimBlanks(pieces []piece) []piece {
	if n := len(pieces); n > 0 && pieces[0].kind == pieceText {
		pieces[0].text = strings.TrimLeft(pieces[0].text, " \t")
		if pieces[0].text == "" {
			pieces = pieces[1:]
		}
	}
	if n := len(pieces); n > 0 && pieces[n-1].kind == pieceText {
		pieces[n-1].text = strings.TrimRight(pieces[n-1].text, " \t")
		if pieces[n-1].text == "" {
			pieces = pieces[:n-1]
		}
	}
	return pieces
}

// signature makes the checks of the first line of a symbol: LABEL up to its name, SAME for each
// argument and the rest.
func (st style) signature(s *scope, line string, found symbol) []*check {
	if st.fullLines {
		return []*check{st.line(kindLabel, line, anonymous(s.pieces(line, 0, len(line))))}
	}
	cuts := signatureCuts(line, found.end)
	var checks []*check
	start := 0
	for i, end := range cuts {
		pieces := s.pieces(line, start, end)
		kind := kindSame
		if i == 0 {
			kind = kindLabel
			pieces = anonymous(pieces)
		}
		if c := st.line(kind, line, pieces); len(c.pieces) > 0 {
			c.ended = c.ended && end == len(line)
			checks = append(checks, c)
		}
		start = end
	}
	return checks
}

// anonymous makes pieces fit for a LABEL, which may have no variables.
func anonymous(pieces []piece) []piece {
	for i, p := range pieces {
		if p.value != nil {
			pieces[i].kind = pieceName
		}
	}
	return pieces
}

// signatureCuts cuts the first line of a symbol, whose name ends at end, into the part up to the
// name, the arguments, and the rest; it returns where the parts end.
func signatureCuts(line string, end int) []int {
	rest := line[end:]
	if !strings.HasPrefix(rest, "(%") {
		// Nothing to name: all in one, unless it has an alias, or brackets that a LABEL had better
		// not have.
		if !strings.ContainsAny(rest, "#!%") && !strings.Contains(rest, "[[") && !strings.Contains(rest, "{{") {
			return []int{len(line)}
		}
		// The name must end in the label, so that it does not match the start of another.
		n := len(rest) - len(strings.TrimLeft(rest, " "))
		for n < len(rest) && isNameByte(rest[n]) {
			n++
		}
		if n < len(rest) && strings.IndexByte("#!%{[", rest[n]) < 0 {
			n++
		}
		if n == 0 {
			return []int{len(line)}
		}
		return []int{end + n, len(line)}
	}
	cuts := []int{end + 1}
	depth, inString := 0, false
	for i := end; i < len(line); i++ {
		switch c := line[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' {
				inString = false
			}
		case c == '"':
			inString = true
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case c == '>' && line[i-1] == '-':
		case strings.IndexByte(")]}>", c) >= 0:
			if depth--; depth == 0 {
				return append(cuts, len(line))
			}
		case c == ',' && depth == 1:
			cuts = append(cuts, i+1)
		}
	}
	return append(cuts, len(line))
}

// canonical is a text that is equal for checks that mean the same, whatever the printed names are.
// It numbers values as it meets them.
func canonical(checks []*check) string {
	numbers := map[*value]int{}
	var b strings.Builder
	for _, c := range checks {
		fmt.Fprintf(&b, "\n%d %t ", c.kind, c.ended)
		for _, p := range c.pieces {
			switch {
			case p.value != nil && p.value.global != "" && p.kind != pieceName:
				fmt.Fprintf(&b, "\x00a%s\x00", p.value.global)
			case p.value != nil:
				n, ok := numbers[p.value]
				if !ok {
					n = len(numbers)
					numbers[p.value] = n
				}
				fmt.Fprintf(&b, "\x00v%d %d %t\x00", p.kind, n, p.value.wide)
			case p.kind == pieceText:
				b.WriteString(p.text)
			default:
				fmt.Fprintf(&b, "\x00%d %d", p.kind, p.line)
				if p.kind != pieceLine {
					b.WriteString(p.text)
				}
				b.WriteString("\x00")
			}
		}
	}
	return b.String()
}
