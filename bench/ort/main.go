// Command ort compares single ops with those of ONNX Runtime: in one process, on
// one thread, on the same million f32 elements.
//
//	ORT_LIBRARY=.../libonnxruntime.so.1 go run -C bench/ort . [-samples 60] [-only REGEXP]
//
// It needs cgo and ONNX Runtime's shared library, so it is a module of its own.
// One that fits comes with a package for Node: in a folder outside of the checkout,
// `npm install --ignore-scripts onnxruntime-node@1.30.0` makes
// node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1.
//
// First it compares the results, by the steps of f32 between them. Then it takes the
// processor time of the thread for several executions of ours and of theirs, in
// turns, with results in storage that is used again, and prints nanoseconds per
// element: the least, which other work on the machine disturbs least, and the median.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/tg-opt/tg/bench/internal/program"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
	ort "github.com/yalue/onnxruntime_go"
	"golang.org/x/sys/unix"
)

const (
	elements = 1 << 20
	// executions of an op make a sample. In ours they are ops of one program, whose results but the
	// last share storage.
	executions = 4
)

// op is one in both tools, and where its arguments are.
type op struct {
	ours, theirs string
	low, high    float64
}

var ops = []op{
	{"exp", "Exp", -10, 10}, {"tanh", "Tanh", -5, 5}, {"erf", "Erf", -3, 3}, {"sigmoid", "Sigmoid", -10, 10},
	{"log", "Log", 0.001, 100}, {"sqrt", "Sqrt", 0, 100}, {"sin", "Sin", -10, 10}, {"cos", "Cos", -10, 10}, {"gelu", "Gelu", -5, 5},
	{"tan", "Tan", -10, 10}, {"asin", "Asin", -1, 1}, {"acos", "Acos", -1, 1}, {"atan", "Atan", -10, 10},
	{"sinh", "Sinh", -5, 5}, {"cosh", "Cosh", -5, 5}, {"asinh", "Asinh", -10, 10}, {"acosh", "Acosh", 1, 100}, {"atanh", "Atanh", -0.999, 0.999},
}

func main() {
	samples := flag.Int("samples", 60, "samples of each op in each tool")
	only := flag.String("only", "", "regular expression: only the ops of ours that it matches")
	flag.Parse()
	if err := compare(*only, *samples); err != nil {
		fmt.Fprintln(os.Stderr, "bench/ort:", err)
		os.Exit(1)
	}
}

func compare(only string, samples int) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	library := os.Getenv("ORT_LIBRARY")
	if library == "" {
		return fmt.Errorf("ORT_LIBRARY is not set: it names ONNX Runtime's shared library, which bench/ort/main.go says where to get")
	}
	if _, err := os.Stat(library); err != nil {
		return fmt.Errorf("ORT_LIBRARY: %w; bench/ort/main.go says where to get it", err)
	}
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(); err != nil {
		return fmt.Errorf("ONNX Runtime in %s: %w", library, err)
	}
	defer ort.DestroyEnvironment()
	runtime.LockOSThread() // whose processor time is measured
	debug.SetGCPercent(400)
	parallel.SetWorkers(1)
	fmt.Println("| op | at most apart, ULP | tg least, ns | median | ONNX Runtime least, ns | median | least tg/theirs | median |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, o := range ops {
		if !wanted.MatchString(o.ours) {
			continue
		}
		if err := o.compare(samples); err != nil {
			return fmt.Errorf("%s: %w", o.ours, err)
		}
	}
	return nil
}

// compare prints the line of an op.
func (o op) compare(samples int) error {
	x := tensor.New(tensor.F32, elements)
	for i, v := range tensor.Data[float64](tensor.Random(tensor.F64, []int{elements}, 1)) {
		x.SetFloat64(i, o.low+(v+1)/2*(o.high-o.low))
	}
	ours, err := newOurs(o.ours, x)
	if err != nil {
		return err
	}
	theirs, err := newTheirs(o.theirs, x)
	if err != nil {
		return fmt.Errorf("ONNX Runtime: %w", err)
	}
	defer theirs.destroy()
	tools := []interface{ sample() error }{ours, theirs}
	times := make([][]float64, len(tools))
	for i := range samples + 1 {
		for j, tool := range tools {
			start := processorTime()
			if err := tool.sample(); err != nil {
				return err
			}
			if i > 0 { // The first is to warm up.
				times[j] = append(times[j], float64(processorTime()-start)/elements/executions)
			}
		}
	}
	apart, err := distance(ours.result, theirs.output.GetData())
	if err != nil {
		return err
	}
	least, medians := make([]float64, len(tools)), make([]float64, len(tools))
	for j, t := range times {
		slices.Sort(t)
		least[j], medians[j] = t[0], t[len(t)/2]
	}
	fmt.Printf("| %s | %d | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f |\n", o.ours, apart, least[0], medians[0], least[1], medians[1], least[0]/least[1], medians[0]/medians[1])
	return nil
}

// processorTime of the thread, in nanoseconds.
func processorTime() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return t.Nano()
}

// distance is how many steps of f32 the results are apart at most.
func distance(ours *tensor.Tensor, theirs []float32) (uint64, error) {
	other, err := tensor.FromSlice(ours.Shape(), theirs)
	if err != nil {
		return 0, err
	}
	for i, v := range theirs {
		if math.IsNaN(float64(v)) != math.IsNaN(ours.Float64At(i)) {
			return 0, fmt.Errorf("element %d is %v in tg, and %v in ONNX Runtime", i, ours.Float64At(i), v)
		}
	}
	return tensor.Compare(ours, other, 0).ULPs, nil
}

// ourOp is a compiled program.
type ourOp struct {
	program *interp.Program
	input   *tensor.Tensor
	result  *tensor.Tensor
}

func newOurs(name string, x *tensor.Tensor) (*ourOp, error) {
	typ := fmt.Sprintf("tensor<%dxf32>", x.Len())
	var text strings.Builder
	fmt.Fprintf(&text, "func.func @main(%%x: %s) -> %s {\n", typ, typ)
	for i := range executions {
		fmt.Fprintf(&text, "  %%%d = tg.%s %%x : %s\n", i, name, typ)
	}
	fmt.Fprintf(&text, "  return %%%d : %s\n}\n", executions-1, typ)
	p, err := program.Parse(name, []byte(text.String()))
	if err != nil {
		return nil, err
	}
	run, err := p.Compile()
	return &ourOp{program: run, input: x}, err
}

func (o *ourOp) sample() error {
	r, err := o.program.Run([]*tensor.Tensor{o.input}, interp.Options{})
	if err == nil {
		o.result = r.Outputs[0]
	}
	return err
}
