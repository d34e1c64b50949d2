// Accuracy measures functions, sums, products and contractions against exact results, and writes
// docs/accuracy.md, the same bytes on every machine:
//
//	go run ./bench/accuracy [-points 100000] [-pairs 100000] [-only exp] [-print]
//
// With -pairs 10000000 pow and atan2 take some minutes each.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/tg-opt/tg/internal/wholefile"
)

const page = "docs/accuracy.md"

func main() {
	o := options{}
	flag.IntVar(&o.points, "points", 100_000, "arguments of each function of f64 and f32 numbers")
	flag.IntVar(&o.pairs, "pairs", 100_000, "pairs of arguments of functions of two numbers")
	flag.StringVar(&o.only, "only", "", "measure this function alone, or complex, or sums, and print what would be written")
	show := flag.Bool("print", false, "print the page instead of writing it")
	flag.Parse()
	text := &bytes.Buffer{}
	err := o.report(text)
	switch {
	case err != nil:
	case *show || o.only != "":
		_, err = os.Stdout.Write(text.Bytes())
	default:
		err = wholefile.Write(page, text.Bytes())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}
