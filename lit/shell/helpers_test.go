package shell

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/peer"
)

// helperRun is what came of a run of one of LLVM's helpers, or of ours.
type helperRun struct {
	Status         int
	Stdout, Stderr string
}

// askHelper runs a program of LLVM in a directory.
func askHelper(t *testing.T, name, dir string, args []string, stdin string) helperRun {
	t.Helper()
	path, err := exec.LookPath(name + "-22")
	if err != nil {
		t.Skip(name + "-22 is not installed")
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Args[0] = name
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}

	return helperRun{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func TestNotAgainstLLVM(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, mode := range map[string]fs.FileMode{"plain": 0o666, "broken": 0o777, "empty": 0o777} {
		if err := os.WriteFile(name, []byte("#!/nowhere\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"", "--crash", "sh -c 'exit 3'", "sh -c 'exit 0'", "sh -c 'exit 127'", "sh -c 'exit 126'", "sh -c 'exit 255'", "--crash sh -c 'exit 127'",
		"--crash sh -c 'exit 3'", "--crash sh -c 'exit 0'", "sh -c 'kill -6 $$'", "--crash sh -c 'kill -6 $$'", "--crash sh -c 'kill -11 $$'",
		"sh -c 'kill -9 $$'", "--crash sh -c 'kill -8 $$'", "sh -c 'kill -15 $$'", "nosuch", "--crash nosuch", "./nosuch", "--crash ./nosuch",
		"./plain", "--crash ./plain", "./broken", "/", "--crash /", "--help", "-x", "--crash --crash true", "'' a",
		"sh -c 'echo o; echo e >&2; exit 1'", "cat", "sh -c 'cat; exit 1'", "sh -c 'echo $LLVM_DISABLE_SYMBOLIZATION; exit 1'",
		"--crash sh -c 'echo $LLVM_DISABLE_SYMBOLIZATION $LLVM_DISABLE_CRASH_REPORT; kill -6 $$'",
	} {
		if !peer.Asked(line) {
			continue
		}
		list, err := Parse("not " + line)
		if err != nil {
			t.Fatal(err)
		}
		var args []string
		for _, w := range list.Pipelines[0][0].Words[1:] {
			args = append(args, w.Text)
		}
		var stdout, stderr bytes.Buffer
		status := NotMain(args, strings.NewReader("input\n"), &stdout, &stderr)
		if diff := cmp.Diff(askHelper(t, "not", dir, args, "input\n"), helperRun{status, stdout.String(), stderr.String()}); diff != "" {
			t.Errorf("not %s (-LLVM +ours)\n%s", line, diff)
		}
	}
}

func TestCountAgainstLLVM(t *testing.T) {
	for _, args := range [][]string{
		{}, {"2"}, {"3"}, {"x"}, {"2x"}, {"-1"}, {"+2"}, {" 2"}, {"\t+2"}, {"2 "}, {"2", "3"}, {"0x2"}, {"99999999999999999999"}, {"18446744073709551615"},
		{"-99999999999999999999"}, {""}, {"--help"}, {"002"}, {"-"}, {"+-2"}, {"2é"}, {"-2"},
	} {
		for _, input := range []string{"", "\n", "a\nb\nc", "a\nb\n"} {
			if !peer.Asked(strings.Join(args, " ") + input) {
				continue
			}
			var stdout, stderr bytes.Buffer
			status := CountMain(args, strings.NewReader(input), &stdout, &stderr)
			if diff := cmp.Diff(askHelper(t, "count", "", args, input), helperRun{status, stdout.String(), stderr.String()}); diff != "" {
				t.Errorf("count %q of %q (-LLVM +ours)\n%s", args, input, diff)
			}
		}
	}
	var stdout, stderr bytes.Buffer
	file, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if status := CountMain([]string{"1"}, file, &stdout, &stderr); status != 3 || stderr.String() != "count: error reading stdin\n" {
		t.Errorf("count of a directory: %d, %s", status, stderr.String())
	}
}

// splitInputs are files for split-file.
var splitInputs = map[string]string{
	"in": "pre\n//--- a\nx\ny\n#--- b/c\nz\n--- no\n;;--- no2\n", "dup": "//--- a\n//--- a\n", "emptyname": "//--- \n", "leading": "//---  a\n",
	"trailing": "//--- a \nx", "none": "zzz\n", "up": "//--- ../up\nx\n", "crlf": "q\r\n//--- a\r\nx\r\n//--- b\r\ny", "absolute": "//--- /abs/x\nx\n",
	"utf": "é--- a\nx\n", "nospace": "//---a\n", "nothing": "", "separators": "a--- q\n1\nb--- r\n2\nab--- s\n", "unfinished": "x\na--- x", "slashes": "///--- x\n/--- y\nz\n",
	"several": "//--- x\nt\n//--- y\r\nu\n//--- x\nv\n//--- \n", "tab": "\t--- x\nq\n", "inner": "a\n x//--- y\n//--- z w\n\n\nlast", "cr": "a\r//--- b\rc\n//--- d\ne\n",
	"deep": "#--- a/b/c/d\n1\n#--- a/b/e\n2\n",
}

func TestSplitFileAgainstLLVM(t *testing.T) {
	var lines []string
	for name := range splitInputs {
		lines = append(lines, name+" out", "--leading-lines "+name+" out")
	}
	lines = append(lines, "", "in", "in out x", "in /dev/null", "nofile out", "in file", "in file/x", "none file", "in full", "in new/deep/dir", "- out", "--foo in out", "-o",
		"-leading-lines in out", "--leading-lines=false in out", "--leading-lines= in out", "--leading-lines=x in out", "--no-leading-lines in out",
		"--leading-lines --no-leading-lines in out", "--no-leading-lines=0 in out", "--leading-line in out", "--version=1 in out", "-- in out", "in -- out", "full out", "in out --leading-lines")
	for _, line := range peer.Some(lines, strings.Clone) {
		t.Run(line, func(t *testing.T) {
			dirs := [2]string{t.TempDir(), t.TempDir()}
			for _, dir := range dirs {
				os.MkdirAll(filepath.Join(dir, "full", "a"), 0o777)
				os.WriteFile(filepath.Join(dir, "full", "other"), []byte("keep"), 0o666)
				os.WriteFile(filepath.Join(dir, "file"), []byte("delete"), 0o666)
				for name, text := range splitInputs {
					os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
				}
			}
			args := strings.Fields(line)
			stdin := splitInputs["in"]
			theirs := askHelper(t, "split-file", dirs[0], args, stdin)
			if strings.HasPrefix(theirs.Stderr, "LLVM ERROR") {
				t.Skip("LLVM crashes")
			}
			t.Chdir(dirs[1])
			var stdout, stderr bytes.Buffer
			status := SplitFileMain(args, strings.NewReader(stdin), &stdout, &stderr)
			if diff := cmp.Diff(theirs, helperRun{status, stdout.String(), stderr.String()}); diff != "" {
				t.Errorf("(-LLVM +ours)\n%s", diff)
			}
			if diff := cmp.Diff(readTree(t, dirs[0]), readTree(t, dirs[1])); diff != "" {
				t.Errorf("files (-LLVM +ours)\n%s", diff)
			}
		})
	}
}

// readTree reads all files below a directory.
func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, dir)
		if entry.IsDir() {
			files[name] = "a directory"
			return nil
		}
		data, err := os.ReadFile(path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
