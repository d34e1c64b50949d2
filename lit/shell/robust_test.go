//go:build unix

package shell

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// alive reports whether a process runs that has a text in its command line.
func alive(t *testing.T, text string) bool {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Skip("there is no /proc")
	}
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && bytes.Contains(data, []byte(text)) && !bytes.Contains(data, []byte("test.run")) {
			return true
		}
	}
	return false
}

// endsSoon fails the test if a process with a text in its command line goes on.
func endsSoon(t *testing.T, text string) {
	t.Helper()
	for range 100 {
		if !alive(t, text) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("a process with %s in its command line has outlived the test", text)
}

// TestNothingStays starts processes that want to outlive their test.
func TestNothingStays(t *testing.T) {
	for i, line := range []string{
		"sh -c 'sleep %s & sleep %s'", "sh -c '(sleep %s &) ; exec sleep %s'", "sh -c 'sleep %s & sleep %s' | cat", "cat | sh -c 'cat; sleep %s & sleep %s'",
		"timeout 1000 sleep %s", "sh -c 'timeout 1000 sh -c \"sleep %s; true\" & wait'", "sh -c 'trap \"\" TERM INT HUP; sleep %s; sleep %s'",
		"true ; sh -c 'sleep %s'", "stuck | sleep %s", "sleep %s | stuck", "sleep %s | upper | sleep %s", "not --crash sleep %s", "ulimit -n 100 ; sleep %s",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			config := testConfig(t)
			config.Timeout = 300 * time.Millisecond
			mark := fmt.Sprintf("86%d.%d", i, os.Getpid())
			outcome := runText(config, strings.ReplaceAll(line, "%s", mark))
			if !outcome.TimedOut || !strings.Contains(outcome.Report(), "Timeout: Reached timeout of 0.3 seconds\n") ||
				!strings.Contains(outcome.Log, "# error: command reached timeout: True\n") {
				t.Error(outcome.Report())
			}
			endsSoon(t, mark)
		})
	}
	for i, line := range []string{
		"sh -c 'sleep %s >/dev/null 2>&1 &'", "sh -c 'sleep %s &'", "sh -c 'sleep %s & echo x' | cat", "sh -c 'sleep %s & echo x' | sh -c 'head -n 1'",
		"true\nsh -c '(sleep %s) >/dev/null 2>&1 &'", "sh -c 'sleep %s & echo x' | upper | count 1", "sh -c 'sleep %s &' 2>&1 > f | count 0",
		"sh -c '(trap \"\" PIPE; sleep %s & yes) &'", "sh -c '(sleep %s & yes) & sleep 0.1' | first-line",
		"ulimit -n 100 ; sh -c 'sleep %s >/dev/null 2>&1 &'", "timeout 1000 true ; sh -c 'sleep %s >/dev/null 2>&1 &'",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			mark := fmt.Sprintf("87%d.%d", i, os.Getpid())
			outcome := runText(testConfig(t), strings.ReplaceAll(line, "%s", mark))
			if outcome.Status != 0 {
				t.Error(outcome.Report())
			}
			endsSoon(t, mark)
		})
	}
}

// TestBackgroundLivesOn makes sure that processes in the background are not ended before their test
// ends.
func TestBackgroundLivesOn(t *testing.T) {
	outcome := runText(testConfig(t), "sh -c '(read x <fifo0; echo got > out; sleep 1000) >/dev/null 2>&1 & mkfifo fifo1 && mv fifo1 fifo2' || true\n"+
		"sh -c 'sleep 1000 >/dev/null 2>&1 & echo $! > pid'\nsh -c 'kill -0 $(cat pid)'")
	if outcome.Status != 0 {
		t.Error(outcome.Report())
	}
}

