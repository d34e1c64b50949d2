package memory

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// machine is the memory that is available on the machine, or less in a container or
// under a limit of the process (ulimit -v, -d).
func machine() int64 {
	memory := int64(unknown)
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		memory = int64(uint64(info.Totalram) * uint64(info.Unit))
	}
	for _, file := range groupFiles() {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			memory = min(memory, n)
		}
	}
	memory = min(memory, available())
	space, data := used()
	return min(memory, left(syscall.RLIMIT_AS, space), left(syscall.RLIMIT_DATA, data))
}

// available is the memory that nobody uses, or can do without.
func available() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			if n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64); err == nil {
				return n << 10
			}
		}
	}
	return math.MaxInt64
}

// groupFiles are the files that may hold a limit of the group of processes that
// this one is in, and of those around it.
func groupFiles() []string {
	files := []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return files
	}
	for line := range strings.Lines(string(text)) {
		path, found := strings.CutPrefix(strings.TrimSpace(line), "0::")
		for found && strings.Trim(path, "/.") != "" {
			files = append(files, "/sys/fs/cgroup"+path+"/memory.max")
			path = path[:strings.LastIndexByte(path, '/')]
		}
	}
	return files
}

// used is the address space and the data of the process. Go reserves some of the
// former that it never uses.
func used() (space, data int64) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	pages := func(i int) int64 {
		fields := strings.Fields(string(text))
		if i >= len(fields) {
			return 0
		}
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		return n * int64(os.Getpagesize())
	}
	return pages(0), pages(5)
}

// left is what a limit of the process leaves.
func left(resource int, used int64) int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(resource, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return max(0, int64(limit.Cur)-used)
}
