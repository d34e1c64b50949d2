package report

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// histogram prints the slowest tests, and how many tests took about as long as each other, as
// --time-tests of lit does.
func histogram(b *bufio.Writer, results []*lit.Result, t *terminal) {
	type item struct {
		name    string
		seconds float64
	}
	var items []item
	for _, r := range results {
		if r.Elapsed != 0 {
			items = append(items, item{t.clean(r.Test.Name()), r.Elapsed.Seconds()})
		}
	}
	if len(items) == 0 {
		return
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.seconds, b.seconds) })
	longest := items[len(items)-1].seconds
	height, rows := rowHeight(longest)
	counts := make([]int, rows)
	for _, it := range items {
		counts[min(int(float64(rows)*it.seconds/longest), rows-1)]++
	}

	const width = 40
	rule := strings.Repeat("-", width+34) + "\n"
	b.WriteString("Slowest Tests:\n" + rule)
	for _, it := range slices.Backward(items[max(0, len(items)-20):]) {
		fmt.Fprintf(b, "%.2fs: %s\n", it.seconds, it.name)
	}
	b.WriteString("\nTests Times:\n" + rule)
	digits := ceilLog10(longest)
	decimals := max(0, 3-digits)
	if decimals > 0 {
		digits += decimals + 1
	}
	countDigits := ceilLog10(float64(len(items)))
	fmt.Fprintf(b, "[%s] :: [%s] :: [%s]\n", center("Range", (digits+1)*2+3), center("Percentage", width), center("Count", countDigits*2+1))
	b.WriteString(rule)
	for i, count := range slices.Backward(counts) {
		stars := int(width * (float64(count) / float64(len(items))))
		fmt.Fprintf(b, "[%*.*fs,%*.*fs) :: [%s%s] :: [%*d/%*d]\n",
			digits, decimals, float64(i)*height, digits, decimals, float64(i+1)*height,
			strings.Repeat("*", stars), strings.Repeat(" ", width-stars), countDigits, count, countDigits, len(items))
	}
	b.WriteString(rule)
}

// rowHeight is the first round number of seconds that divides the longest time into more than ten
// rows, and their number.
func rowHeight(longest float64) (height float64, rows int) {
	for power := ceilLog10(longest); ; power-- {
		for _, step := range []float64{5, 2, 2.5, 1} {
			height = step * math.Pow10(power)
			if rows = int(math.Ceil(longest / height)); rows > 10 {
				return height, rows
			}
		}
	}
}

func ceilLog10(x float64) int { return int(math.Ceil(math.Log(x) / math.Ln10)) }

// center puts text into the middle of so many columns, left of it if that is between two.
func center(text string, width int) string {
	space := max(0, width-len(text))
	left := space/2 + space&width&1
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", space-left)
}
