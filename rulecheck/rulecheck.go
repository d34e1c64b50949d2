// Package rulecheck tests rewrite rules by execution. It makes instances of a
// rule's left side over element types, shapes, attributes and values, applies
// the rule once, runs both sides in the interpreter and compares them at the
// level that the rule states. What it finds is a counterexample, as small as it
// gets, in the form of a module that shows the two results when it is run.
//
// Rules may speak of any dialect: ops run as the interpreter runs them, or as what
// they are converted to in tg. A rule with an op that cannot be executed, or of
// which no instance can be made, is refused by the name of the op.
//
// What a rule asks of a value decides which constants the value is in some of the
// instances: see directions. Some instances are made once more with an unknown
// extent, and run on inputs that have one type but not one shape.
//
// A pattern in Go has no left side that could be read. It is applied to its example,
// and to that with other keywords and flags, element types and extents, at each op
// that it matches.
//
// Pairs of programs that are said to be equal are compared in the same way, to find
// out at which level they are: see Programs.
//
// What is compared, by level:
//
//   - exact: every bit of every result, for all values; there is one NaN.
//     Programs without floats are compared in this way whatever the level.
//   - finite: results must be equal, 0 and -0 being so, in runs in which no
//     input, no intermediate and no result of the left side is NaN, infinite or
//     -0. Intermediates are seen because ops are executed one by one. Where no
//     element meets another one, each is a run.
//   - real: results must agree within a tolerance, in runs over well-conditioned
//     inputs (magnitudes from 1/4 to 4, or below 1, or small integers) in which
//     the left side stays finite, and does not lose what f64 would keep. See
//     tolerance for how wide it is.
package rulecheck

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Options of a check. The zero value is right for most.
type Options struct {
	// Instances is how many instances of each rule must have matched before the
	// search for a counterexample ends; 0 means DefaultInstances.
	Instances int
	// Seed chooses other instances; every seed gives the same outcome each time.
	Seed uint64
	// Workers is how many rules are checked at a time; less than 2 for one. The
	// outcome does not depend on it.
	Workers int
	// AsFound leaves counterexamples as they are found, for those who do not show them.
	AsFound bool
	// Screening is for those who try many rules of which most are wrong: what never matches is
	// given up early, and random instances are all that is tried.
	Screening bool
}

// DefaultInstances is enough to meet each element type on several shapes.
const DefaultInstances = 100

// Result is what became of one rule, or of one Go pattern.
type Result struct {
	Rule    *rule.Rule
	Pattern *rewrite.Pattern
	// Instances is how many left sides the rule matched, Compared how many
	// elements of results were compared.
	Instances, Compared int
	// Filled says that inputs and results of some instance that was compared had elements: of what
	// has none nearly everything is true.
	Filled bool
	// Problem says what is wrong with the rule, "" for nothing. Counterexample
	// shows it; it is nil where there is nothing to be shown, as for a rule that
	// never matched.
	Problem        string
	Counterexample *Counterexample
}

// Check tests the rules. The results are in the order of the rules.
func Check(rules []*rule.Rule, o Options) []Result {
	results := make([]Result, len(rules))
	inParallel(len(rules), o.Workers, func(i int) { results[i] = checkRule(rules[i], o) })
	return results
}

// inParallel calls work with 0 to n-1.
func inParallel(n, workers int, work func(i int)) {
	next := make(chan int)
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				work(i)
			}
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}

// bases are the shapes that most operands of an instance have. The last ones
// are larger than what kernels do at once.
var bases = [][]int64{
	{}, {1}, {0}, {3}, {2, 3}, {1, 3}, {2, 1}, {2, 1, 3}, {0, 3}, {2, 0}, {2, 2}, {2, 2, 2}, {3, 3, 3}, {2, 18}, {70}, {1, 2, 3, 2}, {2, 4, 4, 2}, {2, 2, 2, 2}, {3, 1030},
}

// effort bounds the attempts per instance that must match; rules with narrow
// conditions need many. Instances beyond those asked for are made as long as
// they bring new combinations of element types, up to variety times as many.
// Every so many attempts are made again with unknown extents. What was never compared is tried for
// longer, with so much patience for each instance and for all.
const (
	effort       = 60
	patience     = 20_000
	patienceEach = 1000
	variety      = 20
	unknownEvery = 3
)

// attributed is how many times as many instances a rule gets whose left side
// speaks of attributes: they go together in more ways than element types do.
const attributed = 2

