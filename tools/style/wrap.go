package main

import (
	"regexp"
	"strings"
)

// isComment reports whether a line is a comment and nothing else. Directives to
// programs are none.
func isComment(line string) bool {
	text := strings.TrimLeft(line, "\t")
	return strings.HasPrefix(text, "// ") || strings.HasPrefix(text, "//\t") || text == "//"
}

// breakable reports whether a comment is prose that can be broken: not text as it
// is, nor a single word.
func breakable(line string) bool {
	text := strings.TrimLeft(line, "\t")
	return !indented(text) && strings.Contains(strings.TrimPrefix(text, "// "), " ")
}

// item matches the start of a line that does not continue the one before it.
var item = regexp.MustCompile(`^// (?:[-*•] |\d+[.)] |#+ |TODO|BUG|Output:|Deprecated:|\[[^]]+\]: )`)

// wrap breaks the comments of a file that are too wide. A paragraph that is not is
// left as its author broke it.
func wrap(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	var out []string
	for i := 0; i < len(lines); {
		n := paragraph(lines[i:])
		if n == 0 {
			out = append(out, lines[i])
			i++
			continue
		}
		out = append(out, wrapped(lines[i:i+n])...)
		i += n
	}
	return []byte(strings.Join(out, "\n"))
}

// paragraph is how many lines from the first one on are a paragraph of a comment, 0
// for none.
func paragraph(lines []string) int {
	first := strings.TrimLeft(lines[0], "\t")
	tabs := len(lines[0]) - len(first)
	for n, line := range lines {
		text := strings.TrimLeft(line, "\t")
		if !isComment(line) || text == "//" || indented(text) || len(line)-len(text) != tabs || n > 0 && item.MatchString(text) {
			return n
		}
	}
	return len(lines)
}

// wrapped is a paragraph with all of its lines within the width.
func wrapped(lines []string) []string {
	wide := false
	for _, line := range lines {
		wide = wide || width(line) > maxWidth && breakable(line)
	}
	if !wide {
		return lines
	}
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], "\t"))]
	var words []string
	for _, line := range lines {
		words = append(words, strings.Fields(strings.TrimPrefix(strings.TrimLeft(line, "\t"), "//"))...)
	}
	var out []string
	line := indent + "//"
	for _, w := range words {
		if width(line)+1+width(w) > maxWidth && line != indent+"//" {
			out = append(out, line)
			line = indent + "//"
		}
		line += " " + w
	}
	return append(out, line)
}
