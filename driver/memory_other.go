//go:build !linux

package driver

// machineMemory is the memory in bytes that the process may use.
func machineMemory() int64 { return defaultMemory }
