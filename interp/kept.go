package interp

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Operands that are the same in every run may have another form, which is made once and kept with
// the program: those of constants when it is compiled, so that runs share them without a lock, and
// their memory is known before the first; those of arguments (analysis.PrepackAttr) in the first
// run that gets the argument. Those of operands that come from outside of a loop are made anew each
// time it begins, where the plan has a place for them; a run without a plan makes none.

// Form is another form of an operand, which the kernel of the op reads.
type Form struct {
	module *Module
	bytes  int
	form   func(into []byte, operand *tensor.Tensor) *tensor.Tensor
	of     *tensor.Tensor // the form of a constant; nil for an argument
	made   atomic.Pointer[madeForm]
	making sync.Mutex
	// of a loop: the form is made in one round, in the frame, for those after it.
	ofLoop  bool
	operand int
}

// madeForm is the form of the bytes of an argument, which it keeps alive, so that no other array
// is found where they are.
type madeForm struct {
	from []byte
	form *tensor.Tensor
}

// keptOperand is an operand of a site that is the same in every run, or in all rounds of a loop.
type keptOperand struct {
	key      analysis.Form
	constant *tensor.Tensor // the bytes of a constant, as the operand; nil for an argument
	ofLoop   bool           // in all rounds of a loop only
}

// keep finds the operands that may have another form, for which there is room, since they are the
// same in every run or in all rounds of a loop.
func (s *Site) keep(maxBytes int) {
	if s.Storage.Packs == nil || s.keeper == nil {
		return
	}
	s.keepForever(maxBytes)
	for _, f := range analysis.LoopForms(s.Op, s.Storage) {
		if s.kept == nil {
			s.kept = make([]*keptOperand, s.Op.NumOperands())
		}
		if s.kept[f.Operand] == nil {
			s.kept[f.Operand] = &keptOperand{key: f.Form, ofLoop: true}
		}
	}
}

// keepForever finds those that are the same in every run.
func (s *Site) keepForever(maxBytes int) {
	m := s.keeper.module
	forms, kept := analysis.KeptOperands(s.Op)
	constants := make([]*tensor.Tensor, len(kept))
	for i, f := range forms {
		if kept[i] && f.Constant != nil {
			constants[i] = m.bytesAt(f, s.In[i])
			kept[i] = constants[i] != nil
		}
	}
	if !slices.Contains(kept, true) {
		return
	}
	for _, p := range s.Storage.Packs(kept) {
		key := forms[p.Operand]
		key.Layout = p.Layout
		limit := budget{max: maxBytes}
		if m.forms[key] == nil && limit.take(p.Bytes, func() {}) != nil {
			continue
		}
		if s.kept == nil {
			s.kept = make([]*keptOperand, len(kept))
		}
		s.kept[p.Operand] = &keptOperand{key: key, constant: constants[p.Operand]}
	}
}

// bytesAt are the bytes of a constant, as an operand; nil if it is from outside of what is
// compiled.
func (m *Module) bytesAt(f analysis.Form, spec Spec) *tensor.Tensor {
	t := m.constants[f.Constant]
	if t == nil {
		return nil
	}
	operand, err := view(analysis.View{Offset: f.Offset}, spec, t)
	if err != nil {
		return nil
	}
	return operand
}

// Keeps reports whether an operand is the same in every run, or in all rounds of a loop, and there
// is room for another form of it.
func (s *Site) Keeps(i int) bool { return s.kept != nil && s.kept[i] != nil }

// Form is the form of an operand that the site keeps, as form makes it, of so many bytes, in memory
// that is given or, without that, in its own. Sites whose operands are the same, and become the
// same, share it.
func (s *Site) Form(i, bytes int, form func(into []byte, operand *tensor.Tensor) *tensor.Tensor) *Form {
	o, m := s.kept[i], s.keeper.module
	s.keeper.reads(s.Op, i, o.constant != nil)
	if o.ofLoop {
		return &Form{bytes: bytes, form: form, ofLoop: true, operand: i}
	}
	if f := m.forms[o.key]; f != nil {
		return f
	}
	f := &Form{module: m, bytes: bytes, form: form}
	if o.constant != nil {
		f.of = form(nil, o.constant)
		m.packed.Add(int64(bytes))
	}
	if m.forms == nil {
		m.forms = map[analysis.Form]*Form{}
	}
	m.forms[o.key] = f
	return f
}

