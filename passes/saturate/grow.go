package saturate

import (
	"slices"

	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// limits end a saturation.
type limits struct {
	nodes, iterations int
	work              int64
}

// grower applies rules to a space until nothing new comes of it, or a limit is reached.
type grower struct {
	space    *space
	searcher *rule.Searcher
	rules    []*ruleState
	limits   limits
	// scheduler lets a rule that matches too often rest, and match more often then.
	scheduler egraph.Scheduler
	// byDef are the nodes that are ops, in the order in which they came.
	byDef map[*ir.OpDef][]egraph.ID
	seen  int // nodes that byDef has
	// fired are the places at which rules were applied, by Reason.Match.
	fired []*rule.Instance
	// traces are the nodes that were asked for there, by Reason.Match.
	traces     map[int32][]traced
	valued     map[egraph.ID]bool // nodes on constants whose value is there
	folded     uint32             // the epoch in which values were last looked for
	iterations int
	ended      string
}

// ruleState is what is known of a rule while it is used. It looks at all places in turn; where
// it finds as many matches as it may, it goes on there after a rest.
type ruleState struct {
	rule    *rule.Rule
	depth   int    // how far below its root it looks
	epoch   uint32 // what came since is new to it
	begun   uint32 // the epoch in which it has begun to look at the places, while it does
	list, n int    // where it goes on: in which list of nodes, and at which
	matches []*rule.Instance
	fired   bool // it has made things equal, or new ones
}

// saturated is how it ended where no rule finds anything new.
const saturated = "saturated"

// Rules may match so often in an iteration, and rest for so many, at first.
const (
	maxMatches = 1000
	restFor    = 3
)

// maxMerged is how often rules of several roots are applied to what they made: each time, what was
// merged is merged with all others. Tensat has a number of iterations for them.
const maxMerged = 3

func newGrower(s *space, list []*rule.Rule, mode rewrite.FPMode, l limits) *grower {
	g := &grower{
		space: s, searcher: rule.NewSearcher(s, mode), limits: l,
		scheduler: &egraph.Backoff{Matches: maxMatches, Ban: restFor}, byDef: map[*ir.OpDef][]egraph.ID{},
		traces: map[int32][]traced{}, valued: map[egraph.ID]bool{},
	}
	g.searcher.Bindings = s.graph.Explains()
	for _, r := range list {
		g.rules = append(g.rules, &ruleState{rule: r, depth: r.Depth()})
	}
	return g
}

// run saturates.
func (g *grower) run() {
	for g.ended == "" {
		switch {
		case g.iterations >= g.limits.iterations:
			g.ended = "iterations"
			return
		case g.space.graph.NumLive() >= g.limits.nodes:
			g.ended = "nodes"
			return
		case g.limits.work <= 0:
			g.ended = "work"
			return
		}
		g.iterations++
		done := g.step()
		if done && g.lookAgain() {
			done = g.step()
		}
		if done && g.ended == "" {
			g.ended = saturated
		}
	}
}

// step applies all rules once, and reports whether there was nothing new, and nothing is left.
func (g *grower) step() (done bool) {
	g.index()
	rested := g.search()
	grew := g.apply()
	if g.space.graph.Err() == nil && g.fold() {
		grew = true
	}
	if g.space.graph.Err() != nil {
		g.ended = "a contradiction"
	}
	return !grew && !rested && g.scheduler.Settled(g.iterations)
}

// lookAgain makes everything new to the rules that ask what computes a value: the answer may have
// changed by something that is further below than what they match. It reports whether there are any
// that have not just looked everywhere.
func (g *grower) lookAgain() (any bool) {
	for _, r := range g.rules {
		if r.rule.Inspects() && r.epoch > 1 {
			r.epoch, any = 0, true
		}
	}
	return any
}

// index lists what has come since the last time.
func (g *grower) index() {
	for n := g.seen; n < len(g.space.nodes); n++ {
		if o := g.space.nodes[n].op; o != nil && o.Def() != nil {
			g.byDef[o.Def()] = append(g.byDef[o.Def()], egraph.ID(n))
		}
	}
	g.seen = len(g.space.nodes)
}

// search finds the matches of all rules in the graph as it is. It reports whether some rule
// has not been looked for everywhere.
func (g *grower) search() (rested bool) {
	graph := g.space.graph
	epoch := graph.Advance()
	near := map[uint32][]bool{} // by epoch and depth: the nodes at which something is new
	for k, r := range g.rules {
		limit := g.scheduler.Limit(k, g.iterations)
		if limit < 0 {
			rested = true
			continue
		}
		if r.begun == 0 {
			r.begun = epoch
		}
		var fresh []bool
		if r.epoch > 0 {
			key := r.epoch<<8 | uint32(r.depth)
			if near[key] == nil {
				near[key] = g.near(r.epoch, r.depth)
			}
			fresh = near[key]
		}
		if !g.searchRule(r, limit, fresh) {
			g.scheduler.Exceeded(k, g.iterations)
			rested = true
			continue
		}
		r.epoch, r.begun, r.list, r.n = r.begun, 0, 0, 0
		if g.limits.work <= 0 {
			return true
		}
	}
	return rested
}

// near marks the nodes that are touched since an epoch, or have something touched so far below.
func (g *grower) near(epoch uint32, depth int) []bool {
	graph := g.space.graph
	marked := make([]bool, len(g.space.nodes))
	list := graph.Touched(epoch, nil)
	for _, n := range list {
		marked[n] = true
	}
	for range depth {
		var up []egraph.ID
		classes := map[egraph.ID]bool{}
		for _, n := range list {
			c := graph.Find(n)
			if classes[c] {
				continue
			}
			classes[c] = true
			graph.Parents(c, func(parent egraph.ID, _ int) bool {
				if !marked[parent] {
					marked[parent] = true
					up = append(up, parent)
				}
				return true
			})
		}
		list = up
	}
	return marked
}

// searchRule finds the matches of one rule, up to a limit; it is false if there may be more.
func (g *grower) searchRule(r *ruleState, limit int, fresh []bool) bool {
	r.matches = r.matches[:0]
	several := r.rule.NumPatterns() > 1 // a fresh one need not be the first
	g.searcher.Fresh, g.searcher.Root = nil, g.mayMerge
	if several && fresh != nil {
		g.searcher.Fresh = func(o *ir.Op) bool { return fresh[g.space.defNode(o.Result(0))] }
	}
	for lists := g.lists(r.rule); r.list < len(lists); r.list, r.n = r.list+1, 0 {
		for ; r.n < len(lists[r.list]); r.n++ {
			n := lists[r.list][r.n]
			if !g.space.mayRewrite(n) || !several && fresh != nil && !fresh[n] {
				continue
			}
			left, all := g.searcher.Search(r.rule, g.space.nodes[n].op, g.limits.work-1, func(i *rule.Instance) bool {
				r.matches = append(r.matches, i)
				return len(r.matches) < limit
			})
			g.limits.work = left
			if !all {
				return false
			}
		}
	}
	return true
}

// mayMerge reports whether an op may be a root of a rule with several: what such rules make are
// new roots of theirs, ever more.
func (g *grower) mayMerge(o *ir.Op) bool {
	n := g.space.defNode(o.Result(0))
	return g.space.nodes[n].merged < maxMerged && g.space.mayRewrite(n)
}

// lists are the nodes at which a rule may match, by what they are. New nodes come at the end of
// each list, and new lists behind the others.
func (g *grower) lists(r *rule.Rule) (lists [][]egraph.ID) {
	if def := r.Root(); def != nil {
		return [][]egraph.ID{g.byDef[def]}
	}
	for _, def := range g.defs() {
		nodes := g.byDef[def]
		if !r.StartsFrom(def) {
			nodes = nil
		}
		lists = append(lists, nodes)
	}
	return lists
}

// defs are the ops that there are, in an order that is always the same.
func (g *grower) defs() []*ir.OpDef {
	var list []*ir.OpDef
	for d := range g.byDef {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *ir.OpDef) int { return int(g.byDef[a][0]) - int(g.byDef[b][0]) })
	return list
}

