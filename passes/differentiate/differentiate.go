// Package differentiate is the pass of that name: it makes derivatives that options, or ops of the
// program, ask for. How they are made is package autodiff's.
package differentiate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass.
type Options struct {
	Func       string   `opt:"func" doc:"The function to differentiate; empty for no more than what ops of the program ask for"`
	Wrt        []string `opt:"wrt" doc:"The arguments to differentiate by, by number or name; all floats and complex ones if empty"`
	Of         []string `opt:"of" doc:"The results to differentiate, by number or name; all floats and complex ones if empty, of mode=grad the first"`
	Mode       string   `opt:"mode" one-of:"forward,reverse,split,grad" doc:"What to make: FUNC.jvp of tangents, FUNC.vjp of cotangents, FUNC.fwd and FUNC.bwd, or FUNC.grad of a loss"`
	Req        []string `opt:"req" one-of:"write,add,null" doc:"What becomes of each gradient: write, add (to one that the function takes), or null (it is not computed); one word for all, or one for each argument"`
	As         string   `opt:"as" doc:"The name of the function that is made; empty for that of the function with an ending"`
	Convention string   `opt:"convention" one-of:"least-norm,jax,enzyme" doc:"Derivatives at kinks, and pairing of complex numbers"`
	StrongZero bool     `opt:"strong-zero" doc:"What a zero is multiplied by does not count, infinities and NaN included"`
	Loops      string   `opt:"loops" doc:"What loops keep of their rounds: tape, none, sqrt, period N, binomial N or auto"`
	MaxTrip    int64    `opt:"max-trip" doc:"How many rounds a loop runs at most of which only a run knows the number, so that its tape has a known size; more are an error of the run. 0 for any number; the attribute tg.max_trip of a loop comes first"`
	Budget     string   `opt:"budget" doc:"How many bytes the tape of a loop may have under loops=auto, such as 64MiB"`
	Machine    string   `opt:"machine" names:"cpu,gpu" doc:"Machine whose costs decide what is computed again: cpu, gpu or a profile"`

	machine *cost.Machine
	budget  int64
}

// Pass makes derivatives.
var Pass = &pipeline.Pass{
	Name:  "differentiate",
	Title: "Differentiate",
	Doc: "Make derivatives of functions: those that tg.jvp, tg.vjp and tg.grad ask for, which become calls, and that of `func`. " +
		"The function itself stays as it is. It comes after the conversion from StableHLO, and before passes that replace ops with a kink by others.",
	On:         "builtin.module",
	Options:    func() any { return &Options{Mode: "reverse", Convention: "least-norm", Loops: "tape", Machine: "cpu"} },
	Statistics: []pipeline.Statistic{{Name: "num-functions", Doc: "Number of functions made"}},
	Bind:       bind,
	Run:        run,
}

func run(r *pipeline.Run) error {
	opt := r.Options.(*Options)
	d := autodiff.New(r.Op, &autodiff.Options{
		Convention: autodiff.Convention(slices.Index(autodiff.Conventions, opt.Convention)), StrongZero: opt.StrongZero,
		Loops: opt.Loops, MaxTrip: opt.MaxTrip, Budget: opt.budget, Machine: opt.machine,
		Remark: func(o *ir.Op, text string) { r.Analysis(o, "autodiff", "%s", text) },
	})
	before := len(ir.Symbols(r.Op))
	found, err := d.Resolve()
	if err != nil {
		return err
	}
	if opt.Func != "" {
		fn, err := autodiff.Named(r.Op, strings.TrimPrefix(opt.Func, "@"))
		if err != nil {
			return err
		}
		req, err := opt.request(fn)
		if err != nil {
			return err
		}
		made, err := d.Function(fn, req)
		if err != nil {
			return err
		}
		for _, n := range made { // somebody wants it, also of a private function
			n.SetAttr("sym_visibility", nil)
		}
	} else if !found {
		r.MarkUnchanged()
	}
	r.Count("num-functions", int64(len(ir.Symbols(r.Op))-before))
	return nil
}

func (opt *Options) request(fn *ir.Op) (autodiff.Request, error) {
	req := autodiff.Request{Mode: autodiff.Mode(opt.Mode), As: strings.TrimPrefix(opt.As, "@")}
	var err error
	if req.Wrt, err = naming.ArgumentNumbers(fn, opt.Wrt); err != nil {
		return req, err
	}
	if req.Of, err = naming.ResultNumbers(fn, opt.Of); err != nil {
		return req, err
	}
	return req, opt.requirements(fn, &req)
}

// requirements applies `req`.
func (opt *Options) requirements(fn *ir.Op, req *autodiff.Request) error {
	if len(opt.Req) == 0 {
		return nil
	}
	if opt.Mode == "forward" {
		return fn.Errorf("'req' is about gradients, which mode=forward does not make")
	}
	if req.Wrt == nil {
		var err error
		if req.Wrt, err = autodiff.Chosen("argument", nil, fn.Attr("function_type").Type().Inputs()); err != nil {
			return fn.Errorf("@%s %s", ir.SymbolName(fn), err)
		}
	}
	words := opt.Req
	if len(words) == 1 {
		words = slices.Repeat(words, len(req.Wrt))
	}
	if len(words) != len(req.Wrt) {
		return fn.Errorf("'req' has %d words, but @%s is differentiated by %d arguments", len(words), ir.SymbolName(fn), len(req.Wrt))
	}
	wrt := []int{}
	for k, w := range words {
		if w != "null" {
			wrt, req.Add = append(wrt, req.Wrt[k]), append(req.Add, w == "add")
		}
	}
	if len(wrt) == 0 {
		return fn.Errorf("'req' leaves no gradient to compute")
	}
	req.Wrt = wrt
	return nil
}

func bind(b *pipeline.Binding) error {
	opt := b.Options.(*Options)
	if _, err := autodiff.ParseCheckpoint(opt.Loops); err != nil {
		return fmt.Errorf("option 'loops' %w", err)
	}
	if opt.MaxTrip < 0 {
		return fmt.Errorf("option 'max-trip' must be a number of rounds, or 0 for any number, but is %d", opt.MaxTrip)
	}
	for _, o := range []struct {
		name  string
		given bool
	}{{"wrt", opt.Wrt != nil}, {"of", opt.Of != nil}, {"req", opt.Req != nil}, {"as", opt.As != ""}} {
		if o.given && opt.Func == "" {
			return fmt.Errorf("option '%s' is about a function, which the option 'func' must name", o.name)
		}
	}
	var err error
	if opt.Budget != "" {
		if opt.budget, err = units.ParseBytes(opt.Budget); err != nil {
			return fmt.Errorf("option 'budget': %w", err)
		}
	}
	opt.machine, err = cost.Named(opt.Machine, b.Registry.MaxInput)
	return err
}
