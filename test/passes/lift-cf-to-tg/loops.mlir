// NOTE: checks written by tg-lit update
// RUN: tg-opt --lift-cf-to-tg --split-input-file %s | tg-filecheck %s

// A condition in front of the body is that of the loop. What the loop does not change is no state of it.
// CHECK-LABEL: func.func @while(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG3]], %[[ARG0]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG4]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[MUL]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE]]#0 : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:  }
func.func @while(%n: tensor<i32>, %x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
  %z = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^h(%z, %x, %w : tensor<i32>, tensor<4xf32>, tensor<4xf32>)
^h(%i: tensor<i32>, %v: tensor<4xf32>, %u: tensor<4xf32>):
  %p = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^b(%u : tensor<4xf32>), ^e
^b(%y: tensor<4xf32>):
  %0 = tg.mul %v, %y : tensor<4xf32>
  %j = tg.add %i, %one : tensor<i32>
  cf.br ^h(%j, %0, %y : tensor<i32>, tensor<4xf32>, tensor<4xf32>)
^e:
  return %v, %i : tensor<4xf32>, tensor<i32>
}

// -----

// A loop that goes on if its condition does not hold; scalars as state.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @until(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i32,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> i32 {
// CHECK-NEXT:    %[[C1_I32:[a-zA-Z0-9_]+]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[C1_I32]] : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]] = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[FROM_ELEMENTS]]) : tensor<i32> cond {
// CHECK-NEXT:      %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[ARG2]] : tensor<i32> -> i32
// CHECK-NEXT:      %[[CMPI:[a-zA-Z0-9_]+]] = arith.cmpi sgt, %[[ITEM]], %[[ARG0]] : i32
// CHECK-NEXT:      %[[FROM_ELEMENTS_1:[a-zA-Z0-9_]+]] = tensor.from_elements %[[CMPI]] : tensor<i1>
// CHECK-NEXT:      %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[FROM_ELEMENTS_1]] : tensor<i1>
// CHECK-NEXT:      tg.yield %[[NOT]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ITEM_1:[a-zA-Z0-9_]+]] = tg.item %[[ARG2]] : tensor<i32> -> i32
// CHECK-NEXT:      %[[ADDI:[a-zA-Z0-9_]+]] = arith.addi %[[ITEM_1]], %[[C1_I32]] : i32
// CHECK-NEXT:      %[[FROM_ELEMENTS_2:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ADDI]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[FROM_ELEMENTS_2]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ITEM_2:[a-zA-Z0-9_]+]] = tg.item %[[WHILE]] : tensor<i32> -> i32
// CHECK-NEXT:    return %[[ITEM_2]] : i32
// CHECK-NEXT:  }
func.func @until(%n: i32, %x: tensor<4xf32>) -> i32 {
  %one = arith.constant 1 : i32
  cf.br ^h(%one : i32)
^h(%i: i32):
  %c = arith.cmpi sgt, %i, %n : i32
  cf.cond_br %c, ^e, ^b
^b:
  %j = arith.addi %i, %one : i32
  cf.br ^h(%j : i32)
^e:
  return %i : i32
}

// -----

// A condition behind the body: what is needed for it is cheap, and computed in both places, and the
// rest in the body and behind the loop, as often as before.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @do(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ADD]], %[[ARG0]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      %[[ADD_1:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ADD_1]], %[[EXP]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[EXP_1:[a-zA-Z0-9_]+]] = tg.exp %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:    return %[[EXP_1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @do(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %z = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^h(%z, %x : tensor<i32>, tensor<4xf32>)
^h(%i: tensor<i32>, %v: tensor<4xf32>):
  %0 = tg.exp %v : tensor<4xf32>
  %j = tg.add %i, %one : tensor<i32>
  %p = tg.compare lt %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^h(%j, %0 : tensor<i32>, tensor<4xf32>), ^e
^e:
  return %0 : tensor<4xf32>
}

// -----

