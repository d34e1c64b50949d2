// Package rulefile makes files of rules of what is discovered: equalities are found (package
// discover), become rules (package widen), and those that say the same are one.
package rulefile

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Options say what is discovered, and how much is done for it.
type Options struct {
	// Find says which programs are enumerated. Its Resume and Save are set here.
	Find discover.Options
	// Lookup finds the definitions of ops, and must be set.
	Lookup rule.Lookup
	// Origin is where rules say that they come from.
	Origin string
	// Enumerated ends the enumeration, before all else ends; nil for never.
	Enumerated context.Context
	// Progress is called often, by one goroutine at a time; nil for never.
	Progress func(Progress)
	// Save is called when there is more to go on from than before; nil for never. What makes the
	// state is to be called then or not at all.
	Save func(func() *State)
	// Resume is where an interrupted run goes on; nil for the beginning.
	Resume *State
}

// Progress is how far a run is.
type Progress struct {
	Find discover.Progress
	// Equalities is how many were found, 0 as long as they are being found; Judged of how many it
	// is known which rules they are, if any.
	Equalities, Judged int
}

// Result is what was made.
type Result struct {
	Find discover.Result
	// Equalities is how many were to become rules, those that only differ in names or sides being
	// one; Judged how many of them it is known of, Refuted how many of these are no rules.
	Equalities, Judged, Refuted int
	// Rules are those that differ, general ones first.
	Rules []*widen.Rule
	// State is where to go on, if that is not all.
	State *State
}

// Complete reports whether nothing is left to do.
func (r *Result) Complete() bool { return r.Find.Complete && r.Judged == r.Equalities }

// Make discovers rules until it is done or the context ends.
func Make(ctx context.Context, c *ir.Context, o Options) (*Result, error) {
	m := &maker{Options: o, ctx: ctx, verdicts: map[string]Verdict{}}
	if err := m.resume(); err != nil {
		return nil, err
	}
	r := &Result{}
	var err error
	if r.Find, err = m.find(c); err != nil {
		return nil, err
	}
	m.search = r.Find.Checkpoint
	list := distinct(r.Find.Equalities)
	r.Equalities = len(list)
	m.judgeAll(list)
	m.collect(r, list)
	r.State = m.state()
	return r, nil
}

// maker is a run.
type maker struct {
	Options
	ctx      context.Context
	search   *discover.Checkpoint
	lock     sync.Mutex
	verdicts map[string]Verdict // by equality
}

// find enumerates.
func (m *maker) find(c *ir.Context) (discover.Result, error) {
	ctx := m.Enumerated
	if ctx == nil {
		ctx = m.ctx
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.ctx, cancel)()
	o := m.Find
	if m.Progress != nil {
		o.Progress = func(p discover.Progress) { m.Progress(Progress{Find: p}) }
	}
	if m.Save != nil {
		o.Save = func(make func() *discover.Checkpoint) {
			m.Save(func() *State {
				m.search = make()
				return m.state()
			})
		}
	}
	return discover.Find(ctx, c, o)
}

// claim is an equality that is to become a rule.
type claim struct {
	discover.Equality
	key, name string
}

// distinct are equalities in the order in which they are judged, without those that only differ in names of variables or sides.
func distinct(list []discover.Equality) (claims []claim) {
	seen := map[string]bool{}
	for _, q := range list {
		key := renamed(q.Left, q.Right)
		if len(q.Left) == 1 {
			key = min(key, renamed(q.Right, q.Left))
		}
		if !seen[key] {
			seen[key] = true
			claims = append(claims, claim{q, key, nameOf(q, key)})
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return a.effort() - b.effort() })
	return claims
}

// effort is larger for what takes longer to judge and is less general: of more ops, with more
// attributes.
func (q *claim) effort() int {
	attrs := map[term.Attr]bool{}
	for _, t := range q.Left {
		t.Walk(func(t *term.Term) {
			for _, a := range t.Attrs {
				attrs[a] = true
			}
		})
	}
	return q.Ops + len(attrs)
}

// renamed is an equality as text, the variables named in the order in which they are met.
func renamed(left, right []*term.Term) string {
	names := map[string]string{}
	copied := func(terms []*term.Term) (list []*term.Term) {
		for _, t := range terms {
			c := t.Clone()
			c.Walk(func(t *term.Term) {
				if t.Variable == "" {
					return
				}
				if names[t.Variable] == "" {
					names[t.Variable] = fmt.Sprint("v", len(names))
				}
				t.Variable = names[t.Variable]
			})
			list = append(list, c)
		}
		return list
	}
	l := copied(left)
	return term.Join(l) + " = " + term.Join(copied(right))
}

// namedOps is how many ops a name has.
const namedOps = 4

