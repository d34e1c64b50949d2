package ir

import (
	"errors"
	"strings"
	"testing"
)

// linkCases build IR around what is not part of it, in the function of a
// fixture, whose entry has no terminator yet.
var linkCases = []struct {
	name  string
	build func(t *testing.T, f *fixture)
	want  string // the message begins so, and the note
	note  string
}{
	{"an operand of an op in no block", func(t *testing.T, f *fixture) {
		f.ret(free(t, f.ctx, "u.source", nil, f.ctx.F32()).Result(0))
	}, "operation's operand is unlinked", "operand defined here (op without parent)"},
	{"an operand of an op that was lost", func(t *testing.T, f *fixture) {
		o := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		f.ret(o.Result(0))
		o.Detach()
	}, "operation's operand is unlinked", "operand defined here (op without parent)"},
	{"an operand of an op in a block of no region", func(t *testing.T, f *fixture) {
		o := free(t, f.ctx, "u.source", nil, f.ctx.F32())
		(&Block{}).Append(o)
		f.ret(o.Result(0))
	}, "operation's operand is unlinked", "operand defined here (op in a block without parent)"},
	{"an argument of a block of no region", func(t *testing.T, f *fixture) {
		f.ret((&Block{}).AddArg(f.ctx.F32(), 0))
	}, "operation's operand is unlinked", "operand defined as a block argument (block without parent)"},
	{"an operand of other IR", func(t *testing.T, f *fixture) {
		f.ret(body(free(t, f.ctx, "u.source", nil, f.ctx.F32())).First().First().Result(0))
	}, "'test.return' op using value defined outside the region", "required by region isolation constraints"},
	{"an argument of other IR", func(t *testing.T, f *fixture) {
		f.ret(body().First().AddArg(f.ctx.F32(), 0))
	}, "'test.return' op using value defined outside the region", "required by region isolation constraints"},
	{"an operand where control never comes", func(t *testing.T, f *fixture) {
		f.ret()
		f.dead()
		f.ret(free(t, f.ctx, "u.source", nil, f.ctx.F32()).Result(0))
	}, "operation's operand is unlinked", "operand defined here (op without parent)"},
	{"an operand of other IR where control never comes", func(t *testing.T, f *fixture) {
		f.ret()
		f.dead()
		f.ret(body(free(t, f.ctx, "u.source", nil, f.ctx.F32())).First().First().Result(0))
	}, "operation's operand is unlinked", "operand defined here (op is neither in a parent nor in a child region)"},
	{"an operand nested where control never comes", func(t *testing.T, f *fixture) {
		f.ret()
		f.dead()
		inner := free(t, f.ctx, "u.sink", []*Value{free(t, f.ctx, "u.source", nil, f.ctx.F32()).Result(0)})
		f.op(t, &OpState{Name: f.ctx.OpName("u.nest"), Results: []*Type{}, Regions: []*Region{body(inner)}})
		f.ret()
	}, "operation's operand is unlinked", "operand defined here (op without parent)"},
	{"a user in no block", func(t *testing.T, f *fixture) {
		o := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		free(t, f.ctx, "u.sink", []*Value{f.entry.Arg(0), o.Result(0)})
		f.ret(o.Result(0))
		f.entry.Arg(0).ReplaceAllUsesWith(f.entry.Arg(1))
	}, "block argument #1 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op without parent)"},
	{"the only user of a result was lost", func(t *testing.T, f *fixture) {
		free(t, f.ctx, "u.sink", []*Value{f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)})
		f.ret()
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op without parent)"},
	{"the first user of several was lost", func(t *testing.T, f *fixture) {
		o := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		free(t, f.ctx, "u.sink", []*Value{o.Result(0)})
		f.ret(o.Result(0), o.Result(0))
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op without parent)"},
	{"the last user of several was lost", func(t *testing.T, f *fixture) {
		o := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1))
		f.ret(o.Result(0), o.Result(0))
		free(t, f.ctx, "u.sink", []*Value{o.Result(0)})
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op without parent)"},
	{"a user in other IR", func(t *testing.T, f *fixture) {
		body(free(t, f.ctx, "u.sink", []*Value{f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)}))
		f.ret()
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op in other IR)"},
	{"a user in a block of no region", func(t *testing.T, f *fixture) {
		(&Block{}).Append(free(t, f.ctx, "u.sink", []*Value{f.entry.Arg(2)}))
		f.ret()
	}, "block argument #2 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op in other IR)"},
	{"a user inside of an op that was lost", func(t *testing.T, f *fixture) {
		x := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)
		inner := free(t, f.ctx, "u.sink", []*Value{x})
		nest := f.op(t, &OpState{Name: f.ctx.OpName("u.nest"), Results: []*Type{}, Regions: []*Region{body(inner)}})
		f.ret(x)
		nest.Detach()
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op in other IR)"},
	{"a user of what is where control never comes", func(t *testing.T, f *fixture) {
		f.ret()
		f.dead()
		free(t, f.ctx, "u.sink", []*Value{f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)})
		f.ret()
	}, "result #0 is used by an unlinked operation", "used by 'u.sink' here, as operand #0 (op without parent)"},
	{"everything is there", func(t *testing.T, f *fixture) {
		x := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)
		inner := free(t, f.ctx, "u.sink", []*Value{x, x, f.entry.Arg(0)})
		f.op(t, &OpState{Name: f.ctx.OpName("u.nest"), Results: []*Type{}, Regions: []*Region{body(inner)}})
		f.ret(x)
		f.dead()
		f.ret(x, f.entry.Arg(2))
	}, "", ""},
}