// What is not cheap is computed once: the loop goes by a flag. So it does if what has an effect
// computes what is needed.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @dear(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<f32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<64x64xf32>) -> tensor<64x64xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG1]], %{{[a-zA-Z0-9_]+}} = %[[CST_1]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<64x64xf32>, tensor<64x64xf32>, tensor<i1> cond {
// CHECK-NEXT:      tg.yield %[[ARG4]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG2]], %[[ARG2]] : tensor<64x64xf32>
// CHECK-NEXT:      %[[REDUCE:[a-zA-Z0-9_]+]] = tg.reduce sum %[[MUL]] dims [0, 1] : (tensor<64x64xf32>) -> tensor<f32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[REDUCE]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]]:2 = tg.if %[[COMPARE]] -> (tensor<64x64xf32>, tensor<i1>) {
// CHECK-NEXT:        %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:        tg.yield %[[MUL]], %[[CST_2]] : tensor<64x64xf32>, tensor<i1>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:        tg.yield %[[ARG2]], %[[CST_3]] : tensor<64x64xf32>, tensor<i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF]]#0, %[[MUL]], %[[IF]]#1 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<64x64xf32>
// CHECK-NEXT:  }
func.func @dear(%n: tensor<f32>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  cf.br ^h(%x : tensor<64x64xf32>)
^h(%v: tensor<64x64xf32>):
  %0 = tg.mul %v, %v : tensor<64x64xf32>
  %s = tg.reduce sum %0 dims [0, 1] : (tensor<64x64xf32>) -> tensor<f32>
  %p = tg.compare lt %s, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^h(%0 : tensor<64x64xf32>), ^e
^e:
  return %0 : tensor<64x64xf32>
}

// -----

// Effects of which nothing is needed stay in the condition, which runs once more than the body.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @checked(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      check.expect_eq %[[ARG3]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG2]], %[[ARG0]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      check.expect_eq %[[ARG2]], %[[ARG0]] : tensor<i32>
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[EXP]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @checked(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^h(%one, %x : tensor<i32>, tensor<4xf32>)
^h(%i: tensor<i32>, %v: tensor<4xf32>):
  check.expect_eq(%v, %x) : tensor<4xf32>
  %p = tg.compare lt %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^b, ^e
^b:
  check.expect_eq(%i, %n) : tensor<i32>
  %j = tg.add %i, %one : tensor<i32>
  %0 = tg.exp %v : tensor<4xf32>
  cf.br ^h(%j, %0 : tensor<i32>, tensor<4xf32>)
^e:
  return %v : tensor<4xf32>
}

// -----

