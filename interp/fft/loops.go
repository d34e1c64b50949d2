package fft

// loops are the inner loops over whole rows: in machine code where the processor has it, with the
// bits of the portable ones.
type loops[T float] struct {
	// pass executes a stage.
	pass func(st *stage[T], dst, src []T)
	// split makes n rows of complex numbers, those of a row one behind the other and the rows
	// `step` floats apart; join does the opposite. Under swap real and imaginary parts change
	// places.
	split, join func(dst, src []T, n, step int, swap bool)
	// multiply multiplies the numbers of n rows by those of others.
	multiply func(rows, by []T, n int)
	// transpose makes rows of lanes, and of lanes rows, in blocks of as many rows as there are
	// lanes; a block is `step` floats behind the one before it in dst.
	transpose func(dst, src []T, blocks, step int)
}

// portable are the loops in Go.
func portable[T float]() *loops[T] {
	return &loops[T]{pass: pass[T], split: split[T], join: join[T], multiply: multiply[T], transpose: transpose[T]}
}

func split[T float](dst, src []T, n, step int, swap bool) {
	lanes := lanesOf[T]()
	re, im := places(lanes, swap)
	for i := range n {
		row, from := dst[2*lanes*i:][:2*lanes], src[i*step:][:2*lanes]
		for l := range lanes {
			row[re+l], row[im+l] = from[2*l], from[2*l+1]
		}
	}
}

func join[T float](dst, src []T, n, step int, swap bool) {
	lanes := lanesOf[T]()
	re, im := places(lanes, swap)
	for i := range n {
		row, to := src[2*lanes*i:][:2*lanes], dst[i*step:][:2*lanes]
		for l := range lanes {
			to[2*l], to[2*l+1] = row[re+l], row[im+l]
		}
	}
}

// places says where in a row the real and the imaginary parts are.
func places(lanes int, swap bool) (re, im int) {
	if swap {
		return lanes, 0
	}
	return 0, lanes
}

func multiply[T float](rows, by []T, n int) {
	lanes := lanesOf[T]()
	for at := 0; at < 2*lanes*n; at += 2 * lanes {
		row, factor := rows[at:][:2*lanes], by[at:][:2*lanes]
		for l := range lanes {
			row[l], row[lanes+l] = times(row[l], row[lanes+l], factor[l], factor[lanes+l])
		}
	}
}

func transpose[T float](dst, src []T, blocks, step int) {
	lanes := lanesOf[T]()
	for b := range blocks {
		to, from := dst[b*step:][:2*lanes*lanes], src[b*2*lanes*lanes:][:2*lanes*lanes]
		for i := range lanes {
			for l := range lanes {
				to[2*lanes*l+i] = from[2*lanes*i+l]
				to[2*lanes*l+lanes+i] = from[2*lanes*i+lanes+l]
			}
		}
	}
}
