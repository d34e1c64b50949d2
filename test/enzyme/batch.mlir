// Ops that move elements do so for all of them at once; one that cannot runs in a loop.
//
// RUN: tg-opt --differentiate %s | tg-filecheck %s
// RUN: tg-run --input=2x2x3xf32=[[1,2,3][4,5,6]][[7,8,9][10,11,12]] %s | tg-filecheck --check-prefix=VALUES %s

func.func private @f(%x: tensor<2x3xf32>) -> (tensor<3x2x2xf32>, tensor<6xf32>) {
  %0 = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = tg.reverse %0 dims [0] : tensor<3x2xf32>
  %2 = tg.broadcast %1 dims [0, 2] : (tensor<3x2xf32>) -> tensor<3x2x2xf32>
  %3 = tg.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %4 = tg.cumulate sum %3 dim 0 : tensor<6xf32>
  return %2, %4 : tensor<3x2x2xf32>, tensor<6xf32>
}
func.func @main(%x: tensor<2x2x3xf32>) -> (tensor<2x3x2x2xf32>, tensor<2x6xf32>) {
  %0:2 = enzyme.batch @f(%x) {batch_shape = array<i64: 2>} : (tensor<2x2x3xf32>) -> (tensor<2x3x2x2xf32>, tensor<2x6xf32>)
  return %0#0, %0#1 : tensor<2x3x2x2xf32>, tensor<2x6xf32>
}

// CHECK-LABEL: func.func private @f.batch2(
// CHECK:         tg.transpose %{{.*}} permutation [0, 2, 1]
// CHECK-NEXT:    tg.reverse %{{.*}} dims [1]
// CHECK-NEXT:    tg.broadcast %{{.*}} dims [0, 1, 3]
// CHECK-NEXT:    tg.reshape %{{.*}} : (tensor<2x2x3xf32>) -> tensor<2x6xf32>
// CHECK:         tg.while
// CHECK:           tg.cumulate sum
// CHECK-LABEL: func.func @main(
// CHECK:         call @f.batch2(

// VALUES:      2x3x2x2xf32={{\[\[\[3 6\]\[3 6\]\]\[\[2 5\]\[2 5\]\]\[\[1 4\]\[1 4\]\]\]\[\[\[9 12\]\[9 12\]\]\[\[8 11\]\[8 11\]\]\[\[7 10\]\[7 10\]\]\]}}
// VALUES-NEXT: 2x6xf32=[1 3 6 10 15 21][7 15 24 34 45 57]
