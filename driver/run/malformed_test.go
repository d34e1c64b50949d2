package run

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/driver/tooltest"
	"github.com/tg-opt/tg/tensor"
)

type result tooltest.Result

// standard is the tool that the tests are about.
var standard = tool.Standard("tg-run")

func main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Main(standard, args, stdin, stdout, stderr)
}

func tgRun(stdin string, args ...string) result { return result(tooltest.Run(main, stdin, args...)) }

const (
	identity = "func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {\n  return %x : tensor<2x3xf32>\n}\n"
	dynamic  = "func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = tg.add %x, %y : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n"
	endless  = "func.func @main() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n"
	waiting  = "func.func @main(%p: tensor<i1>) -> tensor<i1> {\n  %0 = tg.while (%a = %p) : tensor<i1> cond {\n    tg.yield %a : tensor<i1>\n  } do {\n    tg.yield %a : tensor<i1>\n  }\n  return %0 : tensor<i1>\n}\n"
	checks   = "func.func @main() {\n" +
		"  %a = tg.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n" +
		"  %b = tg.constant dense<[1.0, 2.5, 3.25]> : tensor<3xf32>\n" +
		"  check.expect_eq %a, %b : tensor<3xf32>\n" +
		"  check.expect_almost_eq %a, %b : tensor<3xf32>\n" +
		"  check.expect_eq %a, %a : tensor<3xf32>\n" +
		"  return\n}\n"
)