// Two exits to one block: a flag says whether the loop goes on, and nothing where to.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @break(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST_1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<4xf32>, tensor<4xf32>, tensor<i1> cond {
// CHECK-NEXT:      tg.yield %[[ARG5]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]]:3 = tg.if %[[ARG0]] -> (tensor<4xf32>, tensor<4xf32>, tensor<i1>) {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:        %[[IF_1:[a-zA-Z0-9_]+]]:3 = tg.if %[[ARG1]] -> (tensor<4xf32>, tensor<4xf32>, tensor<i1>) {
// CHECK-NEXT:          %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[NEG]], %[[ARG4]], %[[CST_2]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[ARG3]], %[[NEG]], %[[CST_3]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:        }
// CHECK-NEXT:        tg.yield %[[IF_1]]#0, %[[IF_1]]#1, %[[IF_1]]#2 : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:        tg.yield %[[ARG3]], %[[ARG3]], %[[CST_4]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF]]#0, %[[IF]]#1, %[[IF]]#2 : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @break(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^h(%x : tensor<4xf32>)
^h(%v: tensor<4xf32>):
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^b, ^e(%v : tensor<4xf32>)
^b:
  %w = tg.neg %v : tensor<4xf32>
  %d = tg.item %q : tensor<i1> -> i1
  cf.cond_br %d, ^h(%w : tensor<4xf32>), ^e(%w : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// Exits to two blocks, of which a number tells one.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @exits(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:5 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST_1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[CST_2]], %[[ARG6:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[CST_3]]) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i32> cond {
// CHECK-NEXT:      tg.yield %[[ARG6]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]]:5 = tg.if %[[ARG0]] -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i32>) {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:        %[[IF_1:[a-zA-Z0-9_]+]]:3 = tg.if %[[ARG1]] -> (tensor<4xf32>, tensor<i1>, tensor<i32>) {
// CHECK-NEXT:          %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[NEG]], %[[CST_4]], %[[ARG7]] : tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %[[CST_5:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          %[[CST_6:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:          tg.yield %[[ARG3]], %[[CST_5]], %[[CST_6]] : tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:        }
// CHECK-NEXT:        tg.yield %[[IF_1]]#0, %[[ARG4]], %[[NEG]], %[[IF_1]]#1, %[[IF_1]]#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[CST_7:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:        %[[CST_8:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:        tg.yield %[[ARG3]], %[[ARG3]], %[[ARG5]], %[[CST_7]], %[[CST_8]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF]]#0, %[[IF]]#1, %[[IF]]#2, %[[IF]]#3, %[[IF]]#4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_9:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[WHILE]]#4, %[[CST_9]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:    %[[IF_2:[a-zA-Z0-9_]+]] = tg.if %[[COMPARE]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[WHILE]]#2 : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF_2]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @exits(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^h(%x : tensor<4xf32>)
^h(%v: tensor<4xf32>):
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^b, ^e(%v : tensor<4xf32>)
^b:
  %w = tg.neg %v : tensor<4xf32>
  %d = tg.item %q : tensor<i1> -> i1
  cf.cond_br %d, ^h(%w : tensor<4xf32>), ^f
^f:
  %y = tg.exp %w : tensor<4xf32>
  cf.br ^e(%y : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// Two ways back, of which one skips a part of the body.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @continue(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]] = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG2]]) : tensor<4xf32> cond {
// CHECK-NEXT:      tg.yield %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG1]] -> (tensor<4xf32>) {
// CHECK-NEXT:        tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:        tg.yield %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @continue(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^h(%x : tensor<4xf32>)
^h(%v: tensor<4xf32>):
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^b, ^e
^b:
  %w = tg.neg %v : tensor<4xf32>
  %d = tg.item %q : tensor<i1> -> i1
  cf.cond_br %d, ^h(%w : tensor<4xf32>), ^f
^f:
  %y = tg.exp %w : tensor<4xf32>
  cf.br ^h(%y : tensor<4xf32>)
^e:
  return %v : tensor<4xf32>
}

// -----

// A loop in a loop.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @nested(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[WHILE_1:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[ARG3]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:        %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG4]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:        tg.yield %[[COMPARE_1]] : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG5]] : tensor<4xf32>
// CHECK-NEXT:        %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG4]], %[[CST]] : tensor<i32>
// CHECK-NEXT:        tg.yield %[[SUB]], %[[NEG]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[SUB_1:[a-zA-Z0-9_]+]] = tg.sub %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SUB_1]], %[[WHILE_1]]#1 : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @nested(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.br ^h(%n, %x : tensor<i32>, tensor<4xf32>)
^h(%i: tensor<i32>, %v: tensor<4xf32>):
  %p = tg.compare gt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^g(%i, %v : tensor<i32>, tensor<4xf32>), ^e
^g(%j: tensor<i32>, %w: tensor<4xf32>):
  %q = tg.compare gt %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = tg.item %q : tensor<i1> -> i1
  cf.cond_br %d, ^b, ^f
^b:
  %0 = tg.neg %w : tensor<4xf32>
  %1 = tg.sub %j, %one : tensor<i32>
  cf.br ^g(%1, %0 : tensor<i32>, tensor<4xf32>)
^f:
  %2 = tg.sub %i, %one : tensor<i32>
  cf.br ^h(%2, %w : tensor<i32>, tensor<4xf32>)
^e:
  return %v : tensor<4xf32>
}

// -----

