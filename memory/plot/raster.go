package plot

import (
	"fmt"
	"math/bits"
)

// unit is the parts of a cell's width and height in which its coverage is
// counted: whole numbers, so that boxes side by side fill a cell exactly, in
// whatever order they come.
const unit = 1 << 12

// scaled is a*b/c, where a is at most c.
func scaled(a, b, c uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	q, _ := bits.Div64(hi, lo, c)
	return q
}

// A raster is the map of boxes that are too small to be drawn one by one, in
// square cells.
type raster struct {
	cell          int // pixels
	width, height int // in cells
	// keys say of each cell, row by row from the top, which class covers most of
	// it and how much all of them cover: 0 for nothing, else 1 + class*levels +
	// level.
	keys   []uint16
	levels int
}

// run is a rectangle of cells of one key.
type run struct {
	x0, y0, x1, y1 int
	key            uint16
}

// rasterise finds the finest raster of the boxes that has at most `limit` runs:
// with smaller or larger cells, and more or fewer levels of coverage. The
// coarsest is taken in any case.
func rasterise(f *figure, boxes []int32, limit int) (*raster, []run) {
	for cell := 1; ; cell *= 2 {
		r := &raster{cell: cell, width: f.width / cell, height: mapHeight / cell}
		best, total := r.cover(f, boxes)
		for _, r.levels = range []int{4, 2} {
			r.grade(best, total)
			runs := r.merge()
			if len(runs) <= limit || cell == maxCell && r.levels == 2 {
				return r, runs
			}
		}
	}
}

// share is which class covers most of a cell, and how much.
type share struct {
	class  uint8
	amount int64
}

// cover says what covers each cell: the class that has most of it, and the sum of
// all. Each box changes at most 16 numbers of a table of differences, from which
// two prefix sums make coverage.
func (r *raster) cover(f *figure, boxes []int32) ([]share, []int64) {
	best, total := make([]share, r.width*r.height), make([]int64, r.width*r.height)
	stride := r.width + 2
	diff := make([]int64, stride*(r.height+2))
	byClass := make([][]int32, len(classes))
	for _, i := range boxes {
		k := classOf(f.Boxes[i].Class)
		byClass[k] = append(byClass[k], i)
	}
	for k, list := range byClass {
		if len(list) == 0 {
			continue
		}
		clear(diff)
		for _, i := range list {
			x, y := r.extent(f, &f.Boxes[i])
			for _, dx := range x.steps() {
				for _, dy := range y.steps() {
					diff[dy.at*stride+dx.at] += dy.change * dx.change
				}
			}
		}
		for y := range r.height {
			var sum int64
			for x := range r.width {
				sum += diff[y*stride+x]
				amount := sum
				if y > 0 {
					amount += diff[(y-1)*stride+x]
				}
				diff[y*stride+x] = amount
				cell := y*r.width + x
				if total[cell] += amount; amount > best[cell].amount {
					best[cell] = share{uint8(k), amount}
				}
			}
		}
	}
	return best, total
}

// interval is a range of positions in one direction, in units.
type interval struct{ from, to uint64 }

// change is by how much the coverage of a cell differs from that of the cell
// before it.
type change struct {
	at     int
	change int64
}

// steps are the changes of coverage along an interval.
func (v interval) steps() [4]change {
	first, last := int(v.from/unit), int(v.to/unit)
	into, beyond := int64(v.from%unit), int64(v.to%unit)
	return [4]change{{first, unit - into}, {first + 1, into}, {last, beyond - unit}, {last + 1, -beyond}}
}

// extent is where a box is; it has at least one unit of each direction.
func (r *raster) extent(f *figure, b *Box) (x, y interval) {
	wide, high := uint64(r.width*unit), uint64(r.height*unit)
	along := func(from, to, of, all uint64) interval {
		v := interval{scaled(from, all, of), scaled(to, all, of)}
		if v.from == v.to {
			v.from = min(v.from, all-1)
			v.to = v.from + 1
		}
		return v
	}
	x = along(uint64(b.Lower), uint64(b.Upper), uint64(f.Steps), wide)
	up := along(uint64(b.Offset), uint64(b.Offset)+uint64(b.Size), f.arenaScale, high)
	return x, interval{high - up.to, high - up.from}
}

// grade makes keys of coverage. However little of a cell is covered, it shows.
func (r *raster) grade(best []share, total []int64) {
	if r.keys == nil {
		r.keys = make([]uint16, len(best))
	}
	const full = unit * unit
	levels := int64(r.levels)
	for i := range best {
		if r.keys[i] = 0; total[i] <= 0 {
			continue
		}
		level := (min(total[i], full)*levels - 1) / full
		r.keys[i] = uint16(1 + int64(best[i].class)*levels + level)
	}
}

// merge makes few rectangles of the cells: runs along rows that continue in the
// next row, or runs along columns that continue in the next column, whichever
// are fewer.
func (r *raster) merge() []run {
	rows := mergeRuns(r.width, r.height, func(x, y int) uint16 { return r.keys[y*r.width+x] })
	columns := mergeRuns(r.height, r.width, func(y, x int) uint16 { return r.keys[y*r.width+x] })
	if len(rows) <= len(columns) {
		return rows
	}
	for i, c := range columns {
		columns[i] = run{c.y0, c.x0, c.y1, c.x1, c.key}
	}
	return columns
}

// mergeRuns is merge for one direction.
func mergeRuns(width, height int, key func(x, y int) uint16) []run {
	var runs []run
	open := make([]int32, width) // by first cell, 1 + the last run that started there
	for y := range height {
		for x := 0; x < width; {
			k, from := key(x, y), x
			for x++; x < width && key(x, y) == k; x++ {
			}
			if k == 0 {
				continue
			}
			if n := open[from]; n > 0 {
				if above := &runs[n-1]; above.y1 == y && above.x1 == x && above.key == k {
					above.y1++
					continue
				}
			}
			runs = append(runs, run{from, y, x, y + 1, k})
			open[from] = int32(len(runs))
		}
	}
	return runs
}

// draw writes the runs, one path for each key, moved to (left, top).
func (r *raster) draw(c *canvas, runs []run, left, top int) {
	byKey := make([][]run, len(classes)*r.levels)
	for _, u := range runs {
		byKey[u.key-1] = append(byKey[u.key-1], u)
	}
	for key, list := range byKey {
		if len(list) == 0 {
			continue
		}
		opacity := ""
		if level := key%r.levels + 1; level < r.levels {
			opacity = fmt.Sprintf(` fill-opacity="%s"`, px(0.2+0.8*float64(level)/float64(r.levels)))
		}
		fmt.Fprintf(c, `<path fill="%s"%s d="`, classes[key/r.levels].fill, opacity)
		for _, u := range list {
			x, y := left+u.x0*r.cell, top+u.y0*r.cell
			fmt.Fprintf(c, "M%d %dh%dv%dH%dz", x, y, (u.x1-u.x0)*r.cell, (u.y1-u.y0)*r.cell, x)
		}
		c.WriteString("\"/>\n")
	}
}
