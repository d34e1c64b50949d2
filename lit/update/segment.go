package update

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// key names a part of the output, the same in the outputs of all RUN lines.
type key struct {
	chunk   int    // of an output that a separator splits
	path    string // of a symbol, with those around it
	ordinal int    // among the symbols of this path
	gap     bool   // what comes before the symbol; or after all, if path is empty
}

func (k key) String() string {
	name := "@" + k.path
	switch {
	case k.gap && k.path == "":
		return "what is outside of functions"
	case k.gap:
		return "what comes before " + name
	}
	return name
}

// block is a symbol, such as a function, or what is between two of them, as checks of the output.
type block struct {
	key    key
	op     string // of a symbol
	checks []*check
}

// separator is the line between the chunks of an output, and of an input.
const separator = "// -----"

var (
	// symbolLine is the first line of an operation that defines a symbol, in the pretty form.
	symbolLine = regexp.MustCompile(`^(\s*)([A-Za-z_][\w.$-]*)((?:\s[^@%=({]*)?)@("(?:\\.|[^"\\])*"|[\w.$-]+)`)
	// genericSymbol is the same in the generic form.
	genericSymbol = regexp.MustCompile(`^(\s*)"([\w.$-]+)"\(.*?\bsym_name = ("(?:\\.|[^"\\])*")`)
	aliasLine     = regexp.MustCompile(`^([#!][\w$.-]+) = (.*)$`)
	moduleLine    = regexp.MustCompile(`^\s*(?:builtin\.)?module\b.*\{$|^\s*"builtin\.module"\(`)
)

// plainSymbols are the operations without the name of a dialect that define symbols.
var plainSymbols = []string{"module", "func", "define", "declare"}

// symbol is where a line defines a symbol.
type symbol struct {
	op, name  string
	end       int // of the name in the line
	container bool
}

// symbolOf finds the symbol that a line of IR defines.
func symbolOf(line string) (symbol, bool) {
	m := symbolLine.FindStringSubmatchIndex(line)
	first, last := 4, 8
	if m == nil {
		m = genericSymbol.FindStringSubmatchIndex(line)
		last = 6
	}
	if m == nil {
		return symbol{}, false
	}
	s := symbol{op: line[m[first]:m[first+1]], name: strings.Trim(line[m[last]:m[last+1]], `"`), end: m[1]}
	kind := s.op[strings.LastIndexByte(s.op, '.')+1:]
	if kind == "call" || kind == s.op && !slices.Contains(plainSymbols, kind) {
		return symbol{}, false
	}
	s.container = kind == "module" && (strings.HasSuffix(line, "{") || strings.Contains(line, "{ "))
	return s, true
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// isIR reports whether a text has operations that this package can tell apart; all else is plain
// text.
func isIR(lines []string) bool {
	for i, line := range lines {
		if isQuoted(lines, i) {
			continue
		}
		if _, ok := symbolOf(line); ok || moduleLine.MatchString(line) || aliasLine.MatchString(line) {
			return true
		}
	}
	return false
}

// isQuoted reports whether a line is one that an error message shows, with a caret below.
func isQuoted(lines []string, i int) bool {
	return i+1 < len(lines) && strings.Trim(lines[i+1], " \t~") == "^"
}

// segmenter cuts an output into blocks.
type segmenter struct {
	style  style
	around *surroundings
	seen   map[key]int // how many symbols of a path there have been
	blocks []*block

	chunk   int
	aliases map[string]*value
	path    []string // names of the symbols around, by their indentation
	indents []int
	gap     []string
}

// segment cuts an output into blocks of checks.
func segment(text string, st style, around *surroundings) []*block {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	s := &segmenter{style: st, around: around, seen: map[key]int{}}
	if text == "" {
		nothing := &check{kind: kindNot, pieces: []piece{{kind: pieceRegex, text: "."}}}
		return []*block{{key{gap: true}, "", []*check{nothing}}}
	}
	if !isIR(lines) {
		return s.plain(lines)
	}
	start := 0
	for i, line := range lines {
		if strings.TrimSpace(line) == separator {
			s.chunkOf(lines[start:i])
			s.chunk++
			start = i + 1
			s.gap = append(s.gap, separator)
		}
	}
	s.chunkOf(lines[start:])
	if len(s.blocks) == 0 { // an empty module
		return s.plain(lines)
	}
	return s.blocks
}

// plain makes checks of text that is not IR: every line, one after the other.
func (s *segmenter) plain(lines []string) []*block {
	scope := newScope(s.around, nil)
	var checks []*check
	kind := kindPlain
	for _, line := range lines {
		var c *check
		if c, kind = s.style.lineOrBlank(kind, line, scope.plainPieces); c != nil && (c.kind != kindEmpty || len(checks) > 0) {
			checks = append(checks, c)
		}
	}
	for len(checks) > 0 && checks[len(checks)-1].kind == kindEmpty {
		checks = checks[:len(checks)-1]
	}
	if len(checks) == 0 {
		return nil
	}
	return []*block{{key{gap: true}, "", checks}}
}

// chunkOf cuts one chunk.
func (s *segmenter) chunkOf(lines []string) {
	s.findAliases(lines)
	s.path, s.indents = nil, nil
	for i := 0; i < len(lines); {
		line := lines[i]
		found, ok := symbolOf(line)
		if !ok || isQuoted(lines, i) {
			if strings.TrimSpace(line) != "" {
				s.leave(indentation(line))
			}
			s.gap = append(s.gap, line)
			i++
			continue
		}
		indent := indentation(line)
		s.leave(indent)
		k := key{chunk: s.chunk, path: strings.Join(append(s.path[:len(s.path):len(s.path)], found.name), "/")}
		k.ordinal = s.seen[k]
		s.seen[key{chunk: k.chunk, path: k.path}]++
		end := i + 1
		if found.container {
			s.path, s.indents = append(s.path, found.name), append(s.indents, indent)
		} else {
			end = symbolEnd(lines, i, indent)
		}
		s.closeGap(key{k.chunk, k.path, k.ordinal, true})
		s.blocks = append(s.blocks, &block{k, found.op, s.symbol(lines[i:end], found)})
		i = end
	}
	s.closeGap(key{chunk: s.chunk})
}

// leave forgets the symbols that do not surround a line of the given indentation.
func (s *segmenter) leave(indent int) {
	for n := len(s.indents); n > 0 && s.indents[n-1] >= indent; n-- {
		s.path, s.indents = s.path[:n-1], s.indents[:n-1]
	}
}

// symbolEnd is the line after the operation that starts at line i: where its braces close, or else
// where the indentation ends.
func symbolEnd(lines []string, i, indent int) int {
	open := strings.HasSuffix(lines[i], "{")
	for i++; i < len(lines); i++ {
		text := strings.TrimLeft(lines[i], " \t")
		atSymbol := len(lines[i])-len(text) == indent
		if open && atSymbol && strings.HasPrefix(text, "}") && !strings.HasSuffix(text, "{") {
			return i + 1
		}
		if !open && (text == "" || len(lines[i])-len(text) <= indent) {
			return i
		}
	}
	return i
}

// findAliases collects the aliases that a chunk defines. Those defined before the first operation
// are known to all of it; MLIR prints some after their uses, and these have no name outside of a
// block.
func (s *segmenter) findAliases(lines []string) {
	s.aliases = map[string]*value{}
	leading := true
	for _, line := range lines {
		m := aliasLine.FindStringSubmatch(line)
		if m == nil {
			leading = leading && strings.TrimSpace(line) == ""
			continue
		}
		v := &value{hint: variableName(strings.TrimRight(m[1], "0123456789"))}
		if leading {
			v.global = m[1][:1] + m[2]
			for name, alias := range s.aliases {
				v.global = replaceName(v.global, name, alias.global)
			}
		}
		s.aliases[m[1]] = v
	}
}

// replaceName replaces a name of an alias where it stands as a whole.
func replaceName(text, name, by string) string {
	var out strings.Builder
	for {
		i := strings.Index(text, name)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:i])
		text = text[i+len(name):]
		if text != "" && isValueByte(text[0]) {
			out.WriteString(name)
		} else {
			fmt.Fprintf(&out, "(%s)", by)
		}
	}
}

