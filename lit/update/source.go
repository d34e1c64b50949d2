package update

import (
	"regexp"
	"slices"
	"strings"
)

// The marks that this package reads and writes, in comments.
const (
	noteText  = "NOTE: checks written by tg-lit update"
	beginMark = "CHECKS-BEGIN"
	endMark   = "CHECKS-END"
	offMark   = "CHECKS-OFF"
)

// source is a test file.
type source struct {
	path    string
	lines   []string // without \n
	eol     string   // of new lines
	ends    bool     // with a line break
	comment string   // what comments start with

	prefixes []string // of the directives

	note       int // index of the line that says that checks are generated, or -1
	begin, end int // indexes of the lines between which they stand, or -1
	remembered string
	functions  []*sourceFunction
	directives []sourceDirective
}

// sourceFunction is where the file defines a symbol.
type sourceFunction struct {
	key   key
	op    string
	line  int // index
	first int // of the comment above it
	off   int // index of the line that says that the checks below it are by hand, or -1
}

// sourceDirective is a line with a directive of FileCheck.
type sourceDirective struct {
	line   int
	prefix string
	oldDirective
	code string // what stands before the comment
}

var runLine = regexp.MustCompile(`^\s*(\S*)\s*RUN:`)

// parseSource reads a test whose directives have the given prefixes.
func parseSource(path string, data []byte, prefixes []string) *source {
	text := string(data)
	s := &source{path: path, ends: strings.HasSuffix(text, "\n"), comment: "//", prefixes: prefixes,
		note: -1, begin: -1, end: -1}
	s.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if strings.HasSuffix(s.lines[0], "\r") {
		s.eol = "\r"
	}
	for _, line := range s.lines {
		if m := runLine.FindStringSubmatch(line); m != nil {
			s.comment = m[1]
			break
		}
	}
	s.findMarks()
	s.findFunctions()
	s.findDirectives(prefixes)
	return s
}

// commentText is what a line that is only a comment says.
func (s *source) commentText(i int) (string, bool) {
	text, found := strings.CutPrefix(strings.TrimSpace(s.lines[i]), s.comment)
	return strings.TrimSpace(text), found
}

func (s *source) findMarks() {
	for i := range s.lines {
		text, ok := s.commentText(i)
		if !ok {
			continue
		}
		if rest, found := strings.CutPrefix(text, noteText); found && s.note < 0 {
			s.note, s.remembered = i, s.remembered+rest
		}
		if rest, found := strings.CutPrefix(text, beginMark); found && s.begin < 0 {
			s.begin, s.remembered = i, s.remembered+rest
		}
		if text == endMark && s.begin >= 0 && s.end < 0 {
			s.end = i
		}
	}
}

// findFunctions finds the symbols that the file defines, and the symbols around them by counting
// braces.
func (s *source) findFunctions() {
	type surrounding struct {
		name  string
		depth int
	}
	var path []surrounding
	depth, chunk := 0, 0
	body := -1 // depth outside of the function that the line is in, or -1
	seen := map[key]int{}
	for i, line := range s.lines {
		if strings.Contains(line, separator) {
			chunk++
			path, depth, body = nil, 0, -1
			continue
		}
		if _, comment := s.commentText(i); comment {
			continue
		}
		found, ok := symbolOf(line)
		before := depth
		depth += braces(line)
		if body >= 0 {
			if depth <= body {
				body = -1
			}
			continue
		}
		if ok {
			names := make([]string, 0, len(path)+1)
			for _, p := range path {
				names = append(names, p.name)
			}
			k := key{chunk: chunk, path: strings.Join(append(names, found.name), "/")}
			k.ordinal = seen[k]
			seen[key{chunk: chunk, path: k.path}]++
			s.functions = append(s.functions, s.function(k, found.op, i))
			if found.container && depth > before {
				path = append(path, surrounding{found.name, before})
			} else if depth > before {
				body = before
			}
			continue
		}
		for n := len(path); n > 0 && depth <= path[n-1].depth; n-- {
			path = path[:n-1]
		}
	}
}

func (s *source) function(k key, op string, line int) *sourceFunction {
	f := &sourceFunction{key: k, op: op, line: line, first: line, off: -1}
	for f.first > 0 {
		text, ok := s.commentText(f.first - 1)
		if !ok || strings.Contains(text, "RUN:") || f.first-1 == s.note {
			break
		}
		f.first--
		if text == offMark {
			f.off = f.first
		}
	}
	return f
}

// braces counts how many more braces a line opens than it closes, outside of strings and comments.
func braces(line string) int {
	n, inString := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case strings.HasPrefix(line[i:], "//"):
			return n
		case c == '{':
			n++
		case c == '}':
			n--
		}
	}
	return n
}

// directivePattern finds a directive of one of the prefixes; the longest wins where several match.
func directivePattern(prefixes []string) *regexp.Regexp {
	sorted := slices.Clone(prefixes)
	slices.SortFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	for i, p := range sorted {
		sorted[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile(`(?:^|[^\w-])(` + strings.Join(sorted, "|") +
		`)((?:-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(?:\{\s*LITERAL\s*\})?):(.*)$`)
}

func (s *source) findDirectives(prefixes []string) {
	if len(prefixes) == 0 {
		return
	}
	pattern := directivePattern(prefixes)
	for i, line := range s.lines {
		if strings.Contains(line, "RUN:") || strings.Contains(line, "COM:") {
			continue
		}
		m := pattern.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		d := sourceDirective{line: i, prefix: line[m[2]:m[3]],
			oldDirective: oldDirective{strings.ReplaceAll(line[m[4]:m[5]], " ", ""), strings.TrimSpace(line[m[6]:m[7]])}}
		code := line[:m[2]]
		if at := strings.LastIndex(code, s.comment); s.comment != "" && at >= 0 {
			code = code[:at]
		}
		d.code = strings.TrimRight(code, " \t")
		s.directives = append(s.directives, d)
	}
}

// name is the name of the symbol without those around it.
func (f *sourceFunction) name() string { return f.key.path[strings.LastIndexByte(f.key.path, '/')+1:] }

// functionAt returns the function whose comment contains a line, or nil.
func (s *source) functionAt(line int) *sourceFunction {
	for _, f := range s.functions {
		if f.first <= line && line < f.line {
			return f
		}
	}
	return nil
}

// old collects the directives by prefix, for their names.
func (s *source) old() map[string][][]oldDirective {
	all := map[string][]oldDirective{}
	for _, d := range s.directives {
		all[d.prefix] = append(all[d.prefix], d.oldDirective)
	}
	groups := map[string][][]oldDirective{}
	for prefix, list := range all {
		groups[prefix] = splitOld(list)
	}
	return groups
}