func TestNamedPipe(t *testing.T) {
	config := testConfig(t)
	config.Timeout = 200 * time.Millisecond
	for _, line := range []string{"mkfifo f ; echo x > f", "mkfifo g ; cat < g", "mkfifo h ; cat h"} {
		if outcome := runText(config, line); !outcome.TimedOut {
			t.Error(outcome.Report())
		}
	}
	config.Timeout = 0
	if outcome := runText(config, "mkfifo i\nsh -c 'cat i > out &' > /dev/null 2>&1\necho x > i\nsh -c 'until test -s out; do :; done'"); outcome.Status != 0 {
		t.Error(outcome.Report())
	}
	if outcome := runText(config, "cat /dev/zero | true"); outcome.Status != 1 {
		t.Error(outcome.Report())
	}
}

func TestNoPipefail(t *testing.T) {
	config := testConfig(t)
	config.NoPipefail = true
	for line, want := range map[string]int{"exit 3 | upper": 0, "upper | exit 3": 3, "sh -c 'exit 4' | cat": 0, "false": 1} {
		if outcome := runText(config, line); outcome.Status != want {
			t.Errorf("%s: status %d, want %d", line, outcome.Status, want)
		}
	}
}

func TestKillOfOwnGroup(t *testing.T) {
	outcome := runText(testConfig(t), "not sh -c 'kill -9 0' || true\necho reached")
	if outcome.Status != 0 || !strings.Contains(outcome.Log, "reached") {
		t.Error(outcome.Report())
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	config := testConfig(t)
	outcome := Run(ctx, config, []Line{{"RUN: at line 1", "sleep 1000"}, {"RUN: at line 2", "args reached"}})
	if outcome.Status != statusKilled || outcome.TimedOut || strings.Contains(outcome.Log, "reached") {
		t.Error(outcome.Report())
	}
}

func TestHugeOutput(t *testing.T) {
	for _, line := range []string{"head -c 50000000 /dev/zero", "head -c 50000000 /dev/zero | true", "sh -c 'head -c 50000000 /dev/zero >&2'"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		outcome := runText(testConfig(t), line)
		runtime.ReadMemStats(&after)
		note := fmt.Sprintf("[%d bytes left out: the log keeps the first %d and the last %d]\n", 50000000-captureHead-captureTail, captureHead, captureTail)
		if outcome.Status != 0 || !strings.Contains(outcome.Log, note) || len(outcome.Log) > 2*(captureHead+captureTail) {
			t.Errorf("%s: status %d, %d bytes, want the note %s", line, outcome.Status, len(outcome.Log), note)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 150_000_000 {
			t.Errorf("%s: allocated %d bytes", line, used)
		}
	}
}

// TestSlowReader makes sure that what a program has written is read, however late.
func TestSlowReader(t *testing.T) {
	config := testConfig(t)
	config.Tools = append(config.Tools, Tool{Name: "late", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		time.Sleep(outputGrace + 300*time.Millisecond)
		data, err := io.ReadAll(stdin)
		fmt.Fprintln(stdout, len(data), err)
		return 0
	}})
	for _, line := range []string{"head -c 50000 /dev/zero | late", "sh -c 'head -c 50000 /dev/zero; sleep 1000 &' | late"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if outcome := runText(config, line); outcome.Status != 0 || !strings.Contains(outcome.Log, "# | 50000 <nil>\n") {
				t.Error(outcome.Report())
			}
		})
	}
}

// TestReaderThatEnds makes sure that a writer goes on without a reader, and that an endless one
// does not hang.
func TestReaderThatEnds(t *testing.T) {
	for line, want := range map[string]int{
		"seq 100000 | true": 0, "seq 100000 | first-line | count 1": 0, "lines | first-line | count 1": 0, "lines | true": 0, "lines | sh -c 'read x'": 0,
		"endless | true": 1, "endless | first-line": 1, "yes | true": -13, "yes | first-line": -13, "seq 1000000 | sleep 0": 0, "lines | sleep 0.1": 0,
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if outcome := runText(testConfig(t), line); outcome.Status != want {
				t.Errorf("status %d, want %d", outcome.Status, want)
			}
		})
	}
}

