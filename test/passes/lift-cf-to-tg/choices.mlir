// NOTE: checks written by tg-lit update
// RUN: tg-opt --lift-cf-to-tg --split-input-file %s | tg-filecheck %s

// Straight lines are joined.
// CHECK-LABEL: func.func @straight(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    return %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @straight(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^a(%x : tensor<4xf32>)
^a(%0: tensor<4xf32>):
  %1 = tg.neg %0 : tensor<4xf32>
  cf.br ^b
^b:
  return %1 : tensor<4xf32>
}

// -----

// Ways that meet are the two regions of a choice. A scalar decides, as a tensor of rank 0.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @diamond(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @diamond(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^b:
  %2 = tg.exp %x : tensor<4xf32>
  cf.br ^e(%2 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// What a scalar was taken out of decides itself.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @triangle(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @triangle(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  cf.cond_br %c, ^a, ^e(%x : tensor<4xf32>)
^a:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// A scalar leaves a choice as a tensor of rank 0.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @scalar(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i1>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: i32) -> i32 {
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[ARG0]] -> (tensor<i32>) {
// CHECK-NEXT:      %[[ADDI:[a-zA-Z0-9_]+]] = arith.addi %[[ARG1]], %[[ARG1]] : i32
// CHECK-NEXT:      %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ADDI]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[FROM_ELEMENTS]] : tensor<i32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[FROM_ELEMENTS_1:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG1]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[FROM_ELEMENTS_1]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[IF]] : tensor<i32> -> i32
// CHECK-NEXT:    return %[[ITEM]] : i32
// CHECK-NEXT:  }
func.func @scalar(%p: tensor<i1>, %i: i32) -> i32 {
  %c = tg.item %p : tensor<i1> -> i1
  cf.cond_br %c, ^a, ^e(%i : i32)
^a:
  %1 = arith.addi %i, %i : i32
  cf.br ^e(%1 : i32)
^e(%r: i32):
  return %r : i32
}

// -----

// A condition that has no else, and two ends of a function.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @early(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<4xf32>) {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @early(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  %1 = tg.neg %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The second condition is asked if the first one holds, and both lead to one block if not: a
// number says whether that is where control goes.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @both(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]]:2 = tg.if %[[FROM_ELEMENTS]] -> (tensor<4xf32>, tensor<i32>) {
// CHECK-NEXT:      %[[FROM_ELEMENTS_1:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG1]] : tensor<i1>
// CHECK-NEXT:      %[[IF_1:[a-zA-Z0-9_]+]]:2 = tg.if %[[FROM_ELEMENTS_1]] -> (tensor<4xf32>, tensor<i32>) {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:        %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:        tg.yield %[[NEG]], %[[CST]] : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:        %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:        tg.yield %[[CST_2]], %[[CST_1]] : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:      }
// CHECK-NEXT:      tg.yield %[[IF_1]]#0, %[[IF_1]]#1 : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:      %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[CST_4]], %[[CST_3]] : tensor<4xf32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[CST_5:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[IF]]#1, %[[CST_5]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:    %[[IF_2:[a-zA-Z0-9_]+]] = tg.if %[[COMPARE]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tg.yield %[[IF]]#0 : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF_2]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @both(%c: i1, %d: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^and, ^no
^and:
  cf.cond_br %d, ^yes, ^no
^yes:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^no:
  %2 = tg.exp %x : tensor<4xf32>
  cf.br ^e(%2 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// Numbers in a row are those of the regions; all others are for the last one.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @row(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i32,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i32>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[SUB:[a-zA-Z0-9_]+]] = tg.sub %[[FROM_ELEMENTS]], %[[CST]] : tensor<i32>
// CHECK-NEXT:    %[[CASE:[a-zA-Z0-9_]+]] = tg.case %[[SUB]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[CASE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @row(%n: i32, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.switch %n : i32, [ default: ^d, 3: ^a, 4: ^b ]
^a:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^b:
  %2 = tg.abs %x : tensor<4xf32>
  cf.br ^e(%2 : tensor<4xf32>)
^d:
  %3 = tg.exp %x : tensor<4xf32>
  cf.br ^e(%3 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// Other numbers, or those of another type, are compared; of equal ones the first counts.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i64,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i64>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<40> : tensor<i64>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[FROM_ELEMENTS]], %[[CST_1]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[SELECT:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE]], %[[CST_2]], %[[CST]] : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    %[[CST_3:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i64>
// CHECK-NEXT:    %[[COMPARE_1:[a-zA-Z0-9_]+]] = tg.compare eq %[[FROM_ELEMENTS]], %[[CST_3]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK-NEXT:    %[[CST_4:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[SELECT_1:[a-zA-Z0-9_]+]] = tg.select %[[COMPARE_1]], %[[CST_4]], %[[SELECT]] : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    %[[CASE:[a-zA-Z0-9_]+]] = tg.case %[[SELECT_1]] -> (tensor<4xf32>) {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %[[ABS:[a-zA-Z0-9_]+]] = tg.abs %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ABS]] : tensor<4xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[CASE]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @numbers(%n: i64, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.switch %n : i64, [ default: ^e(%x : tensor<4xf32>), -1: ^a, 40: ^b ]
^a:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^b:
  %2 = tg.abs %x : tensor<4xf32>
  cf.br ^e(%2 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// One number is a condition.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @one(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i8,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i8>
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<7> : tensor<i8>
// CHECK-NEXT:    %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare eq %[[FROM_ELEMENTS]], %[[CST]] : (tensor<i8>, tensor<i8>) -> tensor<i1>
// CHECK-NEXT:    %[[NOT:[a-zA-Z0-9_]+]] = tg.not %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[NOT]] -> (tensor<4xf32>) {
// CHECK-NEXT:      tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @one(%n: i8, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.switch %n : i8, [ default: ^e(%x : tensor<4xf32>), 7: ^a ]
^a:
  %1 = tg.neg %x : tensor<4xf32>
  cf.br ^e(%1 : tensor<4xf32>)
^e(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// What is not reached ends the program; nothing is handed on from there, which is zeros with a type.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @unreachable(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:    %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:    %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<?xf32>) {
// CHECK-NEXT:      %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:      %[[ITEM:[a-zA-Z0-9_]+]] = tg.item %[[CST]] : tensor<i1> -> i1
// CHECK-NEXT:      cf.assert %[[ITEM]], "control got to what was said to be unreachable"
// CHECK-NEXT:      %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<0.000000e+00> : tensor<0xf32>
// CHECK-NEXT:      %[[CAST:[a-zA-Z0-9_]+]] = tg.cast %[[CST_1]] : (tensor<0xf32>) -> tensor<?xf32>
// CHECK-NEXT:      tg.yield %[[CAST]] : tensor<?xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<?xf32>
// CHECK-NEXT:      tg.yield %[[NEG]] : tensor<?xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]] : tensor<?xf32>
// CHECK-NEXT:  }
func.func @unreachable(%c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  ub.unreachable
^b:
  %1 = tg.neg %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Blocks in a region of another op.
// CHECK:       {{//}} -----
// CHECK-LABEL: func.func @inside(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: i1,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[EXECUTE_REGION:[a-zA-Z0-9_]+]] = scf.execute_region -> tensor<4xf32> {
// CHECK-NEXT:      %[[FROM_ELEMENTS:[a-zA-Z0-9_]+]] = tensor.from_elements %[[ARG0]] : tensor<i1>
// CHECK-NEXT:      %[[IF:[a-zA-Z0-9_]+]] = tg.if %[[FROM_ELEMENTS]] -> (tensor<4xf32>) {
// CHECK-NEXT:        %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:        tg.yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        tg.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[IF]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[EXECUTE_REGION]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @inside(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^a, ^b(%x : tensor<4xf32>)
  ^a:
    %1 = tg.neg %x : tensor<4xf32>
    cf.br ^b(%1 : tensor<4xf32>)
  ^b(%2: tensor<4xf32>):
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
