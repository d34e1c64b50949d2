// Package saturate is the pass that chooses among all programs that rules make of one: they
// are kept side by side in an e-graph, and the cheapest is extracted at the end, each value paid
// once. encode.go puts a piece of a program into a space, space.go, grow.go applies rules in it,
// choose.go extracts, decode.go puts what was chosen back.
package saturate

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/egraph/extract"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Options are the options of the pass `saturate`.
type Options struct {
	Rules      []string `opt:"rules" doc:"Files of rules to use besides the shipped ones; --saturate=FILE is short for it" words:"true"`
	Shipped    bool     `opt:"shipped" doc:"Use the shipped rules, too"`
	Sets       []string `opt:"sets" doc:"Only the rules of these sets; all if none is named"`
	FP         string   `opt:"fp" doc:"Floating-point rewrites allowed: strict keeps every bit, finite assumes no NaN, infinity or -0, fast allows other rounding" one-of:"strict,finite,fast"`
	Machine    string   `opt:"machine" names:"cpu,gpu" doc:"The machine whose cost counts: cpu, gpu or the file of a profile"`
	Nodes      int      `opt:"nodes" doc:"Stop adding to an e-graph that has so many nodes"`
	Iterations int      `opt:"iterations" doc:"Apply all rules at most this many times"`
	Work       int64    `opt:"work" doc:"Look at this many ops and classes at most while rules are matched and while it is chosen; work is counted, not timed, so that the outcome is the same everywhere"`
	Extract    string   `opt:"extract" doc:"How to choose: exact counts each value once and proves how far from the least it is, greedy counts each once, tree as often as it is used" one-of:"exact,greedy,tree"`
	Precision  string   `opt:"precision" doc:"Contractions may compute with less precision than f32, where the machine model says that it pays; the error that this brings is measured on generated inputs" one-of:"f32,bf16,f16,int8"`
	Then       string   `opt:"then" doc:"Keep what is cheaper once these passes have run on it, such as fuse"`
	Finish     bool     `opt:"finish" doc:"Keep it as the passes of then have left it"`
	Fusions    bool     `opt:"fusions" doc:"Write fusions that were chosen as tg.fusion; else they are priced, and made by fuse-elementwise"`
	Explain    string   `opt:"explain" doc:"Write a file of proofs: for each piece that changes, the function as it was and once more for each application of a rule, up to the result"`
	Dot        string   `opt:"dot" doc:"Draw pictures for dot, FILE.before.dot, FILE.graph.dot and FILE.after.dot for dot=FILE"`
	Around     string   `opt:"around" doc:"Draw only what is near ops of that name, or those on line N for around=N"`
	LeastGain  float64  `opt:"least-gain" doc:"Keep only what is cheaper by so many percent: machine models are wrong by some"`
	Effort     int      `opt:"effort" doc:"Do nothing if it is less than 2: pipelines that users give an effort hand it on"`

	maxInput int64               // of a file of rules
	given    []pipeline.RuleFile // by the tool
	book     ruleBook
	model    *cost.Machine // of the option machine
	method   extract.Method
	judge    *pipeline.Pipeline // of the option then
	ruled    *pipeline.Pipeline // so, with the files of rules; nil if it takes none, or there are none
	books    [numBooks]book
}

