package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// smallModels are sizes at which the models run at once.
var smallModels = map[string]Params{
	"nasrnn":       {Width: 5, Steps: 2},
	"bert":         {Sequence: 4, Width: 12, Heads: 3, Steps: 2},
	"bert-layers":  {Sequence: 5, Width: 12, Heads: 3, Steps: 2},
	"resnext":      {Width: 4, Extent: 32},
	"nasnet":       {Width: 2, Extent: 32, Steps: 2},
	"vgg":          {Width: 2, Extent: 32, Hidden: 7},
	"squeezenet":   {Width: 4, Extent: 65},
	"inception-v3": {Width: 2, Extent: 75},
}

func parsed(t *testing.T, name, text string) *ir.Op {
	t.Helper()
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: name})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatalf("%s: %s", name, ctx.Render(ir.AsDiag(err, 0)))
	}
	return module
}

func TestModelsRun(t *testing.T) {
	for _, p := range Models {
		for _, arguments := range []bool{false, true} {
			params := smallModels[p.Name]
			params.Arguments = arguments
			text := p.Text(params)
			if again := p.Text(params); again != text {
				t.Errorf("%s: two texts for the same parameters", p.Name)
			}
			program, err := interp.NewModule(parsed(t, p.Name, text)).Program("main")
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			result, err := program.Run(inputs(t, program), interp.Options{})
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			if arguments {
				continue // numbers that are not spread as weights are may grow without end
			}
			for i, out := range result.Outputs {
				zero := true
				for k := range out.Len() {
					x := out.Float64At(k)
					if x-x != 0 {
						t.Fatalf("%s: element %d of result %d is %v", p.Name, k, i, x)
					}
					zero = zero && x == 0
				}
				if zero {
					t.Errorf("%s: result %d is nothing but zeros", p.Name, i)
				}
			}
		}
	}
}

// counts are how many layers there are of each sort, and the elements of all weights.
type counts struct {
	Layers     map[string]int
	Parameters int64
}

// structure counts the layers of a model of the papers' size, whose weights are arguments.
func structure(t *testing.T, p Program) counts {
	params := p.Default
	params.Arguments = true
	n := counts{Layers: map[string]int{}}
	ir.Walk(parsed(t, p.Name, p.Text(params)), func(o *ir.Op) ir.WalkAction {
		ints := func(name string) []int64 { return o.Attr(name).Ints() }
		switch o.Name() {
		case "tg.conv":
			step := int64(1)
			if s := ints("strides"); s != nil {
				step = s[0]
			}
			kernel := o.Operand(1).Type().Shape()
			n.Parameters += product(kernel)
			image, relu := o.Operand(0).Type().Shape(), o.Attr("activation") != nil
			n.Layers[fmt.Sprintf("conv %v by %v step %d relu %v", image, kernel, step, relu)]++
		case "tg.matmul":
			n.Layers["product"]++
			if o.Operand(1).IsArg() {
				n.Parameters += product(o.Operand(1).Type().Shape())
			}
		case "tg.reduce_window":
			step := int64(1)
			if s := ints("strides"); s != nil {
				step = s[2]
			}
			n.Layers[fmt.Sprintf("%s %v of %v step %d", o.Attr("kind").Text(), ints("window")[2:], o.Operand(0).Type().Shape(), step)]++
		case "tg.concat":
			n.Layers[fmt.Sprintf("concat of %d", o.NumOperands())]++
		case "tg.relu":
			n.Layers["relu"]++
		}
		return ir.Advance
	})
	return n
}

func product(shape []int64) int64 {
	n := int64(1)
	for _, extent := range shape {
		n *= extent
	}
	return n
}

// Convolutions and products, and millions of parameters, without biases and normalisations.
func TestModelSizes(t *testing.T) {
	for name, want := range map[string]string{
		"nasrnn":       "0 convolutions, 80 products, 20.97 M",
		"bert":         "0 convolutions, 48 products, 33.55 M",
		"bert-layers":  "0 convolutions, 48 products, 33.55 M",
		"resnext":      "53 convolutions, 0 products, 22.91 M",
		"vgg":          "16 convolutions, 3 products, 143.65 M",
		"squeezenet":   "26 convolutions, 0 products, 1.23 M",
		"inception-v3": "94 convolutions, 0 products, 21.75 M",
		"nasnet":       "217 convolutions, 0 products, 39.84 M",
	} {
		i := slices.IndexFunc(Models, func(p Program) bool { return p.Name == name })
		n := structure(t, Models[i])
		convolutions := 0
		for layer, count := range n.Layers {
			if strings.HasPrefix(layer, "conv ") {
				convolutions += count
			}
		}
		if got := fmt.Sprintf("%d convolutions, %d products, %.2f M", convolutions, n.Layers["product"], float64(n.Parameters)/1e6); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestModelsAgainstLists compares layers with lists that TASO's authors published, if they are
// here.
func TestModelsAgainstLists(t *testing.T) {
	for name, file := range map[string]string{"vgg": "vgg.txt", "squeezenet": "squeezenet.txt", "inception-v3": "inceptionv3.txt"} {
		text, err := os.ReadFile(filepath.Join("../../../../shared/data/egraph/models", file))
		if err != nil {
			t.Skipf("there are no lists of layers: %v", err)
		}
		i := slices.IndexFunc(Models, func(p Program) bool { return p.Name == name })
		got, want := structure(t, Models[i]), listed(t, string(text))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-list +ours):\n%s", name, diff)
		}
	}
}

// listed counts the layers of a list: lines `id type in=[producer:output,...] par=[...]`.
func listed(t *testing.T, text string) counts {
	n := counts{Layers: map[string]int{}}
	weights := map[string][]int64{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		var par []int64
		for field := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(words[3], "par="), "[]"), ",") {
			var v int64
			if _, err := fmt.Sscan(field, &v); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			par = append(par, v)
		}
		inputs := strings.Split(strings.Trim(strings.TrimPrefix(words[2], "in="), "[]"), ",")
		pool := func(kind string) { n.Layers[fmt.Sprintf("%s %v of %v step %d", kind, par[5:7], par[:4], par[7])]++ }
		switch words[1] {
		case "Weight":
			weights[words[0]+":0"] = par
		case "Transpose":
			weights[words[0]+":0"] = weights[inputs[0]]
		case "Conv":
			n.Parameters += product(par[4:8])
			n.Layers[fmt.Sprintf("conv %v by %v step %d relu %v", par[:4], par[4:8], par[8], par[11] == 2)]++
		case "Matmul":
			n.Layers["product"]++
			n.Parameters += product(weights[inputs[1]])
		case "MaxPool":
			pool("max")
		case "AvgPool":
			pool("mean")
		case "Concat":
			n.Layers[fmt.Sprintf("concat of %d", len(inputs))]++
		case "Relu":
			n.Layers["relu"]++
		}
	}
	return n
}