// Out of both loops at once.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @outer(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG2]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST_1]], %[[ARG5:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<4xf32>, tensor<4xf32>, tensor<i1> cond {
// CHECK-NEXT:      tg.yield %[[ARG5]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:      %[[WHILE_1:[a-zA-Z0-9_]+]]:5 = tg.while (%[[ARG6:[a-zA-Z0-9_]+]] = %[[ARG3]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[ARG3]], %{{[a-zA-Z0-9_]+}} = %[[ARG4]], %[[ARG9:[a-zA-Z0-9_]+]] = %[[ARG5]], %[[ARG10:[a-zA-Z0-9_]+]] = %[[CST_2]]) : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1> cond {
// CHECK-NEXT:        tg.yield %[[ARG10]] : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG7]] : tensor<4xf32>
// CHECK-NEXT:        %[[IF:[a-zA-Z0-9_]+]]:4 = tg.if %[[ARG0]] -> (tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>) {
// CHECK-NEXT:          %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[ARG6]], %[[ARG7]], %[[CST_4]], %[[CST_3]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %[[IF_1:[a-zA-Z0-9_]+]]:4 = tg.if %[[ARG1]] -> (tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>) {
// CHECK-NEXT:            %[[CST_5:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:            tg.yield %[[ARG6]], %[[NEG]], %[[ARG9]], %[[CST_5]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %[[CST_6:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:            %[[CST_7:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:            tg.yield %[[NEG]], %[[ARG7]], %[[CST_7]], %[[CST_6]] : tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
// CHECK-NEXT:          }
// CHECK-NEXT:          tg.yield %[[IF_1]]#0, %[[IF_1]]#1, %[[IF_1]]#2, %[[IF_1]]#3 : tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
// CHECK-NEXT:        }
// CHECK-NEXT:        tg.yield %[[IF]]#0, %[[IF]]#1, %[[NEG]], %[[IF]]#2, %[[IF]]#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i1>, tensor<i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[WHILE_1]]#0, %[[WHILE_1]]#2, %[[WHILE_1]]#3 : tensor<4xf32>, tensor<4xf32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @outer(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.item %p : tensor<i1> -> i1
  %d = tg.item %q : tensor<i1> -> i1
  cf.br ^h(%x : tensor<4xf32>)
^h(%v: tensor<4xf32>):
  cf.br ^g(%v : tensor<4xf32>)
^g(%w: tensor<4xf32>):
  %0 = tg.neg %w : tensor<4xf32>
  cf.cond_br %c, ^e(%0 : tensor<4xf32>), ^f
^f:
  cf.cond_br %d, ^g(%0 : tensor<4xf32>), ^h(%0 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// A cycle with two entries begins with a choice between them.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @entries(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]]:4 = tg.if %[[FROM_ELEMENTS]] -> (tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<i32>) {
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:      %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:      %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ARG1]], %[[CST_2]], %[[CST_3]], %[[CST_1]] : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<i32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:      %[[CST_5:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:      tg.yield %[[CST_5]], %[[ARG2]], %[[ARG1]], %[[CST_4]] : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_6:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:5 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[IF]]#0, %[[ARG4:[a-zA-Z0-9_]+]] = %[[IF]]#1, %[[ARG5:[a-zA-Z0-9_]+]] = %[[IF]]#2, %[[ARG6:[a-zA-Z0-9_]+]] = %[[CST_6]], %[[ARG7:[a-zA-Z0-9_]+]] = %[[IF]]#3) : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<i1>, tensor<i32> cond {
// CHECK-NEXT:      tg.yield %[[ARG6]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[CST_7:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[ARG7]], %[[CST_7]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[IF_1:[a-zA-Z0-9_]+]]:4 = tg.if %[[COMPARE]] -> (tensor<i32>, tensor<4xf32>, tensor<i1>, tensor<i32>) {
// CHECK-NEXT:        %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[ARG5]], %[[CST]] : tensor<i32>
// CHECK-NEXT:        %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare gt %[[SUB]], %[[CST]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:        %[[IF_2:[a-zA-Z0-9_]+]]:3 = tg.if %[[COMPARE_1]] -> (tensor<i32>, tensor<i1>, tensor<i32>) {
// CHECK-NEXT:          %[[CST_8:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:          %[[CST_9:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:          tg.yield %[[SUB]], %[[CST_8]], %[[CST_9]] : tensor<i32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %[[CST_10:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[ARG3]], %[[CST_10]], %[[ARG7]] : tensor<i32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:        }
// CHECK-NEXT:        tg.yield %[[IF_2]]#0, %[[ARG4]], %[[IF_2]]#1, %[[IF_2]]#2 : tensor<i32>, tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        tg.yield %[[ARG3]], %[[ARG4]], %[[ARG6]], %[[ARG7]] : tensor<i32>, tensor<4xf32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[CST_11:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:      %[[COMPARE_2:[a-zA-Z0-9_]+]] = tg.compare eq %[[IF_1]]#3, %[[CST_11]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      %[[IF_3:[a-zA-Z0-9_]+]]:4 = tg.if %[[COMPARE_2]] -> (tensor<4xf32>, tensor<i32>, tensor<i1>, tensor<i32>) {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:        %[[CST_12:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:        %[[CST_13:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:        tg.yield %[[NEG]], %[[IF_1]]#0, %[[CST_12]], %[[CST_13]] : tensor<4xf32>, tensor<i32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        tg.yield %[[IF_1]]#1, %[[ARG5]], %[[IF_1]]#2, %[[IF_1]]#3 : tensor<4xf32>, tensor<i32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF_1]]#0, %[[IF_3]]#0, %[[IF_3]]#1, %[[IF_3]]#2, %[[IF_3]]#3 : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<i1>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @entries(%c: i1, %n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  cf.cond_br %c, ^a(%n : tensor<i32>), ^b(%x, %n : tensor<4xf32>, tensor<i32>)
^a(%i: tensor<i32>):
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^b(%1, %i : tensor<4xf32>, tensor<i32>)
^b(%y: tensor<4xf32>, %j: tensor<i32>):
  %k = tg.sub %j, %one : tensor<i32>
  %m = tg.compare gt %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = tg.item %m : tensor<i1> -> i1
  cf.cond_br %q, ^a(%k : tensor<i32>), ^e
^e:
  return %y : tensor<4xf32>
}

