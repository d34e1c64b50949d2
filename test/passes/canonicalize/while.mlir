// NOTE: checks written by tg-lit update
// RUN: tg-opt --canonicalize="test-convergence" %s | tg-filecheck %s --check-prefixes=CHECK,STRICT
// RUN: tg-opt --canonicalize="test-convergence fp=fast" %s -o %t.once
// RUN: tg-filecheck %s --check-prefixes=CHECK,FAST --input-file=%t.once
// RUN: tg-opt --canonicalize="fp=fast" %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A loop whose condition is known to be false leaves its state alone.
// CHECK-LABEL: func.func @while_false(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_false(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>) {
  %f = tg.constant dense<false> : tensor<i1>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    tg.yield %f : tensor<i1>
  } do {
    %2 = tg.neg %v : tensor<4xf32>
    tg.yield %i, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// State that every round hands on, or sets to its first value, is that value: inside of the loop, and behind one that is known to end.
// CHECK-LABEL: func.func @while_invariant_state(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[MUL]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[ARG1]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_invariant_state(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:3 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    %2 = tg.mul %v, %w : tensor<4xf32>
    tg.yield %1, %2, %w : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// State goes that neither a result nor the condition needs, and so does what is collected and not read.
// CHECK-LABEL: func.func @while_unused_state(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> tensor<i32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]] = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[SHR_LOGICAL]] : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]] : tensor<i32>
// CHECK-NEXT:  }
func.func @while_unused_state(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<i32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:2 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.shr_logical %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#0 : tensor<i32>
}

// Of two parts of the state that begin and go on alike one is enough, and of two results that collect one value.
// CHECK-LABEL: func.func @while_equal_state(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SHR_LOGICAL]], %[[MUL]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE]]#1 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_equal_state(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:3 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.shr_logical %i, %one : tensor<i32>
    %2 = tg.mul %v, %w : tensor<4xf32>
    tg.yield %1, %2, %2 : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// A loop that counts a few rounds of a few ops is these ops, once for each round.
// CHECK-LABEL: func.func @while_few_rounds(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_1:[a-zA-Z0-9_]+]] = tg.mul %[[MUL]], %[[MUL]] : tensor<4xf32>
// CHECK-NEXT:    %[[MUL_2:[a-zA-Z0-9_]+]] = tg.mul %[[MUL_1]], %[[MUL_1]] : tensor<4xf32>
// CHECK-NEXT:    return %[[CST]], %[[MUL_2]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_few_rounds(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:2 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>
}

// Behind a loop that may go on for ever a result is not replaced: the loop stays.
// CHECK-LABEL: func.func @while_true(
// CHECK-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[TRUE:[a-zA-Z0-9_]+]] = tg.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[LOOP:[a-zA-Z0-9_]+]] = tg.while (%{{[a-zA-Z0-9_]+}} = %[[X]]) : tensor<4xf32> cond {
// CHECK-NEXT:      tg.yield %[[TRUE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      tg.yield %[[X]] : tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[LOOP]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_true(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t = tg.constant dense<true> : tensor<i1>
  %0 = tg.while (%v = %x) : tensor<4xf32> cond {
    tg.yield %t : tensor<i1>
  } do {
    tg.yield %v : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Where nothing of it is used, it goes.
// CHECK-LABEL: func.func @while_true_unused(
// CHECK-SAME:      %[[X:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    return %[[X]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_true_unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t = tg.constant dense<true> : tensor<i1>
  %0 = tg.while (%v = %x) : tensor<4xf32> cond {
    tg.yield %t : tensor<i1>
  } do {
    tg.yield %v : tensor<4xf32>
  }
  return %x : tensor<4xf32>
}

// A step of one ends at any bound, in part of a condition, too; one of two may
// step over the greatest number.
// CHECK-LABEL: func.func @while_counts(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i8>,
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<i1>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i8>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<i8>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[CST]], %{{[a-zA-Z0-9_]+}} = %[[ARG2]]) : tensor<i8>, tensor<4xf32> cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG3]], %[[ARG0]] : (tensor<i8>, tensor<i8>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG3]], %[[CST_1]] : tensor<i8>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[ARG2]] : tensor<i8>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[ARG2]], %[[WHILE]]#1 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
func.func @while_counts(%n: tensor<i8>, %p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = tg.constant dense<1> : tensor<i8>
  %two = tg.constant dense<2> : tensor<i8>
  %0:3 = tg.while (%i = %one, %v = %x, %m = %n) : tensor<i8>, tensor<4xf32>, tensor<i8> cond {
    %1 = tg.compare gt %m, %i : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %2 = tg.and %p, %1 : tensor<i1>
    tg.yield %2 : tensor<i1>
  } do {
    %1 = tg.add %one, %i : tensor<i8>
    tg.yield %1, %v, %m : tensor<i8>, tensor<4xf32>, tensor<i8>
  }
  %1:2 = tg.while (%i = %one, %v = %x) : tensor<i8>, tensor<4xf32> cond {
    %1 = tg.compare lt %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %two : tensor<i8>
    tg.yield %1, %v : tensor<i8>, tensor<4xf32>
  }
  return %0#1, %1#1 : tensor<4xf32>, tensor<4xf32>
}