// hasAttributes reports whether a pattern speaks of attributes.
func hasAttributes(n *rule.Node) bool {
	return len(n.Attrs) > 0 || n.All || slices.ContainsFunc(n.Args, hasAttributes) || slices.ContainsFunc(n.Each, hasAttributes)
}

// checkRule checks one rule. A panic on the way, wherever it comes from, is what
// is wrong with it.
func checkRule(rule *rule.Rule, o Options) (r Result) {
	r.Rule = rule
	defer r.crashed()
	if r.Problem = untestable(rule); r.Problem != "" {
		return r
	}
	want := o.Instances
	if want == 0 {
		want = DefaultInstances
	}
	if slices.ContainsFunc(rule.Left(), hasAttributes) {
		want *= attributed
	}
	c := newChecker(rule, o.Seed)
	var f *failure
	if r.Instances, r.Compared, f = c.directed(want); f == nil {
		if o.Screening {
			c.effort, c.patience = effort/3, 0
		}
		f = c.search(&r, want)
	}
	if f == nil && !o.Screening {
		f = c.seldom(&r)
	}
	r.Filled = c.filled
	if f != nil {
		if !o.AsFound {
			f = c.minimise(f)
		}
		r.Problem, r.Counterexample = f.problem, f.counterexample(c)
		return r
	}
	switch {
	case r.Instances == 0:
		r.Problem = c.unmatched()
	case r.Compared == 0:
		r.Problem = fmt.Sprintf("matched %d instances, but none could be compared at level %s%s; so nothing shows that it is right", r.Instances, rule.Level, c.obstacle)
	}
	return r
}

// crashed makes a panic what is wrong with the rule; it is deferred.
func (r *Result) crashed() {
	if p := recover(); p != nil {
		r.Problem, r.Counterexample = fmt.Sprintf("its check crashed: %v", p), nil
	}
}

