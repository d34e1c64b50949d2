// RUN: tg-opt --checks-to-results=func=test %s | tg-filecheck %s
// RUN: tg-opt "--checks-to-results=func=test expected" %s | tg-filecheck --check-prefix=BOTH %s
// RUN: tg-opt "--checks-to-results=func=test expected" %s | tg-run - --entry=caller --input=2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s
// RUN: tg-opt --checks-to-results=func=test --remarks-filter=checks-to-results %s 2>&1 | tg-filecheck --check-prefix=STAYS %s

// VALUE: 2xf32=3 6

// What is checked follows the results that there are, in order, and calls have it as well. A check in a region stays.
// CHECK-LABEL: func.func @test(
// CHECK-SAME:      -> (tensor<2xf32> {tg.name = "y"}, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>)
// CHECK-NEXT:    %[[Y:.*]] = stablehlo.add %arg0, %arg0
// CHECK-NEXT:    %[[Z:.*]] = stablehlo.negate %[[Y]]
// CHECK-NEXT:    %[[P:.*]] = stablehlo.compare
// CHECK-NOT:     check.
// CHECK:         tg.if
// CHECK:           check.expect_eq %[[Y]], %{{.*}}
// CHECK:         return %[[Y]], %[[Y]], %[[Z]], %[[P]]
// CHECK-LABEL: func.func @caller(
// CHECK:         %[[R:.*]]:4 = call @test(%arg0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>)
// CHECK-NEXT:    stablehlo.add %[[R]]#0, %arg0

// BOTH-LABEL: func.func @test(
// BOTH-SAME:      -> (tensor<2xf32> {tg.name = "y"}, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xi1>)
// BOTH:         %[[C:.*]] = stablehlo.constant dense<[2.000000e+00, -4.000000e+00]> : tensor<2xf32>
// BOTH:         %[[T:.*]] = stablehlo.constant dense<[true, false]> : tensor<2xi1>
// BOTH:         return %[[Y:.*]], %[[Y]], %[[C]], %{{.*}}, %arg0, %{{.*}}, %[[T]]

// STAYS: results.mlir:[[#@LINE+11]]:5: remark: [Missed] checks-to-results | {{.*}}'check.expect_eq' stays: not each run of @test comes to it
func.func @test(%x: tensor<2xf32>) -> (tensor<2xf32> {tg.name = "y"}) {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[2.0, -4.0]> : tensor<2xf32>
  %z = stablehlo.negate %y : tensor<2xf32>
  check.expect_close %z, %x, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  %p = stablehlo.compare GT, %y, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %p, dense<[true, false]> : tensor<2xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  tg.if %t {
    %in = tg.abs %y : tensor<2xf32>
    check.expect_eq %y, %in : tensor<2xf32>
    tg.yield
  } else {
    tg.yield
  }
  return %y : tensor<2xf32>
}
func.func @caller(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @test(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
