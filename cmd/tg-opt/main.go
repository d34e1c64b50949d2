// Tg-opt reads a tensor program in MLIR's text form, runs passes on it and
// prints the result. See tg-opt --help.
package main

import (
	"os"

	"github.com/tg-opt/tg/driver"
)

func main() {
	os.Exit(driver.OptCommand(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
