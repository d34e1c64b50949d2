package plot

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// Colours of what is not a box. All text is read on white, which the picture
// brings along for viewers that are dark.
const (
	ink        = "#1b1f24"
	faint      = "#5b6470"
	grid       = "#e3e6ea"
	frame      = "#9aa2ad"
	budgetInk  = "#a83c00"
	budgetTint = "#d55e00"
)

// canvas is a picture in the making.
type canvas struct{ bytes.Buffer }

// px is a coordinate, in hundredths of a pixel.
func px(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// style is how a text looks and on which side of its place it is: "start",
// "middle" or "end".
type style struct {
	size   float64
	fill   string
	anchor string
	bold   bool
	halo   bool // white around it, so that it is read over boxes
}

// text writes a text with its base line at a place, turned by degrees.
func (c *canvas) text(x, y, turn float64, s style, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(c, `<text x="%s" y="%s"`, px(x), px(y))
	if turn != 0 {
		fmt.Fprintf(c, ` transform="rotate(%s %s %s)"`, px(turn), px(x), px(y))
	}
	if s.size != bodySize {
		fmt.Fprintf(c, ` font-size="%s"`, px(s.size))
	}
	if s.fill != ink {
		fmt.Fprintf(c, ` fill="%s"`, s.fill)
	}
	if s.anchor != "start" {
		fmt.Fprintf(c, ` text-anchor="%s"`, s.anchor)
	}
	if s.bold {
		c.WriteString(` font-weight="bold"`)
	}
	if s.halo {
		c.WriteString(` stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`)
	}
	fmt.Fprintf(c, ">%s</text>\n", escape(text))
}

// line writes a straight line, with attributes besides.
func (c *canvas) line(x0, y0, x1, y1 float64, stroke, more string) {
	fmt.Fprintf(c, "<path d=\"M%s %sL%s %s\" stroke=\"%s\"%s/>\n", px(x0), px(y0), px(x1), px(y1), stroke, more)
}

// rect writes a rectangle.
func (c *canvas) rect(x, y, width, height float64, fill, more string) {
	fmt.Fprintf(c, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"%s/>\n",
		px(x), px(y), px(width), px(height), fill, more)
}
