// RUN: tg-opt --cse=memory-aware\ max-recompute=0.5 --remarks-filter=CSE --split-input-file %s 2>%t.err | tg-filecheck %s
// RUN: tg-filecheck %s --check-prefix=REMARK --input-file=%t.err

// In the body of a loop as anywhere else.
// CHECK-LABEL: func.func @loop
// CHECK: tg.while
// CHECK-COUNT-2: = tg.exp
// REMARK: Function=loop | Remark="left apart from the 'tg.exp' op at [[@LINE+7]]:10: merging raises the peak of function @loop from {{.*}} to
func.func @loop(%n: tensor<i32>, %x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r:2 = tg.while (%i = %n, %a = %x) : tensor<i32>, tensor<32x32xf32> cond {
    %zero = tg.constant dense<0> : tensor<i32>
    %c = tg.compare gt %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %c : tensor<i1>
  } do {
    %0 = tg.exp %x : tensor<32x32xf32>
    %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
    %2 = tg.neg %1 : tensor<32x32xf32>
    %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
    %4 = tg.abs %3 : tensor<32x32xf32>
    %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
    %6 = tg.exp %x : tensor<32x32xf32>
    %7 = tg.add %5, %6 : tensor<32x32xf32>
    tg.yield %i, %7 : tensor<i32>, tensor<32x32xf32>
  }
  return %r#1 : tensor<32x32xf32>
}

// -----

// In a branch.
// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK-COUNT-2: = tg.exp
// CHECK: else
func.func @branch(%p: i1, %x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = scf.if %p -> (tensor<32x32xf32>) {
    %0 = tg.exp %x : tensor<32x32xf32>
    %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
    %2 = tg.neg %1 : tensor<32x32xf32>
    %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
    %4 = tg.abs %3 : tensor<32x32xf32>
    %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
    %6 = tg.exp %x : tensor<32x32xf32>
    %7 = tg.add %5, %6 : tensor<32x32xf32>
    scf.yield %7 : tensor<32x32xf32>
  } else {
    scf.yield %x : tensor<32x32xf32>
  }
  return %r : tensor<32x32xf32>
}

// -----

// Between blocks, of which one dominates the other.
// CHECK-LABEL: func.func @blocks
// CHECK: = tg.exp
// CHECK: ^bb1
// CHECK: = tg.exp
func.func @blocks(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tg.exp %x : tensor<32x32xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.neg %1 : tensor<32x32xf32>
  %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
  cf.br ^next
^next:
  %4 = tg.abs %3 : tensor<32x32xf32>
  %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
  %6 = tg.exp %x : tensor<32x32xf32>
  %7 = tg.add %5, %6 : tensor<32x32xf32>
  return %7 : tensor<32x32xf32>
}

// -----

// From a block into a region in it.
// CHECK-LABEL: func.func @inwards
// CHECK: = tg.exp
// CHECK: scf.if
// CHECK: = tg.exp
func.func @inwards(%p: i1, %x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tg.exp %x : tensor<32x32xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.neg %1 : tensor<32x32xf32>
  %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
  %4 = tg.abs %3 : tensor<32x32xf32>
  %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
  %r = scf.if %p -> (tensor<32x32xf32>) {
    %6 = tg.exp %x : tensor<32x32xf32>
    %7 = tg.add %5, %6 : tensor<32x32xf32>
    scf.yield %7 : tensor<32x32xf32>
  } else {
    scf.yield %5 : tensor<32x32xf32>
  }
  return %r : tensor<32x32xf32>
}

// -----

// Twins near each other share one op, which is left apart from the one far away.
// CHECK-LABEL: func.func @groups
// CHECK: tg.exp
// CHECK: %[[E:.*]] = tg.exp
// CHECK-NEXT: %[[A:.*]] = tg.add %{{.*}}, %[[E]]
// CHECK-NEXT: tg.mul %[[A]], %[[E]]
// REMARK: Function=groups | Remark="left apart from the 'tg.exp' op at [[@LINE+3]]:8
// REMARK: Function=groups | Remark="merged with the 'tg.exp' op at [[@LINE+8]]:8"
func.func @groups(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tg.exp %x : tensor<32x32xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<32x32xf32>
  %2 = tg.neg %1 : tensor<32x32xf32>
  %3 = tg.transpose %2 permutation [1, 0] : tensor<32x32xf32>
  %4 = tg.abs %3 : tensor<32x32xf32>
  %5 = tg.transpose %4 permutation [1, 0] : tensor<32x32xf32>
  %6 = tg.exp %x : tensor<32x32xf32>
  %7 = tg.add %5, %6 : tensor<32x32xf32>
  %8 = tg.exp %x : tensor<32x32xf32>
  %9 = tg.mul %7, %8 : tensor<32x32xf32>
  return %9 : tensor<32x32xf32>
}

// -----

// What is read through a view, with the view.
// CHECK-LABEL: func.func @views
// CHECK-COUNT-2: tg.reshape %{{.*}} : (tensor<32x32xf32>) -> tensor<1024xf32>
// REMARK: Function=views | Remark="left apart from the 'tg.reshape' op at [[@LINE+3]]:8: it is a view of what is left apart"
func.func @views(%x: tensor<32x32xf32>) -> tensor<1024xf32> {
  %0 = tg.exp %x : tensor<32x32xf32>
  %v = tg.reshape %0 : (tensor<32x32xf32>) -> tensor<1024xf32>
  %1 = tg.reverse %v dims [0] : tensor<1024xf32>
  %2 = tg.neg %1 : tensor<1024xf32>
  %3 = tg.reverse %2 dims [0] : tensor<1024xf32>
  %4 = tg.abs %3 : tensor<1024xf32>
  %5 = tg.reverse %4 dims [0] : tensor<1024xf32>
  %6 = tg.exp %x : tensor<32x32xf32>
  %w = tg.reshape %6 : (tensor<32x32xf32>) -> tensor<1024xf32>
  %7 = tg.sub %5, %w : tensor<1024xf32>
  return %7 : tensor<1024xf32>
}
