// Package rulefile makes files of rules of what is discovered, in stages: equalities are found,
// over the reals (package discover) and on machine numbers (package machine); they become rules
// (package widen); those that say the same are one; and those that follow from others are left out
// (package derive).
package rulefile

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tg-opt/tg/discover"
	"github.com/tg-opt/tg/discover/derive"
	"github.com/tg-opt/tg/discover/machine"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/discover/widen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Options say what is discovered, and how much is done for it.
type Options struct {
	// Find says which programs are enumerated. Its Progress, Save and Resume are set here.
	Find discover.Options
	// Types are the element types for which elementwise programs are compared on machine numbers,
	// too; none for not at all.
	Types []*ir.Type
	// Approximate compares elementwise programs on f64 up to rounding, too.
	Approximate bool
	// Lookup finds the definitions of ops, and must be set.
	Lookup rule.Lookup
	// Known are rules from which others may follow, and which are not made again.
	Known []*rule.Rule
	// All keeps rules that follow from others.
	All bool
	// Origin is where rules say that they come from.
	Origin string
	// Time is how long all takes, 0 for as long as it does.
	Time time.Duration
	// Progress is called often, by one goroutine at a time; nil for never.
	Progress func(Progress)
	// Save is called when there is more to go on from than before; nil for never. What makes the
	// state is to be called then or not at all.
	Save func(func() *State)
	// Resume is where an interrupted run goes on; nil for the beginning.
	Resume *State
}

// When stages end at the latest, of all the time. What one leaves the next one has.
const (
	reals    = 0.1
	machines = 0.15
	judging  = 0.85
)

// Progress is how far a run is.
type Progress struct {
	Find discover.Progress
	// Equalities is how many were found, 0 as long as they are being found; Judged of how many it
	// is known which rules they are, if any.
	Equalities, Judged int
	// Rules is how many there are of which it is looked for those that follow from others, 0
	// before.
	Rules int
}

// Result is what was made.
type Result struct {
	// Find is what was enumerated over the reals, and Machine on machine numbers; nil where no op
	// can be.
	Find, Machine *discover.Result
	// Equalities is how many were to become rules, those that only differ in names or sides being
	// one; Judged how many of them it is known of, Refuted how many of these are no rules.
	Equalities, Judged, Refuted int
	// Made is how many rules differ.
	Made int
	// Rules are those that are left, general ones first.
	Rules []*widen.Rule
	// Dropped say how others follow from these and from known ones. Minimal is whether all were
	// looked at.
	Dropped []derive.Derivation
	Minimal bool
	// State is where to go on, if that is not all.
	State *State
}

// Complete reports whether nothing is left to do.
func (r *Result) Complete() bool { return r.Enumerated() && r.Judged == r.Equalities && r.Minimal }

// Enumerated reports whether all programs were tried.
func (r *Result) Enumerated() bool {
	done := func(f *discover.Result) bool { return f == nil || f.Complete }
	return done(r.Find) && done(r.Machine)
}

// All are the rules that were made, also those that follow from others.
func (r *Result) All() (list []*rule.Rule) {
	for _, x := range r.Rules {
		list = append(list, x.Rule)
	}
	for _, d := range r.Dropped {
		list = append(list, d.Rule)
	}
	return list
}

// RefutedEqualities are those that were judged and are no rules, as `LEFT = RIGHT`, sorted.
func (r *Result) RefutedEqualities() (list []string) {
	for key, v := range r.State.Verdicts {
		if v.Rule == "" && v.Same == "" {
			list = append(list, key)
		}
	}
	slices.Sort(list)
	return list
}

// Check says what is wrong with options.
func (o *Options) Check() error {
	_, _, err := o.searches()
	return err
}

