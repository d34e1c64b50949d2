package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// tail is what happens to the elements of a product, on ranges of them while they are in the cache:
// elementwise ops, whose operands broadcast to it. Each computes the bits that it computes as an op
// of its own.
type tail struct {
	shape    []int
	values   []tailValue // the product, then what each op makes
	ops      []tailOp
	operands []tailOperand
	apart    bool // the product has memory of its own, not that of the result
	scratch  int  // how many values have memory of a worker
	affine   *affineTail
}

// tailValue is a value: of which type, and where its elements are.
type tailValue struct {
	dtype tensor.DType
	place int // inResult, inProduct, or the number of a worker's buffer
}

const (
	inResult  = -1
	inProduct = -2
)

// tailOp is an op on values, or if the number is negative on the operand that it is the complement
// of.
type tailOp struct {
	name   string
	blocks kernel.Blocks
	args   []int
}

// tailOperand is an operand of the op that has the tail, or a constant.
type tailOperand struct {
	index int
	data  *tensor.Tensor
	dtype tensor.DType
	shape []int
	full  bool // it has an element for each of the product
	runs  biasRuns
}

func newTail(product interp.Spec) *tail {
	return &tail{shape: product.Shape, values: []tailValue{{dtype: product.DType, place: inProduct}}}
}

// last is the number of the value that the last op makes.
func (t *tail) last() int { return len(t.values) - 1 }

// operand adds an operand, and returns the number that stands for it in ops.
func (t *tail) operand(index int, shape []int, d tensor.DType) int {
	o := tailOperand{index: index, dtype: d, shape: shape, full: slices.Equal(shape, t.shape)}
	if !o.full {
		o.runs = newBiasRuns(t.shape, shape)
	}
	t.operands = append(t.operands, o)
	return ^(len(t.operands) - 1)
}

// constant adds a constant.
func (t *tail) constant(data *tensor.Tensor) int {
	n := t.operand(-1, data.Shape(), data.DType())
	t.operands[^n].data = data
	return n
}

// add adds an op that makes elements of type d, and returns the number of its value.
func (t *tail) add(name string, blocks kernel.Blocks, d tensor.DType, args ...int) int {
	t.ops = append(t.ops, tailOp{name, blocks, args})
	t.values = append(t.values, tailValue{dtype: d})
	return t.last()
}

func (t *tail) binary(name string, x, y int) error {
	d := t.values[x].dtype
	blocks, err := kernel.BinaryBlocks(name, d)
	if err == nil {
		t.add(name, blocks, d, x, y)
	}
	return err
}

// settle decides where values are, when all ops are known: the last one in the result, and one
// that is read for the last time where the next one may be, so that a list of ops takes no memory.
func (t *tail) settle() {
	product, result := t.values[0].dtype, t.values[t.last()].dtype
	if t.apart = product != result; !t.apart {
		t.values[0].place = inResult
	}
	lastRead := make([]int, len(t.values)) // by which op
	for k, o := range t.ops {
		for _, x := range o.args {
			if x >= 0 {
				lastRead[x] = k
			}
		}
	}
	var free []int
	for k, o := range t.ops {
		to := &t.values[k+1]
		to.place = t.scratch
		for _, x := range o.args {
			if x >= 0 && lastRead[x] == k && t.values[x].dtype.Size() == to.dtype.Size() && t.values[x].place != inProduct {
				to.place = t.values[x].place
			}
		}
		if k+1 == t.last() {
			to.place = inResult
		}
		if to.place == t.scratch {
			if n := len(free); n > 0 {
				to.place, free = free[n-1], free[:n-1]
			} else {
				t.scratch++
			}
		}
		for i, x := range o.args {
			if x >= 0 && lastRead[x] == k && t.values[x].place >= 0 && t.values[x].place != to.place && !slices.Contains(o.args[:i], x) {
				free = append(free, t.values[x].place)
			}
		}
	}
	t.affine = newAffineTail(t)
}

// tailRun is the tail of one run, kept for the next so that a run allocates nothing.
type tailRun struct {
	*tail
	out, product []byte
	bytes        [][]byte   // of each operand
	runs         []biasRuns // how it lies
	copies       [][]byte   // of short operands
	done         func(lo, hi int)
}

var tailRuns = parallel.Spares[tailRun]{New: func() *tailRun {
	r := new(tailRun)
	r.done = r.apply
	return r
}}

