package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	maxWidth    = 100 // columns of a line that is a comment, a tab being tabWidth
	tabWidth    = 4
	maxFunction = 80 // lines
	maxFile     = 600
)

// long begins the sentence in the first comment of a file, or in the comment of a
// function, that says why it is as long as it is.
const long = "It is long because "

// terms are words that this project does not use, and the field's terms for what
// they stand for.
var terms = []struct{ word, term string }{
	{"stretch of", "contiguous run"},
}

// checks are what is demanded of a file.
var checks = []func(*file){
	(*file).widths, (*file).lengths, (*file).slots, (*file).sentences, (*file).words,
}

// file is a file that is checked.
type file struct {
	path  string
	lines []string
	set   *token.FileSet
	tree  *ast.File
	found []string
}

// check says what is wrong with a file, a line for each place.
func check(path string, text []byte) ([]string, error) {
	f := &file{path: path, lines: strings.Split(string(text), "\n"), set: token.NewFileSet()}
	var err error
	if f.tree, err = parser.ParseFile(f.set, path, text, parser.ParseComments); err != nil {
		return nil, err
	}
	for _, c := range checks {
		c(f)
	}
	return f.found, nil
}

func (f *file) report(line int, format string, args ...any) {
	f.found = append(f.found, fmt.Sprintf("%s:%d: %s", f.path, line, fmt.Sprintf(format, args...)))
}

func (f *file) line(p token.Pos) int { return f.set.Position(p).Line }

// widths finds comments beyond the width that all have.
func (f *file) widths() {
	for i, line := range f.lines {
		if isComment(line) && width(line) > maxWidth && breakable(line) {
			f.report(i+1, "a comment of %d columns: %d at most (style -w wraps them)", width(line), maxWidth)
		}
	}
}

// width is the columns of a line.
func width(line string) int {
	return utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
}

// lengths finds functions and files that are long, and do not say why.
func (f *file) lengths() {
	if n := len(f.lines) - 1; n > maxFile && !f.saysWhy(f.tree.Comments) {
		f.report(1, "a file of %d lines: split it, or say in its first comment %q", n, long+"...")
	}
	for _, d := range f.tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		n := f.line(fn.End()) - f.line(fn.Pos()) + 1
		if n > maxFunction && !f.saysWhy([]*ast.CommentGroup{fn.Doc}) {
			f.report(f.line(fn.Pos()), "a function of %d lines: split it, or say in its comment %q", n, long+"...")
		}
	}
}

// saysWhy reports whether the first of comments has the sentence.
func (f *file) saysWhy(comments []*ast.CommentGroup) bool {
	return len(comments) > 0 && comments[0] != nil && strings.Contains(strings.ReplaceAll(comments[0].Text(), "\n", " "), long)
}

// slots finds lists of an op's slots with several on one line.
func (f *file) slots() {
	for _, list := range crowded(f.set, f.tree) {
		f.report(f.line(list.Pos()), "several slots on one line: one each (style -w puts them there)")
	}
}

// sentences finds comments of declarations that do not end as sentences do.
func (f *file) sentences() {
	demand := func(doc *ast.CommentGroup) {
		if doc == nil {
			return
		}
		if text := strings.TrimSpace(doc.Text()); text != "" && !strings.ContainsAny(text[len(text)-1:], ".:!?`)]}\"") &&
			!indented(doc.List[len(doc.List)-1].Text) {
			f.report(f.line(doc.End()), "a comment that is no sentence: it ends without a full stop")
		}
	}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			demand(d.Doc)
		case *ast.GenDecl:
			demand(d.Doc)
		}
	}
}

// indented reports whether a line of a comment is text as it is, not prose.
func indented(line string) bool {
	return strings.HasPrefix(line, "//\t") || strings.HasPrefix(line, "//  ")
}

// words finds words for which the field has terms.
func (f *file) words() {
	for _, t := range terms {
		re := regexp.MustCompile(`(?i)\b` + t.word + `\b`)
		for i, line := range f.lines {
			if isComment(line) && re.MatchString(line) {
				f.report(i+1, "%q: the term is %q", t.word, t.term)
			}
		}
	}
}
