package random

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/pipeline"
)

// leftOut are passes that are not about what a program computes, print
// something, or need more than a program; after assign-buffers there is no other, and
// after tg-to-stablehlo only the way back, which TestThereAndBack takes. What te-to-linalg writes
// runs elsewhere.
var leftOut = []string{
	"assign-buffers", "check-shape-assertions", "checks-to-results", "composite-fixed-point-pass", "differentiate", "lift-parameters", "lower-parameters", "partition", "print-cost", "print-ir", "print-memory", "print-op-stats", "refine-arguments", "snapshot-op-locations", "stablehlo-to-tg", "stash", "stash-report", "strip-debuginfo", "symbol-privatize", "te-to-linalg", "te-vjp", "tg-to-stablehlo", "view-op-graph",
}

// optimisations are the passes of random pipelines, and aliases the pipelines
// that have names and do not end with a plan.
var (
	optimisations = passesToTry(driver.NewRegistry())
	aliases       = slices.DeleteFunc(driver.NewRegistry().Pipelines(), func(a *pipeline.Alias) bool { return strings.Contains(a.Text, "assign-buffers") })
)

func passesToTry(reg *pipeline.Registry) []*pipeline.Pass {
	return slices.DeleteFunc(slices.Clone(reg.Passes()), func(p *pipeline.Pass) bool { return slices.Contains(leftOut, p.Name) })
}

// onModules are passes that look at how functions go together. All others are
// sometimes run on one function each, several at a time.
var onModules = []string{"inline", "symbol-dce", "refine-shapes", "remove-dead-values", "rematerialize", "schedule-memory"}

// values are what options are given whose values do not follow from their kind,
// by pass and option: bounds at which hardly anything is done, or all.
var values = map[string][]string{
	"canonicalize max-iterations":   {"1", "2", "3", "-1"},
	"canonicalize max-num-rewrites": {"0", "1", "5", "-1"},
	"canonicalize rules":            {"testdata/greedy.rules"},
	"canonicalize rule-sets":        {"arithmetic", "{arithmetic,movement}"},
	"canonicalize disable-patterns": {"add-self", "{add-self,mul-ones,sub-neg}"},
	"canonicalize enable-patterns":  {"{neg-not,add-self,sub-neg}"},
	"cse budget":                    {"64", "1KiB", "1MiB", "0.8x", "min"},
	"cse max-recompute":             {"0", "0.01", "1", "100"},
	"fold max-bytes":                {"0", "1", "64", "1000000"},
	"fold max-growth":               {"0", "1", "32", "1000000"},
	"fold max-steps":                {"0", "1", "20"},
	"fold time-budget":              {"0", "1e-9", "1e-6", "100"},
	"fuse-elementwise machine":      {"cpu", "gpu"},
	"fuse-elementwise max-ops":      {"0", "1", "2", "3", "1000"},
	"layout machine":                {"cpu", "gpu"},
	"layout max-ops":                {"0", "3", "1000"},
	"fuse-matmul machine":           {"cpu", "gpu"},
	"fuse-matmul forms":             {"siblings", "{siblings,batches}", "{chains,sums}", "{transposes,epilogues}", "attention"},
	"inline max-iterations":         {"0", "1", "2"},
	"inline inlining-threshold":     {"0", "50", "1000"},
	"inline max-ops":                {"0", "10", "100000"},
	"inline max-growth":             {"0", "1", "100"},
	"inline default-pipeline":       {"cse", "{canonicalize,cse}"},
	"rematerialize machine":         {"cpu", "gpu"},
	"rematerialize budget":          {"min", "100x"},
	"rematerialize moves":           {"0", "100"},
	"rematerialize seed":            {"0", "7"},
	"rematerialize workers":         {"1", "3"},
	"rematerialize keep":            {"x", "{x,y}"},
	"rematerialize never":           {"tg.add", "{tg.add,tg.exp}"},
	"rematerialize only":            {"tg.mul", "{tg.add,tg.exp}"},
	"saturate effort":               {"0", "2", "3"},
	"saturate iterations":           {"0", "1", "3"},
	"saturate least-gain":           {"0", "0.25", "50"},
	"saturate machine":              {"cpu", "gpu"},
	"saturate nodes":                {"0", "1", "60", "1000"},
	"saturate rules":                {"testdata/search.rules", "{testdata/search.rules,testdata/greedy.rules}"},
	"saturate sets":                 {"arithmetic", "{arithmetic,movement}"},
	"saturate then":                 {"fuse", "{canonicalize,cse}"},
	"saturate work":                 {"0", "1", "1000"},
	"schedule-memory moves":         {"0", "1000"},
	"schedule-memory seed":          {"0", "7"},
	"schedule-memory workers":       {"1", "3"},
	"substitute machine":            {"cpu", "gpu"},
	"substitute rules":              {"testdata/search.rules", "{testdata/search.rules,testdata/greedy.rules}"},
	"substitute rounds":             {"0", "1", "10"},
	"substitute lookahead":          {"0", "1", "10"},
	"te-cse min-saving":             {"0", "2", "100"},
	"substitute tolerance":          {"0", "1", "1.01", "100"},
	"substitute window":             {"0", "1", "2", "40"},
	"substitute max-candidates":     {"0", "1", "2", "300"},
	"substitute random":             {"0", "1", "30 seed=7", "1000", "20000 seed=1"},
	"substitute time-budget":        {"0", "1e-6", "100"},
	"te-inline max-ops":             {"0", "1", "3", "1000"},
	"te-inline max-reads":           {"0", "1", "2", "1000"},
	"tg-to-te ops":                  {"tg.add", "{tg.reduce,tg.mul,tg.matmul}"},
	"te-to-tg max-constant":         {"0", "10", "4096"},
}

