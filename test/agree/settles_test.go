package agree_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

var chunkEnd = regexp.MustCompile(`(?m)^// -----.*$`)

// optimised is the text after passes on a text; ok is false if the text is none
// of a program that they can be run on.
func optimised(t *testing.T, text, passes string, workers int) (after string, ok bool) {
	module, err := agree.Parse(text)
	if err != nil {
		return "", false
	}
	if err := agree.Optimise(module, passes, workers); err != nil {
		if strings.Contains(err.Error(), "crashed") {
			t.Error(err)
		}
		return "", false
	}
	return printer.OpString(module, printer.Options{}), true
}

// grows is a test of the bound on what is inlined: every round may inline as
// much as the first.
const grows = "growth.mlir"

// firstChange is where two texts differ first, and how.
func firstChange(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	i := 0
	for i < min(len(before), len(after)) && before[i] == after[i] {
		i++
	}
	excerpt := func(lines []string) string { return strings.Join(lines[i:min(i+20, len(lines))], "\n") }
	return fmt.Sprintf("%d on:\n%s\nthen:\n%s", i+1, excerpt(before), excerpt(after))
}

// settles optimises a program again and again. Any number of workers must write
// the same, every result must be a program, and after two rounds nothing may
// change any more but the order of constants, which sccp turns round as MLIR's
// does.
func settles(t *testing.T, name, text string) {
	first, ok := optimised(t, text, "optimize", 1)
	if !ok {
		return
	}
	if several, _ := optimised(t, text, "optimize", 8); several != first {
		t.Errorf("%s: 8 workers write something else than one", name)
	}
	rounds := []string{first}
	for len(rounds) < 4 {
		last := rounds[len(rounds)-1]
		next, ok := optimised(t, last, "optimize", 1)
		if !ok {
			t.Errorf("%s: what %d rounds leave is not valid", name, len(rounds))
			return
		}
		if next == last {
			return // and so would be every further one
		}
		rounds = append(rounds, next)
	}
	if rounds[1] != rounds[3] && filepath.Base(name) != grows {
		t.Errorf("%s: optimising goes on after two rounds, from line %s", name, firstChange(rounds[1], rounds[3]))
	}
}

// TestOptimisingAgainSettles takes every program in test/ and, where they are there, programs of
// other projects: some, and in a campaign all.
func TestOptimisingAgainSettles(t *testing.T) {
	var files []string
	_, all := campaign.Cases(0)
	others := 0
	for _, root := range []string{"..", "../../examples", "../../../shared/data"} {
		if testing.Short() && strings.HasSuffix(root, "data") {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".mlir") && !d.IsDir() {
				if others++; all > 0 || !strings.HasSuffix(root, "data") || others%8 == 0 {
					files = append(files, path)
				}
			}
			return nil // what cannot be read is not there
		})
	}
	var next, programs atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(files); i = next.Add(1) - 1 {
				text, err := os.ReadFile(files[i])
				if err != nil {
					t.Error(err)
					return
				}
				for _, chunk := range chunkEnd.Split(string(text), -1) {
					if strings.Contains(chunk, "stablehlo.") || strings.Contains(chunk, "chlo.") {
						chunk, _ = optimised(t, chunk, "stablehlo-to-tg", 1)
					}
					if chunk != "" {
						programs.Add(1)
						settles(t, files[i], chunk)
					}
				}
			}
		})
	}
	group.Wait()
	if programs.Load() < 100 {
		t.Errorf("only %d programs in %d files", programs.Load(), len(files))
	}
}
