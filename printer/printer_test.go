package printer_test

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

func newContext(dialects ...*ir.Dialect) *ir.Context {
	c := ir.NewContext(append(dialects, builtin.Dialect, fn.Dialect, arith.Dialect)...)
	c.AllowUnregistered = true
	return c
}

func parse(t testing.TB, c *ir.Context, text string) *ir.Op {
	t.Helper()
	op, err := parser.Parse(c, []byte(text), parser.Options{Filename: "<stdin>"})
	if err != nil {
		t.Fatal(c.Render(ir.AsDiag(err, 0)))
	}
	return op
}

func print(t testing.TB, op *ir.Op, opt printer.Options) string {
	t.Helper()
	var b strings.Builder
	if err := printer.Print(&b, op, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// options are those that flags of mlir-opt select.
func options(t testing.TB, flags string) (o printer.Options) {
	t.Helper()
	for _, f := range strings.Fields(flags) {
		name, value, _ := strings.Cut(f, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "--mlir-print-op-generic":
			o.Generic = true
		case "--mlir-print-debuginfo":
			o.DebugInfo = true
		case "--mlir-pretty-debuginfo":
			o.PrettyDebugInfo = true
		case "--mlir-print-local-scope":
			o.LocalScope = true
		case "--mlir-print-value-users":
			o.ValueUsers = true
		case "--mlir-print-unique-ssa-ids":
			o.UniqueSSAIDs = true
		case "--mlir-use-nameloc-as-prefix":
			o.NameLocAsPrefix = true
		case "--mlir-print-skip-regions":
			o.SkipRegions = true
		case "--mlir-print-elementsattrs-with-hex-if-larger":
			o.HexLargerThan = &n
		case "--mlir-elide-elementsattrs-if-larger":
			o.ElideElementsLargerThan = &n
		case "--mlir-elide-resource-strings-if-larger":
			o.ElideResourcesLargerThan = &n
		default:
			t.Fatalf("unknown flag %s", f)
		}
	}
	return o
}

// mlirOpt runs mlir-opt on text, or skips the test where there is none. The
// empty line that it puts behind its output is cut off.
func mlirOpt(t *testing.T, text, flags string) string {
	t.Helper()
	path, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	cmd := exec.Command(path, append([]string{"--allow-unregistered-dialect"}, strings.Fields(flags)...)...)
	cmd.Stdin = strings.NewReader(text)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%s", err, stderr.String())
	}
	if text, ok := strings.CutSuffix(string(out), "\n\n"); ok {
		return text + "\n"
	}
	return string(out)
}

// diff compares texts line by line.
func diff(want, got string) string {
	return cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n"))
}

const functions = `module @m attributes {u.x = 1 : i32} {
  func.func @f(%a: i32 loc("argname"), %b: tensor<2xf32> {u.a = 1}) -> (i32, i32) {
    %0:2 = "t.two"(%a) : (i32) -> (i32, i32) loc("alias.py":3:4)
    %1 = arith.constant 1 : i32 loc("c")
    %2 = arith.constant 1 : i32 loc(callsite("x" at "f":1:2))
    %3 = arith.constant 1.0 : f32 loc(fused<"m">["x", "alias.py":3:4])
    %4 = arith.constant true loc(unknown)
    "t.r"() ({
      %5 = "t.in"() : () -> i32
      "t.y"()[^bb1, ^bb2] : () -> ()
    ^bb1(%x: i32 loc("qq")):
      %6 = "t.z"(%x, %5) : (i32, i32) -> i32
      "t.y"()[^bb2] : () -> ()
    ^bb2:
      "t.k"()[^bb2, ^bb1] {m = affine_map<(d0)->(d0)>, l = loc("f":1:2)} : () -> ()
    ^bb3:
      "t.e"() : () -> ()
    }, {}, {
    ^bb0:
    }, { "t.x"() : () -> () }) {z = 1} : () -> () loc("f":1:2 to 3:4)
    %7 = "t.last"() : () -> index
    return %0#0, %0#1 : i32, i32
  }
  func.func private @g(i32 {u.x}, f32) -> f32 attributes {u.z}
  module @n attributes {u.q} { "t.x"() : () -> () }
}
`

const names = `module {
  func.func @f(%a: i32 loc("a b/c"), %b: i32 loc("a b/c"), %c: i32 loc("0"), %d: i32 loc("9x"), %e: i32 loc("arg0"), %f: i32 loc("")) {
    %0:2 = "t.two"() : () -> (i32, i32) loc("multi")
    %1:2 = "t.two"() : () -> (i32, i32) loc("x-y.z$")
    %2 = arith.constant 3 : i32 loc("x123")
    %4 = arith.constant 3 : i64 loc(fused["f":1:2, "g"("h")])
    "t.r"() ({
      ^bb0(%x: i32 loc("x123"), %y : i32):
      %5 = arith.constant 3 : i32
      "t.r"() ({
      ^bb0(%x1: i32 loc("x123"), %y1 : i32):
        %6 = arith.constant 3 : i32
      }) : () -> ()
    }, {
      ^bb0(%x: i32 loc("x123"), %y : i32):
      %5 = arith.constant 3 : i32
      %52 = arith.constant 3 : i32
      %6 = "t.z"() : () -> i32
    }) : () -> ()
    %8 = arith.constant 3 : i32
    return
  }
  func.func @g(%x: i32) {
    %6 = "t.z"() : () -> i32
    return
  }
}
`

const aliases = `#d = distinct[0]<"x">
!t = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, memref<2x3xf32, affine_map<(a,b)->(b,a)>>>
module {
"t.a"() {a = #d, b = distinct[1]<#d>, c = affine_set<(d0): (d0 >= 0)>, t = !t, l = [loc("a"), loc(fused<affine_map<(d0)->(d0)>>["a","b"])],
  m = {q = affine_map<(d0)->(d0+1)>}, n = tensor<2xf32, affine_map<(d0)->(d0+2)>>, o = affine_map<(d0)->(d0+1)>, y = distinct[5]<>,
  z = sparse<[[0]], [1]> : tensor<2xi32>} : () -> ()
"t.b"() {b = loc(callsite("x" at callsite("y" at fused["z"("w":1:2)]))), c = (!t) -> !t, d = !u.x<#d>, e = complex<f32>} : () -> () loc(callsite("x" at callsite("y" at "z")))
"t.c"() ({ ^bb0(%x: i32 loc(callsite("xa" at "q":1:1)), %y: !t): "t.d"(%x, %y) : (i32, !t) -> () loc("xa") }) : () -> ()
}
`

const users = `module {
"t.a"() ({
  %a = "t.one"() : () -> i32
  %b = "t.one"() : () -> i32
  %c = "t.one"() : () -> i32
  %d:2 = "t.one"() : () -> (i32, i32)
  %e:2 = "t.one"() : () -> (i32, i32)
  %g = "t.one"() : () -> i32
  %h:2 = "t.one"() : () -> (i32, i32)
  "t.use"(%a, %a) : (i32, i32) -> ()
  "t.use"(%b) : (i32) -> ()
  %x = "t.use"(%c, %c) : (i32, i32) -> i32
  %y:2 = "t.use"(%g) : (i32) -> (i32, i32)
  "t.use"(%d#0, %d#1) : (i32, i32) -> ()
  "t.use"(%e#0, %e#0) : (i32, i32) -> ()
  %z = "t.use"(%h#1, %x) : (i32, i32) -> i32
}, {
^bb0(%a: i32, %b: i32, %c: i32):
  %x = "t.use"(%c, %c) : (i32, i32) -> i32
  "t.use"(%x, %c, %a) : (i32, i32, i32) -> ()
}) : () -> ()
}
`

const resources = `module {
  "t.a"() {x = dense_resource<k> : tensor<2xi32>, y = dense_resource<"a b"> : tensor<3xi8>, z = dense_resource<nodata> : tensor<3xi8>} : () -> ()
}
{-#
  dialect_resources: {
    builtin: {
      unused: "0x040000000100000002000000",
      "a b": "0x01000000010203",
      k: "0x040000000100000002000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      disable_threading: true,
      blob: "0x08000000010203",
      "q r": "x\22y\n"
    },
    other: { a: "b", t: false }
  }
#-}
`

const elements = `module {
  "t.a"() {a = dense<[1, 2, 3]> : tensor<3xi8>, b = dense<1> : tensor<3xi8>, c = [1, 2, 3], d = array<i64: 1, 2, 3>} : () -> ()
}
`

const forward = `module {
  module @graph {
    %1 = "t.a"(%3#1, %2) : (i32, i32) -> i32
    %2 = "t.b"(%1) : (i32) -> i32
    %3:2 = "t.c"() : () -> (i32, i32)
    "t.fn"() {f = () -> (), g} : () -> ()
    %4 = "t.d"() : () -> (() -> ())
  }
  "t.cfg"() ({
    "t.br"()[^bb2] : () -> ()
  ^bb1:
    "t.use"(%5) : (i32) -> ()
    "t.br"()[^bb2, ^bb2] : () -> ()
  ^bb2:
    %5 = "t.def"() <{p = 1 : i32}> {q} : () -> i32
    "t.br"()[^bb1] : () -> ()
  }) : () -> ()
}
`

// cases are texts, and the flags to print them with.
var cases = []struct {
	name, src string
	flags     []string
}{
	{"functions", functions, allFlags},
	{"names", names, allFlags},
	{"aliases", aliases, allFlags},
	{"users", users, allFlags},
	{"forward", forward, allFlags},
	{"resources", resources, []string{"", "--mlir-print-local-scope", "--mlir-elide-resource-strings-if-larger=20", "--mlir-elide-resource-strings-if-larger=0",
		"--mlir-elide-resource-strings-if-larger=18"}},
	{"elements", elements, []string{"--mlir-print-elementsattrs-with-hex-if-larger=2", "--mlir-print-elementsattrs-with-hex-if-larger=-1",
		"--mlir-elide-elementsattrs-if-larger=2", "--mlir-elide-elementsattrs-if-larger=3", "--mlir-elide-elementsattrs-if-larger=0"}},
}

var allFlags = []string{
	"",
	"--mlir-print-op-generic",
	"--mlir-print-debuginfo",
	"--mlir-print-debuginfo --mlir-print-op-generic",
	"--mlir-print-debuginfo --mlir-pretty-debuginfo",
	"--mlir-pretty-debuginfo",
	"--mlir-print-debuginfo --mlir-print-local-scope",
	"--mlir-print-debuginfo --mlir-print-local-scope --mlir-pretty-debuginfo",
	"--mlir-print-local-scope",
	"--mlir-print-value-users",
	"--mlir-print-value-users --mlir-print-op-generic",
	"--mlir-print-unique-ssa-ids",
	"--mlir-use-nameloc-as-prefix",
	"--mlir-use-nameloc-as-prefix --mlir-print-op-generic",
	"--mlir-print-skip-regions",
	"--mlir-print-skip-regions --mlir-print-op-generic",
	"--mlir-print-skip-regions --mlir-print-debuginfo",
}

// TestPrintIsMLIR compares every text under every flag with mlir-opt's, to the
// byte.
func TestPrintIsMLIR(t *testing.T) {
	for _, c := range cases {
		for _, flags := range peer.Some(c.flags, func(flags string) string { return c.name + " " + flags }) {
			t.Run(c.name+" "+flags, func(t *testing.T) {
				want := mlirOpt(t, c.src, flags)
				got := print(t, parse(t, newContext(), c.src), options(t, flags))
				if d := diff(want, got); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// TestGenericIsRead has mlir-opt read the generic form.
func TestGenericIsRead(t *testing.T) {
	for _, c := range cases {
		if !peer.Asked(c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			text := print(t, parse(t, newContext(), c.src), printer.Options{Generic: true})
			if d := diff(mlirOpt(t, c.src, ""), mlirOpt(t, text, "")); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestPrintTwice parses what was printed and prints it again, under the flags
// that keep everything.
func TestPrintTwice(t *testing.T) {
	lossy := []string{"pretty", "skip-regions", "nameloc", "elide"}
	for _, c := range cases {
		for _, flags := range c.flags {
			if slices.ContainsFunc(lossy, func(s string) bool { return strings.Contains(flags, s) }) {
				continue
			}
			t.Run(c.name+" "+flags, func(t *testing.T) {
				opt := options(t, flags)
				first := print(t, parse(t, newContext(), c.src), opt)
				if d := diff(first, print(t, parse(t, newContext(), first), opt)); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// TestPrint pins the forms that users see most, without mlir-opt.
func TestPrint(t *testing.T) {
	const src = `module {
  func.func @f(%a: tensor<2xf32>, %b: i32) -> (tensor<2xf32>, i32) {
    %0:2 = "t.two"(%a, %b) <{p = 1 : i32}> ({
    ^bb0(%x: i32):
      "t.br"()[^bb1] : () -> ()
    ^bb1:
      "t.y"(%x) : (i32) -> ()
    }, {}) {k = affine_map<(d0) -> (d0)>, u} : (tensor<2xf32>, i32) -> (tensor<2xf32>, i32)
    %c = arith.constant 1 : i32
    %d = arith.constant 1 : i32
    return %0#0, %d : tensor<2xf32>, i32
  }
}
`
	for _, c := range []struct{ flags, want string }{
		{"", `#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: i32) -> (tensor<2xf32>, i32) {
    %0:2 = "t.two"(%arg0, %arg1) <{p = 1 : i32}> ({
    ^bb0(%arg2: i32):
      "t.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "t.y"(%arg2) : (i32) -> ()
    }, {
    }) {k = #map, u} : (tensor<2xf32>, i32) -> (tensor<2xf32>, i32)
    %c1_i32 = arith.constant 1 : i32
    %c1_i32_0 = arith.constant 1 : i32
    return %0#0, %c1_i32_0 : tensor<2xf32>, i32
  }
}
`},
		{"--mlir-print-op-generic --mlir-print-local-scope", `"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, i32) -> (tensor<2xf32>, i32), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: i32):
    %0:2 = "t.two"(%arg0, %arg1) <{p = 1 : i32}> ({
    ^bb0(%arg2: i32):
      "t.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "t.y"(%arg2) : (i32) -> ()
    }, {
    }) {k = affine_map<(d0) -> (d0)>, u} : (tensor<2xf32>, i32) -> (tensor<2xf32>, i32)
    %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "func.return"(%0#0, %2) : (tensor<2xf32>, i32) -> ()
  }) : () -> ()
}) : () -> ()
`},
		{"--mlir-print-skip-regions", "module {...}\n"},
		{"--mlir-print-debuginfo --mlir-print-skip-regions", "module {...} loc(#loc)\n#loc = loc(\"<stdin>\":1:1)\n"},
	} {
		if d := diff(c.want, print(t, parse(t, newContext(), src), options(t, c.flags))); d != "" {
			t.Errorf("%s:\n%s", c.flags, d)
		}
	}
}

// TestOpString prints ops inside of others.
func TestOpString(t *testing.T) {
	c := newContext()
	module := parse(t, c, `module {
  func.func @f(%a: i32) {
    %0 = "t.a"() : () -> i32
    %1:2 = "t.b"(%0, %a) {m = affine_map<(d0) -> (d0)>} : (i32, i32) -> (i32, i32)
    "t.region"() ({
      "t.c"(%1#1) : (i32) -> ()
    }) : () -> ()
    return
  }
}`)
	f := module.RegionAt(0).First().First()
	b := f.RegionAt(0).First().First().Next()
	inner := b.Next().RegionAt(0).First().First()
	for _, test := range []struct {
		op   *ir.Op
		opt  printer.Options
		want string
	}{
		{b, printer.Options{}, `%1:2 = "t.b"(%0, %arg0) {m = affine_map<(d0) -> (d0)>} : (i32, i32) -> (i32, i32)`},
		{b, printer.Options{LocalScope: true}, `%1:2 = "t.b"(%0, %arg0) {m = affine_map<(d0) -> (d0)>} : (i32, i32) -> (i32, i32)`},
		{inner, printer.Options{DebugInfo: true}, `"t.c"(%1#1) : (i32) -> () loc("<stdin>":6:7)`},
		{f, printer.Options{SkipRegions: true}, `func.func @f(%arg0: i32) {...}`},
		{b.Next(), printer.Options{}, "\"t.region\"() ({\n  \"t.c\"(%1#1) : (i32) -> ()\n}) : () -> ()"},
	} {
		if got := printer.OpString(test.op, test.opt); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// TestBroken prints IR that no parser would make.
func TestBroken(t *testing.T) {
	c := newContext()
	b := ir.NewBuilder(c)
	i32 := c.I32()
	create := func(name string, st ir.OpState) *ir.Op {
		st.Name = c.OpName(name)
		o, err := b.Create(&st)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	stray := create("t.stray", ir.OpState{Results: []*ir.Type{i32, i32}})
	block := &ir.Block{}
	arg := (&ir.Block{}).AddArg(i32, 0)
	// Printing gives the stray values numbers, which mean nothing afterwards.
	_ = printer.OpString(stray, printer.Options{})
	user := create("t.user", ir.OpState{Operands: []*ir.Value{stray.Result(1), nil, arg}, Results: []*ir.Type{nil, i32}, Successors: []*ir.Block{block, nil}})
	want := `%0:2 = "t.user"(<<UNKNOWN SSA VALUE>>, <<NULL VALUE>>, <<UNKNOWN SSA VALUE>>)[<<INVALID BLOCK>>, <<INVALID BLOCK>>] : (i32, <<NULL TYPE>>, i32) -> (<<NULL TYPE>>, i32)`
	if got := printer.OpString(user, printer.Options{}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, opt := range []printer.Options{{ValueUsers: true}, {DebugInfo: true}, {NameLocAsPrefix: true}, {LocalScope: true}, {AssumeVerified: true}} {
		if got := printer.OpString(user, opt); !strings.Contains(got, "NULL VALUE") {
			t.Errorf("%+v: got %s", opt, got)
		}
	}
	if got, want := printer.OpString(create("t.uses", ir.OpState{Operands: []*ir.Value{user.Result(1)}}), printer.Options{ValueUsers: true}),
		`"t.uses"(<<UNKNOWN SSA VALUE>>) : (i32) -> () // id: %0`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	// An op that its verifier rejects has no custom form.
	bad := create("func.return", ir.OpState{Attrs: []ir.NamedAttr{{Name: "x", Value: c.Unit()}}})
	constant := create("arith.constant", ir.OpState{Results: []*ir.Type{i32}})
	for op, want := range map[*ir.Op]string{bad: `"func.return"() {x} : () -> ()`, constant: `%0 = "arith.constant"() : () -> i32`} {
		if got := printer.OpString(op, printer.Options{}); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// chunks records the largest piece that it is given, and fails at the end.
type chunks struct{ largest, total, limit int }

var errFull = errors.New("disk full")

func (c *chunks) Write(b []byte) (int, error) {
	c.largest, c.total = max(c.largest, len(b)), c.total+len(b)
	if c.limit > 0 && c.total > c.limit {
		return 0, errFull
	}
	return len(b), nil
}

// TestStreaming shows that no large piece of text is ever held.
func TestStreaming(t *testing.T) {
	c := newContext()
	raw := make([]byte, 1<<20)
	for i := range raw {
		raw[i] = byte(i * 7)
	}
	list := make([]*ir.Attr, 1<<17)
	for i := range list {
		list[i] = c.I64Attr(int64(i))
	}
	many := strings.Repeat("\"t.a\"() {k = \"some text\"} : () -> ()\n", 20000)
	c.SetResource(ir.ResourceKey{Group: "dialect_resources", Section: "builtin", Key: "blob"}, &ir.Resource{Alignment: 4, Data: raw})
	typ := func(elem *ir.Type, shape ...int64) *ir.Type { return c.Tensor(shape, elem) }
	for name, a := range map[string]*ir.Attr{
		"numbers":  c.Dense(typ(c.Int(8, ir.Signless), 1<<20), raw),
		"matrix":   c.Dense(typ(c.F32(), 1<<9, 1<<9), raw),
		"bits":     c.Dense(typ(c.Bool(), 1<<20), raw),
		"array":    c.Array(list),
		"resource": c.ResourceAttr("blob", typ(c.F32(), 1<<18)),
		"ops":      c.Unit(),
	} {
		for _, hex := range []int{-1, 100} {
			module := parse(t, c, "module {\n"+map[bool]string{true: many}[name == "ops"]+"}")
			module.SetAttr("u.a", a)
			w := &chunks{}
			if err := printer.Print(w, module, printer.Options{HexLargerThan: &hex}); err != nil {
				t.Fatal(err)
			}
			if w.total < 200_000 || w.largest > ir.FlushSize+1<<14 {
				t.Errorf("%s: %d bytes in pieces of up to %d", name, w.total, w.largest)
			}
			full := &chunks{limit: w.total / 2}
			if err := printer.Print(full, module, printer.Options{HexLargerThan: &hex}); !errors.Is(err, errFull) {
				t.Errorf("%s: got error %v, want %v", name, err, errFull)
			}
		}
	}
}

// TestDeep prints regions and attributes that nest deeply.
func TestDeep(t *testing.T) {
	const depth = 2000
	c := newContext()
	text := strings.Repeat("\"t.a\"() ({\n", depth) + strings.Repeat("}) : () -> ()\n", depth)
	module := parse(t, c, text)
	if got := print(t, module, printer.Options{}); strings.Count(got, "t.a") != depth {
		t.Errorf("lost ops")
	}
	a := c.Unit()
	for range depth {
		a = c.Array([]*ir.Attr{a})
	}
	module.SetAttr("u.a", a)
	if got := print(t, module, printer.Options{DebugInfo: true}); strings.Count(got, "[") != depth {
		t.Errorf("lost brackets")
	}
}

func benchmarkModule(b *testing.B, n int, name string) *ir.Op {
	c := newContext(newFormDialect())
	i32 := c.Tensor([]int64{16, 16}, c.I32())
	module := parse(b, c, "module {\n}")
	builder := ir.NewBuilder(c).AtEnd(module.RegionAt(0).First())
	attrs := []ir.NamedAttr{{Name: "axis", Value: c.I64Attr(1)}, {Name: "fast", Value: c.Unit()}}
	st := &ir.OpState{Name: c.OpName("t.values"), Results: []*ir.Type{i32, i32}}
	values, err := builder.Create(st)
	if err != nil {
		b.Fatal(err)
	}
	last := values.Results()
	for i := range n {
		st := &ir.OpState{Name: c.OpName(name), Results: []*ir.Type{i32}, Operands: last}
		if i%4 == 0 {
			st.Attrs = attrs
		}
		o, err := builder.Create(st)
		if err != nil {
			b.Fatal(err)
		}
		if last = append(last, o.Result(0)); len(last) > 2 {
			last = last[1:]
		}
	}
	return module
}

func BenchmarkPrint(b *testing.B) {
	for _, name := range []string{"t.generic", "form.binary"} {
		for _, n := range []int{100_000, 1_000_000} {
			b.Run(fmt.Sprint(name, n), func(b *testing.B) {
				module := benchmarkModule(b, n, name)
				b.ReportAllocs()
				for b.Loop() {
					w := &chunks{}
					if err := printer.Print(w, module, printer.Options{AssumeVerified: true}); err != nil {
						b.Fatal(err)
					}
					b.SetBytes(int64(w.total))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/printed")
			})
		}
	}
}