// searches are the enumerations, each of the ops that it can try; nil for none.
func (o *Options) searches() (overReals *discover.Options, onNumbers *machine.Options, err error) {
	a, b := o.Find, machine.Options{Options: o.Find, Types: o.Types, Approximate: o.Approximate}
	a.Ops, b.Ops = nil, nil
	for _, def := range o.Find.Ops {
		why := discover.Tries(def)
		if why == nil {
			a.Ops = append(a.Ops, def)
		}
		if len(o.Types) > 0 && machine.Tries(def) == nil {
			b.Ops, why = append(b.Ops, def), nil
		}
		if why != nil {
			return nil, nil, fmt.Errorf("programs of '%s' cannot be tried: %w", def.Name(), why)
		}
	}
	if b.Ops != nil {
		b.Attrs = slices.DeleteFunc(slices.Clone(b.Attrs), func(name string) bool { return !discover.HasAttr(b.Ops, name) })
		if o.Find.Attrs == nil {
			b.Attrs = nil
		}
		if err := b.Check(); err != nil {
			return nil, nil, err
		}
		onNumbers = &b
		a.Numbers = slices.DeleteFunc(slices.Clone(a.Numbers), func(v float64) bool { return !discover.HasNumber(v) })
	}
	if a.Ops != nil || b.Ops == nil {
		if err := a.Check(); err != nil {
			return nil, nil, err
		}
		overReals = &a
	}
	return overReals, onNumbers, nil
}

// maker is a run.
type maker struct {
	Options
	ctx      context.Context
	begun    time.Time
	lock     sync.Mutex
	searches [2]*discover.Checkpoint // over the reals, and on machine numbers
	verdicts map[string]Verdict      // by equality
}

// Make discovers rules until it is done or the context ends.
func Make(ctx context.Context, c *ir.Context, o Options) (*Result, error) {
	m := &maker{Options: o, ctx: ctx, begun: time.Now(), verdicts: map[string]Verdict{}}
	overReals, onNumbers, err := o.searches()
	if err != nil {
		return nil, err
	}
	if err := m.resume(); err != nil {
		return nil, err
	}
	r := &Result{}
	var found []claim
	if overReals != nil {
		f, err := m.find(0, reals, *overReals, func(ctx context.Context, o discover.Options) (discover.Result, error) {
			return discover.Find(ctx, c, o)
		})
		switch {
		case errors.Is(err, discover.ErrNoPrograms) && onNumbers != nil: // ops of truth values, say
		case err != nil:
			return nil, err
		default:
			r.Find, found = &f, claims(f.Equalities, fieldName)
		}
	}
	if onNumbers != nil {
		f, err := m.find(1, machines, onNumbers.Options, func(ctx context.Context, o discover.Options) (discover.Result, error) {
			m := *onNumbers
			m.Options = o
			return machine.Find(ctx, c, m)
		})
		if err != nil {
			return nil, err
		}
		r.Machine, found = &f, append(found, claims(f.Equalities, fmt.Sprint(onNumbers.Types))...)
	}
	found = distinct(found)
	r.Equalities = len(found)
	m.judgeAll(found)
	m.collect(r, found)
	if err := m.minimise(r); err != nil {
		return nil, err
	}
	r.State = m.state()
	return r, nil
}

// until is a context that ends at a share of the time.
func (m *maker) until(share float64) (context.Context, context.CancelFunc) {
	if m.Time == 0 {
		return context.WithCancel(m.ctx)
	}
	return context.WithDeadline(m.ctx, m.begun.Add(time.Duration(share*float64(m.Time))))
}

// find runs one of the enumerations.
func (m *maker) find(n int, share float64, o discover.Options, find func(context.Context, discover.Options) (discover.Result, error)) (discover.Result, error) {
	ctx, cancel := m.until(share)
	defer cancel()
	if m.Progress != nil {
		o.Progress = func(p discover.Progress) { m.Progress(Progress{Find: p}) }
	}
	if m.Save != nil {
		o.Save = func(make func() *discover.Checkpoint) {
			m.Save(func() *State {
				m.searches[n] = make()
				return m.state()
			})
		}
	}
	o.Resume = m.searches[n]
	r, err := find(ctx, o)
	if err == nil {
		m.searches[n] = r.Checkpoint
	}
	return r, err
}

// minimise leaves out what follows from other rules.
func (m *maker) minimise(r *Result) error {
	if m.All {
		r.Minimal = true
		return nil
	}
	ctx, cancel := m.until(1)
	defer cancel()
	list := make([]*rule.Rule, len(r.Rules))
	for i, x := range r.Rules {
		list[i] = x.Rule
	}
	if m.Progress != nil {
		m.Progress(Progress{Equalities: r.Equalities, Judged: r.Judged, Rules: len(list)})
	}
	kept, dropped, err := derive.Minimise(ctx, list, derive.Options{Known: m.Known, Workers: m.Find.Workers})
	if err != nil {
		if ctx.Err() != nil {
			return nil // all of them stay
		}
		return err
	}
	r.Minimal, r.Dropped = true, dropped
	order := map[*rule.Rule]int{}
	for i, x := range kept {
		order[x] = i + 1
	}
	r.Rules = slices.DeleteFunc(r.Rules, func(x *widen.Rule) bool { return order[x.Rule] == 0 })
	slices.SortFunc(r.Rules, func(a, b *widen.Rule) int { return order[a.Rule] - order[b.Rule] })
	return nil
}

