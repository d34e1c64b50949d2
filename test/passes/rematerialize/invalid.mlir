// RUN: not tg-opt --rematerialize=budget=0.8x --split-input-file --allow-unregistered-dialect %s -o %t.out 2>&1 | tg-filecheck %s
// RUN: not test -e %t.out
// RUN: not tg-opt --optimize-memory=budget=0.8x --split-input-file --allow-unregistered-dialect %s -o %t.out 2>&1 | tg-filecheck %s
// RUN: not test -e %t.out
// Where no limit is broken, what cannot be planned stays as it is, and a remark says why.
// RUN: tg-opt --rematerialize --split-input-file --allow-unregistered-dialect --remarks-filter=rematerialize %s 2>&1 | tg-filecheck %s --check-prefix=LEAST

// What has no plan cannot be held to a budget.

// CHECK: [[@LINE+2]]:1: error: 'func.func' op has a value of type 'tensor<?x8xf32>', whose size only a run knows
// LEAST: Remark="function @dynamic stays as it is: 'func.func' op has a value of type 'tensor<?x8xf32>', whose size only a run knows"
func.func @dynamic(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = tg.exp %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// LEAST: Remark="function @recursive stays as it is: 'func.call' op calls @recursive, which is recursive"
func.func @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'func.call' op calls @recursive, which is recursive
  %0 = call @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Elements, or bytes, that 64 bits cannot count.
// CHECK: [[@LINE+1]]:1: error: 'func.func' op has a value of type 'tensor<4000000000x4000000000xf32>', which has more bytes than can be counted
func.func @elements(%x: tensor<4000000000x4000000000xf32>) -> tensor<4000000000x4000000000xf32> {
  %0 = tg.exp %x : tensor<4000000000x4000000000xf32>
  return %0 : tensor<4000000000x4000000000xf32>
}

// -----

// CHECK: [[@LINE+1]]:1: error: 'func.func' op has a value of type 'tensor<2000000000x4000000000xf32>', which has more bytes than can be counted
func.func @bytes(%x: tensor<2000000000x4000000000xf32>) -> tensor<2000000000x4000000000xf32> {
  %0 = tg.exp %x : tensor<2000000000x4000000000xf32>
  return %0 : tensor<2000000000x4000000000xf32>
}

// -----

// Values of a graph region have no order in which they are made.
func.func @graph(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: [[@LINE+1]]:3: error: 'test.graph' op cannot be executed: it says nothing about storage
  "test.graph"() ({
    %a = tg.exp %b : tensor<8xf32>
    %b = tg.exp %a : tensor<8xf32>
  }) : () -> ()
  return %x : tensor<8xf32>
}
