package run

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fourCalls holds four tensors of 4 MiB, each of which a function has made, at once.
const fourCalls = `func.func private @made(%x: tensor<f32>) -> tensor<1048576xf32> {
  %0 = tg.broadcast %x dims [] : (tensor<f32>) -> tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}
func.func @main(%x: tensor<f32>) -> tensor<1048576xf32> {
  %0 = func.call @made(%x) : (tensor<f32>) -> tensor<1048576xf32>
  %1 = func.call @made(%x) : (tensor<f32>) -> tensor<1048576xf32>
  %2 = func.call @made(%x) : (tensor<f32>) -> tensor<1048576xf32>
  %3 = func.call @made(%x) : (tensor<f32>) -> tensor<1048576xf32>
  %4 = tg.add %0, %1 : tensor<1048576xf32>
  %5 = tg.add %2, %3 : tensor<1048576xf32>
  %6 = tg.add %4, %5 : tensor<1048576xf32>
  return %6 : tensor<1048576xf32>
}
`

const sorting = `func.func @main(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %0 = tg.sort ascending %x dim 0 : tensor<1048576xf32>
  return %0 : tensor<1048576xf32>
}
`

// growing makes 200 values of slightly different sizes, one live at a time.
func growing() string {
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n")
	last := "%x"
	for i := range 200 {
		n := 1_000_000 + 1000*i
		fmt.Fprintf(&b, "  %%a%d = tg.broadcast %s dims [] : (tensor<f32>) -> tensor<%dxf32>\n", i, last, n)
		fmt.Fprintf(&b, "  %%b%d = tg.reduce max %%a%d dims [0] : (tensor<%dxf32>) -> tensor<f32>\n", i, i, n)
		last = fmt.Sprintf("%%b%d", i)
	}
	fmt.Fprintf(&b, "  return %s : tensor<f32>\n}\n", last)
	return b.String()
}

// memoryLine is what --stats says of memory.
func memoryLine(t *testing.T, stderr string) string {
	t.Helper()
	for line := range strings.Lines(stderr) {
		if rest, ok := strings.CutPrefix(line, "memory:"); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("there is no line about memory in\n%s", stderr)
	return ""
}

// TestStatsOfMemory: --stats counts what calls return, what ops need besides, and no more than
// is live at once where sizes differ; --max-memory refuses what that exceeds before the run.
func TestStatsOfMemory(t *testing.T) {
	for _, tt := range []struct{ name, module, input, want string }{
		{"calls", fourCalls, "f32=1", "16.0 MiB at most at once, as planned"},
		{"one at a time", growing(), "f32=1", "4.6 MiB at most at once, as planned"},
	} {
		got := tgRun(tt.module, "--stats", "--elide=1", "--workers=1", "--input="+tt.input)
		if line := memoryLine(t, got.Err); got.Status != 0 || line != tt.want {
			t.Errorf("%s: %d, %q, want %q", tt.name, got.Status, line, tt.want)
		}
	}
	got := tgRun(sorting, "--stats", "--elide=1", "--workers=1", "--input=1048576xf32=random:1")
	var mib float64
	if _, err := fmt.Sscanf(memoryLine(t, got.Err), "%f MiB at most at once, as planned", &mib); err != nil || mib < 8 {
		t.Errorf("a sort of 4 MiB has a result of 4 MiB and workspace: %v\n%s", err, got.Err)
	}
	got = tgRun(fourCalls, "--max-memory=16M", "--input=f32=1")
	for _, want := range []string{
		"error: 'func.call' op: function @main needs 16.0 MiB of memory, but the limit is 16.0 MiB, of which ",
		"the largest of it 4 MiB of the result of 'func.call' of type 'tensor<1048576xf32>'",
	} {
		if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, want) {
			t.Errorf("%d, want %q\n%s", got.Status, want, got.Err)
		}
	}
}

// TestStatsOfNoPlan: --stats says why a run had no plan.
func TestStatsOfNoPlan(t *testing.T) {
	const dynamic = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = tg.exp %x : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n"
	got := tgRun(dynamic, "--stats", "--input=4xf32=1")
	if line := memoryLine(t, got.Err); !strings.HasSuffix(line, "from a pool: 'func.func' op has a value of type 'tensor<?xf32>', whose size only a run knows (<stdin>:1:1)") {
		t.Error(line)
	}
	got = tgRun(sorting, "--stats", "--no-plan", "--elide=1", "--input=1048576xf32=1")
	if line := memoryLine(t, got.Err); !strings.HasSuffix(line, "at most at once, from a pool") {
		t.Error(line)
	}
}