// Pass chooses among all programs that rules make of one.
var Pass = &pipeline.Pass{
	Name:  "saturate",
	Title: "Saturate",
	Doc: "Choose the cheapest of all programs that rules make of a function. All that the rules lead to is kept in an e-graph, so that none is " +
		"lost by the order in which they apply, and what is extracted in the end costs the least by the machine model, where each value is paid " +
		"once however many use it. The rules are those of canonicalize and substitute, some that are for e-graphs only, each read both ways where it is written so, and those " +
		"of the user's files. Where these made a difference, it saturates once more without them, within the same limits, and keeps what is cheaper. " +
		"Under the default fp=strict no bit of any result changes. " +
		"That is so unless `precision` allows less: bf16 and f16 let contractions take halves, add up in f32, and hand halves on from op to op; int8 lets those with " +
		"constant weights take bytes, multiples of a scale that the greatest magnitude gives. Functions that this changes are executed before and after on four " +
		"generated inputs, of normally distributed numbers, and a remark says by how much results are off.",
	Options: func() any {
		return &Options{
			Shipped: true, FP: "strict", Machine: "cpu", Nodes: 100000, Iterations: 30, Work: 100_000_000, Extract: "exact", Precision: full, Fusions: true, Effort: 2,
		}
	},
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*Options)
		opt.maxInput, opt.given = b.Registry.MaxInput, b.Registry.Substitutions
		var err, err2 error
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		opt.method, err2 = extract.ParseMethod(opt.Extract)
		return errors.Join(err, err2, opt.bindJudge(b), pipeline.NotNegative("nodes", float64(opt.Nodes)), pipeline.NotNegative("iterations", float64(opt.Iterations)),
			pipeline.NotNegative("work", float64(opt.Work)), pipeline.NotNegative("least-gain", opt.LeastGain))
	},
	Prepare: func(c *ir.Context, options any) error {
		opt := options.(*Options)
		if opt.Effort < 2 {
			return opt.model.Check(c)
		}
		_, _, err := opt.book.get(c, opt)
		return errors.Join(opt.model.Check(c), err)
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-changed", Doc: "Number of pieces that became cheaper"},
		{Name: "num-pieces", Doc: "Number of pieces saturated"},
		{Name: "num-nodes", Doc: "Number of nodes of the e-graphs in the end"},
		{Name: "num-classes", Doc: "Number of classes of the e-graphs in the end"},
		{Name: "num-iterations", Doc: "Number of times that all rules were applied"},
		{Name: "num-looks", Doc: "Number of ops and classes looked at, which is what the option work limits"},
		{Name: "num-measured", Doc: "Number of functions of which the error by less precision was measured"},
		{Name: "num-proven", Doc: "Number of pieces for which nothing cheaper is in the e-graph, by proof"},
	},
	Run: run,
}

func run(r *pipeline.Run) error {
	opt := r.Options.(*Options)
	if opt.Effort < 2 {
		r.MarkUnchanged()
		return nil
	}
	list, own, err := opt.book.get(r.Ctx, opt)
	if err != nil {
		return err
	}
	s := &saturater{run: r, opt: opt, rules: list, own: own, purity: analysis.NewPurity(), build: ir.NewBuilder(r.Ctx), work: opt.Work, spare: opt.Work, reversed: map[*rule.Rule]bool{}, prices: newPrices()}
	for _, r := range list {
		if x := r.Reversed(); x != nil {
			s.reversed[x] = true
		}
	}
	for _, b := range blocksOf(r.Op) {
		for o := b.First(); o != nil; o = o.Next() {
			s.left++
		}
	}
	changed, was := false, s.originals()
	if opt.judge == nil {
		changed, err = s.blocksIn(r.Op)
	} else {
		for _, fn := range functionsIn(r.Op) {
			did, err := s.judged(fn)
			if err != nil {
				return err
			}
			changed = changed || did
		}
	}
	if err == nil {
		s.measure(was)
	}
	if !changed {
		r.MarkUnchanged()
	}
	if err == nil {
		err = s.publish()
	}
	return err
}

// functionsIn are the functions in an op, which it may be itself.
func functionsIn(root *ir.Op) (list []*ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.NumRegions() > 0 && isFunction(o) {
			list = append(list, o)
			return ir.Skip
		}
		return ir.Advance
	})
	return list
}

func isFunction(o *ir.Op) bool {
	return o.Has(ir.Symbol) && o.Has(ir.IsolatedFromAbove) && !o.Has(ir.GraphRegions)
}

