//go:build arm64 && !purego

package kernel

//go:generate go -C gen run . -isa neon -dir ..

// machineLevels lists the instruction sets that this processor has, the fastest first; the last one
// is none.
func machineLevels() []machineLoops { return []machineLoops{neonLoops, {}} }
