package egraph

import (
	"fmt"
	"math"
	"slices"
)

// Limits end a run. They are obeyed inside of a search and between matches that
// are applied, so that no rule can get far beyond one. A limit of 0 lets nothing
// happen; Unlimited is none.
type Limits struct {
	Iterations int
	Nodes      int // that are live
	Matches    int // of a rule in an iteration; what is found up to then is applied
	Bytes      int // of the graph and the matches
	Work       int // candidates looked at, lookups, nodes mended
}

// Unlimited is a limit that is not reached.
const Unlimited = never

// DefaultLimits are egg's, 30 iterations and 10,000 nodes, and 4 GiB.
func DefaultLimits() Limits {
	return Limits{Iterations: 30, Nodes: 10_000, Matches: Unlimited, Bytes: 4 << 30, Work: Unlimited}
}

// Stop is why a run ended.
type Stop int

// The reasons.
const (
	Saturated Stop = iota // no rule has anything to add
	Reached               // Until said so
	IterationLimit
	NodeLimit
	MatchLimit // rules found nothing new among the matches that they may find
	ByteLimit
	WorkLimit
	Contradictory // an analysis refused a union
)

func (s Stop) String() string {
	return [...]string{"saturated", "goal reached", "iteration limit", "node limit", "match limit", "byte limit", "work limit",
		"contradiction"}[s]
}

// Report is what a run did.
type Report struct {
	Stop       Stop
	Iterations []Iteration
	Work       uint64
	// Err is, after a contradiction, the error with the rule's name; Contradiction is
	// the same for Explain.
	Err           error
	Contradiction *Contradiction
}

// Iteration is what one iteration did.
type Iteration struct {
	Nodes, Classes int // after it
	Rules          []RuleStats
}

// RuleStats is what a rule did in an iteration.
type RuleStats struct {
	Matches int // found, also those that are true already
	Kept    int // to be applied
	Applied int // that changed the graph
	Work    uint64
	Banned  bool // did not search, or found too much for the scheduler
	Cut     bool // stopped at a limit
}

// Runner runs rules on a graph until nothing changes or a limit is reached.
type Runner struct {
	Graph     *Graph
	Rules     []*Rule
	Limits    Limits
	Scheduler Scheduler
	// Until is asked after each iteration whether to end. It may add to the graph and
	// is nil for no.
	Until func(g *Graph) bool

	index     *index
	listed    int // nodes below are in the index
	dead      int // dropped when the index was compacted
	states    []state
	report    *Report
	spent     uint64 // work of searches
	searching Search
	iterated  int
	again     bool // nothing changed, but matches were left out
	wary      bool // what a search left out since the graph would be full was missed
	log       []ID // matches that changed the graph, for proofs
}

// state is what a runner keeps of a rule.
type state struct {
	since  uint32
	filter bool
	yield  float64 // how many nodes a match made when last some were applied
	words  []ID
	kept   int
	stats  RuleStats
	whole  bool // the search saw all there is
	m      matcher
	heavy  bool // the last search looked at much more than there was
}

// NewRunner is a runner with DefaultLimits and egg's back-off.
func NewRunner(g *Graph, rules []*Rule) *Runner {
	return &Runner{Graph: g, Rules: rules, Limits: DefaultLimits(), Scheduler: NewBackoff(), index: newIndex()}
}

// Run runs until one of the reasons to stop. It can be called again: rules go on
// where they were.
func (r *Runner) Run() *Report {
	r.report = &Report{}
	r.room()
	g := r.Graph
	before := g.work + r.spent
	g.Rebuild()
	stop, stopped := r.contradiction()
	for !stopped {
		stop, stopped = r.iterate()
	}
	r.report.Stop = stop
	r.report.Work = g.work + r.spent - before
	return r.report
}

// fewWords is for how many words of matches a rule has room from the start.
const fewWords = 32

// room makes room for what is kept of rules.
func (r *Runner) room() {
	more := len(r.Rules) - len(r.states)
	if more <= 0 {
		return
	}
	r.states = slices.Grow(r.states, more)
	words := make([]ID, more*fewWords)
	for ; len(words) > 0; words = words[fewWords:] {
		r.states = append(r.states, state{words: words[:0:fewWords]})
	}
}

// limit is the limit that the graph is at, if any.
func (r *Runner) limit() (Stop, bool) {
	g := r.Graph
	switch {
	case g.NumLive() >= r.Limits.Nodes:
		return NodeLimit, true
	case g.work+r.spent >= uint64(r.Limits.Work):
		return WorkLimit, true
	case r.bytes() >= r.Limits.Bytes:
		return ByteLimit, true
	}
	return 0, false
}

func (r *Runner) bytes() int {
	n := r.Graph.Bytes() + 4*cap(r.log) + r.index.bytes()
	for i := range r.states {
		n += 4 * cap(r.states[i].words)
	}
	return n
}

