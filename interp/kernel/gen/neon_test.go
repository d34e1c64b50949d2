package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// Encodings are what LLVM's disassembler takes them for, with all registers in all places.
func TestNeonEncodings(t *testing.T) {
	tool := ""
	for _, name := range []string{"llvm-mc", "llvm-mc-22"} {
		if path, err := exec.LookPath(name); err == nil {
			tool = path
		}
	}
	if tool == "" {
		t.Skip("no llvm-mc: encodings for arm64 are not compared with what LLVM reads")
	}
	all := []neonInstruction{
		neonAdd, neonSub, neonMul, neonDiv, neonMax, neonMin, neonMulAdd, neonMulSub, neonGreater, neonEqual, neonAddBits, neonAnd, neonOr, neonXor, neonChoose,
		neonSqrt, neonRound, neonRoundAway, neonFloor, neonCeil, neonNeg, neonAbs, neonWiden, neonNarrow,
	}
	for bits := 1; bits < 32; bits++ {
		all = append(all, neonShiftLeft(bits), neonShiftRight(bits))
	}
	var bytes, want []string
	for _, c := range all {
		for _, size := range []int{4, 8} {
			if c.single == 0 && size == 4 {
				continue
			}
			for i := range 32 {
				d, n, m := i, 31-i, i^5
				code := c.encode(size, d, n, m)
				bytes = append(bytes, fmt.Sprintf("0x%02x 0x%02x 0x%02x 0x%02x", byte(code), byte(code>>8), byte(code>>16), byte(code>>24)))
				want = append(want, c.text(size, d, n, m))
			}
		}
	}
	cmd := exec.Command(tool, "--disassemble", "-triple=aarch64", "-mattr=+neon")
	cmd.Stdin = strings.NewReader(strings.Join(bytes, "\n") + "\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		if strings.Contains(string(out), "unable to get target") {
			t.Skip("llvm-mc knows no aarch64")
		}
		t.Fatalf("%v\n%s", err, out)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		if text := strings.Join(strings.Fields(line), " "); text != "" && !strings.HasPrefix(text, ".") {
			got = append(got, text)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d instructions were read, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s is %q, want %q", bytes[i], got[i], want[i])
		}
	}
}
