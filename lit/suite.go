// Package lit runs test files whose RUN lines are shell commands, as LLVM's lit does, with the
// tools under test called in-process.
//
// A Suite names a directory of tests and the tools that their RUN lines may call. Run makes every
// test a sub-test of a Go test; Suite.RunFile is the same without package testing.
//
// Runner runs many tests at once, with what the command line of tg-lit asks for: see package
// command. Package config finds tests below configuration files, package report shows results.
//
// # Paths
//
// Every test has a shell state of its own, above all a working directory, which starts as the
// test's directory below ExecDir and changes by cd. Redirections, builtins and external programs
// resolve relative paths against it. A tool called in-process cannot have another working directory
// or environment than the process, unless its Run takes care of them: without it give a tool the
// absolute paths of %s, %S and %t, and do not call it with env.
package lit

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/lit/shell"
)

// Tool is a program that RUN lines call by its name, run in-process.
type Tool = shell.Tool

// Substitution replaces what a Pattern matches in RUN lines by a literal text.
type Substitution struct{ Pattern, Text string }

// Suite is a directory of tests and how to run them.
type Suite struct {
	Name          string         // as reported; the last element of Dir if empty
	Dir           string         // where the tests are
	ExecDir       string         // where tests put files; a temporary directory per run if empty
	Suffixes      []string       // of the names of test files, such as ".mlir"
	Excludes      []string       // names of files and directories to leave out
	Tools         []Tool         // what RUN lines can call besides builtins and programs of PATH
	Substitutions []Substitution // applied before the built-in ones, in order
	Features      []string       // for REQUIRES, UNSUPPORTED, XFAIL and %if
	Environment   []string       // NAME=VALUE for external programs, besides PATH, HOME and the like; NAME removes one
	Timeout       time.Duration  // of one test; 0 for none
	// RecursionLimit is how often substitutions may apply to the result of substitutions. 0 applies
	// them once and is no limit on what that leaves. A negative number is the limit 0 of
	// configuration files: no line may change.
	RecursionLimit int
	// The following are settings of lit.cfg that the Go API shares with configuration files.
	Path             []string          // directories that PATH starts with
	Unsupported      bool              // every test is UNSUPPORTED
	LimitToFeatures  []string          // if not empty, tests that need any other feature are UNSUPPORTED
	ParallelismGroup string            // tests of a group share a limit of ParallelismGroups
	Standalone       bool              // tests are named directly, whatever their suffix, and never discovered
	Retries          int               // how often a failing test is tried again, unless it says ALLOW_RETRIES; negative: never
	NoPipefail       bool              // a pipeline has the status of its last command
	ExternalShell    bool              // RUN lines are a script for bash
	Preamble         []string          // commands before the RUN lines; with them a test needs no RUN line
	Intercept        shell.Interceptor // may run something else in place of a command; not with ExternalShell
	Coverage         bool              // every RUN line has a LLVM_PROFILE_FILE of its own
	// WholeEnvironment makes Environment all that programs see, PATH included: nothing of the
	// process is passed on.
	WholeEnvironment bool
	// ParallelismGroups limits how many tests of a group run at a time; a limit set by several
	// suites is the same in all.
	ParallelismGroups map[string]int
}

// name is the suite as reports call it.
func (s *Suite) name() string {
	if s.Name != "" {
		return s.Name
	}
	return filepath.Base(s.Dir)
}

// ignoredDirs never contain tests.
var ignoredDirs = []string{"Output", ".svn", ".git"}

// Discover lists the tests of the suite, as sorted paths relative to Dir with slashes.
func (s Suite) Discover() ([]string, error) {
	if s.Standalone {
		return nil, nil
	}
	var tests []string
	err := filepath.WalkDir(s.Dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if file != s.Dir && slices.Contains(s.Excludes, name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			if file != s.Dir && slices.Contains(ignoredDirs, name) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasPrefix(name, ".") || !s.hasSuffix(name) {
			return nil
		}
		relative, err := filepath.Rel(s.Dir, file)
		if err != nil {
			return err
		}
		tests = append(tests, filepath.ToSlash(relative))
		return nil
	})
	slices.Sort(tests)
	return tests, err
}

func (s *Suite) hasSuffix(name string) bool {
	return slices.ContainsFunc(s.Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// RunFile runs one test, named by its path relative to Dir with slashes.
func (s *Suite) RunFile(test string) *Result {
	return (&Test{Suite: s, Path: test}).Run(context.Background(), 0)
}
