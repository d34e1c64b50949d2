package driver_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
)

// fileWriter is a way to make a tool write a file.
type fileWriter struct {
	run  func(args ...string) result
	args func(name string) []string
	// status is that of a run in which all goes well but what the test is about.
	status int
}

// shown is a program for all of them.
const shown = `func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tg.add %x, %x : tensor<4xi32>
  %1 = tg.add %x, %x : tensor<4xi32>
  %2 = tg.mul %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
`

// fileWriters are all of them, by flag. A flag of tg-opt with a file that is
// missing here is an error of TestFlagsOfFiles.
var fileWriters = func() map[string]fileWriter {
	with := func(before string, more ...string) fileWriter {
		return fileWriter{
			func(args ...string) result { return opt(shown, args...) },
			func(name string) []string { return append([]string{before + name}, more...) },
			0,
		}
	}
	w := map[string]fileWriter{
		"o":                                   with("-o="),
		"log-actions-to":                      with("--log-actions-to=", "--cse"),
		"profile-actions-to":                  with("--profile-actions-to=", "--cse"),
		"remarks-output-file":                 with("--remarks-output-file=", "--remark-format=yaml", "--remarks-filter=.*", "--cse"),
		"mlir-generate-reproducer":            with("--mlir-generate-reproducer=", "--cse"),
		"memory-plot":                         with("--memory-plot="),
		"snapshot-op-locations":               with("--snapshot-op-locations=filename="),
		"mlir-pass-pipeline-crash-reproducer": with("--mlir-pass-pipeline-crash-reproducer=", "--canonicalize=test-convergence=true max-iterations=0"),
		"discover": {
			func(args ...string) result { return opt("", args...) },
			func(name string) []string { return []string{"--discover={ops=neg size=2 out='" + name + "'}"} }, 0,
		},
		"discover-rank": {rank, func(name string) []string { return []string{"-o=" + name} }, 0},
		"output": {
			func(args ...string) result { return tgRun(shown, args...) },
			func(name string) []string { return []string{"--input=4xi32=1", "--output=@" + name} }, 0,
		},
		"calibrate": {
			func(args ...string) result { return tgRun("", args...) },
			func(name string) []string { return []string{"--calibrate=" + name} }, 0,
		},
	}
	crash := w["mlir-pass-pipeline-crash-reproducer"]
	crash.status = 1
	w["mlir-pass-pipeline-crash-reproducer"] = crash
	return w
}()

// rank ranks a rule by a program.
func rank(args ...string) result {
	dir, err := os.MkdirTemp("", "rank")
	if err == nil {
		defer os.RemoveAll(dir)
		err = os.WriteFile(filepath.Join(dir, "a.mlir"), []byte(shown), 0o666)
	}
	own := filepath.Join(dir, "my.rules")
	if err == nil {
		err = os.WriteFile(own, []byte("rule my-double: add(?x, ?x) => mul(?x, 2) [exact]\n"), 0o666)
	}
	if err != nil {
		return result{Err: err.Error(), Status: 2}
	}
	return opt("", append(args, "--discover-rank="+dir, own)...)
}

// TestFlagsOfFiles: every flag with a file or a directory is one that reads, or
// the tests below know it.
func TestFlagsOfFiles(t *testing.T) {
	others := []string{"check-rules", "extract", "irdl-file", "link", "mlir-print-ir-tree-dir", "resume"} // five read; TestTreeDir
	flags := fileFlag.FindAllStringSubmatch(opt("", "--help").Out, -1)
	for _, m := range flags {
		if name := m[1]; fileWriters[name].run == nil && !slices.Contains(others, name) {
			t.Errorf("--%s: nothing tests what it leaves behind", name)
		}
	}
	if len(flags) < len(others)+6 {
		t.Errorf("only %d flags were found", len(flags))
	}
}

// fileFlag is a flag on the help page whose value is a file or a directory.
var fileFlag = regexp.MustCompile(`(?m)^ +--?([a-z-]+)(?:=| |\[=)<(?:file[^:>]*|dir)>`)

