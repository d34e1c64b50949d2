package rule

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Library holds rules that are read when the op they start from is first met:
// a program that has ten kinds of ops pays for the rules of ten. It may be used
// by several goroutines.
type Library struct {
	lookup Lookup
	chunks []*chunk
	byRoot map[*ir.OpDef][]*chunk
	names  map[string]bool

	mu    sync.Mutex
	rules map[*chunk]*Rule
}

// Header is what a library knows of a rule without reading it.
type Header struct{ Name, Set string }

// NewLibrary makes a library without rules.
func NewLibrary(lookup Lookup) *Library {
	return &Library{lookup: lookup, byRoot: map[*ir.OpDef][]*chunk{}, names: map[string]bool{}, rules: map[*chunk]*Rule{}}
}

// Add adds the rules of a file that ships with the program: it panics when there
// is an error in it, as does the use of a rule that has one.
func (l *Library) Add(filename, text string) {
	chunks, errs := cutRules(filename, text)
	if len(errs) > 0 {
		panic(fmt.Sprintf("shipped rule: %v", errs[0]))
	}
	for _, c := range chunks {
		if l.names[c.name] {
			panic(fmt.Sprintf("shipped rule: %s: there is a rule '%s' already", c.pos, c.name))
		}
		l.names[c.name] = true
		l.chunks = append(l.chunks, c)
		var def *ir.OpDef // nil for a class
		if !strings.HasPrefix(c.root, "?") {
			var err error
			if def, err = l.lookup(c.root); err != nil {
				def = l.read(c).Root()
			}
		}
		l.byRoot[def] = append(l.byRoot[def], c)
	}
}

// Has reports whether there is a rule of that name.
func (l *Library) Has(name string) bool { return l.names[name] }

func (l *Library) read(c *chunk) *Rule {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.rules[c]
	if r == nil {
		var errs []*Error
		if r, errs = c.compile(l.lookup); len(errs) > 0 {
			panic(fmt.Sprintf("shipped rule: %v", errs[0])) // a test reads them all
		}
		l.rules[c] = r
	}
	return r
}

// Headers lists the names of all rules, in the order they were added.
func (l *Library) Headers() []Header {
	list := make([]Header, len(l.chunks))
	for i, c := range l.chunks {
		list[i] = Header{c.name, c.set}
	}
	return list
}

// Rules reads all rules, in the order they were added.
func (l *Library) Rules() []*Rule {
	list := make([]*Rule, len(l.chunks))
	for i, c := range l.chunks {
		list[i] = l.read(c)
	}
	return list
}

// Patterns are the rules that start from an op, and that keep asks for, as
// patterns under a mode.
func (l *Library) Patterns(root *ir.OpDef, mode rewrite.FPMode, keep func(Header) bool) []*rewrite.Pattern {
	var list []*rewrite.Pattern
	chunks := l.byRoot[root]
	if inClass(root) {
		chunks = slices.Concat(chunks, l.byRoot[nil])
	}
	for _, c := range chunks {
		if keep(Header{c.name, c.set}) {
			list = append(list, l.read(c).Pattern(mode))
		}
	}
	return list
}
