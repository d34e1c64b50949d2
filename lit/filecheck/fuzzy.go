package filecheck

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// The search for a likely match looks at so many bytes of the region, is left out where LLVM's
// would take too long, and rejects guesses that are too bad.
const (
	fuzzyReach    = 4096
	fuzzyWork     = 4096 * 2048
	fuzzyDistance = 50
)

// fuzzy points at the text that was probably meant: the one with the smallest edit distance to the
// pattern, where every skipped line counts a hundredth.
func (r *run) fuzzy(d *directive, region extent) {
	example := d.pattern.text()
	text := r.input.text[region.start:region.end]
	reach := min(fuzzyReach, len(text))
	if reach*len(example) > fuzzyWork {
		return
	}
	best, quality, lines := -1, 0.0, 0
	for i := range reach {
		if text[i] == '\n' {
			lines++
		}
		if isBlank(text[i]) {
			continue
		}
		candidate := text[i:min(len(text), i+len(example))]
		if n := bytes.IndexByte(candidate, '\n'); n >= 0 {
			candidate = candidate[:n]
		}
		limit := fuzzyDistance
		if best >= 0 {
			limit = min(limit, int(quality)+1) // anything worse does not matter
		}
		if q := float64(editDistance(candidate, example, limit)) + float64(lines)/100; best < 0 || q < quality {
			best, quality = i, q
		}
	}
	if best > 0 && quality < fuzzyDistance {
		at := region.start + best
		r.annotate(d, fuzzyMatch, extent{at, at}, "")
		r.note(at, at, "possible intended match here")
	}
}

// editDistance is the Levenshtein distance, or limit if that is smaller. On each diagonal of the
// table it follows only the cell that is furthest along for a given number of edits, so that it
// takes limit*limit steps besides comparing equal text (E. Ukkonen, "Algorithms for approximate
// string matching", 1985).
func editDistance(a, b []byte, limit int) int {
	goal := len(b) - len(a) // the diagonal on which both texts end; a cell (i, j) is on diagonal j-i
	if max(goal, -goal) >= limit {
		return limit
	}
	var buffer [2 * (2*fuzzyDistance + 3)]int
	width := 2*limit + 3
	rows := buffer[:]
	if 2*width > len(rows) {
		rows = make([]int, 2*width)
	}
	// furthest[origin+k] is how much of a is done on diagonal k, or unreached.
	const unreached = -2
	furthest, previous, origin := rows[:width], rows[width:2*width], limit+1
	for k := range rows[:2*width] {
		rows[k] = unreached
	}
	for edits := range limit {
		spare := limit - 1 - edits // edits left for the way to the goal
		from, to := max(-edits, goal-spare, -len(a)), min(edits, goal+spare, len(b))
		for k := from; k <= to; k++ {
			done := 0
			if edits > 0 {
				done = max(previous[origin+k]+1, previous[origin+k-1], previous[origin+k+1]+1)
				done = min(done, len(a), len(b)-k)
			}
			done += commonPrefix(a[done:], b[done+k:])
			if k == goal && done == len(a) {
				return edits
			}
			furthest[origin+k] = done
		}
		furthest, previous = previous, furthest
	}
	return limit
}

// commonPrefix returns how many bytes a and b have in common at their fronts.
func commonPrefix(a, b []byte) int {
	const word = 8
	n := 0
	for len(a)-n >= word && len(b)-n >= word {
		if diff := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); diff != 0 {
			return n + bits.TrailingZeros64(diff)/8
		}
		n += word
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
