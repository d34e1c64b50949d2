package optimize

import "github.com/tg-opt/tg/pipeline"

// changers are passes that change ops. Those in merging also merge, or take into
// fusions, what is computed twice.
var (
	merging  = []string{"canonicalize", "cse", "fuse-elementwise", "fuse-matmul"}
	changers = append([]string{
		"control-flow-sink", "dce", "fold", "inline", "loop-invariant-code-motion", "rematerialize", "remove-dead-values", "sccp",
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
