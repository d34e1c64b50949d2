// Package campaign sizes tests on random cases. Each has a few that every run
// tries; a campaign tries more of them, and others:
//
//	go test ./test/random -run Strict -campaign 10000 -first-case 500
//
// The script .ci/campaign knows them all.
package campaign

import (
	"flag"
	"iter"
	"math"
)

var (
	size  = flag.Int("campaign", 0, "how many random cases a test tries; 0 for those of every run")
	first = flag.Uint64("first-case", 0, "the seed of the first random case")
)

// Cases are the seeds that a test is to try: count of them from first on. A
// plain run has usual.
func Cases(usual int) (first uint64, count int) {
	if *size > 0 {
		usual = *size
	}
	return First(), usual
}

// TooFew reports whether so many cases at least were to show something, and fewer did. A plain run
// always has the same cases; in a campaign, whose cases are others each time, rare ones may be
// fewer by chance, by three times their spread.
func TooFew(got int64, least float64) bool {
	if *size > 0 {
		least -= 3 * math.Sqrt(least)
	}
	return float64(got) < least
}

// First is the seed of the first case.
func First() uint64 { return *first }

// Seeds are those of Cases one by one.
func Seeds(usual int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		first, count := Cases(usual)
		for i := range uint64(count) {
			if !yield(first + i) {
				return
			}
		}
	}
}
