package driver_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver/tooltest"
)

// TestMaxInput: nothing reads more than --max-input says, and what has no end is
// not read for ever.
func TestMaxInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const small = "func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  return %x : tensor<2x3xf32>\n}\n"
	tooltest.WriteFiles(t, map[string]string{
		"in.mlir": small, "exact.mlir": small + strings.Repeat(" ", 1024-len(small)), "large.mlir": small + strings.Repeat(" ", 1025-len(small)),
		"x.npy": tooltest.NPY(tooltest.NPYHeader, strings.Repeat("\x00", 24)), "large.npy": tooltest.NPY(tooltest.NPYHeader, strings.Repeat("\x00", 1024)),
		"large.rules": strings.Repeat("# a rule\n", 200), "large.profile": strings.Repeat("# a machine\n", 200),
	})
	const beyond, of = " exceeds the limit of 1024 bytes set by --max-input", "input of "
	type run func(input string, args ...string) result
	for _, c := range []struct {
		tool run
		args string
		want string // on standard error; empty for a run that goes well
	}{
		{opt, "in.mlir", ""},
		{opt, "exact.mlir", ""},
		{opt, "large.mlir", "large.mlir: input of 1025 bytes" + beyond},
		{opt, "-", "<stdin>: input" + beyond},
		{opt, "--irdl-file=large.mlir in.mlir", "cannot open input file 'large.mlir': input of 1025 bytes" + beyond},
		{opt, "--check-rules=large.rules -", "cannot read the rules in 'large.rules': input of 1800 bytes" + beyond},
		{opt, "--canonicalize=rules=large.rules in.mlir", "cannot read the rules in 'large.rules': input of 1800 bytes" + beyond},
		{opt, "--substitute=large.rules in.mlir", "cannot read the rules in 'large.rules': input of 1800 bytes" + beyond},
		{opt, "--pass-pipeline=builtin.module(func.func(canonicalize{rules=large.rules})) in.mlir", "cannot read the rules in 'large.rules': input of 1800 bytes" + beyond},
		{opt, "--optimize=machine=large.profile in.mlir", "cannot read the profile 'large.profile': input of 2400 bytes" + beyond},
		{opt, "--print-cost=machine=large.profile in.mlir", "cannot read the profile 'large.profile': input of 2400 bytes" + beyond},
		{tgRun, "--input=2x3xf32=1 in.mlir", ""},
		{tgRun, "--input=@x.npy in.mlir", ""},
		{tgRun, "--input=@large.npy in.mlir", "large.npy: input of 1093 bytes" + beyond},
		{tgRun, "--input=2x3xf32=1 large.mlir", "large.mlir: input of 1025 bytes" + beyond},
		{tgRun, "--input=2x3xf32=1 -", "<stdin>: input" + beyond},
		{tgRun, "--input=2x3xf32=1 --pass-pipeline=builtin.module(canonicalize{rules=large.rules}) in.mlir", "cannot read the rules in 'large.rules': input of 1800 bytes" + beyond},
	} {
		variants := []string{c.args}
		if _, err := os.Stat("/dev/zero"); err == nil && strings.Contains(c.args, "large") {
			for _, name := range []string{"large.mlir", "large.rules", "large.profile"} {
				if endless := strings.Replace(c.args, name, "/dev/zero", 1); endless != c.args {
					variants = append(variants, endless)
				}
			}
		}
		for i, args := range variants {
			want := c.want
			if i > 0 { // that has no size
				at := strings.Index(want, of)
				want = want[at:]
				want = "input" + want[strings.Index(want, " exceeds"):]
			}
			got := c.tool(strings.Repeat(" ", 1025), append(strings.Fields(args), "--max-input=1K")...)
			if c.want == "" && got.Status != 0 || c.want != "" && (got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, want)) {
				t.Errorf("%s: %d %s, want %s", args, got.Status, got.Err, want)
			}
		}
	}
	for args, want := range map[string]string{
		"--max-input=0 large.mlir":    "",
		"--max-input=2KiB large.mlir": "",
		"--max-input=1X large.mlir":   "tg-opt: for the --max-input option: '1X' is not a size such as 8GiB, 500M or 1000000\n",
	} {
		if got := opt("", strings.Fields(args)...); got.Err != want || got.Status == 0 != (want == "") {
			t.Errorf("%s: %d %s", args, got.Status, got.Err)
		}
	}
	if got := tgRun("", "--input=@large.npy", "--max-memory=1K", "in.mlir"); got.Err != "tg-run: --input #0: large.npy: input of 1093 bytes exceeds the limit of 1024 bytes that --max-memory leaves\n" {
		t.Error(got)
	}
}
