package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/pipeline"
)

// leftOut are passes that are not about what a program computes, print
// something, or need more than a program.
var leftOut = []string{
	"composite-fixed-point-pass", "print-cost", "print-ir", "print-op-stats", "snapshot-op-locations", "stablehlo-to-tg", "strip-debuginfo", "symbol-privatize", "view-op-graph",
}

// optimisations are the passes of random pipelines.
var optimisations = passesToTry(driver.NewRegistry())

func passesToTry(reg *pipeline.Registry) []*pipeline.Pass {
	return slices.DeleteFunc(slices.Clone(reg.Passes()), func(p *pipeline.Pass) bool { return slices.Contains(leftOut, p.Name) })
}

// randomPipeline is a few passes with options of their own. fp is what options
// of that name get; other options vary if their values are known.
func randomPipeline(seed uint64, fp string) string {
	rng := rand.New(rand.NewPCG(seed, 0x70617373))
	var list []string
	if rng.IntN(3) == 0 { // where most of what is done is done
		list = append(list, "canonicalize{fp="+fp+"}")
	}
	for range 1 + rng.IntN(5) {
		if aliases := driver.NewRegistry().Pipelines(); len(aliases) > 0 && rng.IntN(8) == 0 {
			list = append(list, aliases[rng.IntN(len(aliases))].Name)
			continue
		}
		p := optimisations[rng.IntN(len(optimisations))]
		text := p.Name
		if o := randomOptions(rng, p, fp); o != "" {
			text += "{" + o + "}"
		}
		if p.On != "" && p.On != "builtin.module" {
			text = p.On + "(" + text + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ",")
}

func randomOptions(rng *rand.Rand, p *pipeline.Pass, fp string) string {
	var list []string
	for _, o := range p.OptionList() {
		switch {
		case o.Name == "fp":
			list = append(list, "fp="+fp)
		case rng.IntN(3) > 0:
		case o.Name == "test-convergence": // makes it an error not to converge
		case o.OneOf != nil:
			list = append(list, o.Name+"="+o.OneOf[rng.IntN(len(o.OneOf))])
		case o.Kind == "bool":
			list = append(list, fmt.Sprintf("%s=%v", o.Name, rng.IntN(2) == 0))
		case o.Kind == "int" && o.Name == "max-iterations":
			list = append(list, fmt.Sprintf("%s=%d", o.Name, 1+rng.IntN(3)))
		}
	}
	return strings.Join(list, " ")
}
