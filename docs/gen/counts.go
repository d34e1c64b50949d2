package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

const modelsDir = "../shared/data/models"

// optimise is the pipeline whose effect the table shows.
const optimise = "optimize"

// opCounts is the table of op counts of the programs in dir; ok is false when
// the folder is absent.
func opCounts(dir string) (table string, ok bool, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.mlir"))
	if err != nil || len(files) == 0 {
		return "", false, err
	}
	slices.Sort(files)
	var b strings.Builder
	b.WriteString("\n| program | as exported | converted to tg | optimised |\n|---|---:|---:|---:|\n")
	for _, f := range files {
		counts, err := count(f)
		if err != nil {
			return "", false, fmt.Errorf("%s: %w", f, err)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", strings.TrimSuffix(filepath.Base(f), ".mlir"), counts[0], counts[1], counts[2])
	}
	fmt.Fprintf(&b, "\nOps inside of functions, before and after `stablehlo-to-tg`, then `--%s`; a fusion and the ops in it all count.\n\n", optimise)
	return b.String(), true, nil
}

func count(file string) (counts [3]int, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return counts, err
	}
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, text, parser.Options{Filename: file})
	if err != nil {
		return counts, err
	}
	counts[0] = inFunctions(module)
	for i, passes := range []string{"stablehlo-to-tg", optimise} {
		if err := run(module, passes); err != nil {
			return counts, err
		}
		counts[i+1] = inFunctions(module)
	}
	return counts, nil
}

// run runs passes on a module.
func run(module *ir.Op, passes string) error {
	p, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		return err
	}
	var messages []error
	m := &pipeline.Manager{Ctx: module.Context(), Pipeline: p, Emit: func(d *ir.Diag) { messages = append(messages, d) }}
	if err := m.Run(module); err != nil {
		return errors.Join(append(messages, err)...)
	}
	return nil
}

// inFunctions counts the ops that functions hold, at any depth.
func inFunctions(module *ir.Op) int {
	n := 0
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		for p := o.Parent(); p != nil; p = p.Parent() {
			if p.Name() == "func.func" {
				n++
				break
			}
		}
		return ir.Advance
	})
	return n
}
