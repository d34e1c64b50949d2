package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/lit"
)

// runLit runs LLVM's lit from its own script, with the two changes that Debian made taken back: an
// unexpected pass is a failure, and progress is a row of tens with dots between them.
const runLit = `
import runpy, sys
sys.argv = sys.argv[1:]
main = runpy.run_path(sys.argv[0], run_name="script")["main"]
import lit.Test, lit.ProgressBar
lit.Test.XPASS.isFailure = True

def row(steps):
    return "".join(("%2d" % (2 * i), "", ".", ".", " ")[i % 5] for i in range(steps))

def update(bar, fraction, message):
    if bar.atIndex is None:
        sys.stdout.write(bar.header)
        bar.atIndex = 0
    steps = int(fraction * 50)
    sys.stdout.write(row(steps)[len(row(bar.atIndex)):])
    sys.stdout.flush()
    bar.atIndex = max(steps, bar.atIndex)

lit.ProgressBar.SimpleProgressBar.update = update
main()
`

// runHistograms prints the histogram that lit makes of each list of times in a JSON file.
const runHistograms = `
import json, runpy, sys
runpy.run_path(sys.argv[1], run_name="script")
import lit.util
for times in json.load(sys.stdin):
    lit.util.printHistogram([("s :: t%d" % i, t) for i, t in enumerate(times)], title="Tests")
`

// findLit returns the paths of python3 and of lit's script.
func findLit(t *testing.T) (python, script string) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs lit")
	}
	script, err := exec.LookPath("lit-22")
	if err != nil {
		t.Skip("lit-22 is not installed")
	}
	if python, err = exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	return python, script
}

