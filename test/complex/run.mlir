// RUN: tg-run --input='2xcomplex<f32>=[(1,2),(3,-4)]' --input='2xcomplex<f32>=(0x3F800000, -0)' --output=@%t.npy %s
// RUN: tg-run --input=@%t.npy --input='2xcomplex<f32>=[(1,1),(2,0)]' %s | tg-filecheck %s
// RUN: tg-run --optimize --input=@%t.npy --input='2xcomplex<f32>=[(1,1),(2,0)]' %s | tg-filecheck %s
// RUN: not tg-run --input='2xcomplex<f32>=[1,2]' --input='2xcomplex<f32>=(0,0)' %s 2>&1 | tg-filecheck %s --check-prefix=PAIR
// RUN: not tg-run --input='2xcomplex<f16>=(1,2)' %s 2>&1 | tg-filecheck %s --check-prefix=TYPE

// Complex numbers are written and read as text and as files.
// CHECK: 2xcomplex<f32>=(-1,3) (6,-8)
// CHECK-NEXT: 2xf32=2.236068 5
// CHECK-NEXT: 2xi1=false false
// PAIR: <input #0>:1:17: error: "1" is not a complex number (complex<f32>): write the two parts in parentheses, as in (1.5,-2)
// TYPE: <input #0>:1:3: error: expected an extent such as 2x or an element type
func.func @main(%x: tensor<2xcomplex<f32>>, %y: tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xi1>) {
  %0 = stablehlo.multiply %x, %y : tensor<2xcomplex<f32>>
  %1 = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return %0, %1, %2 : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xi1>
}
