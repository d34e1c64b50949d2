// RUN: cat %S/1 | FileCheck %s --check-prefixes=ALL,ONE
// RUN: cat %S/2 | FileCheck %s --check-prefixes=ALL,TWO \
// RUN:   && cat %S/3 | FileCheck %s --check-prefixes=ALL,THREE,UNUSED
// RUN: cat %S/1 | not FileCheck %s --check-prefix=NEVER

// NEVER: something else

func.func @same(%x: i32) -> i32 { return %x }
func.func @renumbered(%x: i32) -> i32 { return %x }
func.func @different(%x: i32) -> i32 { return %x }
func.func @sometimes() { return }
