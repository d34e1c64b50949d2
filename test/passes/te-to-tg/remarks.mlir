// RUN: tg-opt --te-to-tg --remarks-filter-missed=.* %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

// What cannot be said in tg stays, and runs as it is.
// CHECK: [[@LINE+3]]:8: remark: [Missed] te-to-tg | Category:TEToTG | Function=windows | Remark="this compute stays te: no view of a tensor has the indices [i + k]"
// CHECK: [[@LINE+6]]:8: remark: {{.*}} | Remark="this compute stays te: only a run knows the extent of axis 'i'"
func.func @windows(%x: tensor<9xf32>, %n: index) -> (tensor<7x3xf32>, tensor<?xf32>) {
  %0 = te.compute [i < 7, k < 3] -> tensor<7x3xf32> {
    %2 = te.read %x [i + k] : tensor<9xf32>
    te.yield %2 : tensor<f32>
  }
  %1 = te.compute [i < %n] -> tensor<?xf32> {
    %2 = te.read %x [i mod 9] : tensor<9xf32>
    te.yield %2 : tensor<f32>
  }
  return %0, %1 : tensor<7x3xf32>, tensor<?xf32>
}
