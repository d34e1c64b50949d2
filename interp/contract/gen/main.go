// Command gen writes the micro-kernels of package contract: for one instruction set, an assembly
// file and the Go file that declares its functions.
//
//	go run . -isa avx512 -out ../kernels_avx512_amd64.s -stubs ../kernels_avx512_amd64.go -pkg contract
package main

import (
	"flag"
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

// heights lists the rows of kernels of so many vectors. The tallest has sums enough that none is
// waited for: two products are added at a time, each of which takes four cycles.
func heights(vectors int) []int {
	if vectors == 1 {
		return []int{1, 2, 4, 8}
	}
	return []int{1, 2, 4, 6}
}

func main() {
	isa := flag.String("isa", "avx512", "instruction set: avx2 or avx512")
	// -out, -stubs and -pkg belong to avo, which parses the command line in Generate.
	flag.Parse()
	sets := map[string]instructions{"avx2": avx2, "avx512": avx512}
	set, ok := sets[*isa]
	if !ok {
		fmt.Fprintf(os.Stderr, "gen: unknown instruction set %q\n", *isa)
		os.Exit(2)
	}
	ConstraintExpr("amd64,!purego")
	for _, e := range elements {
		for _, vectors := range set.vectors {
			for _, rows := range heights(vectors) {
				(&kernel{set: set, element: e, rows: rows, vectors: vectors}).emit()
			}
			(&kernel{set: set, element: e, rows: 1, vectors: vectors}).emitDiagonal()
		}
		(&kernel{set: set, element: e}).emitStream()
	}
	for _, e := range elements {
		for _, rows := range []int{1, 2, 4, 8} {
			(&kernel{set: set, element: e, rows: rows, vectors: 1}).emitTaps()
		}
	}
	emitSpread(set)
	emitWinograd(set)
	if *isa == "avx2" {
		transpose()
		panels(64)
		panels(256)
	}
	Generate()
}
