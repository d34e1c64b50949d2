//go:build amd64 && !purego

package contract

// streamAssembly is stream.multiply in machine code; steps are in elements.
type streamAssembly[T any] func(panels, depth int, a *T, stepA int, b *T, stepB, ahead int, c *T, load int)

// withStreams gives kernels in machine code, which are the first of the list, functions for one
// row; lanes is the number of elements in the smallest vector register.
func withStreams[T number](list []kernel[T], lanes int, functions ...streamAssembly[T]) []kernel[T] {
	for n, f := range functions[:len(list)-1] {
		cols := 8 * lanes << n
		list[len(list)-2-n].stream = stream[T]{cols, func(panels, depth int, a []T, stepA int, b []T, stepB, ahead int, c []T, load bool) {
			// The machine code trusts its arguments: this is its bounds check.
			_ = a[(depth-1)*stepA]
			_ = b[(depth-1)*stepB+panels*cols-1]
			_ = c[panels*cols-1]
			f(panels, depth, &a[0], stepA, &b[0], stepB, ahead, &c[0], flag(load))
		}}
	}
	return list
}
