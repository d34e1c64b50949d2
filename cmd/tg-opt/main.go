// Tg-opt reads a tensor program in MLIR's text form, runs passes on it and
// prints the result. See tg-opt --help.
package main

import (
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/process"
)

func main() { process.Main(driver.OptCommand) }
