package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// Encodings are what LLVM's disassembler takes them for, with all registers in all places.
func TestEncodings(t *testing.T) {
	tool := ""
	for _, name := range []string{"llvm-mc", "llvm-mc-22"} {
		if path, err := exec.LookPath(name); err == nil {
			tool = path
		}
	}
	if tool == "" {
		t.Skip("no llvm-mc: encodings for arm64 are not compared with what LLVM reads")
	}
	var bytes, want []string
	for _, c := range []struct {
		code func(d, n, m int) uint32
		text string
	}{
		{fmlaSingle, "fmla v%d.4s, v%d.4s, v%d.s[0]"}, {fmlaDouble, "fmla v%d.2d, v%d.2d, v%d.d[0]"},
		{mlaElement, "mla v%d.4s, v%d.4s, v%d.s[0]"}, {mlaVector, "mla v%d.4s, v%d.4s, v%d.4s"},
	} {
		for i := range 32 {
			for _, r := range [][3]int{{i, 31 - i, i ^ 5}, {i, i, 0}, {0, i, i}, {31, 0, i}} {
				code := c.code(r[0], r[1], r[2])
				bytes = append(bytes, fmt.Sprintf("0x%02x 0x%02x 0x%02x 0x%02x", byte(code), byte(code>>8), byte(code>>16), byte(code>>24)))
				want = append(want, fmt.Sprintf(c.text, r[0], r[1], r[2]))
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
	for _, line := range strings.Split(string(out), "\n") {
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
