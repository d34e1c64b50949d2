package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/peer"
)

// shapes are tests of all results that lit reports in the same words. Results that need an
// explanation by Python are in brokenShapes.
var shapes = []string{
	"RUN: true\n",
	"RUN: echo hello\nRUN: echo again | cat\n",
	"text\n// RUN: echo a \\\n// RUN:   b\n",
	"RUN: false\n",
	"RUN: echo out; sh -c 'echo err >&2; exit 3'\n",
	"RUN: not true\n",
	"RUN: no-such-program %s\n",
	"XFAIL: *\nRUN: false\n",
	"XFAIL: here\nRUN: false\n",
	"XFAIL: nowhere\nRUN: true\n",
	"UNSUPPORTED: here\nRUN: true\n",
	"UNSUPPORTED: nowhere, arch={{arm.*}}\nRUN: true\n",
	"REQUIRES: nowhere, !here, here\nRUN: true\n",
	"REQUIRES: here && arch={{x86.*}}\nRUN: true\n",
	"hello\n",
	"RUN: echo \\\n",
	"REQUIRES: (here\nRUN: true\n",
	"XFAIL: here &&\nRUN: true\n",
	"ALLOW_RETRIES: 2\nRUN: echo x >> %t.n ; grep -c x %t.n | grep 2\n",
	"ALLOW_RETRIES: 1\nRUN: false\n",
	"ALLOW_RETRIES: many\nRUN: true\n",
	"ALLOW_RETRIES: 1\nALLOW_RETRIES: 1\nRUN: true\n",
	"DEFINE: %{cmd} = echo %s\nRUN: %{cmd}\nREDEFINE: %{cmd} = false\nRUN: %{cmd}\n",
	"DEFINE: cmd = x\nRUN: true\n",
	"DEFINE: %{cmd}\nRUN: true\n",
	"RUN: %if here %{ echo yes %} %else %{ echo no %}\nRUN: %if nowhere %{ false %}\n",
	"RUN: echo %s %S %t %{s:basename} %{t:stem} %basename_t %{fs-sep} %:s %{/t:regex_replacement} %% %(line)\n",
	"RUN: echo a > %t && cat %t\nEND.\nRUN: false\n",
	"RUN: sh -c 'echo $LIT_CURRENT_TESTCASE'\n",
}

var unexpectedPass = "XFAIL: *\nRUN: true\n"

var brokenShapes = []string{
	"RUN: echo %T\n",
	"RUN: echo 'a\n",
	"RUN: echo |\n",
	"DEFINE: %{a} = 1\nDEFINE: %{a} = 2\nRUN: true\n",
	"REDEFINE: %{b} = 1\nRUN: true\n",
	"REQUIRES: \\\nREQUIRES: \nRUN: true\n",
	"RUN: %if here %{ true\n",
	"RUN: %if here\n",
	"RUN: \377\n",
}

// generateSuite writes tests of random shapes into a directory, every shape at least once.
func generateSuite(t *testing.T, dir string, seed uint64, shapes []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	files := map[string]string{"lit.cfg": "import lit.formats\nconfig.name = 'suite'\nconfig.suffixes = ['.test']\n" +
		"config.test_format = lit.formats.ShTest(False)\nconfig.available_features = ['here', 'arch=x86-64']\n" +
		"config.substitutions = [('%tool', 'echo tool'), ('%another', 'true')]\n"}
	files["fine/a.test"] = "REQUIRES: here && !(arch={{.*}} || b)\nRUN: true\n"
	files["fine/b.test"] = "XFAIL: *\nUNSUPPORTED: nowhere, here && \\\nUNSUPPORTED: there\nRUN: false\n"
	for i := range len(shapes) + len(shapes)/2 {
		shape := shapes[i%len(shapes)]
		if i >= len(shapes) {
			shape = shapes[random.IntN(len(shapes))]
		}
		folder := []string{"", "sub/", "sub/deep/", "other/"}[random.IntN(4)]
		files[fmt.Sprintf("%st%02d.test", folder, i)] = shape
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// cleanSuite removes what a run leaves but the times of the tests.
func cleanSuite(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || entry.Name() != "Output" {
			return err
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		return fs.SkipDir
	})
	if err != nil {
		t.Fatal(err)
	}
}

// outcome is what one of the programs did.
type outcome struct {
	status         int
	stdout, stderr string
}

func runPeer(t *testing.T, args []string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("lit-22", args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), comparableText(stdout.String()), comparableText(stderr.String())}
}

