package tensor

// edgeItems is how many items an elided list keeps at each end.
const edgeItems = 3

// Format writes t in the text form that Parse reads: 1x5xf32=[0 1 0 3 4] and 2x2xf32=[1 2][3 4].
// Elements are separated by blanks and rows are bracketed; the outermost pair of brackets is left
// out, so a scalar is f32=31 and a list 3xi32=1 2 3. A tensor without elements is 0x3xf32=[].
// Numbers have the fewest digits that read back as the same bits; a NaN loses its sign and payload.
func Format(t *Tensor) string { return formatTensor(t, t.count) }

// FormatElided is Format for people: a tensor of more than limit elements shows three items at each
// end of each longer list and "..." between.
func FormatElided(t *Tensor, limit int) string { return formatTensor(t, limit) }

// String is FormatElided with a limit of 1000 elements.
func (t *Tensor) String() string { return FormatElided(t, 1000) }

func formatTensor(t *Tensor, limit int) string {
	w := textWriter{t: t, elide: t.count > limit}
	w.dst = append(append(w.dst, t.TypeString()...), '=')
	switch {
	case t.count == 0:
		w.dst = append(w.dst, "[]"...)
	case t.Rank() == 0:
		w.dst = t.appendElement(w.dst, 0)
	default:
		w.items(0, 0, t.count)
	}
	return string(w.dst)
}

type textWriter struct {
	t     *Tensor
	dst   []byte
	elide bool
}

// items writes the items of the list in dimension dim whose elements are the size ones from start.
func (w *textWriter) items(dim, start, size int) {
	extent := w.t.shape[dim]
	step := size / extent
	innermost := dim == w.t.Rank()-1
	for i := 0; i < extent; i++ {
		if i > 0 && innermost {
			w.dst = append(w.dst, ' ')
		}
		if w.elide && i == edgeItems && extent > 2*edgeItems {
			w.dst = append(w.dst, "..."...)
			if innermost {
				w.dst = append(w.dst, ' ')
			}
			i = extent - edgeItems
		}
		if innermost {
			w.dst = w.t.appendElement(w.dst, start+i)
			continue
		}
		w.dst = append(w.dst, '[')
		w.items(dim+1, start+i*step, step)
		w.dst = append(w.dst, ']')
	}
}
