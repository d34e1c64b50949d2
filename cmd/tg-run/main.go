// Command tg-run executes a function of an MLIR module on the CPU.
package main

import (
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/process"
)

func main() { process.Main(driver.Run) }
