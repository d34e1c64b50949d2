package lifetimes

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// again is what to do with a plan that is no good.
const again = "remove '" + ArenaAttr + "' from the function and run `assign-buffers` again"

// reader takes the offsets of a frame from the text.
type reader struct {
	*Frame
	from []*ir.Value // the value by which a buffer got its offset
	err  error
}

// read takes the offsets from the text, and checks them.
func (f *Frame) read() error {
	r := &reader{Frame: f, from: make([]*ir.Value, len(f.Buffers))}
	f.Offsets = make([]int64, len(f.Buffers))
	for i := range f.Offsets {
		f.Offsets[i] = -1
	}
	f.each(func(o *ir.Op) {
		if r.err == nil {
			r.op(o)
		}
	})
	if r.err == nil {
		r.bounds()
	}
	if r.err == nil {
		r.overlaps()
	}
	return r.err
}

// stale is the error of an op whose attributes are not for it.
func (r *reader) stale(o *ir.Op, format string, args ...any) {
	if r.err == nil {
		r.err = o.NamedErrorf("%s: the plan of function @%s is stale; %s", fmt.Sprintf(format, args...), ir.SymbolName(r.Func), again)
	}
}

// list is the attribute of that name, nil where it is missing.
func (r *reader) list(o *ir.Op, name string) []int64 {
	a := o.Attrs().Get(name)
	if a == nil {
		return nil
	}
	if !isI64Array(a) {
		r.stale(o, "attribute '%s' is %s", name, a)
		return nil
	}
	return a.Ints()
}

func (r *reader) op(o *ir.Op) {
	r.values(o, ArgumentsAttr, r.arguments(o), "argument")
	if o == r.Func {
		return
	}
	r.values(o, OffsetsAttr, o.Results(), "result")
	r.extras(o)
}

// values reads the offsets of results or arguments.
func (r *reader) values(o *ir.Op, name string, values []*ir.Value, what string) {
	list := r.list(o, name)
	if list != nil && len(list) != len(values) {
		r.stale(o, "attribute '%s' has %d offsets for %d %ss", name, len(list), len(values), what)
		return
	}
	for i, v := range values {
		place, in := r.Place(v), r.inArena(v)
		switch {
		case list == nil && in:
			r.stale(o, "has no attribute '%s', and its %s #%d needs an offset", name, what, i)
		case list == nil:
		case !in && list[i] != -1:
			r.stale(o, "%s #%d does not lie in the arena, so its offset must be -1, but is %d", what, i, list[i])
		case in && list[i] < place.Offset:
			r.stale(o, "%s #%d needs an offset of %d at least, but has %d", what, i, place.Offset, list[i])
		case in:
			r.set(o, v, place.Buffer, list[i]-place.Offset)
		}
		if r.err != nil {
			return
		}
	}
}

// set gives a buffer its offset, which all values in it must agree about.
func (r *reader) set(o *ir.Op, v *ir.Value, n int32, offset int64) {
	if r.from[n] == nil {
		r.from[n], r.Offsets[n] = v, offset
		return
	}
	if r.Offsets[n] == offset {
		return
	}
	d := o.NamedErrorf("%s lies in the storage of %s and must be at %d, but is at %d; %s", describe(v), describe(r.from[n]),
		r.Offsets[n]+r.Place(v).Offset, offset+r.Place(v).Offset, again)
	r.err = note(d, r.from[n])
}

// describe says which value v is.
func describe(v *ir.Value) string {
	if v.Def() == nil {
		return fmt.Sprintf("block argument #%d of type '%s'", v.Index(), v.Type())
	}
	return fmt.Sprintf("result #%d of '%s' of type '%s'", v.Index(), v.Def().Name(), v.Type())
}

// note says where a value is made.
func note(d *ir.Diag, v *ir.Value) *ir.Diag {
	at := v.Def()
	if at == nil {
		at = v.Block().Parent()
	}
	return d.WithNote(at.Loc(), "%s is made here", describe(v))
}