// Varies reports whether the form may be missing when Of asks for it.
func (k *Form) Varies() bool { return k.of == nil }

// Of is the form of the operand, which is t; nil if the operand is to be read as it is, because it
// is an argument that another function passes, or there is no room.
func (k *Form) Of(f *Frame, t *tensor.Tensor) *tensor.Tensor {
	if k.of != nil {
		return k.of
	}
	if k.ofLoop {
		return f.loopForm(k, t)
	}
	if f.depth > 0 {
		return nil
	}
	if m := k.made.Load(); m != nil && m.is(t) {
		return m.form
	}
	k.making.Lock()
	defer k.making.Unlock()
	m := k.made.Load()
	if m != nil && m.is(t) {
		return m.form
	}
	if f.Reserve(k.bytes) != nil {
		return nil
	}
	if m == nil {
		k.module.packed.Add(int64(k.bytes))
	}
	m = &madeForm{t.Bytes(), k.form(nil, t)}
	k.made.Store(m)
	return m.form
}

// is reports whether the form is that of t.
func (m *madeForm) is(t *tensor.Tensor) bool {
	return unsafe.SliceData(m.from) == unsafe.SliceData(t.Bytes()) && len(m.from) == len(t.Bytes())
}

// loopForm is a form in a frame for the rounds of loops.
type loopForm struct {
	extent
	round int // how often it was asked for since the loop began, up to madeInRound
	form  *tensor.Tensor
}

// madeInRound is when a form is made: not at once, as a loop of one round would gain nothing by it.
const madeInRound = 2

// loopForm is the form of an operand of the running step, or nil if it is to be read as it is.
func (f *Frame) loopForm(k *Form, t *tensor.Tensor) *tensor.Tensor {
	if f.planned == nil {
		return nil
	}
	for _, x := range f.site.forms {
		if x.operand != k.operand {
			continue
		}
		form := &f.planned.forms[x.form]
		if form.size != k.bytes {
			return nil
		}
		if form.round < madeInRound {
			if form.round++; form.round < madeInRound {
				return nil
			}
			form.form = k.form(f.planned.bytes(form.extent), t)
		}
		return form.form
	}
	return nil
}

// packedReads are the operands of an op of which only forms of constants are read, unless a form
// may be missing: then the op reads all operands as they are.
type packedReads struct {
	constants []int
	varies    bool
}

// reads notes that a form of an operand is read.
func (c *compiler) reads(o *ir.Op, i int, constant bool) {
	if c.packed == nil {
		c.packed = map[*ir.Op]*packedReads{}
	}
	r := c.packed[o]
	if r == nil {
		r = &packedReads{}
		c.packed[o] = r
	}
	if constant {
		r.constants = append(r.constants, i)
	} else {
		r.varies = true
	}
}

// dropPlain lets go of the elements of constants of which nothing but forms is read.
func (c *compiler) dropPlain() {
	for _, in := range c.code {
		if in.value == nil || !in.op.Result(0).HasUses() {
			continue
		}
		plain := false
		for u := in.op.Result(0).FirstUse(); u != nil && !plain; u = u.Next() {
			r := c.packed[u.Owner()]
			plain = r == nil || r.varies || !slices.Contains(r.constants, u.Index()) || !readsOnce(u)
		}
		if !plain {
			header := tensor.Unbound(in.value.DType(), in.value.Shape())
			in.value = &header
			delete(c.module.constants, in.op.Attr("value"))
		}
	}
}

// readsOnce reports whether an op has one use for an operand: in the regions of ops that have any,
// an argument stands for it, which may be read as a factor and behind the product.
func readsOnce(u *ir.Use) bool {
	for r := range u.Owner().NumRegions() {
		block := u.Owner().RegionAt(r).First()
		if block == nil || block.NumArgs() != u.Owner().NumOperands() || !block.Arg(u.Index()).HasOneUse() {
			return false
		}
	}
	return true
}
