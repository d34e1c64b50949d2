// The passes of `then` are given the user's rules, too: what these make of the function as it was is
// what a result has to beat. Rules that only end in an e-graph they are not given.
//
// RUN: split-file %s %t
// RUN: tg-opt --irdl-file=%t/nn.irdl --saturate="rules=%t/nn.rules machine=%t/nn.profile iterations=1 then=fuse" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=RULES
// RUN: tg-opt --irdl-file=%t/nn.irdl --saturate="rules=%t/nn.rules machine=%t/nn.profile iterations=1 then=fuse{machine=%t/nn.profile}" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=PLAIN
// RUN: tg-opt --irdl-file=%t/nn.irdl --saturate="rules=%t/nn.rules,%t/endless.rules machine=%t/nn.profile iterations=1 then=fuse" --remarks-filter=Saturated %t/in.mlir 2>&1 | tg-filecheck %s --check-prefix=PLAIN
//
// RULES:      not kept: after 'fuse' it would cost 9 instead of 9
// RULES:      nn.last
// PLAIN:      kept: after 'fuse{{.*}}' it costs 95 instead of 105
// PLAIN:      nn.cheap
//--- nn.irdl
irdl.dialect @nn {
  irdl.operation @first attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
  irdl.operation @same attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
  irdl.operation @last attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
  irdl.operation @cheap attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
  irdl.operation @both attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
  irdl.operation @best attributes {tg.pure} {
    %t = irdl.any
    irdl.operands(x: %t)
    irdl.results(y: %t)
  }
}
//--- nn.profile
cost nn.first 5
cost nn.same 5
cost nn.last 100
cost nn.cheap 90
cost nn.both 10
cost nn.best 9
cost other 1
//--- nn.rules
rule same: nn.first(?x) => nn.same(?x) [exact]
rule both: nn.last(nn.same(?x)) => nn.both(?x) [exact]
rule cheap: nn.last(nn.first(?x)) => nn.cheap(nn.first(?x)) [exact] priority -1
rule best: nn.cheap(nn.same(?x)) => nn.best(?x) [exact] priority -1
//--- endless.rules
rule more: nn.first(?x) => nn.first(nn.first(?x)) [exact]
//--- in.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "nn.first"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "nn.last"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
