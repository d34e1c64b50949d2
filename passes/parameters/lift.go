// Package parameters has the passes that make weights of a model arguments of its function, and
// arguments weights again, and results of what it checks. lift.go, lower.go and checks.go are the
// passes, find.go finds what can be lifted, signature.go changes functions and their calls.
package parameters

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/memory"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// LiftOptions are the options of the pass `lift-parameters`.
type LiftOptions struct {
	Func        string `opt:"func" doc:"The function whose constants are lifted, with those of what it calls; @main, or the only public one, if empty"`
	MinElements int64  `opt:"min-elements" doc:"Leave constants of fewer elements"`
	Splats      bool   `opt:"splats" doc:"Lift constants, too, whose elements are all the same: most of them are no weights; globals are lifted in any case"`
	To          string `opt:"to" doc:"The file that the values are written to, .npz or .safetensors"`
}

// Lift makes constants arguments.
var Lift = &pipeline.Pass{
	Name:  "lift-parameters",
	Title: "LiftParameters",
	Doc: "Make the weights of a function its first arguments, and write their values to a file. Weights are constants and immutable globals of floats and " +
		"complex numbers; those of the functions that it calls are handed through the calls. A parameter has the name of its global, or that of the location of its " +
		"constant, or one by its first use: `w0` in a contraction, `b0` in a sum, `p0` elsewhere; the attribute tg.name holds it. Constants of one " +
		"resource are one parameter. Who else calls such a function hands it the values as constants. What is named by anything but a call keeps its constants, " +
		"and so do ops that see nothing from outside.",
	On:      "builtin.module",
	Options: func() any { return &LiftOptions{MinElements: 2} },
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*LiftOptions)
		if opt.MinElements < 1 {
			return fmt.Errorf("'min-elements' must be at least 1, but is %d", opt.MinElements)
		}
		if opt.To == "" {
			return nil // which is an error only if the pass runs
		}
		_, err := arrayfile.OfArchive(opt.To)
		return err
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-parameters", Doc: "Number of constants and globals lifted"},
		{Name: "num-elements", Doc: "Number of their elements"},
	},
	Run: lift,
}

func lift(r *pipeline.Run) error {
	opt := r.Options.(*LiftOptions)
	if opt.To == "" {
		return r.Op.Errorf("lift-parameters: the option 'to' must name the file that the values are written to, such as to=weights.npz")
	}
	entry, err := naming.Entry(r.Op, opt.Func, "func=")
	if err == nil && entry.RegionAt(0).Empty() {
		err = fmt.Errorf("function @%s has no body", ir.SymbolName(entry))
	}
	if err != nil {
		return r.Op.Errorf("lift-parameters: %s", err)
	}
	s := newSignatures(r)
	if user := s.named[entry]; user != nil {
		return user.NamedErrorf("names @%s, whose arguments therefore cannot change; lift-parameters needs a function that is only called", ir.SymbolName(entry))
	}
	f := &finder{signatures: s, opt: opt, visited: map[*ir.Op]bool{}, needs: map[*ir.Op]map[int]bool{}, known: map[any]int{}}
	f.visit(entry)
	if len(f.list) == 0 {
		return ir.Errorf(entry.Loc(), "lift-parameters: %s", f.nothing(entry))
	}
	f.spread()
	f.name(entry)
	values, err := decode(f.list)
	if err != nil {
		return err
	}
	if err := arrayfile.Write(opt.To, values); err != nil {
		return r.Op.Errorf("lift-parameters: %s", err)
	}
	f.apply(entry)
	for i := range f.list {
		r.Count("num-elements", int64(values[i].Tensor.Len()))
	}
	r.Count("num-parameters", int64(len(f.list)))
	return nil
}

