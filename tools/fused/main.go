// Command fused finds products that a compiler fuses with a sum: x*y + z rounded
// once where the code rounds twice. Go allows that on arm64, ppc64le, s390x,
// riscv64, loong64 and, with GOAMD64=v3, on amd64, and there results would be other bits
// than here. A product that is converted, float64(x*y), is never fused. Where the
// product is exact, as that of two float32 in float64 is, fusing changes nothing:
// a comment on the line says so, "// exact product".
//
// The compiler itself says what it fuses, calls of math.FMA aside, with -d=fmahash=vy:
// it exists for bisecting such differences. What it says is kept with what it
// compiled, so that a second run is quick.
//
//	go run -C tools ./fused -dir ..                            what the commands are made of
//	go run -C tools ./fused -dir .. ./cost                     some packages
//	go run -C tools ./fused -dir .. -arch amd64 ./interp/...   for amd64 with GOAMD64=v3
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("dir", ".", "compile the packages of the module in this directory")
	arch := flag.String("arch", "arm64", "compile for this architecture")
	flag.Parse()
	found, err := run(*dir, *arch, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "fused:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// run compiles packages for an architecture and says which of their lines are fused, a
// line for each place.
func run(dir, arch string, packages []string) ([]string, error) {
	c := compiler{dir: dir, arch: arch}
	if len(packages) == 0 {
		var err error
		if packages, err = c.ofCommands(); err != nil {
			return nil, err
		}
	}
	said, err := c.compile(packages)
	if err != nil {
		return nil, err
	}
	r := report{dir: dir, files: map[string][]string{}, sums: map[place]map[place]bool{}}
	for _, stack := range stacks(said) {
		if err := r.add(stack); err != nil {
			return nil, err
		}
	}
	return r.lines(), nil
}