// claim is an equality that is to become a rule.
type claim struct {
	discover.Equality
	key, name string
	over      string // what it was computed with
}

func claims(list []discover.Equality, over string) (claims []claim) {
	for _, q := range list {
		key := renamed(q.Left, q.Right)
		if len(q.Left) == 1 {
			key = min(key, renamed(q.Right, q.Left))
		}
		claims = append(claims, claim{q, key, nameOf(q, key), over})
	}
	return claims
}

// distinct are equalities in the order in which they are judged, without those that only differ in
// names of variables or sides.
func distinct(list []claim) (claims []claim) {
	seen := map[string]bool{}
	for _, q := range list {
		if !seen[q.key] {
			seen[q.key] = true
			claims = append(claims, q)
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return a.effort() - b.effort() })
	return claims
}

// effort is larger for what takes longer to judge and is less general: with more attributes, which
// count most, as operands that fit them are rare; of more ops.
func (q *claim) effort() int {
	attrs := map[term.Attr]bool{}
	for _, t := range q.Left {
		t.Walk(func(t *term.Term) {
			for _, a := range t.Attrs {
				attrs[a] = true
			}
		})
	}
	return 4*len(attrs) + q.Ops
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
	share := judging
	if m.All {
		share = 1 // nothing comes after
	}
	ctx, cancel := m.until(share)
	defer cancel()
	w := &widen.Widener{Lookup: m.Lookup, Seed: m.Find.Seed, Origin: m.Origin}
	next := make(chan []claim)
	var group sync.WaitGroup
	for range max(1, m.Find.Workers) {
		group.Add(1)
		go func() {
			defer group.Done()
			for g := range next {
				m.judge(ctx, g, w, len(list))
			}
		}()
	}
	for _, g := range groups {
		select {
		case next <- g:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(next)
	group.Wait()
}

// widen is what is to become a rule.
func (q *claim) widen() widen.Equality {
	return widen.Equality{Left: q.Left, Right: q.Right, Trials: int64(q.Trials), Field: q.over, Bound: q.Bound}
}

// judge remembers what rules equalities are that differ in attributes only.
func (m *maker) judge(ctx context.Context, group []claim, w *widen.Widener, of int) {
	general := ""
	for _, q := range group {
		m.lock.Lock()
		v, known := m.verdicts[q.key]
		m.lock.Unlock()
		if !known && general != "" {
			v, known = Verdict{Same: general}, true
		} else if !known {
			r, err := w.Rule(ctx, q.name, q.widen())
			switch {
			case err != nil && err == ctx.Err():
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

// collect takes the rules of what was judged: equalities in their order, and then those that a
// resumed run knows of and has not come to again in its time, so that nothing of it is lost.
func (m *maker) collect(r *Result, list []claim) {
	said := map[string]bool{}
	for _, x := range m.Known {
		said[nameless(x)] = true
	}
	take := func(v Verdict) {
		r.Judged++
		if v.Rule == "" {
			if v.Same == "" {
				r.Refuted++
			}
			return
		}
		x := m.read(v)
		if x == nil {
			return // a state that was made by hand
		}
		if statement := nameless(x.Rule); !said[statement] {
			said[statement] = true
			r.Rules = append(r.Rules, x)
		}
	}
	found := map[string]bool{}
	for _, q := range list {
		found[q.key] = true
		if v, ok := m.verdicts[q.key]; ok {
			take(v)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.verdicts)) {
		if !found[key] {
			r.Equalities++
			take(m.verdicts[key])
		}
	}
	m.untangle(r)
	r.Made = len(r.Rules)
}

// nameless is what a rule says.
func nameless(r *rule.Rule) string { return strings.TrimPrefix(r.Statement(), "rule "+r.Name) }

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
