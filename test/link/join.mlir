// RUN: split-file %s %t
// RUN: tg-opt %t/model.mlir --link=%t/loss.mlir | tg-filecheck %s
// RUN: tg-run %t/model.mlir --link=%t/loss.mlir --entry=loss --input=2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s
// RUN: tg-run %t/loss.mlir --link=%t/model.mlir --entry=loss --input=2xf32=[1,2] | tg-filecheck --check-prefix=VALUE %s
// RUN: not tg-opt %t/model.mlir --link=%t/model.mlir 2>&1 | tg-filecheck --check-prefix=TWICE %s
// RUN: not tg-opt %t/model.mlir --link=%t/private.mlir 2>&1 | tg-filecheck --check-prefix=PRIVATE %s
// RUN: not tg-opt %t/loss.mlir --link=%t/private.mlir 2>&1 | tg-filecheck --check-prefix=HIDDEN %s
// RUN: not tg-opt %t/model.mlir --link=%t/type.mlir 2>&1 | tg-filecheck --check-prefix=TYPE %s
// RUN: not tg-opt %t/model.mlir --link=%t/kind.mlir 2>&1 | tg-filecheck --check-prefix=KIND %s
// RUN: not tg-opt %t/model.mlir --link=%t/bad.mlir 2>&1 | tg-filecheck --check-prefix=BAD %s
// RUN: not tg-run %t/model.mlir --link=%t/absent.mlir 2>&1 | tg-filecheck --check-prefix=ABSENT %s
// RUN: tg-opt %t/model.mlir --link=%t/attribute.mlir 2>&1 | tg-filecheck --check-prefix=ATTRIBUTE %s

// The resources of both files are kept apart, though their keys are the same.
// CHECK: module @model attributes {mhlo.num_replicas = 1 : i32, tg.extra}
// CHECK-LABEL: func.func @predict
// CHECK-NEXT:    stablehlo.constant dense_resource<k>
// CHECK-LABEL: func.func @loss
// CHECK-NEXT:    stablehlo.constant dense_resource<k_1>
// CHECK-NEXT:    call @predict
// CHECK: k: "0x040000000000803F00000040",
// CHECK-NEXT: k_1: "0x040000000000004000000040"
// VALUE: 2xf32=4 6
// TWICE: model.mlir:2:1: error: @predict is defined in two modules that are linked; rename one, or only declare it there: func.func private @predict(...) -> ...
// TWICE: model.mlir:2:1: note: the other @predict is here
// PRIVATE: private.mlir:1:1: error: @predict is defined in two modules that are linked; also what is private must have a name of its own: rename one, with its uses
// PRIVATE: model.mlir:2:1: note: the other @predict is here
// HIDDEN: private.mlir:1:1: error: @predict is private where it is defined, so that the declaration in another module cannot mean it; make it public there
// HIDDEN: loss.mlir:2:1: note: the other @predict is here
// TYPE: type.mlir:1:1: error: @predict has type (tensor<3xf32>) -> tensor<2xf32> here and (tensor<2xf32>) -> tensor<2xf32> in the other module that is linked
// KIND: kind.mlir:1:1: error: @predict is defined in two modules that are linked; also what is private must have a name of its own: rename one, with its uses
// BAD: bad.mlir:2:3: error: 'func.call' op 'nothing' does not reference a valid function
// ABSENT: tg-run: cannot open input file '{{.*}}absent.mlir': No such file or directory
// ATTRIBUTE: attribute.mlir:1:1: warning: attribute 'mhlo.num_replicas' of the module is 2 : i32 here and 1 : i32 where it is linked to, which is kept

//--- model.mlir
module @model attributes {mhlo.num_replicas = 1 : i32} {
func.func @predict(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.constant dense_resource<k> : tensor<2xf32>
  %0 = stablehlo.add %x, %r : tensor<2xf32>
  return %0 : tensor<2xf32>
}
}
{-# dialect_resources: { builtin: { k: "0x040000000000803f00000040" } } #-}
//--- loss.mlir
module attributes {tg.extra} {
func.func private @predict(tensor<2xf32>) -> tensor<2xf32>
func.func @loss(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.constant dense_resource<k> : tensor<2xf32>
  %z = call @predict(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.add %z, %r : tensor<2xf32>
  return %0 : tensor<2xf32>
}
}
{-# dialect_resources: { builtin: { k: "0x040000000000004000000040" } } #-}
//--- private.mlir
func.func private @predict(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
//--- type.mlir
func.func private @predict(tensor<3xf32>) -> tensor<2xf32>
//--- kind.mlir
util.global private @predict = dense<1.0> : tensor<2xf32>
//--- bad.mlir
func.func @g() {
  call @nothing() : () -> ()
  return
}
//--- attribute.mlir
module attributes {mhlo.num_replicas = 2 : i32} {
}
