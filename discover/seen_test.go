package discover

import (
	"math/rand/v2"
	"testing"
)

// TestSeen remembers programs, more of them than it was told, some with one fingerprint.
func TestSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s, want := &seen{}, map[uint64][]int32{}
	for range 3 { // what was before is forgotten
		s.reset(100)
		clear(want)
		for n := range int32(3000) {
			print := r.Uint64N(1 << 10)
			if n%2 == 0 {
				print = ^print
			}
			if print == 0 {
				continue
			}
			s.add(print, application{typed: n})
			want[print] = append(want[print], n)
		}
		for print, list := range want {
			met := map[int32]bool{}
			if s.find(print, func(a application) bool { met[a.typed] = true; return false }) {
				t.Error("found what nobody wanted")
			}
			for _, n := range list {
				if !met[n] || !s.find(print, func(a application) bool { return a.typed == n }) {
					t.Fatalf("%d of fingerprint %d is forgotten", n, print)
				}
			}
			if len(met) != len(list) {
				t.Errorf("fingerprint %d has %d programs, want %d", print, len(met), len(list))
			}
		}
	}
}
