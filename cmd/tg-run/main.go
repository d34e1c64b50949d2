// Command tg-run executes a function of an MLIR module on the CPU.
package main

import (
	"os"

	"github.com/tg-opt/tg/driver"
)

func main() {
	os.Exit(driver.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