// extras reads the places of what an op needs besides its results.
func (r *reader) extras(o *ir.Op) {
	list, buffers := r.list(o, WorkspaceAttr), r.extraBuffers(o)
	if len(list)%2 != 0 || len(list) > 2*len(buffers) {
		r.stale(o, "attribute '%s' has %d numbers, and the op needs %d pairs of an offset and a size at most", WorkspaceAttr, len(list), len(buffers))
		return
	}
	for i, n := range buffers {
		offset, size, needs := int64(-1), int64(0), int64(0)
		if 2*i < len(list) {
			offset, size = list[2*i], list[2*i+1]
		}
		if n >= 0 && r.placed(n) {
			needs = r.Buffers[n].Size
		}
		if size != needs || (offset >= 0) != (needs > 0) || offset < -1 {
			r.stale(o, "pair #%d of attribute '%s' is %d, %d, and the op needs %d bytes there", i, WorkspaceAttr, offset, size, needs)
			return
		}
		if needs > 0 {
			r.Offsets[n] = offset
		}
	}
}

// name says which buffer a buffer is.
func (r *reader) name(n int32) string {
	if v := r.from[n]; v != nil {
		return describe(v)
	}
	return r.Buffers[n].String()
}

// fail is an error about a buffer.
func (r *reader) fail(n int32, format string, args ...any) *ir.Diag {
	return r.place(n).NamedErrorf("%s %s; %s", r.name(n), fmt.Sprintf(format, args...), again)
}

// place is the op that makes what lies in a buffer.
func (r *reader) place(n int32) *ir.Op {
	v := r.from[n]
	switch {
	case v == nil:
		return r.Buffers[n].Op
	case v.Def() == nil:
		return v.Block().Parent()
	}
	return v.Def()
}

// bounds checks each buffer by itself, and the size of the arena.
func (r *reader) bounds() {
	arena := r.Func.Attrs().Get(ArenaAttr).Int()
	var end, sum int64
	for i := range r.Buffers {
		n := int32(i)
		if !r.placed(n) {
			continue
		}
		offset, size := r.Offsets[n], Rounded(r.Buffers[n].Size)
		sum += min(size, math.MaxInt64-sum)
		switch {
		case offset < 0:
			r.err = r.fail(n, "has no offset")
		case offset%Alignment != 0:
			r.err = r.fail(n, "is at %d, which is no multiple of %d", offset, int64(Alignment))
		case size > arena || offset > arena-size:
			r.err = r.fail(n, "takes %d bytes at %d, past the arena of %d", size, offset, arena)
		}
		if r.err != nil {
			return
		}
		end = max(end, offset+size)
	}
	switch {
	case arena != end:
		r.stale(r.Func, "'%s' is %d, and the plan ends at %d", ArenaAttr, arena, end)
	case arena > sum:
		r.stale(r.Func, "the arena of %d bytes is larger than all that lies in it, which is %d", arena, sum)
	}
	r.Arena = arena
}

// active is a buffer in the order of offsets.
type active struct {
	from, to int64
	buffer   int32
}

// overlaps finds two buffers that use a byte at the same time. Going through the
// points, of the buffers that are live only the neighbours of a new one can overlap
// it; they are kept in a treap by their first bytes.
func (r *reader) overlaps() {
	var starts, ends []int32
	for i := range r.Buffers {
		if r.placed(int32(i)) {
			starts = append(starts, int32(i))
		}
	}
	ends = slices.Clone(starts)
	slices.SortStableFunc(starts, func(a, b int32) int { return cmp.Compare(r.Buffers[a].Lower, r.Buffers[b].Lower) })
	slices.SortStableFunc(ends, func(a, b int32) int { return cmp.Compare(r.Buffers[a].Upper, r.Buffers[b].Upper) })
	live := &intervals{}
	for _, n := range starts {
		for r.Buffers[ends[0]].Upper < r.Buffers[n].Lower {
			live.remove(r.Offsets[ends[0]])
			ends = ends[1:]
		}
		x := active{r.Offsets[n], r.Offsets[n] + Rounded(r.Buffers[n].Size), n}
		if other, meets := live.meet(x); meets {
			d := r.fail(n, "is at %d to %d, and %s is at %d to %d: both are needed at the same time", x.from, x.to, r.name(other.buffer), other.from, other.to)
			r.err = d.WithNote(r.place(other.buffer).Loc(), "%s is needed here", r.name(other.buffer))
			return
		}
		live.insert(x)
	}
}
