//go:build armbe || arm64be || m68k || mips || mips64 || mips64p32 || ppc || ppc64 || s390 || s390x || shbe || sparc || sparc64

package tensor

// Storage is viewed as typed slices and written to files as it is, which is only right where the
// machine is little-endian.
const _ = uint("tensor supports little-endian targets only")
