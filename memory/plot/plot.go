// Package plot draws memory plans as plain SVG, without scripts, style sheets or
// fonts of its own: time to the right, addresses of the arena upwards, and what
// is live in a strip below, stacked by class. One picture serves 20 buffers and
// 100,000: those that are too small to be seen apart become pixels.
package plot

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Box is a buffer and where it is.
type Box struct {
	// Name and Type are written into the box where there is room.
	Name, Type string
	// Class is intermediate, result, argument, constant, workspace or state; all
	// others are drawn as one class, "other".
	Class string
	// Lower and Upper bound the steps in which it is live: from Lower on, and not
	// at Upper any more.
	Lower, Upper int
	// Offset and Size are in bytes. What has a negative offset is not in the
	// arena, and counts only as live.
	Offset, Size int64
	// Title shows when the pointer is over the box. Where it is empty, all that
	// is said here takes its place.
	Title string
}

// Panel is one plan.
type Panel struct {
	Title string
	// Steps is the number of steps, of which StepNames, where it is given, says
	// the names.
	Steps     int
	StepNames func(i int) string
	Boxes     []Box
	// Height is the size of the arena in bytes.
	Height int64
	// Live is the bytes that are live at each step; nil where nobody counted them.
	Live []int64
	// Peak is the most bytes that are live, and PeakStep the step of it; -1 where
	// no step is to be marked.
	Peak     int64
	PeakStep int
	// Budget is what the arena was to stay within, in bytes; 0 for no limit.
	Budget int64
}

// Write draws one plan, or two side by side on one scale of bytes. It takes time
// in proportion to the boxes (which are sorted), the steps in Live and the pixels,
// and writes less than 1 MB however many there are. The same panels make the
// same bytes. It is an error if a panel contradicts itself.
func Write(w io.Writer, panels ...Panel) error {
	if len(panels) != 1 && len(panels) != 2 {
		return fmt.Errorf("a picture has 1 or 2 panels, and not %d", len(panels))
	}
	for i := range panels {
		if err := panels[i].check(); err != nil {
			return fmt.Errorf("panel %d: %w", i+1, err)
		}
	}
	_, err := w.Write(draw(panels))
	return err
}

func (p *Panel) check() error {
	switch {
	case p.Steps < 0:
		return fmt.Errorf("there are %d steps, and it takes 0 or more", p.Steps)
	case p.Height < 0 || p.Peak < 0 || p.Budget < 0:
		return fmt.Errorf("the arena has %d bytes, the peak %d, the budget %d, and all should be 0 or more",
			p.Height, p.Peak, p.Budget)
	case p.Live != nil && len(p.Live) != p.Steps:
		return fmt.Errorf("live bytes are given for %d steps, and there are %d", len(p.Live), p.Steps)
	case p.PeakStep < -1 || p.PeakStep >= max(p.Steps, 1):
		return fmt.Errorf("the peak is at step %d, and there are %d, counted from 0", p.PeakStep, p.Steps)
	}
	for t, n := range p.Live {
		if n < 0 {
			return fmt.Errorf("%d bytes are live at step %d, and it should be 0 or more", n, t)
		}
	}
	for i := range p.Boxes {
		if err := p.Boxes[i].check(p.Steps); err != nil {
			return fmt.Errorf("box %d, %q: %w", i, p.Boxes[i].Name, err)
		}
	}
	return nil
}

func (b *Box) check(steps int) error {
	switch {
	case b.Size < 0:
		return fmt.Errorf("its size is %d, and it should be 0 or more", b.Size)
	case b.Lower < 0 || b.Upper < b.Lower || b.Upper > steps:
		return fmt.Errorf("it is live from step %d to before step %d, and there are %d steps", b.Lower, b.Upper, steps)
	case b.Offset >= 0 && b.Offset > math.MaxInt64-b.Size:
		return errors.New("its end is not a number of 64 bits")
	}
	return nil
}

// inArena says whether a box takes any room in the map.
func (b *Box) inArena() bool { return b.Offset >= 0 && b.Size > 0 && b.Upper > b.Lower }

// title is what shows when the pointer is over the box.
func (b *Box) title() string {
	if b.Title != "" {
		return clipRunes(b.Title, maxTitle)
	}
	name := b.Name
	if b.Type != "" {
		name += " : " + b.Type
	}
	steps := fmt.Sprintf("step %s", grouped(int64(b.Lower)))
	if b.Upper-b.Lower > 1 {
		steps = fmt.Sprintf("steps %s to %s", grouped(int64(b.Lower)), grouped(int64(b.Upper)-1))
	}
	return clipRunes(name, maxTitle/2) + fmt.Sprintf("\n%s, %s at %s\n%s",
		classes[classOf(b.Class)].name, bytesText(b.Size), grouped(b.Offset), steps)
}

// maxTitle is the most characters of a title, so that one cannot fill the file.
const maxTitle = 400

// A class of storage, with the colour of its boxes. The colours are those of
// Okabe and Ito, "Color Universal Design" (2008), which people with any kind of
// colour vision tell apart, somewhat lighter so that black text is read on them.
type class struct{ name, fill string }

var classes = [...]class{
	{"intermediate", "#6cbdeb"},
	{"result", "#eda621"},
	{"argument", "#2fb08a"},
	{"constant", "#b9bdc3"},
	{"workspace", "#f2e75a"},
	{"state", "#d58ab4"},
	{"other", "#e0784a"},
}

// classOf is the number of a class.
func classOf(name string) int {
	for i := range classes {
		if classes[i].name == name {
			return i
		}
	}
	return len(classes) - 1
}
