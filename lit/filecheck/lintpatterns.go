package filecheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// patternRules are about the text of patterns.
var patternRules = []lintRule{
	{"program-text", Error, "[[ opens a variable block but what follows is text of the program: [[1, 2]], [[clang::x]]", checkProgramText},
	{"regex-escape", Error, `\d, \w, \s, \t and the like, which are plain letters in POSIX regular expressions`, checkRegexEscapes},
	{"shifted-backreference", Error, `\1 in a block when groups before it shift the number`, func(f *lintFile, report reportFunc) {
		checkBackreferences(f, true, report)
	}},
	{"backreference", Warning, `\1 in a block, where a variable would not depend on the number of groups`,
		func(f *lintFile, report reportFunc) { checkBackreferences(f, false, report) }},
	{"dead-caret", Error, "{{^}} after text of the same pattern, where no line starts", checkDeadCarets},
	{"caret-in-same", Warning, "{{^}} at the start of a SAME, where it is the end of the previous match", checkCaretInSame},
	{"greedy-capture", Warning, "a captured .* next to another .* with only a separator between", checkGreedyCaptures},
}

// attributeName matches the names of C and C++ attributes without arguments.
var attributeName = regexp.MustCompile(`^(?:nodiscard|noreturn|maybe_unused|fallthrough|likely|unlikely|deprecated|` +
	`carries_dependency|no_unique_address|reproducible|unsequenced)$`)

// checkProgramText finds [[ that is part of the program's text. Where a name and a colon follow,
// FileCheck takes it for a definition without a word.
func checkProgramText(f *lintFile, report reportFunc) {
	for _, d := range f.checks() {
		for _, p := range d.pieces {
			found := false
			switch p.kind {
			case pieceBroken:
				found = p.at.has("[[")
			case pieceDefine:
				found = p.isNamespace()
			case pieceUse:
				found = attributeName.MatchString(p.name) && !f.isDefined(p.name)
			}
			if !found {
				continue
			}
			text := "'[[' opens a variable block, but this looks like text of the program; write '{{\\[\\[}}'"
			if len(d.pieces) <= 2 && d.pieces[len(d.pieces)-1].kind == p.kind {
				text += ", or '" + d.name.String() + "{LITERAL}:' for the whole line"
			}
			report(p.at.to(2), text, `{{\[\[}}`)
		}
	}
}

// isNamespace reports whether what looks like a definition is a name with a namespace.
func (p *piece) isNamespace() bool { return p.kind == pieceDefine && p.body.has(":") }

// isDefined reports whether any directive or option gives a variable a value.
func (f *lintFile) isDefined(name string) bool {
	for _, d := range f.checks() {
		if slices.ContainsFunc(d.pieces, func(p piece) bool { return p.captures() && p.name == name }) {
			return true
		}
	}
	return slices.ContainsFunc(f.opts.Defines, func(define string) bool {
		defined, _, _ := strings.Cut(define, "=")
		return strings.TrimPrefix(defined, "#") == name
	})
}

// regexes calls visit with the expressions of every directive.
func (f *lintFile) regexes(visit func(d *lintDirective, i int, p *piece)) {
	for _, d := range f.checks() {
		for i := range d.pieces {
			if p := &d.pieces[i]; p.kind == pieceRegex || p.kind == pieceDefine {
				visit(d, i, p)
			}
		}
	}
}

// escapeMeanings are the escapes of Perl's expressions and what to write for them, within brackets
// and outside.
var escapeMeanings = map[byte]struct{ outside, inside string }{
	'd': {"[0-9]", "0-9"},
	'D': {"[^0-9]", ""},
	'w': {"[[:alnum:]_]", "[:alnum:]_"},
	'W': {"[^[:alnum:]_]", ""},
	's': {"[[:space:]]", "[:space:]"},
	'S': {"[^[:space:]]", ""},
	't': {"[[:blank:]]", "[:blank:]"},
	'n': {"$", ""},
	'r': {"", ""},
	'b': {"[[:<:]]", ""},
	'B': {"", ""},
	'h': {"[[:blank:]]", "[:blank:]"},
	'A': {"^", ""},
	'z': {"$", ""},
	'Z': {"$", ""},
	'x': {"", ""},
	'u': {"", ""},
}

