package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// bySuiteAndPath orders tests as lit lists them.
func bySuiteAndPath(a, b *lit.Test) int {
	suite, _, _ := strings.Cut(a.Name(), " :: ")
	other, _, _ := strings.Cut(b.Name(), " :: ")
	return cmp.Or(cmp.Compare(suite, other), cmp.Compare(a.Suite.Dir, b.Suite.Dir),
		slices.Compare(strings.Split(a.Path, "/"), strings.Split(b.Path, "/")))
}

// showSuites lists the suites that tests belong to. suites has the configuration of each as a
// whole.
func showSuites(w io.Writer, tests []*lit.Test, suites []*lit.Suite) {
	fmt.Fprintln(w, "-- Test Suites --")
	for len(tests) > 0 {
		suite := tests[0].Suite
		n := slices.IndexFunc(tests, func(t *lit.Test) bool { return t.Suite.Dir != suite.Dir || t.Suite.Name != suite.Name })
		if n < 0 {
			n = len(tests)
		}
		name, _, _ := strings.Cut(tests[0].Name(), " :: ")
		if i := slices.IndexFunc(suites, func(s *lit.Suite) bool { return s.Dir == suite.Dir && s.Name == suite.Name }); i >= 0 {
			suite = suites[i]
		}
		fmt.Fprintf(w, "  %s - %d tests\n", name, n)
		fmt.Fprintf(w, "    Source Root: %s\n", suite.Dir)
		fmt.Fprintf(w, "    Exec Root  : %s\n", suite.ExecDir)
		fmt.Fprintf(w, "    Available Features: %s\n", strings.Join(slices.Sorted(slices.Values(suite.Features)), " "))
		var substitutions []string
		for _, s := range suite.Substitutions {
			substitutions = append(substitutions, s.Pattern+" => "+s.Text)
		}
		slices.Sort(substitutions)
		indent := "\n" + strings.Repeat(" ", len("    Available Substitutions: "))
		fmt.Fprintf(w, "    Available Substitutions: %s\n", strings.Join(substitutions, indent))
		tests = tests[n:]
	}
}

func showTests(w io.Writer, tests []*lit.Test) {
	fmt.Fprintln(w, "-- Available Tests --")
	for _, t := range tests {
		fmt.Fprintf(w, "  %s\n", t.Name())
	}
}

// showUsedFeatures lists what the conditions of the tests mention.
func showUsedFeatures(w io.Writer, tests []*lit.Test) error {
	used := map[string]bool{}
	for _, t := range tests {
		names, err := t.UsedFeatures()
		if err != nil {
			return err
		}
		for _, name := range names {
			used[name] = true
		}
	}
	fmt.Fprintln(w, strings.Join(slices.Sorted(maps.Keys(used)), " "))
	return nil
}