// search makes random instances until as many as are wanted have matched; it
// returns the first failure.
func (c *checker) search(r *Result, want int) *failure {
	matched, seen, newest := 0, map[string]bool{}, 0
	for attempt := 0; attempt < c.effort*want || r.Compared == 0 && attempt < min(c.patience, patienceEach*want); attempt++ {
		if matched >= want && r.Compared > 0 && (matched-newest >= want || matched >= variety*want) {
			break
		}
		if !c.promising(attempt) {
			continue
		}
		in := c.attempt(attempt)
		if in == nil {
			c.fruitless.count(c.lacking)
			continue
		}
		var f *failure
		if in.apply(c) {
			c.hits[attempt%len(c.elems)]++
			r.Instances++
			matched++
			if s := in.signature(); !seen[s] {
				seen[s], newest = true, matched
			}
			var n int
			n, f = in.compare(c)
			if r.Compared += n; in.obstacle != nil {
				c.obstacle = ": " + in.obstacle.Error()
			}
		} else if r.Instances == 0 {
			c.fruitless.explain(c.rule.Explain(in.root, rewrite.FPFast))
		}
		if f == nil && attempt%unknownEvery == 0 {
			if u := in.withUnknown(c); u != nil {
				_, f = u.compare(c)
			}
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// fruitless is what stood in the way of attempts.
type fruitless struct {
	lacking map[*ir.OpDef]int // ops that could not be made
	stage   rule.Stage        // the furthest that a match got
	refusal string            // and what stopped it there
	made    bool              // there was an instance
}

func (f *fruitless) count(def *ir.OpDef) {
	if f.lacking == nil {
		f.lacking = map[*ir.OpDef]int{}
	}
	f.lacking[def]++
}

func (f *fruitless) explain(stage rule.Stage, refusal string) {
	if !f.made || stage > f.stage {
		f.stage, f.refusal = stage, refusal
	}
	f.made = true
}

// unmatched says why a rule was never applied.
func (c *checker) unmatched() string {
	f := &c.fruitless
	switch {
	case !f.made:
		var worst *ir.OpDef
		for _, def := range slices.Concat(c.rule.Ops(), classOps()[:1]) {
			if worst == nil || f.lacking[def] > f.lacking[worst] {
				worst = def
			}
		}
		return fmt.Sprintf("cannot be tested: no instance of op '%s' could be made as the left side asks for it", worst.Name())
	case f.stage == rule.Unmatched:
		return "never matched: no instance that could be made is what its left side asks for, so nothing shows that it is right"
	case f.stage == rule.Aside:
		return "never matched: each instance of its left side that could be made has complex numbers, which only rules of a `set NAME complex` and those that ask complex(?x) are about"
	case f.stage == rule.Unbuildable:
		return "never applied: its left side is found, but its right side could not be made on any instance: " + f.refusal
	}
	return "never matched: no instance of its left side that could be made passes its conditions, so nothing shows that it is right"
}

// checker is the state of checking one rule.
type checker struct {
	rule    *rule.Rule
	pattern *rewrite.Pattern
	rng     *rand.Rand
	ctx     *ir.Context
	// builder makes the ops of instances; its slabs are shared by all of them.
	builder *ir.Builder
	applier *rewrite.Applier
	made    int // instances
	elems   []*ir.Type
	// What is known of the rule: its left side, the numbers it speaks of, what
	// its variables stand for and must be, whether all of its ops are elementwise, and
	// whether some are of other dialects than tg.
	left                 []*rule.Node
	numbers              []float64
	roles                map[string]*role
	wanted               rule.Wanted
	elementwise, foreign bool
	stated               map[*rule.NodeAttr]*ir.Attr // by literals of the left side
	// shapes are those that variables get, if they get some, whatever suits their ops.
	shapes map[string][]int64
	// bare makes variables of which nothing is asked inputs: what another op makes of an input may
	// be no number of some kind.
	bare bool
	seed uint64
	// tried and hits count the random instances of each element type, and those
	// that matched.
	tried, hits []int
	// pool are numbers that constants are, when a smaller failure is looked for.
	pool map[tensor.DType]*tensor.Tensor
	// lacking is the op that the last instance would have had, if there was none.
	lacking   *ir.OpDef
	fruitless fruitless
	// effort and patience bound attempts.
	effort, patience int
	// obstacle is why a left side could not be executed, behind a colon.
	obstacle string
	// filled is Result.Filled.
	filled bool
}

func newChecker(r *rule.Rule, seed uint64) *checker {
	return checkerWith(r, seed, ir.NewContext(dialectsOf(r)...))
}

// checkerWith is newChecker in a context.
func checkerWith(r *rule.Rule, seed uint64, ctx *ir.Context) *checker {
	c := checkerOf(r, seed, ctx, r.Pattern(rewrite.FPFast))
	if !r.Complex { // most instances of complex numbers would be made for nothing
		c.elems = slices.DeleteFunc(c.elems, (*ir.Type).IsComplex)
	}
	c.left, c.numbers = r.Left(), r.Numbers()
	c.roles, c.wanted = rolesOf(r), r.Wanted()
	c.elementwise = !slices.ContainsFunc(c.left, func(n *rule.Node) bool { return !isElementwise(n) })
	if c.foreign = isForeign(r); c.foreign {
		c.elems = append(c.elems, c.ctx.Index())
	}
	return c
}

// checkerOf makes one that knows nothing of the rule.
func checkerOf(r *rule.Rule, seed uint64, ctx *ir.Context, p *rewrite.Pattern) *checker {
	c := &checker{rule: r, seed: seed, rng: newRand(r, seed, 0), ctx: ctx, pattern: p, elems: opgen.Elements(ctx), effort: effort, patience: patience, stated: map[*rule.NodeAttr]*ir.Attr{}}
	c.renew()
	return c
}

// renew forgets the ops of instances that are no more.
func (c *checker) renew() {
	c.builder = ir.NewBuilder(c.ctx)
	c.applier = rewrite.NewApplier(c.builder)
}

// renewal is how many instances are remembered.
const renewal = 64

// promising reports whether a random instance is worth making: element types of
// which none has matched, where others have, get a few only.
func (c *checker) promising(attempt int) bool {
	if c.tried == nil {
		c.tried, c.hits = make([]int, len(c.elems)), make([]int, len(c.elems))
	}
	at := attempt % len(c.elems)
	if c.tried[at] >= triesPerElem && c.hits[at] == 0 && slices.Max(c.hits) > 0 && attempt/len(c.elems)%seldom != 0 {
		return false
	}
	c.tried[at]++
	return true
}

// Bounds of random instances of an element type that never matches.
const (
	triesPerElem = 25
	seldom       = 8
)

// attempt makes an instance; the number runs through element types and shapes.
func (c *checker) attempt(n int) *instance {
	return c.instance(c.elems[n%len(c.elems)], bases[n/len(c.elems)%len(bases)], random)
}

// newRand depends on the rule, so that a rule has the same instances whatever
// is checked with it.
func newRand(rule *rule.Rule, seed, stream uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(rule.Name))
	return rand.New(rand.NewPCG(h.Sum64()^stream, seed))
}
