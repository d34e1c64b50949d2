package opt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/driver/tooltest"
)

// badCommands: arguments, and all of standard error. The files that they name
// are those of TestBadCommands.
var badCommands = []struct {
	name string
	args []string
	want string
}{
	{"unknown flag", []string{"--cs", "good.mlir"}, "tg-opt: Unknown command line argument '--cs'.  Try: 'tg-opt --help'\ntg-opt: Did you mean '--cse'?\n"},
	{"unknown letter", []string{"-p", "good.mlir"}, "tg-opt: Unknown command line argument '-p'.  Try: 'tg-opt --help'\n"},
	{"missing file", []string{"none.mlir"}, "cannot open input file 'none.mlir': No such file or directory\n"},
	{"file without a name", []string{""}, "cannot open input file '': No such file or directory\n"},
	{"directory", []string{"dir"}, "cannot open input file 'dir': Is a directory\n"},
	{"two files", []string{"good.mlir", "good.mlir"}, "tg-opt: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: tg-opt --help\nThe arguments are 'good.mlir' and 'good.mlir'\n"},
	{"output in no directory", []string{"good.mlir", "-o", "none/out.mlir"}, "cannot open output file 'none/out.mlir': No such file or directory\n"},
	{"output that is a directory", []string{"good.mlir", "-o", "dir"}, "cannot open output file 'dir': Is a directory\n"},
	{"output without a name", []string{"good.mlir", "-o"}, "tg-opt: for the -o option: requires a value!\n"},
	{"value of an option without its name", []string{"--print-cost=json gpu", "good.mlir"}, "<unknown>:0: error: <Pass-Options-Parser>: no such option gpu of pass 'print-cost'; did you mean 'machine=gpu'?\n--print-cost:1:6: note: while processing these options\njson gpu\n     ^\nfailed to add `print-cost` with options `json gpu`\n"},
	{"value of an option of a pipeline without its name", []string{"--optimize=fast", "good.mlir"}, "<unknown>:0: error: --optimize:1:1: error: no such option fast of pipeline 'optimize'; did you mean 'fp=fast'?\nfast\n^\n"},
	{"value of another option", []string{"--print-cost=gpu=1", "good.mlir"}, "<unknown>:0: error: <Pass-Options-Parser>: no such option gpu of pass 'print-cost'\n--print-cost:1:1: note: while processing these options\ngpu=1\n^\nfailed to add `print-cost` with options `gpu=1`\n"},
	{"option of a pass without options", []string{"--dce=x=1", "good.mlir"}, "<unknown>:0: error: <Pass-Options-Parser>: no such option x: pass 'dce' has no options\n--dce:1:1: note: while processing these options\nx=1\n^\nfailed to add `dce` with options `x=1`\n"},
	{"unknown option of a pass", []string{"--canonicalize=max-iteration=3", "good.mlir"},
		"<unknown>:0: error: <Pass-Options-Parser>: no such option max-iteration of pass 'canonicalize'; did you mean 'max-iterations'?\n--canonicalize:1:1: note: while processing these options\nmax-iteration=3\n^\nfailed to add `canonicalize` with options `max-iteration=3`\n"},
	{"option of the wrong kind", []string{"--canonicalize=top-down=true max-iterations=x", "good.mlir"},
		"<unknown>:0: error: <Pass-Options-Parser>: option 'max-iterations' of pass 'canonicalize': 'x' is not an integer of 64 bits\n--canonicalize:1:15: note: while processing these options\ntop-down=true max-iterations=x\n              ^\nfailed to add `canonicalize` with options `top-down=true max-iterations=x`\n"},
	{"unknown choice", []string{"--canonicalize=fp=exact", "good.mlir"},
		"<unknown>:0: error: <Pass-Options-Parser>: option 'fp' of pass 'canonicalize': 'exact' is none of strict, finite, fast\n--canonicalize:1:1: note: while processing these options\nfp=exact\n^\nfailed to add `canonicalize` with options `fp=exact`\n"},
	{"pipeline and flags", []string{"--cse", "--pass-pipeline=builtin.module(cse)", "good.mlir"},
		"<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options\n"},
	{"empty pipeline", []string{"--pass-pipeline=", "good.mlir"},
		"<unknown>:0: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'; the text is empty\n"},
	{"bytecode", []string{"bytecode.mlirbc"}, "bytecode.mlirbc: this is MLIR bytecode, and tg reads MLIR's text form only; mlir-opt turns bytecode into text\n"},
	{"pass misspelt", []string{"--pass-pipeline=builtin.module(func.func(canonicalise))", "good.mlir"},
		"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:11: error: 'canonicalise' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?\nfunc.func(canonicalise)\n          ^\n"},
	{"no closing bracket", []string{"--pass-pipeline=builtin.module(cse", "good.mlir"},
		"<unknown>:0: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'; the text does not end with ')'\n"},
	{"one bracket too many", []string{"--pass-pipeline=builtin.module(cse))", "good.mlir"},
		"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:4: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline\ncse)\n   ^\n"},
	{"comma without a pass", []string{"--pass-pipeline=builtin.module(cse,)", "good.mlir"},
		"<unknown>:0: error: MLIR Textual PassPipeline Parser:1:5: error: '' does not refer to a registered pass or pass pipeline: expected a name at the end\ncse,\n    ^\n"},
	{"anchor misspelt", []string{"--pass-pipeline=builtin.modul(cse)", "good.mlir"},
		"good.mlir:0:0: error: can't run 'builtin.modul' pass manager on 'builtin.module' op; did you mean 'builtin.module'?\n"},
	{"inner anchor misspelt", []string{"--pass-pipeline=builtin.module(func.fun(cse))", "good.mlir"},
		"good.mlir:0:0: error: can't run a pass manager on 'func.fun': no registered operation has this name; did you mean 'func.func'?\n"},
	{"unknown pass to print", []string{"--cse", "--mlir-print-ir-after=ces", "good.mlir"}, "tg-opt: for the --mlir-print-ir-after option: Cannot find option named 'ces'! There is no such pass; did you mean 'cse'?\n"},
}

func TestBadCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("dir", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bytecode.mlirbc", []byte("ML\xefR\x0d"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("good.mlir", []byte("func.func @f() {\n  return\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range badCommands {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(result{1, "", tt.want}, opt("", tt.args...)); diff != "" {
				t.Error(diff)
			}
			if left := tooltest.Files(t, "."); left != "bytecode.mlirbc dir good.mlir" {
				t.Errorf("files left behind: %s", left)
			}
		})
	}
}

// TestOddFiles are valid, though they may not look it.
func TestOddFiles(t *testing.T) {
	crlf := strings.ReplaceAll(twice, "\n", "\r\n")
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", inModule("")},
		{"one line end", "\n", inModule("")},
		{"blanks", " \t\r\n \n", inModule("")},
		{"comment without a line end", "// nothing here", inModule("")},
		{"comments", "// nothing\n   // here: } \" %\n", inModule("")},
		{"carriage returns", crlf, inModule(once)},
		{"no line end", strings.TrimSuffix(twice, "\n"), inModule(once)},
		{"one line", strings.ReplaceAll(twice, "\n", " "), inModule(once)},
		{"comments everywhere", strings.ReplaceAll(twice, " ", "// \"\n"), inModule(once)},
		{"characters of several bytes in a string and a comment", "// é\nmodule attributes {x.a = \"é\"} {\n}\n", "module attributes {x.a = \"\\C3\\A9\"} {\n}\n\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := result{0, tt.want, ""}
			if diff := cmp.Diff(want, opt(tt.text, "--cse")); diff != "" {
				t.Error(diff)
			}
			file := filepath.Join(t.TempDir(), "in.mlir")
			if err := os.WriteFile(file, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, opt("not read", "--cse", file)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestForeignLocations: an op that has the location of the program that it was
// exported from is found in the text nevertheless.
func TestForeignLocations(t *testing.T) {
	const (
		message = "error: type of return operand 0 ('tensor<2xf32>') doesn't match function result type ('tensor<3xf32>') in function @f\n"
		op      = "note: see current operation: \"func.return\"(%arg0) : (tensor<2xf32>) -> ()\n"
		start   = "func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
	)
	for _, tt := range []struct{ loc, alias, want string }{
		{"", "", "<stdin>:2:3: " + message + "  return %x : tensor<2xf32>\n  ^\n<stdin>:2:3: " + op},
		{" loc(\"model.py\":3:4)", "", "model.py:3:4: " + message + "model.py:3:4: " + op + "<stdin>:2:3: note: the operation is here\n  return %x : tensor<2xf32> loc(\"model.py\":3:4)\n  ^\n"},
		{" loc(#l)", "#l = loc(\"name\"(\"model.py\":3:4))", "model.py:3:4: " + message + "model.py:3:4: " + op + "<stdin>:2:3: note: the operation is here\n  return %x : tensor<2xf32> loc(#l)\n  ^\n"},
		{" loc(unknown)", "", "<stdin>:2:3: " + message + "  return %x : tensor<2xf32> loc(unknown)\n  ^\n<stdin>:2:3: " + op},
		{" loc(fused[\"a\", \"b\"])", "", "<stdin>:2:3: " + message + "  return %x : tensor<2xf32> loc(fused[\"a\", \"b\"])\n  ^\n<stdin>:2:3: " + op},
	} {
		text := start + "  return %x : tensor<2xf32>" + tt.loc + "\n}\n" + tt.alias
		want := result{1, "", tt.want}
		if diff := cmp.Diff(want, opt(text)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, tgRun(text, "--input=2xf32=1")); diff != "" {
			t.Error(diff)
		}
	}
	// What a file expects of its messages is said without the note.
	text := start + "  return %x : tensor<2xf32> loc(\"f\":2:1)\n}\n// expected-error@unknown {{x}}\n"
	if got := opt(text, "--verify-diagnostics"); strings.Contains(got.Err, "note") {
		t.Errorf("%s", got.Err)
	}
}

// TestLargeWriteError: output that does not fit into the buffer fails while the
// module is being printed; that is no mistake in the module.
func TestLargeWriteError(t *testing.T) {
	var b strings.Builder
	b.WriteString("module attributes {x.a = \"")
	b.WriteString(strings.Repeat("a", 2<<20))
	b.WriteString("\"} {}\n")
	var stderr strings.Builder
	if status := tgOpt(nil, strings.NewReader(b.String()), tooltest.BrokenWriter{}, &stderr); status != 1 ||
		stderr.String() != "cannot write standard output: the disk is full\n" {
		t.Errorf("%d %.300s", status, stderr.String())
	}
}
