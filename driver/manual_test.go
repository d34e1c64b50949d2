package driver_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver/tooltest"
)

var (
	manualBlock  = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	manualFlag   = regexp.MustCompile("`--([a-z-]+)")
	ruleComments = regexp.MustCompile(`^(?://.*\n|\n)*`)
	shellWord    = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)
)

// TestManual runs the commands of the manual, on its files, and looks up the
// flags that it speaks of.
func TestManual(t *testing.T) {
	text, blocks := readManual(t, "tg-opt.md")
	t.Chdir(t.TempDir())
	if len(blocks["mlir"]) != 3 {
		t.Fatalf("%d blocks of MLIR, want the input, the expected message and the dialect", len(blocks["mlir"]))
	}
	tooltest.WriteFiles(t, map[string]string{
		"in.mlir": blocks["mlir"][0], "expected.mlir": blocks["mlir"][1], "d.irdl.mlir": blocks["mlir"][2],
		"my.rules": "rule my-difference: add(?x, neg(?y)) => sub(?x, ?y) [exact]\n",
		"use.mlir": "func.func @f(%a: i32) {\n  \"my.same\"(%a) : (i32) -> i32\n  return\n}\n",
	})
	graph := `{"nodes": {"a": {"op": "a", "cost": 1, "eclass": "0", "children": []}}, "root_eclasses": ["0"]}`
	tooltest.WriteFiles(t, map[string]string{"graph.json": graph, "graph.json.gz": graph})
	if r := opt("", "--verify-diagnostics", "expected.mlir"); r.Status != 0 {
		t.Errorf("the expected message: %s", r.Err)
	}
	candidate := "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.negate %x : tensor<4xf32>\n  %1 = stablehlo.exponential %0 : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}\n"
	if err := os.Mkdir("models", 0o777); err != nil {
		t.Fatal(err)
	}
	tooltest.WriteFiles(t, map[string]string{"a.mlir": candidate, "b.mlir": candidate, "models/a.mlir": candidate})
	runCommands(t, blocks, 13)
	checkFlags(t, text)
}