// What is collected goes that nothing reads, and so does one of two results that collect the same value.
// CHECK-LABEL: func.func @unused_collected(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SHR_LOGICAL]], %[[MUL]], %[[ARG3]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE]]#2, %[[WHILE]]#2 : tensor<4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @unused_collected(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:5 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.shr_logical %i, %one : tensor<i32>
    %2 = tg.mul %v, %v : tensor<4xf32>
    tg.yield %1, %2, %v, %i, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>
  }
  return %0#1, %0#2, %0#4 : tensor<4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// State stays that what is collected needs, and only that: what the loop collects is not the state.
// CHECK-LABEL: func.func @collected_state(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG2:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG4:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG3]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG3]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG4]], %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SHR_LOGICAL]], %[[MUL]], %[[MUL]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#2 : tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @collected_state(%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:5 = tg.while (%i = %n, %v = %x, %w = %y, %u = %y) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.shr_logical %i, %one : tensor<i32>
    %2 = tg.mul %v, %w : tensor<4xf32>
    %3 = tg.neg %u : tensor<4xf32>
    tg.yield %1, %2, %w, %3, %2 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#4 : tensor<?x4xf32>
}

// No round collects nothing.
// CHECK-LABEL: func.func @no_round(
// CHECK-SAME:      %{{[a-zA-Z0-9_]+}}: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<0x4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<> : tensor<0x4xf32>
// CHECK-NEXT:    %[[CAST:[a-zA-Z0-9_]+]] = tg.cast %[[CST]] : (tensor<0x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:    return %[[CAST]], %[[CST]] : tensor<?x4xf32>, tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @no_round(%x: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<0x4xf32>) {
  %f = tg.constant dense<false> : tensor<i1>
  %0:3 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<?x4xf32>, tensor<0x4xf32>) cond {
    tg.yield %f : tensor<i1>
  } do {
    %1 = tg.neg %v : tensor<4xf32>
    %2 = tg.exp %v : tensor<4xf32>
    tg.yield %1, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<?x4xf32>, tensor<0x4xf32>
}

// Where the type says that there are rounds, it is an error at run time that there are none, which stays; so does a loop that only a run knows the extents of.
// CHECK-LABEL: func.func @no_round_of_three(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<?xf32>) -> (tensor<3x4xf32>, tensor<?x?xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<false> : tensor<i1>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<4xf32> collect (tensor<3x4xf32>) cond {
// CHECK-NEXT:      tg.yield %[[CST]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[NEG:[a-zA-Z0-9_]+]] = tg.neg %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[NEG]], %[[ARG2]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[WHILE_1:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2_1:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<?xf32> collect (tensor<?x?xf32>) cond {
// CHECK-NEXT:      tg.yield %[[CST]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[NEG_1:[a-zA-Z0-9_]+]] = tg.neg %[[ARG2_1]] : tensor<?xf32>
// CHECK-NEXT:      tg.yield %[[NEG_1]], %[[ARG2_1]] : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#1, %[[WHILE_1]]#1 : tensor<3x4xf32>, tensor<?x?xf32>
// CHECK-NEXT:  }
func.func @no_round_of_three(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<3x4xf32>, tensor<?x?xf32>) {
  %f = tg.constant dense<false> : tensor<i1>
  %0:2 = tg.while (%v = %x) : tensor<4xf32> collect (tensor<3x4xf32>) cond {
    tg.yield %f : tensor<i1>
  } do {
    %1 = tg.neg %v : tensor<4xf32>
    tg.yield %1, %v : tensor<4xf32>, tensor<4xf32>
  }
  %2:2 = tg.while (%v = %y) : tensor<?xf32> collect (tensor<?x?xf32>) cond {
    tg.yield %f : tensor<i1>
  } do {
    %1 = tg.neg %v : tensor<?xf32>
    tg.yield %1, %v : tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %2#1 : tensor<3x4xf32>, tensor<?x?xf32>
}

// A few rounds are their values, one behind the other.
// CHECK-LABEL: func.func @few_rounds(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>, tensor<?xi32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<2> : tensor<1xi32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<1xi32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<1xi32>
// CHECK-NEXT:    %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP_1:[a-zA-Z0-9_]+]] = tg.exp %[[EXP]] : tensor<4xf32>
// CHECK-NEXT:    %[[EXP_2:[a-zA-Z0-9_]+]] = tg.exp %[[EXP_1]] : tensor<4xf32>
// CHECK-NEXT:    %[[RESHAPE:[a-zA-Z0-9_]+]] = tg.reshape %[[ARG0]] : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[RESHAPE_1:[a-zA-Z0-9_]+]] = tg.reshape %[[EXP]] : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[RESHAPE_2:[a-zA-Z0-9_]+]] = tg.reshape %[[EXP_1]] : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %[[CONCAT:[a-zA-Z0-9_]+]] = tg.concat %[[RESHAPE]], %[[RESHAPE_1]], %[[RESHAPE_2]] dim 0 : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    %[[CONCAT_1:[a-zA-Z0-9_]+]] = tg.concat %[[CST_2]], %[[CST_1]], %[[CST]] dim 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
// CHECK-NEXT:    %[[CAST:[a-zA-Z0-9_]+]] = tg.cast %[[CONCAT_1]] : (tensor<3xi32>) -> tensor<?xi32>
// CHECK-NEXT:    return %[[EXP_2]], %[[CONCAT]], %[[CAST]] : tensor<4xf32>, tensor<3x4xf32>, tensor<?xi32>
// CHECK-NEXT:  }
func.func @few_rounds(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>, tensor<?xi32>) {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:4 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<3x4xf32>, tensor<?xi32>) cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.exp %v : tensor<4xf32>
    tg.yield %1, %2, %v, %i : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  return %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<3x4xf32>, tensor<?xi32>
}

