//go:build (!amd64 && !arm64) || purego

package contract

// kernelsFloat32 lists the kernels this processor can run, the fastest first.
func kernelsFloat32() []kernel[float32] { return []kernel[float32]{float32Kernel()} }

// kernelsFloat64 is kernelsFloat32 for double precision.
func kernelsFloat64() []kernel[float64] { return []kernel[float64]{float64Kernel()} }

// kernelsInt32 is kernelsFloat32 for wrapping 32-bit integers.
func kernelsInt32() []kernel[int32] { return []kernel[int32]{integerKernel[int32]()} }
