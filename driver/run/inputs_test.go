package run

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/tensor"
)

func TestSignature(t *testing.T) {
	const (
		exported = "#other = loc(\"b\")\nfunc.func public @main(%arg0: tensor<2xf32> {jax.arg_info = \"x[0]\", mhlo.sharding = \"s\"}, %arg1: tensor<?xi32> loc(\"y\"(\"f.py\":1:2)), " +
			"%arg2: tensor<i1> loc(#other)) -> (tensor<2xf32> {jax.result_info = \"loss\"}, tensor<i1>) {\n" +
			"  %0 = stablehlo.custom_call @nothing(%arg0) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0, %arg2 : tensor<2xf32>, tensor<i1>\n}\n"
		written = "func.func @f(%lhs: tensor<f32>, %0: f32, %arg5: tensor<f32>, %arg1: tensor<f32>) {\n  return\n}\n"
		twins   = "func.func @f(%a: f32 loc(\"x\"), %b: f32 loc(\"x\"), %c: f32 loc(\"p=q\"), %d: f32 loc(\"arg0\"), %e: f32 loc(\"7\")) {\n  return\n}\n"
	)
	for _, tt := range []struct {
		module string
		args   []string
		want   result
	}{
		{exported, nil, result{0, "function @main\nargument %x[0]: tensor<2xf32>\nargument %y: tensor<?xi32>\nargument %b: tensor<i1>\nresult loss: tensor<2xf32>\nresult result1: tensor<i1>\n", ""}},
		{written, nil, result{0, "function @f\nargument %lhs: tensor<f32>\nargument %arg1: f32\nargument %arg5: tensor<f32>\nargument %arg3: tensor<f32>\n", ""}},
		{"func.func @main(%arg1: tensor<f32>, %arg0: tensor<f32>) -> tensor<f32> {\n  return %arg0 : tensor<f32>\n}\n", nil,
			result{0, "function @main\nargument %arg1: tensor<f32>\nargument %arg0: tensor<f32>\nresult result0: tensor<f32>\n", ""}},
		{twins, []string{"--entry=@f"}, result{0, "function @f\nargument %arg0: f32\nargument %arg1: f32\nargument %arg2: f32\nargument %arg3: f32\nargument %arg4: f32\n", ""}},
		{"func.func private @f(tensor<f32> {tf.name = \"w\"}, i32) -> i1\n", []string{"--entry=f"}, result{0, "function @f\nargument %w: tensor<f32>\nargument %arg1: i32\nresult result0: i1\n", ""}},
	} {
		if diff := cmp.Diff(tt.want, tgRun(tt.module, append(tt.args, "--signature")...)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestRandomInputs: every argument has elements of its own, which follow from the
// seed and its position alone.
func TestRandomInputs(t *testing.T) {
	var args, names, types []string
	for i, d := range tensor.DTypes() {
		args = append(args, fmt.Sprintf("%%x%d: tensor<2x3x%s>", i, d))
		names, types = append(names, fmt.Sprintf("%%x%d", i)), append(types, fmt.Sprintf("tensor<2x3x%s>", d))
	}
	text := fmt.Sprintf("func.func @main(%s) -> (%[2]s) {\n  return %[3]s : %[2]s\n}\n", strings.Join(args, ", "), strings.Join(types, ", "), strings.Join(names, ", "))
	seven := tgRun(text, "--inputs=random:7")
	var want strings.Builder
	for i, d := range tensor.DTypes() {
		fmt.Fprintln(&want, tensor.Format(tensor.Random(d, []int{2, 3}, tensor.RandomWord(7, i))))
	}
	if diff := cmp.Diff(result{0, want.String(), ""}, seven); diff != "" {
		t.Error(diff)
	}
	if eight := tgRun(text, "--inputs=random:8"); eight.Status != 0 || eight.Out == seven.Out {
		t.Errorf("another seed gives %v", eight)
	}
	// What is given otherwise is left alone, and changes nothing of the rest.
	lines := strings.SplitAfter(seven.Out, "\n")
	lines[1], lines[3] = "2x3xi8=[1 1 1][1 1 1]\n", "2x3xi32=[2 2 2][2 2 2]\n"
	some := tgRun(text, "--input=%x3=2x3xi32=2", "--inputs=random:7", "--input=%arg1=2x3xi8=1")
	if diff := cmp.Diff(result{0, strings.Join(lines, ""), ""}, some); diff != "" {
		t.Error(diff)
	}
	// An argument may be larger than what can be written as text.
	if r := tgRun(strings.Replace(identity, "2x3", "0x3", 3), "--inputs=random:1"); r != (result{0, "0x3xf32=[]\n", ""}) {
		t.Error(r)
	}
}

// TestArchives: results go to files of several arrays under their names, and come
// from there as inputs, by name and by position.
func TestArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "func.func @main(%x: tensor<2xf32>, %n: tensor<?xi32>) -> (tensor<2xf32> {jax.result_info = \"x\"}, tensor<?xi32>) {\n  return %x, %n : tensor<2xf32>, tensor<?xi32>\n}\n"
	given := []string{"--input=2xf32=[1,2]", "--input=%n=3xi32=7"}
	shown := "2xf32=1 2\n3xi32=7 7 7\n"
	zeros := tensor.New(tensor.F32, 2)
	for _, ext := range []string{"npz", "safetensors"} {
		file := "all." + ext
		if r := tgRun(text, append(given, "--output=@first.npy", "--output=@"+file)...); r != (result{0, "", ""}) {
			t.Fatal(r)
		}
		for _, args := range [][]string{
			{"--input=@" + file + ":x", "--input=@" + file + ":result1"},
			{"--input=%n=@" + file + ":result1", "--input=%arg0=@first.npy"},
		} {
			if diff := cmp.Diff(result{0, shown, ""}, tgRun(text, args...)); diff != "" {
				t.Errorf("%q: %s", args, diff)
			}
		}
		// A name that is no argument is told, and the rest may come from elsewhere.
		got := tgRun(text, "--inputs=@"+file, "--input=%n=1xi32=5", "--inputs=random:1")
		if diff := cmp.Diff(result{0, "2xf32=1 2\n1xi32=5\n", "tg-run: warning: " + file + ": function @main has no argument 'result1'\n"}, got); diff != "" {
			t.Error(diff)
		}
		// By position; --input comes first.
		write := map[string]func(*os.File, []tensor.Named) error{
			"npz":         func(f *os.File, all []tensor.Named) error { return tensor.WriteNPZ(f, all) },
			"safetensors": func(f *os.File, all []tensor.Named) error { return tensor.WriteSafetensors(f, all) },
		}[ext]
		f, err := os.Create("position." + ext)
		if err != nil {
			t.Fatal(err)
		}
		if err := write(f, []tensor.Named{{Name: "arr_1", Tensor: tensor.New(tensor.I32, 1)}, {Name: "arg0", Tensor: zeros}}); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if diff := cmp.Diff(result{0, "2xf32=1 2\n1xi32=0\n", ""}, tgRun(text, "--inputs=position."+ext, "--input=2xf32=[1,2]")); diff != "" {
			t.Error(diff)
		}
	}
	// One array needs no name.
	if r := tgRun("func.func @main(%x: i32) -> i32 {\n  return %x : i32\n}\n", "--input=i32=3", "--output=@one.npz"); r.Status != 0 {
		t.Fatal(r)
	}
	if r := tgRun(text, "--input=2xf32=0", "--input=@one.npz"); r.Status != 1 || r.Err != "tg-run: input #1 of function @main must be tensor<?xi32>, but got tensor<i32>\n" {
		t.Error(r)
	}
}

// TestEntry: a function may be named as MLIR does.
func TestEntry(t *testing.T) {
	const text = "func.func @f() -> i32 {\n  %0 = arith.constant 1 : i32\n  return %0 : i32\n}\nfunc.func @g() -> i32 {\n  %0 = arith.constant 2 : i32\n  return %0 : i32\n}\n"
	for entry, want := range map[string]result{
		"f": {0, "i32=1\n", ""}, "@g": {0, "i32=2\n", ""},
		"@h": {1, "", "tg-run: there is no function @h among 'f', 'g'\n"},
		"":   {1, "", "tg-run: the module has several public functions; choose one with --entry: f, g\n"},
	} {
		if diff := cmp.Diff(want, tgRun(text, "--entry="+entry)); diff != "" {
			t.Errorf("%q: %s", entry, diff)
		}
	}
}
