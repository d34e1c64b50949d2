// RUN: tg-opt --dce %s | tg-filecheck %s

// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    return %arg0
func.func @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %x : tensor<4xf32>
}

// The third argument of the loop only feeds itself, and so does what is
// computed from it.
// CHECK-LABEL: func.func @cycle
// CHECK:         cf.br ^bb1(%arg0, %arg1 : tensor<i32>, tensor<4xf32>)
// CHECK-NEXT:  ^bb1(%[[I:.*]]: tensor<i32>, %[[X:.*]]: tensor<4xf32>):
// CHECK-NEXT:    %[[J:.*]] = tg.shr %[[I]]
// CHECK-NEXT:    %[[N:.*]] = tg.neg %[[X]]
// CHECK-NEXT:    %[[C:.*]] = tg.compare
// CHECK-NEXT:    %[[P:.*]] = tg.item %[[C]]
// CHECK-NEXT:    cf.cond_br %[[P]], ^bb1(%[[J]], %[[N]] : tensor<i32>, tensor<4xf32>), ^bb2
func.func @cycle(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^bb1(%n, %x, %x : tensor<i32>, tensor<4xf32>, tensor<4xf32>)
^bb1(%i: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>):
  %j = tg.shr %i, %one : tensor<i32>
  %0 = tg.neg %a : tensor<4xf32>
  %1 = tg.exp %b : tensor<4xf32>
  %2 = tg.compare gt %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tg.item %2 : tensor<i1> -> i1
  cf.cond_br %p, ^bb1(%j, %0, %1 : tensor<i32>, tensor<4xf32>, tensor<4xf32>), ^bb2
^bb2:
  return %a : tensor<4xf32>
}

// Two arguments that only feed each other go together.
// CHECK-LABEL: func.func @swapped
// CHECK:         cf.br ^bb1(%arg0 : tensor<i32>)
// CHECK-NEXT:  ^bb1(%{{.*}}: tensor<i32>):
// CHECK-NOT:     tg.exp
// CHECK:         return
func.func @swapped(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<i32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^bb1(%n, %x, %x : tensor<i32>, tensor<4xf32>, tensor<4xf32>)
^bb1(%i: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>):
  %j = tg.shr %i, %one : tensor<i32>
  %1 = tg.exp %b : tensor<4xf32>
  %2 = tg.compare gt %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tg.item %2 : tensor<i1> -> i1
  cf.cond_br %p, ^bb1(%j, %1, %a : tensor<i32>, tensor<4xf32>, tensor<4xf32>), ^bb2
^bb2:
  return %i : tensor<i32>
}

// A block argument that is passed to one that is needed is needed.
// CHECK-LABEL: func.func @passed_on
// CHECK:         %[[E:.*]] = tg.exp %arg1
// CHECK:         cf.cond_br %arg0, ^bb1(%[[E]] : tensor<4xf32>), ^bb2(%arg1 : tensor<4xf32>)
// CHECK:       ^bb1(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT:    cf.br ^bb2(%[[A]] : tensor<4xf32>)
func.func @passed_on(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.exp %x : tensor<4xf32>
  cf.cond_br %p, ^bb1(%0, %x : tensor<4xf32>, tensor<4xf32>), ^bb2(%x : tensor<4xf32>)
^bb1(%a: tensor<4xf32>, %unused: tensor<4xf32>):
  cf.br ^bb2(%a : tensor<4xf32>)
^bb2(%b: tensor<4xf32>):
  return %b : tensor<4xf32>
}

// What a switch passes for each of its cases is counted anew.
// CHECK-LABEL: func.func @switch
// CHECK:         cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : tensor<4xf32>),
// CHECK-NEXT:      1: ^bb1(%arg1 : tensor<4xf32>),
// CHECK-NEXT:      2: ^bb2
// CHECK-NEXT:    ]
func.func @switch(%n: i32, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.switch %n : i32, [
    default: ^bb1(%x, %x : tensor<4xf32>, tensor<4xf32>),
    1: ^bb1(%x, %x : tensor<4xf32>, tensor<4xf32>),
    2: ^bb2(%x : tensor<4xf32>)
  ]
^bb1(%a: tensor<4xf32>, %b: tensor<4xf32>):
  return %a : tensor<4xf32>
^bb2(%c: tensor<4xf32>):
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable() {
  return
^bb1:
  cf.br ^bb1
}

// An op with regions goes when nobody needs its results and nothing in it has
// an effect; in one that stays, what is not needed goes.
// CHECK-LABEL: func.func @regions
// CHECK-NOT:     tg.exp
// CHECK:         tg.if %arg0
// CHECK-NEXT:      tg.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[N:.*]] = tg.neg
// CHECK-NEXT:      tg.yield %[[N]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @regions(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.exp %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  %2 = tg.if %p -> (tensor<4xf32>) {
    %3 = tg.exp %x : tensor<4xf32>
    tg.yield %x : tensor<4xf32>
  } else {
    %3 = tg.neg %x : tensor<4xf32>
    tg.yield %3 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}

// Ops with effects stay, and what is around them.
// CHECK-LABEL: func.func @effects
// CHECK:         check.expect_eq
// CHECK:         call @effects
// CHECK:         tg.if %arg1 {
// CHECK-NEXT:      %[[E:.*]] = tg.exp
// CHECK-NEXT:      check.expect_eq %arg0, %[[E]]
// CHECK-NEXT:      tg.yield
// CHECK-NEXT:    } else {
func.func @effects(%x: tensor<4xf32>, %p: tensor<i1>) {
  check.expect_eq %x, %x : tensor<4xf32>
  call @effects(%x, %p) : (tensor<4xf32>, tensor<i1>) -> ()
  tg.if %p {
    %0 = tg.exp %x : tensor<4xf32>
    check.expect_eq %x, %0 : tensor<4xf32>
    tg.yield
  } else {
    tg.yield
  }
  return
}
