# REQUIRES: my-opt-works, native, system-linux || system-darwin, target-x86_64
# UNSUPPORTED: asan
# RUN: my-opt | not FileCheck absent
