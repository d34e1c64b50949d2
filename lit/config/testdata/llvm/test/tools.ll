; RUN: my-opt a b | FileCheck "ran a b"
; RUN: %my-cc x | FileCheck "ran --cc x"
; RUN: %python -c "print(1)" | count 1