// oracle runs lit in dir and returns what it printed.
func oracle(t *testing.T, dir string, args ...string) string {
	t.Helper()
	python, script := findLit(t)
	cmd := exec.Command(python, append([]string{"-c", runLit, script, "-j1", "--order=lexical"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TZ=UTC", "PYTHONUTF8=1", "LIT_OPTS=")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) || strings.Contains(stderr.String(), "Traceback") {
		t.Fatalf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

const litConfig = `import lit.formats
config.name = 'my.<suite> "x"'
config.suffixes = ['.txt']
config.test_format = lit.formats.ShTest(False)
config.available_features.add('here')
`

// writeSuite makes a suite with a test of every status that a run without interruption can give,
// but TIMEOUT.
func writeSuite(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"lit.cfg":            litConfig,
		"a.txt":              "RUN: true\n",
		"bytes.txt":          `RUN: printf "a\\377b\\342\\202 \\033[31mred\\033[0m\\001 ]]>\\n\\303\\251\\360\\237\\230\\200\\t&amp;\\r\\n" && false` + "\n",
		"fail.txt":           "RUN: echo hello\nRUN: sh -c 'echo oops >&2; exit 3'\nRUN: echo never\n",
		"flaky.txt":          "ALLOW_RETRIES: 2\nRUN: sh -c 'test -e %t || { touch %t; exit 1; }'\n",
		"hopeless.txt":       "ALLOW_RETRIES: 1\nRUN: false\n",
		"no-run.txt":         "nothing\n",
		"out.txt":            "RUN: true\n",
		"sub.d/deep/y&z.txt": "XFAIL: *\nRUN: false\n",
		"sub.d/needs.txt":    "REQUIRES: gpu, !here\nRUN: true\n",
		"sub.d/not.txt":      "UNSUPPORTED: here\nRUN: true\n",
		"sub.txt":            "RUN: true\n",
		"sub/plain.txt":      "RUN: true\n",
		"sub-1/z.txt":        "XFAIL: here\nRUN: true\n",
		"syntax.txt":         "RUN: echo 'open\n",
		"é <b>.txt":          "RUN: echo é\n",
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// litReport is what lit's own JSON file says.
type litReport struct {
	Elapsed float64
	Tests   []struct {
		Name, Code, Output string
		Elapsed            float64
	}
}

// readResults makes results of what lit reported on the suite in dir.
func readResults(t *testing.T, dir, file string) ([]*lit.Result, time.Duration) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report litReport
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	suite := &lit.Suite{Name: `my.<suite> "x"`, Dir: dir, ExecDir: dir}
	var results []*lit.Result
	start := time.Now()
	for _, test := range report.Tests {
		_, path, _ := strings.Cut(test.Name, " :: ")
		r := &lit.Result{Test: &lit.Test{Suite: suite, Path: path}, Status: lit.Status(test.Code), Output: test.Output}
		r.Start, r.Elapsed, r.Attempts, r.MaxAttempts = start, fromSeconds(test.Elapsed), 1, 1
		switch path {
		case "flaky.txt":
			r.Attempts, r.MaxAttempts = 2, 3
		case "hopeless.txt":
			r.Attempts, r.MaxAttempts = 2, 2
		}
		results = append(results, r)
	}
	excluded := &lit.Result{Test: &lit.Test{Suite: suite, Path: "out.txt"}, Status: lit.Excluded}
	at := slices.IndexFunc(results, func(r *lit.Result) bool { return r.Test.Path > "out.txt" })
	return slices.Insert(results, at, excluded), fromSeconds(report.Elapsed)
}

func fromSeconds(s float64) time.Duration { return time.Duration(s*1e9 + 0.5) }

func TestConsoleLikeLit(t *testing.T) {
	for _, mode := range modes {
		if !peer.Asked(mode.name) {
			continue
		}
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			dir := writeSuite(t)
			file := filepath.Join(dir, "out.json")
			want := oracle(t, dir, append([]string{"-o", file, "--filter-out=out.txt", "."}, mode.flags...)...)
			results, elapsed := readResults(t, dir, file)
			set := mode.set
			if mode.name == "relative" {
				// lit ran in another directory than this test.
				cwd, err := os.Getwd()
				if err != nil {
					t.Fatal(err)
				}
				relative, err := filepath.Rel(cwd, dir)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range results {
					want = strings.Replace(want, "  "+r.Test.Path+"\n", "  "+relative+"/"+r.Test.Path+"\n", 1)
				}
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(show(nil, results, elapsed, set), "\n")); diff != "" {
				t.Errorf("(-lit +ours):\n%s", diff)
			}
		})
	}
}

func TestFilesLikeLit(t *testing.T) {
	for _, only := range []bool{false, true} {
		t.Run(fmt.Sprint("failures only ", only), func(t *testing.T) {
			dir := writeSuite(t)
			all, xunit := filepath.Join(dir, "all.json"), filepath.Join(dir, "lit.xml")
			args := []string{"-o", all, "--xunit-xml-output", xunit, "--filter-out=out.txt"}
			if only {
				// The whole results come from a run of their own; its times are those of our files.
				oracle(t, dir, args[0], args[1], args[4], ".")
				os.RemoveAll(filepath.Join(dir, "Output"))
				args = append(args, "--report-failures-only")
				args[1] = filepath.Join(dir, "failures.json")
			}
			oracle(t, dir, append(args, ".")...)
			results, elapsed := readResults(t, dir, all)
			for _, check := range []struct {
				format Format
				lit    string
				parse  func(*testing.T, []byte) any
			}{{JSON, args[1], parseJSON}, {XUnit, xunit, parseXML}} {
				ours := File{Format: check.format, Path: filepath.Join(dir, "ours"), FailuresOnly: only}
				if err := ours.Write(results, elapsed); err != nil {
					t.Fatal(err)
				}
				want, got := readFile(t, check.lit), readFile(t, ours.Path)
				if diff := cmp.Diff(check.parse(t, want), check.parse(t, got)); diff != "" {
					t.Errorf("(-lit +ours):\n%s", diff)
				}
				if want, got := withoutTimes(want), withoutTimes(got); !only && want != got {
					t.Errorf("not the same bytes:\n%s\n%s", want, got)
				}
			}
		})
	}
}

// TestRunsLikeLit compares the files that tell when tests ran: their fields, and the values that do
// not depend on the time.
func TestRunsLikeLit(t *testing.T) {
	dir := writeSuite(t)
	os.Remove(filepath.Join(dir, "out.txt")) // lit fails to write these files for tests that did not run
	name := func(s string) string { return filepath.Join(dir, s) }
	oracle(t, dir, "-o", name("all.json"), "--resultdb-output", name("resultdb"), "--time-trace-output", name("trace"), ".")
	results, elapsed := readResults(t, dir, name("all.json"))
	results = slices.DeleteFunc(results, func(r *lit.Result) bool { return r.Status == lit.Excluded })
	for format, file := range map[Format]string{ResultDB: name("resultdb"), TimeTrace: name("trace")} {
		ours := File{Format: format, Path: name("ours")}
		if err := ours.Write(results, elapsed); err != nil {
			t.Fatal(err)
		}
		want, got := parseJSON(t, readFile(t, file)), parseJSON(t, readFile(t, ours.Path))
		hideTimes(want)
		hideTimes(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-lit +ours):\n%s", file, diff)
		}
	}
}

func TestHistogramLikeLit(t *testing.T) {
	python, script := findLit(t)
	random := rand.New(rand.NewPCG(7, 8))
	var lists [][]float64
	var ours bytes.Buffer
	w := bufio.NewWriter(&ours)
	for range 300 {
		scale := math.Pow(10, float64(random.IntN(9)-4))
		var times []float64
		var results []*lit.Result
		for i := range 1 + random.IntN(120) {
			// Times of nanoseconds, so that both programs have the same ones, and not the limits of
			// rows.
			elapsed := time.Duration(1 + scale*1e9*random.ExpFloat64())
			times = append(times, elapsed.Seconds())
			results = append(results, &lit.Result{Test: &lit.Test{Suite: &lit.Suite{Name: "s"}, Path: fmt.Sprint("t", i)}, Elapsed: elapsed})
		}
		lists = append(lists, times)
		histogram(w, results, nil)
	}
	w.Flush()
	in, err := json.Marshal(lists)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", runHistograms, script)
	cmd.Stdin = bytes.NewReader(in)
	theirs, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(theirs), "\n"), strings.Split(ours.String(), "\n")); diff != "" {
		t.Errorf("(-lit +ours):\n%s", diff)
	}
}

