package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// How a fusion becomes a tile program.

// fusionTiles is the tile program of a fusion of static shapes.
type fusionTiles struct {
	program *fusion.Program
	results []*ir.Type // which the types of the op may not tell
}

// prepareFusion makes the tile program of a fusion, so that nobody needs the ops
// in it compiled. That of dynamic shapes is made when they are known, and may
// turn out to be impossible.
func prepareFusion(o *ir.Op) any {
	if !allStatic(o) {
		return nil
	}
	if block := o.RegionAt(0).First(); beginsWithContraction(block) {
		if f, err := newContractionFusion(block, o.OperandTypes()); err == nil {
			return f
		}
	}
	program, results, err := tileProgram(o.RegionAt(0).First(), o.OperandTypes())
	if err != nil {
		return nil
	}
	return &fusionTiles{program, results}
}

// fusionStorage: a tile program writes results of their own, and takes over what
// it reads row by row. What runs op by op hands over what the ops make, and so
// does a program whose results have shapes that the types of the op do not tell.
func fusionStorage(in *ir.Inference) analysis.Storage {
	if slices.ContainsFunc(slices.Concat(in.Operands, in.Results), func(t *ir.Type) bool { return !t.IsStatic() }) {
		return analysis.Storage{Handed: true}
	}
	if block := in.Regions[0].First(); beginsWithContraction(block) {
		if f, err := newContractionFusion(block, in.Operands); err == nil {
			return f.Storage()
		}
	}
	program, results, err := tileProgram(in.Regions[0].First(), in.Operands)
	if err != nil {
		return analysis.Storage{Handed: true}
	}
	return (&fusionTiles{program, results}).Storage()
}

// Storage is the answer of fusionStorage for a program that is there already.
func (f *fusionTiles) Storage() analysis.Storage {
	s := analysis.Storage{Whole: true, Workspace: f.program.Workspace}
	for _, t := range f.program.Takes() {
		s.Takes = append(s.Takes, analysis.Taking{Result: t.Result, Operand: t.Operand})
	}
	return s
}

// TileProgram makes the tile program of a fusion of static shapes. It fails for
// one whose ops must run one by one, and says why.
func TileProgram(o *ir.Op) (*fusion.Program, error) {
	p, _, err := tileProgram(o.RegionAt(0).First(), o.OperandTypes())
	return p, err
}

// tileProgram is TileProgram for the block of a fusion whose operands have the
// given static types. It also returns the types of the results.
func tileProgram(block *ir.Block, operands []*ir.Type) (*fusion.Program, []*ir.Type, error) {
	t := &tileTranslation{graph: &fusion.Graph{}, nodes: map[*ir.Value]int{}, types: map[*ir.Value]*ir.Type{}}
	for i, a := range block.Args() {
		spec, err := interp.SpecOf(operands[i])
		if err != nil {
			return nil, nil, err
		}
		if err := t.add(a, operands[i], fusion.Node{Kind: fusion.Operand, DType: spec.DType, Shape: spec.Shape}); err != nil {
			return nil, nil, err
		}
	}
	for p := block.First(); p != block.Last(); p = p.Next() {
		if err := t.op(p); err != nil {
			return nil, nil, err
		}
	}
	var results []*ir.Type
	for _, v := range block.Last().Operands() {
		t.graph.Results = append(t.graph.Results, t.nodes[v])
		results = append(results, t.types[v])
	}
	program, err := fusion.Compile(t.graph)
	return program, results, err
}

// tileTranslation builds the graph of a tile program.
type tileTranslation struct {
	graph *fusion.Graph
	nodes map[*ir.Value]int
	types map[*ir.Value]*ir.Type // with the extents of this program
}

// add makes a node for v.
func (t *tileTranslation) add(v *ir.Value, typ *ir.Type, n fusion.Node) error {
	if !typ.IsStatic() {
		return fmt.Errorf("the shape of '%s' is not known", typ)
	}
	t.nodes[v], t.types[v] = len(t.graph.Nodes), typ
	t.graph.Nodes = append(t.graph.Nodes, n)
	return nil
}

