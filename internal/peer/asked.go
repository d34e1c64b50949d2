package peer

import (
	"hash/fnv"
	"os"
	"testing"
)

// Environment is the variable that says how many cases other tools are asked
// about: `all`, or only some.
const Environment = "TG_PEERS"

// oneOf is how many cases there are to one that a plain `go test` asks about.
const oneOf = 8

// Asked reports whether the test that compares with another tool asks it about
// the case of that name. Starting a peer takes much longer than what ours does
// about a case, so a plain `go test` asks about one case of eight, always the
// same; with TG_PEERS=all, as in CI, every case is asked about.
func Asked(name string) bool {
	if all() {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%oneOf == 0
}

func all() bool { return os.Getenv(Environment) == "all" }

// NeedAll skips a test that has one large question for a peer unless every
// case is asked about.
func NeedAll(t testing.TB) {
	t.Helper()
	if !all() {
		t.Skipf("takes seconds of another tool: %s=all asks it", Environment)
	}
}

// Some are the cases that the other tool is asked about, as Asked says of what
// name calls them; of few, the first.
func Some[C any](cases []C, name func(C) string) []C {
	var some []C
	for _, c := range cases {
		if Asked(name(c)) {
			some = append(some, c)
		}
	}
	if len(some) == 0 && len(cases) > 0 {
		some = cases[:1]
	}
	return some
}
