package opt

import (
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/peer"
)

// What differs between the tools in what they log of the same actions: the name
// of the program, the namespaces and arguments of templates in the names of C++
// classes. Casts of tensors, which mlir-opt looks for around every scf.for, are
// those of a dialect that we do not have.
var (
	logThread    = regexp.MustCompile(`(?m)^\[thread [^]]*\] `)
	logClass     = regexp.MustCompile(`(apply-pattern pattern: )(?:.*::)?(\w+)(?:<.*>)?( \()`)
	logCastsOnly = regexp.MustCompile("(?m)^begins .*pattern: ForOpTensorCastFolder .*\ncompleted `apply-pattern`\n")
)

func normalLog(log string) string {
	log = logClass.ReplaceAllString(logThread.ReplaceAllString(log, ""), "$1$2$3")
	return logCastsOnly.ReplaceAllString(log, "")
}

var updateLog = flag.Bool("update-log", false, "rewrite testdata/greedy.log")

// TestLogGreedy: canonicalize logs the sweeps and the patterns that it tries as
// mlir-opt does, whatever the order in which it visits and the bounds.
func TestLogGreedy(t *testing.T) {
	path := peer.Path()
	if path == "" {
		t.Log("mlir-opt-22 is not installed: its log is taken from the file")
	}
	input, err := os.ReadFile("testdata/greedy.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for i, passes := range []string{
		"canonicalize", "canonicalize{top-down=false}", "canonicalize{max-num-rewrites=1}", "func.func(canonicalize{max-iterations=1},canonicalize)",
	} {
		args := []string{"--pass-pipeline=builtin.module(" + passes + ")", "--log-actions-to=-", "--allow-unregistered-dialect", "-"}
		got := opt(string(input), args...)
		if got.Status != 0 {
			t.Errorf("%s: %s", passes, got.Err)
		}
		if i == 0 {
			compareLog(t, normalLog(got.Out))
		}
		if path == "" {
			continue
		}
		want := peer.MLIROpt(t, path, append(args, "--mlir-disable-threading"), string(input))
		if diff := cmp.Diff(normalLog(want.Stdout), normalLog(got.Out)); diff != "" {
			t.Errorf("%s: (-mlir-opt +ours)\n%s", passes, diff)
		}
	}
}

func compareLog(t *testing.T, got string) {
	const golden = "testdata/greedy.log"
	if *updateLog {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-%s +ours)\n%s", golden, diff)
	}
}
