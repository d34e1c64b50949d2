package driver

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	manualBlock = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
	manualFlag  = regexp.MustCompile("`--([a-z-]+)")
	shellWord   = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
)

// TestManual runs the commands of the manual, on its files, and looks up the
// flags that it speaks of.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "tg-opt.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	blocks := map[string][]string{}
	for _, m := range manualBlock.FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = append(blocks[m[1]], m[2])
	}
	if len(blocks["mlir"]) != 3 {
		t.Fatalf("%d blocks of MLIR, want the input, the expected message and the dialect", len(blocks["mlir"]))
	}
	for name, content := range map[string]string{
		"in.mlir": blocks["mlir"][0], "expected.mlir": blocks["mlir"][1], "d.irdl.mlir": blocks["mlir"][2],
		"my.rules": "rule add-neg: add(?x, neg(?y)) => sub(?x, ?y) [exact]\n",
		"use.mlir": "func.func @f(%a: i32) {\n  \"my.same\"(%a) : (i32) -> i32\n  return\n}\n",
	} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if r := opt("", "--verify-diagnostics", "expected.mlir"); r.Status != 0 {
		t.Errorf("the expected message: %s", r.Err)
	}
	commands := 0
	for line := range strings.Lines(strings.Join(append(blocks["sh"], blocks["console"]...), "")) {
		command, ok := strings.CutPrefix(strings.TrimPrefix(line, "$ "), "tg-opt ")
		command, _, _ = strings.Cut(command, " # ")
		if !ok || strings.ContainsAny(command, "<>|") {
			continue // another program's, or for a shell
		}
		commands++
		args := shellWord.FindAllString(command, -1)
		for i, a := range args {
			args[i] = strings.NewReplacer(`"`, "", "'", "").Replace(a)
		}
		want := 0
		if strings.Contains(command, "crash") {
			want = 1
		}
		if r := opt("", args...); r.Status != want {
			t.Errorf("%s: status %d, want %d: %s", command, r.Status, want, r.Err)
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands were found", commands)
	}
	line := newCommandLine(&optConfig{}, NewRegistry())
	for _, m := range manualFlag.FindAllStringSubmatch(string(text), -1) {
		if line.set.Lookup(m[1]) == nil && m[1] != "help" {
			t.Errorf("there is no flag --%s", m[1])
		}
	}
}
