package run

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTrace: the file has each execution of an op, those of regions and callees inside of what runs
// them, in the order in which they began; and it is there only if all went well.
func TestTrace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	type event struct {
		Name    string
		Ph      string
		Ts, Dur float64
		Args    struct{ Location, Types string }
	}
	var trace struct{ TraceEvents []event }
	got := tgRun(fourCalls, "--trace="+file, "--elide=1", "--input=f32=1", "--repeat=2")
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &trace)
	}
	if got.Status != 0 || err != nil {
		t.Fatalf("%v %d %s\n%s", err, got.Status, got.Err, text)
	}
	count, end := map[string]int{}, map[string]float64{}
	last := -1.0
	for _, e := range trace.TraceEvents {
		count[e.Name]++
		if e.Ph != "X" || e.Ts < last || e.Dur < 0 {
			t.Errorf("%+v begins before %v", e, last)
		}
		last = e.Ts
		if e.Name == "tg.broadcast" && e.Ts+e.Dur > end["func.call"] {
			t.Errorf("%+v is outside of the call, which ends at %v", e, end["func.call"])
		}
		end[e.Name] = e.Ts + e.Dur
	}
	if count["func.call"] != 4 || count["tg.broadcast"] != 4 || count["tg.add"] != 3 {
		t.Errorf("%v", count)
	}
	if a := trace.TraceEvents[0].Args; a.Location != "<stdin>:6:8" || a.Types != "tensor<f32> -> tensor<1048576xf32>" {
		t.Errorf("%+v", a)
	}
	os.Remove(file)
	if got := tgRun(fourCalls, "--trace="+file, "--elide=1", "--input=f32=1", "--max-memory=1M"); got.Status == 0 {
		t.Error("ran within 1M")
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a run that fails leaves a trace")
	}
}

// TestCPUProfile: the file is a profile, also of a run that fails.
func TestCPUProfile(t *testing.T) {
	for _, input := range []string{"f32=1", "2xf32=1"} {
		file := filepath.Join(t.TempDir(), "profile")
		got := tgRun(fourCalls, "--cpuprofile="+file, "--elide=1", "--input="+input)
		if (got.Status == 0) != (input == "f32=1") {
			t.Errorf("%s: %d %s", input, got.Status, got.Err)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Error(err)
			continue
		}
		z, err := gzip.NewReader(f)
		if err == nil {
			_, err = io.Copy(io.Discard, z)
		}
		if err != nil {
			t.Errorf("%s: %v", input, err)
		}
		f.Close()
	}
}

// TestStatsOfSpeed: operations and bytes are what the model counts, and the peak is that of the
// machine.
func TestStatsOfSpeed(t *testing.T) {
	const product = "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {\n  %0 = tg.matmul %x, %x : tensor<64x64xf32>\n  %1 = tg.transpose %0 permutation [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>\n  return %1 : tensor<64x64xf32>\n}\n"
	got := tgRun(product, "--stats", "--elide=1", "--workers=1", "--inputs=random:1")
	for _, want := range []string{
		`time +share +runs +GFLOP/s +peak +GB/s  op\n`,
		`\S+ +\S+% +1 +[0-9.]+ +[0-9]+% +[0-9.]+  tg.matmul \(`,
		`\S+ +\S+% +1 +[0-9.]+  tg.transpose \(`,
	} {
		if got.Status != 0 || !regexp.MustCompile(want).MatchString(got.Err) {
			t.Errorf("%d, want %q in\n%s", got.Status, want, got.Err)
		}
	}
	abstract := filepath.Join(t.TempDir(), "mine.profile")
	if err := os.WriteFile(abstract, []byte("name = mine\ncost other = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := tgRun(product, "--stats="+abstract, "--inputs=random:1"); got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, "for the --stats option: ") {
		t.Errorf("%d %s%s", got.Status, got.Out, got.Err)
	}
}
