package main

// The encodings of instructions that Go's assembler does not know, of registers d, n and m; n and m
// are multiplied.

// registers are the fields of three vector registers.
func registers(d, n, m int) uint32 { return uint32(m)<<16 | uint32(n)<<5 | uint32(d) }

// fmlaSingle is fmla vd.4s, vn.4s, vm.s[0].
func fmlaSingle(d, n, m int) uint32 { return 0x4F801000 | registers(d, n, m) }

// fmlaDouble is fmla vd.2d, vn.2d, vm.d[0].
func fmlaDouble(d, n, m int) uint32 { return 0x4FC01000 | registers(d, n, m) }

// mlaElement is mla vd.4s, vn.4s, vm.s[0].
func mlaElement(d, n, m int) uint32 { return 0x6F800000 | registers(d, n, m) }

// mlaVector is mla vd.4s, vn.4s, vm.4s.
func mlaVector(d, n, m int) uint32 { return 0x4EA09400 | registers(d, n, m) }
