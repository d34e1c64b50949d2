package random

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// files is how many pieces an ordinary run takes.
const files = 24

// Programs that nobody made for saturate, all in test/ and examples/ and, where they are there,
// those of other projects, keep every bit under fp=strict, and under fp=fast results stay within
// the tolerance. A plain run takes some of them, a campaign of as many as there are takes all.
func TestSaturatedFilesAgree(t *testing.T) {
	pieces := filePieces(t)
	limits := ""
	if _, n := campaign.Cases(0); n == 0 {
		limits = "nodes=5000 work=3000000 "
	}
	strictly, fastly := "saturate{"+limits+"fp=strict}", "saturate{"+limits+"fp=fast}"
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(pieces))
	var ran, elements, large atomic.Int64
	each(t, files, func(seed uint64) (string, bool) {
		p := pieces[order[seed%uint64(len(pieces))]]
		module := p.program()
		if module == nil {
			return "", true
		}
		if n := opsOf(module); n > maxFileOps {
			large.Add(1)
			t.Logf("%s is left out: it has %d ops", p.name, n)
			return "", true
		}
		runs := agree.Runs(module)
		if len(runs) > 0 {
			ran.Add(1)
			strict := func(m *ir.Op) error {
				_, err := agree.Check(m, agree.Runs(m), strictly)
				return err
			}
			if err := strict(module); err != nil {
				return p.name + "\n" + report(module, strictly, err, strict), false
			}
		}
		fast := func(m *ir.Op) error {
			if !finiteConstants(m) {
				return nil // which fp=fast does not speak of
			}
			for name := range ir.Symbols(m) {
				n, err := checkFast(m, name, seed, fastly)
				elements.Add(int64(n))
				if err != nil {
					return err
				}
			}
			return nil
		}
		if err := fast(module); err != nil {
			return p.name + "\n" + report(module, fastly, err, fast), false
		}
		return "", true
	})
	_, count := campaign.Cases(files)
	t.Logf("%d of %d pieces of %d were run, %d are too large; %d elements were compared under fp=fast", ran.Load(), count, len(pieces), large.Load(), elements.Load())
	if count >= files && (ran.Load() < int64(count)/2 || elements.Load() < 1000) {
		t.Errorf("only %d programs of %d were run, and %d elements compared", ran.Load(), count, elements.Load())
	}
}

// maxFileElements is how many elements a constant has at most that is looked at.
const maxFileElements = 1 << 20

// maxFileOps is how many ops a program has at most: the large models are run in test/models.
const maxFileOps = 1000

func opsOf(module *ir.Op) (n int) {
	ir.Walk(module, func(*ir.Op) ir.WalkAction {
		n++
		return ir.Advance
	})
	return n
}

// finiteConstants reports whether a program has no constants that are infinite, NaN or huge.
func finiteConstants(module *ir.Op) bool {
	return ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		a := o.Attr("value")
		if a == nil || !o.Has(ir.ConstantLike) || !a.Type().ElemOrSelf().IsFloat() && !a.Type().ElemOrSelf().IsComplex() {
			return ir.Advance
		}
		if n, ok := a.Type().NumElements(); a.Type().IsTensor() && (!ok || n > maxFileElements) {
			return ir.Stop
		}
		x, err := interp.DecodeElements(module.Context(), a)
		if err != nil {
			return ir.Stop
		}
		if x.DType().IsComplex() {
			x = x.Parts()
		}
		for k := range x.Len() {
			if v := x.Float64At(k); v-v != 0 {
				return ir.Stop
			}
		}
		return ir.Advance
	}) != ir.Stop
}

// piece is a part of a file that may be a program.
type piece struct{ name, text string }

var pieceEnd = regexp.MustCompile(`(?m)^// -----.*$|^//--- .*$`)

// filePieces are the parts of all files, in an order that is always the same.
func filePieces(t *testing.T) (list []piece) {
	t.Helper()
	for _, root := range []string{"..", "../../examples", "../../../shared/data"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".mlir") {
				return nil // what cannot be read is not there
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, part := range pieceEnd.Split(string(text), -1) {
				if strings.Contains(part, "func") {
					list = append(list, piece{fmt.Sprintf("%s, piece %d", filepath.ToSlash(path), i+1), part})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// program is the piece as a module of tg, nil if it is none.
func (p piece) program() *ir.Op {
	module, err := agree.Parse(p.text)
	if err != nil {
		return nil
	}
	if strings.Contains(p.text, "stablehlo.") || strings.Contains(p.text, "chlo.") {
		if err := agree.Optimise(module, "stablehlo-to-tg", 1); err != nil {
			return nil
		}
	}
	return module
}