func (t *tileTranslation) op(o *ir.Op) error {
	if o.NumResults() != 1 {
		return fmt.Errorf("'%s' runs by itself", o.Name())
	}
	typ := o.Result(0).Type()
	if !typ.IsStatic() {
		in := ir.InferenceOf(o)
		for i, v := range o.Operands() {
			in.Operands[i] = t.types[v]
		}
		types, err := in.Types()
		if err != nil {
			return err
		}
		typ = types[0]
	}
	in := make([]*ir.Type, o.NumOperands())
	var args []int
	for i, v := range o.Operands() {
		in[i], args = t.types[v], append(args, t.nodes[v])
	}
	n, err := interp.TileNode(o, in, []*ir.Type{typ})
	if err != nil {
		return err
	}
	n.Args = args
	return t.add(o.Result(0), typ, n)
}

// fusionCost is the work of a fusion that runs tile by tile: what it holds takes
// time for its arithmetic alone. One that does not is what its ops are one by
// one, and a call besides.
func fusionCost(in *ir.Inference) cost.Work {
	if len(in.Regions) == 1 && !in.Regions[0].Empty() && beginsWithContraction(in.Regions[0].First()) {
		if _, err := newContractionFusion(in.Regions[0].First(), in.Operands); err == nil {
			return contractionFusionCost(in)
		}
	}
	if len(in.Regions) == 1 && !in.Regions[0].Empty() && oneByOne(in.Regions[0].First(), in.Operands) != nil {
		return cost.Running(1)
	}
	w := cost.Fusing(in)
	if len(in.Regions) == 1 && !in.Regions[0].Empty() {
		for o := in.Regions[0].First().First(); o != nil; o = o.Next() {
			if o.Is(MatMul) || o.Is(DotGeneral) {
				w.Packed += cost.Bytes(o.Operand(1).Type()) // for the tiles of a batch
			}
		}
	}
	return w
}

// oneByOne tells why a fusion cannot run tile by tile, nil if it can, for all that is known
// before it runs: of dynamic shapes, only what holds for any.
func oneByOne(block *ir.Block, operands []*ir.Type) error {
	static := true
	for _, t := range operands {
		static = static && t.IsStatic()
	}
	if static {
		_, _, err := tileProgram(block, operands)
		return err
	}
	for o := block.First(); o != block.Last(); o = o.Next() {
		if _, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes()); err != nil {
			return err
		}
	}
	return nil
}

func fusionKernel(s *interp.Site) (interp.Step, error) {
	if f, ok := s.Prepared.(*contractionFusion); ok {
		return f.step(s)
	}
	tiles, ok := s.Prepared.(*fusionTiles)
	if !ok {
		operands := make([]*ir.Type, len(s.In))
		for i, spec := range s.In {
			operands[i] = spec.TypeOf(s.Op.Context(), s.Op.Operand(i).Type())
		}
		program, results, err := tileProgram(s.Op.RegionAt(0).First(), operands)
		if err != nil {
			body := s.Bodies[0]
			return interp.Step{Fallback: "runs its ops one by one: " + err.Error(), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
				values, err := body.Run(f, in)
				copy(out, values)
				return err
			}}, nil
		}
		tiles = &fusionTiles{program, results}
	}
	// What is handed out of the fusion may be of a type that says less than that of the op.
	for i, t := range tiles.results {
		if stated := s.Op.Result(i).Type(); !ir.Compatible(t, stated) {
			return interp.Step{}, fmt.Errorf("makes a result #%d of type '%s' at run time, but its type is '%s'", i, t, stated)
		}
	}
	step := tileStep(tiles.program)
	if !s.Storage.Handed {
		return step, nil
	}
	step.Run = func(f *interp.Frame, out, in []*tensor.Tensor) error {
		for i, t := range tiles.results {
			spec, err := interp.SpecOf(t)
			if err != nil {
				return err
			}
			size, err := tensor.ByteSize(spec.DType, spec.Shape)
			if err != nil {
				return err
			}
			if err := f.Reserve(size); err != nil {
				return err
			}
			out[i] = tensor.New(spec.DType, spec.Shape...)
		}
		// The storage of the op, which does not know the shapes, has no workspace.
		size := tiles.program.Workspace(parallel.Workers())
		if err := f.Reserve(size); err != nil {
			return err
		}
		tiles.program.Execute(tensor.Uninitialised(size), out, in)
		return nil
	}
	return step, nil
}
