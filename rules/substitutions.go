package rules

import (
	"embed"
	"sync"

	"github.com/tg-opt/tg/rewrite/rule"
)

//go:embed substitute/*.rules
var substituteFiles embed.FS

// Substitutions are the shipped rules that pay only sometimes: a search applies
// them where the cost model says so. They are read when first asked for.
var Substitutions = sync.OnceValue(func() []*rule.Rule { return parse(substituteFiles, "substitute/*.rules") })

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
