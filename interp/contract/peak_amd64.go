//go:build amd64 && !purego

package contract

// peakTimes is how often a function of the generator for the peak adds to each of its sums in a
// round.
const peakTimes = 4

// withPeaks gives kernels in machine code, which are the first of the list, functions that do the
// most that there is to do, as many sums as their blocks have.
func withPeaks[T number](list []kernel[T], functions ...func(rounds int, x *T)) []kernel[T] {
	for n, f := range functions[:len(list)-1] {
		k := &list[len(list)-2-n]
		sums := k.rows * k.cols
		k.peak = func(rounds int) int {
			x := T(1)
			f(rounds, &x)
			return 2 * peakTimes * sums * rounds
		}
	}
	return list
}
