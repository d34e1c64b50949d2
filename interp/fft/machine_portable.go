//go:build !amd64 || purego

package fft

// levels lists the loops that this processor can run, the fastest first and the portable ones last.
func levels[T float]() []*loops[T] { return []*loops[T]{portable[T]()} }
