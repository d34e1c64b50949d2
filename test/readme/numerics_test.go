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

const numerics = "../../docs/numerics.md"

// What docs/numerics.md says that programs print is what they print, and every section that says
// how something is computed shows it.
func TestNumerics(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	before, err := os.ReadFile(numerics)
	if err != nil {
		t.Fatal(err)
	}
	bin, dir, section := toolsIn(t), t.TempDir(), ""
	var sections []string
	parts, commands := partsOf(string(before)), map[string]int{}
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
		case "mlir\n":
			name, ok := strings.CutPrefix(strings.SplitN(p.text, "\n", 2)[0], "// ")
			if !ok {
				t.Fatalf("section %q: a program whose first line does not name its file:\n%s", section, p.text)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(p.text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		case "console\n":
			commands[section] += session(t, sh, bin, dir, p)
		}
	}
	for _, s := range sections {
		if commands[s] == 0 {
			t.Errorf("section %q shows no program at work", s)
		}
	}
	after := textOf(parts)
	if *update {
		if err := os.WriteFile(numerics, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(before), after); diff != "" {
		t.Errorf("the programs print something else (-page +now); go test ./test/readme -run Numerics -update writes it:\n%s", diff)
	}
}
