package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/lit"
)

// timesName is the file in a suite's ExecDir that keeps how long its tests took: a line "SECONDS
// PATH" for each, with negative seconds if it failed.
const timesName = ".lit_test_times.txt"

// times is the content of such a file.
type times struct {
	paths   []string // in the order of the file
	seconds map[string]float64
}

// LoadTimes tells the tests how long they took in the last run and whether they failed, as far as
// that is known. Lines that it cannot read are ignored with a warning, one per file.
func LoadTimes(tests []*lit.Test, warn func(string)) {
	type roots struct{ exec, source string }
	known := map[roots]*times{}
	for _, test := range tests {
		root := roots{test.Suite.ExecDir, test.Suite.Dir}
		last, ok := known[root]
		if !ok {
			last = readTimes(test.Suite, warn)
			known[root] = last
		}
		if seconds, ok := last.seconds[test.Path]; ok {
			test.PreviousElapsed = duration(max(seconds, -seconds))
			test.PreviousFailure = seconds < 0
		}
	}
}

func duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// readTimes reads the file of a suite in ExecDir or, if there is none, that in Dir, where a
// checkout can bring it along.
func readTimes(s *lit.Suite, warn func(string)) *times {
	t := &times{seconds: map[string]float64{}}
	for _, dir := range []string{s.ExecDir, s.Dir} {
		if dir == "" {
			continue
		}
		name := filepath.Join(dir, timesName)
		text, err := input.Text(0).ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			warn(fmt.Sprintf("cannot read the times of the last run: %v", err))
		} else {
			t.parse(name, string(text), warn)
		}
		break
	}
	return t
}

func (t *times) parse(name, text string, warn func(string)) {
	number, bad, first := 0, 0, ""
	for line := range strings.Lines(text) {
		number++
		path, seconds, err := parseTime(strings.TrimRight(line, "\r\n"))
		if err == nil {
			t.set(path, seconds)
			continue
		}
		if bad++; bad == 1 {
			first = fmt.Sprintf("%s:%d: %v", name, number, err)
		}
	}
	if bad > 1 {
		first += fmt.Sprintf("; so are %d other lines", bad-1)
	}
	if bad > 0 {
		warn(first)
	}
}

// parseTime reads a line without its end. A path may contain blanks.
func parseTime(line string) (path string, seconds float64, err error) {
	const blanks = " \t\v\f"
	number := strings.TrimLeft(line, blanks)
	if end := strings.IndexAny(number, blanks); end >= 0 {
		number, path = number[:end], strings.TrimLeft(number[end:], blanks)
	}
	seconds, err = strconv.ParseFloat(number, 64)
	const most = 1e9 // a time.Duration holds it
	if err != nil || path == "" || !(-most < seconds && seconds < most) {
		return "", 0, fmt.Errorf("%q is ignored: a line is the seconds that a test took, a blank and its path", line)
	}
	return path, seconds, nil
}

func (t *times) set(path string, seconds float64) {
	if _, ok := t.seconds[path]; !ok {
		t.paths = append(t.paths, path)
	}
	t.seconds[path] = seconds
}

// SaveTimes stores how long the tests took, besides what is stored of others. A file that cannot be
// written is a warning.
func SaveTimes(results []*lit.Result, warn func(string)) {
	var suites []*lit.Suite
	files := map[string]*times{}
	for _, r := range results {
		suite := r.Test.Suite
		if r.Start.IsZero() || suite.ExecDir == "" || strings.ContainsAny(r.Test.Path, "\r\n") {
			continue
		}
		file, ok := files[suite.ExecDir]
		if !ok {
			file = readTimes(suite, func(string) {}) // LoadTimes has warned
			files[suite.ExecDir] = file
			suites = append(suites, suite)
		}
		seconds := r.Elapsed.Seconds()
		if r.Status.IsFailure() {
			seconds = min(-seconds, -1e-6) // so that a test that took no time has a sign too
		}
		file.set(r.Test.Path, seconds)
	}
	for _, suite := range suites {
		file := files[suite.ExecDir]
		name := filepath.Join(suite.ExecDir, timesName)
		err := writeFile(name, func(w *bufio.Writer) error {
			for _, path := range file.paths {
				fmt.Fprintf(w, "%e %s\n", file.seconds[path], path)
			}
			return nil
		})
		if err != nil {
			warn(fmt.Sprintf("Could not save test time: %s: %v", name, reasonOf(err)))
		}
	}
}

// Order is the sequence in which tests run.
type Order string

// The orders of --order.
const (
	Smart   Order = "smart"   // those that failed last time, then the slowest, then by name
	Lexical Order = "lexical" // by name
	Random  Order = "random"
)

// Sort orders tests. The seed makes a random order repeatable, however the tests were ordered
// before.
func Sort(tests []*lit.Test, o Order, seed uint64) {
	failed := func(t *lit.Test) int {
		if t.PreviousFailure {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(tests, func(a, b *lit.Test) int {
		if o == Smart {
			if c := cmp.Or(cmp.Compare(failed(a), failed(b)), cmp.Compare(b.PreviousElapsed, a.PreviousElapsed)); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Name(), b.Name())
	})
	if o == Random {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(tests), func(i, j int) { tests[i], tests[j] = tests[j], tests[i] })
	}
}