// iterate searches with all rules, applies what they found and restores
// congruence.
func (r *Runner) iterate() (Stop, bool) {
	g := r.Graph
	if len(r.report.Iterations) >= r.Limits.Iterations {
		return IterationLimit, true
	}
	if stop, at := r.limit(); at {
		return stop, true
	}
	nodes, lost := len(g.nodes), g.numLost
	stop, stopped := r.search()
	next := g.Advance()
	if at, full := r.apply(next, stopped); full {
		stop, stopped = at, true
	}
	g.Rebuild()
	it := Iteration{Nodes: g.NumLive(), Classes: g.NumClasses(), Rules: make([]RuleStats, len(r.Rules))}
	cut := false
	for i := range r.Rules {
		it.Rules[i] = r.states[i].stats
		cut = cut || it.Rules[i].Cut
	}
	r.report.Iterations = append(r.report.Iterations, it)
	iteration := r.iterated
	r.iterated++
	if at, failed := r.contradiction(); failed {
		return at, true
	}
	if r.Until != nil && r.Until(g) {
		g.Rebuild()
		return Reached, true
	}
	if stopped {
		return stop, true
	}
	r.wary = r.wary || cut
	if len(g.nodes) == nodes && g.numLost == lost {
		if cut && r.again {
			return MatchLimit, true
		}
		if r.again = cut; cut {
			return 0, false // once more, without the matches that change nothing
		}
		if r.Scheduler.Settled(iteration) {
			return Saturated, true
		}
	}
	r.again = false
	return 0, false
}

// search has all rules search that may. It says which limit was reached.
func (r *Runner) search() (stop Stop, stopped bool) {
	g := r.Graph
	r.index.update(g, r.listed)
	r.listed = len(g.nodes)
	if g.numDead-r.dead > g.NumLive()/2 {
		r.index.compact(g)
		r.dead = g.numDead
	}
	base := r.bytes()
	fill := r.filling()
	for i, rule := range r.Rules {
		st := &r.states[i]
		st.words, st.kept, st.stats, st.whole = st.words[:0], 0, RuleStats{}, false
		limit := r.Scheduler.Limit(i, r.iterated)
		if stopped || limit < 0 {
			st.stats.Banned = limit < 0
			continue
		}
		if rule.pattern != nil && r.idle(rule.pattern.from) {
			st.whole = true
			continue
		}
		if st.stats.Cut = fill.nodes < 1; st.stats.Cut {
			continue // the graph is going to be full
		}
		s := &r.searching
		*s = Search{Graph: g, Since: st.since, index: r.index, width: rule.Width, words: st.words, limit: limit,
			keep: min(r.Limits.Matches, fill.most(st)), room: (r.Limits.Bytes - base) / 4, most: uint64(r.Limits.Work) - g.work - r.spent}
		if rule.Full {
			s.Since = 0
		}
		if rule.pattern != nil {
			rule.pattern.explain = g.proof != nil
			if s.width -= len(rule.pattern.from.atoms); rule.pattern.explain {
				s.width = rule.Width
			}
			if st.m.p == nil {
				rule.pattern.prepare(&st.m)
			}
			st.m.heavy = st.heavy && base+copyBytes*len(g.nodes) < r.Limits.Bytes
			rule.pattern.search(s, &st.m, st.filter)
			st.heavy = s.work > uint64(muchWork*g.NumLive())
		} else {
			rule.Search(s)
		}
		r.spent += s.work
		base += 4 * (cap(s.words) - cap(st.words))
		st.words = s.words
		st.stats = RuleStats{Matches: s.count, Work: s.work}
		switch {
		case s.spent:
			stop, stopped = WorkLimit, true
		case s.filled:
			stop, stopped = ByteLimit, true
		case s.full:
			st.words = st.words[:0]
			st.stats.Banned = true
			r.Scheduler.Exceeded(i, r.iterated)
		case !s.cut:
			st.whole = true
		}
		st.stats.Cut = s.spent || s.filled || s.cut
		if s.width > 0 {
			st.kept = len(st.words) / s.width
		}
		st.stats.Kept = st.kept
		fill.plan(st)
	}
	return stop, stopped
}

// filling says how many matches there is a point in searching for: those that
// surely fill the graph.
type filling struct {
	matches int     // that may be kept
	nodes   float64 // that they may make, if they make as many as those before
}

func (r *Runner) filling() filling {
	if r.Limits.Nodes > never/4 {
		return filling{never, math.Inf(1)}
	}
	room := r.Limits.Nodes - r.Graph.NumLive()
	f := filling{room + r.Limits.Nodes/4 + 2*block, math.Inf(1)}
	if !r.wary {
		f.nodes = float64(float64(room)*1.25) + 2*block
	}
	return f
}

// most is how many matches of a rule may be kept.
func (f *filling) most(st *state) int {
	if st.yield > 0 && f.nodes/st.yield < float64(f.matches) {
		return int(f.nodes / st.yield)
	}
	return f.matches
}

// plan counts the matches of a rule.
func (f *filling) plan(st *state) {
	f.matches = max(0, f.matches-st.kept)
	f.nodes = max(0, f.nodes-float64(float64(st.kept)*st.yield))
}

