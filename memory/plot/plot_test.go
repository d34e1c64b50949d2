package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
)

var update = flag.Bool("update", false, "write testdata/small.svg")

// element is one of a picture that was read back.
type element struct {
	name, text, title string
	attrs             map[string]string
}

func (e *element) number(t *testing.T, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attrs[name], 64)
	if err != nil {
		t.Fatalf("%s of %+v: %v", name, e, err)
	}
	return v
}

// read is the elements of a picture in their order. A title goes to the element
// that it is in.
func read(t *testing.T, svg []byte) (all []*element) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	var open []*element
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open, all = append(open, e), append(all, e)
		case xml.CharData:
			if n := len(open); n > 0 {
				open[n-1].text += string(token)
			}
		case xml.EndElement:
			e := open[len(open)-1]
			if open = open[:len(open)-1]; e.name == "title" {
				open[len(open)-1].title = e.text
			}
		}
	}
}

func picture(t *testing.T, panels ...Panel) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, panels...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// inside fails if a text or a rectangle is not within the picture.
func inside(t *testing.T, all []*element) {
	t.Helper()
	width, height := all[0].number(t, "width"), all[0].number(t, "height")
	check := func(e *element, x0, y0, x1, y1 float64) {
		t.Helper()
		const slack = 0.02
		if !(x0 >= -slack && y0 >= -slack && x1 <= width+slack && y1 <= height+slack) {
			t.Errorf("%s %q is from (%.1f, %.1f) to (%.1f, %.1f), and the picture has %g x %g",
				e.name, e.text+e.title, x0, y0, x1, y1, width, height)
		}
	}
	for _, e := range all {
		switch e.name {
		case "rect":
			x, y := 0.0, 0.0
			if e.attrs["x"] != "" {
				x, y = e.number(t, "x"), e.number(t, "y")
			}
			check(e, x, y, x+e.number(t, "width"), y+e.number(t, "height"))
		case "text":
			size := float64(bodySize)
			if e.attrs["font-size"] != "" {
				size = e.number(t, "font-size")
			}
			long := textWidth(e.text, size)
			from := 0.0
			switch e.attrs["text-anchor"] {
			case "middle":
				from = -long / 2
			case "end":
				from = -long
			}
			turn := 0.0
			if r := e.attrs["transform"]; r != "" {
				if _, err := fmt.Sscanf(r, "rotate(%g", &turn); err != nil {
					t.Fatal(err)
				}
			}
			sin, cos := math.Sincos(turn * math.Pi / 180)
			for _, along := range []float64{from, from + long} {
				x, y := e.number(t, "x")+along*cos, e.number(t, "y")+along*sin
				check(e, x, y, x, y)
			}
		}
	}
}

// small is a plan of four boxes, one of them too flat to be drawn apart.
func small() Panel {
	return Panel{
		Title: "before", Steps: 4,
		StepNames: func(i int) string { return [...]string{"exp", "dot", "add", "return"}[i] },
		Boxes: []Box{
			{Name: "%x", Type: "4xf32", Class: "argument", Lower: 0, Upper: 2, Offset: 0, Size: 4096},
			{Name: "%1", Type: "8xf32", Class: "intermediate", Lower: 1, Upper: 3, Offset: 4096, Size: 8192},
			{Name: "%2", Type: "4xf32", Class: "result", Lower: 2, Upper: 4, Offset: 0, Size: 4096, Title: "the result"},
			{Name: "%n", Class: "state", Lower: 0, Upper: 4, Offset: 12288, Size: 8},
		},
		Height: 12296, Live: []int64{4104, 12296, 12296, 4104}, Peak: 12296, PeakStep: 1, Budget: 10240,
	}
}

