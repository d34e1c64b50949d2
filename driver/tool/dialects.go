package tool

import (
	"sync"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/dialect/chlo"
	"github.com/tg-opt/tg/dialect/enzyme"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/irdl"
	linalgop "github.com/tg-opt/tg/dialect/linalg"
	mathop "github.com/tg-opt/tg/dialect/math"
	"github.com/tg-opt/tg/dialect/scf"
	"github.com/tg-opt/tg/dialect/sdy"
	"github.com/tg-opt/tg/dialect/shape"
	"github.com/tg-opt/tg/dialect/stablehlo"
	tedialect "github.com/tg-opt/tg/dialect/te"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/dialect/ub"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/passes/differentiate"
	"github.com/tg-opt/tg/passes/dynamism"
	"github.com/tg-opt/tg/passes/fuseelementwise"
	"github.com/tg-opt/tg/passes/fusematmul"
	"github.com/tg-opt/tg/passes/inline"
	"github.com/tg-opt/tg/passes/layout"
	"github.com/tg-opt/tg/passes/liftcf"
	"github.com/tg-opt/tg/passes/optimize"
	"github.com/tg-opt/tg/passes/parameters"
	"github.com/tg-opt/tg/passes/partition"
	"github.com/tg-opt/tg/passes/saturate"
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/passes/substitute"
	tepasses "github.com/tg-opt/tg/passes/te"
	"github.com/tg-opt/tg/pipeline"
)

// Dialects are those that come with tg.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{
		arith.Dialect, builtin.Dialect, cf.Dialect, check.Dialect, chlo.Dialect, enzyme.Dialect, fn.Dialect, irdl.Dialect, linalgop.Dialect, mathop.Dialect, scf.Dialect,
		sdy.Dialect, shape.Dialect, stablehlo.Dialect, tedialect.Dialect, tensorop.Dialect, tg.Dialect, ub.Dialect, utilop.Dialect,
	}
}

// NewRegistry makes a registry with all passes and named pipelines that come with tg.
func NewRegistry() *pipeline.Registry { return registry().Clone() }

// registry is made once: checking a named pipeline costs as much as a small
// program.
var registry = sync.OnceValue(func() *pipeline.Registry {
	reg := pipeline.NewRegistry(
		passes.CSE, passes.Canonicalize, passes.CompositeFixedPoint, passes.ControlFlowSink, passes.DCE, differentiate.Pass, passes.Fold, fuseelementwise.Pass, fusematmul.Pass,
		inline.Pass, layout.Pass, liftcf.Pass, passes.LICM, parameters.Checks, parameters.Lift, parameters.Lower, partition.Pass, partition.StashPass, partition.Report, passes.PrintCost, passes.PrintIR, storage.PrintMemory, passes.PrintOpStats, storage.Rematerialize, passes.RemoveDeadValues, passes.SCCP, storage.ScheduleMemory, passes.SnapshotOpLocations, passes.StableHLOToTG, passes.StripDebugInfo,
		dynamism.CanonicalizeDynamism, dynamism.CheckShapeAssertions, dynamism.RefineArguments, dynamism.RefineShapes,
		storage.AssignBuffers, saturate.Pass, substitute.Pass, passes.SymbolDCE, passes.SymbolPrivatize, passes.TGToStableHLO, passes.TopologicalSort, passes.Unfuse, passes.ViewOpGraph,
		tepasses.CSE,
		tepasses.Expand,
		tepasses.FuseAxes,
		tepasses.Inline,
		tepasses.Normalize,
		tepasses.ToLinalg,
		tepasses.ToTG,
		tepasses.VJP,
	)
	reg.Order = optimize.Storage()
	reg.RegisterPipeline(optimize.Fuse)
	reg.RegisterPipeline(optimize.FuseAgain)
	reg.RegisterPipeline(optimize.Pipeline)
	reg.RegisterPipeline(optimize.Memory)
	return reg
})
