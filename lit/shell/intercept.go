package shell

import (
	"io"
	"slices"
)

// Upcoming is a command that is about to run, as Config.Intercept sees it: prefixes such as not and
// env are taken off, and file name patterns expanded.
type Upcoming struct {
	At      string   // where the command line comes from
	Args    []string // with the name
	Dir     string   // working directory
	Env     []string // NAME=VALUE, sorted
	Negated bool     // a failure of it is a success of its command line
}

// Interceptor decides whether a function is to run in place of a command; if it returns nil the
// command runs.
type Interceptor func(*Upcoming) func(stdin io.Reader, stdout, stderr io.Writer) int

// intercepted asks whether something else is to run in place of a command, and sets that.
func (st *stage) intercepted() bool {
	sh := st.shell
	if sh.intercept == nil {
		return false
	}
	negations := len(slices.DeleteFunc(st.negation.levels(), func(crash bool) bool { return crash }))
	run := sh.intercept(&Upcoming{At: sh.at, Args: st.args, Dir: sh.dir, Env: st.env.list(), Negated: negations%2 == 1})
	if run == nil {
		return false
	}
	st.main = func(c *call) int { return run(c.Stdin, c.Stdout, c.Stderr) }
	return true
}