// random is a plan of n boxes, placed anyhow.
func random(r *rand.Rand, n int) Panel {
	p := Panel{Title: "random", Steps: 1 + r.IntN(2*n+1), PeakStep: -1}
	sum := int64(0)
	for i := range n {
		b := Box{Name: fmt.Sprintf("%%%d", i), Class: classes[r.IntN(len(classes))].name, Type: "tensor<?xf32>"}
		b.Lower = r.IntN(p.Steps + 1)
		b.Upper = min(p.Steps, b.Lower+int(r.ExpFloat64()*float64(p.Steps)/float64(1+r.IntN(n))))
		b.Size = int64(r.ExpFloat64() * float64(uint64(1)<<r.IntN(30)))
		b.Offset = r.Int64N(1 << 30)
		sum += b.Size
		p.Boxes = append(p.Boxes, b)
		p.Height = max(p.Height, b.Offset+b.Size)
	}
	p.Peak, p.PeakStep, p.Budget = sum, r.IntN(p.Steps), r.Int64N(1<<31)
	return p
}

// A small plan is drawn as the file has it, which somebody has looked at.
func TestGolden(t *testing.T) {
	const golden = "testdata/small.svg"
	after := small()
	after.Title, after.Boxes, after.Live, after.StepNames = "after", after.Boxes[:2], nil, nil
	after.Height, after.Peak = 12288, 12288
	got := picture(t, small(), after)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-%s +ours; go test ./memory/plot -update writes it)\n%s", golden, diff)
	}
}

// Boxes are where their steps and addresses are, and say what they are.
func TestGeometry(t *testing.T) {
	p := small()
	all := read(t, picture(t, p))
	inside(t, all)
	byTitle := map[string]*element{}
	var texts []string
	for _, e := range all {
		if e.name == "rect" && e.title != "" {
			byTitle[e.title] = e
		}
		if e.name == "text" {
			texts = append(texts, e.text)
		}
	}
	const scale = 12296 + 12296/16 + 1
	const left, step = margin + axisWidth, oneWidth / 4
	for title, want := range map[string][4]float64{
		"%x : 4xf32\nargument, 4 KiB at 0\nsteps 0 to 1":         {0, 2, 0, 4096},
		"%1 : 8xf32\nintermediate, 8 KiB at 4,096\nsteps 1 to 2": {1, 3, 4096, 12288},
		"the result": {2, 4, 0, 4096},
	} {
		e := byTitle[title]
		if e == nil {
			t.Fatalf("no box says %q", title)
		}
		x, y := e.number(t, "x"), e.number(t, "y")
		got := [4]float64{x, y, x + e.number(t, "width") + 0.8, y + e.number(t, "height") + 0.8}
		at := func(address float64) float64 { return mapTop + mapHeight - address/scale*mapHeight }
		for i, w := range [4]float64{left + want[0]*step, at(want[3]), left + want[1]*step, at(want[2])} {
			if math.Abs(got[i]-w) > 0.02 {
				t.Errorf("%q: coordinates are %v, and number %d should be %.2f", title, got, i, w)
			}
		}
	}
	if len(byTitle) != 3 {
		t.Errorf("%d boxes have titles, want 3: the flat one is merged", len(byTitle))
	}
	for _, want := range []string{"%x", "%1", "%2", "8xf32", "before", "arena 12 KiB", "budget 10 KiB",
		"peak 12 KiB at step 1: dot", "2 add", "4 steps, 4 buffers, 1 of them too small to be drawn apart"} {
		found := false
		for _, text := range texts {
			found = found || text == want
		}
		if !found {
			t.Errorf("no text is %q: %q", want, texts)
		}
	}
}

