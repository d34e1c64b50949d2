package saturate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/internal/wholefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// script writes a function again and again, as one piece of it changes.
type script struct {
	saturater *saturater
	piece     *piece
	module    *ir.Op
	values    map[*ir.Value]*ir.Value // of the program as those of the copy
	fixed     []*ir.Op                // ops of the piece that stay, in the copy
	uses      [][]([]*ir.Use)         // of what they use, by op and place
	outputs   [][]*ir.Use             // of the outputs of the piece, in the copy
	block     *ir.Block               // of the piece, in the copy
	next      *ir.Op                  // behind the piece, nil at the end of a block
	made      []*ir.Op                // in the copy, for the piece
	build     *ir.Builder

	out  strings.Builder
	last string // what was written last
	took int    // steps that were written
}

// newScript copies the function that a piece is in, without some ops that are not used yet, and
// writes it.
func newScript(s *saturater, p *piece, fresh []*ir.Op) *script {
	x := &script{saturater: s, piece: p, values: map[*ir.Value]*ir.Value{}, build: ir.NewBuilder(s.run.Ctx)}
	fn := p.block.Parent()
	for !isFunction(fn) && fn != s.run.Op && fn.Parent() != nil {
		fn = fn.Parent()
	}
	copies := x.copyFunction(fn)
	for _, o := range slices.Backward(fresh) {
		copies[o].Erase()
	}
	x.block = copies[p.ops[0]].Block()
	for _, o := range p.origins {
		c := copies[o]
		x.fixed = append(x.fixed, c)
		var places [][]*ir.Use
		for _, v := range usedBy(o) {
			places = append(places, usesIn(c, x.value(v)))
		}
		x.uses = append(x.uses, places)
	}
	for _, v := range p.outputs {
		var uses []*ir.Use
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if o := u.Owner(); !p.holds(o) && copies[o] != nil {
				uses = append(uses, copies[o].OperandUse(u.Index()))
			}
		}
		x.outputs = append(x.outputs, uses)
	}
	for _, o := range p.ops {
		if !p.stays(o) {
			x.made = append(x.made, copies[o])
		}
	}
	last := copies[p.ops[len(p.ops)-1]]
	x.next = last.Next()
	if x.next == nil && p.stays(p.ops[len(p.ops)-1]) {
		x.next = last
	}
	x.write("piece " + pieceNumber + ": as it was")
	return x
}

// copyFunction puts a copy of a function into a module of its own, with what it refers to. It
// returns the copies of its ops.
func (x *script) copyFunction(fn *ir.Op) map[*ir.Op]*ir.Op {
	region := &ir.Region{}
	body := &ir.Block{}
	region.Append(body)
	x.build.AtEnd(nil)
	if fn.Is(x.saturater.run.Ctx.OpName("builtin.module").Def) {
		x.module = x.build.Clone(fn, x.values)
		return pairs(fn, x.module)
	}
	x.module = must(x.build.Create(&ir.OpState{Name: x.build.Ctx.OpName("builtin.module"), Results: []*ir.Type{}, Regions: []*ir.Region{region}, Loc: fn.Loc()}))
	x.build.AtEnd(body)
	copied := x.build.Clone(fn, x.values)
	known := map[string]bool{ir.SymbolName(fn): true}
	for list := []*ir.Op{fn}; len(list) > 0; list = list[1:] {
		for _, name := range symbolsOf(list[0]) {
			if known[name] {
				continue
			}
			known[name] = true
			if o := x.symbol(fn, name); o != nil {
				list = append(list, o)
			}
		}
	}
	return pairs(fn, copied)
}

// symbol copies a symbol that a function refers to: whole, if the pass runs on what holds both,
// else as a declaration, since somebody else may be changing it.
func (x *script) symbol(fn *ir.Op, name string) *ir.Op {
	from := fn
	if fn.Parent() == nil { // it is a copy
		from = x.saturater.run.Op
	}
	o := ir.LookupSymbol(from, x.build.Ctx.Symbol(name))
	if o == nil {
		return nil
	}
	if !isFunction(o) || x.saturater.run.Op.IsAncestorOf(o) && x.saturater.run.Op != fn {
		x.build.Clone(o, map[*ir.Value]*ir.Value{})
		return o
	}
	c := must(x.build.Create(&ir.OpState{Name: o.OpName(), Results: []*ir.Type{}, Regions: []*ir.Region{{}}, Props: o.Props(), Attrs: o.Attrs().Entries(), Loc: o.Loc()}))
	c.SetAttr("sym_visibility", x.build.Ctx.StringAttr("private"))
	return nil
}