// badRuns: a module, the arguments, and all of standard error. The files that
// they name are those of TestBadRuns.
var badRuns = []struct {
	name, module string
	args         []string
	want         string
}{
	// The command line.
	{"unknown flag", identity, []string{"--inptu=1"}, "tg-run: Unknown command line argument '--inptu=1'.  Try: 'tg-run --help'\ntg-run: Did you mean '--input=1'?\n"},
	{"two files", "", []string{"a.mlir", "b.mlir"}, "tg-run: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: tg-run --help\nThe arguments are 'a.mlir' and 'b.mlir'\n"},
	{"missing file", "", []string{"none.mlir"}, "tg-run: cannot open input file 'none.mlir': No such file or directory\n"},
	{"directory", "", []string{"dir"}, "tg-run: cannot open input file 'dir': Is a directory\n"},
	{"no value", "", []string{"--entry"}, "tg-run: for the --entry option: requires a value!\n"},
	{"no number", "", []string{"--workers=many"}, "tg-run: for the --workers option: 'many' value invalid for uint argument!\n"},
	{"no truth value", "", []string{"--signature=maybe"}, "tg-run: for the --signature option: 'maybe' is invalid value for boolean argument! Try 0 or 1\n"},
	{"no machine", identity, []string{"--input=2x3xf32=1", "--input=i32=1", "--stats=none.profile"}, "tg-run: for the --stats option: cannot read the profile 'none.profile': No such file or directory\n"},
	{"no place for a trace", identity, []string{"--input=2x3xf32=1", "--input=i32=1", "--trace=none/t.json"}, "tg-run: for the --trace option: cannot open output file 'none/t.json': No such file or directory\n"},
	{"no place for a profile", identity, []string{"--input=2x3xf32=1", "--input=i32=1", "--cpuprofile=none/p"}, "tg-run: for the --cpuprofile option: cannot open output file 'none/p': No such file or directory\n"},
	{"a trace of two programs", identity, []string{"--compare=a.mlir", "--trace=t.json"}, "tg-run: --trace is about one program; leave --compare away\n"},
	{"a trace of several modules", identity + "// -----\n" + identity, []string{"--trace=t.json"}, "tg-run: --trace is for one module, but <stdin> has 2, which lines of // ----- separate\n"},
	{"a trace of a training", identity, []string{"--steps=2", "--trace=t.json"}, "tg-run: --trace and --steps exclude each other\n"},
	{"one file for two", identity, []string{"--trace=t", "--cpuprofile=t"}, "tg-run: --trace and --cpuprofile name the same file, 't'\n"},
	{"no limit", "", []string{"--elide=-2"}, "tg-run: for the --elide option: '-2' value invalid for long argument!\n"},
	{"no unit of time", "", []string{"--timeout=5"}, "tg-run: for the --timeout option: '5' is not a duration such as 30s, 1m30s or 500ms\n"},
	{"no time", "", []string{"--timeout=-5s"}, "tg-run: for the --timeout option: '-5s' is not a duration such as 30s, 1m30s or 500ms\n"},
	{"unknown unit of memory", "", []string{"--max-memory=1X"}, "tg-run: for the --max-memory option: '1X' is not a size such as 8GiB, 500M or 1000000\n"},
	{"too large a size", "", []string{"--max-memory=10000000T"}, "tg-run: for the --max-memory option: '10000000T' is not a size such as 8GiB, 500M or 1000000\n"},
	{"negative size", "", []string{"--max-memory=-1"}, "tg-run: for the --max-memory option: '-1' is not a size such as 8GiB, 500M or 1000000\n"},
	{"pass misspelt", identity, []string{"--pass-pipeline=builtin.module(cs)"},
		"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:1: error: 'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\ncs\n^\n"},
	{"bare pipeline misspelt", identity, []string{"--pass-pipeline=canonicalize,cs"},
		"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:14: error: 'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\ncanonicalize,cs\n             ^\n"},
	// The module.
	{"malformed module", "func.func @main() {\n  tg.ad\n}\n", nil, "<stdin>:2:3: error: custom op 'tg.ad' is unknown; did you mean 'tg.add'?\n  tg.ad\n  ^\n"},
	{"empty module", "", nil, "tg-run: the module has no function to run\n"},
	{"private functions", "func.func private @f() {\n  return\n}\n", nil, "tg-run: the module has no public function; choose one with --entry: f\n"},
	{"several public functions", "func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n", nil,
		"tg-run: the module has several public functions; choose one with --entry: f, g\n"},
	{"entry misspelt", identity, []string{"--entry=mian"}, "tg-run: there is no function @mian among 'main'; did you mean 'main'?\n"},
	{"declaration", "func.func private @main()\n", nil, "<stdin>:1:1: error: function @main has no body to run\nfunc.func private @main()\n^\n"},
	{"op that has no conversion", "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.custom_call @foo(%x) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n", nil,
		"<stdin>:2:8: error: 'stablehlo.custom_call' op cannot be converted to tg: what the target 'foo' computes is not known\n  %0 = stablehlo.custom_call @foo(%x) : (tensor<f32>) -> tensor<f32>\n       ^\n" +
			"<stdin>:2:8: note: known are " + knownTargets() + ", and what a program that uses tg as a library provides\n"},
	{"op that cannot be executed", "func.func @main() {\n  builtin.module {\n  }\n  return\n}\n", nil,
		"<stdin>:2:3: error: 'builtin.module' op cannot be converted to tg: it has no counterpart there\n  builtin.module {\n  ^\n"},
	{"type that cannot be held", "func.func @main(%x: none) {\n  return\n}\n", nil,
		"<stdin>:1:17: error: cannot hold a value of type 'none': the element type is none of [i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64 complex<f32> complex<f64>]\nfunc.func @main(%x: none) {\n                ^\n"},
	// Inputs.
	{"no input", identity, nil, "tg-run: 2 arguments of function @main are missing; give each by --input, as elements [1,2,3], random:SEED or @file.npy, or all by --inputs=random:SEED:" +
		"\n  #0, a tensor<2x3xf32>: --input=%x=2x3xf32=random:1\n  #1, a tensor<i32>: --input=%n=i32=random:1\n"},
	{"one input too few", identity, []string{"--input=2x3xf32=1"}, "tg-run: 1 argument of function @main is missing; give each by --input, as elements [1,2,3], random:SEED or @file.npy, or all by --inputs=random:SEED:" +
		"\n  #1, a tensor<i32>: --input=%n=i32=random:1\n"},
	{"the first input missing", identity, []string{"--input=%n=i32=1"}, "tg-run: 1 argument of function @main is missing; give each by --input, as elements [1,2,3], random:SEED or @file.npy, or all by --inputs=random:SEED:" +
		"\n  #0, a tensor<2x3xf32>: --input=%x=2x3xf32=random:1\n"},
	{"dynamic inputs at random", dynamic, []string{"--inputs=random:7", "--input=%y=3xf32=1"},
		"tg-run: --inputs=random:7 cannot choose the dynamic extents of 1 argument of function @main; give each by --input, such as\n  #0, a tensor<?xf32>: --input=%x=2xf32=random:1\n"},
	{"random inputs without a seed", identity, []string{"--inputs=random"}, "tg-run: for the --inputs option: expected random:SEED with a decimal seed such as random:7, got 'random'\n"},
	{"random inputs twice", identity, []string{"--inputs=random:1", "--inputs=random:2"}, "tg-run: for the --inputs option: random:1 is given already\n"},
	{"inputs of nothing", identity, []string{"--inputs=x.npy"},
		"tg-run: for the --inputs option: 'x.npy' is neither random:SEED nor a .npz or .safetensors file; one argument is given by --input\n"},
	{"random inputs beyond the memory", "func.func @main(%x: tensor<1000000x1000xf32>) {\n  return\n}\n", []string{"--inputs=random:1"},
		"tg-run: input #0, a tensor<1000000x1000xf32>, needs 4000000000 bytes, but --max-memory leaves 1073741824\n"},
	{"input of an unknown name", identity, []string{"--input=%xx=i32=1"}, "tg-run: --input #0: function @main has no argument 'xx' among 'x', 'n'; did you mean 'x'?\n"},
	{"input of a name alone", identity, []string{"--input=%x"}, "tg-run: --input #0: expected '=' and a value after the name of an argument, as in --input=%x=2x3xf32=[...]\n"},
	{"one input twice", identity, []string{"--input=2x3xf32=1", "--input=%x=2x3xf32=1"}, "tg-run: --input #1: argument %x of function @main has its value from --input #0\n"},
	{"no element after a name", identity, []string{"--input=%n=i32=x"}, "<input #0>:1:8: error: \"x\" is not an integer from -2147483648 to 2147483647 (i32)\n%n=i32=x\n       ^\n"},
	{"archive without a name", identity, []string{"--input=@two.npz"}, "tg-run: --input #0: two.npz: it holds 'n', 'x'; name one, as in --input=@two.npz:NAME\n"},
	{"array that is missing", identity, []string{"--input=@two.npz:y"}, "tg-run: --input #0: two.npz: there is no 'y' among 'n', 'x'\n"},
	{"archive without @", identity, []string{"--input=two.npz:x"}, "tg-run: --input #0: to read a file write @ and its name, such as --input=@x.npy\n"},
	{"archive that is text", identity, []string{"--input=@text.npz:x"}, "tg-run: --input #0: text.npz: npz: not a .npz file: not a valid zip file\n"},
	{"archive that is missing", identity, []string{"--inputs=none.safetensors"}, "tg-run: --inputs: cannot open 'none.safetensors': No such file or directory\n"},
	{"archive that is a directory", identity, []string{"--inputs=dir.npz"}, "tg-run: --inputs: cannot read 'dir.npz': Is a directory\n"},
	{"archive of other names", dynamic, []string{"--inputs=other.npz"}, "tg-run: --inputs: other.npz: function @main has no argument 'weight' among 'x', 'y'\n"},
	{"archives with one argument", identity, []string{"--inputs=two.npz", "--inputs=two.safetensors"},
		"tg-run: --inputs: two.safetensors: 'n' is argument %n of function @main, which has its value from 'n' of two.npz\n"},
	{"archive beyond --max-input", identity, []string{"--inputs=two.npz", "--max-input=200"}, "tg-run: --inputs: two.npz: input of SIZE bytes exceeds the limit of 200 bytes set by --max-input\n"},
	{"one input too many", identity, []string{"--input=2x3xf32=1", "--input=i32=1", "--input=i32=1"}, "tg-run: --input is given 3 times, but function @main takes 2 inputs\n"},
	{"inputs for none", endless, []string{"--input=i32=1"}, "tg-run: --input is given 1 time, but function @main takes 0 inputs\n"},
	{"another shape", identity, []string{"--input=2x4xf32=1", "--input=i32=1"}, "tg-run: input #0 of function @main must be tensor<2x3xf32>, but got tensor<2x4xf32>\n"},
	{"another rank", dynamic, []string{"--input=f32=1", "--input=2xf32=1"}, "tg-run: input #0 of function @main must be tensor<?xf32>, but got tensor<f32>\n"},
	{"another element type", identity, []string{"--input=2x3xf32=1", "--input=i64=1"}, "tg-run: input #1 of function @main must be tensor<i32>, but got tensor<i64>\n"},
	{"empty text", identity, []string{"--input="}, "<input #0>:1:1: error: expected '=' after the type, as in 2x3xf32=[...]\n\n^\n"},
	{"no elements", identity, []string{"--input=2x3xf32"}, "<input #0>:1:8: error: expected '=' after the type, as in 2x3xf32=[...]\n2x3xf32\n       ^\n"},
	{"too few elements", identity, []string{"--input=2x3xf32=[1,2]"}, "<input #0>:1:9: error: 2x3xf32 needs 6 elements, got 2\n2x3xf32=[1,2]\n        ^\n"},
	{"another nesting", identity, []string{"--input=2x3xf32=[[1,2],[3,4],[5,6]]"}, "<input #0>:1:14: error: 2x3xf32 needs 3 items in this list, got 2\n2x3xf32=[[1,2],[3,4],[5,6]]\n             ^\n"},
	{"bracket missing", identity, []string{"--input=2x3xf32=[1,2,3,4,5,6"}, "<input #0>:1:9: error: '[' is not closed\n2x3xf32=[1,2,3,4,5,6\n        ^\n"},
	{"element that is no number", identity, []string{"--input=2x3xf32=1,2,x,4,5,6"},
		"<input #0>:1:13: error: \"x\" is not a number (f32): write it as 1.5, 2e-3, nan, inf, -inf or as a bit pattern such as 0x7FC00000\n2x3xf32=1,2,x,4,5,6\n            ^\n"},
	{"element out of range", identity, []string{"--input=2x3xi8=300"}, "<input #0>:1:8: error: \"300\" is not an integer from -128 to 127 (i8)\n2x3xi8=300\n       ^\n"},
	{"no seed", identity, []string{"--input=2x3xf32=random"}, "<input #0>:1:9: error: expected random:SEED with a decimal seed such as random:7, got \"random\"\n2x3xf32=random\n        ^\n"},
	{"type in MLIR's form", identity, []string{"--input=tensor<2x3xf32>=1"}, "<input #0>:1:1: error: write the type without 'tensor<' and '>', as in 2x3xf32=[...]\ntensor<2x3xf32>=1\n^\n"},
	{"unknown element type", identity, []string{"--input=2x3xf33=1"},
		"<input #0>:1:5: error: expected an extent such as 2x or an element type (i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64 complex<f32> complex<f64>), got \"f33\"\n2x3xf33=1\n    ^\n"},
	{"dynamic extent", identity, []string{"--input=?x3xf32=1"}, "<input #0>:1:1: error: a run-time tensor has fixed extents, replace '?' by a number\n?x3xf32=1\n^\n"},
	{"input of a terabyte", identity, []string{"--input=1000000x1000000xf32=1"},
		"<input #0>:1:1: error: 1000000x1000000xf32 needs 4000000000000 bytes, at most 1073741824 can be given as text\n1000000x1000000xf32=1\n^\n"},
	{"extent that overflows", identity, []string{"--input=99999999999999999999xf32=1"}, "<input #0>:1:1: error: extent 99999999999999999999 is too large\n99999999999999999999xf32=1\n^\n"},
	{"file without @", identity, []string{"--input=x.npy"}, "tg-run: --input #0: to read a file write @ and its name, such as --input=@x.npy\n"},
	{"@ without a file", identity, []string{"--input=@"}, "tg-run: --input #0: to read a file write @ and its name, such as --input=@x.npy\n"},
	{"file that is missing", identity, []string{"--input=@none.npy"}, "tg-run: --input #0: cannot open 'none.npy': No such file or directory\n"},
	{"file that is a directory", identity, []string{"--input=@dir"}, "tg-run: --input #0: cannot read 'dir': Is a directory\n"},
	{"file that is text", identity, []string{"--input=@text.npy"}, "tg-run: --input #0: text.npy: npy: not a .npy file: starts with \"func.f\", must start with \"\\x93NUMPY\"\n"},
	{"file that is empty", identity, []string{"--input=@empty.npy"}, "tg-run: --input #0: empty.npy: npy: file ends inside the magic string: unexpected EOF\n"},
	{"file that is cut off", identity, []string{"--input=@short.npy"}, "tg-run: --input #0: short.npy: npy: 2x3xf32 needs 24 bytes of elements: file ends after 23 of them: unexpected EOF\n"},
	{"file with a huge shape", identity, []string{"--input=@huge.npy"}, "tg-run: --input #0: huge.npy: npy: 2000000000000x3xf32 needs 24000000000000 bytes of elements: file ends after 24 of them: unexpected EOF\n"},
	{"file of objects", identity, []string{"--input=@object.npy"},
		"tg-run: --input #0: object.npy: npy: header, byte 14: element type '|O' is not supported; supported are bool, integers, float16, float32, float64, complex64, complex128, and V2 for bfloat16\n"},
	{"file with a corrupt header", identity, []string{"--input=@header.npy"}, "tg-run: --input #0: header.npy: npy: header, byte 18: string is not closed\n"},
	{"file of another type", identity, []string{"--input=@good.npy", "--input=@good.npy"}, "tg-run: input #1 of function @main must be tensor<i32>, but got tensor<2x3xf32>\n"},
	// Outputs.
	{"output without @", identity, []string{"--output=x.npy"}, "tg-run: --output=x.npy: write @ and a file name, such as --output=@y.npy\n"},
	{"output without a name", identity, []string{"--output=@"}, "tg-run: --output=@: write @ and a file name, such as --output=@y.npy\n"},
	{"one output twice", identity, []string{"--output=@x.npy", "--output=@x.npy"}, "tg-run: --output=@x.npy is given twice\n"},
	{"one output too many", identity, []string{"--output=@x.npy", "--output=@y.npy"}, "tg-run: --output is given 2 times, but function @main has 1 result\n"},
	{"output of an unknown format", identity, []string{"--output=@x.npzz"},
		"tg-run: --output=@x.npzz: the ending of a file name says its format, .npy for one result, .npz or .safetensors for all of them; '.npzz' is none of them; did you mean '.npz'?\n"},
	{"output of no format", identity, []string{"--output=@x"},
		"tg-run: --output=@x: the ending of a file name says its format, .npy for one result, .npz or .safetensors for all of them; 'x' has none\n"},
	// Measuring and comparing.
	{"no runs", identity, []string{"--repeat=0"}, "tg-run: --repeat=0 runs nothing; write how many runs are to be timed, such as --repeat=10\n"},
	{"tolerance for nothing", identity, []string{"--tolerance-ulp=1"}, "tg-run: --tolerance-ulp says what --compare=FILE allows, which is missing\n"},
	{"no tolerance", identity, []string{"--tolerance-ulp=-1"}, "tg-run: for the --tolerance-ulp option: '-1' is not a number of steps such as 4\n"},
	{"output of a comparison", identity, []string{"--compare=dynamic.mlir", "--output=@x.npy"}, "tg-run: --compare writes no results; leave --output away\n"},
	{"standard input twice", identity, []string{"--compare=-"}, "tg-run: standard input cannot be both programs; name a file, as in tg-run a.mlir --compare=-\n"},
	{"comparison with a missing file", identity, []string{"--compare=none.mlir"}, "tg-run: cannot open input file 'none.mlir': No such file or directory\n"},
	{"comparison of other arguments", identity, []string{"--compare=dynamic.mlir"},
		"tg-run: cannot compare @main of <stdin> with @main of dynamic.mlir: argument #0 is a tensor<2x3xf32> of the one and a tensor<?xf32> of the other\n"},
	{"comparison of fewer arguments", endless, []string{"--compare=dynamic.mlir"},
		"tg-run: cannot compare @main of <stdin> with @main of dynamic.mlir: they have 0 arguments and 2 arguments\n"},
	{"comparison of fewer modules", identity + "// -----\n" + identity, []string{"--compare=dynamic.mlir"},
		"tg-run: <stdin> has 2 modules, and dynamic.mlir has 1 module: they are compared one by one, in order\n"},
	{"one output of several modules", identity + "// -----\n" + identity, []string{"--output=@x.npy"},
		"tg-run: --output is for the results of one module, but <stdin> has 2, which lines of // ----- separate\n"},
	{"output in no directory", identity, []string{"--input=@good.npy", "--input=i32=1", "--output=@none/x.npy"}, "tg-run: --output #0: cannot open output file 'none/x.npy': No such file or directory\n"},
	{"output that is a directory", identity, []string{"--input=@good.npy", "--input=i32=1", "--output=@dir"}, "tg-run: --output #0: cannot open output file 'dir': Is a directory\n"},
	{"output of a run that fails", dynamic, []string{"--input=2xf32=1", "--input=3xf32=1", "--output=@x.npy"},
		"<stdin>:2:8: error: 'tg.add' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xf32>') is 2, dimension 0 of operand #1 ('tensor<3xf32>') is 3; extents must be equal, or one of them 1\n  %0 = tg.add %x, %y : tensor<?xf32>\n       ^\n"},
	{"outputs in one file of a run that fails", dynamic, []string{"--input=2xf32=1", "--input=3xf32=1", "--output=@x.npz", "--output=@x.safetensors"},
		"<stdin>:2:8: error: 'tg.add' op operands do not broadcast: dimension 0 of operand #0 ('tensor<2xf32>') is 2, dimension 0 of operand #1 ('tensor<3xf32>') is 3; extents must be equal, or one of them 1\n  %0 = tg.add %x, %y : tensor<?xf32>\n       ^\n"},
	// Execution.
	{"recursion", "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = call @main(%x) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n", []string{"--input=f32=1"},
		"<stdin>:2:8: error: 'func.call' op calls @main more than 10000 levels deep\n  %0 = call @main(%x) : (tensor<f32>) -> tensor<f32>\n       ^\n"},
	{"endless blocks", endless, []string{"--timeout=20ms"}, "tg-run: the run was stopped after --timeout=20ms\n"},
	{"endless loop", waiting, []string{"--input=i1=true", "--timeout=20ms"}, "tg-run: the run was stopped after --timeout=20ms\n"},
	{"assertion", "func.func @main(%x: i1) {\n  cf.assert %x, \"x must hold\"\n  return\n}\n", []string{"--input=i1=false"},
		"<stdin>:2:3: error: 'cf.assert' op assertion failed: x must hold\n  cf.assert %x, \"x must hold\"\n  ^\n"},
	{"iota of terabytes", "func.func @main() -> tensor<1000000000000xf32> {\n  %0 = tg.iota dim 0 : tensor<1000000000000xf32>\n  return %0 : tensor<1000000000000xf32>\n}\n", nil,
		"<stdin>:2:8: error: 'tg.iota' op needs 3.6 TiB of memory, but the limit is 1.0 GiB\n  %0 = tg.iota dim 0 : tensor<1000000000000xf32>\n       ^\n"},
	{"constant of terabytes", "func.func @main() -> tensor<1000000000000xf32> {\n  %0 = tg.constant dense<1.0> : tensor<1000000000000xf32>\n  return %0 : tensor<1000000000000xf32>\n}\n", nil,
		"<stdin>:2:8: error: 'tg.constant' op needs 3.6 TiB of memory, but the limit is 1.0 GiB\n  %0 = tg.constant dense<1.0> : tensor<1000000000000xf32>\n       ^\n"},
	{"terabytes at run time", "func.func @main(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {\n  %0 = tg.add %x, %y : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>\n  return %0 : tensor<?x?xf32>\n}\n",
		[]string{"--input=1000000x1xf32=1", "--input=1x1000000xf32=1"},
		"<stdin>:2:8: error: 'tg.add' op needs 3.6 TiB of memory, but the limit is 1.0 GiB\n  %0 = tg.add %x, %y : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>\n       ^\n"},
	{"more elements than can be counted", "func.func @main() -> tensor<4294967296x4294967296xf32> {\n  %0 = tg.iota dim 0 : tensor<4294967296x4294967296xf32>\n  return %0 : tensor<4294967296x4294967296xf32>\n}\n", nil,
		"<stdin>:2:8: error: 'tg.iota' op result #0 of type 'tensor<4294967296x4294967296xf32>' is too large: shape 4294967296x4294967296 has more elements than an int can count\n  %0 = tg.iota dim 0 : tensor<4294967296x4294967296xf32>\n       ^\n"},
}

