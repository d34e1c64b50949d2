// RUN: tg-opt --te-cse --remarks-filter=TECSE -o /dev/null %s 2>&1 | tg-filecheck %s
// RUN: not tg-opt --te-cse=min-saving=-1 %s 2>&1 | tg-filecheck --check-prefix=BAD %s

// BAD: 'min-saving' must be a number of additions, such as 2, but is -1

// CHECK-DAG: [Missed] te-cse | Category:TECSE | Function=f | Remark="not compared: it has more than 64 axes, more than 10,000 ops, or extents that only the run knows"
// CHECK-DAG: [Missed] te-cse | Category:TECSE | Function=f | Remark="an expression of tg.sub, which 2 places have, takes less than min-saving for each element"
// CHECK-DAG: [Passed] te-cse | Category:TECSE | Function=f | Remark="an expression of tg.tanh is read from a compute of 'tensor<8xf32>', which saves the time of {{[0-9.]+}} additions"
// CHECK-DAG: [Passed] te-cse | Category:TECSE | Function=f | Remark="result #0 is read from the compute at
func.func @f(%X: tensor<8xf32>, %Y: tensor<8xf32>, %n: index, %Z: tensor<?xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) {
  %y = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [i] : tensor<8xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %a = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [7 - i] : tensor<8xf32>
    %2 = te.read %Y [i] : tensor<8xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = tg.tanh %1 : tensor<f32>
    %5 = tg.mul %3, %4 : tensor<f32>
    te.yield %5 : tensor<f32>
  }
  %b = te.compute [i < 8] -> tensor<8xf32> {
    %1 = te.read %X [7 - i] : tensor<8xf32>
    %2 = te.read %Y [i] : tensor<8xf32>
    %3 = tg.sub %1, %2 : tensor<f32>
    %4 = tg.neg %3 : tensor<f32>
    te.yield %4 : tensor<f32>
  }
  %z = te.compute [i < %n] -> tensor<?xf32> {
    %1 = te.read %X [0] : tensor<8xf32>
    te.yield %1 : tensor<f32>
  }
  %s = te.compute [] sum [i < 8] -> tensor<f32> {
    %1 = te.read %X [i] : tensor<8xf32>
    te.yield %1 : tensor<f32>
  }
  %t = te.compute [] sum [j < 8] -> tensor<f32> {
    %1 = te.read %X [j] : tensor<8xf32>
    te.yield %1 : tensor<f32>
  }
  return %y, %a, %b, %z, %s, %t : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>
}
