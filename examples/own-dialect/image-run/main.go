// Image-run is tg-run with the dialect image.
package main

import (
	"example.com/own-dialect/image"

	"github.com/tg-opt/tg/driver"
)

func main() { driver.Main(image.Tools("image-run").Run) }
