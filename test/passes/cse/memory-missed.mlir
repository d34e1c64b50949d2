// RUN: tg-opt --cse=memory-aware --remarks-filter=CSE --split-input-file --allow-unregistered-dialect %s 2>&1 >/dev/null | tg-filecheck %s

// What cannot be weighed is said, and merged.
// CHECK: Function=dynamic | {{.*}}"merging is not weighed against memory in function @dynamic: 'func.func' op at [[@LINE+2]]:1 has a value of type 'tensor<?xf32>', whose size only a run knows"
// CHECK: Function=dynamic | {{.*}}"merged with the 'tg.exp' op at [[@LINE+2]]:8"
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tg.exp %x : tensor<?xf32>
  %1 = tg.exp %x : tensor<?xf32>
  %2 = tg.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// CHECK: Function=recursive | {{.*}}"merging is not weighed against memory in function @recursive: 'func.call' op at [[@LINE+5]]:8 calls @recursive, which is recursive"
func.func @recursive(%x: tensor<32xf32>) -> tensor<32xf32> {
  %0 = tg.exp %x : tensor<32xf32>
  %1 = tg.exp %x : tensor<32xf32>
  %2 = tg.add %0, %1 : tensor<32xf32>
  %3 = func.call @recursive(%2) : (tensor<32xf32>) -> tensor<32xf32>
  return %3 : tensor<32xf32>
}

// -----

// CHECK: "merging is not weighed against memory: what is in no function has no peak"
%0 = tg.constant dense<1.0> : tensor<f32>
%1 = tg.constant dense<1.0> : tensor<f32>
%2 = tg.add %0, %1 : tensor<f32>
"test.use"(%2) : (tensor<f32>) -> ()

// -----

// Too dear.
// CHECK: Function=dear | {{.*}}"the peak of function @dear is 12 KiB, above 8 KiB: no other op lowers it that is left apart, or it takes more than 'max-recompute' says"
func.func @dear(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tg.matmul %x, %x : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<32x32xf32>
  %6 = tg.matmul %x, %x : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %7 = tg.add %2, %6 : tensor<32x32xf32>
  return %7 : tensor<32x32xf32>
}

// -----

// An op with regions.
// CHECK: Function=regions | {{.*}}"merged, though the peak of function @regions is above {{.*}}: whether to do it again is not weighed for calls and ops with regions"
func.func @regions(%p: i1, %x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = scf.if %p -> (tensor<32x32xf32>) {
    %e = tg.exp %x : tensor<32x32xf32>
    scf.yield %e : tensor<32x32xf32>
  } else {
    scf.yield %x : tensor<32x32xf32>
  }
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<32x32xf32>
  %6 = scf.if %p -> (tensor<32x32xf32>) {
    %e = tg.exp %x : tensor<32x32xf32>
    scf.yield %e : tensor<32x32xf32>
  } else {
    scf.yield %x : tensor<32x32xf32>
  }
  %7 = tg.add %2, %6 : tensor<32x32xf32>
  return %7 : tensor<32x32xf32>
}
