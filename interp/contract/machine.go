//go:build (amd64 || arm64) && !purego

package contract

// rowsAtOnce is how many of so many rows are computed next, of which there may be most at a time:
// not so many that a few are left, whose products wait for each other.
func rowsAtOnce(rows, most int) int {
	if most < rows && rows < most+fewRowsLeft {
		return (rows + 1) / 2
	}
	return min(rows, most)
}

// fewRowsLeft is how many rows are as fast as fewer.
const fewRowsLeft = 4

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
