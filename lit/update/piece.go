package update

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// value is something of the output that has a name which may change from run to run: an SSA value,
// a block, an alias.
type value struct {
	hint   string // what the variable could be called
	op     string // name of the operation that it is a result of, as a hint
	wide   bool   // its name has bytes besides letters, digits and underscores
	global string // for an alias of the whole chunk: what it stands for; else empty
	name   string // of the variable, once chosen
}

// The captures cannot swallow a separator: a name ends where MLIR's lexer would end it. A capture
// of `.*` would accept `%0, %1` for one name.
const (
	nameClass     = `[a-zA-Z0-9_]+`
	wideNameClass = `[a-zA-Z0-9_$.-]+`
)

func (v *value) class() string {
	if v.wide {
		return wideNameClass
	}
	return nameClass
}

// pieceKind says what a part of a line becomes in a directive.
type pieceKind uint8

const (
	pieceText   pieceKind = iota // itself
	pieceDefine                  // a capture of a value's name
	pieceUse                     // the name of a value captured before
	pieceName                    // any name, captured nowhere
	pieceRegex                   // what a regular expression matches: a directory, a number that changes
	pieceLine                    // the number of a line of the test
	pieceGiven                   // a variable of the command line
)

// piece is a part of a line of output.
type piece struct {
	kind  pieceKind
	text  string // as printed; for pieceGiven the name of the variable, for pieceRegex the expression
	value *value
	line  int // for pieceLine
}

func textPiece(s string) piece { return piece{kind: pieceText, text: s} }

// What takes the place of texts that are not the same everywhere.
var (
	anyPath   = piece{kind: pieceRegex, text: ".*"}
	anyText   = piece{kind: pieceRegex, text: ".+"}
	anyNumber = piece{kind: pieceRegex, text: "[0-9]+"}
)

// surroundings are the names in outputs that depend on where a test lies and runs.
type surroundings struct {
	location *regexp.Regexp  // of the test: its path and a line number
	dirs     []string        // longest first
	comments map[int]bool    // lines of the test that are comments
	shown    map[string]bool // their texts: an error message may show one
	given    []given         // variables that a command line defines
}

// given is a variable of a command line with its value.
type given struct{ name, text string }

func newSurroundings(src *source, dirs ...string) *surroundings {
	base := src.path[strings.LastIndexAny(src.path, `/\`)+1:]
	s := &surroundings{
		comments: map[int]bool{},
		shown:    map[string]bool{},
		location: regexp.MustCompile(`([^\s"'()<>]*[/\\])?(` + regexp.QuoteMeta(base) + `"?:)(\d+)( offset :)?(\d+)?`),
	}
	for i := range src.lines {
		if _, comment := src.commentText(i); comment {
			s.comments[i+1] = true
			s.shown[strings.TrimSpace(src.lines[i])] = true
		}
	}
	for _, dir := range dirs {
		if len(dir) > 1 && !slices.Contains(s.dirs, dir) {
			s.dirs = append(s.dirs, dir)
		}
	}
	slices.SortStableFunc(s.dirs, func(a, b string) int { return len(b) - len(a) })
	return s
}

// place is a span of a line that surroundings know, and what it becomes.
type place struct {
	start, end int
	pieces     []piece
}

// isComment reports whether a line of output is a comment of the test, shown by an error message.
func (s *surroundings) isComment(line string) bool { return s.shown[strings.TrimSpace(line)] }

// places finds the spans of a line that depend on where the test is, from left to right.
func (s *surroundings) places(line string) []place {
	var all []place
	for _, m := range s.location.FindAllStringSubmatchIndex(line, -1) {
		number := 0
		if _, err := fmt.Sscan(line[m[6]:m[7]], &number); err != nil {
			continue
		}
		p := place{start: m[0], end: m[1]}
		if m[2] >= 0 && m[3] > m[2] {
			p.pieces = append(p.pieces, anyPath, textPiece(line[m[3]-1:m[3]]))
		}
		// A comment has no meaning to a tool: what it says about one it says about the start of the
		// file or of a chunk, whatever stands there.
		which := piece{kind: pieceLine, text: line[m[6]:m[7]], line: number}
		if s.comments[number] {
			which = anyNumber
		}
		p.pieces = append(p.pieces, textPiece(line[m[4]:m[5]]), which)
		if m[8] >= 0 && m[10] >= 0 { // relative to a chunk of a split file
			p.pieces = append(p.pieces, textPiece(line[m[8]:m[9]]), anyNumber)
		} else {
			p.end = m[7]
		}
		all = append(all, p)
	}
	for _, dir := range s.dirs {
		for at := 0; ; {
			i := strings.Index(line[at:], dir)
			if i < 0 {
				break
			}
			at += i + len(dir)
			p := place{at - len(dir), at, []piece{anyPath}}
			if !overlaps(all, p) {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b place) int { return a.start - b.start })
	return all
}

func overlaps(all []place, p place) bool {
	return slices.ContainsFunc(all, func(q place) bool { return p.start < q.end && q.start < p.end })
}

// withGiven replaces the values of variables of the command line in plain text, where they stand as
// whole words.
func (s *surroundings) withGiven(pieces []piece) []piece {
	if len(s.given) == 0 {
		return pieces
	}
	var out []piece
	for _, p := range pieces {
		if p.kind != pieceText {
			out = append(out, p)
			continue
		}
		out = append(out, s.splitGiven(p.text)...)
	}
	return out
}

func (s *surroundings) splitGiven(text string) []piece {
	var out []piece
	start := 0
	for i := 0; i < len(text); {
		found := slices.IndexFunc(s.given, func(g given) bool {
			end := i + len(g.text)
			return g.text != "" && strings.HasPrefix(text[i:], g.text) &&
				(i == 0 || !isNameByte(text[i-1]) || !isNameByte(g.text[0])) &&
				(end == len(text) || !isNameByte(text[end]) || !isNameByte(g.text[len(g.text)-1]))
		})
		if found < 0 {
			i++
			continue
		}
		g := s.given[found]
		if i > start {
			out = append(out, textPiece(text[start:i]))
		}
		out = append(out, piece{kind: pieceGiven, text: g.name})
		i += len(g.text)
		start = i
	}
	if start < len(text) {
		out = append(out, textPiece(text[start:]))
	}
	return out
}

// isNameByte reports whether c can be inside of a word.
func isNameByte(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