// TestBadRuns: a run that fails says why, with a position where there is one,
// and writes nothing else.
func TestBadRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"dir", "dir.npz"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	two := []tensor.Named{{Name: "x", Tensor: tensor.New(tensor.F32, 2, 3)}, {Name: "n", Tensor: tensor.New(tensor.I32)}}
	var zipped, safe, other bytes.Buffer
	for _, err := range []error{tensor.WriteNPZ(&zipped, two), tensor.WriteSafetensors(&safe, two), tensor.WriteNPZ(&other, []tensor.Named{{Name: "weight", Tensor: two[0].Tensor}})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	elements := strings.Repeat("\x00\x00\x80\x3f", 6)
	for name, text := range map[string]string{
		"good.npy": tooltest.NPY(tooltest.NPYHeader, elements), "short.npy": tooltest.NPY(tooltest.NPYHeader, elements[1:]), "empty.npy": "", "text.npy": identity,
		"two.npz": zipped.String(), "two.safetensors": safe.String(), "other.npz": other.String(), "text.npz": identity, "dynamic.mlir": dynamic,
		"huge.npy":   tooltest.NPY(strings.Replace(tooltest.NPYHeader, "(2, 3)", "(2000000000000,3)", 1), elements),
		"object.npy": tooltest.NPY(strings.Replace(tooltest.NPYHeader, "<f4", "|O", 1), elements), "header.npy": tooltest.NPY(tooltest.NPYHeader[:20], elements),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := tooltest.Files(t, ".")
	for _, tt := range badRuns {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"--max-memory=1GiB"}, tt.args...)
			if strings.Contains(strings.Join(tt.args, " "), "--max-memory") {
				args = tt.args
			}
			got := tgRun(tt.module, args...)
			if diff := cmp.Diff(result{1, "", strings.ReplaceAll(tt.want, "SIZE bytes", fmt.Sprint(zipped.Len())+" bytes")}, got); diff != "" {
				t.Error(diff)
			}
			if after := tooltest.Files(t, "."); after != before {
				t.Errorf("files left behind: %s", after)
			}
		})
	}
}

