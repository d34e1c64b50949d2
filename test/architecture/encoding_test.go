package architecture

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Code for AVX2 must run where there is no more than that. The assembler accepts
// registers above 15 and whatever else AVX-512 brought, and a machine that has it
// runs it: so what counts is how each instruction is encoded.
func TestAVX2NeedsNoMore(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_avx2_amd64.s") {
			return err
		}
		files++
		listing, err := assemble(path)
		if err != nil {
			return err
		}
		count, wrong := evex(listing)
		if count == 0 {
			t.Errorf("%s: no instructions are seen", path)
		}
		for _, w := range wrong {
			t.Errorf("%s: %s needs AVX-512", path, w)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("there is no code for AVX2")
	}
}

// The check sees what the assembler takes for AVX-512 without a word.
func TestAVX512IsSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.s")
	text := "TEXT ·f(SB), 4, $0\n\tVADDPS Y15, Y0, Y1\n\tVADDPS Y16, Y0, Y1\n\tVPMULLQ Y0, Y1, Y2\n\tRET\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	listing, err := assemble(path)
	if err != nil {
		t.Fatal(err)
	}
	if count, wrong := evex(listing); count != 4 || len(wrong) != 2 {
		t.Errorf("of 4 instructions 2 are of AVX-512, but of %d it sees %q", count, wrong)
	}
}

// assemble is the listing of a file: its instructions, then their bytes, function
// by function.
func assemble(path string) ([]byte, error) {
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	include := filepath.Join(strings.TrimSpace(string(goRoot)), "pkg", "include")
	command := exec.Command("go", "tool", "asm", "-S", "-p", "x", "-I", include, "-o", os.DevNull, path)
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	listing, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return listing, nil
}

var (
	instructionLine = regexp.MustCompile(`^\t0x[0-9a-f]+ (\d+) \((.*?)\)\t(.*)$`)
	bytesLine       = regexp.MustCompile(`^\t0x[0-9a-f]+ ((?:[0-9a-f]{2} ){1,16})`)
)

// evex returns how many instructions a listing has, and those whose first byte is
// 0x62, which in 64-bit code only the encoding of AVX-512 has.
func evex(listing []byte) (count int, wrong []string) {
	type instruction struct {
		at   int
		text string
	}
	var list []instruction
	var code []byte
	end := func() {
		for i, x := range list {
			if i+1 < len(list) && list[i+1].at == x.at || x.at >= len(code) {
				continue // it has no bytes
			}
			count++
			if code[x.at] == 0x62 {
				wrong = append(wrong, x.text)
			}
		}
		list, code = nil, nil
	}
	lines := bufio.NewScanner(bytes.NewReader(listing))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "\t") {
			end()
		} else if m := instructionLine.FindStringSubmatch(line); m != nil {
			at, _ := strconv.Atoi(m[1])
			list = append(list, instruction{at, m[2] + ": " + m[3]})
		} else if m := bytesLine.FindStringSubmatch(line); m != nil {
			bytes, _ := hex.DecodeString(strings.ReplaceAll(m[1], " ", ""))
			code = append(code, bytes...)
		}
	}
	end()
	return count, wrong
}
