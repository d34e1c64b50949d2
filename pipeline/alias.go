package pipeline

import (
	"cmp"
	"fmt"
	"slices"
)

// Alias is a name for a piece of pipeline text.
type Alias struct {
	Name string
	// Doc says what the pipeline is for; its first sentence is the summary.
	Doc string
	// On is the name of the op that it runs on, such as `builtin.module`; empty
	// for any.
	On string
	// Text is a comma-separated list of passes, as it would stand between the
	// parentheses of an anchor.
	Text string
	// Options are names of options that the pipeline takes: each is given to
	// every pass in it that has an option of that name.
	Options []string
	// Order is what the order of the passes must keep, and why.
	Order []Order
}

// Order is a constraint on the place of a pass in a pipeline.
type Order struct {
	Pass  string
	Place Place
	Other string
	// Why says what goes wrong otherwise.
	Why string
}

// Place is a relation between the runs of two passes of a pipeline.
type Place uint8

const (
	// After: some run of the other pass comes before every run of the pass.
	After Place = iota
	// Before: some run of the other pass comes after every run of the pass.
	Before
	// NeverAfter: no run of the other pass comes before any run of the pass.
	NeverAfter
)

func (p Place) String() string { return [...]string{"after", "before", "never after"}[p] }

// String is the constraint as a sentence.
func (o Order) String() string {
	return fmt.Sprintf("'%s' runs %s '%s': %s", o.Pass, o.Place, o.Other, o.Why)
}

// passes are those that a runs, in order.
func (a *Alias) passes(reg *Registry) ([]*step, error) {
	b := &binder{reg: reg}
	steps, err := b.expand(a, 0, cmp.Or(a.On, AnyOp), nil)
	return flatten(steps, nil), err
}

// OptionsOf describes the options of a named pipeline as the first pass does that
// has them.
func (r *Registry) OptionsOf(a *Alias) []Option {
	passes, err := a.passes(r)
	if err != nil {
		return nil // it has not been registered
	}
	var list []Option
	for _, name := range a.Options {
		for _, s := range passes {
			if f := s.field(name); f != nil {
				list = append(list, f.option())
				break
			}
		}
	}
	return list
}

// check fails when an option or a constraint of a does not fit its passes.
func (a *Alias) check(reg *Registry) error {
	if len(a.Options) == 0 && len(a.Order) == 0 && len(reg.Order) == 0 {
		return nil
	}
	passes, err := a.passes(reg)
	if err != nil && len(a.Options) == 0 && len(a.Order) == 0 {
		return nil // of passes that are registered later nothing is asked
	}
	if err != nil {
		return err
	}
	var names []string
	for _, s := range passes {
		names = append(names, s.pass.Name)
	}
	for _, option := range a.Options {
		if !slices.ContainsFunc(passes, func(s *step) bool { return s.field(option) != nil }) {
			return fmt.Errorf("none of its passes has an option '%s'", option)
		}
	}
	for _, o := range a.Order {
		if err := o.check(names); err != nil {
			return err
		}
	}
	for _, o := range reg.Order {
		if !slices.Contains(names, o.Pass) || !slices.Contains(names, o.Other) {
			continue
		}
		if err := o.check(names); err != nil {
			return err
		}
	}
	return nil
}

// check fails when the passes of these names do not keep the constraint.
func (o Order) check(names []string) error {
	for _, n := range []string{o.Pass, o.Other} {
		if !slices.Contains(names, n) {
			return fmt.Errorf("its order speaks of '%s', which it does not run", n)
		}
	}
	for i, n := range names {
		if n != o.Pass {
			continue
		}
		kept := false
		switch o.Place {
		case After:
			kept = slices.Contains(names[:i], o.Other)
		case Before:
			kept = slices.Contains(names[i+1:], o.Other)
		case NeverAfter:
			kept = !slices.Contains(names[:i], o.Other)
		}
		if !kept {
			return fmt.Errorf("pass #%d is out of order: %v", i, o)
		}
	}
	return nil
}

// flatten appends the passes of steps in the order they run.
func flatten(steps []*step, to []*step) []*step {
	for _, s := range steps {
		if s.pass != nil {
			to = append(to, s)
		} else {
			to = flatten(s.steps, to)
		}
	}
	return to
}

// field is the option of that name of the pass of s, or nil.
func (s *step) field(name string) *field {
	for _, f := range fieldsOf(s.options) {
		if f.name == name {
			return &f
		}
	}
	return nil
}

// give sets the options of a named pipeline in every pass that has them. The
// positions of list are shift too large.
func (b *binder) give(a *Alias, s *step, list []*optionText, shift int) error {
	for i, o := range list {
		f := s.field(o.Key)
		if f == nil {
			continue
		}
		again := slices.ContainsFunc(list[:i], func(before *optionText) bool { return before.Key == o.Key })
		value := "true"
		if o.Value != nil {
			value = o.Value.String()
		} else if f.kind() != "bool" {
			return b.fail(o.Pos.Offset-shift, "option '%s' of pipeline '%s' requires a value", o.Key, a.Name)
		}
		if err := f.set(value, again); err != nil {
			return b.fail(o.Pos.Offset-shift, "option '%s' of pipeline '%s': %s", o.Key, a.Name, err)
		}
	}
	return nil
}

// takes fails unless a has all of these options.
func (b *binder) takes(a *Alias, list []*optionText, shift int) error {
	for _, o := range list {
		at := o.Pos.Offset - shift
		switch {
		case len(a.Options) == 0:
			return b.fail(at, "pipeline '%s' takes no options", a.Name)
		case !slices.Contains(a.Options, o.Key):
			return b.fail(at, "no such option %s of pipeline '%s'%s", o.Key, a.Name, o.didYouMean(b.reg.OptionsOf(a)))
		}
	}
	return nil
}
