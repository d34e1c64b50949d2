package interp

import (
	"math"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Storage of an input that the caller gives up, for a result: a gradient to which more is added,
// or a state that the next one replaces. What a run overwrites nobody may read any more.

// givenUp is a result, by its number, in the storage of an input.
type givenUp struct{ result, input int }

// overlaps is the number of an input that has bytes of b, or -1.
func overlaps(inputs []*tensor.Tensor, b []byte) int {
	return slices.IndexFunc(inputs, func(x *tensor.Tensor) bool { return overlap(x.Bytes(), b) })
}

// mayOverwrite reports whether a result may be made in the storage b, which may be that of inputs:
// if it is, of one and all of it, and nothing reads that once there is something of the result.
func (p *plan) mayOverwrite(result int, b []byte, inputs []*tensor.Tensor) bool {
	i := overlaps(inputs, b)
	if i < 0 {
		return true
	}
	own := inputs[i].Bytes()
	if len(own) != len(b) || unsafe.SliceData(own) != unsafe.SliceData(b) || overlaps(inputs[i+1:], b) >= 0 {
		return false
	}
	p.program.plans.mu.Lock()
	defer p.program.plans.mu.Unlock()
	key := givenUp{result, i}
	may, known := p.givenUp[key]
	if !known {
		may = p.readsBefore(i, result)
		if p.givenUp == nil {
			p.givenUp = map[givenUp]bool{}
		}
		p.givenUp[key] = may
	}
	return may
}

// readsBefore reports whether all that reads an input comes before what makes anything of a result,
// or is that, and reads each element before it writes it.
func (p *plan) readsBefore(input, result int) bool {
	body := analysis.CallableBody(p.program.fn)
	if !body.HasOneBlock() {
		return false
	}
	block := body.First()
	first, maker := int32(math.MaxInt32), (*ir.Op)(nil)
	var made *ir.Value
	for i := range p.frame.Buffers {
		if b := &p.frame.Buffers[i]; b.Class == lifetimes.Result && int(b.Result) == result && b.Lower < first {
			first, made = b.Lower, b.Value
		}
	}
	last := map[*ir.Op]int32{} // the last point of each op of the block
	for point, o := range p.frame.Ops {
		for o.Block() != block && o.Parent() != nil && o != p.program.fn {
			o = o.Parent()
		}
		last[o] = int32(point)
		if int32(point) == first {
			maker = o
		}
	}
	storage := map[*ir.Op]*analysis.Storage{}
	for _, in := range p.program.code {
		storage[in.op] = &in.storage
	}
	values := []*ir.Value{block.Arg(input)}
	for k := 0; k < len(values); k++ {
		for u := values[k].FirstUse(); u != nil; u = u.Next() {
			o := u.Owner()
			s := storage[o]
			if s != nil && s.Views != nil && o.Block() == block {
				values = append(values, o.Results()...)
				continue
			}
			direct := o
			for o.Block() != block {
				o = o.Parent()
			}
			if at, runs := last[o]; runs && at < first && !o.Has(ir.Terminator) {
				continue
			}
			takes := s != nil && k == 0 && o == maker && direct == o && made.Def() == o && slices.Contains(s.Takes, analysis.Taking{Result: made.Index(), Operand: u.Index()})
			if !takes {
				return false
			}
		}
	}
	return true
}
