package opt

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompletions(t *testing.T) {
	tests := []struct{ previous, word, want string }{
		{"", "--mlir-print-ir-m", "--mlir-print-ir-module-scope"},
		{"", "-mlir-print-ir-t", "-mlir-print-ir-tree-dir="},
		{"", "--cs", "--cse"},
		{"x.mlir", "--sp", "--split-input-file"},
		{"", "--mlir-timing-display=", "--mlir-timing-display=list --mlir-timing-display=tree"},
		{"", "-mlir-timing-display=t", "-mlir-timing-display=tree"},
		{"--mlir-timing-display", "l", "list"},
		{"--verify-each", "x", ":files"},
		{"", "--verify-each=", "--verify-each=true --verify-each=false"},
		{"", "--color=a", "--color=auto --color=always"},
		{"-o", "x", ":files"},
		{"", "--mlir-print-ir-tree-dir=x", ":files"},
		{"", "", ":files"},
		{"", "x", ":files"},
		{"", "--mlir-print-ir-after=cse,canon", "--mlir-print-ir-after=cse,canonicalize --mlir-print-ir-after=cse,canonicalize-dynamism"},
		{"--mlir-print-ir-before", "cse,canon", "cse,canonicalize cse,canonicalize-dynamism"},
		{"", "--canonicalize=max-", "--canonicalize=max-iterations= --canonicalize=max-num-rewrites="},
		{"", "--canonicalize=top-down=", "--canonicalize=top-down=true --canonicalize=top-down=false"},
		{"", "--canonicalize=top-down=true region", "--canonicalize=top-down=true region-simplify="},
		{"", "--canonicalize=top-down=true region-simplify=n", "--canonicalize=top-down=true region-simplify=normal"},
		{"", "--dce=", ""},
		{"", "--optim", "--optimize --optimize-memory"},
		{"", "--optimize=", "--optimize=fp= --optimize=machine= --optimize=rules= --optimize=disable-patterns= --optimize=effort="},
		{"", "--print-cost=machine=", "--print-cost=machine=cpu --print-cost=machine=gpu"},
		{"", "--print-memory=curve=0.9 o", "--print-memory=curve=0.9 order="},
		{"", "--print-memory=order=", "--print-memory=order=fixed --print-memory=order=free"},
		{"", "--optimize=machine=gpu fp=f", "--optimize=machine=gpu fp=finite --optimize=machine=gpu fp=fast"},
		{"", "--pass-pipeline=builtin.module(optimize{fp=s", "--pass-pipeline=builtin.module(optimize{fp=strict"},
		{"", "--substitute=sh", "--substitute=shipped="},
		{"", "--check-rules=", ":files"},
		{"", "--explain-rule=factor-s", "--explain-rule=factor-sum --explain-rule=factor-self-less"},
		{"--explain-rule", "AddIAddC", "AddIAddConstant"},
		{"", "--nothing-like-this", ""},
		{"", "--nothing-like-this=", ""},
		{"", "--pass-pipeline=b", "--pass-pipeline=builtin.module("},
		{"", "--pass-pipeline=c", ""},
		{"", "--pass-pipeline=builtin.module(canon", "--pass-pipeline=builtin.module(canonicalize --pass-pipeline=builtin.module(canonicalize-dynamism"},
		{"", "--pass-pipeline=builtin.module(cse,func", "--pass-pipeline=builtin.module(cse,func.func("},
		{"--pass-pipeline", "builtin.module(func.func(cs", "builtin.module(func.func(cse"},
		{"", "--pass-pipeline=any(canonicalize{top-", "--pass-pipeline=any(canonicalize{top-down="},
		{"", "--pass-pipeline=any(canonicalize{top-down=t", "--pass-pipeline=any(canonicalize{top-down=true"},
		{"", "--pass-pipeline=any(canonicalize{top-down=true region-simplify=a", "--pass-pipeline=any(canonicalize{top-down=true region-simplify=aggressive"},
		{"", "--pass-pipeline=any(canonicalize{top-down=true},cs", "--pass-pipeline=any(canonicalize{top-down=true},cse"},
		{"", "--pass-pipeline=any(nothing{x", ""},
		{"", "--completion=", "--completion=bash --completion=zsh --completion=fish"},
	}
	for _, tt := range tests {
		r := opt("", "--complete="+tt.previous, "--complete="+tt.word)
		var got []string
		for line := range strings.Lines(r.Out) {
			word, doc, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if strings.ContainsAny(doc, "\t\n") {
				t.Errorf("%q", line)
			}
			got = append(got, word)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" || r.Status != 0 || r.Err != "" {
			t.Errorf("%s %s: %d %s %s", tt.previous, tt.word, r.Status, r.Err, diff)
		}
	}
}