// run prepares what is to be done to ranges of elements of the product, which is out unless it has
// memory of its own.
func (t *tail) run(out, product *tensor.Tensor, in []*tensor.Tensor) *tailRun {
	r := tailRuns.Take()
	r.tail, r.out, r.product = t, out.Bytes(), product.Bytes()
	for i := range t.operands {
		o := &t.operands[i]
		data := o.data
		if data == nil {
			data = in[o.index]
		}
		if i == len(r.copies) {
			r.copies = append(r.copies, nil)
		}
		bytes, runs := data.Bytes(), o.runs
		if t.affine == nil && !o.full {
			if n := runs.copies(out.Len()); n > 1 {
				r.copies[i] = r.copies[i][:0]
				for range n {
					r.copies[i] = append(r.copies[i], bytes...)
				}
				bytes = r.copies[i]
				runs.length *= n
			}
		}
		if t.affine != nil && t.affine.minus && i == t.affine.bias {
			r.copies[i] = negated(r.copies[i][:0], bytes)
			bytes = r.copies[i]
		}
		r.bytes, r.runs = append(r.bytes, bytes), append(r.runs, runs)
	}
	return r
}

// release lets go of the result and the operands.
func (r *tailRun) release() {
	clear(r.bytes)
	r.tail, r.out, r.product, r.bytes, r.runs = nil, nil, nil, r.bytes[:0], r.runs[:0]
	tailRuns.Give(r)
}

// tailChunk is how many elements go through all ops at a time: few enough to stay in the
// first-level cache.
const tailChunk = longRun

// tailScratch is what one goroutine needs.
type tailScratch struct {
	values  [][]byte
	repeats [][]byte // of operands of which an element is repeated
	at      []int    // which element that is, or none
	args    [3][]byte
}

var tailScratches parallel.Spares[tailScratch]

// apply does it to elements [lo, hi).
func (r *tailRun) apply(lo, hi int) {
	if r.affine != nil {
		r.affine.apply(r, lo, hi)
		return
	}
	s := tailScratches.Take()
	for len(s.values) < r.scratch {
		s.values = append(s.values, make([]byte, tailChunk*16))
	}
	s.at = s.at[:0]
	for i := range r.operands {
		s.at = append(s.at, -1)
		if i == len(s.repeats) {
			s.repeats = append(s.repeats, make([]byte, tailChunk*16))
		}
	}
	for lo < hi {
		end := min(hi, lo+tailChunk)
		for i := range r.operands {
			if length := r.runs[i].length; !r.operands[i].full && length >= shortRun {
				end = min(end, (lo/length+1)*length)
			}
		}
		for k := range r.ops {
			r.op(s, k, lo, end)
		}
		lo = end
	}
	clear(s.args[:])
	tailScratches.Give(s)
}

// op computes an op on elements [lo, hi).
func (r *tailRun) op(s *tailScratch, k, lo, hi int) {
	o := &r.ops[k]
	args := s.args[:len(o.args)]
	for i, x := range o.args {
		if x >= 0 {
			args[i] = r.value(s, x, lo, hi)
		} else {
			args[i] = r.operandAt(s, ^x, lo, hi)
		}
	}
	out := r.value(s, k+1, lo, hi)
	switch len(args) {
	case 1:
		o.blocks.Unary(out, args[0])
	case 2:
		o.blocks.Binary(out, args[0], args[1])
	default:
		o.blocks.Ternary(out, args[0], args[1], args[2])
	}
}

// value is the memory of a value.
func (r *tailRun) value(s *tailScratch, x, lo, hi int) []byte {
	v := &r.values[x]
	size := v.dtype.Size()
	switch v.place {
	case inResult:
		return r.out[lo*size : hi*size]
	case inProduct:
		return r.product[lo*size : hi*size]
	}
	return s.values[v.place][:(hi-lo)*size]
}

// operandAt are the elements of an operand for elements [lo, hi), which are in one run of it.
func (r *tailRun) operandAt(s *tailScratch, i, lo, hi int) []byte {
	o := &r.operands[i]
	size, data := o.dtype.Size(), r.bytes[i]
	if o.full {
		return data[lo*size : hi*size]
	}
	runs := &r.runs[i]
	if runs.length < shortRun {
		r.assemble(s.repeats[i], i, lo, hi)
		return s.repeats[i][:(hi-lo)*size]
	}
	run := lo / runs.length
	at := runs.at(run)
	if runs.follows {
		at += lo - run*runs.length
		return data[at*size : (at+hi-lo)*size]
	}
	copies := s.repeats[i]
	if s.at[i] != at {
		s.at[i] = at
		kernel.Repeat(copies[:size*min(tailChunk, runs.length)], data[at*size:(at+1)*size])
	}
	return copies[:(hi-lo)*size]
}

