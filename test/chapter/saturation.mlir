// An activation that is fused into its producer pays only if nothing else needs that one: who takes the
// cheapest tree computes a convolution twice, who takes the cheapest graph does not.
//
// RUN: tg-opt --irdl-file=%S/Inputs/nn.irdl --saturate="rules=%S/Inputs/nn.rules machine=%S/Inputs/nn.profile" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s
// RUN: tg-opt --irdl-file=%S/Inputs/nn.irdl --saturate="rules=%S/Inputs/nn.rules machine=%S/Inputs/nn.profile extract=tree" --remarks-filter=Saturated %s 2>&1 | tg-filecheck %s --check-prefix=TREE
//
// CHECK:      cost 262 before and 252 after; extracted 252, the least by proof
// CHECK:      relu6 became act by nn-act; predicted gain 10
// CHECK:      %[[A:.*]] = "nn.conv"(%arg0)
// CHECK-NEXT: %[[B:.*]] = "nn.act"(%[[A]])
// CHECK-NEXT: %[[C:.*]] = "nn.conv"(%[[B]])
// CHECK-NEXT: %[[D:.*]] = "nn.add"(%[[A]], %[[C]])
// CHECK-NEXT: return %[[D]]
//
// TREE: cost 262 before and 327 after; extracted 327, at least {{.*}} is needed
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "nn.conv"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "nn.relu6"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "nn.conv"(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = "nn.add"(%0, %2) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
