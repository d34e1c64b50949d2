package run

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/tooltest"
)

// TestCompare: what differs is told with how far and where, and any bit counts but
// which NaN it is.
func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	unary := func(body string) string {
		return "func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {\n" + body + "  return %y : tensor<2x2xf32>\n}\n"
	}
	const (
		same   = "  %y = tg.abs %x : tensor<2x2xf32>\n"
		double = "  %c = tg.constant dense<[[1.0, 1.0], [1.0, 0x3F800003]]> : tensor<2x2xf32>\n  %y = tg.mul %x, %c : tensor<2x2xf32>\n"
		zero   = "  %c = tg.constant dense<[[0.0, -0.0], [0.0, 0.0]]> : tensor<2x2xf32>\n  %y = tg.mul %x, %c : tensor<2x2xf32>\n"
		plus   = "  %c = tg.constant dense<0.0> : tensor<2x2xf32>\n  %y = tg.mul %x, %c : tensor<2x2xf32>\n"
		nans   = "  %y = tg.constant dense<[[0x7FC00001, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>\n"
		others = "  %y = tg.constant dense<[[0xFFC00000, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>\n"
		shift  = "  %c = tg.constant dense<3.3> : tensor<2x2xf32>\n  %0 = tg.add %x, %c : tensor<2x2xf32>\n  %y = tg.sub %0, %c : tensor<2x2xf32>\n"
		number = "  %y = tg.constant dense<1.0> : tensor<2x2xf32>\n"
		ints   = "func.func @main(%x: tensor<?xi32>) -> (tensor<?xi32> {a.name = \"n\"}, tensor<i32>) {\n  %c = tg.constant dense<-3> : tensor<i32>\n  return %x, %c : tensor<?xi32>, tensor<i32>\n}\n"
	)
	one := "--input=2x2xf32=[0.5,1,2,1]"
	differ := func(err string) string {
		return "tg-run: <stdin> and b.mlir differ in " + err + "\n"
	}
	for _, tt := range []struct {
		a, b string
		args []string
		want result
	}{
		{unary(same), unary(same), []string{"--inputs=random:3"}, result{0, "result0: equal\n", ""}},
		{strings.ReplaceAll(unary(same), "%x", "%arg0"), unary(same), []string{"--input=%x=2x2xf32=-1"}, result{0, "result0: equal\n", ""}},
		{unary(same), strings.ReplaceAll(unary(same), "%x", "%z"), []string{"--input=%x=2x2xf32=-1"}, result{0, "result0: equal\n", ""}},
		{unary(nans), unary(others), []string{"--inputs=random:3"}, result{0, "result0: equal\n", ""}},
		{unary(same), unary(double), []string{one}, result{1, "result0: 1 of 4 elements differ; at most by 3 ULP, and by 3.57628e-07; first at [1, 1]: 1 and 1.0000004\n", differ("1 of 1 result")}},
		{unary(same), unary(double), []string{one, "--tolerance-ulp=2"}, result{1, "result0: 1 of 4 elements differ; at most by 3 ULP, and by 3.57628e-07; first at [1, 1]: 1 and 1.0000004\n", differ("1 of 1 result")}},
		{unary(same), unary(double), []string{one, "--tolerance-ulp=3"}, result{0, "result0: equal within 3 ULP; at most by 3 ULP, and by 3.57628e-07\n", ""}},
		{unary(zero), unary(plus), []string{one}, result{1, "result0: 1 of 4 elements differ; at most by 0 ULP, and by 0; first at [0, 1]: -0 and 0\n", differ("1 of 1 result")}},
		{unary(zero), unary(plus), []string{one, "--tolerance-ulp=1"}, result{0, "result0: equal\n", ""}},
		{unary(nans), unary(number), []string{one}, result{1, "result0: 1 of 4 elements differ; NaN or infinity against something else; first at [0, 0]: nan and 1\n", differ("1 of 1 result")}},
		{ints, strings.Replace(ints, "-3", "4", 1), []string{"--input=2xi32=0", "--tolerance-ulp=100"},
			result{1, "n: equal\nresult1: 1 of 1 elements differ; at most by 7; first at []: -3 and 4\n", differ("1 of 2 results")}},
		{ints, strings.Replace(ints, "return %x", "%s = tg.slice %x [0:1:1] : (tensor<?xi32>) -> tensor<?xi32>\n  return %s", 1), []string{"--input=2xi32=0"},
			result{1, "n: differs: it is a 2xi32 and a 1xi32\nresult1: equal\n", differ("1 of 2 results")}},
		// The type of the other program may say more.
		{ints, strings.ReplaceAll(ints, "?", "3"), []string{"--inputs=random:1"}, result{0, "n: equal\nresult1: equal\n", ""}},
		// Passes are for the first program: they change nothing of the first one here, and
		// everything of the second one.
		{unary(shift), unary(shift), []string{one, "--pass-pipeline=builtin.module(optimize{fp=fast})"},
			result{1, "result0: 3 of 4 elements differ; at most by 2 ULP, and by 2.38419e-07; first at [0, 1]: 1 and 1.0000002\n", differ("1 of 1 result")}},
		{unary(double), unary(double), []string{one, "--pass-pipeline=builtin.module(optimize)"}, result{0, "result0: equal\n", ""}},
	} {
		tooltest.WriteFiles(t, map[string]string{"b.mlir": tt.b})
		if diff := cmp.Diff(tt.want, tgRun(tt.a, append(tt.args, "--compare=b.mlir")...)); diff != "" {
			t.Error(diff)
		}
	}
	// The checks of both count.
	tooltest.WriteFiles(t, map[string]string{"b.mlir": checks})
	const passed = ":6:3: passed: check.expect_eq: all 3 elements as expected\n"
	if got := tgRun(checks, "--compare=b.mlir"); got.Status != 1 || got.Out != "<stdin>"+passed+"b.mlir"+passed || strings.Count(got.Err, "2 of 3 checks failed") != 2 {
		t.Error(got)
	}
}

