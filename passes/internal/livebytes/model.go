// Package livebytes says how many bytes are live at each op of a function, whatever
// of its equal ops are merged or apart, and follows what a merge changes.
//
// It counts as package lifetimes does, whose words it uses: points, views, takeovers,
// workspace. Of a function of one block in which no op hands over what regions make, such
// as a loop or a branch, the peak is that of the frame to the byte: see Model.Exact.
// Elsewhere what regions hand over counts twice, and the room that it takes to move values
// to where others are does not count.
package livebytes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
)

// Model is a function as flat lists: by point, by value, by operand. Views belong to
// the value that they are of.
type Model struct {
	// Ops are the ops at each point; one with regions that it runs by itself has a
	// second point, where it ends.
	Ops []*ir.Op

	fn     *ir.Op
	exact  bool
	blocks []block
	kinds  []kind
	extras []extra
	ends   map[int32]int32 // the second points
	calls  []int32

	// By point; the lists of operands and results have one entry more.
	kindOf                    []int32
	blockOf                   []int32
	firstOperand, firstResult []int32
	operands                  []int32 // values

	values []value
	// What is known of pairs of blocks, and how many steps it took.
	reaches map[[2]int32]int32
	walks   int
	numbers map[*ir.Block]int32 // of blocks, if asked for
}

// value is what is known of a value, whatever is merged.
type value struct {
	size  int64 // in bytes, not rounded up
	maker int32 // the point of the op; -1 for an argument
	home  int32 // block
	birth int32
	// last is the last point at which it is live without any use.
	last  int32
	base  int32 // what it is a view of in the end; itself if it is none
	shift bool  // it does not begin where its base does
	own   bool  // the function has to have storage for it
}

// extra is what is needed besides values, from the point of an op to its end.
type extra struct {
	from, to int32
	bytes    int64
}

// none is no point, no value, no block.
const none = -1

// New lists a function with a body. It is nil if the storage of the function cannot
// be planned, as lifetimes.Planner can say why. It numbers the results of ops
// (ir.Value.SetNumber) for Point.
func New(fn *ir.Op) *Model {
	m := &Model{fn: fn, exact: true, ends: map[int32]int32{}, reaches: map[[2]int32]int32{}}
	w := walker{Model: m, known: map[signature]int32{}}
	w.reserve(fn)
	if !w.walk() {
		return nil
	}
	m.firstOperand = append(m.firstOperand, int32(len(m.operands)))
	m.firstResult = append(m.firstResult, int32(len(m.values)))
	m.passArguments()
	return m
}

// Exact reports whether the peak is the one that the frame of the function has.
func (m *Model) Exact() bool { return m.exact }

// Point is the point of an op with results, or -1 if it has none, because it does
// not run by itself.
func (m *Model) Point(o *ir.Op) int32 {
	if n := o.Result(0).Number(); int(n) < len(m.values) {
		if p := m.values[n].maker; p >= 0 && m.Ops[p] == o {
			return p
		}
	}
	return none
}

// AddCalls adds what callees need, which a frame of the function says.
func (m *Model) AddCalls(f *lifetimes.Frame) {
	for _, p := range m.calls {
		if x, ok := f.ExtraOf(m.Ops[p]); ok && x.Callee >= 0 {
			m.extras = append(m.extras, extra{p, p, f.Buffers[x.Callee].Live})
		}
	}
	m.calls = nil
}

// Calls are the calls for which AddCalls is needed.
func (m *Model) Calls() (list []*ir.Op) {
	for _, p := range m.calls {
		list = append(list, m.Ops[p])
	}
	return list
}

func (m *Model) operandsOf(p int32) []int32 {
	return m.operands[m.firstOperand[p]:m.firstOperand[p+1]]
}

// end is the last point of the op at a point.
func (m *Model) end(p int32) int32 {
	if end, two := m.ends[p]; two {
		return end
	}
	return p
}

// kindAt is that of the op at its first point; nil for constants and the ends of
// blocks.
func (m *Model) kindAt(p int32) *kind {
	if k := m.kindOf[p]; k >= 0 {
		return &m.kinds[k]
	}
	return nil
}

