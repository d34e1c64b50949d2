package affine

import (
	"math"

	"github.com/tg-opt/tg/internal/shapes"
)

// column is one of a matrix that is being brought into Hermite normal form: e has its entries, u
// says which sum of the columns that there were it is.
type column struct{ e, u []int64 }

// hermite has columns in Hermite normal form: column i has its first entry that is not 0 in row
// rows[i], it is positive, and rows ascends. The columns behind are 0; their u are a basis of the
// integer vectors that the matrix takes to 0.
type hermite struct {
	columns []column
	rows    []int
	ok      bool // no number was too large
}

// newHermite brings a matrix of so many columns into that form, by adding multiples of columns to
// others, exchanging them, and changing their sign.
func newHermite(rows [][]int64, columns int) *hermite {
	h := &hermite{ok: true}
	for c := range columns {
		col := column{make([]int64, len(rows)), make([]int64, columns)}
		for r, row := range rows {
			col.e[r] = row[c]
		}
		col.u[c] = 1
		h.columns = append(h.columns, col)
	}
	for r := range rows {
		first := len(h.rows)
		if h.isolate(first, func(c column) *int64 { return &c.e[r] }) {
			h.rows = append(h.rows, r)
		}
	}
	return h
}

// isolate makes an entry 0 in all columns from first on but that one, where it becomes the positive
// greatest common divisor of theirs. It reports whether that is more than 0.
func (h *hermite) isolate(first int, entry func(column) *int64) bool {
	for h.ok {
		least, others := -1, false
		for i := first; i < len(h.columns); i++ {
			v := *entry(h.columns[i])
			switch {
			case v == 0:
			case least < 0:
				least = i
			default:
				others = true
				if magnitude(v) < magnitude(*entry(h.columns[least])) {
					least = i
				}
			}
		}
		if least < 0 {
			return false
		}
		h.columns[first], h.columns[least] = h.columns[least], h.columns[first]
		pivot := h.columns[first]
		if *entry(pivot) < 0 {
			h.add(pivot, pivot, -2)
		}
		if !others {
			return h.ok
		}
		for _, c := range h.columns[first+1:] {
			h.add(c, pivot, -shapes.FloorDiv(*entry(c), *entry(pivot)))
		}
	}
	return false
}

// add adds k times a column to another, or to itself.
func (h *hermite) add(to, from column, k int64) {
	if k == 0 {
		return
	}
	for _, pair := range [][2][]int64{{to.e, from.e}, {to.u, from.u}} {
		for i, v := range pair[1] {
			p, ok := shapes.Mul(v, k)
			sum, fits := shapes.Add(pair[0][i], p)
			if !ok || !fits || sum == math.MinInt64 {
				h.ok = false
				return
			}
			pair[0][i] = sum
		}
	}
}
