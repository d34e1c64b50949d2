package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Kernels of dot instructions have words of 32 bits for elements, each of which holds two or four
// small numbers that follow each other along the inner axis, and sums of 32 bits. So they are
// kernels of such words in all else.

// dots are the types of words that an instruction set multiplies, by name: us8 are unsigned bytes
// of a by signed ones of b, su8 the other way, i16 pairs of signed integers, bf16 pairs of floats.
func dots(set instructions) []element {
	word := element{goType: "int32", bytes: 4, store: VMOVUPS, broadcast: VPBROADCASTD, loadZeroing: VMOVUPS_Z, loadMasked: VMASKMOVPS, storeMasked: VMASKMOVPS}
	if !set.opmasks {
		word.name, word.multiply, word.add = "i16", VPMADDWD, VPADDD
		return []element{word}
	}
	of := func(name, goType string, fused func(ops ...Op)) element {
		e := word
		e.name, e.goType, e.fused = name, goType, fused
		return e
	}
	return []element{
		of("us8", "int32", func(ops ...Op) { VPDPBUSD(ops[1], ops[0], ops[2]) }),
		of("su8", "int32", func(ops ...Op) { VPDPBUSD(ops[0], ops[1], ops[2]) }),
		of("i16", "int32", VPDPWSSD),
		of(pairsOfFloats, "float32", VPDPWSSD),
	}
}

// pairsOfFloats is the name of the type whose instruction no assembler of Go knows: the code has
// that of pairs of integers, which has the same opcode under another prefix, until it is written.
const pairsOfFloats = "bf16"

func emitDots(set instructions) {
	set.embedded = false // operands change places
	for _, e := range dots(set) {
		for _, vectors := range set.vectors {
			for rows := range tallest(vectors) {
				(&kernel{set: set, element: e, rows: rows + 1, vectors: vectors}).emit()
			}
		}
	}
}

var (
	function = regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	wordDot  = regexp.MustCompile(`^\tVPDPWSSD +Z(\d+), Z(\d+), Z(\d+)$`)
)

// encodePairsOfFloats puts the bytes of VDPBF16PS in the places of VPDPWSSD, in the functions of
// pairs of floats of the file that has been written.
func encodePairsOfFloats() error {
	name := flag.Lookup("out").Value.String()
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	within := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := function.FindStringSubmatch(line); m != nil {
			within = strings.HasPrefix(m[1], pairsOfFloats)
		}
		m := wordDot.FindStringSubmatch(line)
		if !within || m == nil {
			fmt.Fprintln(&out, line)
			continue
		}
		var r [3]byte // y, x, acc
		for i := range r {
			n, err := strconv.Atoi(m[i+1])
			if err != nil {
				return err
			}
			r[i] = byte(n)
		}
		y, x, acc := r[0], r[1], r[2]
		bit := func(v byte, n uint) byte { return ^v >> n & 1 }
		code := []byte{
			0x62,
			bit(acc, 3)<<7 | bit(y, 4)<<6 | bit(y, 3)<<5 | bit(acc, 4)<<4 | 2,
			^x&15<<3 | 1<<2 | 2,
			2<<5 | bit(x, 4)<<3,
			0x52,
			3<<6 | acc&7<<3 | y&7,
		}
		fmt.Fprintf(&out, "\t// VDPBF16PS Z%d, Z%d, Z%d\n\t", y, x, acc)
		for i, b := range code {
			if i > 0 {
				out.WriteString("; ")
			}
			fmt.Fprintf(&out, "BYTE $0x%02x", b)
		}
		out.WriteString("\n")
	}
	return os.WriteFile(name, out.Bytes(), 0o644)
}
