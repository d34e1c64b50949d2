// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile top=1" %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt --print-cost="machine=%S/Inputs/toy.profile json" %s -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON

// The module in all, by op: what a function does counts as often as it is called,
// under the names of its ops; how many there are is that of the text. An op with a
// time of its own hides what it calls. A global counts once, with the constant that
// it has become; what has one value throughout is told apart. Arguments are those
// of the functions that nobody calls.

// CHECK-LABEL: by op
// CHECK-NEXT:         time   share     count        flops        bytes  op
// CHECK-NEXT:       15.5 s   50.0%         4       0 FLOP          0 B  func.call
// CHECK-NEXT:         12 s   38.7%         1     800 FLOP     6.25 KiB  tg.neg
// CHECK-NEXT:        2.5 s    8.1%         1       0 FLOP          0 B  func.func
// CHECK-NEXT:          1 s    3.2%         1       0 FLOP          0 B  scf.for
// CHECK:       module: 31 s, 800 FLOP, 6.25 KiB
// CHECK-NEXT:  parameters: 205 elements, 805 B, in 3 constants
// CHECK-NEXT:  constants of one value throughout: 400 elements, 1.56 KiB, in 1 constant
// CHECK-NEXT:  arguments: 205 elements, 809 B, in 4 arguments{{$}}

// JSON:        "totals": [
// JSON-NEXT:     {
// JSON-NEXT:       "op": "func.call",
// JSON-NEXT:       "count": 4,
// JSON-NEXT:       "seconds": 15.5,
// JSON:        "parameters": {
// JSON-NEXT:     "constants": 3,
// JSON-NEXT:     "elements": 205,
// JSON-NEXT:     "bytes": 805
// JSON-NEXT:   },
// JSON-NEXT:   "splats": {
// JSON-NEXT:     "constants": 1,
// JSON-NEXT:     "elements": 400,
// JSON-NEXT:     "bytes": 1600
// JSON-NEXT:   },
// JSON-NEXT:   "arguments": {
// JSON-NEXT:     "arguments": 4,
// JSON-NEXT:     "elements": 205,
// JSON-NEXT:     "bytes": 809
// JSON-NEXT:   }
// JSON-NEXT: }

util.global private @weights = #util.byte_pattern<1> : tensor<200xf32>
util.global private @bias = dense<[1, 2]> : tensor<2xi8>
util.global private @scalar = 1 : i32
func.func private @once(%x: tensor<200xf32>) -> tensor<200xf32> {
  %0 = tg.neg %x : tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func private @measured(%x: tensor<200xf32>) attributes {tg.cost = 2.5 : f64} {
  %0 = func.call @once(%x) : (tensor<200xf32>) -> tensor<200xf32>
  return
}
func.func @main(%x: tensor<200xf32>, %table: tensor<?x4xf16>, %flag: i1, %m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cst = tg.constant dense<[1, 2]> : tensor<2xi8>
  %cst_0 = tg.constant dense<[1, 2, 1]> : tensor<3xi8>
  %cst_1 = tg.constant dense<1> : tensor<i8>
  %cst_2 = tg.constant dense<1.0> : tensor<400xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %0 = func.call @once(%x) : (tensor<200xf32>) -> tensor<200xf32>
  }
  %1 = func.call @once(%x) : (tensor<200xf32>) -> tensor<200xf32>
  %2 = func.call @once(%x) {tg.cost = 10.5 : f64} : (tensor<200xf32>) -> tensor<200xf32>
  func.call @measured(%x) : (tensor<200xf32>) -> ()
  return
}