// blocksIn saturates the blocks in an op and reports whether that changed something.
func (s *saturater) blocksIn(root *ir.Op) (changed bool, err error) {
	for _, b := range slices.Backward(blocksOf(root)) { // the innermost first
		did, err := s.blockOf(b)
		if err != nil {
			return changed, err
		}
		changed = changed || did
	}
	return changed, nil
}

// blocksOf are the blocks in and below an op whose ops run one after the other.
func blocksOf(root *ir.Op) (blocks []*ir.Block) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.NumRegions() == 0 {
			return ir.Advance
		}
		switch {
		case o.Has(ir.GraphRegions):
			return ir.Advance
		case !runsOps(o):
			return ir.Skip
		}
		for _, r := range o.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				blocks = append(blocks, b)
			}
		}
		return ir.Advance
	})
	return blocks
}

// runsOps reports whether the regions of o are programs, as those of functions, branches and
// loops are, whose ops are executed, and cost, one by one.
func runsOps(o *ir.Op) bool {
	if o.Def() == nil {
		return false
	}
	_, branch := analysis.RegionBranch.Get(o.Def())
	_, loop := analysis.Loop.Get(o.Def())
	return branch || loop || isFunction(o)
}

// saturater is one run of the pass.
type saturater struct {
	run    *pipeline.Run
	opt    *Options
	rules  []*rule.Rule
	own    int // how many of them, the first, are the user's
	purity *analysis.Purity
	build  *ir.Builder
	work   int64 // left
	spare  int64 // left for what is saturated once more, with the shipped rules only
	left   int   // ops that are still to be seen, which share it
	swayed bool  // the user's rules have made a difference
	prices *prices

	reversed map[*rule.Rule]bool // rules that are others, read from right to left
	chapters []chapter           // of the option explain
	pending  []func()            // remarks, until it is known that what they are about is kept
	waiting  []chapter           // so, too
	drawn    bool                // something is in the pictures
}

// blockOf saturates a block and reports whether that changed it.
func (s *saturater) blockOf(b *ir.Block) (changed bool, err error) {
	var ops []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		ops = append(ops, o)
	}
	if len(ops) < 2 {
		s.left -= len(ops)
		return false, nil
	}
	// What is made here may be gone as soon as the block around is replaced. Nothing that stays may
	// share its memory, or know of it.
	s.build = ir.NewBuilder(s.run.Ctx)
	defer s.purity.Forget()
	pieces, seams := parts(ops, partOps)
	for _, x := range seams {
		s.run.Analysis(x.before, "Seam", "the block is cut in front of this op, where %s of values cross; %d ops before it are seen with those behind", units.Bytes(int64(x.bytes)), overlapOps)
	}
	s.left += overlapOps * len(seams)
	for i, part := range pieces {
		if i > 0 {
			part = withOverlap(part)
		}
		share := min(1, float64(len(part))/float64(max(s.left, len(part))))
		s.left -= len(part)
		did, err := s.piece(part, share)
		if err != nil {
			return changed, err
		}
		changed = changed || did
	}
	return changed, nil
}

// maxExtraction is how much work goes into choosing from one piece at most: more is for hard
// instances of set cover, which programs are not.
const maxExtraction = 20_000_000

// grow makes an e-graph of some ops of a block, and applies rules within limits. These leave a
// quarter of the nodes to fusions, and a quarter of the work to fusions and to the choice, which
// has half of that for itself.
func (s *saturater) grow(ops []*ir.Op, l limits, proofs bool) (*piece, *grower) {
	p := newPiece(ops, s.purity)
	space := newSpace(s.run.Ctx, s.opt.model, proofs)
	space.exact = s.opt.FP == "strict" && s.opt.Precision == full // else rounding makes a difference
	p.encode(space)
	g := newGrower(space, s.rules, rewrite.FPMode(s.opt.FP), limits{l.nodes - l.nodes/4, l.iterations, l.work - l.work/4})
	g.run()
	if space.graph.Err() == nil {
		g.limits.nodes, g.limits.work = l.nodes, g.limits.work+l.work/4
		space.fuse(g, l.work/8, s.prices)
	}
	return p, g
}

