package pipeline

// Optimize is the order in which a program is optimised, with the reasons for
// it. What comes later is found by nobody who came before: whoever adds a pass
// adds what must have happened before it, and what must still happen after.
var Optimize = Alias{
	Name: "optimize",
	On:   "builtin.module",
	Doc: "Optimise a program for execution: convert it from StableHLO, simplify, merge, fold, substitute and fuse. Under the " +
		"default fp=strict the results keep every bit.",
	Text: "stablehlo-to-tg{if-possible},inline{default-pipeline= max-growth=8},symbol-dce,canonicalize,cse,fold,sccp,canonicalize,loop-invariant-code-motion,cse," +
		"fuse-matmul,substitute,fold,canonicalize,cse,fuse-elementwise,symbol-dce",
	Options: []string{"fp", "machine", "rules", "disable-patterns"},
	Order: []Order{
		{"inline", After, "stablehlo-to-tg", "a function is converted once, and not as often as it is called"},
		{"canonicalize", After, "stablehlo-to-tg", "rules and patterns are about tg"},
		{"canonicalize", After, "inline", "the body of a function meets what its caller knows of the arguments"},
		{"symbol-dce", After, "inline", "functions that were inlined everywhere need no work"},
		{"cse", After, "canonicalize", "ops that do the same are equal only in canonical form"},
		{"fold", After, "canonicalize", "what a rule removes need not be computed"},
		{"fold", After, "cse", "what is computed twice needs to be folded once"},
		{"sccp", After, "fold", "branches are known when their conditions are"},
		{"sccp", Before, "canonicalize", "the branches that are not taken have to go"},
		{"loop-invariant-code-motion", After, "canonicalize", "arguments of a loop that never change become values from outside, whose users may leave it"},
		{"substitute", After, "cse", "a subgraph is priced by its ops: those that are computed elsewhere, too, must be shared before"},
		{"substitute", After, "fuse-matmul", "a rule that changes one contraction of several that share an operand keeps it from being merged with the others"},
		{"substitute", Before, "fold", "the weights that its rules join or scale are constants to be computed"},
		{"fuse-matmul", After, "cse", "contractions are siblings if they share an operand, which equal values do only once they are one"},
		{"fuse-matmul", After, "fold", "weights are concatenated for nothing only if they are constants"},
		{"fuse-matmul", After, "loop-invariant-code-motion", "a contraction that need not be in a loop finds its siblings outside"},
		{"fuse-matmul", Before, "fold", "the weights that it concatenates are constants to be computed"},
		{"fuse-matmul", Before, "canonicalize", "slices of the results cancel with the reshapes and slices after them"},
		{"fuse-elementwise", After, "fuse-matmul", "a bias or an activation belongs to the contraction, which has its result in the cache"},
		{"fuse-elementwise", After, "fold", "a constant is no reason for a fusion"},
		{"canonicalize", NeverAfter, "fuse-elementwise", "rules that see one half of a pattern inside of a fusion find nothing"},
		{"fuse-matmul", NeverAfter, "fuse-elementwise", "the transposes and biases that contractions absorb would be inside of fusions"},
		{"fold", NeverAfter, "fuse-elementwise", "what is constant inside of a fusion would stay"},
	},
}
