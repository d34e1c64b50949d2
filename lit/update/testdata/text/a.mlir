// RUN: not show %S/1 2>&1 | FileCheck %s
// RUN: show %S/2 | FileCheck %s --check-prefix=EMPTY --allow-empty

Some text that is no program.