func TestEndedGoroutine(t *testing.T) {
	config := testConfig(t)
	config.Tools = []Tool{{Name: "leaves", Main: func([]string, io.Reader, io.Writer, io.Writer) int { runtime.Goexit(); return 0 }}}
	if outcome := runText(config, "not --crash leaves | cat"); outcome.Status != 0 || !strings.Contains(outcome.Log, "# | the tool has ended its goroutine\n# | error: Aborted\n") {
		t.Error(outcome.Report())
	}
}

func TestUmask(t *testing.T) {
	config := testConfig(t)
	outcome := runText(config, "umask 027\necho x > a\nsh -c 'echo x' > b\ntouch c\nmkdir -p d/e\nsplit-file in out || true\necho y >> a\numask 077\nmkdir f\necho x > g")
	if outcome.Status != 0 {
		t.Fatal(outcome.Report())
	}
	for name, want := range map[string]fs.FileMode{"a": 0o640, "b": 0o640, "c": 0o640, "d": fs.ModeDir | 0o750, "d/e": fs.ModeDir | 0o750,
		"f": fs.ModeDir | 0o700, "g": 0o600} {
		info, err := os.Stat(filepath.Join(config.Dir, name))
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
	if outcome := runText(config, "touch h"); outcome.Status != 0 {
		t.Fatal(outcome.Report())
	}
	if info, err := os.Stat(filepath.Join(config.Dir, "h")); err != nil || info.Mode()&0o700 != 0o600 || info.Mode()&0o044 == 0 {
		t.Errorf("the umask of another test applies: %v, %v", info.Mode(), err)
	}
}

func TestLimits(t *testing.T) {
	outcome := runText(testConfig(t), "ulimit -f 1000\nnot --crash sh -c 'exec head -c 5000 /dev/zero > big'\nsh -c 'wc -c < big' | grep '^ *1000$'\n"+
		"env A=1 sh -c 'ulimit -f' | grep '^[12]$'\nulimit -f unlimited ; ulimit -v 20000 ; sh -c 'ulimit -v' | grep '^20000$'")
	if outcome.Status != 0 {
		t.Error(outcome.Report())
	}
	if outcome := runText(testConfig(t), "ulimit -n 100 ; echo x > plain ; ./plain"); !strings.Contains(outcome.Log, "due to [Errno 13] Permission denied") {
		t.Error(outcome.Report())
	}
}

// TestTools makes sure of what tools get.
func TestTools(t *testing.T) {
	for text, want := range map[string]string{
		"mkdir d ; cd d ; getenv A": "# | d A=\n", "export A=1 ; getenv A": " A=1\n", "env A=2 getenv A | upper": " A=2\n", "env A=2 not getenv A": "status: 1\n",
		"env A=1 upper":               "Error: 'env' cannot set variables of the in-process tool 'upper'",
		"echo x > f ; args f":         "does not know the working directory",
		"echo x > f ; args --input=f": "write the absolute path of 'f'", "echo x > f ; args -f %t g": "[-f]", "cd nowhere ; args": "Could not create process (args) due to [Errno 2]",
	} {
		if outcome := runText(testConfig(t), text); !strings.Contains(outcome.Log, want) {
			t.Errorf("%s: want %q in\n%s", text, want, outcome.Report())
		}
	}
}

// TestNoLeaks makes sure that neither goroutines nor files remain.
func TestNoLeaks(t *testing.T) {
	config := testConfig(t)
	text := "lines | upper | first-line | cat\nseq 10 | cat | upper | grep 1 > f 2>&1\nnot panics | sh -c 'exit 0' || true\nlines | true\n" +
		"sh -c 'sleep 1000 >/dev/null 2>&1 &'\nnosuch | cat < f"
	runText(config, text)
	count := func() (goroutines, files int) {
		for range 100 { // what has ended may need a moment to be gone
			if goroutines = runtime.NumGoroutine(); goroutines < 20 {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		entries, _ := os.ReadDir("/proc/self/fd")
		return goroutines, len(entries)
	}
	goroutines, files := count()
	for range 5 {
		runText(config, text)
	}
	if g, f := count(); g > goroutines+3 || f > files {
		t.Errorf("%d goroutines, before %d; %d files, before %d", g, goroutines, f, files)
	}
}
