package report

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tg-opt/tg/lit"
)

// failing is a way to fill a file that fails after some text.
func failing(err error) func(*bufio.Writer) error {
	return func(w *bufio.Writer) error {
		w.WriteString(strings.Repeat("half a report\n", 10000))
		return err
	}
}

func fakeTerminal(columns int, colored bool) *terminal {
	return &terminal{columns: func() int { return columns }, colored: colored}
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ in, colored, plain string }{
		{"plain é\ttext\n", "plain é\ttext\n", "plain é\ttext\n"},
		{"\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m\x1b[0m", "red"},
		{"\x1b[38:5:1mred", "\x1b[38:5:1mred\x1b[0m", "red"},
		{"\x1b[2Jgone\x1b[Hhome", "^[[2Jgone^[[Hhome", "^[[2Jgone^[[Hhome"},
		{"\x1b]0;title\x07", "^[]0;title^G", "^[]0;title^G"},
		{"one\r\ntwo\rthree", "one\ntwo^Mthree", "one\ntwo^Mthree"},
		{"\x7f\u009b2J\u0000", "^?M-^[2J^@", "^?M-^[2J^@"},
		{"\x1b[", "^[[", "^[["},
		{"bad \xff byte", "bad \ufffd byte", "bad \ufffd byte"},
		{"\ufffd\a", "\ufffd^G", "\ufffd^G"},
	} {
		if got := fakeTerminal(80, true).clean(c.in); got != c.colored {
			t.Errorf("%q: got %q, want %q", c.in, got, c.colored)
		}
		if got := fakeTerminal(80, false).clean(c.in); got != c.plain {
			t.Errorf("%q without colours: got %q, want %q", c.in, got, c.plain)
		}
		if got := (*terminal)(nil).clean(c.in); got != c.in {
			t.Errorf("%q in a pipe: got %q", c.in, got)
		}
	}
}

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		text        string
		columns     int
		first, last string
	}{
		{"short", 5, "short", "short"},
		{"longer", 5, "lo...", "...er"},
		{"日本語", 6, "日本語", "日本語"},
		{"日本語", 5, "日...", "...語"},
		{"abcd", 3, "...", "..."},
		{"abcd", 1, ".", "."},
		{"abcd", 0, "", ""},
		{"abcd", -1, "", ""},
		{"", 0, "", ""},
	} {
		if first, last := firstColumns(c.text, c.columns), lastColumns(c.text, c.columns); first != c.first || last != c.last {
			t.Errorf("%q in %d: got %q and %q, want %q and %q", c.text, c.columns, first, last, c.first, c.last)
		}
	}
}

// TestValidUTF8LikePython compares random bytes decoded by both.
func TestValidUTF8LikePython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	random := rand.New(rand.NewPCG(5, 6))
	bytesOf := []byte{'a', 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff}
	var cases []string
	var in strings.Builder
	for range 20000 {
		b := make([]byte, random.IntN(9))
		for i := range b {
			b[i] = bytesOf[random.IntN(len(bytesOf))]
		}
		cases = append(cases, string(b))
		in.WriteString(hex.EncodeToString(b) + "\n")
	}
	cmd := exec.Command(python, "-c", `import sys
for line in sys.stdin: print(bytes.fromhex(line).decode("utf-8", "replace").encode("utf-8").hex())`)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		if got := hex.EncodeToString([]byte(validUTF8(cases[i]))); got != line {
			t.Errorf("%x: got %s, Python %s", cases[i], got, line)
		}
	}
}

func TestBarLine(t *testing.T) {
	tests := testsOf(&lit.Suite{Name: "suite"}, "slow/test.txt", "b", "c", "d")
	now := time.Now()
	b := newBar(nil, nil, fakeTerminal(80, false), tests)
	b.begun = now.Add(-90 * time.Second)
	b.running = []runningTest{{tests[0], now.Add(-3200 * time.Millisecond)}}
	for _, c := range []struct {
		columns, done, failed int
		want                  string
	}{
		{100, 0, 0, "  0% [---------------------------------] 0/4  suite :: slow/test.txt 3.2s"},
		{100, 1, 0, " 25% [========-------------------------] 1/4, ETA 4:30  suite :: slow/test.txt 3.2s"},
		{100, 3, 2, " 75% [========================---------] 3/4, 2 failed, ETA 0:30  suite :: slow/test.txt 3.2s"},
		{60, 3, 2, " 75% [===============-----] 3/4, 2 failed, ETA 0:30"},
		{60, 0, 0, "  0% [--------------------] 0/4  suite :: slow/test.txt 3.2s"},
		{50, 0, 0, "  0% [----------------] 0/4  ...slow/test.txt 3.2s"},
		{40, 3, 2, " 75% [======---] 3/4, 2 failed, ETA 0:30"},
		{35, 3, 2, " 75% 3/4, 2 failed, ETA 0:30"},
		{20, 3, 2, " 75% 3/4, 2 failed, "},
		{10, 0, 0, "  0% 0/4"},
		{0, 0, 0, ""},
	} {
		b.predict.completed, b.failed, b.part = c.done, c.failed, float64(c.done)/4
		got := b.line(now, c.columns)
		if got != c.want {
			t.Errorf("%d columns, %d done: got\n%q, want\n%q", c.columns, c.done, got, c.want)
		}
		if len(got) > c.columns {
			t.Errorf("%q has more than %d columns", got, c.columns)
		}
	}
	if got := minutes(3*time.Hour + 62*time.Second); got != "3:01:02" {
		t.Errorf("got %s", got)
	}
}

