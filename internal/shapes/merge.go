package shapes

// Run is some neighbouring dimensions of a shape that are walked as one.
type Run[T Int] struct {
	First, Last int // dimensions, neither of extent 1
	Extent      T   // the product of their extents
}

// Merge joins neighbours among the dimensions of a shape that are alike: alike(d, e) is asked of
// dimension d, the last one of a run so far, and e, the next one behind it. Those of extent 1
// belong to whichever run they lie in or beside, and make none of their own. A product that T
// cannot hold, which a shape without elements may have, is that of no run.
//
// This is what all that walks over shapes has in common: broadcasting, reductions, and the sum over
// what was broadcast (Stretching).
func Merge[T Int](shape []T, alike func(d, e int) bool) []Run[T] {
	var runs []Run[T]
	for d, extent := range shape {
		if extent == 1 {
			continue
		}
		if last := len(runs) - 1; last >= 0 && alike(runs[last].Last, d) {
			if n, fits := Count([]T{runs[last].Extent, extent}); fits {
				runs[last].Last, runs[last].Extent = d, n
				continue
			}
		}
		runs = append(runs, Run[T]{d, d, extent})
	}
	return runs
}

// Stretched tells of an operand that broadcasts to a shape which dimensions of it the operand is
// stretched along: it has extent 1 there, or no such dimension, and the shape another extent. All
// others are dimensions of the operand, or have extent 1 in both.
func Stretched[T Int](operand, shape []T) []bool {
	bits := make([]bool, len(shape))
	lead := len(shape) - len(operand)
	for d, extent := range shape {
		bits[d] = extent != 1 && (d < lead || operand[d-lead] == 1)
	}
	return bits
}

// Stretching is how an operand lies in a shape that it broadcasts to, with dimensions merged that
// it treats alike: runs along which it is stretched and runs of its own alternate. So the first one
// and how many there are tell one case from another, which makes 2n cases of n runs and not 2^n. A
// gradient of the shape, whose elements may be taken to have the extents of the runs, is summed
// along those that are stretched to be one of the operand. The order is the one in which the
// dimensions by themselves would be summed, since merging keeps the order of elements.
type Stretching[T Int] struct {
	Extents []T
	Dims    []T // which of them are stretched
}

// StretchingOf merges the dimensions of a shape that an operand broadcasts to.
func StretchingOf[T Int](operand, shape []T) Stretching[T] {
	bits := Stretched(operand, shape)
	var s Stretching[T]
	for i, r := range Merge(shape, func(d, e int) bool { return bits[d] == bits[e] }) {
		s.Extents = append(s.Extents, r.Extent)
		if bits[r.First] {
			s.Dims = append(s.Dims, T(i))
		}
	}
	return s
}
