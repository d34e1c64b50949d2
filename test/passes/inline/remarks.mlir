// RUN: tg-opt --inline --remarks-filter=Inliner %s 2>&1 | tg-filecheck %s

// Every call that stays says why.
func.func private @outside()
func.func private @never() attributes {no_inline} {
  return
}
func.func private @self() {
  call @self() : () -> ()
  return
}
func.func private @blocks(%p: i1) {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}
func.func @main(%p: i1) {
  // CHECK: [[@LINE+1]]:3: remark: {{.*}}@never is not inlined: it must not be
  call @never() : () -> ()
  // CHECK: [[@LINE+1]]:3: remark: {{.*}}@self is not inlined: it calls itself
  call @self() : () -> ()
  // CHECK: [[@LINE+1]]:3: remark: {{.*}}inlined @blocks
  call @blocks(%p) : (i1) -> ()
  scf.if %p {
    // CHECK: [[@LINE+1]]:5: remark: {{.*}}@blocks is not inlined: it has several blocks, where the call may only have one
    func.call @blocks(%p) : (i1) -> ()
  }
  return
}
