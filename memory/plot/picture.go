package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Sizes of the picture, in pixels. The width of a map and its height are
// multiples of maxCell.
const (
	oneWidth, twoWidth = 1040, 640 // of the map, in a picture of one panel, and of two
	mapHeight          = 480
	liveHeight         = 112
	maxCell            = 8

	margin    = 16
	axisWidth = 68 // left of the map: numbers
	headTop   = 44 // below the legend
	head      = 66 // title, two lines, the name of the peak
	stripGap  = 18
	footRow   = 18 // numbers below the strip
	nameFoot  = 86 // names of steps below the strip

	titleSize, bodySize, smallSize = 15, 11, 9.5
)

// The most bytes that boxes of their own take, and rectangles that others are
// merged into, in the whole picture.
const (
	boxBytes = 420_000
	maxRuns  = 18_000
)

// figure is a panel and its place in the picture.
type figure struct {
	*Panel
	left, width int
	panels      int
	// arenaScale and liveScale are the bytes at the top of the map and of the strip.
	arenaScale uint64
	liveScale  float64
	columns    []column // of the strip
	apart      []int32  // boxes that are drawn one by one, from the left and from below
	merged     []int32  // boxes that are not
	named      bool     // steps have their names below
}

const (
	mapTop   = headTop + head
	stripTop = mapTop + mapHeight + stripGap
	foot     = stripTop + liveHeight
)

// draw is the picture of one panel or two.
func draw(panels []Panel) []byte {
	figures := make([]*figure, len(panels))
	width := oneWidth
	if len(panels) == 2 {
		width = twoWidth
	}
	left, height := margin+axisWidth, foot+footRow+margin
	for i := range panels {
		f := &figure{Panel: &panels[i], left: left, width: width, panels: len(panels)}
		f.columns = f.measure()
		if f.named = f.StepNames != nil && f.Steps > 0 && width/f.Steps >= 13; f.named {
			height = foot + nameFoot + margin
		}
		figures[i] = f
		left += width + margin + axisWidth
	}
	scale(figures)
	full := left - axisWidth
	c := &canvas{}
	fmt.Fprintf(c, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "+
		"font-family=\"sans-serif\" font-size=\"%d\" fill=\"%s\">\n", full, height, full, height, bodySize, ink)
	c.rect(0, 0, float64(full), float64(height), "#fff", "")
	c.legend(figures)
	for _, f := range figures {
		c.figure(f)
	}
	c.WriteString("</svg>\n")
	return c.Bytes()
}

// scale sets the scales of bytes, which all figures share: the least that has
// room for all of them, and for a label above. A budget far above the rest
// counts not, else nothing but it could be seen.
func scale(figures []*figure) {
	var arena, budget int64
	live := 0.0
	for _, f := range figures {
		arena = max(arena, f.Height)
		for i := range f.Boxes {
			if b := &f.Boxes[i]; b.inArena() {
				arena = max(arena, b.Offset+b.Size)
			}
		}
		live = max(live, float64(f.Peak))
		for _, col := range f.columns {
			live = max(live, col.total, float64(col.live))
		}
	}
	for _, f := range figures {
		if f.Budget > budget && f.Budget/3 <= arena/2 {
			budget = f.Budget
		}
	}
	top := uint64(max(arena, budget, 1))
	for _, f := range figures {
		f.arenaScale, f.liveScale = top+top/16+1, max(live*1.05, 1)
	}
}

// choose says which boxes are drawn one by one: those of at least a pixel in both
// directions, the largest first, as far as the bytes reach.
func (f *figure) choose() {
	type candidate struct {
		box  int32
		area float64
	}
	var large []candidate
	for i := range f.Boxes {
		b := &f.Boxes[i]
		if !b.inArena() {
			continue
		}
		if _, _, w, h := f.place(b); w >= 1 && h >= 1 {
			large = append(large, candidate{int32(i), w * h})
		} else {
			f.merged = append(f.merged, int32(i))
		}
	}
	slices.SortFunc(large, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.area, a.area), cmp.Compare(a.box, b.box))
	})
	left := boxBytes / f.panels
	for n, l := range large {
		b := &f.Boxes[l.box]
		if left -= 220 + len(b.title()) + min(len(b.Name), 100) + min(len(b.Type), 100); left < 0 {
			for _, l := range large[n:] {
				f.merged = append(f.merged, l.box)
			}
			break
		}
		f.apart = append(f.apart, l.box)
	}
	slices.SortFunc(f.apart, func(i, j int32) int {
		a, b := &f.Boxes[i], &f.Boxes[j]
		return cmp.Or(cmp.Compare(classOf(a.Class), classOf(b.Class)), cmp.Compare(a.Lower, b.Lower),
			cmp.Compare(a.Offset, b.Offset), cmp.Compare(i, j))
	})
}