// TestFailingChecks: every check is reported, the failing ones as errors with
// the element that is worst, and the exit status is 1.
func TestFailingChecks(t *testing.T) {
	want := result{1, "<stdin>:6:3: passed: check.expect_eq: all 3 elements as expected\n",
		"<stdin>:4:3: error: check.expect_eq failed: 2 of 3 elements differ; the worst is at [1]: expected f32=2.5, but got f32=2\n" +
			"  check.expect_eq %a, %b : tensor<3xf32>\n  ^\n" +
			"<stdin>:5:3: error: check.expect_almost_eq failed: 2 of 3 elements differ; the worst is at [1]: expected f32=2.5, but got f32=2\n" +
			"  check.expect_almost_eq %a, %b : tensor<3xf32>\n  ^\n" +
			"tg-run: 2 of 3 checks failed\n"}
	if diff := cmp.Diff(want, tgRun(checks)); diff != "" {
		t.Error(diff)
	}
}

// TestFallbackIsTold: a fusion whose ops run one by one is warned of, once, and
// counted; one that runs tile by tile is not. What only the run knows counts, too.
func TestFallbackIsTold(t *testing.T) {
	const (
		transposed = "func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n  %0 = tg.fusion (%a = %x) : (tensor<2x3xf32>) -> tensor<3x2xf32> {\n" +
			"    %1 = tg.transpose %a permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n    tg.yield %1 : tensor<3x2xf32>\n  }\n  return %0 : tensor<3x2xf32>\n}\n"
		stretched = "func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = tg.fusion (%a = %x, %b = %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {\n" +
			"    %1 = tg.reduce sum %a dims [0] : (tensor<?xf32>) -> tensor<f32>\n    %2 = tg.iota dim 0 : tensor<70000xf32>\n    %3 = tg.slice %2 [0:1:1] : (tensor<70000xf32>) -> tensor<1xf32>\n" +
			"    %4 = tg.add %b, %1 : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>\n    %5 = tg.add %4, %3 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>\n" +
			"    tg.yield %5 : tensor<?xf32>\n  }\n  return %0 : tensor<?xf32>\n}\n"
	)
	fused := strings.NewReplacer("tg.transpose %a permutation [1, 0] ", "tg.reshape %a ").Replace(transposed)
	for _, tt := range []struct {
		module, out, warning string
		inputs               []string
	}{
		{transposed, "3x2xf32=[1 4][2 5][3 6]\n", "<stdin>:2:8: warning: 'tg.fusion' op runs its ops one by one: 'tg.transpose' runs by itself\n", []string{"--input=2x3xf32=[1,2,3,4,5,6]"}},
		{stretched, "2xf32=7 8\n", "<stdin>:2:8: warning: 'tg.fusion' op runs its ops one by one: 'tg.slice' runs by itself\n", []string{"--input=3xf32=[1,2,3]", "--input=2xf32=[1,2]"}},
		{fused, "3x2xf32=[1 2][3 4][5 6]\n", "", []string{"--input=2x3xf32=[1,2,3,4,5,6]"}},
	} {
		got := tgRun(tt.module, append(tt.inputs, "--stats")...)
		if got.Status != 0 || got.Out != tt.out {
			t.Errorf("%d %q %s\n%s", got.Status, got.Out, got.Err, tt.module)
		}
		if count := strings.Count(got.Err, "warning: "); !strings.HasPrefix(got.Err, tt.warning) || (count == 0) != (tt.warning == "") || count > 1 {
			t.Errorf("got %s want %s", got.Err, tt.warning)
		}
		if line := fmt.Sprintf("fallbacks:       %d\n", min(1, len(tt.warning))); !strings.Contains(got.Err, line) {
			t.Errorf("%q is not in\n%s", line, got.Err)
		}
	}
}

