// Package inline is the inliner of the index level: the bodies of computes stand where their
// elements are read, with the indices of the read in the place of their axes. sweep.go goes over
// a program, decide.go says which reads stay, and expand.go puts a body in the place of a read.
//
// What stays in the end is one compute for each value that is needed as a tensor: layout is gone
// with the computes that only moved elements.
package inline

import (
	"github.com/tg-opt/tg/ir"
)

// Duplicate says whether what a body computes may be computed more often than once for each
// element.
type Duplicate string

const (
	Cheap  Duplicate = "cheap"  // if that costs little: no division and no function
	Never  Duplicate = "never"  // no
	Always Duplicate = "always" // yes
)

// Options say how much is inlined.
type Options struct {
	MaxOps    int // of a body, constants not counted
	MaxReads  int // of a body
	Duplicate Duplicate
	// Missed, where it is set, is told of the computes that are read as before, and why.
	Missed func(o *ir.Op, why string)
}

// Defaults are those of the pass.
func Defaults() Options { return Options{MaxOps: 64, MaxReads: 16, Duplicate: Cheap} }

// Stats counts what was done.
type Stats struct {
	Inlined int // reads
	Erased  int // computes
	Merged  int // ops of a body that were there twice, or needed by nothing
	Changed bool
}

// maxNodes is how large bodies grow at most, whatever the options say.
const maxNodes = 10_000

// maxSweeps bounds how often a program is gone over. Each time but the last makes inlining
// possible that was not before, because a read went away.
const maxSweeps = 32

// Inline inlines in all regions of root.
func Inline(b *ir.Builder, root *ir.Op, opt Options) Stats {
	s := &sweeper{b: b, opt: opt, units: map[*ir.Op]*unit{}}
	s.collect(root)
	s.prepare()
	for range maxSweeps {
		before := s.stats.Inlined
		s.sweep()
		if s.stats.Inlined == before {
			break
		}
	}
	s.tell()
	return s.stats
}