// TestMemoryReport: the report is of the program as it runs, of what it calls, and comes first.
func TestMemoryReport(t *testing.T) {
	got := tgRun(fourCalls, "--memory-report", "--workers=1", "--elide=1", "--input=f32=1")
	for _, want := range []string{"Memory by the plan, for 1 worker:\n\n@main  <stdin>:5:1\n      16 MiB  in all", "\n@made  <stdin>:1:1\n"} {
		if got.Status != 0 || !strings.Contains(got.Err, want) {
			t.Errorf("%d, want %q\n%s", got.Status, want, got.Err)
		}
	}
	got = tgRun(fourCalls, "--memory-report=json", "--optimize", "--workers=1", "--elide=1", "--input=f32=1")
	var report struct{ Functions []struct{ Name string } }
	if err := json.Unmarshal([]byte(got.Err), &report); err != nil || len(report.Functions) != 1 || report.Functions[0].Name != "main" {
		t.Errorf("%v %v\n%s", err, report, got.Err)
	}
}

// TestMemoryPlot: the picture is there if all went well, and only then.
func TestMemoryPlot(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "memory.svg")
	const twice = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
	for _, tt := range []struct {
		module string
		args   []string
		err    string
	}{
		{fourCalls, []string{"--max-memory=16M"}, "needs 16.0 MiB"},
		{twice + "// -----\n" + twice, nil, "--memory-plot is for one module"},
		{fourCalls, []string{"--no-plan"}, "which --no-plan leaves out"},
		{fourCalls, []string{"--compare=x.mlir"}, "leave --compare away"},
		{strings.ReplaceAll(twice, "<f32>", "<?xf32>"), []string{"--input=1xf32=1"}, "there is no plan of memory to draw"},
	} {
		args := append([]string{"--memory-plot=" + file, "--input=f32=1"}, tt.args...)
		if len(tt.args) > 0 && strings.HasPrefix(tt.args[0], "--input") {
			args = args[:1:1]
			args = append(args, tt.args...)
		}
		got := tgRun(tt.module, args...)
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != 1 || !strings.Contains(got.Err, tt.err) || len(left) > 0 {
			t.Errorf("%d, %d files, want %q\n%s", got.Status, len(left), tt.err, got.Err)
		}
	}
	for flag, titles := range map[string]int{"--optimize": 2, "--elide=1": 1} {
		if got := tgRun(fourCalls, "--memory-plot="+file, "--input=f32=1", "--elide=1", flag); got.Status != 0 {
			t.Fatalf("%d %s", got.Status, got.Err)
		}
		svg, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(svg), "@main</text>") + strings.Count(string(svg), " the passes</text>"); n != titles {
			t.Errorf("%s: %d panels, want %d", flag, n, titles)
		}
	}
}

// TestPackedForms: --stats and --memory-report count the forms of weights that are kept from run to
// run, each once.
func TestPackedForms(t *testing.T) {
	const module = `func.func @main(%x: tensor<64x256xf32>, %w: tensor<256x256xf32> {tg.prepack}) -> tensor<64x256xf32> {
  %k = tg.constant dense<1.0> : tensor<256x256xf32>
  %0 = tg.matmul %x, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %1 = tg.matmul %0, %k : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %2 = tg.matmul %1, %k : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %3 = tg.matmul %2, %w : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  return %3 : tensor<64x256xf32>
}
`
	got := tgRun(module, "--stats", "--memory-report", "--elide=1", "--repeat=3", "--inputs=random:1")
	for _, want := range []string{
		"\n     512 KiB  of packed forms of constants and arguments, kept from run to run: 2 forms\n",
		"\npacked forms, kept from run to run: 512 KiB in 2 forms\n",
		"\npacked forms:    512.0 KiB of constants and arguments, kept from run to run\n",
	} {
		if got.Status != 0 || !strings.Contains(got.Err, want) {
			t.Errorf("%d, want %q\n%s", got.Status, want, got.Err)
		}
	}
	got = tgRun(module, "--memory-report=json", "--elide=1", "--inputs=random:1")
	type amount struct{ Count, Bytes int }
	var report struct {
		Packed    amount
		Functions []struct{ Packed amount }
	}
	if want := (amount{2, 512 << 10}); json.Unmarshal([]byte(got.Err), &report) != nil || report.Packed != want || report.Functions[0].Packed != want {
		t.Errorf("%+v, want %+v\n%s", report, want, got.Err)
	}
	if got = tgRun(fourCalls, "--stats", "--memory-report=json", "--elide=1", "--input=f32=1"); strings.Contains(got.Err, "packed") {
		t.Errorf("nothing is packed\n%s", got.Err)
	}
}
