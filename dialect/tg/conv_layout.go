package tg

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
)

// The layout of a convolution is a string such as `nhwc x hwio -> nhwc`, one
// letter for each dimension of input, kernel and output: n batch, c feature, i
// and o input and output feature of the kernel, the rest spatial. One to three
// spatial dimensions are called w, hw or dhw, more of them by digits.

// MaxSpatialDims is how many spatial dimensions have a name.
const MaxSpatialDims = 10

func spatialNames(n int) string {
	if n <= 3 {
		return "dhw"[3-n:]
	}
	return "0123456789"[:n]
}

// FormatConvLayout is the layout attribute's text for dimension numbers, which
// must be those of arrays with at most MaxSpatialDims spatial dimensions.
func FormatConvLayout(d contract.ConvDims) string {
	names := spatialNames(len(d.InputSpatial))
	array := func(first int, firstName byte, second int, secondName byte, spatial []int) string {
		out := make([]byte, len(names)+2)
		out[first], out[second] = firstName, secondName
		for i, dim := range spatial {
			out[dim] = names[i]
		}
		return string(out)
	}
	return array(d.InputBatch, 'n', d.InputFeature, 'c', d.InputSpatial) + " x " +
		array(d.KernelInput, 'i', d.KernelOutput, 'o', d.KernelSpatial) + " -> " +
		array(d.OutputBatch, 'n', d.OutputFeature, 'c', d.OutputSpatial)
}

// ParseConvLayout is the inverse of FormatConvLayout.
func ParseConvLayout(text string) (contract.ConvDims, error) {
	var d contract.ConvDims
	input, rest, ok := strings.Cut(text, " x ")
	kernel, output, ok2 := strings.Cut(rest, " -> ")
	spatial := len(input) - 2
	if !ok || !ok2 || spatial < 0 || spatial > MaxSpatialDims || len(kernel) != len(input) || len(output) != len(input) {
		return d, fmt.Errorf("layout '%s' is not of the form 'nhwc x hwio -> nhwc', with up to %d spatial dimensions", text, MaxSpatialDims)
	}
	d.InputSpatial, d.KernelSpatial, d.OutputSpatial = make([]int, spatial), make([]int, spatial), make([]int, spatial)
	for _, a := range []struct {
		role, text    string
		first, second *int
		letters       string
		spatial       []int
	}{
		{"input", input, &d.InputBatch, &d.InputFeature, "nc", d.InputSpatial},
		{"kernel", kernel, &d.KernelInput, &d.KernelOutput, "io", d.KernelSpatial},
		{"output", output, &d.OutputBatch, &d.OutputFeature, "nc", d.OutputSpatial},
	} {
		names := a.letters + spatialNames(spatial)
		for i := range len(names) {
			at := strings.IndexByte(a.text, names[i])
			if at < 0 {
				return d, fmt.Errorf("layout '%s' of the %s must name each of the dimensions %s once", a.text, a.role, strings.Join(strings.Split(names, ""), ", "))
			}
			switch i {
			case 0:
				*a.first = at
			case 1:
				*a.second = at
			default:
				a.spatial[i-2] = at
			}
		}
	}
	return d, nil
}

// layoutOf is what a layout attribute says, which its constraint has parsed before.
func layoutOf(a *ir.Attr) contract.ConvDims {
	d, _ := ParseConvLayout(a.Text())
	return d
}

// isConvLayout is spelled `[n, h, w, c] x [h, w, i, o] -> [n, h, w, c]`.
var isConvLayout = ir.AttrConstraint{
	Desc: "convolution layout such as \"nhwc x hwio -> nhwc\"",
	Ok: func(a *ir.Attr) bool {
		if !a.Is(ir.StringAttr) {
			return false
		}
		_, err := ParseConvLayout(a.Text())
		return err == nil
	},
	Parse: func(p ir.OpParser) *ir.Attr {
		pos := p.Pos()
		text := parseDimNames(p)
		p.Expect("x")
		text += " x " + parseDimNames(p)
		p.Expect("->")
		text += " -> " + parseDimNames(p)
		if _, err := ParseConvLayout(text); err != nil {
			p.Fail(pos, "%s", err)
		}
		return p.Context().StringAttr(text)
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) {
		for _, word := range strings.Fields(a.Text()) {
			switch word {
			case "x", "->":
				p.Str(" " + word + " ")
			default:
				printList(p, len(word), func(i int) { p.Str(word[i : i+1]) })
			}
		}
	},
}

// parseDimNames reads `[n, h, w, c]` as `nhwc`.
func parseDimNames(p ir.OpParser) string {
	var b strings.Builder
	parseList(p, func() {
		pos := p.Pos()
		name := ""
		if p.PeekInt() {
			name = fmt.Sprint(p.Int())
		} else {
			name = p.Keyword()
		}
		if len(name) != 1 {
			p.Fail(pos, "expected the name of a dimension: one letter or digit")
		}
		b.WriteString(name)
	})
	return b.String()
}
