// Package optimize is the pipeline of that name: which passes a program of tg goes through, in
// which order, and why. How names of pipelines and constraints on them work is package pipeline's.
package optimize

import "github.com/tg-opt/tg/pipeline"

// fuse is the second half, behind which what saturates first is judged, and finish its end, for
// what saturates once contractions are merged.
const (
	merge  = "fuse-matmul,substitute,fold,canonicalize,cse,"
	fuse   = merge + "fuse-elementwise"
	finish = "fold,canonicalize,cse,fuse-elementwise"
)

// Fuse is the second half of Pipeline.
var Fuse = pipeline.Alias{
	Name:    "fuse",
	Doc:     "Make ops fewer and larger: merge contractions, substitute, fold and fuse. It is the second half of `optimize`, and what `saturate` is judged by there.",
	Text:    fuse,
	Options: []string{"fp", "machine", "rules", "disable-patterns"},
}

// FuseAgain is what follows where contractions are merged already.
var FuseAgain = pipeline.Alias{
	Name:    "fuse-again",
	Doc:     "Fold what became constant, and fuse. It is what `saturate` is judged by once contractions are merged.",
	Text:    finish,
	Options: []string{"fp", "machine", "rules", "disable-patterns"},
}

// Pipeline is the order in which a program is optimised, with the reasons for
// it. What comes later is found by nobody who came before: whoever adds a pass
// adds what must have happened before it, and what must still happen after.
var Pipeline = pipeline.Alias{
	Name: "optimize",
	On:   "builtin.module",
	Doc: "Optimise a program for execution: convert it from StableHLO, simplify, merge, fold, substitute and fuse. Under the " +
		"default fp=strict the results keep every bit.",
	Text: "stablehlo-to-tg{if-possible},lift-cf-to-tg{if-possible},differentiate,inline{default-pipeline= max-growth=8},symbol-dce,layout,canonicalize,cse,fold,sccp,canonicalize,loop-invariant-code-motion,cse," +
		"saturate{effort=1 fusions=false least-gain=0.25 then=fuse}," + merge + "saturate{effort=1 fusions=false finish least-gain=0.25 then=fuse-again},fuse-elementwise,symbol-dce",
	Options: []string{"fp", "machine", "rules", "disable-patterns", "effort"},
	Order: []pipeline.Order{
		{Pass: "saturate", Place: pipeline.After, Other: "cse", Why: "an e-graph shares what is equal, but each op costs room in it"},
		{Pass: "fuse-matmul", Place: pipeline.After, Other: "saturate", Why: "what is merged greedily cannot be taken apart by cost"},
		{Pass: "saturate", Place: pipeline.NeverAfter, Other: "fuse-elementwise", Why: "no rule sees what is inside of fusions"},
		{Pass: "inline", Place: pipeline.After, Other: "stablehlo-to-tg", Why: "a function is converted once, and not as often as it is called"},
		{Pass: "lift-cf-to-tg", Place: pipeline.Before, Other: "differentiate", Why: "choices and loops have derivatives, branches between blocks do not"},
		{Pass: "lift-cf-to-tg", Place: pipeline.Before, Other: "inline", Why: "a function of one block can be inlined into any region"},
		{Pass: "lift-cf-to-tg", Place: pipeline.Before, Other: "loop-invariant-code-motion", Why: "only a loop that is an op has an outside"},
		{Pass: "differentiate", Place: pipeline.After, Other: "stablehlo-to-tg", Why: "ops of tg have derivatives"},
		{Pass: "differentiate", Place: pipeline.Before, Other: "inline", Why: "a derivative is made once for each function, and not as often as that is called"},
		{Pass: "differentiate", Place: pipeline.Before, Other: "canonicalize", Why: "a rule such as max(x, 0) => relu changes the gradient at a kink, and without tg.stop there would be one"},
		{Pass: "canonicalize", Place: pipeline.After, Other: "stablehlo-to-tg", Why: "rules and patterns are about tg"},
		{Pass: "canonicalize", Place: pipeline.After, Other: "inline", Why: "the body of a function meets what its caller knows of the arguments"},
		{Pass: "layout", Place: pipeline.After, Other: "inline", Why: "arguments and results of functions keep their order of dimensions"},
		{Pass: "layout", Place: pipeline.Before, Other: "canonicalize", Why: "a convolution that a rule has made a product of reshaped images has one order of dimensions"},
		{Pass: "layout", Place: pipeline.Before, Other: "fold", Why: "what it rearranges of weights is constant"},
		{Pass: "layout", Place: pipeline.NeverAfter, Other: "fuse-elementwise", Why: "what is inside of fusions keeps its order of dimensions"},
		{Pass: "symbol-dce", Place: pipeline.After, Other: "inline", Why: "functions that were inlined everywhere need no work"},
		{Pass: "cse", Place: pipeline.After, Other: "canonicalize", Why: "ops that do the same are equal only in canonical form"},
		{Pass: "fold", Place: pipeline.After, Other: "canonicalize", Why: "what a rule removes need not be computed"},
		{Pass: "fold", Place: pipeline.After, Other: "cse", Why: "what is computed twice needs to be folded once"},
		{Pass: "sccp", Place: pipeline.After, Other: "fold", Why: "branches are known when their conditions are"},
		{Pass: "sccp", Place: pipeline.Before, Other: "canonicalize", Why: "the branches that are not taken have to go"},
		{Pass: "loop-invariant-code-motion", Place: pipeline.After, Other: "canonicalize", Why: "arguments of a loop that never change become values from outside, whose users may leave it"},
		{Pass: "substitute", Place: pipeline.After, Other: "cse", Why: "a subgraph is priced by its ops: those that are computed elsewhere, too, must be shared before"},
		{Pass: "substitute", Place: pipeline.After, Other: "fuse-matmul", Why: "a rule that changes one contraction of several that share an operand keeps it from being merged with the others"},
		{Pass: "substitute", Place: pipeline.Before, Other: "fold", Why: "the weights that its rules join or scale are constants to be computed"},
		{Pass: "fuse-matmul", Place: pipeline.After, Other: "cse", Why: "contractions are siblings if they share an operand, which equal values do only once they are one"},
		{Pass: "fuse-matmul", Place: pipeline.After, Other: "fold", Why: "weights are concatenated for nothing only if they are constants"},
		{Pass: "fuse-matmul", Place: pipeline.After, Other: "loop-invariant-code-motion", Why: "a contraction that need not be in a loop finds its siblings outside"},
		{Pass: "fuse-matmul", Place: pipeline.Before, Other: "fold", Why: "the weights that it concatenates are constants to be computed"},
		{Pass: "fuse-matmul", Place: pipeline.Before, Other: "canonicalize", Why: "slices of the results cancel with the reshapes and slices after them"},
		{Pass: "fuse-elementwise", Place: pipeline.After, Other: "fuse-matmul", Why: "a bias or an activation belongs to the contraction, which has its result in the cache"},
		{Pass: "fuse-elementwise", Place: pipeline.After, Other: "fold", Why: "a constant is no reason for a fusion"},
		{Pass: "canonicalize", Place: pipeline.NeverAfter, Other: "fuse-elementwise", Why: "rules that see one half of a pattern inside of a fusion find nothing"},
		{Pass: "fuse-matmul", Place: pipeline.NeverAfter, Other: "fuse-elementwise", Why: "the transposes and biases that contractions absorb would be inside of fusions"},
		{Pass: "fold", Place: pipeline.NeverAfter, Other: "fuse-elementwise", Why: "what is constant inside of a fusion would stay"},
	},
}
