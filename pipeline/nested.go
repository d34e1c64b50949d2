package pipeline

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// coalesce merges neighbours that work on nested ops, as mlir-opt does: those
// with the same anchor become one, and different anchors a collection. So an op
// goes through all passes for it while it is in the cache.
func coalesce(s *step) *step {
	if s.pass != nil {
		return s
	}
	merged := &step{anchor: s.anchor}
	for _, t := range s.steps {
		n := len(merged.steps)
		if n > 0 && mergeable(merged.steps[n-1]) && mergeable(t) {
			merged.steps[n-1] = join(merged.steps[n-1], t)
		} else {
			merged.steps = append(merged.steps, t)
		}
	}
	for i, t := range merged.steps {
		if t.collection {
			for k, u := range t.steps {
				t.steps[k] = coalesce(u)
			}
			continue
		}
		merged.steps[i] = coalesce(t)
	}
	return merged
}

// mergeable reports whether s nests on ops of a certain name. What nests on any
// op keeps its place: it may work on the same ops as its neighbours.
func mergeable(s *step) bool { return s.pass == nil && s.anchor != AnyOp }

// join is the anchor or collection s with the anchor t added, sorted by name.
func join(s, t *step) *step {
	if !s.collection {
		s = &step{collection: true, steps: []*step{s}}
	}
	i, found := slices.BinarySearchFunc(s.steps, t.anchor, func(u *step, name string) int { return strings.Compare(u.anchor, name) })
	if found {
		u := s.steps[i]
		s.steps[i] = &step{anchor: u.anchor, steps: slices.Concat(u.steps, t.steps)}
	} else {
		s.steps = slices.Insert(s.steps, i, t)
	}
	if len(s.steps) == 1 {
		return s.steps[0]
	}
	return s
}

// target is an op to work on, with what to do.
type target struct {
	op   *ir.Op
	step *step
}

// runNested runs the steps of s on each op directly inside of op that it is
// anchored to.
func (m *Manager) runNested(w *worker, s *step, op *ir.Op, out sink) bool {
	targets, d := m.targets(s, op)
	if d != nil {
		m.diagnose(d, out)
		return false
	}
	if s.collection {
		for _, t := range targets {
			w.spans.at(t.step)
		}
	}
	if n := min(m.workers(), len(targets)); w.parallel && n > 1 {
		return m.runParallel(w, s, targets, n, out)
	}
	ok := true
	for _, t := range targets {
		ok = m.runTarget(w, s, t, out) && ok
	}
	return ok
}

// runTarget runs what is to be done on one op. The steps of a collection are
// timed each by itself.
func (m *Manager) runTarget(w *worker, s *step, t target, out sink) bool {
	if s.collection {
		defer w.spans.measure(t.step)()
	}
	return m.runSteps(w, t.step.steps, t.op, out)
}

// targets are the ops directly inside of op that s is anchored to.
func (m *Manager) targets(s *step, op *ir.Op) ([]target, *ir.Diag) {
	anchors := map[string]*step{s.anchor: s}
	if s.collection {
		clear(anchors)
		for _, t := range s.steps {
			anchors[t.anchor] = t
		}
	}
	any := anchors[AnyOp]
	var targets []target
	for _, r := range op.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				t := any
				if any != nil && !o.Has(ir.IsolatedFromAbove) {
					continue
				}
				if t == nil {
					t = anchors[o.Name()]
				}
				switch {
				case t == nil:
					continue
				case o.Def() == nil:
					return nil, o.NamedErrorf("trying to schedule a pass on an unregistered operation")
				case !o.Has(ir.IsolatedFromAbove):
					return nil, o.NamedErrorf("trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'")
				}
				targets = append(targets, target{o, t})
			}
		}
	}
	return targets, nil
}
