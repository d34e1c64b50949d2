package interp

import (
	"errors"
	"fmt"
	"sync"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/ir"
)

// A region of elementwise ops on single elements, or on few of them, need not be
// run op by op: package scalar has a program for it.

// Inline is filled with true by ops that are what their one region computes of the
// operands, so that the ops in it could stand in their place.
var Inline = ir.NewSlot[bool]("inline")

// region is a body as a program.
type region struct {
	program  *scalar.Program
	captures []int // registers of the frame that inputs behind the arguments get
	carries  bool  // Machine.Next makes results the first inputs
	cost     regionCost
	machines parallel.Spares[scalar.Machine]
	lanes    parallel.Spares[scalar.Machine]
}

// regionCost is what running the ops of a region one by one would take, and count.
type regionCost struct {
	work  int      // of all
	block int      // of the block
	ops   []*ir.Op // that are executed
	each  []int    // the work of each of them
	code  []*instr
}

// add counts an op.
func (c *regionCost) add(o *ir.Op, work int) {
	c.ops, c.each = append(c.ops, o), append(c.each, work)
	c.work = addWork(c.work, work)
}

// lanesAtOnce is how many lanes a machine has: few enough for the rows of a region
// to stay in the first-level cache.
const lanesAtOnce = 256

// region is the body as a program. It fails, and says why, for one whose ops must
// be run one by one.
func (b *Body) region() (*region, error) {
	b.compiling.Do(func() { b.compiled, b.stepped = compileRegion(b) })
	return b.compiled, b.stepped
}

// bodyProgram is what a Body knows of itself as a program, and of the loop whose body
// it is. Each is found out when it is first asked for.
type bodyProgram struct {
	compiling sync.Once
	compiled  *region
	stepped   error // why not
	pairing   sync.Once
	loop      *loopProgram
}

func compileRegion(b *Body) (*region, error) {
	w := newRegionWriter()
	if err := w.arguments(b); err != nil {
		return nil, err
	}
	results, err := w.body(b)
	if err != nil {
		return nil, err
	}
	r := &region{cost: w.cost, captures: w.captures, carries: carriesOn(b)}
	if r.carries {
		r.program, err = w.FinishLoop(results, results...)
	} else {
		r.program, err = w.Finish(results...)
	}
	if err != nil {
		return nil, err
	}
	r.machines.New = r.program.NewMachine
	r.lanes.New = func() *scalar.Machine { return r.program.NewLanes(lanesAtOnce) }
	return r, nil
}

// carriesOn reports whether what a body yields has the types of its first arguments.
func carriesOn(b *Body) bool {
	entry := b.blocks[0]
	last := entry.code[len(entry.code)-1]
	if len(last.in) > len(entry.args) {
		return false
	}
	for i, v := range last.op.Operands() {
		spec, err := SpecOf(v.Type())
		if err != nil || spec.DType != entry.types[i].DType || shapes.Product(spec.Shape) != shapes.Product(entry.types[i].Shape) {
			return false
		}
	}
	return true
}

var errBlocks = errors.New("has several blocks")

// regionWriter writes the ops of bodies as steps of a program.
type regionWriter struct {
	*scalar.Builder
	registers map[int]scalar.Register // by register of the frame
	captures  []int
	cost      regionCost
}

func newRegionWriter() *regionWriter {
	return &regionWriter{Builder: scalar.NewBuilder(), registers: map[int]scalar.Register{}}
}

// arguments makes inputs of the arguments of a body.
func (w *regionWriter) arguments(b *Body) error {
	if len(b.blocks) != 1 {
		return errBlocks
	}
	for i, r := range b.blocks[0].args {
		spec := b.blocks[0].types[i]
		if !spec.static() {
			return errors.New("has arguments whose extents only a run knows")
		}
		w.registers[r] = w.Input(spec.DType, shapes.Product(spec.Shape))
	}
	return nil
}