// nothing says why nothing is lifted, and what would be right.
func (f *finder) nothing(entry *ir.Op) string {
	var advice []string
	if f.small > 0 {
		advice = append(advice, fmt.Sprintf("the largest of fewer elements has %d (min-elements=%d lifts it)", f.small, f.small))
	}
	if f.splats > 0 {
		advice = append(advice, fmt.Sprintf("%s with all elements the same (the option splats lifts them)", units.Counted(f.splats, "constant")))
	}
	if f.integers > 0 {
		advice = append(advice, fmt.Sprintf("%s of integers, which are no weights", units.Counted(f.integers, "constant")))
	}
	if f.kept > 0 {
		advice = append(advice, fmt.Sprintf("%s where the arguments of the function cannot be seen or changed", units.Counted(f.kept, "constant")))
	}
	if advice == nil {
		advice = []string{"its weights may be arguments already, which tg-run --signature lists"}
	}
	return fmt.Sprintf("neither @%s nor what it calls has a constant of at least %s to lift; %s", ir.SymbolName(entry),
		units.Counted(int(f.opt.MinElements), "element"), strings.Join(advice, "; "))
}

// decode is the values of parameters, under their names.
func decode(list []*parameter) ([]tensor.Named, error) {
	values := make([]tensor.Named, len(list))
	room := memory.Limit()
	for i, p := range list {
		spec, err := interp.SpecOf(p.value.Type())
		size := 0
		if err == nil {
			size, err = tensor.ByteSize(spec.DType, spec.Shape)
		}
		if room -= int64(size); err == nil && room < 0 {
			err = fmt.Errorf("is one of parameters that need more memory than there is, %s", units.Bytes(memory.Limit()))
		}
		var t *tensor.Tensor
		if err == nil {
			t, err = interp.DecodeElements(p.op.Context(), p.value)
		}
		if err != nil {
			return nil, p.op.NamedErrorf("%s", err)
		}
		values[i] = tensor.Named{Name: p.name, Tensor: t}
	}
	return values, nil
}

// apply gives the functions their arguments, and takes the constants away.
func (f *finder) apply(entry *ir.Op) {
	for _, fn := range f.functions {
		params := f.sorted(fn)
		if len(params) == 0 {
			continue
		}
		arguments, c := make([]newArgument, len(params)), fn.Context()
		for k, i := range params {
			p := f.list[i]
			name := c.Dict([]ir.NamedAttr{{Name: naming.Name, Value: c.StringAttr(p.name)}})
			arguments[k] = newArgument{p.value.Type(), p.op.Loc(), name}
		}
		if fn == entry {
			f.keepNames(fn)
		}
		f.prepend(fn, arguments)
	}
	for _, p := range f.list {
		for _, u := range p.uses {
			k := slices.Index(f.sorted(u.fn), p.index)
			u.op.Result(0).ReplaceAllUsesWith(u.fn.RegionAt(0).First().Arg(k))
		}
	}
	f.handOver()
	f.erase()
}

// handOver gives all calls of functions that have changed the parameters: those of the
// caller, or constants where that is none of those that have changed.
func (f *finder) handOver() {
	for _, fn := range f.functions {
		params := f.sorted(fn)
		if len(params) == 0 {
			continue
		}
		for _, call := range f.calls[fn] {
			caller := f.callers[call]
			own := f.sorted(caller)
			more := make([]*ir.Value, len(params))
			for k, i := range params {
				if at := slices.Index(own, i); at >= 0 {
					more[k] = caller.RegionAt(0).First().Arg(at)
				} else {
					more[k] = constant(f.run.Builder.Before(call), call, f.list[i].value)
				}
			}
			f.replaceCall(call, slices.Concat(more, call.Operands()), call.ResultTypes())
		}
	}
}

// erase drops what nothing uses any more.
func (f *finder) erase() {
	for _, p := range f.list {
		for _, u := range p.uses {
			address := (*ir.Op)(nil)
			if p.global != nil {
				address = u.op.Operand(0).Def()
			}
			u.op.Erase()
			if address != nil && !address.HasUses() {
				address.Erase()
			}
		}
	}
	f.eraseGlobals()
}
