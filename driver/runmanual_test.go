package driver

import (
	"regexp"
	"strings"
	"testing"
)

// TestRunManual runs the commands of the manual of tg-run, on its programs, and
// compares what they print. Three dots stand for anything.
func TestRunManual(t *testing.T) {
	text, blocks := readManual(t, "tg-run.md")
	t.Chdir(t.TempDir())
	if len(blocks["mlir"]) != 2 {
		t.Fatalf("%d programs, want 2", len(blocks["mlir"]))
	}
	writeFiles(t, map[string]string{
		"model.mlir": blocks["mlir"][0], "other.mlir": blocks["mlir"][1],
		"my.rules": "rule one: add(?x, ?y) => sub(?x, ?y) [exact]\nrule two: neg(?x) => ?x [exact]\n",
	})
	writeFiles(t, map[string]string{"wrong.mlir": opt("", "--check-rules=my.rules").Out})
	commands := 0
	for command := range strings.SplitSeq("\n"+strings.Join(blocks["console"], ""), "\n$ tg-run ") {
		line, want, _ := strings.Cut(command, "\n")
		if line == "" {
			continue
		}
		commands++
		args := shellWord.FindAllString(line, -1)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "'", "")
		}
		r := tgRun("", args...)
		pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSuffix(want, "\n")), `\.\.\.`, "(.|\n)*")
		if got := strings.TrimSuffix(r.Out+r.Err, "\n"); !regexp.MustCompile("^" + pattern + "$").MatchString(got) {
			t.Errorf("tg-run %s\nprints\n%s\nwant\n%s", line, got, want)
		}
	}
	if commands < 11 {
		t.Errorf("only %d commands were found", commands)
	}
	for _, m := range manualFlag.FindAllStringSubmatch(text, -1) {
		if m[1] != "check-rules" && !strings.Contains(runUsage, "--"+m[1]) {
			t.Errorf("there is no flag --%s", m[1])
		}
	}
}