// nameOf is the name of the rule that an equality becomes: its first ops, and a hash, so that it
// does not depend on what else is found.
func nameOf(q discover.Equality, key string) string {
	parts := []string{"found"}
	for _, t := range append(slices.Clone(q.Left), q.Right...) {
		t.Walk(func(t *term.Term) {
			if t.Op != "" && len(parts) <= namedOps {
				parts = append(parts, strings.ReplaceAll(t.Op, "_", "-"))
			}
		})
	}
	h := fnv.New32a()
	h.Write([]byte(key))
	return fmt.Sprintf("%s-%08x", strings.Join(parts, "-"), h.Sum32())
}

// judgeAll makes rules of equalities, several at a time. Those that differ in attributes only are
// judged one after the other, as the rule of one may be that of all.
func (m *maker) judgeAll(list []claim) {
	var groups [][]claim
	index := map[string]int{}
	for _, q := range list {
		key := widen.Claim(q.widen())
		n, ok := index[key]
		if !ok {
			n = len(groups)
			index[key] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], q)
	}
	w := &widen.Widener{Lookup: m.Lookup, Seed: m.Find.Seed, Origin: m.Origin}
	next := make(chan []claim)
	var group sync.WaitGroup
	for range max(1, m.Find.Workers) {
		group.Add(1)
		go func() {
			defer group.Done()
			for g := range next {
				m.judge(g, w, len(list))
			}
		}()
	}
	for _, g := range groups {
		select {
		case next <- g:
			continue
		case <-m.ctx.Done():
		}
		break
	}
	close(next)
	group.Wait()
}

// widen is what is to become a rule.
func (q *claim) widen() widen.Equality {
	return widen.Equality{Left: q.Left, Right: q.Right, Trials: int64(q.Trials), Field: fieldName, Bound: q.Bound}
}

// judge remembers what rules equalities are that differ in attributes only.
func (m *maker) judge(group []claim, w *widen.Widener, of int) {
	general := ""
	for _, q := range group {
		m.lock.Lock()
		v, known := m.verdicts[q.key]
		m.lock.Unlock()
		if !known && general != "" {
			v, known = Verdict{Same: general}, true
		} else if !known {
			r, err := w.Rule(m.ctx, q.name, q.widen())
			switch {
			case err != nil && err == m.ctx.Err():
				return // nothing is known
			case err != nil:
				v.Why = err.Error()
			default:
				v = Verdict{Rule: r.Text, Set: string(r.Set), General: r.General}
			}
		}
		if v.General {
			general = q.name
		}
		m.remember(q, v, of)
	}
}

func (m *maker) remember(q claim, v Verdict, of int) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.verdicts[q.key] = v
	if m.Progress != nil {
		m.Progress(Progress{Equalities: of, Judged: len(m.verdicts)})
	}
	if m.Save != nil {
		m.Save(m.state)
	}
}

// fieldName is over what equalities are tried.
const fieldName = "2^61-1"

// collect takes the rules of what was judged without a gap, so that they do not depend on the
// number of workers.
func (m *maker) collect(r *Result, list []claim) {
	said := map[string]bool{}
	for _, q := range list {
		v, ok := m.verdicts[q.key]
		if !ok {
			break
		}
		r.Judged++
		if v.Rule == "" {
			if v.Same == "" {
				r.Refuted++
			}
			continue
		}
		x := m.read(v)
		if x == nil {
			continue // a state that was made by hand
		}
		statement := strings.TrimPrefix(x.Statement(), "rule "+x.Name)
		if !said[statement] {
			said[statement] = true
			r.Rules = append(r.Rules, x)
		}
	}
	m.untangle(r)
}

// read reads a rule that was made.
func (m *maker) read(v Verdict) *widen.Rule {
	list, err := rule.Parse("state", widen.Set(v.Set).Header()+v.Rule+"\n", m.Lookup)
	if err != nil || len(list) != 1 {
		return nil
	}
	return &widen.Rule{Rule: list[0], Set: widen.Set(v.Set), Text: v.Rule}
}

// untangle leaves to searches what goes round in circles when it is always applied.
func (m *maker) untangle(r *Result) {
	for {
		var always []*rule.Rule
		for _, x := range r.Rules {
			if x.Set == widen.Always {
				always = append(always, x.Rule)
			}
		}
		cycles := rulecheck.Cycles(always, func(*rule.Rule) bool { return true }, m.Find.Seed)
		if len(cycles) == 0 {
			return
		}
		for _, c := range cycles {
			for i, x := range r.Rules {
				if slices.Contains(c.Rules, x.Rule) {
					r.Rules[i] = m.read(Verdict{Rule: x.Text, Set: string(widen.Search)})
				}
			}
		}
	}
}

// Text is a file of rules, each set in the order of the list, behind comment lines.
func Text(comment []string, list []*widen.Rule) string {
	var b strings.Builder
	for _, line := range comment {
		b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
	for _, set := range []widen.Set{widen.Always, widen.Search} {
		first := true
		for _, r := range list {
			if r.Set != set {
				continue
			}
			if first {
				b.WriteString("\n" + set.Header())
			}
			first = false
			b.WriteString("\n" + r.Text + "\n")
		}
	}
	return b.String()
}
