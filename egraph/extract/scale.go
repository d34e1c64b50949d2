package extract

import "math"

// scale makes whole numbers of costs: exactly, where they are multiples of a decimal fraction, and
// else rounded down to a part of the largest that is small. A cost is about whole times unit.
func scale(costs []float64) (whole []int64, unit float64) {
	whole = make([]int64, len(costs))
	largest := 0.0
	for _, c := range costs {
		largest = max(largest, math.Abs(c))
	}
	if largest == 0 {
		return whole, 1
	}
	room := math.Ldexp(1, 60) / float64(len(costs)+1) // for the largest
	for by := 1.0; by <= 1e10 && largest*by < room; by *= 10 {
		if decimal(costs, by, whole) {
			common := int64(0)
			for _, w := range whole {
				common = divisor(common, w)
			}
			for i := range whole {
				whole[i] /= common
			}
			return whole, float64(common) / by
		}
	}
	_, e := math.Frexp(room / largest)
	unit = math.Ldexp(1, -(e - 1))
	for i, c := range costs {
		whole[i] = int64(math.Floor(c / unit))
	}
	return whole, unit
}

// decimal fills whole with the costs times by, if these are whole.
func decimal(costs []float64, by float64, whole []int64) bool {
	for i, c := range costs {
		w := math.Round(c * by)
		if math.Abs(w/by-c) > 1e-14*math.Abs(c) {
			return false
		}
		whole[i] = int64(w)
	}
	return true
}

// divisor is the greatest common divisor.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
