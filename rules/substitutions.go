package rules

import (
	"embed"
	"slices"
	"sync"

	"github.com/tg-opt/tg/rewrite/rule"
)

//go:embed substitute/*.rules
var substituteFiles embed.FS

// Substitutions are the shipped rules that pay only sometimes: a search applies
// them where the cost model says so. They are read when first asked for.
var Substitutions = sync.OnceValue(func() []*rule.Rule { return substitutions().Rules() })

var substitutions = sync.OnceValue(func() *rule.Library { return library(substituteFiles, "substitute/*.rules") })

//go:embed saturate/*.rules
var saturateFiles embed.FS

// Saturations are the shipped rules that are of use only where all programs are there at once: a
// search among single ones goes astray with them, and a greedy driver would not end. They are read
// when first asked for.
var Saturations = sync.OnceValue(func() []*rule.Rule { return saturations().Rules() })

var saturations = sync.OnceValue(func() *rule.Library { return library(saturateFiles, "saturate/*.rules") })

// Every lists all rules that come with tg, whoever applies them.
func Every() []*rule.Rule { return slices.Concat(All(), Substitutions(), Saturations()) }

// libraries are those of all rules that come with tg.
var libraries = sync.OnceValue(func() []*rule.Library { return []*rule.Library{Shipped(), substitutions(), saturations()} })

// Epilogue are those of them that take biases and activations into
// contractions.
var Epilogue = sync.OnceValue(func() []*rule.Rule {
	var list []*rule.Rule
	for _, r := range Substitutions() {
		if r.Set == "epilogue" {
			list = append(list, r)
		}
	}
	return list
})
