package shell

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// exitInfo is the part of siginfo_t of waitid(2) that counts, see sigaction(2).
type exitInfo struct {
	signo, errno, code int32
	child              struct {
		_      [0]uintptr // the union is aligned like a pointer
		pid    int32
		uid    uint32
		status int32
	}
	_ [128]byte
}

// Values of si_code, see sigaction(2).
const (
	childExited = 1
	childDumped = 3
)

// peek waits for the end of a child without reaping it.
func peek(pid int) (status int, core, known bool) {
	var info exitInfo
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, unix.P_PID, uintptr(pid), uintptr(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WNOWAIT, 0, 0)
		switch {
		case errno == syscall.EINTR:
			continue
		case errno != 0:
			return 0, false, false
		case info.code == childExited:
			return int(info.child.status), false, true
		}
		return -int(info.child.status), info.code == childDumped, true
	}
}

// descendants lists the processes that come from others, without these.
func descendants(roots []int) []int {
	if len(roots) == 0 {
		return nil
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue // it has just ended
		}
		// The name of the program, in parentheses, may contain anything.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 2 || string(fields[0]) == "Z" {
			continue
		}
		if parent, err := strconv.Atoi(string(fields[1])); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	var found []int
	for queue := roots; len(queue) > 0; queue = queue[1:] {
		found = append(found, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return found
}
