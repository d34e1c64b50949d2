package filecheck

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
)

// randomCases calls compare with the seeds of random cases.
func randomCases(usual int, compare func(seed int)) {
	first, count := campaign.Cases(usual)
	for i := range count {
		compare(int(first) + i)
	}
}

// reference finds LLVM's FileCheck, or skips the test.
func reference(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"FileCheck-22", "FileCheck"} {
		if path, err := exec.LookPath(name); err == nil {
			out, err := exec.Command(path, "--version").Output()
			if err == nil && strings.Contains(string(out), "22.1.") {
				return path
			}
		}
	}
	t.Skip("FileCheck of LLVM 22.1 is not installed")
	return ""
}

// outcomeOf is the exit status and the output of a tool.
type outcomeOf struct {
	Status         int
	Stdout, Stderr string
}

// call is a call of the tool.
type call struct {
	args  []string
	input string
	opts  string // FILECHECK_OPTS
}

// ours runs this package.
func (c *call) ours(t testing.TB) outcomeOf {
	t.Helper()
	if err := os.Setenv("FILECHECK_OPTS", c.opts); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := Main(c.args, strings.NewReader(c.input), &stdout, &stderr)
	return outcomeOf{status, stdout.String(), stderr.String()}
}

// theirs runs the reference. It returns false if that crashed, did not come to an end or cannot be
// called like this.
func (c *call) theirs(t testing.TB, tool string) (outcomeOf, bool) {
	t.Helper()
	const limit = 20 * time.Second // its back-references may take for ever
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool)
	cmd.Args = append([]string{toolName}, c.args...)
	cmd.Env = append(os.Environ(), "FILECHECK_OPTS="+c.opts, "LLVM_DISABLE_SYMBOLIZATION=1")
	cmd.Stdin = strings.NewReader(c.input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	switch err := cmd.Run(); {
	case errors.As(err, &exit) && !exit.Exited():
		return outcomeOf{}, false
	case err != nil && exit == nil:
		t.Fatal(err)
	}
	// The last is what its regex compiler says about itself.
	for _, crash := range []string{"PLEASE submit a bug report", "you found a bug"} {
		if bytes.Contains(stderr.Bytes(), []byte(crash)) {
			return outcomeOf{}, false
		}
	}
	return outcomeOf{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}, true
}

// compare fails the test if this package and the reference differ on a call. It returns false if
// the reference failed.
func (c *call) compare(t testing.TB, tool, check string) bool {
	t.Helper()
	theirs, ok := c.theirs(t, tool)
	if !ok {
		return false
	}
	if ours := c.ours(t); ours != theirs {
		t.Errorf("arguments %q, FILECHECK_OPTS=%q\n--- check file\n%s--- input\n%s--- (-FileCheck +ours)\n%s",
			c.args, c.opts, check, c.input, cmp.Diff(theirs, ours))
	}
	return true
}

// compareBoth compares on a case, and once more with a full dump.
func compareBoth(t testing.TB, tool, check, input string, args []string) bool {
	t.Helper()
	if err := os.WriteFile("check.txt", []byte(check), 0o666); err != nil {
		t.Fatal(err)
	}
	plain := call{args: args, input: input}
	full := call{args: args, input: input, opts: "-dump-input=always -vv"}
	return plain.compare(t, tool, check) && full.compare(t, tool, check)
}

// TestRandomAgainstReference compares exit status and messages with LLVM's FileCheck on random
// cases.
func TestRandomAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Setenv("FILECHECK_OPTS", "")
	t.Chdir(t.TempDir())
	randomCases(25, func(seed int) {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			check, input, args := newCaseMaker(rand.New(rand.NewPCG(uint64(seed), 7))).newCase()
			if !compareBoth(t, tool, check, input, args) {
				t.Skipf("the reference failed: arguments %q\n--- check file\n%s--- input\n%s", args, check, input)
			}
		})
	})
}

// FuzzDifferential compares on cases that the fuzzer steers. Calls of another process make its
// measure of coverage unsteady, so give it -fuzzminimizetime 1x or most of its time goes into
// minimizing.
func FuzzDifferential(f *testing.F) {
	tool := reference(f)
	f.Setenv("FILECHECK_OPTS", "")
	dir := f.TempDir()
	for seed := range uint64(20) {
		data := make([]byte, 200)
		r := rand.New(rand.NewPCG(seed, 8))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		t.Chdir(dir) // and back: failing inputs are written below the current directory
		check, input, args := newCaseMaker((*byteChooser)(&data)).newCase()
		compareBoth(t, tool, check, input, args)
	})
}
