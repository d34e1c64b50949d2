package discover

import "math/bits"

// seen remembers programs by their fingerprints, in one array, at or after the place that the
// fingerprint names.
type seen struct {
	slots []slot
	used  int
}

// slot is a program; a free one has the fingerprint 0, which no program has.
type slot struct {
	print uint64
	application
}

// reset forgets all, and makes place for so many programs: 4/3 slots for each, of 24 bytes.
func (s *seen) reset(programs int64) {
	n := int(programs/3*4) + 64
	s.used = 0
	if cap(s.slots) < n {
		s.slots = nil // before the next one is made
		s.slots = make([]slot, n)
		return
	}
	s.slots = s.slots[:n]
	clear(s.slots)
}

// place is where the search for a fingerprint begins.
func (s *seen) place(print uint64) int {
	n, _ := bits.Mul64(print, uint64(len(s.slots)))
	return int(n)
}

func (s *seen) after(i int) int {
	if i++; i == len(s.slots) {
		return 0
	}
	return i
}

// find calls f with the programs that have a fingerprint until it says yes, and reports whether it
// did.
func (s *seen) find(print uint64, f func(application) bool) bool {
	for i := s.place(print); s.slots[i].print != 0; i = s.after(i) {
		if s.slots[i].print == print && f(s.slots[i].application) {
			return true
		}
	}
	return false
}

// add remembers a program.
func (s *seen) add(print uint64, a application) {
	if s.used++; s.used > len(s.slots)/8*7 { // a pass got more than its part
		old := s.slots
		s.slots, s.used = make([]slot, 2*len(old)), 1
		for _, x := range old {
			if x.print != 0 {
				s.add(x.print, x.application)
			}
		}
	}
	i := s.place(print)
	for s.slots[i].print != 0 {
		i = s.after(i)
	}
	s.slots[i] = slot{print, a}
}
