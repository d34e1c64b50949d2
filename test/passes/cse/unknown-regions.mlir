// RUN: tg-opt --cse --allow-unregistered-dialect %s | tg-filecheck %s

// The regions of an op that nothing is known of may be isolated from above:
// inside of them ops merge with each other, but not with those outside.
// CHECK-LABEL: func.func @f
// CHECK:         %[[A:.*]] = tg.exp %arg0
// CHECK-NEXT:    "foreign.op"() ({
// CHECK-NEXT:      %[[B:.*]] = tg.exp %arg0
// CHECK-NEXT:      "foreign.use"(%[[B]], %[[B]])
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return %[[A]]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  "foreign.op"() ({
    %1 = tg.exp %x : tensor<4xf32>
    %2 = tg.exp %x : tensor<4xf32>
    "foreign.use"(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  return %0 : tensor<4xf32>
}