// hideTimes replaces values that differ between runs by their shape.
func hideTimes(value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			hideTimes(element)
		}
	case map[string]any:
		for key, field := range value {
			switch key {
			case "ts", "dur", "pid":
				value[key] = field.(float64) >= 0
			case "start_time":
				layout := "2006-01-02T15:04:05.999999Z"
				_, err := time.Parse(layout, field.(string))
				value[key] = err == nil && len(field.(string)) == len(layout)
			}
			hideTimes(field)
		}
	}
}

// withoutTimes drops the times of a JSON or XML report, which lit's JSON has in more than
// nanoseconds.
func withoutTimes(text []byte) string {
	return regexp.MustCompile(`"elapsed": [0-9.e-]+|time="[0-9.]+"`).ReplaceAllString(string(text), "TIME")
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parseJSON(t *testing.T, text []byte) any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if value["elapsed"] != nil {
		value["elapsed"] = 0.0
	}
	tests, _ := value["tests"].([]any)
	for _, test := range tests {
		if test := test.(map[string]any); test["elapsed"] != nil {
			test["elapsed"] = 0.0
		}
	}
	return value
}

// parseXML lists the tokens of a document without times.
func parseXML(t *testing.T, text []byte) any {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(text))
	var tokens []string
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return tokens
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				if a.Name.Local != "time" {
					tokens = append(tokens, fmt.Sprintf("%s %s=%q", token.Name.Local, a.Name.Local, a.Value))
				}
			}
		case xml.EndElement:
			tokens = append(tokens, "/"+token.Name.Local)
		case xml.CharData:
			tokens = append(tokens, string(token))
		}
	}
}
