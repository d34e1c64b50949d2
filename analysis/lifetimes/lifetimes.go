// Package lifetimes says from when to when the values of a function need
// storage, which of them share it, and where it is in the frame of the function.
//
// Time is counted in points: the ops of a function in the order of the text, those in regions
// included, blocks in reverse postorder; an op with regions has a point at its beginning and one at
// its end. What is used in a region that may run again lives until that region has ended. In a
// region of several blocks a buffer is needed from the first to the last point, in the order of the
// text, at which what lies in it may be needed (M. Poletto, V. Sarkar, "Linear Scan Register
// Allocation", 1999); which values share one is decided by where exactly each is live.
package lifetimes

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// Class is what a buffer is for.
type Class uint8

// The classes of buffers. Those of arguments and constants are not in the frame.
const (
	Intermediate Class = iota
	Result             // what the function returns
	State              // of a loop
	Workspace          // what an op needs besides
	Packed             // the other form of an operand, for all rounds of a loop
	Callee             // the frame of a function that is called
	Argument
	Constant
	numClasses
)

var classNames = [numClasses]string{"intermediate", "result", "state", "workspace", "packed", "callee", "argument", "constant"}

func (c Class) String() string { return classNames[c] }

// Alignment is that of buffers, in bytes: tensor.Alignment.
const Alignment = 64

// Buffer is a piece of storage.
type Buffer struct {
	Class Class
	// Result is the number of the result for class Result.
	Result int32
	// Lower and Upper are the first and the last point at which it is needed.
	Lower, Upper int32
	// Value is the first value that lies in it; nil for workspace and frames.
	Value *ir.Value
	// Op makes the value, or needs the buffer.
	Op *ir.Op
	// Size is in bytes, not rounded up.
	Size int64
	// Live is how many of the bytes of a callee's frame are live at once at most;
	// of other buffers all are.
	Live int64
}

// Place is where a value lies.
type Place struct {
	// Buffer is a number in Frame.Buffers, or Borrowed.
	Buffer int32
	// Offset is in bytes, within the buffer.
	Offset int64
}

// Borrowed is the buffer of values that lie where somebody else has put them:
// arguments, constants, arguments of regions, and views of these.
const Borrowed = -1

// Frame is what one activation of a function needs.
type Frame struct {
	Func *ir.Op
	// Workers is how many workers the frame is for.
	Workers int
	Buffers []Buffer
	// Offsets are those of Buffers in the arena; -1 for results of the function,
	// which are where the caller wants them, and for buffers without bytes.
	Offsets []int64
	// Arena is the bytes that the frame takes, frames of callees included.
	Arena int64
	// Results is the bytes of what the function returns that is not borrowed.
	Results int64
	// Peak is the most bytes that are live at once, results included, and Point
	// where that is first.
	Peak  int64
	Point int32
	// Ops are the ops at each point.
	Ops []*ir.Op

	inside  int64 // the peak without results
	numbers ir.Numbers[ir.Value]
	places  []int32         // the buffers of the values by number
	within  map[int32]int64 // the offsets of the values that are not at the beginning of their buffers
	extras  map[*ir.Op]Extra
	// collected are the results of loops, by the values that lie in them where a round has its
	// place, by number.
	collected map[int32]int32
	callees   map[*ir.Op]*Frame
}

// Extra is what an op needs besides its results: numbers of buffers, -1 for none.
type Extra struct {
	// Workspace is what its storage slot asks for, and Stage what it takes to hand
	// over values of which some lie where others are to go.
	Workspace, Stage int32
	// Callee is the frame of what it calls.
	Callee int32
	// Handover, of the end of a region that runs for each element, holds its results
	// twice: those of one run are read by the next.
	Handover []int32
	// Forms are the operands that are packed once for all rounds of a loop.
	Forms []OperandForm
}

// OperandForm is the buffer of the packed form of an operand. Ops that read equal forms share it.
type OperandForm struct {
	analysis.LoopForm
	Buffer int32
}

// Collector is the result of a loop in which v lies, where the round that runs has its
// place: Place is where v is in the first round. It is nil for a value that has one place.
func (f *Frame) Collector(v *ir.Value) *ir.Value {
	if len(f.collected) == 0 {
		return nil
	}
	if n, ok := f.numbers.Of(v); ok {
		if to, collected := f.collected[n]; collected {
			return f.numbers.At(to)
		}
	}
	return nil
}

