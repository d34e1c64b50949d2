//go:build (amd64 || arm64) && !purego

package contract

import "testing"

// Rows are computed by functions that exist, and the last ones not by such as have to wait.
func TestRowsAtOnce(t *testing.T) {
	for _, most := range []int{6, 8} {
		for rows := 1; rows < 100; rows++ {
			for left := rows; left > 0; {
				n := rowsAtOnce(left, most)
				if n < min(rows, most/2) || n > min(left, most) {
					t.Fatalf("%d rows, %d left: %d of at most %d are next", rows, left, n, most)
				}
				left -= n
			}
		}
	}
}
