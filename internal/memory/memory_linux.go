package memory

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// machine is the memory of the machine, or less in a container.
func machine() int64 {
	memory := int64(unknown)
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		memory = int64(uint64(info.Totalram) * uint64(info.Unit))
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			memory = min(memory, n)
		}
	}
	return memory
}