// -----

// A loop without an end, in front of which the function may end.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @endless(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:      %{{[a-zA-Z0-9_]+}}:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG1]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[CST]]) : tensor<4xf32>, tensor<i1> cond {
// CHECK-NEXT:        tg.yield %[[ARG3]] : tensor<i1>
// CHECK-NEXT:      } do {
// CHECK-NEXT:        check.expect_eq %[[ARG2]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:        %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:        tg.yield %[[NEG]], %[[CST_1]] : tensor<4xf32>, tensor<i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[CST_2]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @endless(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^h(%x : tensor<4xf32>), ^e
^h(%v: tensor<4xf32>):
  check.expect_eq(%v, %x) : tensor<4xf32>
  %0 = tg.neg %v : tensor<4xf32>
  cf.br ^h(%0 : tensor<4xf32>)
^e:
  return %x : tensor<4xf32>
}

// -----

// State of which nothing is known yet begins with no elements, and may have any number later.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @extents(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<?x4xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<0x4xf32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%{{[a-zA-Z0-9_]+}} = %[[CST_1]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[CST]]) : (tensor<0x4xf32>, tensor<i1>) -> (tensor<?x4xf32>, tensor<i1>) cond {
// CHECK-NEXT:      tg.yield %[[ARG4]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<?x4xf32>
// CHECK-NEXT:      check.expect_eq %[[EXP]], %[[ARG2]] : tensor<?x4xf32>
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<i1>) {
// CHECK-NEXT:        %[[IF_1:[a-zA-Z0-9_]+]] = tg.if %[[ARG1]] -> (tensor<i1>) {
// CHECK-NEXT:          %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[CST_2]] : tensor<i1>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:          tg.yield %[[CST_3]] : tensor<i1>
// CHECK-NEXT:        }
// CHECK-NEXT:        tg.yield %[[IF_1]] : tensor<i1>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:        tg.yield %[[CST_4]] : tensor<i1>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[EXP]], %[[IF]] : tensor<?x4xf32>, tensor<i1>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#0 : tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @extents(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  cf.br ^h
^h:
  %c = tg.item %p : tensor<i1> -> i1
  %v = tg.exp %x : tensor<?x4xf32>
  check.expect_eq(%v, %x) : tensor<?x4xf32>
  cf.cond_br %c, ^b, ^e
^b:
  %d = tg.item %q : tensor<i1> -> i1
  cf.cond_br %d, ^h, ^e
^e:
  return %v : tensor<?x4xf32>
}
