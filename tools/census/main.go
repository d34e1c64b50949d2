// Command census counts what a checkout is made of: lines of code, of tests and
// of generated files, packages, rewrites in Go and as rules, and in how many
// files beside docs and tests each of ten ops is named. Given two checkouts it
// prints both, and so shows what a change did to the house.
//
//	go run -C tools ./census [DIR...]
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// ops are of all kinds: elementwise, movements, reductions, contractions, indexed.
var ops = []string{"reverse", "abs", "add", "select", "transpose", "concat", "reduce", "matmul", "gather", "sort"}

func main() {
	dirs := os.Args[1:]
	if len(dirs) == 0 {
		dirs = []string{".."}
	}
	var tables [][]row
	for _, dir := range dirs {
		rows, err := census(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, "tools/census:", err)
			os.Exit(1)
		}
		tables = append(tables, rows)
	}
	for i, r := range tables[0] {
		fmt.Printf("%-40s", r.name)
		for _, t := range tables {
			fmt.Printf(" %10s", t[i].value)
		}
		fmt.Println()
	}
}

type row struct{ name, value string }

func census(dir string) ([]row, error) {
	list, err := output(dir, "git", "ls-files", "*.go", "*.s")
	if err != nil {
		return nil, err
	}
	var l lines
	for _, file := range strings.Fields(list) {
		if err = l.add(filepath.Join(dir, file)); err != nil {
			return nil, err
		}
	}
	packages, err := output(dir, "go", "list", "./...")
	if err != nil {
		return nil, err
	}
	rows := []row{
		{"lines of code", fmt.Sprint(l.code)},
		{"lines of tests", fmt.Sprint(l.tests)},
		{"lines generated, with assembly", fmt.Sprint(l.generated)},
		{"packages", fmt.Sprint(len(strings.Fields(packages)))},
	}
	rewrites, err := rewrites(filepath.Join(dir, "docs", "rules.md"))
	if err != nil {
		return nil, err
	}
	rows = append(rows, rewrites...)
	for _, op := range ops {
		n, err := filesOf(dir, op)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{"files that tg." + op + " stands in", fmt.Sprint(n)})
	}
	return rows, nil
}

// lines counts those of files in Go and assembly.
type lines struct{ code, tests, generated int }

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func (l *lines) add(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	n := bytes.Count(data, []byte("\n"))
	switch {
	case generated.Match(data):
		l.generated += n
	case strings.HasSuffix(file, "_test.go"):
		l.tests += n
	default:
		l.code += n
	}
	return nil
}

// summary is the sentence of docs/rules.md about what there is.
var summary = regexp.MustCompile(`There are (\d+) rules that .canonicalize. applies, (\d+) that .substitute. .*and (\d+) patterns in Go`)

func rewrites(file string) ([]row, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if m := summary.FindStringSubmatch(s.Text()); m != nil {
			return []row{{"rules of canonicalize", m[1]}, {"rules of substitute", m[2]}, {"Go patterns of tg", m[3]}}, nil
		}
	}
	return nil, fmt.Errorf("%s does not say how many rules there are", file)
}

// filesOf counts the Go files beside docs and tests that name the op: its name in
// text, or its variable.
func filesOf(dir, op string) (int, error) {
	variable := strings.ToUpper(op[:1]) + op[1:]
	inside, err := output(dir, "git", "grep", "-lw", "-e", `"tg\.`+op, "-e", variable, "--", "dialect/tg/*.go", ":!*_test.go")
	if err != nil {
		return 0, err
	}
	outside, err := output(dir, "git", "grep", "-lw", "-e", `tg\.`+op, "-e", `tg\.`+variable, "--", "*.go",
		":!dialect/tg", ":!docs", ":!test", ":!*_test.go", ":!examples", ":!bench")
	return len(strings.Fields(inside)) + len(strings.Fields(outside)), err
}

// output is what a command prints. A search that finds nothing prints nothing.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 && len(exit.Stderr) == 0 {
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %s %s: %w", dir, name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
