// RUN: tg-opt --te-inline --remarks-filter-missed=TEInline %s -o /dev/null 2>&1 | tg-filecheck %s
// RUN: tg-opt --te-inline="max-ops=2 max-reads=2" --remarks-filter-missed=TEInline %s -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=SMALL
// RUN: tg-opt --te-inline=duplicate=never --remarks-filter-missed=TEInline %s -o /dev/null 2>&1 | tg-filecheck %s --check-prefix=NEVER
// RUN: tg-opt --te-inline="duplicate=always max-ops=1000 max-reads=1000" --remarks-filter-missed=TEInline %s 2>&1 | tg-filecheck %s --check-prefix=ALWAYS
// RUN: not tg-opt --te-inline=duplicate=often %s 2>&1 | tg-filecheck %s --check-prefix=OFTEN
// RUN: not tg-opt --te-inline=max-ops=-1 %s 2>&1 | tg-filecheck %s --check-prefix=MINUS

// OFTEN: duplicate
// MINUS: 'max-ops' must be at least 0, but is -1

// What always duplicates leaves only where it cannot be said otherwise.
// ALWAYS-NOT: remark:
// ALWAYS: remark: {{.*}}Function=value | Remark="not inlined: an index is a value where it must be an expression"
// ALWAYS-NOT: remark:
// ALWAYS-LABEL: func.func @twice(
// ALWAYS-COUNT-1: te.compute
// ALWAYS-NOT: te.compute
// ALWAYS: return

// SMALL: remarks.mlir:[[#@LINE+6]]:8: remark: {{.*}}Function=twice | Remark="not inlined: one body reads it at 2 places, and it is costly"
// SMALL-NOT: Function=twice
// NEVER: remarks.mlir:[[#@LINE+4]]:8: remark: {{.*}}Function=twice | Remark="not inlined: one body reads it at 2 places"
// CHECK: remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}}Function=twice | Remark="not inlined: one body reads it at 2 places, and it is costly"
// CHECK-NOT: Function=twice
func.func @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.exp %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [i] : tensor<8xf32>
    %1 = te.read %e [7 - i] : tensor<8xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %r : tensor<8xf32>
}

// Read by several computes, also once each: what is cheap is computed by each of them.
// CHECK: remarks.mlir:[[#@LINE+5]]:8: remark: {{.*}}Function=several | Remark="not inlined: several computes read it, and it is costly"
// CHECK-NOT: Function=several
// NEVER: remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}}Function=several | Remark="not inlined: several computes read it"
// NEVER: remarks.mlir:[[#@LINE+7]]:8: remark: {{.*}}Function=several | Remark="not inlined: several computes read it"
func.func @several(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.exp %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %c = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.add %0, %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [i] : tensor<8xf32>
    %1 = te.read %c [i] : tensor<8xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %s = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [7 - i] : tensor<8xf32>
    %1 = te.read %c [i] : tensor<8xf32>
    %2 = tg.sub %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %r, %s : tensor<8xf32>, tensor<8xf32>
}

// What is read under an axis that it does not depend on, and what a contraction would compute again.
// CHECK: remarks.mlir:[[#@LINE+4]]:8: remark: {{.*}}Function=again | Remark="not inlined: it is read more than once for each of its elements, and it is costly"
// CHECK: remarks.mlir:[[#@LINE+8]]:8: remark: {{.*}}Function=again | Remark="not inlined: it is read more than once for each of its elements, by a contraction"
// CHECK-NOT: Function=again
func.func @again(%x: tensor<8x4xf32>, %v: tensor<8xf32>, %w: tensor<4x16xf32>) -> (tensor<8xf32>, tensor<8x16xf32>) {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %v [i] : tensor<8xf32>
    %1 = tg.rsqrt %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %a = te.compute [i < 8, k < 4] -> tensor<8x4xf32> {
    %0 = te.read %x [i, k] : tensor<8x4xf32>
    %1 = tg.add %0, %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %r = te.compute [i < 8] sum [k < 4] -> tensor<8xf32> {
    %0 = te.read %x [i, k] : tensor<8x4xf32>
    %1 = te.read %e [i] : tensor<8xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %m = te.compute [i < 8, j < 16] dot [k < 4] -> tensor<8x16xf32> {
    %0 = te.read %a [i, k] : tensor<8x4xf32>
    %1 = te.read %w [k, j] : tensor<4x16xf32>
    te.yield %0, %1 : tensor<f32>, tensor<f32>
  }
  return %r, %m : tensor<8xf32>, tensor<8x16xf32>
}

// CHECK: remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}}Function=opaque | Remark="not inlined: 'tg.sort' needs it as a tensor"
// CHECK-NOT: Function=opaque
func.func @opaque(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.abs %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %s = tg.sort ascending %e dim 0 : tensor<8xf32>
  %r = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [7 - i] : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  return %r, %s : tensor<8xf32>, tensor<8xf32>
}

// CHECK: remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}}Function=value | Remark="not inlined: an index is a value where it must be an expression"
// CHECK-NOT: Function=value
func.func @value(%x: tensor<8xf32>, %n: tensor<4xi32>) -> tensor<4xf32> {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] if (i >= 2) : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  %r = te.compute [i < 4] -> tensor<4xf32> {
    %0 = te.read %n [i] : tensor<4xi32>
    %1 = te.read %e [%0] : tensor<8xf32>, tensor<i32>
    te.yield %1 : tensor<f32>
  }
  return %r : tensor<4xf32>
}

// SMALL: remarks.mlir:[[#@LINE+4]]:8: remark: {{.*}}Function=large | Remark="not inlined: a body that reads it would have 3 ops, more than 2"
// SMALL: remarks.mlir:[[#@LINE+9]]:8: remark: {{.*}}Function=large | Remark="not inlined: a body that reads it would have 3 reads, more than 2"
// CHECK-NOT: Function=large
func.func @large(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.neg %0 : tensor<f32>
    %2 = tg.abs %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %f = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = te.read %y [i] : tensor<8xf32>
    %2 = tg.add %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %r = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %e [i] : tensor<8xf32>
    %1 = tg.add %0, %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %s = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %f [i] : tensor<8xf32>
    %1 = te.read %z [i] : tensor<8xf32>
    %2 = tg.mul %0, %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %r, %s : tensor<8xf32>, tensor<8xf32>
}

// A body in a loop is not computed there what is outside of it, but layout goes in.
// CHECK: remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}}Function=loop | Remark="not inlined: it is read in another region, perhaps several times"
func.func @loop(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  %e = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [i] : tensor<8xf32>
    %1 = tg.neg %0 : tensor<f32>
    te.yield %1 : tensor<f32>
  }
  %v = te.compute [i < 8] -> tensor<8xf32> {
    %0 = te.read %x [7 - i] : tensor<8xf32>
    te.yield %0 : tensor<f32>
  }
  %r = tg.if %p -> (tensor<8xf32>) {
    %s = te.compute [i < 8] -> tensor<8xf32> {
      %0 = te.read %e [i] : tensor<8xf32>
      %1 = te.read %v [i] : tensor<8xf32>
      %2 = tg.mul %0, %1 : tensor<f32>
      te.yield %2 : tensor<f32>
    }
    tg.yield %s : tensor<8xf32>
  } else {
    tg.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
