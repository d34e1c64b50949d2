package analysis

import "testing"

// What Ends, Rounds and Trips say of counters of a few bits is so for every first number
// and every bound, by counting.
func TestCounters(t *testing.T) {
	ended, counted := 0, 0
	for _, width := range []int{2, 3, 5} {
		for _, unsigned := range []bool{false, true} {
			low, high := (&Counter{Width: width, Unsigned: unsigned}).Limits()
			for relation := Less; relation <= NotEqual; relation++ {
				for step := low; step <= high; step++ {
					for last := low; last <= high; last++ {
						always := true
						for first := low; first <= high; first++ {
							c := Counter{width, unsigned, relation, step, Known{first, true}, Known{last, true}}
							rounds := simulate(&c)
							always = always && rounds >= 0
							if c.Ends() && rounds < 0 {
								t.Fatalf("%+v does not end", c)
							}
							if got := c.Rounds(1 << width); got != rounds {
								t.Fatalf("%+v runs %d rounds, not %d", c, rounds, got)
							}
							switch got := c.Trips(); {
							case got >= 0 && got != int64(rounds):
								t.Fatalf("%+v runs %d rounds, not %d", c, rounds, got)
							case got < 0 && (step == 1 || step == -1) && rounds >= 0 && goesTo(&c):
								t.Fatalf("%+v is not known to run %d rounds", c, rounds)
							case got > 0:
								counted++
							}
						}
						c := Counter{width, unsigned, relation, step, Known{}, Known{last, true}}
						if c.Ends() && !always {
							t.Fatalf("%+v does not end from anywhere", c)
						}
						if (&Counter{width, unsigned, relation, step, Known{}, Known{}}).Ends() && !always {
							t.Fatalf("%+v does not end for every bound", c)
						}
						if c.Ends() {
							ended++
						}
					}
				}
			}
		}
	}
	if ended < 3000 || counted < 40_000 {
		t.Errorf("only %d counters are known to end, and of %d it is known when", ended, counted)
	}
}

// goesTo reports whether the step of a counter is towards the bound, and there is a number of the
// type behind it.
func goesTo(c *Counter) bool {
	low, high := c.Limits()
	switch c.Relation {
	case Less:
		return c.Step > 0
	case LessEqual:
		return c.Step > 0 && c.Last.Value != high
	case Greater:
		return c.Step < 0
	case GreaterEqual:
		return c.Step < 0 && c.Last.Value != low
	}
	return false
}

// The number of rounds is one of 63 bits, and nothing overflows on the way.
func TestLongTrips(t *testing.T) {
	const most, least = 1<<63 - 1, -1 << 63
	for _, c := range []struct {
		counter Counter
		want    int64
	}{
		{Counter{64, false, Less, 1, Known{0, true}, Known{1 << 40, true}}, 1 << 40},
		{Counter{64, false, Less, 1, Known{0, true}, Known{most, true}}, most},
		{Counter{64, false, Less, 1, Known{-1, true}, Known{most, true}}, -1},
		{Counter{64, false, LessEqual, 1, Known{0, true}, Known{most, true}}, -1},
		{Counter{64, false, Less, 2, Known{0, true}, Known{most, true}}, -1},
		{Counter{64, false, Less, 2, Known{1, true}, Known{most, true}}, 1<<62 - 1},
		{Counter{64, false, Greater, least, Known{0, true}, Known{-5, true}}, -1},
		{Counter{64, false, Greater, -1, Known{0, true}, Known{least, true}}, -1},
		{Counter{64, false, Less, least, Known{0, true}, Known{5, true}}, -1},
		{Counter{32, false, Less, 3, Known{0, true}, Known{1_000_000_007, true}}, 333_333_336},
		{Counter{64, false, NotEqual, -3, Known{9, true}, Known{0, true}}, 3},
		{Counter{64, false, NotEqual, -3, Known{10, true}, Known{0, true}}, -1},
		{Counter{64, false, Less, 1, Known{}, Known{5, true}}, -1},
	} {
		if got := c.counter.Trips(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.counter, got, c.want)
		}
	}
}

// simulate counts rounds; it is -1 when a number comes again.
func simulate(c *Counter) int {
	seen := map[int64]bool{}
	for at := c.First.Value; ; at = c.wrap(at + c.Step) {
		if !c.holds(at) {
			return len(seen)
		}
		if seen[at] {
			return -1
		}
		seen[at] = true
	}
}
