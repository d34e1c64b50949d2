//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

//go:generate go -C gen run . -isa none -table ../functions.go
//go:generate go -C gen run . -isa complex -table ../complex_tables.go
//go:generate go -C gen run . -isa avx2 -out ../loops_avx2_amd64.s -stubs ../loops_avx2_amd64.go -pkg kernel -table ../table_avx2_amd64.go
//go:generate go -C gen run . -isa avx512 -out ../loops_avx512_amd64.s -stubs ../loops_avx512_amd64.go -pkg kernel -table ../table_avx512_amd64.go

// machineLevels lists the instruction sets that this processor has, the fastest first; the last one
// is none.
func machineLevels() []machineLoops {
	levels := []machineLoops{{}}
	if hasAVX2() {
		levels = append([]machineLoops{avx2Loops}, levels...)
	}
	if hasAVX512() {
		levels = append([]machineLoops{avx512Loops}, levels...)
	}
	return levels
}

func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA } // every processor with AVX2 and FMA has F16C, which package cpu does not report

// hasAVX512 asks for what all but the very first processors with AVX-512 have, and for BMI2, whose
// bzhi makes the masks.
func hasAVX512() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2
}