// x is where a step begins, and y where an address is.
func (f *figure) x(step float64) float64 {
	return float64(f.left) + float64(step/float64(max(f.Steps, 1))*float64(f.width))
}

func (f *figure) y(address float64) float64 {
	return mapTop + mapHeight - float64(address/float64(f.arenaScale)*mapHeight)
}

// liveY is where a number of live bytes is in the strip.
func (f *figure) liveY(n float64) float64 {
	return stripTop + liveHeight - float64(n/f.liveScale*liveHeight)
}

// place is the rectangle of a box.
func (f *figure) place(b *Box) (x, y, w, h float64) {
	x, y = f.x(float64(b.Lower)), f.y(float64(b.Offset)+float64(b.Size))
	return x, y, f.x(float64(b.Upper)) - x, f.y(float64(b.Offset)) - y
}

// legend writes what the colours mean, of the classes that are there.
func (c *canvas) legend(figures []*figure) {
	var there [len(classes)]bool
	line := false
	for _, f := range figures {
		for i := range f.Boxes {
			there[classOf(f.Boxes[i].Class)] = true
		}
		line = line || f.Live != nil
	}
	x := float64(margin + axisWidth)
	const y = margin + 12
	for k := range classes {
		if there[k] {
			c.rect(x, y-10, 12, 12, classes[k].fill, "")
			c.text(x+17, y, 0, style{size: bodySize, fill: ink, anchor: "start"}, classes[k].name)
			x += 17 + textWidth(classes[k].name, bodySize) + 18
		}
	}
	if line {
		c.line(x, y-4, x+18, y-4, ink, ` stroke-width="1.4"`)
		c.text(x+23, y, 0, style{size: bodySize, fill: ink, anchor: "start"}, "live bytes, as counted")
	}
}

// figure writes one panel.
func (c *canvas) figure(f *figure) {
	f.choose()
	c.head(f)
	c.axes(f)
	if f.shows(f.Budget) {
		top := f.y(float64(f.Budget))
		c.rect(float64(f.left), mapTop, float64(f.width), top-mapTop, budgetTint, ` fill-opacity="0.07"`)
	}
	c.boxes(f)
	c.strip(f)
	c.rect(float64(f.left), mapTop, float64(f.width), mapHeight, "none", ` stroke="`+frame+`"`)
	c.rect(float64(f.left), stripTop, float64(f.width), liveHeight, "none", ` stroke="`+frame+`"`)
	c.marks(f)
	c.names(f)
	c.labels(f)
}

// shows says whether a budget is one, and within the map.
func (f *figure) shows(budget int64) bool { return budget > 0 && uint64(budget) <= f.arenaScale }

// marksPeak says whether there is a peak, and its step is known.
func (f *figure) marksPeak() bool { return f.Steps > 0 && f.PeakStep >= 0 && f.Peak > 0 }

// head writes the title and what the panel is about in numbers.
func (c *canvas) head(f *figure) {
	inArena := len(f.apart) + len(f.merged)
	var about strings.Builder
	fmt.Fprintf(&about, "%s, %s", plural(f.Steps, "step"), plural(inArena, "buffer"))
	if n := len(f.merged); n > 0 {
		fmt.Fprintf(&about, ", %s of them too small to be drawn apart", grouped(int64(n)))
	}
	bytes := fmt.Sprintf("arena %s, at most %s live", bytesText(f.Height), bytesText(f.Peak))
	if f.Budget > 0 {
		bytes += ", budget " + bytesText(f.Budget)
	}
	x, width := float64(f.left), float64(f.width)
	c.text(x, headTop+12, 0, style{size: titleSize, fill: ink, anchor: "start", bold: true}, clip(printable(f.Title), titleSize*1.1, width))
	c.text(x, headTop+29, 0, style{size: bodySize, fill: ink, anchor: "start"}, clip(bytes, bodySize, width))
	c.text(x, headTop+43, 0, style{size: bodySize, fill: faint, anchor: "start"}, clip(about.String(), bodySize, width))
}

