// Package rules holds the rewrite rules that ship with tg, one per line in
// files of related identities.
package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

//go:embed *.rules
var files embed.FS

// Lookup finds the op a rule speaks of by its mnemonic in the tg dialect.
func Lookup(mnemonic string) *ir.OpDef {
	for _, o := range tg.Dialect.Ops() {
		if o.Mnemonic() == mnemonic {
			return o
		}
	}
	return nil
}

// All are the shipped rules, in the order of the files' names and of the lines.
// They are read when first asked for.
var All = sync.OnceValue(func() []*rewrite.Rule {
	var all []*rewrite.Rule
	names, err := fs.Glob(files, "*.rules")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded
		}
		list, err := rewrite.ParseRules("rules/"+name, string(text), Lookup)
		if err != nil {
			panic(fmt.Sprintf("shipped rule: %v", err)) // a test reads them all
		}
		all = append(all, list...)
	}
	return all
})
