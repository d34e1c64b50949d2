// Tg-filecheck checks the output of a program against the directives in a file,
// as LLVM's FileCheck does, but finds mistakes in the directives and shows what
// differs. Under a name that starts with FileCheck it is LLVM's tool. See
// tg-filecheck --help.
package main

import (
	"os"

	"github.com/tg-opt/tg/lit/filecheck"
)

func main() {
	os.Exit(filecheck.NativeMain(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
