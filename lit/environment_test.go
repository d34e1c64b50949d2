package lit

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEnvironmentOfTests makes sure of what a suite can change in it.
func TestEnvironmentOfTests(t *testing.T) {
	t.Setenv("HOME", "/home")
	t.Setenv("TERM", "")
	t.Setenv("FILECHECK_OPTS", "-v")
	t.Setenv("SOMETHING", "else")
	t.Setenv("PATH", "/bin")
	for _, test := range []struct {
		name  string
		suite Suite
		has   []string
		lacks []string // names
	}{
		{"default", Suite{}, []string{"HOME=/home", "FILECHECK_OPTS=-v", "PATH=/bin", "LLVM_DISABLE_CRASH_REPORT=1", "LIT_CURRENT_TESTCASE=s :: a/b.test"},
			[]string{"SOMETHING", "TERM"}},
		{"changed", Suite{Environment: []string{"HOME=/x=y", "FILECHECK_OPTS", "NEW="}}, []string{"HOME=/x=y", "NEW=", "PATH=/bin"}, []string{"FILECHECK_OPTS"}},
		{"path", Suite{Path: []string{"/first", "/second"}}, []string{strings.Join([]string{"PATH=/first", "/second", "/bin"}, string(os.PathListSeparator))}, nil},
		{"whole", Suite{Environment: []string{"A=1"}, WholeEnvironment: true}, []string{"A=1", "TMPDIR=/own"}, []string{"HOME", "PATH", "FILECHECK_OPTS"}},
		{"temporary", Suite{Environment: []string{"TMP=/mine"}}, []string{"TMP=/own", "TEMPDIR=/own"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.suite.Name = "s"
			run := (&Test{Suite: &test.suite, Path: "a/b.test"}).place(&execution{tempDir: "/own"}, "/exec")
			got := run.environment()
			for _, want := range test.has {
				if !slices.Contains(got, want) {
					t.Errorf("no %s in %q", want, got)
				}
			}
			for _, name := range test.lacks {
				if slices.ContainsFunc(got, func(d string) bool { return strings.HasPrefix(d, name+"=") }) {
					t.Errorf("%s in %q", name, got)
				}
			}
			names := make([]string, len(got))
			for i, definition := range got {
				names[i], _, _ = strings.Cut(definition, "=")
			}
			if diff := cmp.Diff(slices.Compact(slices.Sorted(slices.Values(names))), names); diff != "" {
				t.Errorf("names are not sorted, or twice there\n%s", diff)
			}
		})
	}
}

func TestPreamble(t *testing.T) {
	s := writeSuite(t, map[string]string{"none.test": "no command", "run.test": "DEFINE: %{x} = y\nRUN: args second %{x}"})
	s.Preamble = []string{"args first %s"}
	for name, want := range map[string]string{"none.test": "# preamble command line\nargs first ", "run.test": "# | [second][y]\n"} {
		if result := s.RunFile(name); result.Status != Pass || !strings.Contains(result.Output, want) {
			t.Errorf("%s: %s\n%s", name, result.Status, result.Output)
		}
	}
}

func TestStandaloneIsNotDiscovered(t *testing.T) {
	s := writeSuite(t, map[string]string{"a.test": "RUN: args"})
	s.Standalone = true
	if tests, err := s.Discover(); len(tests) != 0 || err != nil {
		t.Error(tests, err)
	}
	if result := s.RunFile("a.test"); result.Status != Pass {
		t.Error(result.Output)
	}
}

func TestSuiteThatIsUnsupported(t *testing.T) {
	s := writeSuite(t, map[string]string{"a.test": "no command"})
	s.Unsupported = true
	if result := s.RunFile("a.test"); result.Status != Unsupported || result.Output != "Test is unsupported" {
		t.Errorf("%+v", result)
	}
}