// symbolsOf are the symbols that an op and those in it refer to, in their order.
func symbolsOf(root *ir.Op) (names []string) {
	visit := func(a *ir.Attr) { names = append(names, a.Text()) }
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		ir.WalkSymbolRefs(o.Props(), visit)
		ir.WalkSymbolRefs(o.Attrs(), visit)
		return ir.Advance
	})
	return names
}

// pairs are the ops of a copy by those that they are copies of.
func pairs(o, copied *ir.Op) map[*ir.Op]*ir.Op {
	var list []*ir.Op
	ir.Walk(copied, func(o *ir.Op) ir.WalkAction {
		list = append(list, o)
		return ir.Advance
	})
	m := make(map[*ir.Op]*ir.Op, len(list))
	ir.Walk(o, func(o *ir.Op) ir.WalkAction {
		m[o] = list[len(m)]
		return ir.Advance
	})
	return m
}

// usesIn are the uses of v by o and the ops in it.
func usesIn(o *ir.Op, v *ir.Value) (uses []*ir.Use) {
	ir.Walk(o, func(q *ir.Op) ir.WalkAction {
		for i := range q.NumOperands() {
			if q.Operand(i) == v {
				uses = append(uses, q.OperandUse(i))
			}
		}
		return ir.Advance
	})
	return uses
}

// value is a value of the program in the copy.
func (x *script) value(v *ir.Value) *ir.Value {
	if w := x.values[v]; w != nil {
		return w
	}
	return v
}

// show makes the piece what terms of its roots say, and writes the function if that changed it.
func (x *script) show(roots []*term, comment string) {
	e := &emitter{script: x, values: map[uint32]*ir.Value{}, ops: map[uint32]*ir.Op{}}
	if n := len(x.fixed); n > 0 {
		chain := make([]*term, n)
		t := roots[0]
		for i := range n {
			chain[n-1-i] = t
			if i < n-1 {
				t = t.kids[len(t.kids)-1]
			}
		}
		for i, t := range chain {
			x.build.Before(x.fixed[i])
			if x.fixed[i] == x.next { // what other blocks use comes before the end
				e.outputs(roots[1:])
			}
			for k, uses := range x.uses[i] {
				v := e.value(t.kids[k])
				for _, u := range uses {
					u.Set(v)
				}
			}
			e.ops[t.shape] = x.fixed[i]
		}
		roots = roots[1:]
	}
	if x.next != nil {
		x.build.Before(x.next)
	} else {
		x.build.AtEnd(x.block)
	}
	e.outputs(roots)
	for _, o := range slices.Backward(x.made) {
		o.Erase()
	}
	x.made = e.made
	x.write(comment)
}

// write writes the function, if it is not as before.
func (x *script) write(comment string) {
	text, err := x.text()
	if err != nil {
		text = "// " + strings.ReplaceAll(err.Error(), "\n", " ") + "\n"
	}
	if text == x.last {
		return
	}
	if x.last != "" {
		x.took++
		comment = fmt.Sprintf("step %d: %s", x.took, comment)
	}
	if x.last != "" {
		x.out.WriteString("// -----\n")
	}
	x.last = text
	fmt.Fprintf(&x.out, "// %s\n%s", comment, text)
}

func (x *script) text() (string, error) {
	var b bytes.Buffer
	err := printer.Print(&b, x.module, printer.Options{})
	return b.String(), err
}

// emitter makes the ops of terms.
type emitter struct {
	*script
	values map[uint32]*ir.Value // by shape
	ops    map[uint32]*ir.Op    // with several results, or none
	made   []*ir.Op
}

// outputs makes what is used outside of the piece.
func (e *emitter) outputs(roots []*term) {
	for i, uses := range e.script.outputs {
		v := e.value(roots[i])
		for _, u := range uses {
			u.Set(v)
		}
	}
}

// value is the value of a term, whose ops are made if they are not there.
func (e *emitter) value(t *term) *ir.Value {
	stack := []*term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if e.values[t.shape] != nil || e.ops[t.shape] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, k := range slices.Backward(t.kids) {
			if e.values[k.shape] == nil && e.ops[k.shape] == nil {
				stack = append(stack, k)
				ready = false
			}
		}
		if ready {
			e.make(t)
			stack = stack[:len(stack)-1]
		}
	}
	return e.values[t.shape]
}

