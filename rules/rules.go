// Package rules holds the rewrite rules that ship with tg, one per line in
// files of related identities.
package rules

import (
	"embed"
	"io/fs"
	"strings"
	"sync"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

//go:embed *.rules
var files embed.FS

// Lookup finds the ops of the tg dialect by their mnemonics.
var Lookup = rule.LookupIn(tg.Dialect, func(string) *ir.Dialect { return nil })

// Shipped are the rules that canonicalize applies, in the order of the files'
// names and of the lines.
var Shipped = sync.OnceValue(func() *rule.Library { return library(files, "*.rules") })

// All are the rules that canonicalize applies, all of them read.
func All() []*rule.Rule { return Shipped().Rules() }

// library is that of the embedded files which a pattern names.
func library(from embed.FS, pattern string) *rule.Library {
	l := rule.NewLibrary(Lookup)
	names, err := fs.Glob(from, pattern)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		text, err := from.ReadFile(name)
		if err != nil {
			panic(err) // embedded
		}
		l.Add("rules/"+name, string(text))
	}
	return l
}

// Text is the text of the shipped file in which a rule stands, by the file's
// name in the rule's position; "" if there is none of that name.
func Text(name string) string {
	for _, from := range []embed.FS{files, substituteFiles, saturateFiles} {
		if text, err := from.ReadFile(strings.TrimPrefix(name, "rules/")); err == nil {
			return string(text)
		}
	}
	return ""
}
