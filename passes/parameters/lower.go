package parameters

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/memory"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// LowerOptions are the options of the pass `lower-parameters`.
type LowerOptions struct {
	Func string `opt:"func" doc:"The function whose arguments become constants; @main, or the only public one, if empty"`
	From string `opt:"from" doc:"The file that the values are read from, .npz or .safetensors"`

	maxInput int64
}

// Lower makes arguments constants.
var Lower = &pipeline.Pass{
	Name:  "lower-parameters",
	Title: "LowerParameters",
	Doc: "Make arguments of a function constants: those whose names a file of arrays has, with the values that it has for them. " +
		"It is the inverse of lift-parameters, and reads what that or a training wrote; what else is in the file, such as the state of an optimiser, " +
		"it leaves alone. Calls of the function no longer hand these arguments over.",
	On:      "builtin.module",
	Options: func() any { return &LowerOptions{} },
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*LowerOptions)
		opt.maxInput = b.Registry.MaxInput
		if opt.From == "" {
			return nil // which is an error only if the pass runs
		}
		_, err := arrayfile.OfArchive(opt.From)
		return err
	},
	Statistics: []pipeline.Statistic{{Name: "num-parameters", Doc: "Number of arguments that became constants"}},
	Run:        lower,
}

func lower(r *pipeline.Run) error {
	opt := r.Options.(*LowerOptions)
	if opt.From == "" {
		return r.Op.Errorf("lower-parameters: the option 'from' must name the file that the values are read from, such as from=weights.npz")
	}
	function, err := naming.Entry(r.Op, opt.Func, "func=")
	if err == nil && function.RegionAt(0).Empty() {
		err = fmt.Errorf("function @%s has no body", ir.SymbolName(function))
	}
	if err != nil {
		return r.Op.Errorf("lower-parameters: %s", err)
	}
	s := newSignatures(r)
	if user := s.named[function]; user != nil {
		return user.NamedErrorf("names @%s, whose arguments therefore cannot change; lower-parameters needs a function that is only called", ir.SymbolName(function))
	}
	values, err := readParameters(function, opt)
	if err != nil {
		return ir.Errorf(function.Loc(), "lower-parameters: %s", err)
	}
	body := function.RegionAt(0).First()
	gone := make([]bool, body.NumArgs())
	b := r.Builder.AtStart(body)
	for i, value := range values {
		if value == nil {
			continue
		}
		gone[i] = true
		if body.Arg(i).HasUses() {
			body.Arg(i).ReplaceAllUsesWith(constant(b, body.First(), value))
		}
		r.Count("num-parameters", 1)
	}
	s.drop(function, gone)
	for _, call := range s.calls[function] {
		var left []*ir.Value
		for i, v := range call.Operands() {
			if !gone[i] {
				left = append(left, v)
			}
		}
		s.replaceCall(call, left, call.ResultTypes())
	}
	return nil
}

// readParameters is what a file has for the arguments of a function, nil where it has nothing.
func readParameters(function *ir.Op, opt *LowerOptions) ([]*ir.Attr, error) {
	room := memory.Limit()
	in, err := arrayfile.Open(opt.From, opt.maxInput, room)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	params := naming.Arguments(function)
	values := make([]*ir.Attr, len(fn.Type(function).Inputs()))
	for _, name := range in.Names() {
		i := slices.IndexFunc(params, func(p naming.Param) bool { return p.Name == name })
		if i < 0 {
			continue
		}
		t, err := in.Read(name, room)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", opt.From, err)
		}
		room -= int64(len(t.Bytes()))
		if got, want := interp.TypeOf(function.Context(), t), params[i].Type; got != want {
			return nil, fmt.Errorf("%s: '%s' is a %s, but argument %%%s of function @%s is a %s", opt.From, name, got, name, ir.SymbolName(function), want)
		}
		values[i] = interp.EncodeElements(function.Context(), params[i].Type, t)
	}
	if !slices.ContainsFunc(values, func(a *ir.Attr) bool { return a != nil }) {
		var names []string
		for _, p := range params {
			names = append(names, p.Name)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("function @%s has no arguments; lift-parameters makes its weights arguments first", ir.SymbolName(function))
		}
		near := ""
		if len(in.Names()) > 0 {
			near = spelling.Among(in.Names()[0], names)
		}
		return nil, fmt.Errorf("%s has none of the arguments of function @%s: it holds %s%s", opt.From, ir.SymbolName(function), strings.Join(in.Names(), ", "), near)
	}
	return values, nil
}