// passArguments makes the arguments of blocks live where branches write them.
func (m *Model) passArguments() {
	if len(m.blocks) == 1 {
		return
	}
	for p := range m.Ops {
		for _, s := range m.Ops[p].Successors() {
			b := &m.blocks[s.Number()]
			for n := b.args; n < b.args+int32(s.NumArgs()); n++ {
				v := &m.values[n]
				v.birth, v.last = min(v.birth, int32(p)), max(v.last, int32(p))
			}
		}
	}
}

// walker makes the lists.
type walker struct {
	*Model
	known  map[signature]int32
	recent recent
	in     ir.Inference
	stack  []position
	// failed says that there is something that cannot be planned.
	failed bool
}

// position is where the walk is in a region: in the first of the blocks.
type position struct {
	blocks []*ir.Block
	next   *ir.Op
	block  int32
	// begin is the first point of the op around, and region says which this is.
	begin  int32
	region int
}

// reserve makes room for all that is in a function: lists that grow take several
// times as much.
func (w *walker) reserve(fn *ir.Op) {
	points, operands, values := 0, 0, 0
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		points, operands, values = points+1, operands+o.NumOperands(), values+o.NumResults()
		for _, r := range o.Regions() {
			points++
			for b := r.First(); b != nil; b = b.Next() {
				values += b.NumArgs()
			}
		}
		return ir.Advance
	})
	w.Ops = make([]*ir.Op, 0, points)
	lists := make([]int32, 4*(points+1)+operands)
	for _, list := range []*[]int32{&w.kindOf, &w.blockOf, &w.firstOperand, &w.firstResult} {
		*list, lists = lists[:0:points+1], lists[points+1:]
	}
	w.operands, w.values = lists[:0:operands], make([]value, 0, values)
}

func (w *walker) walk() bool {
	w.enter(none, w.fn, 0)
	for len(w.stack) > 0 && !w.failed {
		at := &w.stack[len(w.stack)-1]
		switch {
		case at.next != nil:
			o := at.next
			at.next = o.Next()
			w.failed = w.failed || !w.op(o, at.block)
		case len(at.blocks) > 1:
			w.blocks[at.block].last = int32(len(w.Ops)) - 1
			at.blocks = at.blocks[1:]
			at.block = w.begin(at.blocks[0], w.blocks[at.block].region)
			at.next = at.blocks[0].First()
		default:
			w.blocks[at.block].last = int32(len(w.Ops)) - 1
			begin, region := at.begin, at.region
			w.stack = w.stack[:len(w.stack)-1]
			if begin >= 0 && !w.enter(begin, w.Ops[begin], region+1) {
				w.finish(begin)
			}
		}
	}
	return !w.failed
}

// enter begins the first region of o from a number on that is not empty, if there is
// one.
func (w *walker) enter(begin int32, o *ir.Op, from int) bool {
	for ; from < o.NumRegions(); from++ {
		r := o.RegionAt(from)
		if r.Empty() {
			continue
		}
		w.exact = w.exact && (begin < 0 || w.kinds[w.kindOf[begin]].perElement) && r.HasOneBlock()
		list := ir.ReversePostorder(r)
		b := w.begin(list[0], &region{op: begin, several: !r.HasOneBlock()})
		w.stack = append(w.stack, position{list, list[0].First(), b, begin, from})
		w.blocks[b].region.place(w.Model, o)
		return true
	}
	return false
}

// begin begins a block. The arguments of the first of a region lie where somebody
// else has put them.
func (w *walker) begin(b *ir.Block, r *region) int32 {
	n, at := int32(len(w.blocks)), int32(len(w.Ops))
	b.SetNumber(uint32(n))
	w.blocks = append(w.blocks, block{block: b, region: r, args: int32(len(w.values)), first: at})
	for i := range b.NumArgs() {
		size, err := analysis.Bytes(b.Arg(i).Type())
		w.failed = w.failed || err != nil
		w.values = append(w.values, value{size: size, maker: none, home: n, birth: at, last: at, base: int32(len(w.values)), own: !b.IsEntry()})
	}
	return n
}