// TestMemoryLimit: what fits runs, what does not fit is an error before the run, however small its
// parts are; without a plan it is one in the middle.
func TestMemoryLimit(t *testing.T) {
	var b strings.Builder
	const parts = 300 // of 1 MiB each, all alive to the end
	b.WriteString("func.func @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {\n  %a0 = tg.neg %x : tensor<512x512xf32>\n")
	for i := range parts {
		b.WriteString("  %a" + strconv.Itoa(i+1) + " = tg.neg %a" + strconv.Itoa(i) + " : tensor<512x512xf32>\n")
	}
	b.WriteString("  %s" + strconv.Itoa(parts) + " = tg.neg %a" + strconv.Itoa(parts) + " : tensor<512x512xf32>\n")
	for i := parts - 1; i >= 0; i-- {
		b.WriteString("  %s" + strconv.Itoa(i) + " = tg.add %s" + strconv.Itoa(i+1) + ", %a" + strconv.Itoa(i) + " : tensor<512x512xf32>\n")
	}
	b.WriteString("  return %s0 : tensor<512x512xf32>\n}\n")
	args := []string{"--input=512x512xf32=1", "--elide=1"}
	if got := tgRun(b.String(), append(args, "--max-memory=0")...); got.Status != 0 {
		t.Errorf("without a limit: %s", got.Err)
	}
	got := tgRun(b.String(), append(args, "--max-memory=200M")...)
	for _, want := range []string{
		"<stdin>:302:11: error: 'tg.neg' op: function @main needs 301.0 MiB of memory, but the limit is 200.0 MiB, of which ",
		"most is live here, the largest of it 1 MiB of the result of 'tg.neg' of type 'tensor<512x512xf32>' (<stdin>:2:9), 1 MiB of ",
	} {
		if got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, want) {
			t.Errorf("%d, want %q:\n%s", got.Status, want, got.Err)
		}
	}
	got = tgRun(b.String(), append(args, "--max-memory=200M", "--no-plan")...)
	if got.Status != 1 || !strings.Contains(got.Err, "error: 'tg.neg' op needs 1.0 MiB of memory, but the limit is 200.0 MiB, of which ") {
		t.Errorf("%d %s", got.Status, got.Err)
	}
}