// axes writes the numbers and lines of both scales of bytes, and of steps.
func (c *canvas) axes(f *figure) {
	number := style{size: bodySize, fill: faint, anchor: "end"}
	left, right := float64(f.left), float64(f.left+f.width)
	for _, t := range byteTicks(float64(f.arenaScale), 9) {
		y := f.y(t.at)
		c.line(left, y, right, y, grid, "")
		c.text(left-6, y+4, 0, number, t.text)
	}
	for _, t := range byteTicks(f.liveScale, 3) {
		y := f.liveY(t.at)
		c.line(left, y, right, y, grid, "")
		c.text(left-6, y+4, 0, number, t.text)
	}
	axis := style{size: bodySize, fill: faint, anchor: "middle"}
	c.text(left-58, mapTop+mapHeight/2, -90, axis, "address")
	c.text(left-58, stripTop+liveHeight/2, -90, axis, "live")
	if f.named {
		for t := range f.Steps {
			x := f.x(float64(t) + 0.5)
			name := clip(printable(grouped(int64(t))+" "+f.StepNames(t)), smallSize, (nameFoot-20)*math.Sqrt2)
			c.line(x, foot, x, foot+4, frame, "")
			c.text(x+3, foot+11, -45, style{size: smallSize, fill: faint, anchor: "end"}, name)
		}
		return
	}
	for _, t := range stepTicks(f.Steps, float64(f.width)) {
		x := f.x(float64(t) + 0.5)
		text := grouped(int64(t))
		half := textWidth(text, bodySize) / 2
		c.line(x, foot, x, foot+4, frame, "")
		c.text(min(x, right+margin-2-half), foot+15, 0, axis, text) // exact product
	}
}

// marks draws the lines above the boxes: the edge of the arena, the budget, and
// the peak.
func (c *canvas) marks(f *figure) {
	left, right := float64(f.left), float64(f.left+f.width)
	if f.Height > 0 {
		y := f.y(float64(f.Height))
		c.line(left, y, right, y, ink, ` stroke-opacity="0.6"`)
	}
	if f.shows(f.Budget) {
		y := f.y(float64(f.Budget))
		c.line(left, y, right, y, budgetInk, ` stroke-width="1.6" stroke-dasharray="9 3 2 3"`)
	}
	if f.marksPeak() {
		x := f.x(float64(f.PeakStep) + 0.5)
		c.line(x, mapTop-3, x, foot, "#fff", ` stroke-width="3.4" stroke-opacity="0.75"`)
		c.line(x, mapTop-3, x, foot, ink, ` stroke-width="1.3" stroke-dasharray="5 3"`)
		fmt.Fprintf(c, "<circle cx=\"%s\" cy=\"%s\" r=\"3.2\" stroke=\"#fff\"/>\n", px(x), px(f.liveY(float64(f.Peak))))
	}
}

// labels says what the marks are.
func (c *canvas) labels(f *figure) {
	left, right := float64(f.left), float64(f.left+f.width)
	label := style{size: bodySize, fill: ink, anchor: "start", halo: true}
	if f.Height > 0 {
		c.text(left+6, f.y(float64(f.Height))-5, 0, label, "arena "+bytesText(f.Height))
	}
	label.anchor, label.fill = "end", budgetInk
	if f.shows(f.Budget) {
		c.text(right-6, f.y(float64(f.Budget))-5, 0, label, "budget "+bytesText(f.Budget))
	} else if f.Budget > 0 {
		c.text(right-6, mapTop+14, 0, label, "↑ budget "+bytesText(f.Budget))
	}
	if !f.marksPeak() {
		return
	}
	text := fmt.Sprintf("peak %s at step %s", bytesText(f.Peak), grouped(int64(f.PeakStep)))
	if f.StepNames != nil {
		text += ": " + printable(f.StepNames(f.PeakStep))
	}
	text = clip(text, bodySize, float64(f.width))
	half := textWidth(text, bodySize) / 2
	x := min(max(f.x(float64(f.PeakStep)+0.5), left+half), right-half) // exact product
	c.text(x, mapTop-7, 0, style{size: bodySize, fill: ink, anchor: "middle"}, text)
}