// TestCompletionScripts: the scripts are what is in testdata, say the flags
// that the tool has, and work in the shells that are installed.
func TestCompletionScripts(t *testing.T) {
	for shell := range completionScripts {
		script := completionScript(shell, "tg-opt")
		if r := opt("", "--completion="+shell); r != (result{Out: script}) {
			t.Errorf("%s: %v", shell, r)
		}
		golden, err := os.ReadFile(filepath.Join("testdata", "completion."+shell))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(golden), script); diff != "" {
			t.Errorf("%s (-file +script): %s", shell, diff)
		}
		if path, err := exec.LookPath(shell); err == nil && shell != "zsh" {
			cmd := exec.Command(path, "-n")
			cmd.Stdin = strings.NewReader(script)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v %s", shell, err, out)
			}
		}
	}
	if r := opt("", "--completion=ksh"); r.Status != 1 || !strings.Contains(r.Err, "Cannot find option named 'ksh'! It is none of bash, zsh, fish") {
		t.Error(r)
	}
}

// fakeTool is a shell script that answers like tg-opt, in the directory that it
// returns.
func fakeTool(t *testing.T, words ...string) string {
	t.Helper()
	dir := t.TempDir()
	answers := "case \"$1 $2\" in\n"
	for _, w := range words {
		previous, word, _ := strings.Cut(w, " ")
		r := opt("", "--complete="+previous, "--complete="+word)
		answers += "'--complete=" + previous + " --complete=" + word + "') cat <<'END'\n" + r.Out + "END\n;;\n"
	}
	text := "#!/bin/sh\n" + answers + "*) echo \"unasked: $*\" ;;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "tg-opt"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestBashCompletion: bash completes what is in front of the cursor.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	dir := fakeTool(t, "tg-opt --canonicalize=top-", "tg-opt --mlir-timing-d", "tg-opt --mlir-timing-display=t", "--mlir-timing-display l",
		"tg-opt --pass-pipeline=builtin.module(func.func(cs", "tg-opt --pass-pipeline=any(canonicalize{top-down=true re", "tg-opt te", "--cse te", "tg-opt --mlir-print-ir-tree-dir=te")
	if err := os.WriteFile(filepath.Join(dir, "test.mlir"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"tg-opt --mlir-timing-d":                                     "--mlir-timing-display=",
		"tg-opt --mlir-timing-display=t":                             "tree",
		"tg-opt --mlir-timing-display l":                             "list",
		"tg-opt --canonicalize=top-":                                 "top-down=",
		"tg-opt --pass-pipeline='builtin.module(func.func(cs":        "builtin.module(func.func(cse",
		"tg-opt --pass-pipeline=\"any(canonicalize{top-down=true re": "any(canonicalize{top-down=true region-simplify=",
		"tg-opt te":                          "test.mlir",
		"tg-opt --cse te":                    "test.mlir",
		"tg-opt --mlir-print-ir-tree-dir=te": "test.mlir",
	} {
		cmd := exec.Command(bash, "--norc", "-c", completionScript("bash", "tg-opt")+`
compopt() { :; } # works only while completing
COMP_LINE=$1 COMP_POINT=${#1}
_tg_opt tg-opt
printf '%s\n' "${COMPREPLY[@]}"`, "bash", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSuffix(string(out), "\n"); got != want || err != nil {
			t.Errorf("%s: got %q (%v), want %q", line, got, err, want)
		}
	}
}

// TestFishCompletion: fish completes what is in front of the cursor.
func TestFishCompletion(t *testing.T) {
	fish, err := exec.LookPath("fish")
	if err != nil {
		t.Skip("fish is not installed")
	}
	dir := fakeTool(t, "tg-opt --mlir-timing-display=t", "tg-opt --pass-pipeline=any(canonicalize{top-", "tg-opt te")
	if err := os.WriteFile(filepath.Join(dir, "test.mlir"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"tg-opt --mlir-timing-display=t":                "--mlir-timing-display=tree",
		"tg-opt --pass-pipeline='any(canonicalize{top-": "--pass-pipeline=any(canonicalize{top-down=",
		"tg-opt te": "test.mlir",
	} {
		cmd := exec.Command(fish, "--no-config", "-c", completionScript("fish", "tg-opt")+"\ncomplete -C "+"\""+line+"\"")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir)
		out, err := cmd.CombinedOutput()
		got, _, _ := strings.Cut(strings.TrimSuffix(string(out), "\n"), "\t")
		if got != want || err != nil {
			t.Errorf("%s: got %q (%v), want %q", line, out, err, want)
		}
	}
}