func checkRegexEscapes(f *lintFile, report reportFunc) {
	f.regexes(func(_ *lintDirective, _ int, p *piece) {
		regex := p.body.String()
		eachRegexByte(regex, func(i int, inBrackets bool) {
			if regex[i] != '\\' || i+1 == len(regex) {
				return
			}
			letter := regex[i+1]
			meaning, known := escapeMeanings[letter]
			if !known {
				return
			}
			at := p.body.from(i).to(2)
			fix, text := meaning.outside, fmt.Sprintf(`'\%c' is the letter '%c' in a POSIX regular expression`, letter, letter)
			if inBrackets {
				fix, text = meaning.inside, fmt.Sprintf(`'\%c' within brackets is a backslash or the letter '%c'`, letter, letter)
			}
			if fix != "" {
				text += "; write '" + fix + "'"
			}
			report(at, text, fix)
		})
	})
}

// checkBackreferences finds \1 to \9. The number counts all groups of the assembled pattern: those
// of earlier blocks, of variables, and the invisible one around a block if a `|` follows somewhere.
func checkBackreferences(f *lintFile, shifted bool, report reportFunc) {
	f.regexes(func(d *lintDirective, i int, p *piece) {
		groups := 0
		for _, before := range d.pieces[:i] {
			groups += before.groups(d.body)
		}
		if p.kind == pieceDefine || wraps(p, d.body) {
			groups++
		}
		if shifted != (groups > 0) {
			return
		}
		regex := p.body.String()
		eachRegexByte(regex, func(i int, inBrackets bool) {
			if inBrackets || regex[i] != '\\' || i+1 == len(regex) || regex[i+1] < '1' || regex[i+1] > '9' {
				return
			}
			text := fmt.Sprintf(`'\%c' depends on the number of groups before it; capture with [[NAME:...]] and repeat with [[NAME]]`,
				regex[i+1])
			if shifted {
				text = fmt.Sprintf(`'\%c' counts all groups of the line, and %d group%s open%s before those of this block; `+
					`capture with [[NAME:...]] and repeat with [[NAME]]`, regex[i+1], groups, plural(groups, "s", ""), plural(groups, "", "s"))
			}
			report(p.body.from(i).to(2), text, "")
		})
	})
}

func plural(n int, many, one string) string {
	if n == 1 {
		return one
	}
	return many
}

// wraps reports whether FileCheck puts parentheses around a block.
func wraps(p *piece, body fragment) bool {
	rest := fragment{body.src, p.at.start, body.end}
	return p.kind == pieceRegex && rest.contains("|")
}

// groups counts the groups that a piece opens in the assembled expression.
func (p *piece) groups(body fragment) int {
	n := 0
	if p.kind == pieceRegex || p.kind == pieceDefine {
		n = regexGroups(p.body.String())
	}
	if p.captures() || wraps(p, body) {
		n++
	}
	return n
}

func checkDeadCarets(f *lintFile, report reportFunc) {
	f.regexes(func(d *lintDirective, i int, p *piece) {
		if i > 0 && d.pieces[i-1].kind == pieceText && p.kind == pieceRegex && p.body.has("^") && !p.body.contains("|") {
			report(p.at, "'^' after other text can never match: a line does not start here", "")
		}
	})
}

func checkCaretInSame(f *lintFile, report reportFunc) {
	f.regexes(func(d *lintDirective, i int, p *piece) {
		if i == 0 && d.kind == kindSame && p.kind == pieceRegex && p.body.has("^") {
			report(p.at, "'^' in "+d.name.String()+" is the end of the previous match, not the start of a line", "")
		}
	})
}

// separators joins the items of lists.
var separators = regexp.MustCompile(`^[^A-Za-z0-9_"\x{80}-\x{10FFFF}]{1,4}$`)

// checkGreedyCaptures finds `[[A:.*]], [[B:.*]]`: on `1, 2, 3` A is `1, 2`.
func checkGreedyCaptures(f *lintFile, report reportFunc) {
	anything := func(p *piece) bool {
		return (p.kind == pieceRegex || p.kind == pieceDefine) && p.body.len() == 2 && (p.body.has(".*") || p.body.has(".+"))
	}
	f.regexes(func(d *lintDirective, i int, p *piece) {
		if p.kind != pieceDefine || !anything(p) || i+2 >= len(d.pieces) || !anything(&d.pieces[i+2]) {
			return
		}
		between := d.pieces[i+1]
		if between.kind != pieceText || !separators.MatchString(between.at.String()) {
			return
		}
		separator := strings.TrimSpace(between.at.String())
		if separator == "" {
			separator = " "
		}
		class := separator[:1]
		if strings.Contains("]^-\\", class) {
			return
		}
		fix := fmt.Sprintf("[^%s]%s", class, p.body.String()[1:])
		report(p.body, fmt.Sprintf("'%s' takes as much as it can, also '%s'; write '%s'", p.body, separator, fix), fix)
	})
}
