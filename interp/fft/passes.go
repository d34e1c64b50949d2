package fft

// The portable loops, which define the bits. Every product and every sum is rounded by itself.

// times is the product of two complex numbers.
func times[T float](re, im, byRe, byIm T) (T, T) {
	return T(re*byRe) - T(im*byIm), T(re*byIm) + T(im*byRe)
}

// pass executes a stage in Go.
func pass[T float](st *stage[T], dst, src []T) {
	var reals, imaginaries [maxRadix]T
	lanes, row := lanesOf[T](), rowOf[T]()
	re, im := reals[:st.radix], imaginaries[:st.radix]
	from, across := 0, st.rows*st.apart*row
	for p := range st.rows {
		twiddles := st.twiddles[max(0, p-1)*2*(st.radix-1):][:min(p, 1)*2*(st.radix-1)]
		for q := range st.apart {
			to := (st.radix*st.apart*p + q) * row
			for l := from; l < from+lanes; l++ {
				for j := range re {
					re[j], im[j] = src[l+j*across], src[l+j*across+lanes]
				}
				st.sums(re, im)
				for j := 0; j < len(twiddles)/2; j++ {
					re[j+1], im[j+1] = times(re[j+1], im[j+1], twiddles[2*j], twiddles[2*j+1])
				}
				for j := range re {
					at := to + l - from + j*st.apart*row
					dst[at], dst[at+lanes] = re[j], im[j]
				}
			}
			from += row
		}
	}
}

// sums makes the sums of as many numbers as the radix, in place.
func (st *stage[T]) sums(re, im []T) {
	switch st.radix {
	case 2:
		two(re, im)
	case 4:
		four(re, im)
	default:
		odd(re, im, st.angles)
	}
}

func two[T float](re, im []T) {
	re[0], re[1] = re[0]+re[1], re[0]-re[1]
	im[0], im[1] = im[0]+im[1], im[0]-im[1]
}

func four[T float](re, im []T) {
	_, _ = re[3], im[3]
	evenRe, evenIm, offRe, offIm := re[0]+re[2], im[0]+im[2], re[0]-re[2], im[0]-im[2]
	oddRe, oddIm, byRe, byIm := re[1]+re[3], im[1]+im[3], re[1]-re[3], im[1]-im[3]
	re[0], im[0] = evenRe+oddRe, evenIm+oddIm
	re[1], im[1] = offRe+byIm, offIm-byRe
	re[2], im[2] = evenRe-oddRe, evenIm-oddIm
	re[3], im[3] = offRe-byIm, offIm+byRe
}

// odd takes the sums of an odd radix. Result k and its mirror image, radix-k, are the sum and the
// difference of what the sums of mirrored numbers give with the cosines, and their differences with
// the sines.
func odd[T float](re, im, angles []T) {
	radix, half := len(re), len(re)/2
	firstRe, firstIm := re[0], im[0]
	var outRe, outIm [maxRadix]T
	for j := 1; j <= half; j++ {
		a, b := re[j], re[radix-j]
		re[j], re[radix-j] = a+b, a-b
		a, b = im[j], im[radix-j]
		im[j], im[radix-j] = a+b, a-b
		re[0], im[0] = re[0]+re[j], im[0]+im[j]
	}
	for k := 1; k <= half; k++ {
		cosRe, cosIm := firstRe, firstIm
		var sinRe, sinIm T
		for j := 1; j <= half; j++ {
			at := j * k % radix
			mirrored := at > half
			if mirrored {
				at = radix - at
			}
			cos, sin := angles[at-1], angles[half+at-1]
			cosRe, cosIm = cosRe+T(cos*re[j]), cosIm+T(cos*im[j])
			byRe, byIm := T(sin*re[radix-j]), T(sin*im[radix-j])
			switch {
			case j == 1:
				sinRe, sinIm = byRe, byIm
			case mirrored:
				sinRe, sinIm = sinRe-byRe, sinIm-byIm
			default:
				sinRe, sinIm = sinRe+byRe, sinIm+byIm
			}
		}
		outRe[k], outIm[k] = cosRe+sinIm, cosIm-sinRe
		outRe[radix-k], outIm[radix-k] = cosRe-sinIm, cosIm+sinRe
	}
	copy(re[1:], outRe[1:])
	copy(im[1:], outIm[1:])
}
