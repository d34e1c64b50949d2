// RUN: tg-opt --print-cost=json %s -o %t 2>&1 | tg-filecheck %s

// JSON has no infinity, whatever a function is called with. A function that takes
// a time of its own, or is in a module that does, is called with the same.

// CHECK-LABEL: "name": "huge",
// CHECK:       "arguments": {
// CHECK-NEXT:    "arguments": 1,
// CHECK-NEXT:    "elements": 1.7976931348623157e+308,
// CHECK-NEXT:    "bytes": 1.7976931348623157e+308
// CHECK-NEXT:  },
// CHECK:       "total": {
// CHECK-NEXT:    "seconds": 2,
// CHECK:       "arguments": {
// CHECK-NEXT:    "arguments": 1,
module attributes {tg.cost = 2.0 : f64} {
  func.func @huge(%x: tensor<4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296x4294967296xi8>) {
    return
  }
}