// TestFilesOfAllFlags: whatever flag asks for a file, links lead to it, and
// nothing is left where it cannot be written.
func TestFilesOfAllFlags(t *testing.T) {
	for _, flag := range slices.Sorted(maps.Keys(fileWriters)) {
		w := fileWriters[flag]
		t.Run(flag, func(t *testing.T) {
			dir := t.TempDir()
			at := func(name string) string { return filepath.Join(dir, name) }
			tooltest.WriteFiles(t, map[string]string{at("hard.npy"): "old"})
			for _, err := range []error{os.Mkdir(at("d"), 0o777), os.Symlink("d/new", at("link.npy")), os.Link(at("hard.npy"), at("hard2")), os.Symlink("loop.npy", at("loop.npy"))} {
				if err != nil {
					t.Fatal(err)
				}
			}
			written := []string{at("link.npy"), at("hard.npy")}
			left := "d hard.npy hard2 link.npy loop.npy new"
			if flag == "calibrate" { // that takes long, and TestCalibrate does it
				written, left = nil, "d hard.npy hard2 link.npy loop.npy "
			}
			for _, name := range written {
				if r := w.run(w.args(name)...); r.Status != w.status {
					t.Errorf("%s: %d %s", name, r.Status, r.Err)
				}
				info, err := os.Stat(name)
				if err != nil || info.Size() < 10 {
					t.Errorf("%s is not written: %v, %v", name, info, err)
				}
			}
			if info, err := os.Lstat(at("link.npy")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Errorf("the link is gone: %v", err)
			}
			one, err := os.ReadFile(at("hard.npy"))
			two, err2 := os.ReadFile(at("hard2"))
			if string(one) != string(two) || err != nil || err2 != nil {
				t.Errorf("%q and %q: the other name has another file", one, two)
			}
			bad := []struct{ name, reason string }{
				{at("none/f.npy"), "No such file or directory"}, {at("d"), "Is a directory"}, {at("loop.npy"), "Too many levels of symbolic links"},
			}
			if _, err := os.Stat("/dev/full"); err == nil && flag != "calibrate" {
				bad = append(bad, struct{ name, reason string }{"/dev/full", "No space left on device"})
			}
			for _, c := range bad {
				if r := w.run(w.args(c.name)...); r.Status != 1 || !strings.Contains(r.Err, c.reason) {
					t.Errorf("%s: %d %s", c.name, r.Status, r.Err)
				}
			}
			if got := tooltest.Files(t, dir) + " " + tooltest.Files(t, at("d")); got != left {
				t.Errorf("there is %s", got)
			}
		})
	}
}

// TestFilesOfFailingRuns: a run that fails leaves its output as it was, and
// reports that are complete.
func TestFilesOfFailingRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	tooltest.WriteFiles(t, map[string]string{"out.mlir": "old", "y.npy": "old"})
	all := []string{"-o=out.mlir", "--log-actions-to=log", "--profile-actions-to=profile", "--remarks-output-file=remarks", "--remark-format=yaml", "--remarks-filter=.*",
		"--mlir-generate-reproducer=reproducer", "--cse", "--canonicalize=test-convergence=true max-iterations=0"}
	if r := opt(shown, all...); r.Status != 1 {
		t.Errorf("%d %s", r.Status, r.Err)
	}
	if got := tooltest.Files(t, "."); got != "log out.mlir profile remarks reproducer y.npy" {
		t.Errorf("there is %s", got)
	}
	if text, err := os.ReadFile("profile"); err != nil || !strings.HasSuffix(strings.TrimSpace(string(text)), "]") {
		t.Errorf("%s %v", text, err)
	}
	// Results that cannot be shown are not stored either.
	var stderr strings.Builder
	two := "func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n  return %x, %x : tensor<i32>, tensor<i32>\n}\n"
	if status := driver.Run([]string{"--input=i32=1", "--output=@y.npy"}, strings.NewReader(two), tooltest.BrokenWriter{}, &stderr); status != 1 {
		t.Errorf("%d %s", status, stderr.String())
	}
	for _, name := range []string{"out.mlir", "y.npy"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != "old" {
			t.Errorf("%s: %.40q %v", name, text, err)
		}
	}
}

// TestStandardOutputByName: the ways to name it are one, also for a run of which
// some chunks fail.
func TestStandardOutputByName(t *testing.T) {
	text := "func.func @f()  {return}\n// -----\n!\n"
	want := opt(text, "--split-input-file")
	if want.Out == "" || want.Status != 1 {
		t.Fatal(want)
	}
	for _, name := range []string{"-", "/dev/stdout"} {
		if got := opt(text, "--split-input-file", "-o", name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, name := range []string{"-", "/dev/stdout"} {
		if got := tgRun(shown, "--input=4xi32=1", "--output=@"+name); got.Status != 0 || !strings.HasPrefix(got.Out, "\x93NUMPY") {
			t.Errorf("%s: %d %s", name, got.Status, got.Err)
		}
	}
}