// TestTimeoutOfOneOp: an op that takes long does not outlive --timeout.
func TestTimeoutOfOneOp(t *testing.T) {
	const text = "func.func @main(%x: tensor<1200x1200xf64>) -> tensor<1200x1200xf64> {\n  %0 = tg.matmul %x, %x : tensor<1200x1200xf64>\n  return %0 : tensor<1200x1200xf64>\n}\n"
	start := time.Now()
	got := tgRun(text, "--input=1200x1200xf64=1", "--timeout=1ms")
	if diff := cmp.Diff(result{1, "", "tg-run: the run was stopped after --timeout=1ms\n"}, got); diff != "" {
		t.Errorf("after %v: %s", time.Since(start), diff)
	}
}

// TestRunWriteError: output that cannot be written is an error.
func TestRunWriteError(t *testing.T) {
	passing := strings.Replace(checks, "%a, %b", "%a, %a", 2)
	for _, args := range [][]string{{"--help"}, {"--version"}, {"--list-passes"}, {}} {
		var stderr bytes.Buffer
		if status := main(args, strings.NewReader(passing), tooltest.BrokenWriter{}, &stderr); status != 1 ||
			stderr.String() != "tg-run: cannot write standard output: the disk is full\n" {
			t.Errorf("%q: %d %s", args, status, stderr.String())
		}
	}
	var stderr bytes.Buffer
	if status := main([]string{"--input=2x3xf32=1", "--input=i32=1"}, strings.NewReader(identity), tooltest.BrokenWriter{}, &stderr); status != 1 ||
		stderr.String() != "tg-run: cannot write standard output: the disk is full\n" {
		t.Errorf("%d %s", status, stderr.String())
	}
}

// TestUsageIsComplete: the page names every flag.
func TestUsageIsComplete(t *testing.T) {
	for _, name := range []string{"input", "output", "inputs", "signature", "compare", "tolerance-ulp", "repeat", "warmup", "trace", "cpuprofile", "entry", "elide", "pass-pipeline", "stats", "memory-report", "memory-plot", "no-plan", "workers", "timeout", "max-memory", "max-input", "calibrate", "list-passes", "help", "version"} {
		if !strings.Contains(flagsUsage, "--"+name) {
			t.Errorf("--%s is not explained", name)
		}
	}
	for _, flag := range []string{"--help", "-h", "-help", "--h"} {
		if got := tgRun("", flag); got != (result{0, usage("tg-run"), ""}) {
			t.Errorf("%s: %d %s", flag, got.Status, got.Err)
		}
	}
}

// knownTargets are the custom calls that come with tg, as a message lists them.
func knownTargets() string {
	var names []string
	for _, c := range stablehlo.CustomCalls() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}
