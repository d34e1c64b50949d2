package driver_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/driver/tooltest"
)

type result tooltest.Result

func opt(input string, args ...string) result {
	return result(tooltest.Run(driver.Opt, input, args...))
}

func tgRun(input string, args ...string) result {
	return result(tooltest.Run(driver.Run, input, args...))
}

// TestCounterexamplesRun: tg-run runs what --check-rules prints of several wrong
// rules, and --compare finds that a file is like itself.
func TestCounterexamplesRun(t *testing.T) {
	t.Chdir(t.TempDir())
	tooltest.WriteFiles(t, map[string]string{"my.rules": "rule one: add(?x, ?y) => sub(?x, ?y) [exact]\nrule two: neg(?x) => ?x [exact]\n"})
	r := opt("", "--check-rules=my.rules")
	if r.Status != 1 || strings.Count(r.Out, "// -----") != 1 {
		t.Fatal(r)
	}
	if err := os.WriteFile("wrong.mlir", []byte(r.Out), 0o644); err != nil {
		t.Fatal(err)
	}
	run := tgRun("", "wrong.mlir")
	lines := strings.Split(run.Out, "\n")
	if run.Status != 0 || len(lines) != 7 || !strings.HasPrefix(lines[0], "// module 1 of 2, wrong.mlir:1") || lines[1] == lines[2] || !strings.HasPrefix(lines[3], "// module 2 of 2, wrong.mlir:") || lines[4] == lines[5] {
		t.Error(run)
	}
	if r := tgRun("", "wrong.mlir", "--compare=wrong.mlir"); r.Status != 0 || strings.Count(r.Out, ": equal\n") != 4 {
		t.Error(r)
	}
}
