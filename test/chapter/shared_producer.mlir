// Ops, rules and costs of somebody's own: a convolution and the activation behind it are one op on
// this machine, which pays unless something else needs the convolution, too.
//
// RUN: tg-opt --irdl-file=%S/Inputs/nn.irdl %s --print-cost=machine=%S/Inputs/nn.profile \
// RUN:   --substitute="%S/Inputs/nn.rules machine=%S/Inputs/nn.profile" --print-cost=machine=%S/Inputs/nn.profile -o %t.mlir 2>&1 \
// RUN:   | tg-filecheck %s --check-prefix=COST
// RUN: tg-filecheck %s --input-file=%t.mlir

// Where the convolution is needed anyway, act behind it is the cheapest, 252 with the argument; a convact
// in its place would compute it again. Where it has no other use, convact is: 126.
// COST: module: 423,
// COST: module: 378,

// CHECK-LABEL: func.func @shared
// CHECK-NEXT:    %[[C:.*]] = "nn.conv"(%arg0)
// CHECK-NEXT:    %[[A:.*]] = "nn.act"(%[[C]])
// CHECK-NEXT:    %[[D:.*]] = "nn.conv"(%[[A]])
// CHECK-NEXT:    %[[S:.*]] = "nn.add"(%[[C]], %[[D]])
// CHECK-NEXT:    return %[[S]]
func.func @shared(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "nn.conv"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "nn.relu6"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "nn.conv"(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = "nn.add"(%0, %2) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @alone
// CHECK-NEXT:    %[[C:.*]] = "nn.convact"(%arg0)
// CHECK-NEXT:    return %[[C]]
func.func @alone(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "nn.conv"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "nn.relu6"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
