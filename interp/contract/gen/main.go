// Command gen writes the micro-kernels of package contract: for one instruction set, an assembly
// file and the Go file that declares its functions. With -what dots it writes those of dot
// instructions.
//
//	go run . -isa avx512 -out ../kernels_avx512_amd64.s -stubs ../kernels_avx512_amd64.go -pkg contract
//	go run . -isa neon -dir ..
package main

import (
	"flag"
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

// tallest is how many rows kernels of so many vectors have at most. These have sums enough that
// none is waited for: two products are added at a time, each of which takes four cycles.
func tallest(vectors int) int {
	if vectors == 1 {
		return 8
	}
	return 6
}

func main() {
	isa := flag.String("isa", "avx512", "instruction set: avx2, avx512 or neon")
	dir := flag.String("dir", ".", "where files for neon go")
	// -out, -stubs and -pkg belong to avo, which parses the command line in Generate.
	what := flag.String("what", "", "dots for kernels of dot instructions, or else all others")
	flag.Parse()
	if *isa == "neon" {
		if err := writeNeon(*dir); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
		return
	}
	sets := map[string]instructions{"avx2": avx2, "avx512": avx512}
	set, ok := sets[*isa]
	if !ok {
		fmt.Fprintf(os.Stderr, "gen: unknown instruction set %q\n", *isa)
		os.Exit(2)
	}
	ConstraintExpr("amd64,!purego")
	if *what == "dots" {
		emitDots(set)
		emitThin(set)
		if *isa == "avx2" {
			emitInterleave()
		}
		Generate()
		if err := encodePairsOfFloats(); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
		return
	}
	for _, e := range elements {
		for _, vectors := range set.vectors {
			for rows := range tallest(vectors) {
				(&kernel{set: set, element: e, rows: rows + 1, vectors: vectors}).emit()
			}
			(&kernel{set: set, element: e, rows: 1, vectors: vectors}).emitDiagonal()
		}
		(&kernel{set: set, element: e}).emitStream()
		if e.fused != nil {
			(&kernel{set: set, element: e}).emitPeak()
		}
	}
	for _, e := range elements {
		for _, rows := range []int{1, 2, 4, 8} {
			(&kernel{set: set, element: e, rows: rows, vectors: 1}).emitTaps()
		}
	}
	for _, vectors := range set.vectors {
		for rows := range tallest(vectors) {
			(&kernel{set: set, element: elements[0], rows: rows + 1, vectors: vectors}).emitList()
		}
	}
	for _, stride := range []int{1, 2} {
		(&kernel{set: set, element: elements[0]}).emitChannels(stride)
		(&kernel{set: set, element: elements[0]}).emitPlane(stride)
	}
	emitSpread(set)
	emitExtremes(set)
	emitWinograd(set)
	if *isa == "avx2" {
		transpose()
		panels(64)
		panels(256)
	}
	Generate()
}