// These lit does not say, the second in Debian's package only, where XPASS is no failure.
var (
	kindNote   = regexp.MustCompile(`(?m)^tg-lit: note: (there is no file or directory .*|suite '.*|the tests of suite .*|no configuration is (.|\n)*is installed\.)\n`)
	xpassGroup = regexp.MustCompile(`\*{20}\nUnexpectedly Passed Tests \(\d+\):\n(  .*\n)+\n`)
)

func runOurs(args []string) outcome {
	var stdout, stderr bytes.Buffer
	status := Main(args, nil, strings.NewReader(""), &stdout, &stderr)
	return outcome{status, comparableText(stdout.String()), comparableText(kindNote.ReplaceAllString(stderr.String(), ""))}
}

var (
	// The row of numbers depends on how long tests took: 27 of 45 tests are 60 % or a little less.
	// Debian's package writes more numbers than upstream, and no dots.
	progressRow = regexp.MustCompile(`Testing: [ \d.]+`)
	testingTime = regexp.MustCompile(`Testing Time: \d+\.\d\ds`)
	peerMessage = regexp.MustCompile(`(?m)^lit-22: \S+:\d+: `)
)

// comparableText removes times, what depends on them, and the places in lit's sources where its
// messages come from.
func comparableText(text string) string {
	text = progressRow.ReplaceAllString(text, "Testing: ")
	return peerMessage.ReplaceAllString(testingTime.ReplaceAllString(text, "Testing Time: "), programName+": ")
}

func needPeer(t *testing.T) {
	t.Helper()
	withoutEnvironment(t)
	if _, err := exec.LookPath("lit-22"); err != nil {
		t.Skip("lit-22 is not installed")
	}
}

// commandLines are options of which both programs must print the same; SUITE is the directory of
// the suite.
var commandLines = []string{
	"SUITE",
	"-v SUITE",
	"-a SUITE",
	"-q SUITE",
	"-s SUITE",
	"-sv SUITE",
	"-r SUITE/sub",
	"SUITE/sub/deep SUITE/other",
	"--order=lexical SUITE",
	"--test-output=all --print-result-after=failed SUITE",
	"--print-result-after=off SUITE",
	"--terse-summary SUITE",
	"--show-pass --show-unsupported --show-xfail --show-flakypass SUITE",
	"--filter=SUB/ SUITE",
	"--filter-out sub --show-excluded SUITE",
	"--filter=nothing-at-all SUITE",
	"--filter=nothing-at-all --allow-empty-runs SUITE",
	"--max-tests 5 SUITE",
	"--num-shards=4 --run-shard=3 SUITE",
	"--num-shards=2 --run-shard=1 --max-tests=3 SUITE",
	"--num-shards=100 --run-shard=99 SUITE",
	"--diagnostic-level=error --num-shards=4 --run-shard=3 SUITE",
	"--xfail=sub/t03.test;t04.test;t05.test;suite$::$t03.test SUITE",
	"--xfail-not=t07.test;sub/t07.test;other/t07.test;sub/deep/t07.test SUITE",
	"--exclude-xfail SUITE",
	"--no-execute --filter-out=XFAIL SUITE/other",
	"--max-failures 3 --print-result-after=off SUITE",
	"--max-retries-per-test=2 SUITE",
	"--ignore-fail SUITE",
	"--show-tests SUITE",
	"--show-suites SUITE",
	"--show-suites --show-tests SUITE/sub",
	"--show-used-features SUITE/fine",
	"SUITE/nowhere",
	"SUITE/nowhere SUITE/other",
	"SUITE/lit.cfg",
	"/nowhere/at/all",
	"-i SUITE/other",
	"--show-pas SUITE/other",
}

