package fusion_test

import (
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/fusion"
)

// What rows an op keeps, for every number of rows that its result, or the operand of a
// reduction, can be cut into.
func TestInRows(t *testing.T) {
	for _, c := range []struct {
		name     string
		form     fusion.Form
		argument []int
		want     []int
	}{
		{"same shape", fusion.Form{Kind: fusion.Elementwise, Shape: []int{2, 3, 4}}, []int{2, 3, 4}, []int{1, 2, 6, 24}},
		{"a number for each row", fusion.Form{Kind: fusion.Elementwise, Shape: []int{2, 3, 4}}, []int{2, 3, 1}, []int{1, 2, 6}},
		{"rows repeat", fusion.Form{Kind: fusion.Elementwise, Shape: []int{2, 3, 4}}, []int{3, 4}, []int{1}},
		{"leading 1", fusion.Form{Kind: fusion.Elementwise, Shape: []int{1, 3, 4}}, []int{3, 4}, []int{1, 3, 12}},
		{"no elements", fusion.Form{Kind: fusion.Elementwise, Shape: []int{2, 0, 4}}, []int{2, 0, 4}, []int{1, 2}},
		{"repeated at the end", fusion.Form{Kind: fusion.Broadcast, Shape: []int{2, 3, 4}, Dims: []int{0, 1}}, []int{2, 3}, []int{1, 2, 6}},
		{"repeated in front", fusion.Form{Kind: fusion.Broadcast, Shape: []int{2, 3, 4}, Dims: []int{1, 2}}, []int{3, 4}, []int{1}},
		{"turned", fusion.Form{Kind: fusion.Broadcast, Shape: []int{4, 4}, Dims: []int{1, 0}}, []int{4, 4}, []int{1}},
		{"turned rows", fusion.Form{Kind: fusion.Broadcast, Shape: []int{4, 4, 2}, Dims: []int{1, 0, 2}}, []int{4, 4, 2}, []int{1}},
		{"stretched", fusion.Form{Kind: fusion.Broadcast, Shape: []int{2, 3}, Dims: []int{0, 1}}, []int{2, 1}, []int{1, 2}},
		{"split inside", fusion.Form{Kind: fusion.Reshape, Shape: []int{2, 3, 2, 2}}, []int{2, 3, 4}, []int{1, 2, 6, 24}},
		{"split across", fusion.Form{Kind: fusion.Reshape, Shape: []int{4, 3}}, []int{2, 6}, []int{1, 12}},
		{"what is reduced", fusion.Form{Kind: fusion.Reduce, Shape: []int{2}, Dims: []int{1}}, []int{2, 3}, []int{1, 2, 6}},
	} {
		shape := c.form.Shape
		if c.form.Kind == fusion.Reduce {
			shape = c.argument
		}
		var got []int
		for rows := range fusion.Cuts(shape) {
			if c.form.InRows(0, c.argument, rows) == nil {
				got = append(got, rows)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: rows %v, want %v", c.name, got, c.want)
		}
	}
	start := fusion.Form{Kind: fusion.Reduce, Shape: []int{2}, Dims: []int{1}}
	if start.InRows(1, nil, 1) == nil {
		t.Error("a reduction may start from what is computed inside")
	}
}

func TestAcrossRows(t *testing.T) {
	const no, yes, fails = "within rows", "across rows", "fails"
	for _, c := range []struct {
		name        string
		shape, dims []int
		want        map[int]string // by the number of rows
	}{
		{"last", []int{4, 5}, []int{1}, map[int]string{1: no, 4: no, 20: fails}},
		{"first", []int{4, 5}, []int{0}, map[int]string{1: no, 4: yes, 20: fails}},
		{"all", []int{4, 5}, []int{0, 1}, map[int]string{1: no, 4: yes, 20: yes}},
		{"two of three", []int{2, 3, 4}, []int{0, 1}, map[int]string{1: no, 2: yes, 6: yes, 24: fails}},
		{"outer and inner", []int{2, 3, 4}, []int{0, 2}, map[int]string{1: no, 2: yes, 6: fails}},
		{"outer and inner of long rows", []int{2, 4, 1025}, []int{0, 2}, map[int]string{1: no, 2: fails}},
		{"many sums", []int{4, 8193}, []int{0}, map[int]string{1: no, 4: fails}},
		{"extents 1", []int{1, 4, 5}, []int{0, 2}, map[int]string{1: no, 4: no}},
	} {
		form := fusion.Form{Kind: fusion.Reduce, Dims: c.dims}
		for rows, want := range c.want {
			across, err := form.AcrossRows(c.shape, rows)
			got := no
			switch {
			case err != nil:
				got = fails
			case across:
				got = yes
			}
			if got != want {
				t.Errorf("%s, %d rows: %s, want %s", c.name, rows, got, want)
			}
		}
	}
}