// dead goes on in a block that control never comes to.
func (f *fixture) dead() {
	b := &Block{}
	f.entry.Region().Append(b)
	f.b.AtEnd(b)
}

// What is left of ops that are not in the IR is found, wherever it is: operands
// and users.
func TestVerifyLinks(t *testing.T) {
	for _, tt := range linkCases {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			tt.build(t, f)
			for _, root := range []*Op{f.module, f.fn} {
				err := Verify(root)
				var d *Diag
				switch {
				case tt.want == "" && err != nil:
					t.Errorf("unexpected error: %v", err)
				case tt.want == "":
				case !errors.As(err, &d) || !strings.HasPrefix(d.Message, tt.want):
					t.Errorf("got error %v, want %q", err, tt.want)
				case len(d.Notes) != 1 || d.Notes[0].Message != tt.note:
					t.Errorf("got notes %v, want %q", d.Notes, tt.note)
				}
			}
		})
	}
}

// What an op that is verified by itself uses, and who uses it, is not looked at,
// isolated or not.
func TestVerifyLinksOfARootInOtherIR(t *testing.T) {
	f := newFixture(t)
	x := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)
	inner := free(t, f.ctx, "u.sink", nil)
	nest := f.op(t, &OpState{Name: f.ctx.OpName("u.nest"), Operands: []*Value{x}, Results: []*Type{f.ctx.F32()}, Regions: []*Region{body(inner)}})
	f.ret(nest.Result(0), x)
	free(t, f.ctx, "u.sink", []*Value{x}) // of what is around the root
	if err := Verify(nest); err != nil {
		t.Error(err)
	}
	free(t, f.ctx, "u.sink", []*Value{nest.RegionAt(0).First().AddArg(f.ctx.F32(), 0)})
	if err := Verify(nest); err == nil || !strings.Contains(err.Error(), "block argument #0 is used by an unlinked operation") {
		t.Errorf("got %v", err)
	}
}

// The search for what was lost takes time linear in the depth of a nest whose
// every level uses one value.
func TestVerifyLinksOfADeepNest(t *testing.T) {
	const depth = 100_000
	f := newFixture(t)
	x := f.binary(testAdd, f.entry.Arg(0), f.entry.Arg(1)).Result(0)
	free(t, f.ctx, "u.sink", []*Value{f.entry.Arg(2)})
	nest := free(t, f.ctx, "u.nest", []*Value{x})
	for range depth {
		var err error
		if nest, err = f.b.AtEnd(nil).Create(&OpState{Name: f.ctx.OpName("u.nest"), Operands: []*Value{x}, Results: []*Type{}, Regions: []*Region{body(nest)}}); err != nil {
			t.Fatal(err)
		}
	}
	f.entry.Append(nest)
	f.b.AtEnd(f.entry)
	f.ret()
	tr := &tree{root: f.module, known: map[*Region]bool{}}
	if u := tr.strayUse(x, f.entry); u != nil {
		t.Errorf("'%s' is not in the IR", u.Owner().Name())
	}
	if n := len(tr.known); n != depth+1 {
		t.Errorf("%d regions are known, want %d", n, depth+1)
	}
	if err := Verify(f.module); err == nil || !strings.Contains(err.Error(), "block argument #2 is used by an unlinked operation") {
		t.Errorf("got %v", err)
	}
}