// Place is where v lies.
func (f *Frame) Place(v *ir.Value) Place {
	n, ok := f.numbers.Of(v)
	if !ok {
		return Place{Buffer: Borrowed}
	}
	return Place{f.places[n], f.within[n]}
}

// ExtraOf is what o needs besides its results; ok is false if that is nothing.
func (f *Frame) ExtraOf(o *ir.Op) (x Extra, ok bool) {
	x, ok = f.extras[o]
	return x, ok
}

// Callee is the frame of the function that o calls, or nil.
func (f *Frame) Callee(o *ir.Op) *Frame { return f.callees[o] }

// Total is the bytes that a run takes: the arena, and the results beside it.
func (f *Frame) Total() int64 { return f.Arena + f.Results }

// Options say what frames are for.
type Options struct {
	// Workers is how many there are; 0 means 1.
	Workers int
	// Place chooses offsets; nil means best fit.
	Place func(*Frame, []memory.Buffer) ([]int64, error)
	// Text says that functions which have a plan in the text, for as many workers,
	// are placed as it says. One that does not fit is an *ir.Diag.
	Text bool
	// Bare says that operands have no packed forms for the rounds of a loop, which saves memory.
	Bare bool
	// Within is what may be looked at; nil for everything. Calls of functions outside
	// of it need as much as the text says.
	Within *ir.Op
}

// Unplanned is the error of a function whose storage cannot be planned, and says
// why at the op where that is.
type Unplanned struct {
	Op  *ir.Op
	Why string
}

func (e *Unplanned) Error() string { return e.Why }

// Diag is the error with its position.
func (e *Unplanned) Diag() error {
	return ir.Errorf(e.Op.Loc(), "'%s' op %s", e.Op.Name(), e.Why)
}

// Planner makes the frames of the functions of a module. It is not safe for
// concurrent use.
type Planner struct {
	options Options
	calls   *analysis.Calls
	frames  map[*ir.Op]*Frame
	open    map[*ir.Op]bool
}

// NewPlanner makes a planner.
func NewPlanner(o Options) *Planner {
	o.Workers = max(o.Workers, 1)
	return &Planner{options: o, calls: analysis.NewCalls(), frames: map[*ir.Op]*Frame{}, open: map[*ir.Op]bool{}}
}

// Frame is the frame of a function with a body, or an *Unplanned.
func (p *Planner) Frame(fn *ir.Op) (*Frame, error) {
	if f := p.frames[fn]; f != nil {
		return f, nil
	}
	if len(p.open) >= maxCalls {
		return nil, &Unplanned{fn, fmt.Sprintf("is called more than %d levels deep", maxCalls)}
	}
	p.open[fn] = true
	defer delete(p.open, fn)
	b := &builder{planner: p, regions: map[*ir.Region]*blocks{}, forms: map[loopForm]int32{}, carriers: map[int32]int32{}, bound: map[int32]int32{}, frame: &Frame{
		Func: fn, Workers: p.options.Workers, within: map[int32]int64{}, collected: map[int32]int32{}, extras: map[*ir.Op]Extra{}, callees: map[*ir.Op]*Frame{},
	}}
	if err := b.build(); err != nil {
		return nil, err
	}
	if err := p.place(b.frame); err != nil {
		return nil, err
	}
	p.frames[fn] = b.frame
	return b.frame, nil
}

// maxCalls bounds the recursion over calls.
const maxCalls = 10_000

// place gives the buffers of a frame their offsets.
func (p *Planner) place(f *Frame) error {
	if p.options.Text && TextWorkers(f.Func) == f.Workers {
		return f.read()
	}
	list, numbers := f.Arenas()
	f.Offsets = make([]int64, len(f.Buffers))
	for i := range f.Offsets {
		f.Offsets[i] = -1
	}
	var offsets []int64
	if p.options.Place != nil {
		var err error
		if offsets, err = p.options.Place(f, list); err != nil {
			return err
		}
	} else {
		plan, err := memory.Assign(list, memory.AssignOptions{})
		if err != nil {
			return &Unplanned{f.Func, fmt.Sprintf("needs more storage than can be numbered: %s", err)}
		}
		offsets = plan.Offsets
	}
	for i, n := range numbers {
		f.Offsets[n] = offsets[i]
		f.Arena = max(f.Arena, offsets[i]+list[i].Size)
	}
	return nil
}

