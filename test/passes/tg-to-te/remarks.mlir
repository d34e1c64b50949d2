// RUN: tg-opt --tg-to-te --remarks-filter-missed=TGToTE %s -o /dev/null 2>&1 | tg-filecheck %s --implicit-check-not=remark:
// RUN: tg-opt --tg-to-te="func=dynamic ops=tg.add" %s | tg-filecheck %s --check-prefix=SOME
// RUN: not tg-opt --tg-to-te=func=dynamc %s 2>&1 | tg-filecheck %s --check-prefix=FUNC
// RUN: not tg-opt --tg-to-te=ops=tg.ad %s 2>&1 | tg-filecheck %s --check-prefix=OP

// Each op that stays says why.
// FUNC: error: there is no function @dynamc; did you mean 'dynamic'?
// OP: there is no op 'tg.ad' that says what it is at the index level; did you mean 'tg.add'?

// What is in a branch is expanded, and the choice stays.
// SOME-LABEL: @opaque
// SOME: tg.sort
// SOME: tg.neg
func.func @opaque(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.sort': where an element goes depends on all others
  %0 = tg.sort ascending %x dim 0 : tensor<4xf32>
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.if': it chooses what is computed at all
  %1 = tg.if %p -> (tensor<4xf32>) {
    %2 = tg.neg %0 : tensor<4xf32>
    tg.yield %2 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// SOME-LABEL: @dynamic
// SOME: tg.add %{{.*}} : tensor<?xf32>
// SOME: te.compute
// SOME: tg.exp
func.func @dynamic(%x: tensor<?xf32>, %z: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.reverse': not all extents of 'tensor<?xf32>' are known
  %3 = tg.reverse %x dims [0] : tensor<?xf32>
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.add': only the run tells which of its operands stretch
  %0 = tg.add %3, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tg.add %y, %y : tensor<4xf32>
  %2 = tg.exp %1 : tensor<4xf32>
  return %0, %2 : tensor<?xf32>, tensor<4xf32>
}

func.func @refused(%x: tensor<300xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> (tensor<i8>, tensor<i32>, tensor<i1>) {
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.reduce': positions up to 299 do not fit 'i8'
  %0 = tg.reduce argmax %x dims [0] element_type i8 : (tensor<300xf32>) -> tensor<i8>
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.reduce': its region combines elements of 'f32' into 'i32'
  %1 = tg.reduce %y init %i dims [0] : (tensor<4xf32>, tensor<i32>) -> tensor<i32> with (%a: tensor<i32>, %e: tensor<f32>) {
    %3 = tg.convert %e : (tensor<f32>) -> tensor<i32>
    %4 = tg.add %a, %3 : tensor<i32>
    tg.yield %4 : tensor<i32>
  }
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.matmul': products of 'f32' and 'f32' cannot be summed as 'i1'
  %2 = tg.matmul %y, %y element_type i1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<i1>
  return %0, %1, %2 : tensor<i8>, tensor<i32>, tensor<i1>
}

func.func @long(%x: tensor<5000xf32>, %y: tensor<4xf32>) -> (tensor<5000xf32>, tensor<f32>) {
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.cumulate': reductions of up to 5000 elements for each element would take the square of its time
  %0 = tg.cumulate sum %x dim 0 : tensor<5000xf32>
  %i = tg.constant dense<0.0> : tensor<f32>
  // CHECK: [[#@LINE+1]]:8: remark: {{.*}}left 'tg.reduce': its region holds 'tg.barrier', which makes no element of elements
  %1 = tg.reduce %y init %i dims [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %2 = tg.barrier %e : tensor<f32>
    tg.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<5000xf32>, tensor<f32>
}