// closeGap makes a block of the lines since the last symbol, if there is something to check.
func (s *segmenter) closeGap(k key) {
	k.gap = true
	scope := newScope(s.around, s.aliases)
	var checks []*check
	adjacent := false
	for _, line := range s.gap {
		switch text := strings.TrimSpace(line); {
		case text == separator:
			checks = append(checks, &check{kind: kindPlain, pieces: []piece{{kind: pieceText, text: separator}}})
		case aliasLine.MatchString(line):
			checks = append(checks, s.aliasCheck(line, scope))
		case text == "", text == "module {", text == `"builtin.module"() ({`, strings.HasPrefix(text, "}"):
		default:
			kind := kindPlain
			if adjacent {
				kind = s.style.next()
			}
			pieces := scope.pieces(line, 0, len(line))
			if s.around.isComment(line) {
				pieces = scope.plainPieces(line)
			}
			checks = append(checks, s.style.line(kind, line, pieces))
			adjacent = true
			continue
		}
		adjacent = false
	}
	if len(checks) > 0 && (k.path != "" || len(s.gap) > 0) {
		s.blocks = append(s.blocks, &block{k, "", checks})
	}
	s.gap = nil
}

// aliasCheck makes a check of the definition of an alias, in any order among its like. An alias
// that was used before has no name here.
func (s *segmenter) aliasCheck(line string, scope *scope) *check {
	pieces := scope.pieces(line, 0, len(line))
	for i, p := range pieces {
		switch {
		case p.value == nil:
		case p.value.global == "":
			pieces[i].kind = pieceName
		case i == 1:
			pieces[i].kind = pieceDefine
		}
	}
	return &check{kind: kindDAG, pieces: pieces, ended: true}
}

// symbol makes the checks of an operation that defines a symbol.
func (s *segmenter) symbol(lines []string, found symbol) []*check {
	scope := newScope(s.around, s.aliases)
	checks := s.style.signature(scope, lines[0], found)
	kind := s.style.next()
	for _, line := range lines[1:] {
		if !s.style.fullLines {
			line = withoutPredecessors(line)
		}
		var c *check
		c, kind = s.style.lineOrBlank(kind, line, func(line string) []piece { return scope.pieces(line, 0, len(line)) })
		if c != nil {
			checks = append(checks, c)
		}
	}
	return checks
}