// TestOptimizingManuals does the same for the manuals of optimising and costs,
// with the rules that stand there.
func TestOptimizingManuals(t *testing.T) {
	optimizing, rules := readManual(t, "optimizing.md")
	costs, prices := readManual(t, "cost.md")
	profile, err := os.ReadFile(filepath.Join("..", "cost", "cpu.profile"))
	if err != nil {
		t.Fatal(err)
	}
	jax, err := os.ReadFile(filepath.Join("..", "examples", "attention.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var own strings.Builder
	for line := range strings.Lines(strings.Join(rules[""], "")) {
		if strings.HasPrefix(line, "rule ") {
			own.WriteString(line)
		}
	}
	tooltest.WriteFiles(t, map[string]string{
		"model.mlir": "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  %0 = tg.matmul %x, %x : tensor<4x4xf32>\n  return %0 : tensor<4x4xf32>\n}\n",
		"jax.mlir":   string(jax), "my.rules": own.String(), "my.profile": string(profile),
	})
	runCommands(t, rules, 5)
	runCommands(t, prices, 3)
	checkFlags(t, optimizing)
	checkFlags(t, costs)
}

// TestRuleLanguage does the same for the reference of rules: every block of rules
// holds what it promises, and the messages that it shows are those of their rules.
func TestRuleLanguage(t *testing.T) {
	text, blocks := readManual(t, "rule-language.md")
	t.Chdir(t.TempDir())
	files, messages := 0, 0
	for _, block := range blocks[""] {
		code := ruleComments.ReplaceAllString(block, "")
		switch {
		case strings.HasPrefix(code, "my.rules:"):
			messages++
			lines := slices.Sorted(strings.Lines(block))
			isRule := func(line string) bool { return strings.HasPrefix(line, "rule ") }
			own := slices.DeleteFunc(lines, func(line string) bool { return !isRule(line) })
			slices.Reverse(own) // 'wrong' before 'open'
			tooltest.WriteFiles(t, map[string]string{"my.rules": strings.Join(own, "")})
			if r := opt("", "--check-rules=my.rules"); r != (result{Status: 1, Err: block}) {
				t.Errorf("got\n%s\nwant\n%s", r.Err, block)
			}
		case strings.HasPrefix(code, "rule "), strings.HasPrefix(code, "set "):
			files++
			tooltest.WriteFiles(t, map[string]string{"my.rules": block})
			if r := opt("", "--check-rules=my.rules"); r.Status != 0 || r.Err != "" && !strings.Contains(block, "<=>") { // these are for substitute
				t.Errorf("%s\n%s", block, r.Err)
			}
			if r := opt("", "--canonicalize=rules=my.rules"); r.Status != 0 {
				t.Errorf("%s\n%s", block, r.Err)
			}
		}
	}
	if files < 10 || messages != 1 {
		t.Errorf("%d blocks of rules and %d of messages", files, messages)
	}
	tooltest.WriteFiles(t, map[string]string{
		"my.rules": blocks[""][0],
		"model.mlir": "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = tg.relu %x : tensor<4xf32>\n  %1 = tg.neg %x : tensor<4xf32>\n" +
			"  %2 = tg.relu %1 : tensor<4xf32>\n  %3 = tg.sub %0, %2 : tensor<4xf32>\n  return %3 : tensor<4xf32>\n}\n",
	})
	runCommands(t, blocks, 5)
	for flag, removed := range map[string]bool{
		"--canonicalize=rules=my.rules fp=finite": true, "--optimize=rules=my.rules fp=finite": true, "--substitute=my.rules fp=finite": true,
		"--optimize=rules=my.rules": false, "--optimize=fp=finite": false, // the level does not allow it, or there is no rule
	} {
		if r := opt("", flag, "model.mlir"); r.Status != 0 || strings.Contains(r.Out, "tg.sub") == removed {
			t.Errorf("%s: %v", flag, r)
		}
	}
	for _, wrong := range []*strings.Replacer{strings.NewReplacer("finite", "exact"), strings.NewReplacer("\n  where float(?x)", "")} {
		tooltest.WriteFiles(t, map[string]string{"my.rules": wrong.Replace(blocks[""][0])})
		if r := opt("", "--check-rules=my.rules"); r.Status != 1 || !strings.Contains(r.Err, "result 0, element 0 is 0 on the left and -") {
			t.Errorf("a wrong rule: %v", r)
		}
	}
	checkFlags(t, text)
}

// TestRunManual runs the commands of the manual of tg-run, on its programs, and
// compares what they print. Three dots stand for anything.
func TestRunManual(t *testing.T) {
	text, blocks := readManual(t, "tg-run.md")
	t.Chdir(t.TempDir())
	if len(blocks["mlir"]) != 3 {
		t.Fatalf("%d programs, want 3", len(blocks["mlir"]))
	}
	tooltest.WriteFiles(t, map[string]string{
		"model.mlir": blocks["mlir"][0], "other.mlir": blocks["mlir"][1], "line.mlir": blocks["mlir"][2],
		"my.rules": "rule one: add(?x, ?y) => sub(?x, ?y) [exact]\nrule two: neg(?x) => ?x [exact]\n",
	})
	tooltest.WriteFiles(t, map[string]string{"wrong.mlir": opt("", "--check-rules=my.rules").Out})
	usage := tgRun("", "--help").Out + opt("", "--help").Out // the page names flags of the other tool, too
	commands := 0
	for command := range strings.SplitSeq("\n"+strings.Join(blocks["console"], ""), "\n$ tg-run ") {
		line, shown, _ := strings.Cut(command, "\n")
		if line == "" {
			continue
		}
		commands++
		args := shellWord.FindAllString(line, -1)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "'", "")
		}
		r := tgRun("", args...)
		pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSuffix(shown, "\n")), `\.\.\.`, "(.|\n)*")
		want := regexp.MustCompile("^" + pattern + "$")
		got := strings.TrimSuffix(r.Out+r.Err, "\n")
		// What is said during a run comes before its results.
		if !want.MatchString(got) && !want.MatchString(strings.TrimSuffix(r.Err+r.Out, "\n")) {
			t.Errorf("tg-run %s\nprints\n%s\nwant\n%s", line, got, pattern)
		}
	}
	if commands < 11 {
		t.Errorf("only %d commands were found", commands)
	}
	for _, m := range manualFlag.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(usage, "--"+m[1]) {
			t.Errorf("there is no flag --%s", m[1])
		}
	}
}

// readManual is the text of a page, and what stands in its blocks by their
// languages.
func readManual(t *testing.T, page string) (text string, blocks map[string][]string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	blocks = map[string][]string{}
	for _, m := range manualBlock.FindAllStringSubmatch(string(content), -1) {
		blocks[m[1]] = append(blocks[m[1]], m[2])
	}
	return string(content), blocks
}

// runCommands runs the commands of tg-opt in blocks for shells, of which there
// must be some.
func runCommands(t *testing.T, blocks map[string][]string, least int) {
	t.Helper()
	commands := 0
	for line := range strings.Lines(strings.Join(slices.Concat(blocks["sh"], blocks["console"], blocks[""]), "")) {
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
	if commands < least {
		t.Errorf("only %d commands were found", commands)
	}
}

// checkFlags looks up the flags that text speaks of.
func checkFlags(t *testing.T, text string) {
	t.Helper()
	help := opt("", "--help").Out
	for _, m := range manualFlag.FindAllStringSubmatch(text, -1) {
		if !regexp.MustCompile(`(?m)^ +--` + m[1] + `\b`).MatchString(help) {
			t.Errorf("there is no flag --%s", m[1])
		}
	}
}
