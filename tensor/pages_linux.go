package tensor

import (
	"syscall"
	"unsafe"
)

// hugeFrom is the size, in bytes, from which on storage is worth large pages.
const hugeFrom = 4 << 20

// hugePages asks the system for large pages behind large storage that is about to be written: each
// small page is a fault, and what is read across rows would look up one for each element. It is
// advice for what lies whole within b; a system that does not take it changes nothing.
func hugePages(b []byte) {
	if len(b) < hugeFrom {
		return
	}
	const page = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	from, to := (start+page-1)&^(page-1), (start+uintptr(len(b)))&^(page-1)
	if from < to {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, 14) // MADV_HUGEPAGE
	}
}
