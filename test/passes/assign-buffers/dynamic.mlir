// RUN: not tg-opt --split-input-file --assign-buffers %s 2>&1 | tg-filecheck %s

// CHECK: [[@LINE+1]]:1: error: 'func.func' op has a value of type 'tensor<?xf32>', whose size only a run knows
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tg.exp %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: [[@LINE+1]]:8: error: 'func.call' op calls @recursive, which is recursive
  %0 = call @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
