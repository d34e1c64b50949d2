package architecture

import (
	"os/exec"
	"strings"
	"testing"
)

// mostVariants is how many packages the tests of one package may have compiled once more. It is
// some that a dialect needs; all that the tools are made of are five times as many.
const mostVariants = 10

// A test of the inside of a package makes another package of it, and all that import it, as far as
// its tests need them, are compiled once more. Tests that need all of tg are elsewhere.
func TestLittleIsCompiledOnceMore(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "-test", "-f", "{{.ForTest}} {{.ImportPath}}", "./...")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	variants := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		// As in `m/interp m/dialect/tg [m/interp.test]`.
		of, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if path, _, ok := strings.Cut(rest, " ["); ok && of != "" && strings.TrimSuffix(path, "_test") != of {
			variants[of] = append(variants[of], strings.TrimPrefix(path, module+"/"))
		}
	}
	if len(variants) == 0 {
		t.Error("nothing is compiled once more, not even next to tests of an inside")
	}
	for of, list := range variants {
		if len(list) > mostVariants {
			t.Errorf("for the tests of %s, %d packages are compiled once more (%s): move those that need so much to test/, or another folder",
				of, len(list), strings.Join(list, ", "))
		}
	}
}
