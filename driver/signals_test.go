//go:build unix

package driver_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/internal/process/processtest"
)

// asTool makes this program the tool of that name.
const asTool = "DRIVER_TEST_TOOL"

func TestMain(m *testing.M) {
	switch os.Getenv(asTool) {
	case "tg-opt":
		process.Main(driver.OptCommand)
	case "tg-run":
		process.Main(driver.Run)
	}
	processtest.Heed()
	os.Exit(m.Run())
}

// command is a tool as a process.
func command(tool, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asTool+"="+tool, "TMPDIR="+dir)
	return cmd
}

var (
	functions = flag.Int("functions", 500, "the size of the program that it sends them to")
)

// manyFunctions is a program that tg-opt has to do with for a while.
func manyFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func @f%d(%%x: tensor<4xi32>) -> tensor<4xi32> {\n", i)
		b.WriteString("  %0 = tg.add %x, %x : tensor<4xi32>\n  %1 = tg.add %x, %x : tensor<4xi32>\n  %2 = tg.mul %0, %1 : tensor<4xi32>\n  return %2 : tensor<4xi32>\n}\n")
	}
	return b.String()
}

// signalled is a run that TestSignals ends.
type signalled struct {
	tool string
	args []string
	// outputs are the files that it writes; what they are after a run that is
	// left alone is what they may be, or what they were.
	outputs []string
	// others may be there: each is complete when it is.
	others []string
	took   time.Duration
	done   map[string][]byte
}

// TestSignals: a signal at any moment of a run leaves what was there or all of
// what the run makes, no temporary file, and the status that shells know it by.
// -campaign 2000 -functions 20000 is the long one.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	tooltest.WriteFiles(t, map[string]string{
		filepath.Join(dir, "in.mlir"): manyFunctions(*functions),
		filepath.Join(dir, "run.mlir"): "func.func @main(%x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {\n" +
			"  %0 = tg.matmul %x, %x : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>\n" +
			"  %1 = tg.matmul %0, %x : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>\n  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>\n}\n",
	})
	runs := []*signalled{
		{tool: "tg-opt", args: []string{"--cse", "--canonicalize", "in.mlir", "-o", "out.mlir"}, outputs: []string{"out.mlir"}},
		{tool: "tg-run", args: []string{"run.mlir", "--input=256x256xf32=random:1", "--output=@a.npy", "--output=@b.npy"}, outputs: []string{"a.npy", "b.npy"}},
		{tool: "tg-opt", args: []string{"--cse", "--canonicalize", "in.mlir", "-o", "out.mlir", "--remark-format=yaml", "--remarks-filter=.*", "--remarks-output-file=remarks",
			"--log-actions-to=log", "--mlir-generate-reproducer=reproducer", "--mlir-print-ir-after=cse", "--mlir-print-ir-tree-dir=tree"},
			outputs: []string{"out.mlir"}, others: []string{"remarks", "log", "reproducer", "tree/builtin_module_no-symbol-name/0_cse.mlir"}},
	}
	for _, r := range runs {
		start := time.Now()
		if out, err := command(r.tool, dir, r.args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v %s", r.args, err, out)
		}
		r.took = time.Since(start)
		r.done = map[string][]byte{}
		for _, name := range append(r.others, r.outputs...) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || len(text) == 0 {
				t.Fatal(name, err)
			}
			r.done[name] = text
		}
	}
	ended := 0
	first, signals := campaign.Cases(6)
	random := rand.New(rand.NewPCG(first, 3))
	for n := range signals {
		signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[random.IntN(3)]
		if r := runs[n%len(runs)]; r.signal(t, dir, signal, time.Duration(random.Float64()*1.1*float64(r.took))) {
			ended++
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d of %d runs were ended by their signal, the others were complete", ended, signals)
}

// signal runs the tool, sends it a signal after a while, and reports whether that
// ended it.
func (r *signalled) signal(t *testing.T, dir string, signal syscall.Signal, after time.Duration) (ended bool) {
	t.Helper()
	for _, name := range r.others {
		os.Remove(filepath.Join(dir, name))
	}
	for _, name := range r.outputs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := tooltest.Files(t, dir)
	cmd := command(r.tool, dir, r.args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	cmd.Process.Signal(signal)
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	ended = status.Signaled() && status.Signal() == signal
	if !ended && !cmd.ProcessState.Success() {
		t.Errorf("%v after %v: ended with %v", signal, after, cmd.ProcessState)
	}
	state := map[bool]int{}
	for _, name := range r.outputs {
		text, err := os.ReadFile(filepath.Join(dir, name))
		isNew := bytes.Equal(text, r.done[name])
		if state[isNew]++; err != nil || !isNew && (string(text) != "old" || !ended) {
			t.Errorf("%v after %v: %s has %d bytes, %.40q, %v", signal, after, name, len(text), text, err)
		}
	}
	if len(state) > 1 {
		t.Errorf("%v after %v: some of %v are new, some old", signal, after, r.outputs)
	}
	expected := strings.Fields(before)
	for _, name := range r.others {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if os.IsNotExist(err) {
			continue
		}
		if expected = append(expected, strings.Split(name, "/")[0]); err != nil || !bytes.Equal(text, r.done[name]) {
			t.Errorf("%v after %v: %s has %d bytes, %v", signal, after, name, len(text), err)
		}
	}
	for _, name := range strings.Fields(tooltest.Files(t, dir)) {
		if !strings.Contains(" "+strings.Join(expected, " ")+" ", " "+name+" ") {
			t.Errorf("%v after %v: %s is left", signal, after, name)
		}
	}
	filepath.WalkDir(filepath.Join(dir, "tree"), func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), ".") {
			t.Errorf("%v after %v: %s is left", signal, after, path)
		}
		return nil
	})
	return ended
}
