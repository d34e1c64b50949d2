package egraph

// Scheduler decides which rules search, and how much they may find. A Runner asks
// it; those who search on their own can, too: rules are numbers from 0 on, and
// iterations never become less.
type Scheduler interface {
	// Limit is how many matches a rule may find in an iteration: if it finds more,
	// none is applied. A rule that does not search has a negative limit.
	Limit(rule, iteration int) int
	// Exceeded is told of a rule that found more.
	Exceeded(rule, iteration int)
	// Settled is asked when nothing changed: whether no rule is held back. If not,
	// what is held back is let go.
	Settled(iteration int) bool
}

// Simple lets every rule search every time.
type Simple struct{}

// Limit implements Scheduler.
func (Simple) Limit(int, int) int { return never }

// Exceeded implements Scheduler.
func (Simple) Exceeded(int, int) {}

// Settled implements Scheduler.
func (Simple) Settled(int) bool { return true }

// Backoff is egg's exponential back-off: a rule that finds more than its limit
// is not applied and banned for some iterations, and with each ban limit and ban
// double.
type Backoff struct {
	Matches int // limit before the first ban; egg's is 1000
	Ban     int // iterations of the first ban; egg's is 5
	rules   []backoff
}

type backoff struct{ until, times int }

// NewBackoff is egg's scheduler with egg's numbers.
func NewBackoff() *Backoff { return &Backoff{Matches: 1000, Ban: 5} }

func (b *Backoff) rule(i int) *backoff {
	for len(b.rules) <= i {
		b.rules = append(b.rules, backoff{})
	}
	return &b.rules[i]
}

// Limit implements Scheduler.
func (b *Backoff) Limit(rule, iteration int) int {
	r := b.rule(rule)
	if iteration < r.until {
		return -1
	}
	return doubled(b.Matches, r.times)
}

// Exceeded implements Scheduler.
func (b *Backoff) Exceeded(rule, iteration int) {
	r := b.rule(rule)
	r.until = iteration + doubled(b.Ban, r.times)
	r.times++
}

// Settled implements Scheduler.
func (b *Backoff) Settled(iteration int) bool {
	least := never
	for _, r := range b.rules {
		if r.until > iteration {
			least = min(least, r.until-iteration)
		}
	}
	if least == never {
		return true
	}
	for i := range b.rules {
		if b.rules[i].until > iteration {
			b.rules[i].until -= least
		}
	}
	return false
}

func doubled(n, times int) int {
	if times > 40 || n > never>>(times+1) {
		return never / 4
	}
	return n << times
}
