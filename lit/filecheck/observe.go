package filecheck

import (
	"iter"
	"strconv"
	"strings"
)

// observer is told what a run does, in the order in which it happens: for reports other than
// LLVM's.
type observer interface {
	observe(r *run, s *step)
}

// step is one search of a run, or the rejection of the match that it found.
type step struct {
	directive *directive
	outcome   outcome
	nth       int           // of the matches of a COUNT, from 1
	region    extent        // that was searched; for a match on the wrong line, what lies between it and the one before
	found     extent        // where it matched
	problems  []*Diagnostic // why the pattern could not be used
}

// tell passes a step on. The observer sees the values of variables as they are at that time.
func (r *run) tell(d *directive, what outcome, nth int, region, found extent, problems []*Diagnostic) {
	if r.watch != nil {
		r.watch.observe(r, &step{d, what, nth, region, found, problems})
	}
}

// directives are those of the check file and its options, in the order in which they are applied.
func (c *CheckFile) directives() iter.Seq[*directive] {
	return func(yield func(*directive) bool) {
		for _, check := range c.checks {
			for _, d := range check.before {
				if !yield(d) {
					return
				}
			}
			if !yield(&check.directive) {
				return
			}
		}
	}
}

// written is the name of a directive as it stands in the check file.
func (d *directive) written() string {
	name := d.description()
	if rest, ok := strings.CutPrefix(name, d.prefix+"-COUNT"); ok && d.count > 1 && d.exact == 0 {
		name = d.prefix + "-COUNT-" + strconv.Itoa(d.count) + rest
	}
	return name
}

// captureNames are the variables that a directive gives values.
func (d *directive) captureNames() []string {
	var names []string
	for _, c := range d.pattern.strings {
		names = append(names, c.name)
	}
	for _, c := range d.pattern.numbers {
		names = append(names, c.number.name)
	}
	return names
}
