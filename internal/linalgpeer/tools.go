// Package linalgpeer runs programs of linalg by other tools, mlir-opt and mlir-runner, and compares
// their results with those of the computes that they were written from.
package linalgpeer

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Tools are the programs that linalg is lowered and run by.
type Tools struct {
	Opt, Runner string
	libraries   []string
}

// Find finds the tools of version 22; why says what is missing.
func Find() (t Tools, why string) {
	for name, path := range map[string]*string{"mlir-opt-22": &t.Opt, "mlir-runner-22": &t.Runner} {
		found, err := exec.LookPath(name)
		if err != nil {
			return t, name + " is not installed (Debian's package mlir-22-tools)"
		}
		*path = found
	}
	for _, name := range []string{"libmlir_c_runner_utils", "libmlir_runner_utils", "libmlir_float16_utils"} {
		var found []string
		for _, folder := range []string{"/usr/lib/llvm-22/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"} {
			list, _ := filepath.Glob(filepath.Join(folder, name+".so*"))
			found = append(found, list...)
		}
		if len(found) == 0 {
			return t, name + ".so is not installed (Debian's package mlir-22-tools)"
		}
		t.libraries = append(t.libraries, found[0])
	}
	return t, ""
}

// Lowering are the passes of mlir-opt from linalg to LLVM: tensors become buffers, loop nests
// loops, and loops jumps. Functions of libm go first, since convert-math-to-llvm rounds more than
// once: expm1(x) is exp(x) - 1 there. That pass for libm refuses programs with functions of
// integers, so that these go without it.
func Lowering(program string) []string {
	passes := []string{
		"--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
		"--convert-linalg-to-loops",
		"--expand-strided-metadata",
		"--lower-affine",
		"--convert-scf-to-cf",
		"--arith-expand=include-bf16=true",
	}
	if !OfIntegers(program) {
		passes = append(passes, "--math-expand-ops=ops=rsqrt", "--convert-math-to-libm")
	}
	return append(passes,
		"--convert-math-to-llvm=approximate-log1p=false",
		"--convert-math-to-libm",
		"--convert-cf-to-llvm",
		"--convert-arith-to-llvm",
		"--finalize-memref-to-llvm",
		"--convert-func-to-llvm",
		"--reconcile-unrealized-casts",
	)
}

// OfIntegers reports whether there are functions of integers in a program.
func OfIntegers(program string) bool {
	for _, name := range []string{"math.absi", "math.ctlz", "math.ctpop"} {
		if strings.Contains(program, name+" ") {
			return true
		}
	}
	return false
}

// Verify checks that mlir-opt reads a program.
func (t Tools) Verify(program string) error {
	_, err := run(program, t.Opt, "-o", "/dev/null")
	return err
}

// extremum is a minimum or maximum of floats. arith-expand makes it a comparison and a choice, by
// which the lesser of both zeros depends on their order; LLVM's own keeps what arith says.
var extremum = regexp.MustCompile(`arith\.(min|max)imumf (%\S+), (%\S+) : (\S+)`)

// Run lowers a program and executes its function `main`; it returns what that prints.
func (t Tools) Run(program string) (string, error) {
	program = extremum.ReplaceAllString(program, "llvm.intr.${1}imum($2, $3) : ($4, $4) -> $4")
	lowered, err := run(program, t.Opt, Lowering(program)...)
	if err != nil {
		return "", err
	}
	return run(lowered, t.Runner, "-e", "main", "-entry-point-result=void", "-O1", "-shared-libs="+strings.Join(t.libraries, ","))
}

func run(input, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", filepath.Base(name), err, errs.String())
	}
	return out.String(), nil
}
