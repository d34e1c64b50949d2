//go:build !amd64 || purego

package contract

import "github.com/tg-opt/tg/tensor"

// kernelsQuads lists the kernels of quads that this processor can run.
func kernelsQuads() []quadKernels { return nil }

// kernelsPairs lists the kernels of pairs that this processor can run, the fastest first.
func kernelsPairs() []kernel[int32] { return []kernel[int32]{pairsKernel()} }

// kernelsHalves lists the kernels of pairs of bf16 that this processor can run.
func kernelsHalves() []kernel[float32] { return nil }

// thinFloatsOf lists the functions for a type that this processor can run, the fastest first.
func thinFloatsOf(tensor.DType) []thinFloats { return nil }

// thinQuadsOf is the same for bytes, for rows with signs or without.
func thinQuadsOf(bool) []thinQuads { return nil }
