package lit_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/filecheck"
)

func ExampleSuite() {
	const text = `// RUN: tg-opt --cse %s | FileCheck %s
// CHECK: tg.add
// CHECK-NOT: tg.add
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %x, %x : tensor<4xf32>
  %1 = tg.add %x, %x : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
`
	dir, err := os.MkdirTemp("", "suite")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "cse.mlir"), []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
	suite := lit.Suite{
		Dir: dir, Suffixes: []string{".mlir"},
		Tools: []lit.Tool{{Name: "tg-opt", Main: driver.Opt}, {Name: "FileCheck", Main: filecheck.Main}},
	}
	tests, err := suite.Discover() // within a Go test, lit.Run(t, suite) does the rest
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range tests {
		fmt.Println(name, suite.RunFile(name).Status)
	}
	// Output: cse.mlir PASS
}