// Random plans are XML, within the picture, and the same twice.
func TestRandom(t *testing.T) {
	for seed := range campaign.Seeds(60) {
		r := rand.New(rand.NewPCG(seed, 15))
		panels := []Panel{random(r, 1+r.IntN(300)), random(r, 1+r.IntN(30))}[:1+r.IntN(2)]
		svg := picture(t, panels...)
		inside(t, read(t, svg))
		if !bytes.Equal(svg, picture(t, panels...)) {
			t.Errorf("seed %d: another picture the second time", seed)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// However many boxes there are, and however large their texts, the file is small,
// and the largest boxes are drawn with their names.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, box := range map[string]func(i int) Box{
		"noise": func(i int) Box {
			return Box{Lower: r.IntN(99_998), Upper: 99_999, Offset: r.Int64N(1 << 40), Size: 1 << r.IntN(34)}
		},
		"dust": func(int) Box {
			lower := r.IntN(99_000)
			return Box{Lower: lower, Upper: lower + 1 + r.IntN(999), Offset: r.Int64N(1 << 40), Size: 1 << r.IntN(32)}
		},
		"tiles": func(i int) Box { // each of a few pixels
			return Box{Lower: i % 400 * 250, Upper: i%400*250 + 250, Offset: int64(i/400) << 32, Size: 1 << 32,
				Title: strings.Repeat("&", 1000)}
		},
	} {
		p := Panel{Steps: 100_000, Height: 1 << 41, PeakStep: -1}
		for i := range 100_000 {
			b := box(i)
			b.Name, b.Class = strings.Repeat("<", 50), classes[r.IntN(len(classes))].name
			p.Boxes = append(p.Boxes, b)
		}
		for k := range 9 {
			p.Boxes = append(p.Boxes, Box{Name: fmt.Sprintf("huge%d", k), Lower: 10_000 * k, Upper: 10_000 * (k + 1),
				Offset: 1 << 40, Size: 1 << 39})
		}
		svg := picture(t, p, p)
		if len(svg) > 1_000_000 {
			t.Errorf("%s: %d bytes", name, len(svg))
		}
		inside(t, read(t, svg))
		for k := range 9 {
			if n := bytes.Count(svg, fmt.Appendf(nil, ">huge%d</text>", k)); n != 2 {
				t.Errorf("%s: huge%d is written %d times, want 2", name, k, n)
			}
		}
	}
}

// What hardly is a plan is drawn all the same.
func TestDegenerate(t *testing.T) {
	one := Box{Name: "a", Lower: 0, Upper: 1, Size: 1}
	huge := Box{Name: "b", Class: "result", Lower: 0, Upper: 1, Offset: 1 << 62, Size: math.MaxInt64 - 1<<62}
	long := Box{Name: "c", Lower: math.MaxInt - 2, Upper: math.MaxInt, Size: 5}
	for i, p := range []Panel{
		{},
		{PeakStep: -1, Budget: math.MaxInt64},
		{Steps: 1},
		{Steps: 3, Live: []int64{0, 0, 0}, Boxes: []Box{{Lower: 1, Upper: 1, Size: 4}, {Upper: 3, Offset: -1, Size: 3}, {Upper: 3}}},
		{Steps: 1, Boxes: []Box{one}, Height: 1, Peak: 1},
		{Steps: 1, Boxes: []Box{one, huge, huge, huge}, Height: math.MaxInt64, Peak: math.MaxInt64, Budget: math.MaxInt64},
		{Steps: math.MaxInt, Boxes: []Box{long, one}, Height: 5, PeakStep: math.MaxInt - 1, Peak: 5},
		{Steps: 2, Boxes: []Box{one}, Live: []int64{math.MaxInt64, 1}, Budget: math.MaxInt64},
	} {
		svg := picture(t, p, p)
		inside(t, read(t, svg))
		if s := string(svg); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("plan %d: a coordinate is no number", i)
		}
	}
}

// Text of others is text, whatever is in it.
func TestText(t *testing.T) {
	const bad = "a<b>&\"c\"\x00\x1b\xff\u202e\ufffe]]>"
	p := small()
	p.Title, p.StepNames = bad, func(int) string { return bad }
	p.Boxes[0].Name, p.Boxes[1].Title = bad, bad+"\nnext"
	svg := picture(t, p)
	all := read(t, svg)
	const want = "a<b>&\"c\"\ufffd\ufffd\ufffd\ufffd\ufffd]]>"
	for kind, found := range map[string]func(e *element) bool{
		"text":  func(e *element) bool { return e.name == "text" && e.text == want },
		"title": func(e *element) bool { return e.title == want+"\nnext" },
	} {
		seen := false
		for _, e := range all {
			seen = seen || found(e)
		}
		if !seen {
			t.Errorf("no %s is %q", kind, want)
		}
	}
}
