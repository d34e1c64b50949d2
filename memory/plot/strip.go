package plot

import (
	"cmp"
	"fmt"
	"slices"
)

// column is a part of the strip, a pixel or one step wide.
type column struct {
	// classes are the bytes of the boxes of each class at that step of the column
	// at which all together have most, which is total.
	classes [len(classes)]float64
	total   float64
	live    int64 // the most of Live
}

// event is a step at which a box begins or ends.
type event struct {
	step  int
	class int8
	bytes float64
}

// measure says what is live in each column.
func (f *figure) measure() []column {
	if f.Steps == 0 {
		return nil
	}
	columns := make([]column, min(f.Steps, f.width))
	all, steps := uint64(len(columns)), uint64(f.Steps)
	columnOf := func(step int) int { return int(scaled(uint64(step), all, steps)) }
	for t, n := range f.Live {
		col := &columns[columnOf(t)]
		col.live = max(col.live, n)
	}
	events := make([]event, 0, 2*len(f.Boxes))
	for i := range f.Boxes {
		if b := &f.Boxes[i]; b.Upper > b.Lower && b.Size > 0 {
			k := int8(classOf(b.Class))
			events = append(events, event{b.Lower, k, float64(b.Size)}, event{b.Upper, k, -float64(b.Size)})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.step, b.step) })
	var now [len(classes)]float64
	total := 0.0
	for i := 0; i < len(events); {
		step := events[i].step
		for ; i < len(events) && events[i].step == step; i++ {
			now[events[i].class] += events[i].bytes
			total += events[i].bytes
		}
		if i == len(events) {
			break
		}
		for k := columnOf(step); k <= columnOf(events[i].step-1); k++ {
			if total > columns[k].total {
				columns[k].classes, columns[k].total = now, total
			}
		}
	}
	return columns
}

// strip writes what is live: the boxes stacked by class, and the line of what was
// counted.
func (c *canvas) strip(f *figure) {
	if len(f.columns) == 0 {
		return
	}
	c.WriteString("<g shape-rendering=\"crispEdges\">\n")
	// Each class is drawn from the floor to the top of its layer, the upper ones
	// first, so that a layer needs one edge.
	for k := len(classes) - 1; k >= 0; k-- {
		some := slices.ContainsFunc(f.columns, func(col column) bool { return col.classes[k] > 0 })
		if !some {
			continue
		}
		fmt.Fprintf(c, `<path fill="%s" d="M%d %d`, classes[k].fill, f.left, foot)
		c.outline(f, func(col *column) float64 {
			sum := 0.0
			for _, n := range col.classes[:k+1] {
				sum += max(n, 0)
			}
			return sum
		}, 'V')
		fmt.Fprintf(c, "V%dz\"/>\n", foot)
	}
	c.WriteString("</g>\n")
	if f.Live == nil {
		return
	}
	fmt.Fprintf(c, `<path fill="none" stroke="%s" stroke-width="1.2" d="`, ink)
	c.outline(f, func(col *column) float64 { return float64(col.live) }, 'M')
	c.WriteString("\"/>\n")
}

// outline writes a curve of stairs over the columns, which begins with a move, or
// with a vertical line from where the path is.
func (c *canvas) outline(f *figure, value func(*column) float64, begin byte) {
	n := float64(len(f.columns))
	last := ""
	for i := range f.columns {
		y := px(f.liveY(value(&f.columns[i])))
		if y == last {
			continue
		}
		x := px(f.x(float64(i) / n * float64(f.Steps)))
		switch {
		case i > 0:
			fmt.Fprintf(c, "H%sV%s", x, y)
		case begin == 'M':
			fmt.Fprintf(c, "M%s %s", x, y)
		default:
			fmt.Fprintf(c, "V%s", y)
		}
		last = y
	}
	fmt.Fprintf(c, "H%d", f.left+f.width)
}
