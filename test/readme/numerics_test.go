//go:build unix

package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What docs/numerics.md says that programs print is what they print, and every section that says
// how something is computed shows it.
func TestNumerics(t *testing.T) {
	sections, commands := replay(t, "../../docs/numerics.md", "")
	for _, s := range sections {
		if commands[s] == 0 {
			t.Errorf("section %q shows no program at work", s)
		}
	}
}

// What docs/memory.md says that commands print is what they print.
func TestMemory(t *testing.T) { replay(t, "../../docs/memory.md", "") }

// What docs/index-level.md says that commands print is what they print.
func TestIndexLevel(t *testing.T) { replay(t, "../../docs/index-level.md", "") }

// What docs/saturation.md says that commands print is what they print.
func TestSaturation(t *testing.T) { replay(t, "../../docs/saturation.md", "") }

// What docs/training.md says that commands print is what they print.
func TestTraining(t *testing.T) { replay(t, "../../docs/training.md", "") }

// So it is of docs/autodiff.md, whose programs are examples.
func TestDerivatives(t *testing.T) { replay(t, "../../docs/autodiff.md", "../../examples/derivatives") }

// replay types the commands of a page and compares what they print, or writes it into the page. The
// programs of the page are there under their names, or it shows files of a folder, all of which are
// there. It returns the sections, and how many commands each has.
func replay(t *testing.T, page, folder string) (sections []string, commands map[string]int) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	before, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	bin, dir, section := toolsIn(t), t.TempDir(), ""
	if folder != "" {
		if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	parts := partsOf(string(before))
	commands = map[string]int{}
	for i := range parts {
		p := &parts[i]
		switch p.fence {
		case "":
			for _, m := range heading.FindAllStringSubmatch(p.text, -1) {
				if strings.HasPrefix(m[0], "## ") {
					section = m[1]
					sections = append(sections, section)
				}
			}
		case "mlir\n", "rules\n", "profile\n":
			name, ok := strings.CutPrefix(strings.TrimPrefix(strings.SplitN(p.text, "\n", 2)[0], "# "), "// ")
			ok = ok || strings.HasPrefix(p.text, "# ")
			if !ok {
				t.Fatalf("section %q: a program whose first line does not name its file:\n%s", section, p.text)
			}
			if folder == "" {
				err = os.WriteFile(filepath.Join(dir, name), []byte(p.text+"\n"), 0o666)
			} else {
				var text []byte
				text, err = os.ReadFile(filepath.Join(folder, name))
				p.text = "// " + name + "\n" + strings.TrimRight(string(text), "\n")
			}
			if err != nil {
				t.Fatal(err)
			}
		case "console\n":
			commands[section] += session(t, sh, bin, dir, p)
		}
	}
	after := textOf(parts)
	if *update {
		if err := os.WriteFile(page, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(before), after); diff != "" {
		t.Errorf("the programs print something else (-page +now); go test ./test/readme -run %s -update writes it:\n%s", t.Name(), diff)
	}
	return sections, commands
}