// shortRun is how many elements a run has at least that ops go through by itself: shorter ones are
// put together first.
const shortRun = 64

// assemble puts the elements of an operand for elements [lo, hi), from several runs, side by side.
func (r *tailRun) assemble(into []byte, i, lo, hi int) {
	runs, data, size := &r.runs[i], r.bytes[i], r.operands[i].dtype.Size()
	for lo < hi {
		run := lo / runs.length
		n := min(hi, (run+1)*runs.length) - lo
		at := runs.at(run)
		if runs.follows {
			at += lo - run*runs.length
			copy(into[:n*size], data[at*size:])
		} else {
			kernel.Repeat(into[:n*size], data[at*size:(at+1)*size])
		}
		into, lo = into[n*size:], lo+n
	}
}

// affineTail is a tail whose operands belong to the columns of a matrix, but for a residual.
type affineTail struct {
	kernel                             *kernel.Affine
	columns                            int
	bias, scale, gain, shift, residual int  // operands, or -1
	minus                              bool // the bias is subtracted
}

// leastAffine is how many columns are worth going row by row.
const leastAffine = 8

// newAffineTail returns nil for a tail that is something else.
func newAffineTail(t *tail) *affineTail {
	rank := len(t.shape)
	if t.apart || rank == 0 || t.shape[rank-1] < leastAffine || len(t.ops) == 0 {
		return nil
	}
	a := &affineTail{columns: t.shape[rank-1], bias: -1, scale: -1, gain: -1, shift: -1, residual: -1}
	next := 0
	take := func(op string, full bool) int {
		if next == len(t.ops) || t.ops[next].name != op || t.values[next].dtype != tensor.F32 {
			return -1
		}
		o := &t.ops[next]
		at := slices.IndexFunc(o.args, func(x int) bool { return x < 0 })
		if len(o.args) != 2 || at < 0 || o.args[1-at] != next || op == "sub" && at == 0 {
			return -1
		}
		operand := ^o.args[at]
		if is := &t.operands[operand]; is.full != full || !full && !ofColumns(is.shape, a.columns) {
			return -1
		}
		next++
		return operand
	}
	a.bias = take("add", false)
	if a.bias < 0 {
		a.bias = take("sub", false)
		a.minus = a.bias >= 0
	}
	if a.scale = take("mul", false); a.scale >= 0 {
		a.gain = take("mul", false)
	}
	a.shift = take("add", false)
	a.residual = take("add", true)
	form := kernel.AffineForm{Bias: a.bias >= 0, Scale: a.scale >= 0, Gain: a.gain >= 0, Shift: a.shift >= 0, Residual: a.residual >= 0}
	if next < len(t.ops) && (t.ops[next].name == "relu" || t.ops[next].name == "relu6") && t.ops[next].args[0] == next {
		form.Activation = t.ops[next].name
		next++
	}
	if next < len(t.ops) || t.values[0].dtype != tensor.F32 {
		return nil
	}
	a.kernel = kernel.NewAffine(form, a.columns)
	return a
}

// negated appends numbers of f32 with the other sign, to add what would be subtracted.
func negated(to, from []byte) []byte {
	for at := 0; at < len(from); at += 4 {
		to = append(to, from[at], from[at+1], from[at+2], from[at+3]^0x80)
	}
	return to
}

// ofColumns reports whether an operand has an element for each of n columns, for all rows.
func ofColumns(shape []int, n int) bool {
	rank := len(shape)
	return rank > 0 && shape[rank-1] == n && shapes.Product(shape) == n
}

// apply does it to elements [lo, hi): to what there is of rows at the ends, and to whole ones.
func (a *affineTail) apply(r *tailRun, lo, hi int) {
	for lo < hi {
		from, end, rows := lo%a.columns, lo+(hi-lo)/a.columns*a.columns, (hi-lo)/a.columns
		if from > 0 || rows == 0 {
			end, rows = min(hi, lo-from+a.columns), 1
		}
		w := kernel.AffineRows{X: r.out[4*lo : 4*end], Rows: rows, Columns: (end - lo) / rows}
		for _, c := range []struct {
			operand int
			to      *[]byte
		}{{a.bias, &w.Bias}, {a.scale, &w.Scale}, {a.gain, &w.Gain}, {a.shift, &w.Shift}} {
			if c.operand >= 0 {
				*c.to = r.bytes[c.operand][4*from:]
			}
		}
		if a.residual >= 0 {
			w.Residual = r.bytes[a.residual][4*lo : 4*end]
		}
		a.kernel.Run(&w)
		lo = end
	}
}