// idle says whether a pattern has a symbol that no node has.
func (r *Runner) idle(p *pattern) bool {
	for i := range p.atoms {
		if len(r.index.nodes(r.Graph, Symbol(p.atoms[i].code>>codeShift))) == 0 {
			return true
		}
	}
	return false
}

// apply applies the matches that were found, until a limit is reached. Rules
// whose matches were all found and applied have seen what is before the epoch.
func (r *Runner) apply(epoch uint32, stopped bool) (Stop, bool) {
	for i, rule := range r.Rules {
		st := &r.states[i]
		if st.kept > 0 {
			if rule.pattern != nil && rule.pattern.to != nil {
				rule.pattern.to.grounds(r.Graph)
			}
			if stop, at := r.applyRule(i, rule, st); at {
				return stop, true
			}
		}
		if st.whole {
			st.since = epoch
		}
		st.filter = st.stats.Cut || st.stats.Applied*2 < st.stats.Matches
	}
	return 0, false
}

// applyRule applies the matches of a rule, a block at a time where as many surely
// keep within the limits.
func (r *Runner) applyRule(i int, rule *Rule, st *state) (Stop, bool) {
	g := r.Graph
	before, tried := g.NumLive(), 0
	defer func() {
		if tried >= block {
			st.yield = float64(g.NumLive()-before) / float64(tried)
		}
	}()
	width := len(st.words) / st.kept
	why := Reason{Rule: int32(i), Match: -1}
	for at := 0; at < st.kept; at += block {
		if stop, at := r.limit(); at {
			return stop, true
		}
		words := st.words[at*width : min(at+block, st.kept)*width]
		tried += len(words) / width
		p := rule.pattern
		if p != nil && len(p.conditions) > 0 {
			words = p.stillHold(g, words, width)
		}
		if p != nil && p.to != nil && len(p.to.made) > 0 && g.proof == nil {
			most := block * len(p.to.made)
			if g.NumLive()+most < r.Limits.Nodes && g.work+r.spent+uint64(64*most) < uint64(r.Limits.Work) {
				st.stats.Applied += p.to.applyBlock(g, words, width, len(p.from.roots), why)
				if g.failure != nil {
					return Contradictory, true
				}
				continue
			}
		}
		if stop, at := r.applyEach(rule, st, words, width, why); at {
			return stop, true
		}
	}
	return 0, false
}

// stillHold keeps the matches whose conditions are still fulfilled.
func (rw *rewriting) stillHold(g *Graph, words []ID, width int) []ID {
	kept := 0
next:
	for k := 0; k < len(words); k += width {
		m := rw.match(words[k : k+width])
		for i := range m.ids {
			m.ids[i] = g.Find(m.ids[i])
		}
		for _, c := range rw.conditions {
			if !c(g, m) {
				continue next
			}
		}
		copy(words[kept:kept+width], words[k:k+width])
		kept += width
	}
	return words[:kept]
}

// applyEach applies matches one by one.
func (r *Runner) applyEach(rule *Rule, st *state, words []ID, width int, why Reason) (Stop, bool) {
	g := r.Graph
	for k := 0; k < len(words); k += width {
		if g.NumLive() >= r.Limits.Nodes || g.work+r.spent >= uint64(r.Limits.Work) {
			return r.limit()
		}
		match := words[k : k+width]
		nodes, lost := len(g.nodes), g.numLost
		time := uint32(0)
		if g.proof != nil {
			why.Match = int32(len(r.log))
			time = g.proof.time
		}
		if p := rule.pattern; p != nil && p.to != nil {
			p.to.apply(g, match, len(p.from.roots), why)
		} else {
			rule.Apply(g, match, why)
		}
		if g.proof != nil && g.proof.time != time {
			r.note(rule, match)
		}
		if len(g.nodes) != nodes || g.numLost != lost {
			st.stats.Applied++
		}
		if g.failure != nil {
			return Contradictory, true
		}
	}
	return 0, false
}

// note keeps a match that changed the graph: its words, and then, for templates,
// the nodes of the right side.
func (r *Runner) note(rule *Rule, match []ID) {
	r.log = append(r.log, match...)
	if p := rule.pattern; p != nil && p.to != nil {
		r.log = append(r.log, p.to.regs[p.to.vars:]...)
	}
}

// contradiction is the end of a run that an analysis refused.
func (r *Runner) contradiction() (Stop, bool) {
	f := r.Graph.failure
	if f == nil {
		return 0, false
	}
	r.report.Contradiction = f
	r.report.Err = fmt.Errorf("%s: %w", r.RuleName(f.Why), f)
	return Contradictory, true
}

// RuleName is the rule of a reason, in words.
func (r *Runner) RuleName(why Reason) string {
	switch {
	case why == Congruence:
		return "congruence"
	case why.Rule >= 0 && int(why.Rule) < len(r.Rules):
		return "rule " + r.Rules[why.Rule].Name
	case why == Computed:
		return "analysis"
	}
	return "given"
}
