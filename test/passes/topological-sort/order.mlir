// RUN: tg-opt --topological-sort --allow-unregistered-dialect %s | tg-filecheck %s

// Definitions come first, an op's regions count as its uses, and a cycle keeps
// the order of the text.
// CHECK-LABEL: module {
// CHECK-NEXT:    "late"()
// CHECK-NEXT:    "user"
// CHECK-NEXT:    "around"
// CHECK:         "cycle.a"
// CHECK-NEXT:    "cycle.b"
module {
  "user"(%0) : (i32) -> ()
  "around"() ({
    "inside"(%0) : (i32) -> ()
  }) : () -> ()
  %1 = "cycle.a"(%2) : (i32) -> i32
  %2 = "cycle.b"(%1) : (i32) -> i32
  %0 = "late"() : () -> i32
}