// apply adds what the rules make of their matches, and reports whether that was anything new.
func (g *grower) apply() (changed bool) {
	s := g.space
	before := s.graph.NumNodes()
	for k, r := range g.rules {
		for _, i := range r.matches {
			if s.graph.NumLive() >= g.limits.nodes {
				g.ended = "nodes"
				break
			}
			if s.graph.Err() != nil {
				break
			}
			s.loc = i.Matched[0].Loc()
			s.trace, s.merged = s.trace[:0], s.mergedBy(i)
			nodes := s.graph.NumNodes()
			made := i.Make(s)
			fired := false
			for j, v := range made {
				why := egraph.Reason{Rule: int32(k), Match: int32(len(g.fired))}
				if s.graph.Union(s.node(i.Roots[j]), s.node(v), why) {
					fired, changed = true, true
				}
			}
			r.fired = r.fired || fired || s.graph.NumNodes() > nodes
			if fired && s.graph.Explains() {
				g.traces[int32(len(g.fired))] = slices.Clone(s.trace)
				g.fired = append(g.fired, i)
			}
		}
		clear(r.matches)
		r.matches = r.matches[:0]
	}
	s.graph.Rebuild()
	return changed || s.graph.NumNodes() > before
}

// swayedBy reports whether without the first so many rules something else might have come of it:
// they have been applied, or have used up what others would have needed.
func (g *grower) swayedBy(first int) bool {
	return first > 0 && (g.ended != saturated || slices.ContainsFunc(g.rules[:first], func(r *ruleState) bool { return r.fired }))
}

// mergedBy is how often rules of several roots have been applied to get to what a match makes.
func (s *space) mergedBy(i *rule.Instance) (times uint8) {
	for _, v := range i.Roots {
		times = max(times, s.nodes[s.defNode(v)].merged)
	}
	if i.Rule.NumPatterns() > 1 {
		times++
	}
	return times
}