// make makes a term whose children are there.
func (e *emitter) make(t *term) {
	x := &e.piece.space.nodes[t.node]
	if v := e.piece.inputs[t.node]; v != nil {
		e.values[t.shape] = e.script.value(v)
		return
	}
	if x.name == nil {
		e.values[t.shape] = e.ops[t.kids[0].shape].Result(int(x.result))
		return
	}
	args := make([]*ir.Value, len(t.kids))
	for i, k := range t.kids {
		args[i] = e.values[k.shape]
	}
	var o *ir.Op
	switch {
	case x.own == 0:
		o = must(e.build.Create(&ir.OpState{Name: x.name, Operands: args, Results: slices.Clone(x.types.Results()), Props: x.props, Attrs: x.attrs.Entries(), Loc: x.loc}))
	case x.op.Is(tg.Fusion) && x.origin == x.op && !e.saturater.opt.Fusions:
		v, ops := unfuse(e.build, x.op, args)
		e.values[t.shape], e.made = v, append(e.made, ops...)
		return
	default:
		values := map[*ir.Value]*ir.Value{}
		for i, v := range usedBy(e.piece.originOf(t.node)) {
			values[v] = args[i]
		}
		o = e.build.Clone(e.piece.originOf(t.node), values)
	}
	e.made = append(e.made, o)
	if o.NumResults() == 1 {
		e.values[t.shape] = o.Result(0)
	} else {
		e.ops[t.shape] = o
	}
}

// unfuse makes the ops that a fusion holds, and returns its result and them.
func unfuse(b *ir.Builder, fusion *ir.Op, args []*ir.Value) (result *ir.Value, ops []*ir.Op) {
	body := fusion.RegionAt(0).First()
	values := map[*ir.Value]*ir.Value{}
	for i, v := range body.Args() {
		values[v] = args[i]
	}
	for o := body.First(); o != body.Last(); o = o.Next() {
		ops = append(ops, b.Clone(o, values))
	}
	return values[body.Last().Operand(0)], ops
}

// chapter is what a file says about a piece.
type chapter struct {
	file   string
	line   int
	col    int
	number int // as the pieces of a run came
	book   int // in which file
	text   string
}

// book is a file to which all runs of a pass write. They may do that at the same time, and it is
// written whole after each.
type book struct {
	mu       sync.Mutex
	chapters []chapter
}

// The files of a run.
const (
	proofBook = iota
	beforeBook
	graphBook
	afterBook
	numBooks
)

// add adds what a run has to say, and writes the file. Between chapters there is a line.
func (b *book) add(name string, list []chapter, between, nothing string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.chapters = append(b.chapters, list...)
	slices.SortStableFunc(b.chapters, func(x, y chapter) int {
		return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.line, y.line), cmp.Compare(x.col, y.col), cmp.Compare(x.number, y.number))
	})
	var texts []string
	for i, c := range b.chapters {
		texts = append(texts, strings.ReplaceAll(c.text, pieceNumber, fmt.Sprint(i+1)))
	}
	if texts == nil {
		texts = []string{nothing}
	}
	return wholefile.Write(name, []byte(strings.Join(texts, between)))
}

// publish writes what the options ask for.
func (s *saturater) publish() error {
	var of [numBooks][]chapter
	for _, c := range s.chapters {
		of[c.book] = append(of[c.book], c)
	}
	var list []error
	if name := s.opt.Explain; name != "" {
		list = append(list, s.opt.books[proofBook].add(name, of[proofBook], "// -----\n", "// nothing was changed\nmodule {\n}\n"))
	}
	if name := s.opt.Dot; name != "" {
		for i, part := range []string{"before", "graph", "after"} {
			list = append(list, s.opt.books[beforeBook+i].add(name+"."+part+".dot", of[beforeBook+i], "", "digraph G {\n}\n"))
		}
		if s.opt.Around != "" && !s.drawn {
			s.run.Warn(s.run.Op.Loc(), "saturate: no op that was looked at is called '%s' or on such a line", s.opt.Around)
		}
	}
	return errors.Join(list...)
}

// pieceNumber stands for the number of a piece until all are there.
const pieceNumber = "\x00"

// note keeps what was written about a piece.
func (s *saturater) note(p *piece, book int, text string) {
	at, _ := s.run.Ctx.FilePosition(p.ops[0].Loc())
	list := &s.chapters
	if s.opt.judge != nil {
		list = &s.waiting
	}
	*list = append(*list, chapter{at.File, at.Line, at.Col, len(*list), book, text})
}

// opText is the op of a node for a comment.
func (s *space) opText(n egraph.ID) string {
	if x := &s.nodes[n]; x.name == nil {
		if x.value != nil {
			return "what comes in"
		}
		return s.nodes[s.graph.Term(n)[0]].name.Name
	}
	return s.nodes[n].name.Name
}