// TestPredictor has the values of lit's own.
func TestPredictor(t *testing.T) {
	tests := testsOf(&lit.Suite{}, "a", "b", "c")
	tests[0].PreviousElapsed, tests[1].PreviousElapsed = time.Second, 3*time.Second
	p := newPredictor(tests)
	for i, c := range []struct {
		test    int
		elapsed time.Duration
		want    float64
	}{{2, 0, 0}, {0, 2 * time.Second, 2.0 / 5}, {1, 6 * time.Second, 1}} {
		if got := p.done(&lit.Result{Test: tests[c.test], Elapsed: c.elapsed}); got != c.want {
			t.Errorf("%d: got %v, want %v", i, got, c.want)
		}
	}
	p = newPredictor(tests)
	if got, want := p.done(&lit.Result{Test: tests[0], Elapsed: 2 * time.Second}), 2/7.5; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := newPredictor(tests[2:]).done(&lit.Result{Test: tests[2]}); got != 0 {
		t.Errorf("no time at all: got %v", got)
	}
}

// TestBarCounts gives results to a bar and draws it after its end.
func TestBarCounts(t *testing.T) {
	var out bytes.Buffer
	var mu sync.Mutex
	tests := testsOf(&lit.Suite{Name: "s"}, "a", "b", "c")
	b := newBar(&mu, bufio.NewWriter(&out), fakeTerminal(100, true), tests)
	mu.Lock()
	b.start()
	for i, status := range []lit.Status{lit.Pass, lit.Fail} {
		b.started(tests[i])
		b.done(&lit.Result{Test: tests[i], Status: status, Elapsed: time.Second})
	}
	line := b.line(b.begun, 99)
	if want := " 66% [\x1b[31m" + strings.Repeat("=", 22) + "\x1b[0m" + strings.Repeat("-", 11) + "] 2/3, 1 failed"; line != want {
		t.Errorf("got %q, want %q", line, want)
	}
	b.stop(false)
	b.out.Flush()
	mu.Unlock()
	before := out.String()
	b.tick()
	if out.String() != before || !strings.HasSuffix(before, "\r\x1b[K") {
		t.Errorf("a stopped bar draws: %q", out.String())
	}
}

