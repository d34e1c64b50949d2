package discover

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tg-opt/tg/rewrite"
)

// finder goes through all programs, size by size, and in each through the units of all books.
type finder struct {
	*ledger
	ctx     context.Context
	options Options
	name    string // of the arithmetic
	books   []*book
	seen    seen
	size    int
	met     []part // what does not follow from rules of before
	parts   []part // of ops with several results
	// How many programs have this size, how many of them were computed, and how many smaller ones
	// there are.
	total, done, smaller int64
	equalities           int64
	complete             mark
	last                 *Checkpoint // of a complete search
}

// mark is how much of the largest size is complete.
type mark struct{ units, met, parts int }

func (f *finder) stopped() bool { return f.ctx.Err() != nil }

// begin counts the programs of so many ops.
func (f *finder) begin(size int, keep bool) (work [][]unit) {
	f.smaller += f.done
	f.size, f.total, f.done, f.met, f.parts, f.complete = size, 0, 0, nil, nil, mark{}
	memory := f.options.memory()
	if keep {
		memory = math.MaxInt64
	}
	most := int64(0)
	for _, b := range f.books {
		units := b.units(size, memory, f.stopped)
		work = append(work, units)
		for _, u := range units {
			f.total += u.part()
			most = max(most, u.programs/int64(u.passes))
		}
	}
	if !keep {
		f.seen.reset(most) // once, as what is replaced by a larger one stays for a while
	}
	return work
}

// part is how many of the programs of a unit are said to be those of one pass.
func (u unit) part() int64 {
	n := int64(u.passes)
	return u.programs/n*int64(u.pass+1) + u.programs%n*int64(u.pass+1)/n - u.programs/n*int64(u.pass) - u.programs%n*int64(u.pass)/n
}

// extend makes the programs of so many ops, and accepts what their equalities say, the general ones
// first, as far as it does not follow from what was accepted before. It reports whether it came to
// the end; if not, what was met stands.
func (f *finder) extend(size int, keep bool) (bool, error) {
	work := f.begin(size, keep)
	if f.stopped() {
		return false, nil
	}
	if c := f.options.Resume; c != nil && !keep && c.Units > 0 {
		if err := f.restore(c, work); err != nil {
			return false, err
		}
	}
	n := 0
	for i, units := range work {
		for _, u := range units {
			if n++; n <= f.complete.units {
				f.done += u.part()
				continue
			}
			if !f.unit(i, u, keep) {
				return false, nil
			}
			f.complete = mark{n, len(f.met), len(f.parts)}
			if f.options.Save != nil && !keep {
				f.options.Save(f.checkpoint)
			}
		}
	}
	if !keep {
		f.last = f.checkpoint()
	}
	f.settle(keep)
	return true, nil
}

// unit makes the programs of one unit of a book.
func (f *finder) unit(n int, u unit, keep bool) bool {
	b, seen := f.books[n], &f.seen
	if keep {
		seen = nil
	}
	before, computed := f.done, int64(0)
	step := func(programs int) bool {
		computed += int64(programs)
		f.done = before + computed/int64(u.passes)
		if f.options.Progress != nil {
			f.options.Progress(Progress{Size: f.size, Programs: f.smaller + f.done, Equalities: f.equalities, Rules: int64(len(f.list)), Share: f.share()})
		}
		return !f.stopped()
	}
	done := b.run(f.size, u, seen, step, func(q equality, v verdict) {
		f.equalities++
		if v != follows || f.size == 1 { // where all operands are leaves, settle looks for what commutes
			f.met = append(f.met, part{int32(n), q})
		} else if keep && q.value >= 0 {
			b.known[q.application] = q.value
		}
		if _, results := b.result(q.application); results > 1 && !b.explained(q.application) {
			f.parts = append(f.parts, part{int32(n), q})
		}
	})
	if done {
		f.done = before + u.part()
	}
	return done
}

// share is how many of the programs of this size were computed, from 0 to 1.
func (f *finder) share() float64 {
	if f.total == 0 {
		return 0
	}
	return float64(f.done) / float64(f.total)
}

// settle accepts what was met.
func (f *finder) settle(keep bool) {
	order := func(p part) int { // what holds at a stronger level comes first
		b := f.books[p.book]
		return int(rewrite.Real-b.domain.Level)*(MaxInputs+1) + b.rule(p.equality).variables
	}
	for _, p := range general(f.met, order) {
		b := f.books[p.book]
		rule := b.rule(p.equality)
		if !b.follows(p.equality) {
			evidence, ok := b.confirm(p.equality, f.stopped())
			if !ok {
				continue
			}
			f.accept(rule, f.size, b.domain.Level, evidence)
		}
		if f.size == 1 && commutativity(rule) {
			b.commutes[rule.left.form] = true
		}
		if keep && p.value >= 0 {
			b.known[p.application] = p.value
		}
	}
	variables := func(parts []part) int {
		s, _ := f.books[parts[0].book].severalOf(parts)
		return s.count
	}
	for _, parts := range general(joined(f.books, f.parts), variables) {
		if b := f.books[parts[0].book]; !b.explained(parts[0].application) {
			evidence, ok := b.confirmAll(parts, f.stopped())
			if !ok {
				continue
			}
			s, left := b.severalOf(parts)
			b.acceptSeveral(s, left, f.size, evidence)
		}
	}
}

// general orders what was met so that general equalities come before what follows from them: by the
// number of variables, then as they were met.
func general[T any](list []T, variables func(T) int) []T {
	type counted struct {
		item      T
		variables int
	}
	order := make([]counted, len(list))
	for i, x := range list {
		order[i] = counted{x, variables(x)}
	}
	slices.SortStableFunc(order, func(x, y counted) int { return cmp.Compare(y.variables, x.variables) })
	out := make([]T, len(list))
	for i, x := range order {
		out[i] = x.item
	}
	return out
}

// find goes up to the largest size, or until the context ends.
func (f *finder) find() (Result, error) {
	complete := true
	for size := 1; size <= f.options.Size && complete; size++ {
		var err error
		if complete, err = f.extend(size, size < f.options.Size); err != nil {
			return Result{}, err
		}
	}
	r := Result{Programs: f.smaller + f.done, Size: f.size, Covered: f.share(), Complete: complete}
	if complete {
		r.Covered, r.Checkpoint = 1, f.last
	} else {
		r.Checkpoint = f.checkpoint()
		f.settle(false)
	}
	r.Equalities = f.list
	return r, nil
}
