// Package architecture looks whether docs/architecture.md is true: its examples compile and do what
// it says, and what can be checked of its other sentences is.
package architecture

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/tg-opt/tg/ir"
)

// The folder of the module and the page, from here, and the module's name.
const (
	root   = "../.."
	page   = root + "/docs/architecture.md"
	module = "github.com/tg-opt/tg"
)

// read is the text of the page.
func read(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// packages are the imports of all packages of the module, without its name, by path.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	command := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		var own []string
		for _, p := range strings.Fields(line) {
			if rest, ok := strings.CutPrefix(p, module+"/"); ok {
				own = append(own, rest)
			}
		}
		all[own[0]] = own[1:]
	}
	return all
}

var (
	mapItem   = regexp.MustCompile("(?m)^\\* ((?:`[^`]+`(?:, )?)+):")
	mapFolder = regexp.MustCompile("`([^`]+)`")
)

// Every package stands in the map, and every folder of the map is there.
func TestMap(t *testing.T) {
	_, text, _ := strings.Cut(read(t), "\n## The map\n")
	text, _, _ = strings.Cut(text, "\n## ")
	var folders []string
	for _, item := range mapItem.FindAllStringSubmatch(text, -1) {
		for _, m := range mapFolder.FindAllStringSubmatch(item[1], -1) {
			folders = append(folders, m[1])
			if found, err := filepath.Glob(filepath.Join(root, m[1])); err != nil || len(found) == 0 {
				t.Errorf("%s: there is nothing of the name", m[1])
			}
		}
	}
	for p := range packages(t) {
		if !slices.ContainsFunc(folders, func(f string) bool {
			above, all := strings.CutSuffix(f, "*")
			return f == p+"/" || all && strings.HasPrefix(p, above)
		}) {
			t.Errorf("package %s does not stand in the map of docs/architecture.md: add a line for `%[1]s/`", p)
		}
	}
}

// Imports run one way. That no folders import each other, docs/gen finds, which draws them.
func TestImports(t *testing.T) {
	users := regexp.MustCompile(`^(cmd|driver|bench|examples|test|docs/gen|.*/internal/\w+test)(/|$)`)
	for p, list := range packages(t) {
		for _, used := range list {
			if strings.HasPrefix(used+"/", "driver/") && !users.MatchString(p) {
				t.Errorf("%s imports %s", p, used)
			}
			if (p == "ir" || p == "tensor") && used != "internal/spelling" && used != "internal/shapes" {
				t.Errorf("%s imports %s", p, used)
			}
		}
	}
}

// What the page says of sizes holds where pointers have eight bytes.
func TestSizes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("pointers have another size")
	}
	const want = "An op is 88 bytes, a use 32, a result 32"
	if !strings.Contains(read(t), want) || unsafe.Sizeof(ir.Op{}) != 88 || unsafe.Sizeof(ir.Use{}) != 32 || unsafe.Sizeof(ir.Value{}) != 32 {
		t.Errorf("the page is to say %q, and they are %d, %d and %d", want, unsafe.Sizeof(ir.Op{}), unsafe.Sizeof(ir.Use{}), unsafe.Sizeof(ir.Value{}))
	}
}

var (
	pathName   = regexp.MustCompile("`((?:[\\w.*-]+/)+[\\w.*-]*)`")
	identifier = regexp.MustCompile("`(\\w\\w+)\\.([A-Z]\\w*)(?:\\.([A-Z]\\w*))?`")
)

// Files, folders and exported names that the page speaks of exist, or are what an example adds.
func TestNames(t *testing.T) {
	text, added := read(t), map[string]bool{}
	for _, b := range blocks(text) {
		for f := b.file; f != "."; f = path.Dir(f) {
			added[f] = true
		}
	}
	for _, m := range pathName.FindAllStringSubmatch(text, -1) {
		if added[strings.TrimSuffix(m[1], "/")] || strings.HasPrefix(m[1], "../") {
			continue
		}
		if found, err := filepath.Glob(filepath.Join(root, m[1])); err != nil || len(found) == 0 {
			t.Errorf("there is no %s", m[1])
		}
	}
	declared := map[string]bool{}
	for _, f := range sources(t) {
		for _, name := range exported(f.syntax) {
			declared[path.Base(f.folder)+"."+name] = true
		}
	}
	for _, m := range identifier.FindAllStringSubmatch(text, -1) {
		name := m[1] + "." + m[2]
		if m[3] != "" {
			name += "." + m[3]
		}
		if !declared[name] {
			t.Errorf("nothing is called %s", name)
		}
	}
}
