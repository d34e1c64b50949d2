package optimize

import "github.com/tg-opt/tg/pipeline"

// changers are passes that change ops. Those in merging also merge, or take into
// fusions, what is computed twice.
var (
	merging  = []string{"canonicalize", "cse", "fuse-elementwise", "fuse-matmul"}
	changers = append([]string{
		"checks-to-results", "control-flow-sink", "dce", "differentiate", "fold", "inline", "layout", "lift-cf-to-tg", "lift-parameters", "loop-invariant-code-motion", "lower-parameters", "rematerialize", "remove-dead-values", "sccp",
		"schedule-memory", "stablehlo-to-tg", "substitute", "symbol-dce", "topological-sort", "unfuse",
	}, merging...)
)

// Storage is what pipelines keep that run passes about memory, whichever else they
// run: these come last.
func Storage() (list []pipeline.Order) {
	for _, name := range merging {
		list = append(list, pipeline.Order{Pass: name, Place: pipeline.NeverAfter, Other: "rematerialize", Why: "it merges what was computed twice on purpose"})
	}
	for _, name := range changers {
		list = append(list, pipeline.Order{Pass: name, Place: pipeline.NeverAfter, Other: "assign-buffers", Why: "the plan is for these ops"})
	}
	return list
}

// Memory is the pipeline that comes after Pipeline where memory matters.
var Memory = pipeline.Alias{
	Name: "optimize-memory",
	On:   "builtin.module",
	Doc: "Make functions need less memory, and write the plan of it into the program: reorder, compute values again as far as 'budget' " +
		"asks for, reorder what that left, and place all in one arena. Without 'budget' nothing is computed twice.",
	Text:    "schedule-memory,rematerialize{budget=1x},schedule-memory,assign-buffers",
	Options: []string{"budget", "capacity", "keep", "machine", "moves", "only", "order", "seed", "time", "workers"},
	Order: []pipeline.Order{
		{Pass: "rematerialize", Place: pipeline.After, Other: "schedule-memory", Why: "a new order costs no time, and a part of the peak is one of the least peak without a copy"},
		{Pass: "rematerialize", Place: pipeline.Before, Other: "schedule-memory", Why: "copies leave ops that may move to where less is live"},
		{Pass: "rematerialize", Place: pipeline.Before, Other: "assign-buffers", Why: "the plan is for these ops"},
	},
}
