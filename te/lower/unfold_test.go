package lower

import (
	"fmt"
	"testing"
)

// A shape is stretched by dimensions of extent 1 only, as late as possible.
func TestStretched(t *testing.T) {
	for _, c := range []struct {
		from, to []int64
		want     string
	}{
		{[]int64{3, 4}, []int64{3, 1, 4}, "[1] [0 2] true"},
		{[]int64{3, 4}, []int64{1, 3, 4, 1}, "[0 3] [1 2] true"},
		{[]int64{1, 4}, []int64{1, 1, 4}, "[1] [0 2] true"},
		{nil, []int64{1}, "[0] [] true"},
		{[]int64{3, 4}, []int64{3, 4}, "[] [0 1] false"},
		{[]int64{3, 4}, []int64{4, 3, 1}, "[] [] false"},
		{[]int64{3, 4}, []int64{3, 1}, "[1] [0] false"},
		{[]int64{0}, []int64{1, 0}, "[0] [1] true"},
	} {
		added, place, ok := stretched(c.from, c.to)
		if got := fmt.Sprint(added, place, ok); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// All choices are found of few numbers, and one of all of them however many there are.
func TestChoices(t *testing.T) {
	many := make([]int64, 40)
	for n, want := range []int{1, 4, 6, 4, 1, 0} {
		if got := choices([]int64{2, 3, 5, 7}, n); len(got) != want {
			t.Errorf("%d of 4: %d choices, want %d", n, len(got), want)
		}
	}
	if got := choices(many, len(many)); len(got) != 1 || len(got[0]) != len(many) {
		t.Errorf("all of many: %v", got)
	}
	if got := choices(many, 3); len(got) != 20 {
		t.Errorf("3 of many: %d choices, want those of the first %d", len(got), maxUnits)
	}
}
