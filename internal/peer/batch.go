package peer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Starting mlir-opt takes longer than most cases, so that those with the same
// arguments go through one process, kept apart by split markers. Only if that
// prints anything else than all of the cases together say, their halves do, down
// to the one that is wrong, or that does not mean the same as a piece.

const split = "--split-input-file"

// marker is between the pieces of input, and between those of output.
const marker = "// -----\n"

// alone are arguments whose outcome does not fall apart into that of pieces.
var alone = regexp.MustCompile(`reproducer|verify-diagnostics|split-marker|timing|stat|dump|log-|profile|print-ir|debug|view-op|print-symbol|print-op-stats|irdl-file|run-repro|shape`)

// confirmed are the cases of which one run of mlir-opt, with others, has shown
// that they hold.
func confirmed(t testing.TB, path string, cases []Case) map[*Case]bool {
	holds := map[*Case]bool{}
	if path == "" {
		return holds
	}
	groups := map[string][]*Case{}
	var order []string
	for i := range cases {
		c := &cases[i]
		key := strings.Join(c.splitArgs(), "\x00")
		if !c.fitsBatch() {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], c)
	}
	var halve func(group []*Case)
	halve = func(group []*Case) {
		if len(group) < 2 {
			return
		}
		input, want := together(group)
		if MLIROpt(t, path, group[0].splitArgs(), input) == want {
			for _, c := range group {
				holds[c] = true
			}
			return
		}
		halve(group[:len(group)/2])
		halve(group[len(group)/2:])
	}
	for _, key := range order {
		halve(groups[key])
	}
	return holds
}

// splitArgs are the arguments of c with those that split the input.
func (c *Case) splitArgs() []string {
	if c.splits() {
		return c.Args
	}
	return append([]string{split}, c.Args...)
}

func (c *Case) splits() bool {
	return slices.ContainsFunc(c.Args, func(a string) bool { return strings.HasPrefix(a, split) })
}

// fitsBatch reports whether c means the same as a piece of a larger input.
func (c *Case) fitsBatch() bool {
	for _, a := range c.Args {
		if alone.MatchString(a) || !strings.HasPrefix(a, "-") || strings.HasPrefix(a, split+"=") {
			return false
		}
	}
	return strings.HasSuffix(c.Input, "\n") &&
		(c.splits() || !strings.Contains(c.Input, "// ---")) &&
		(c.Want.Status == 0 || c.Want.Status == 1) &&
		(c.Want.Stderr == "" || position.MatchString(c.Want.Stderr))
}

// position is where a diagnostic says it is.
var position = regexp.MustCompile(`(?m)^<stdin>:(\d+):`)

// together is the input that holds those of all cases, and what mlir-opt should
// make of it.
func together(cases []*Case) (input string, want Result) {
	var in, out, errs strings.Builder
	line := 0
	for i, c := range cases {
		if i > 0 {
			in.WriteString(marker)
			out.WriteString(marker)
			line++
		}
		in.WriteString(c.Input)
		out.WriteString(c.Want.Stdout)
		errs.WriteString(position.ReplaceAllStringFunc(c.Want.Stderr, func(s string) string {
			n, err := strconv.Atoi(position.FindStringSubmatch(s)[1])
			if err != nil {
				return s
			}
			return fmt.Sprintf("<stdin>:%d:", n+line)
		}))
		line += strings.Count(c.Input, "\n")
		want.Status = max(want.Status, c.Want.Status)
	}
	want.Stdout, want.Stderr = out.String(), errs.String()
	return in.String(), want
}

// Confirm checks that mlir-opt makes of the cases what they say.
func Confirm(t *testing.T, path string, cases []Case) {
	t.Helper()
	holds := confirmed(t, path, cases)
	for i := range cases {
		if c := &cases[i]; !holds[c] {
			c.confirm(t, path)
		}
	}
}
