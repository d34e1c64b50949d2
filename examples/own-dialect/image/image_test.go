package image

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

const program = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = image.clip %x : tensor<4xf32>
  %1 = image.brighten %0 by 1.000000e-03 : f64 : tensor<4xf32>
  %2 = image.clip %1 : tensor<4xf32>
  %3 = image.invert %2 : tensor<4xf32>
  %4 = image.clip %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
`

// run runs a tool that must succeed.
func run(t *testing.T, tool func([]string, io.Reader, io.Writer, io.Writer) int, text string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := tool(args, strings.NewReader(text), &out, &errs); status != 0 {
		t.Fatalf("%v: status %d: %s", args, status, &errs)
	}
	return out.String(), errs.String()
}

func TestText(t *testing.T) {
	once, _ := run(t, Tools("image-opt").Opt, program)
	if twice, _ := run(t, Tools("image-opt").Opt, once); once != twice || !strings.Contains(once, "image.brighten %0 by 1.000000e-03 : f64 : tensor<4xf32>") {
		t.Errorf("printed as\n%s, then as\n%s", once, twice)
	}
}

// The rules hold on all that is tried, and change programs.
func TestRules(t *testing.T) {
	if out, errs := run(t, Tools("image-opt").Opt, "", "--check-rules=image.rules"); !strings.HasPrefix(out, "// 2 rules, no counterexample") || errs != "" {
		t.Errorf("%s%s", out, errs)
	}
	out, _ := run(t, Tools("image-opt").Opt, program, "--canonicalize")
	if n := strings.Count(out, "image.clip"); n != 2 {
		t.Errorf("%d clips are left of\n%s", n, out)
	}
}

func TestDropBrighten(t *testing.T) {
	for option, left := range map[string]int{"": 0, "=below=0.0001": 1} {
		out, errs := run(t, Tools("image-opt").Opt, program, "--image-drop-brighten"+option, "--mlir-pass-statistics")
		if n := strings.Count(out, "image.brighten"); n != left || !strings.Contains(errs, []string{"(S) 1 num-dropped", "(S) 0 num-dropped"}[left]) {
			t.Errorf("%q: %d are left\n%s%s", option, n, out, errs)
		}
	}
}

// Programs run, and what optimising leaves of them gives the same.
func TestRun(t *testing.T) {
	for _, args := range [][]string{nil, {"--optimize"}, {"--image-optimize"}} {
		out, errs := run(t, Tools("image-run").Run, program, append(args, "--input=4xf32=[-1, 0.5, 1, 2]")...)
		want := "4xf32=1 0.5 0 0\n"
		if args == nil || args[0] == "--optimize" {
			want = "4xf32=0.999 0.499 0 0\n"
		}
		if out != want || errs != "" {
			t.Errorf("%v: %s%s, want %s", args, out, errs, want)
		}
	}
}