// attempt is an e-graph of some ops of a block, and what was chosen in it.
type attempt struct {
	piece  *piece
	grower *grower
	chosen *chosen
}

// attempt saturates some ops of a block, with a share of the work that is left.
func (s *saturater) attempt(ops []*ir.Op, share float64) (*attempt, error) {
	work := int64(float64(s.work) * share)
	p, g, err := s.consistent(ops, work)
	if err != nil {
		return nil, err
	}
	c, err := p.space.choose(p.roots, s.opt.method, min(max(g.limits.work, 1), maxExtraction))
	if err != nil {
		return nil, ops[0].Errorf("saturate: %s", err)
	}
	s.run.Count("num-pieces", 1)
	s.run.Count("num-nodes", int64(p.space.graph.NumLive()))
	s.run.Count("num-classes", int64(p.space.graph.NumClasses()))
	s.run.Count("num-iterations", int64(g.iterations))
	if c.result.Proven {
		s.run.Count("num-proven", 1)
	}
	used := work - max(g.limits.work-c.result.Work, 0)
	s.run.Count("num-looks", used)
	s.work -= used
	s.swayed = s.swayed || g.swayedBy(s.own)
	return &attempt{p, g, c}, nil
}

// piece saturates some ops of a block, with a share of the work that is left, and reports whether
// that changed them.
func (s *saturater) piece(ops []*ir.Op, share float64) (changed bool, err error) {
	s.swayed = false
	a, err := s.attempt(ops, share)
	if err != nil {
		return false, err
	}
	if s.opt.judge != nil || !s.mixed() || !s.swayed {
		return s.put(ops, a), nil
	}
	done := false
	err = s.shippedOnly(func() error {
		b, err := s.attempt(ops, share)
		if err != nil || !cost.Below(b.chosen.result.Cost, min(a.chosen.result.Cost, s.costOf(ops, b.piece))) {
			return err
		}
		s.run.Missed(ops[0], "Saturated", "the rules of the files are left out: what was found with them costs %s, and %s without them",
			s.opt.model.Text(a.chosen.result.Cost), s.opt.model.Text(b.chosen.result.Cost))
		done, changed = true, s.put(ops, b)
		return nil
	})
	if err != nil || done {
		return changed, err
	}
	return s.put(ops, a), nil
}

// costOf is what the ops of a piece cost as they are, with the values from outside.
func (s *saturater) costOf(ops []*ir.Op, p *piece) float64 {
	sum := seconds(s.opt.model, ops, p.space.outside)
	for n := range p.space.nodes {
		if p.inputs[egraph.ID(n)] != nil {
			sum += p.space.nodes[n].cost
		}
	}
	return sum
}

// put puts what was chosen into the place of some ops of a block, if it is cheaper, and reports
// whether it did.
func (s *saturater) put(ops []*ir.Op, a *attempt) (changed bool) {
	p, g, c := a.piece, a.grower, a.chosen
	before := seconds(s.opt.model, ops, p.space.outside)
	d, outputs := p.decode(c, s.build, s.opt.Fusions)
	after := seconds(s.opt.model, d.all(), p.space.outside)
	s.report(p, g, c, before, after)
	if s.opt.judge == nil && !s.pays(after, before) {
		s.prove(p, g, c, d.fresh, false)
		for _, o := range slices.Backward(d.fresh) {
			o.Erase()
		}
		return false
	}
	s.prove(p, g, c, d.fresh, true)
	for _, x := range d.stays {
		x.use.Set(x.value)
	}
	for i, v := range p.outputs {
		v.ReplaceAllUsesWith(outputs[i])
	}
	for _, o := range slices.Backward(ops) {
		if !p.stays(o) {
			o.Erase()
		}
	}
	s.run.Count("num-changed", 1)
	return true
}