func TestCenter(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string // of Python
	}{{"abc", 4, "abc "}, {"ab", 5, "  ab "}, {"ab", 4, " ab "}, {"abcde", 3, "abcde"}, {"", 3, "   "}} {
		if got := center(c.text, c.width); got != c.want {
			t.Errorf("%q in %d: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// screen is what a terminal shows after a text.
func screen(text string) (lines []string) {
	text = regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
	for _, line := range strings.Split(text, "\n") {
		var cells []rune
		at := 0
		for len(line) > 0 {
			if rest, ok := strings.CutPrefix(line, "\x1b[K"); ok {
				cells, line = cells[:at], rest
				continue
			}
			r := []rune(line)[0]
			line = line[len(string(r)):]
			if r == '\r' {
				at = 0
				continue
			}
			cells = append(cells[:at], append([]rune{r}, cells[min(at+1, len(cells)):]...)...)
			at++
		}
		lines = append(lines, string(cells))
	}
	return lines
}

// TestBarLeavesNothing checks that the screen after a run with a bar looks as if there had been
// none.
func TestBarLeavesNothing(t *testing.T) {
	for _, mode := range modes {
		if mode.name == "off-progress" {
			continue // has a header because of the bar
		}
		results := sample()
		term := fakeTerminal(60, true)
		var automatic bool
		with := show(term, results, time.Second, func(o *Options) {
			mode.set(o)
			automatic = o.Progress == ProgressOn || o.Results != Off && !o.Terse
		})
		if drawn := strings.Contains(with, "\x1b[K"); drawn != automatic {
			t.Errorf("%s: drawn is %t", mode.name, drawn)
		}
		without := show(term, results, time.Second, func(o *Options) { mode.set(o); o.Progress = ProgressOff })
		got, want := screen(with), screen(without)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: the screen shows\n%s\nwant\n%s", mode.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestBarMovesByItself waits until a bar names the test that runs.
func TestBarMovesByItself(t *testing.T) {
	drawn := make(chan string, 1000)
	tests := testsOf(&lit.Suite{Name: "suite"}, "slow.txt", "other.txt")
	c := newConsole(writerFunc(func(p []byte) (int, error) {
		drawn <- string(p)
		return len(p), nil
	}), fakeTerminal(100, false), Options{Results: All})
	c.Start(tests, 2, 1)
	c.Started(tests[0])
	deadline := time.After(time.Minute)
	for found := false; !found; {
		select {
		case line := <-drawn:
			found = strings.Contains(line, "  suite :: slow.txt 1.")
		case <-deadline:
			t.Fatal("the bar never named the test")
		}
	}
	c.Stop(true)
	last := ""
	for len(drawn) > 0 {
		last += <-drawn
	}
	if !strings.HasSuffix(last, "\r\x1b[K^C") {
		t.Errorf("the end is %q", last)
	}
	c.Done(&lit.Result{Test: tests[0], Status: lit.Pass}) // a straggler
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestConsoleOnTerminal(t *testing.T) {
	golden(t, "terminal-default.txt", show(fakeTerminal(60, true), sample(), 1234*time.Millisecond, func(o *Options) { o.Progress = ProgressOff }))
	golden(t, "terminal-verbose.txt", show(fakeTerminal(60, true), sample(), 1234*time.Millisecond, func(o *Options) {
		o.Progress = ProgressOff
		o.SetOutput(Failed)
	}))
	plain := show(fakeTerminal(60, false), sample(), 1234*time.Millisecond, func(o *Options) {
		o.Progress = ProgressOff
		o.SetOutput(Failed)
	})
	if strings.Contains(plain, "\x1b") {
		t.Errorf("escape sequences without colours:\n%q", plain)
	}
	quiet := func(o *Options) { o.SetResults(Failed); o.Terse = true }
	if got, want := show(fakeTerminal(60, false), sample(), 0, quiet), show(nil, sample(), 0, quiet); got != want {
		t.Errorf("got\n%s\nwant what a pipe gets\n%s", got, want)
	}
}

func TestReason(t *testing.T) {
	for name, c := range map[string]struct {
		status       lit.Status
		output, want string
	}{
		"nothing":         {lit.Fail, "", ""},
		"unexpected pass": {lit.XPass, transcript, ""},
		"message":         {lit.Unresolved, "Test has no 'RUN:' line", "| Test has no 'RUN:' line\n"},
		"syntax": {lit.Unresolved, "Exit Code: 1\n\nCommand Output (stdout):\n--\n# shell parser error on RUN: at line 1: x\n\n--\n",
			"| shell parser error on RUN: at line 1: x\n"},
		"first failure": {lit.Fail, "# executed command: a\n# | out of a\n# executed command: b\n# | out of b\n# error: status 1\n" +
			"# executed command: c\n# error: status 2\n", "$ b\n| out of b\nstatus 1\n"},
		"last lines": {lit.Fail, "# executed command: a\n# | 1\n# | 2\n# | 3\n# | 4\n# | 5\n# | 6\n# error: no\n",
			"$ a\n| 2\n| 3\n| 4\n| 5\n| 6\nno\n"},
		"script": {lit.Fail, "Exit Code: 1\n\nCommand Output (stdout):\n--\nout\n\n--\nCommand Output (stderr):\n--\n+ false\n\n--\n",
			"| out\n| + false\n"},
		"timeout": {lit.Timeout, "Exit Code: -9\nTimeout: Reached timeout of 1 seconds\n\n# executed command: sleep 5\n",
			"$ sleep 5\nReached timeout of 1 seconds\n"},
		"no command before the error": {lit.Fail, "# error: no\n", "no\n"},
		"wide":                        {lit.Fail, "# executed command: " + strings.Repeat("long ", 20) + "\n# error: \x1b[31mno\n", "$ " + strings.Repeat("long ", 8) + "lon...\nno\n"},
		"huge":                        {lit.Fail, strings.Repeat("\xff", 1<<20), "| " + strings.Repeat("\ufffd", 43) + "...\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			fakeTerminal(55, true).reason(&b, &lit.Result{Status: c.status, Output: c.output})
			if got := strings.ReplaceAll(b.String(), "      ", ""); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestReasonsAreLimited checks that a summary of many failures stays short.
func TestReasonsAreLimited(t *testing.T) {
	var results []*lit.Result
	suite := &lit.Suite{Name: "s"}
	for range 50 {
		results = append(results, &lit.Result{Test: &lit.Test{Suite: suite, Path: "x"}, Status: lit.Fail, Output: transcript, Start: time.Now()})
	}
	out := show(fakeTerminal(60, false), results, time.Second, func(*Options) {})
	if got := strings.Count(out, "$ cmp a b\n"); got != maxReasons {
		t.Errorf("%d reasons", got)
	}
}

func TestWriteErrorIsReported(t *testing.T) {
	full := errors.New("no space")
	c := NewConsole(writerFunc(func([]byte) (int, error) { return 0, full }), Options{Results: All})
	c.Start(nil, 0, 1)
	c.Stop(false)
	if err := c.Summary(nil, 0); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func TestNoTerminal(t *testing.T) {
	if terminalOf(&bytes.Buffer{}) != nil {
		t.Error("a buffer is a terminal")
	}
}

func TestParseLevel(t *testing.T) {
	for text, want := range map[string]Level{"off": Off, "failed": Failed, "all": All} {
		if got, err := ParseLevel(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	if _, err := ParseLevel("some"); err == nil {
		t.Error("no error")
	}
}