// Arenas are the buffers that lie in the arena, with their numbers.
func (f *Frame) Arenas() (list []memory.Buffer, numbers []int32) {
	count := 0
	for i := range f.Buffers {
		if f.placed(int32(i)) {
			count++
		}
	}
	list, numbers = make([]memory.Buffer, 0, count), make([]int32, 0, count)
	for i := range f.Buffers {
		b := &f.Buffers[i]
		if !f.placed(int32(i)) {
			continue
		}
		list = append(list, memory.Buffer{Lower: int64(b.Lower), Upper: int64(b.Upper) + 1, Size: Rounded(b.Size), Alignment: Alignment, Hint: -1})
		numbers = append(numbers, int32(i))
	}
	return list, numbers
}

// Rounded is a size rounded up to Alignment.
func Rounded(size int64) int64 { return (size + Alignment - 1) &^ (Alignment - 1) }

// Live is the bytes that are live at each point.
func (f *Frame) Live() []int64 {
	live := make([]int64, len(f.Ops))
	f.live(live, func(Class) bool { return true })
	return live
}

// live counts the live bytes of some classes at each point.
func (f *Frame) live(live []int64, counts func(Class) bool) {
	clear(live)
	for i := range f.Buffers {
		b := &f.Buffers[i]
		if !counts(b.Class) {
			continue
		}
		live[b.Lower] += Rounded(b.Live)
		if next := int(b.Upper) + 1; next < len(live) {
			live[next] -= Rounded(b.Live)
		}
	}
	for p := 1; p < len(live); p++ {
		live[p] += live[p-1]
	}
}

// LiveAt are the buffers that are live at a point, the largest first.
func (f *Frame) LiveAt(point int32) []*Buffer {
	var list []*Buffer
	for i := range f.Buffers {
		if b := &f.Buffers[i]; b.Lower <= point && point <= b.Upper && b.Size > 0 {
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b *Buffer) int { return cmp.Compare(b.Live, a.Live) })
	return list
}

// String says what the buffer is, for messages.
func (b *Buffer) String() string {
	switch {
	case b.Class == Workspace:
		return fmt.Sprintf("%s of workspace of '%s'", units.Bytes(b.Live), b.Op.Name())
	case b.Class == Packed:
		return fmt.Sprintf("%s of an operand of '%s' in packed form", units.Bytes(b.Live), b.Op.Name())
	case b.Class == Callee:
		return fmt.Sprintf("%s of what '%s' calls", units.Bytes(b.Live), b.Op.Name())
	case b.Value.Def() == nil:
		return fmt.Sprintf("%s of a block argument of type '%s'", units.Bytes(b.Live), b.Value.Type())
	}
	return fmt.Sprintf("%s of the result of '%s' of type '%s'", units.Bytes(b.Live), b.Op.Name(), b.Value.Type())
}

// Inside is the most bytes that each op of a block needs at once besides what is
// defined in the block: workspace, frames of callees, and what lives in regions.
func (f *Frame) Inside(b *ir.Block) map[*ir.Op]int64 {
	owner := make([]*ir.Op, len(f.Ops)) // the op of the block at or around each point
	around := map[*ir.Region]*ir.Op{}
	for p, o := range f.Ops {
		top := o
		if o.Block() != b {
			top = around[o.Region()]
		}
		owner[p] = top
		for _, r := range o.Regions() {
			around[r] = top
		}
	}
	changes := map[*ir.Op][]change{}
	for i := range f.Buffers {
		x := &f.Buffers[i]
		o := owner[x.Lower]
		if o == nil || owner[x.Upper] != o || x.Size == 0 || x.Value != nil && (x.Value.Def() == o || x.Class == Result) {
			continue
		}
		size := Rounded(x.Size)
		changes[o] = append(changes[o], change{x.Lower, size}, change{x.Upper + 1, -size})
	}
	inside := make(map[*ir.Op]int64, len(changes))
	for o, list := range changes {
		slices.SortFunc(list, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
		var live, most int64
		for _, c := range list {
			live += c.by
			most = max(most, live)
		}
		inside[o] = most
	}
	return inside
}

// change is how many bytes more are live from a point on.
type change struct {
	at int32
	by int64
}

// ArenaLive is the most bytes of the arena that are in use at once: no arena is
// smaller.
func (f *Frame) ArenaLive() int64 {
	var most int64
	live := make([]int64, len(f.Ops)+1)
	list, _ := f.Arenas()
	for i := range list {
		live[list[i].Lower] += list[i].Size
		live[list[i].Upper] -= list[i].Size
	}
	var sum int64
	for _, change := range live {
		sum += change
		most = max(most, sum)
	}
	return most
}