// number is that of a value; none for one that is not of the function.
func (w *walker) number(v *ir.Value) int32 {
	if o := v.Def(); o != nil {
		if n := v.Number(); int(n) < len(w.values) {
			return int32(n)
		}
		return none
	}
	if b := v.Block().Number(); int(b) < len(w.blocks) && w.blocks[b].block == v.Block() {
		return w.blocks[b].args + int32(v.Index())
	}
	return none
}

// op lists an op, and begins its regions if it runs them. It is false if the op
// cannot be planned.
func (w *walker) op(o *ir.Op, b int32) bool {
	p := w.point(o, b)
	if o.Has(ir.ConstantLike) && o.NumResults() == 1 {
		if _, filled := analysis.StorageOf.Get(o.Def()); !filled {
			size, err := analysis.Bytes(o.Result(0).Type())
			w.define(o.Result(0), p, b, size)
			w.values[len(w.values)-1].own = false
			return err == nil
		}
	}
	for i := range o.NumOperands() {
		if n := w.number(o.Operand(i)); n >= 0 {
			w.operands = append(w.operands, n)
		} else {
			return false
		}
	}
	if o.Has(ir.Terminator) {
		return true
	}
	number, ok := w.kind(o)
	if !ok {
		return false
	}
	w.kindOf[p] = number
	k := &w.kinds[number]
	// What the rounds of a loop share of packed operands is not listed.
	w.exact = w.exact && (!k.packs || len(w.stack) == 1)
	if k.whole {
		for _, v := range analysis.Captures(o) {
			n := w.number(v)
			if n < 0 {
				return false
			}
			w.operands = append(w.operands, n)
		}
	}
	for i := range o.NumResults() {
		w.define(o.Result(i), p, b, k.sizes[i])
		if k.views != nil {
			of := w.operands[w.firstOperand[p]+int32(k.views[i].Operand)]
			v := &w.values[len(w.values)-1]
			v.base, v.own = w.values[of].base, false
			v.shift = w.values[of].shift || k.views[i].Offset != 0
		}
	}
	if k.workspace > 0 {
		w.extras = append(w.extras, extra{p, p, k.workspace})
	}
	if k.call {
		w.calls = append(w.calls, p)
	}
	if k.runs {
		w.enter(p, o, 0)
	}
	return true
}

// point is the next point, at which o is.
func (w *walker) point(o *ir.Op, b int32) int32 {
	w.Ops = append(w.Ops, o)
	w.kindOf = append(w.kindOf, none)
	w.blockOf = append(w.blockOf, b)
	w.firstOperand = append(w.firstOperand, int32(len(w.operands)))
	w.firstResult = append(w.firstResult, int32(len(w.values)))
	return int32(len(w.Ops) - 1)
}

func (w *walker) define(v *ir.Value, p, b int32, size int64) {
	n := int32(len(w.values))
	v.SetNumber(uint32(n))
	w.values = append(w.values, value{size: size, maker: p, home: b, birth: p, last: p, base: n, own: true})
}

// finish ends an op with regions: its results and its workspace are needed as long
// as it runs.
func (w *walker) finish(begin int32) {
	o := w.Ops[begin]
	end := w.point(o, w.blockOf[begin])
	w.ends[begin] = end
	for i := range o.NumResults() {
		w.values[w.firstResult[begin]+int32(i)].last = end
	}
	for i := len(w.extras) - 1; i >= 0 && w.extras[i].from >= begin; i-- {
		if w.extras[i].from == begin {
			w.extras[i].to = end
		}
	}
	if w.kinds[w.kindOf[begin]].perElement {
		w.handOver(begin, end)
	}
}

// handOver makes room for the results of a region that runs for each element: twice,
// since one run reads what the one before has made.
func (w *walker) handOver(begin, end int32) {
	for _, r := range w.Ops[begin].Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if t := b.Last(); t != nil && t.Has(ir.Terminator) && len(t.Successors()) == 0 {
				for i := range t.NumOperands() {
					if n := w.number(t.Operand(i)); n >= 0 {
						size := lifetimes.Rounded(w.values[n].size)
						w.extras = append(w.extras, extra{begin, end, 2 * size})
					}
				}
			}
		}
	}
}
