func.func @straight(%a: i32, %c: i1) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %x = arith.addi %a, %z : i32
  %s = arith.subi %x, %one : i32
  %t = arith.addi %s, %one : i32
  %u = arith.addi %a, %one : i32
  %v = arith.addi %u, %one : i32
  %dead = arith.muli %t, %t : i32
  %w = "foo.bar"(%t, %v) : (i32, i32) -> i32
  cf.cond_br %c, ^a, ^b
^a:
  return %w : i32
^b:
  %n = arith.subi %t, %a : i32
  return %n : i32
}

func.func @loops(%n: index, %c: i1, %x: i32) -> i32 {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %z to %n step %one iter_args(%a = %zero) -> i32 {
    %s = arith.addi %a, %x : i32
    scf.yield %s : i32
  }
  %q = scf.if %c -> i32 {
    scf.yield %r : i32
  } else {
    scf.yield %x : i32
  }
  %w = scf.while (%a = %q) : (i32) -> i32 {
    %k = arith.cmpi slt, %a, %x : i32
    scf.condition(%k) %a : i32
  } do {
  ^bb0(%b: i32):
    %s = arith.addi %b, %b : i32
    scf.yield %s : i32
  }
  %e = scf.execute_region -> i32 {
    scf.yield %w : i32
  }
  return %e : i32
}
