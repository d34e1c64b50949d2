//go:build unix

// Package readme runs the README and docs/numerics.md: what they say to type prints what they show.
package readme

import (
	"bytes"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/command"
	"github.com/tg-opt/tg/lit/filecheck"
)

const file = "../../README.md"

var update = flag.Bool("update", false, "write what the commands print into the README")

// tools are those that the README speaks of: links to this program, under their
// names, are on the PATH of the commands.
var tools = map[string]process.Tool{
	"tg-opt": driver.OptCommand, "tg-run": driver.Run, "tg-filecheck": filecheck.NativeMain,
	"tg-lit": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return command.Main(args, []lit.Tool{{Name: "tg-opt", Main: driver.Opt}, {Name: "tg-filecheck", Main: filecheck.NativeMain}}, stdin, stdout, stderr)
	},
}

func TestMain(m *testing.M) {
	if tool := tools[filepath.Base(os.Args[0])]; tool != nil {
		process.Main(tool)
	}
	os.Exit(m.Run())
}

// part is a piece of the README: prose, or what stands between fences.
type part struct {
	fence string // what follows ```, "" for prose
	text  string // without the fences
}

func partsOf(text string) (parts []part) {
	for i, piece := range strings.Split("\n"+text, "\n```") {
		if i%2 == 0 {
			parts = append(parts, part{text: piece})
			continue
		}
		fence, inside, _ := strings.Cut(piece, "\n")
		parts = append(parts, part{fence: fence + "\n", text: inside})
	}
	return parts
}

func textOf(parts []part) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString("\n```")
		}
		b.WriteString(p.fence + p.text)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

var (
	heading = regexp.MustCompile(`(?m)^##+ (.*)$`)
	// saving is how prose gives the next fence the name of a file.
	saving = regexp.MustCompile("(?:[Ss]ave [a-z ]+ as|and this as|in) `([a-z.]+)`(?: that [a-z ]+)?:$")
	// seconds are what no two runs agree on.
	seconds = regexp.MustCompile(`\d+\.\d+s\b`)
)

// The tours of the README, each in a folder of its own, command by command, and other sections that
// show commands.
func TestTours(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bin := toolsIn(t)
	parts, tour, dir, commands := partsOf(string(before)), "", "", map[string]int{}
	first := "" // the folder of the first tour, in which other sections go on
	touring := false
	for i := range parts {
		p := &parts[i]
		if p.fence == "" {
			for _, m := range heading.FindAllStringSubmatch(p.text, -1) {
				if level := strings.Count(strings.Fields(m[0])[0], "#"); level == 2 {
					touring, tour = m[1] == "Four tours", ""
				} else if touring {
					tour, dir = m[1], t.TempDir()
					if first == "" {
						first = dir
					}
				}
			}
			continue
		}
		if tour == "" {
			if p.fence == "console\n" && first != "" {
				session(t, sh, bin, first, p)
			}
			continue
		}
		if p.fence != "console\n" {
			m := saving.FindStringSubmatch(strings.TrimSpace(parts[i-1].text))
			if m == nil {
				t.Fatalf("tour %q: a text is shown, and no name to save it under: %q", tour, parts[i-1].text)
			}
			if err := os.WriteFile(filepath.Join(dir, m[1]), []byte(p.text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		commands[tour] += session(t, sh, bin, dir, p)
	}
	after := textOf(parts)
	for tour, n := range commands {
		if n != 5 {
			t.Errorf("tour %q has %d commands", tour, n)
		}
	}
	if len(commands) != 4 {
		t.Errorf("there are %d tours", len(commands))
	}
	if *update {
		if err := os.WriteFile(file, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(seconds.ReplaceAllString(string(before), "0.01s"), after); diff != "" {
		t.Errorf("the tours print something else (-README +now); go test ./test/readme -update writes it:\n%s", diff)
	}
}

// toolsIn is a folder with all tools.
func toolsIn(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	for name := range tools {
		self, err := os.Executable()
		if err == nil {
			err = os.Symlink(self, filepath.Join(bin, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// session types the commands of a part, puts what they print behind them, and counts them.
func session(t *testing.T, sh, bin, dir string, p *part) (commands int) {
	t.Helper()
	var shown []string
	for line := range strings.Lines(p.text + "\n") {
		if typed, ok := strings.CutPrefix(line, "$ "); ok {
			commands++
			shown = append(shown, line+typing(t, sh, bin, dir, typed))
		}
	}
	p.text = strings.TrimRight(strings.Join(shown, ""), "\n")
	return commands
}

// typing is what a command prints, to both streams.
func typing(t *testing.T, sh, bin, dir, typed string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), sh, "-c", typed)
	cmd.Dir, cmd.WaitDelay = dir, time.Minute
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "LIT_OPTS=", "FILECHECK_OPTS=")
	out, err := cmd.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() > 2) {
		t.Errorf("%s: %v\n%s", typed, err, out)
	}
	text := strings.TrimRight(seconds.ReplaceAllString(string(out), "0.01s"), "\n")
	if text == "" {
		return ""
	}
	return text + "\n"
}

// What is shown as a program is one that is tested.
func TestLibrary(t *testing.T) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("../../examples/library/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range partsOf(string(text)) {
		if p.fence == "go\n" {
			if diff := cmp.Diff(string(program), p.text+"\n"); diff != "" {
				t.Errorf("examples/library/main.go (-), README.md (+):\n%s", diff)
			}
			return
		}
	}
	t.Error("the README shows no program")
}

// What the main command prints is shown behind it.
func TestMainCommand(t *testing.T) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range partsOf(string(text)) {
		if p.fence != "mlir\n" {
			continue
		}
		var out, errors bytes.Buffer
		status := driver.Opt([]string{"--cse", "../../examples/textbook.mlir"}, nil, &out, &errors)
		if diff := cmp.Diff(strings.TrimSpace(out.String()), p.text); diff != "" || status != 0 || i > 3 {
			t.Errorf("part %d of the README is not what tg-opt --cse examples/textbook.mlir prints (status %d, %s):\n%s", i, status, errors.String(), diff)
		}
		return
	}
	t.Error("the README shows no module")
}

// A section that is there twice, as merging leaves it, is one of which half is out of date.
func TestSectionsAreThereOnce(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	for _, page := range append(pages, file) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		seen, fenced := map[string]bool{}, false
		for line := range strings.Lines(string(text)) {
			fenced = fenced != strings.HasPrefix(line, "```")
			if fenced || !strings.HasPrefix(line, "## ") && !strings.HasPrefix(line, "<!-- ") {
				continue
			}
			if seen[line] {
				t.Errorf("%s has %q twice", filepath.Base(page), strings.TrimSpace(line))
			}
			seen[line] = true
		}
	}
}
