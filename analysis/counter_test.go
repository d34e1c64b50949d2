package analysis

import "testing"

// What Ends and Rounds say of counters of a few bits is so for every first number
// and every bound, by counting.
func TestCounters(t *testing.T) {
	ended := 0
	for _, width := range []int{2, 3, 5} {
		for _, unsigned := range []bool{false, true} {
			low, high := (&Counter{Width: width, Unsigned: unsigned}).limits()
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
	if ended < 3000 {
		t.Errorf("only %d counters are known to end", ended)
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
