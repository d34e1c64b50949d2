// A rule that undoes what one that comes with tg does is refused, and the way out is named.

// RUN: not tg-opt --optimize=rules=%S/against.rules %s 2>&1 | tg-filecheck %s --check-prefix=AGAINST
// RUN: tg-opt --optimize="rules=%S/against.rules disable-patterns=add-neg" %s | tg-filecheck %s

// AGAINST:      against.rules:1:1: error: canonicalize: rules 'add-neg', 'my-difference' rewrite each other without end
// AGAINST-SAME:   ; what comes with tg is left out by disable-patterns=add-neg

// CHECK-LABEL: func.func @f
// CHECK:         tg.neg
// CHECK-NEXT:    tg.add
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