// body writes the ops of a body, whose arguments have registers, and returns what it
// yields. What a run of the ops would take is added to the cost.
func (w *regionWriter) body(b *Body) ([]scalar.Register, error) {
	// What comes from outside is an input, of which there are none once there are ops.
	inside := map[int]bool{}
	for _, in := range b.blocks[0].code {
		for i, r := range in.in {
			if _, known := w.registers[r]; known || inside[r] {
				continue
			}
			spec, err := SpecOf(in.operand(i).Type())
			if err != nil {
				return nil, err
			}
			if !spec.static() {
				return nil, errors.New("uses a value whose extents only a run knows")
			}
			w.registers[r] = w.Input(spec.DType, shapes.Product(spec.Shape))
			w.captures = append(w.captures, r)
		}
		for _, r := range in.out {
			inside[r] = true
		}
	}
	w.cost.block = (1 + len(b.blocks[0].code)) * perInstruction
	w.cost.work = w.cost.block
	w.cost.code = append(w.cost.code, b.blocks[0].code...)
	for _, in := range b.blocks[0].code {
		if in.returns {
			results := make([]scalar.Register, len(in.in))
			for i, r := range in.in {
				results[i] = w.registers[r]
			}
			return results, nil
		}
		if err := w.instr(in); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("yields nothing")
}

func (w *regionWriter) instr(in *instr) error {
	args := make([]scalar.Register, len(in.in))
	for i, r := range in.in {
		args[i] = w.registers[r]
	}
	if in.value != nil {
		r, err := w.Constant(in.value, in.value.Len())
		w.registers[in.out[0]] = r
		return err
	}
	if in.choose != nil || in.resolve != nil {
		return fmt.Errorf("'%s' runs by itself", in.op.Name())
	}
	work := 0
	if in.storage.Views == nil {
		work = in.step.Work
		for _, t := range append(in.op.OperandTypes(), in.op.ResultTypes()...) {
			spec, _ := SpecOf(t)
			work = addWork(work, shapes.Product(spec.Shape))
		}
	}
	w.cost.add(in.op, work)
	results, err := w.op(in.op, args)
	if err != nil {
		return err
	}
	for i, r := range in.out {
		w.registers[r] = results[i]
	}
	return nil
}

// operand is a value that the instruction reads.
func (in *instr) operand(i int) *ir.Value {
	if n := in.op.NumOperands(); i >= n {
		return in.captured[i-n]
	}
	return in.op.Operand(i)
}

// ScalarOp writes o, an op on single elements, as steps of a program. It fails, and says why, for
// one that can only run by itself.
func ScalarOp(b *scalar.Builder, o *ir.Op, args []scalar.Register) ([]scalar.Register, error) {
	w := regionWriter{Builder: b}
	return w.op(o, args)
}

// op writes an op, or those in its region.
func (w *regionWriter) op(o *ir.Op, args []scalar.Register) ([]scalar.Register, error) {
	if inline, _ := Inline.Get(o.Def()); inline {
		return w.inlined(o.RegionAt(0).First(), args)
	}
	if o.NumResults() != 1 {
		return nil, fmt.Errorf("'%s' has %d results", o.Name(), o.NumResults())
	}
	if a := ir.ConstantValue(o.Result(0)); o.Has(ir.ConstantLike) && a != nil {
		t, err := DecodeElements(o.Context(), a)
		if err != nil {
			return nil, err
		}
		r, err := w.Constant(t, t.Len())
		return []scalar.Register{r}, err
	}
	node, err := TileNode(o, o.OperandTypes(), o.ResultTypes())
	if err != nil {
		return nil, err
	}
	count := shapes.Product(node.Shape)
	var r scalar.Register
	switch node.Kind {
	case fusion.Reshape, fusion.Broadcast:
		r, err = w.Spread(args[0], count)
	default:
		r, err = w.Apply(&node, args, count)
	}
	if err != nil {
		return nil, fmt.Errorf("'%s' %w", o.Name(), err)
	}
	return []scalar.Register{r}, nil
}

// inlined writes the ops of a block whose arguments are args, and returns what its
// terminator has.
func (w *regionWriter) inlined(b *ir.Block, args []scalar.Register) ([]scalar.Register, error) {
	values := map[*ir.Value]scalar.Register{}
	for i, a := range b.Args() {
		values[a] = args[i]
	}
	of := func(o *ir.Op) []scalar.Register {
		list := make([]scalar.Register, o.NumOperands())
		for i, v := range o.Operands() {
			list[i] = values[v]
		}
		return list
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		results, err := w.op(o, of(o))
		if err != nil {
			return nil, err
		}
		for i, v := range o.Results() {
			values[v] = results[i]
		}
	}
	return of(b.Last()), nil
}
