package plot

import "fmt"

// boxes writes the map: first what is merged into pixels, then the boxes that
// are seen apart, then their names.
func (c *canvas) boxes(f *figure) {
	if len(f.merged) > 0 {
		c.WriteString("<g shape-rendering=\"crispEdges\">\n")
		r, runs := rasterise(f, f.merged, maxRuns/f.panels)
		r.draw(c, runs, f.left, mapTop)
		c.WriteString("</g>\n")
	}
	last := -1
	for _, i := range f.apart {
		b := &f.Boxes[i]
		if k := classOf(b.Class); k != last {
			if last >= 0 {
				c.WriteString("</g>\n")
			}
			fmt.Fprintf(c, "<g fill=\"%s\">\n", classes[k].fill)
			last = k
		}
		x, y, w, h := f.place(b)
		w, h = seam(w), seam(h)
		fmt.Fprintf(c, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>\n",
			px(x), px(y), px(w), px(h), escapeLines(b.title()))
	}
	if last >= 0 {
		c.WriteString("</g>\n")
	}
}

// names writes the names of the boxes that have room for them.
func (c *canvas) names(f *figure) {
	c.WriteString("<g pointer-events=\"none\">\n")
	for _, i := range f.apart {
		c.name(f, &f.Boxes[i])
	}
	c.WriteString("</g>\n")
}

// seam is an extent that leaves a little of the background beside the next box.
func seam(extent float64) float64 {
	switch {
	case extent >= 4:
		return extent - 0.8
	case extent >= 2:
		return extent - 0.4
	}
	return extent
}

// room is the part of a box in which its name stands: all of it, or what is on one
// side of the lines of the peak and of the budget, where that is enough.
func (f *figure) room(b *Box) (x, y, w, h float64) {
	x, y, w, h = f.place(b)
	w, h = seam(w), seam(h)
	if f.marksPeak() {
		x, w = larger(x, w, f.x(float64(f.PeakStep)+0.5), textWidth(b.Name, bodySize)+8)
	}
	if f.shows(f.Budget) {
		y, h = larger(y, h, f.y(float64(f.Budget)), bodySize+4)
	}
	return x, y, w, h
}

// larger is the larger part of a stretch on one side of a line, if it has `least`;
// else the stretch.
func larger(from, extent, line, least float64) (start, length float64) {
	before, behind := line-from, from+extent-line
	switch {
	case min(before, behind) <= 0 || max(before, behind) < least:
		return from, extent
	case before > behind:
		return from, before
	}
	return line, behind
}

// name writes the name of a box into it, turned where that gives it more room,
// and below it, where there is room for them, the type and the size.
func (c *canvas) name(f *figure, b *Box) {
	x, y, w, h := f.room(b)
	text := printable(b.Name)
	along, across, turned := w, h, false
	if h > w && textWidth(text, bodySize) > w-6 {
		along, across, turned = h, w, true
	}
	size := float64(bodySize)
	if across < bodySize+3 {
		size = smallSize
	}
	if across < size+1.5 {
		return
	}
	if text = clip(text, size, along-6); text == "" {
		return
	}
	lines, gap := []string{text}, size+2
	for _, more := range []string{printable(b.Type), bytesText(b.Size)} {
		if float64(float64(len(lines)+1)*gap)+4 <= across && more != "" && textWidth(more, smallSize) <= along-6 {
			lines = append(lines, more)
		}
	}
	middle := -float64(len(lines)-1) * gap / 2
	for n, line := range lines {
		s := style{size: size, fill: ink, anchor: "middle"}
		if n > 0 {
			s.size = smallSize
		}
		// The base line is about a third of the size below the middle of small letters.
		off := middle + float64(float64(n)*gap) + float64(s.size*0.35) // exact product
		if turned {
			c.text(x+w/2+off, y+h/2, -90, s, line) // exact product
		} else {
			c.text(x+w/2, y+h/2+off, 0, s, line) // exact product
		}
	}
}
