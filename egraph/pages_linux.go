package egraph

import (
	"syscall"
	"unsafe"
)

// hugePages asks the system for large pages behind a large slice, of as many
// elements as it has room for: graphs are read all over, and each small page
// that the processor must look up costs as much as the read. It is advice; a
// system that does not take it changes nothing.
func hugePages[T any](s []T) {
	var zero T
	size := uintptr(cap(s)) * unsafe.Sizeof(zero)
	if size < 256<<10 {
		return
	}
	start := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	const page = 2 << 20
	from := start / page * page
	to := (start + size + page - 1) / page * page
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, 14) // MADV_HUGEPAGE
}