// without are options that random pipelines do not have, and why.
var without = map[string]string{
	"saturate precision":            "changes what is computed",
	"saturate explain":              "writes a file; TestProofsKeepEveryBit has it",
	"saturate dot":                  "writes files",
	"saturate around":               "is about these files",
	"canonicalize test-convergence": "makes it an error not to converge",
	"inline op-pipelines":           "names functions",
	"substitute seed":               "goes with random, which has it",
	"tg-to-te func":                 "names a function",
	"rematerialize time":            "depends on the machine",
}

// instead has, by pass and option, the options of the pass that do not go with it.
var instead = map[string][]string{"substitute random": {"lookahead", "max-candidates", "tolerance"}}

// Every option of the passes is tried, and none that is not there.
func TestEveryOptionIsTried(t *testing.T) {
	there := map[string]bool{}
	for _, p := range optimisations {
		for _, o := range p.OptionList() {
			name := p.Name + " " + o.Name
			there[name] = true
			known := o.Name == "fp" || o.OneOf != nil && o.Kind != "list" || o.Kind == "bool"
			if _, out := without[name]; !known && !out && values[name] == nil {
				t.Errorf("random pipelines do not know what to give the option %s: add some of what it may be to values, in this file, or it to without, and why", name)
			}
		}
	}
	for name := range values {
		if !there[name] {
			t.Errorf("there is no option %s", name)
		}
	}
}

// randomPass is one pass with options of its own.
func randomPass(seed uint64, fp string) string {
	rng := rand.New(rand.NewPCG(seed, 0x70617374))
	return withOptions(rng, optimisations[rng.IntN(len(optimisations))], fp)
}

// randomPipeline is a few passes with options of their own. fp is what options
// of that name get.
func randomPipeline(seed uint64, fp string) string {
	rng := rand.New(rand.NewPCG(seed, 0x70617373))
	var list []string
	if rng.IntN(3) == 0 { // where most of what is done is done
		list = append(list, "canonicalize{fp="+fp+"}")
	}
	for range 1 + rng.IntN(5) {
		if len(aliases) > 0 && rng.IntN(8) == 0 {
			list = append(list, aliases[rng.IntN(len(aliases))].Name+"{fp="+fp+"}")
			continue
		}
		p := optimisations[rng.IntN(len(optimisations))]
		list = append(list, withOptions(rng, p, fp))
		if p.Name == "fuse-elementwise" && rng.IntN(3) == 0 {
			list = append(list, "unfuse", "canonicalize{fp="+fp+"}")
		}
	}
	return strings.Join(list, ",")
}

func withOptions(rng *rand.Rand, p *pipeline.Pass, fp string) string {
	text := p.Name
	if o := randomOptions(rng, p, fp); o != "" {
		text += "{" + o + "}"
	}
	if !slices.Contains(onModules, p.Name) && rng.IntN(3) == 0 {
		text = "func.func(" + text + ")"
	}
	return text
}

func randomOptions(rng *rand.Rand, p *pipeline.Pass, fp string) string {
	var list []string
	left := map[string]bool{} // do not go with one of the list
	for _, o := range p.OptionList() {
		name := p.Name + " " + o.Name
		switch {
		case o.Name == "fp":
			list = append(list, "fp="+fp)
		case without[name] != "" || rng.IntN(3) > 0:
		case values[name] != nil:
			list = append(list, o.Name+"="+values[name][rng.IntN(len(values[name]))])
			for _, other := range instead[name] {
				left[other] = true
			}
		case o.OneOf != nil:
			list = append(list, o.Name+"="+o.OneOf[rng.IntN(len(o.OneOf))])
		case o.Kind == "bool":
			list = append(list, fmt.Sprintf("%s=%v", o.Name, rng.IntN(2) == 0))
		}
	}
	return strings.Join(slices.DeleteFunc(list, func(text string) bool {
		name, _, _ := strings.Cut(text, "=")
		return left[name]
	}), " ")
}