// Not for another number of rounds than there are, which is an error at run time.
// CHECK-LABEL: func.func @few_rounds_of_four(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_2:[a-zA-Z0-9_]+]] = tg.constant dense<3> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG1:[a-zA-Z0-9_]+]] = %[[CST]], %[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32>, tensor<4xf32> collect (tensor<4x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare lt %[[ARG1]], %[[CST_2]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG1]], %[[CST_1]] : tensor<i32>
// CHECK-NEXT:      %[[EXP:[a-zA-Z0-9_]+]] = tg.exp %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[EXP]], %[[ARG2]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#2 : tensor<4x4xf32>
// CHECK-NEXT:  }
func.func @few_rounds_of_four(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  %zero = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %three = tg.constant dense<3> : tensor<i32>
  %0:3 = tg.while (%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<4x4xf32>) cond {
    %1 = tg.compare lt %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.add %i, %one : tensor<i32>
    %2 = tg.exp %v : tensor<4xf32>
    tg.yield %1, %2, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#2 : tensor<4x4xf32>
}

// State that stays the same is dropped next to what is collected of it.
// CHECK-LABEL: func.func @invariant_collected(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<-1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:2 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]]) : tensor<i32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[ADD:[a-zA-Z0-9_]+]] = tg.add %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      tg.yield %[[ADD]], %[[ARG1]] : tensor<i32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[ARG1]], %[[WHILE]]#1 : tensor<4xf32>, tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @invariant_collected(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:3 = tg.while (%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.sub %i, %one : tensor<i32>
    tg.yield %1, %v, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<?x4xf32>
}

// Equal parts of the state become one, and what is collected of either is one result.
// CHECK-LABEL: func.func @equal_collected(
// CHECK-SAME:      %[[ARG0:[a-zA-Z0-9_]+]]: tensor<i32>,
// CHECK-SAME:      %[[ARG1:[a-zA-Z0-9_]+]]: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
// CHECK-NEXT:    %[[CST:[a-zA-Z0-9_]+]] = tg.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[CST_1:[a-zA-Z0-9_]+]] = tg.constant dense<9> : tensor<i32>
// CHECK-NEXT:    %[[WHILE:[a-zA-Z0-9_]+]]:3 = tg.while (%[[ARG2:[a-zA-Z0-9_]+]] = %[[ARG0]], %[[ARG3:[a-zA-Z0-9_]+]] = %[[ARG1]]) : tensor<i32>, tensor<4xf32> collect (tensor<?x4xf32>) cond {
// CHECK-NEXT:      %[[COMPARE:[a-zA-Z0-9_]+]] = tg.compare gt %[[ARG2]], %[[CST_1]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      tg.yield %[[COMPARE]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[SHR_LOGICAL:[a-zA-Z0-9_]+]] = tg.shr_logical %[[ARG2]], %[[CST]] : tensor<i32>
// CHECK-NEXT:      %[[MUL:[a-zA-Z0-9_]+]] = tg.mul %[[ARG3]], %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:      tg.yield %[[SHR_LOGICAL]], %[[MUL]], %[[ARG3]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[WHILE]]#2, %[[WHILE]]#2 : tensor<?x4xf32>, tensor<?x4xf32>
// CHECK-NEXT:  }
func.func @equal_collected(%n: tensor<i32>, %x: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %one = tg.constant dense<1> : tensor<i32>
  %nine = tg.constant dense<9> : tensor<i32>
  %0:5 = tg.while (%i = %n, %v = %x, %w = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32> collect (tensor<?x4xf32>, tensor<?x4xf32>) cond {
    %1 = tg.compare gt %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.shr_logical %i, %one : tensor<i32>
    %2 = tg.mul %v, %w : tensor<4xf32>
    tg.yield %1, %2, %2, %v, %w : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#3, %0#4 : tensor<?x4xf32>, tensor<?x4xf32>
}

// STRICT:       {{.*}}
// FAST:       {{.*}}
