//go:build !amd64 || purego

package contract

// kernelsQuads lists the kernels of quads that this processor can run.
func kernelsQuads() []quadKernels { return nil }

// kernelsPairs lists the kernels of pairs that this processor can run, the fastest first.
func kernelsPairs() []kernel[int32] { return []kernel[int32]{pairsKernel()} }

// kernelsHalves lists the kernels of pairs of bf16 that this processor can run.
func kernelsHalves() []kernel[float32] { return nil }
