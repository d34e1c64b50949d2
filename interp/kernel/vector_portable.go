//go:build (!amd64 && !arm64) || purego

package kernel

// machineLevels lists the instruction sets that this processor has, the fastest first; the last one
// is none.
func machineLevels() []machineLoops { return []machineLoops{{}} }
