package run

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// elidedFlag is what --elided says.
type elidedFlag struct {
	given bool
	seed  uint64
}

// elidedValue reads a value of --elided.
func elidedValue(target any, text string) error {
	f := target.(*elidedFlag)
	digits, ok := strings.CutPrefix(text, "random:")
	n, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil {
		return fmt.Errorf("expected random:SEED with a decimal seed such as random:7, got '%s'", text)
	}
	f.given, f.seed = true, n
	return nil
}

// fillElided gives constants whose data is not in the file random numbers, others for
// each, in the order of the text, and says so.
func (r *runner) fillElided(module *ir.Op) error {
	room := r.flags.maxMemory
	if room == 0 {
		room = math.MaxInt64
	}
	count := 0
	var failed error
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		for _, e := range o.Props().Entries() {
			if !interp.IsElided(e.Value) {
				continue
			}
			data, err := r.elidedData(e.Value.Type(), count, &room)
			if err != nil {
				failed = ir.Errorf(o.Loc(), "'%s' op %s", o.Name(), err)
				return ir.Stop
			}
			key := fmt.Sprintf("random_%d_%d", r.flags.elided.seed, count)
			r.ctx.SetResource(ir.ResourceKey{Group: "dialect_resources", Section: "builtin", Key: key}, &ir.Resource{Alignment: tensor.Alignment, Data: data})
			o.SetAttr(e.Name, r.ctx.ResourceAttr(key, e.Value.Type()))
			count++
		}
		return ir.Advance
	})
	if failed == nil && count > 0 {
		fmt.Fprintf(r.stderr, "%s: warning: the data of %s is not in the file; there are random numbers instead, as --elided=random:%d asks for\n",
			r.setup.Name, units.Counted(count, "constant"), r.flags.elided.seed)
	}
	return failed
}

// elidedData is the bytes of constant number i, which are taken from room.
func (r *runner) elidedData(t *ir.Type, i int, room *int64) ([]byte, error) {
	s, err := interp.SpecOf(t)
	if err != nil {
		return nil, err
	}
	size, err := tensor.ByteSize(s.DType, s.Shape)
	if err != nil {
		return nil, err
	}
	if *room -= int64(size); *room < 0 {
		return nil, fmt.Errorf("needs %d bytes for its elided data, which is more than --max-memory leaves", size)
	}
	return tensor.Random(s.DType, s.Shape, tensor.RandomWord(r.flags.elided.seed, i)).Bytes(), nil
}