// TestAgainstLit compares what both programs print and their exit status.
func TestAgainstLit(t *testing.T) {
	needPeer(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	generateSuite(t, dir, campaign.First()+1, shapes)
	for _, line := range peer.Some(commandLines, strings.Clone) {
		t.Run(line, func(t *testing.T) {
			// Without times of a last run the order is by name. One worker makes it that of the
			// results, too.
			args := []string{"-j1", "--skip-test-time-recording"}
			for _, arg := range strings.Fields(strings.ReplaceAll(line, "SUITE", dir)) {
				args = append(args, strings.ReplaceAll(arg, "$", " "))
			}
			cleanSuite(t, dir)
			theirs := runPeer(t, args)
			cleanSuite(t, dir)
			ours := runOurs(args)
			ours.stdout = xpassGroup.ReplaceAllString(ours.stdout, "")
			if diff := cmp.Diff(theirs, ours, cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("(-lit +ours)\n%s", diff)
			}
		})
	}
}

// TestOrderAgainstLit compares the order that the times of the last run make, and the selection of
// failed tests.
func TestOrderAgainstLit(t *testing.T) {
	needPeer(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// What should fail passes with --no-execute, which Debian's package takes for no failure.
	generateSuite(t, dir, 7, slices.DeleteFunc(slices.Clone(shapes), func(s string) bool { return strings.HasPrefix(s, "XFAIL") }))
	if err := os.Remove(filepath.Join(dir, "fine", "b.test")); err != nil {
		t.Fatal(err)
	}
	runPeer(t, []string{dir}) // which records the times
	for _, args := range [][]string{{}, {"--filter-failed"}, {"--order=smart", "--num-shards=3", "--run-shard=2"}, {"--order=lexical"}} {
		args = append([]string{"-j1", "--skip-test-time-recording", "--no-execute", dir}, args...)
		if diff := cmp.Diff(runPeer(t, args), runOurs(args), cmp.AllowUnexported(outcome{})); diff != "" {
			t.Errorf("%q (-lit +ours)\n%s", args, diff)
		}
	}
	// Our times are read by lit, too.
	runOurs([]string{"-q", dir})
	args := []string{"-j1", "--skip-test-time-recording", "--no-execute", dir}
	if diff := cmp.Diff(runPeer(t, args), runOurs(args), cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("(-lit +ours)\n%s", diff)
	}
}

// TestResultsAgainstLit compares the results of all tests, also of those that lit explains by
// Python's stack.
func TestResultsAgainstLit(t *testing.T) {
	needPeer(t)
	for seed := range uint64(3) {
		if seed > 0 && !peer.Asked(fmt.Sprint(seed)) {
			continue
		}
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		generateSuite(t, dir, seed, append(append([]string{unexpectedPass}, shapes...), brokenShapes...))
		theirs, ours := filepath.Join(dir, "theirs.json"), filepath.Join(dir, "ours.json")
		their := runPeer(t, []string{"-q", "--skip-test-time-recording", "-o", theirs, dir})
		cleanSuite(t, dir)
		our := runOurs([]string{"-q", "--skip-test-time-recording", "-o", ours, dir})
		if diff := cmp.Diff(readCodes(t, theirs), readCodes(t, ours)); diff != "" || their.status != our.status {
			t.Errorf("seed %d: status %d, lit has %d\n(-lit +ours)\n%s", seed, our.status, their.status, diff)
		}
	}
}

// TestUnexpectedPassFails makes sure that XPASS is a failure, as upstream has it; Debian's package
// is patched.
func TestUnexpectedPassFails(t *testing.T) {
	withoutEnvironment(t)
	dir := t.TempDir()
	generateSuite(t, dir, 1, []string{unexpectedPass})
	if got := runOurs([]string{dir}); got.status != statusFailure || !strings.Contains(got.stdout, "Unexpectedly Passed Tests (1):") {
		t.Errorf("%+v", got)
	}
}

// readCodes reads the results of tests by name.
func readCodes(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Tests []struct{ Name, Code string }
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	codes := map[string]string{}
	for _, test := range report.Tests {
		codes[test.Name] = test.Code
	}
	return codes
}