// TestRepeat: the times of as many runs as are asked for are reported, and the
// results once.
func TestRepeat(t *testing.T) {
	const duration = `[0-9.]+(ns|µs|ms|s)\n`
	report := func(runs, file string) string {
		return "runs:            " + runs + " of " + file + ", after one to warm up\nmedian:          " + duration + "minimum:         " + duration +
			"lower quartile:  " + duration + "upper quartile:  " + duration + "maximum:         " + duration
	}
	passing := strings.Replace(checks, "%a, %b", "%a, %a", 2)
	for _, c := range []struct {
		module string
		args   []string
		out    string
		err    string
	}{
		{identity, []string{"--inputs=random:1", "--repeat=3", "--input=2x3xf32=1"}, "2x3xf32=[1 1 1][1 1 1]\n", report("3", "<stdin>")},
		{passing, []string{"--repeat=1"}, strings.Join([]string{"<stdin>:4:3: ", "<stdin>:5:3: ", "<stdin>:6:3: "}, "X"), report("1", "<stdin>")},
		{identity, []string{"--inputs=random:1", "--repeat=2", "--stats", "--input=2x3xf32=1"}, "2x3xf32=[1 1 1][1 1 1]\n", report("2", "<stdin>") + "time: (.|\n)*"},
	} {
		r := tgRun(c.module, c.args...)
		if c.out != r.Out && !strings.Contains(c.out, "X") || strings.Count(r.Out, "\n") != strings.Count(c.out, "X")+1 {
			t.Errorf("%q: prints %s", c.args, r.Out)
		}
		if r.Status != 0 || !regexp.MustCompile("^"+c.err+"$").MatchString(r.Err) {
			t.Errorf("%q: reports\n%s", c.args, r.Err)
		}
	}
	// --timeout is for all of it.
	if r := tgRun(endless, "--repeat=1000", "--timeout=20ms"); r.Err != "tg-run: the run was stopped after --timeout=20ms\n" {
		t.Error(r)
	}
	if r := tgRun(identity, "--inputs=random:1", "--repeat=2147483647", "--timeout=50ms"); r.Err != "tg-run: the run was stopped after --timeout=50ms\n" {
		t.Error(r)
	}
}

func TestQuantiles(t *testing.T) {
	times := []time.Duration{10, 20, 40, 80}
	for at, want := range map[float64]time.Duration{0: 10, 0.25: 17, 0.5: 30, 0.75: 50, 1: 80} {
		if got := quantile(times, at); got != want {
			t.Errorf("%v: got %d, want %d", at, got, want)
		}
	}
	if got := quantile(times[:1], 0.5); got != 10 {
		t.Error(got)
	}
}

// TestSeveralModules: each of a file runs, and errors are at the lines of the
// file. Comments that draw a line separate nothing.
func TestSeveralModules(t *testing.T) {
	const (
		constant = "func.func @main() -> i32 {\n  // ----- a line -----\n  %0 = arith.constant 5 : i32\n  return %0 : i32\n}\n"
		wrong    = "func.func @main() {\n  tg.ad\n}\n"
		stops    = "func.func @main() {\n  %f = arith.constant false\n  cf.assert %f, \"no\"\n  return\n}\n"
	)
	got := tgRun("\n// -----\n" + constant + "// -----\n" + wrong + "  // -----  \n" + stops + "// -----\r\n" + constant + "// -----")
	want := result{1, "// module 1 of 4, <stdin>:3\ni32=5\n// module 2 of 4, <stdin>:9\n// module 3 of 4, <stdin>:13\n// module 4 of 4, <stdin>:19\ni32=5\n",
		"<stdin>:10:3: error: custom op 'tg.ad' is unknown; did you mean 'tg.add'?\n  tg.ad\n  ^\n" +
			"<stdin>:15:3: error: 'cf.assert' op assertion failed: no\n  cf.assert %f, \"no\"\n  ^\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if r := tgRun("// -----\n" + constant + "// -----\n"); r != (result{0, "i32=5\n", ""}) {
		t.Error(r)
	}
	if r := tgRun(constant+"// -----\n"+constant, "--signature"); r.Out != "// module 1 of 2, <stdin>:1\nfunction @main\nresult result0: i32\n// module 2 of 2, <stdin>:7\nfunction @main\nresult result0: i32\n" {
		t.Error(r)
	}
	var stderr strings.Builder
	if status := main(nil, strings.NewReader(constant+"// -----\n"+constant), tooltest.BrokenWriter{}, &stderr); status != 1 || stderr.String() != "tg-run: cannot write standard output: the disk is full\n" {
		t.Errorf("%d %s", status, stderr.String())
	}
}
