package printer_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tg-opt/tg/dialect/cf"
	"github.com/tg-opt/tg/dialect/check"
	"github.com/tg-opt/tg/dialect/stablehlo"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	utilop "github.com/tg-opt/tg/dialect/util"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

// TestModels prints real programs, parses that and prints it again.
func TestModels(t *testing.T) {
	files, _ := filepath.Glob("../../shared/data/models/*.mlir")
	if len(files) == 0 {
		t.Skip("no programs in ../../shared/data/models")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := newContext(cf.Dialect, check.Dialect, stablehlo.Dialect, tensorop.Dialect, utilop.Dialect)
			op, err := parser.Parse(c, src, parser.Options{Filename: file})
			if err != nil {
				t.Fatal(c.Render(ir.AsDiag(err, 0)))
			}
			for _, form := range []printer.Options{{AssumeVerified: true}, {Generic: true}} {
				first := print(t, op, form)
				for _, through := range []printer.Options{form, {Generic: form.Generic, AssumeVerified: true, DebugInfo: true}, {Generic: true, LocalScope: true}} {
					again := parse(t, c, print(t, op, through))
					if d := diff(first, print(t, again, form)); d != "" {
						t.Errorf("through %+v:\n%s", through, d)
					}
				}
			}
		})
	}
}
