// RUN: tg-opt --symbol-dce --allow-unregistered-dialect %s | tg-filecheck %s
// RUN: tg-opt --pass-pipeline='builtin.module(builtin.module(symbol-dce))' --allow-unregistered-dialect %s | tg-filecheck %s --check-prefix=INNER

// A nested symbol is known to the whole of the file, and to no more; nobody in
// the file refers to this one.
// CHECK-NOT: @nested
// CHECK:     @public
// INNER:     func.func nested @nested
func.func nested @nested() {
  return
}
func.func @public() {
  return
}

// Inside of a public module, and seen from there, nested symbols may be
// referred to from the outside.
// CHECK:     module @public_module
// CHECK:       @public_inside
// CHECK-NOT:   @nested_inside
// CHECK-NOT:   @private_inside
// INNER:     module @public_module
// INNER:       @public_inside
// INNER:       @nested_inside
// INNER-NOT:   @private_inside
module @public_module {
  func.func @public_inside() {
    return
  }
  func.func nested @nested_inside() {
    return
  }
  func.func private @private_inside() {
    return
  }
}

// A private module that nobody refers to goes with all that is in it.
// CHECK-NOT: @unused_module
// INNER:     module @unused_module
module @unused_module attributes {sym_visibility = "private"} {
  func.func @public_but_unused() {
    return
  }
}

// A reference to something in a module keeps both; the rest of the module is
// judged on its own.
// CHECK:     module @used_module
// CHECK:       @referred_to
// CHECK:       @other
// CHECK:       @called
// CHECK-NOT:   @not_called
module @used_module attributes {sym_visibility = "private"} {
  func.func private @referred_to() {
    call @called() : () -> ()
    return
  }
  func.func @other() {
    return
  }
  func.func private @called() {
    return
  }
  func.func private @not_called() {
    return
  }
}
"foreign.use"() {of = [{symbol = @used_module::@referred_to}]} : () -> ()

// A name is looked for from the inside out: @shadowed inside keeps the one
// outside from being used.
// CHECK:     module @shadows
// CHECK:       func.func private @shadowed
// CHECK-NOT: func.func private @shadowed
// CHECK:     "foreign.end"
module @shadows {
  func.func private @shadowed() {
    return
  }
  func.func @uses() {
    call @shadowed() : () -> ()
    return
  }
}
func.func private @shadowed() {
  return
}
"foreign.end"() : () -> ()
