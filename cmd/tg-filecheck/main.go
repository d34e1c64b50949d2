// Tg-filecheck checks the output of a program against the directives in a file,
// as LLVM's FileCheck does, but finds mistakes in the directives and shows what
// differs. Under a name that starts with FileCheck it is LLVM's tool. See
// tg-filecheck --help.
package main

import (
	"github.com/tg-opt/tg/internal/process"
	"github.com/tg-opt/tg/lit/filecheck"
)

func main() { process.Main(filecheck.NativeMain) }
