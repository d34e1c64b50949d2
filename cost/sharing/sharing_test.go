package sharing_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/sharing"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/modgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// parse reads a module in a context of its own; nil for one that is not valid.
func parse(text string) *ir.Op {
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	root, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "in.mlir"})
	if err != nil || ir.Verify(root) != nil {
		return nil
	}
	return root
}

// Whatever is found is checked by code that shares nothing with the search: places are the same op
// by op, and could be functions, and nothing is found twice.
func TestParts(t *testing.T) {
	for seed := range campaign.Seeds(12) {
		for _, texts := range [][]string{
			{progen.Program(seed, progen.Options{}), progen.Program(seed+1, progen.Options{})},
			{progen.Program(seed, progen.Options{Functions: 3}), progen.Program(seed, progen.Options{Functions: 3})},
			{modgen.Valid(seed), modgen.Valid(seed), modgen.Valid(seed + 1)},
			{modgen.Loops(seed), modgen.Loops(seed)},
			{repeated(seed)},
		} {
			var modules []*ir.Op
			for _, text := range texts {
				if root := parse(text); root != nil {
					modules = append(modules, root)
				}
			}
			least := int(1 + seed%3)
			parts, _ := sharing.Find(modules, least)
			gone := map[*ir.Op]bool{}
			for k, p := range parts {
				if err := check(p, least, gone); err != nil {
					t.Fatalf("seed %d, part %d: %v:\n%s", seed, k+1, err, strings.Join(texts, "\n"))
				}
			}
		}
	}
}

// repeated is a program of few kinds of ops, so that much in it is alike.
func repeated(seed uint64) string {
	ops := []string{"add", "mul", "sub"}
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<4xf32>, %v1: tensor<4xf32>) -> tensor<4xf32> {\n")
	b.WriteString("  %c0 = tg.constant dense<0.5> : tensor<4xf32>\n  %c1 = tg.constant dense<0.25> : tensor<4xf32>\n")
	state := seed*2654435761 + 1
	next := func(n uint64) uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state >> 33 % n
	}
	const length = 120
	for i := uint64(2); i < length; i++ {
		operand := func() string {
			if next(5) == 0 {
				return fmt.Sprintf("%%c%d", next(2))
			}
			return fmt.Sprintf("%%v%d", i-1-next(min(i, 4)))
		}
		fmt.Fprintf(&b, "  %%v%d = tg.%s %s, %s : tensor<4xf32>\n", i, ops[next(3)], operand(), operand())
		if next(20) == 0 {
			fmt.Fprintf(&b, "  %%o%d = tg.barrier %%v%d : tensor<4xf32>\n", i, i)
		}
	}
	fmt.Fprintf(&b, "  return %%v%d : tensor<4xf32>\n}\n", length-1)
	return b.String()
}

// check finds what is wrong with a part. gone are the ops of places that parts save: each op is in
// one of them.
func check(p sharing.Found, least int, gone map[*ir.Op]bool) error {
	if len(p.Places) < 2 {
		return fmt.Errorf("one place")
	}
	in := map[*ir.Op]bool{}
	for j, place := range p.Places {
		if len(place) < least || len(place) != len(p.Places[0]) {
			return fmt.Errorf("place %d has %d ops", j+1, len(place))
		}
		for k, o := range place {
			if in[o] || j > 0 && gone[o] {
				return fmt.Errorf("'%s' at %d of place %d is in another place", o.Name(), k, j+1)
			}
			in[o] = true
			if o.Block() != place[0].Block() {
				return fmt.Errorf("place %d is in several blocks", j+1)
			}
			if o.Has(ir.Terminator|ir.Opaque) || !analysis.IsCall(o) && !analysis.NewPurity().Pure(o) && !callsInside(o) {
				return fmt.Errorf("'%s' has effects", o.Name())
			}
		}
		if o := reentered(place); o != nil {
			return fmt.Errorf("place %d needs, in '%s', what is computed from it", j+1, o.Name())
		}
		if err := same(p, j); err != nil {
			return fmt.Errorf("place %d: %w", j+1, err)
		}
		if p.Prints[j] != p.Prints[0] {
			return fmt.Errorf("place %d has the fingerprint %s, the first has %s", j+1, p.Prints[j], p.Prints[0])
		}
	}
	for _, place := range p.Places[1:] {
		for _, o := range place {
			ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
				gone[inner] = true
				return ir.Advance
			})
		}
	}
	return nil
}

func callsInside(o *ir.Op) bool {
	return ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		if analysis.IsCall(inner) {
			return ir.Stop
		}
		return ir.Advance
	}) == ir.Stop
}

// operands are those of o, and what its regions use from outside in the order of the text.
func operands(o *ir.Op) (list []*ir.Value) {
	inside, seen := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		for _, v := range inner.Results() {
			inside[v] = inner != o
		}
		for _, r := range inner.Regions() {
			for b := r.First(); b != nil; b = b.Next() {
				for _, v := range b.Args() {
					inside[v] = true
				}
			}
		}
		return ir.Advance
	})
	list = o.Operands()
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		if inner != o {
			for _, v := range inner.Operands() {
				if !inside[v] && !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		}
		return ir.Advance
	})
	return list
}

// reentered is an op of a place that uses what is computed, outside of it, from its results.
func reentered(place []*ir.Op) *ir.Op {
	in, outside := map[*ir.Op]bool{}, map[*ir.Op]bool{}
	for _, o := range place {
		in[o] = true
	}
	for o := place[0].Block().First(); o != nil; o = o.Next() {
		for _, v := range operands(o) {
			def := v.Def()
			if in[o] && outside[def] {
				return o
			}
			if !in[o] && (in[def] || outside[def]) {
				outside[o] = true
			}
		}
	}
	return nil
}

// same finds what place j of a part computes in another way than the first.
func same(p sharing.Found, j int) error {
	a, b := p.Places[0], p.Places[j]
	number := func(place []*ir.Op) map[*ir.Op]int {
		m := map[*ir.Op]int{}
		for k, o := range place {
			m[o] = k + 1
		}
		return m
	}
	inA, inB := number(a), number(b)
	holes, back := map[*ir.Value]*ir.Value{}, map[*ir.Value]*ir.Value{}
	for k := range a {
		if err := sameOp(a[k], b[k]); err != nil {
			return err
		}
		x, y := operands(a[k]), operands(b[k])
		if len(x) != len(y) {
			return fmt.Errorf("'%s' has %d operands and %d", a[k].Name(), len(x), len(y))
		}
		if p.Swapped[j][k] != p.Swapped[0][k] {
			if !a[k].Has(ir.Commutative) {
				return fmt.Errorf("'%s' does not commute", a[k].Name())
			}
			y[0], y[1] = y[1], y[0]
		}
		for i := range x {
			u, v := x[i], y[i]
			cu, cv := ir.ConstantValue(u), ir.ConstantValue(v)
			switch {
			case u.Type().String() != v.Type().String():
				return fmt.Errorf("operand %d of '%s' has types %s and %s", i, a[k].Name(), u.Type(), v.Type())
			case inA[u.Def()] != inB[v.Def()] || inA[u.Def()] > 0 && u.Index() != v.Index():
				return fmt.Errorf("operand %d of '%s' is computed in different ways", i, a[k].Name())
			case inA[u.Def()] > 0 || cu != nil && cv != nil && cu.String() == cv.String():
			case holes[u] != nil && holes[u] != v || back[v] != nil && back[v] != u:
				return fmt.Errorf("operand %d of '%s' is not the same input", i, a[k].Name())
			default:
				holes[u], back[v] = v, u
			}
		}
	}
	return nil
}

// sameOp compares ops apart from their operands. Calls are compared by name in one program only.
func sameOp(a, b *ir.Op) error {
	if a.Name() != b.Name() || a.NumResults() != b.NumResults() || a.NumRegions() != b.NumRegions() {
		return fmt.Errorf("'%s' and '%s'", a.Name(), b.Name())
	}
	for i := range a.NumResults() {
		if a.Result(i).Type().String() != b.Result(i).Type().String() {
			return fmt.Errorf("results of '%s' differ", a.Name())
		}
	}
	if !analysis.IsCall(a) && (inherent(a) != inherent(b) || text(a.Attrs()) != text(b.Attrs())) {
		return fmt.Errorf("attributes of '%s' differ", a.Name())
	}
	var first []string
	ir.Walk(a, func(o *ir.Op) ir.WalkAction {
		first = append(first, o.Name())
		return ir.Advance
	})
	n := 0
	differs := ir.Walk(b, func(o *ir.Op) ir.WalkAction {
		if n == len(first) || o.Name() != first[n] {
			return ir.Stop
		}
		n++
		return ir.Advance
	}) == ir.Stop
	if differs || n != len(first) {
		return fmt.Errorf("regions of '%s' differ", a.Name())
	}
	return nil
}

// inherent is what the inherent attributes of an op say, stated or not.
func inherent(o *ir.Op) string {
	lists, rest := "", ""
	if o.Def() != nil {
		for _, a := range o.Def().Attrs {
			if list := o.Props().Get(a.Name).Ints(); a.Missing != nil && list != nil {
				lists += fmt.Sprintln(a.Name, list)
			} else if a.Missing != nil {
				lists += fmt.Sprintln(a.Name, a.Missing.Of(o))
			}
		}
	}
	for _, e := range o.Props().Entries() {
		if o.Def() == nil || o.Def().AttrDef(e.Name) == nil || o.Def().AttrDef(e.Name).Missing == nil {
			if !e.Value.IsLoc() {
				rest += e.Name + " = " + text(e.Value) + "\n"
			}
		}
	}
	return lists + rest
}

// text is what an attribute says; locations in it say nothing.
func text(a *ir.Attr) string {
	switch {
	case a == nil, a.IsLoc():
		return ""
	case a.Is(ir.DictAttr):
		all := ""
		for _, e := range a.Entries() {
			if !e.Value.IsLoc() {
				all += e.Name + " = " + text(e.Value) + "\n"
			}
		}
		return all
	case a.Is(ir.ArrayAttr):
		all := ""
		for _, e := range a.Elems() {
			all += text(e) + ", "
		}
		return "[" + all + "]"
	}
	return a.String()
}

// Places that compute the same values are those that cse merges: after it there are none.
func TestSameValues(t *testing.T) {
	before := 0
	for seed := range campaign.Seeds(20) {
		program := barrier.ReplaceAllString(repeated(seed), "")
		for _, flags := range [][]string{nil, {"--cse"}} {
			var out, messages strings.Builder
			args := append(flags, "--shared-subgraphs", "--shared-subgraphs-json", "--shared-subgraphs-min-ops=1")
			if status := driver.Opt(args, strings.NewReader(program), &out, &messages); status != 0 {
				t.Fatalf("seed %d: %s\n%s", seed, messages.String(), program)
			}
			same := strings.Count(out.String(), "same_values_as")
			if flags == nil {
				before += same
			} else if same > 0 {
				t.Errorf("seed %d: after cse, %d places compute what others do:\n%s", seed, same, program)
			}
		}
	}
	if before == 0 {
		t.Error("no places compute the same values")
	}
}

var barrier = regexp.MustCompile("(?m)^.*tg.barrier.*\n")

// layers is a program of so many equal layers, with one other op behind layer other.
func layers(n, other int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {\n")
	last := "%x"
	for i := range n {
		fmt.Fprintf(&b, "  %%a%d = tg.matmul %s, %%w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n", i, last)
		fmt.Fprintf(&b, "  %%b%d = tg.tanh %%a%d : tensor<8x8xf32>\n", i, i)
		fmt.Fprintf(&b, "  %%c%d = tg.add %%b%d, %s : tensor<8x8xf32>\n", i, i, last)
		last = fmt.Sprintf("%%c%d", i)
		if i == other {
			fmt.Fprintf(&b, "  %%d = tg.sqrt %s : tensor<8x8xf32>\n", last)
			last = "%d"
		}
	}
	fmt.Fprintf(&b, "  return %s : tensor<8x8xf32>\n}\n", last)
	return b.String()
}

// Layers that repeat are one part, however many; what two programs have in common is as large as it
// can be, and what repeats in it is found as well.
func TestLayers(t *testing.T) {
	m, err := cost.Named("cpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	shapes := func(texts ...string) (list []string) {
		var programs []sharing.Program
		for _, text := range texts {
			programs = append(programs, sharing.Program{Name: "p", Module: parse(text)})
		}
		r := sharing.NewReport(m, programs, 2)
		for _, p := range r.Parts {
			list = append(list, fmt.Sprintf("%dx%d%v", p.Ops, len(p.Places), p.Within))
		}
		if !r.Complete {
			list = append(list, "and more")
		}
		return list
	}
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{layers(12, -1)}, "[3x12[]]"},
		{[]string{layers(12, -1), layers(12, -1)}, "[36x2[] 3x12[1]]"},
		{[]string{layers(12, 5), layers(12, 5)}, "[37x2[] 3x12[1]]"},
	} {
		if got := fmt.Sprint(shapes(tt.texts...)); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// The search takes time in proportion to the program, also where much is alike: it comes to its end
// and is not stopped.
func TestLarge(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {\n")
		for i := range n {
			fmt.Fprintf(&b, "  %%v%d = tg.exp %%v%d : tensor<4xf32>\n", i+1, i)
		}
		fmt.Fprintf(&b, "  return %%v%d : tensor<4xf32>\n}\n", n)
		return b.String()
	}
	star := func(n int) string {
		var b strings.Builder
		b.WriteString("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %s = tg.exp %x : tensor<4xf32>\n")
		for i := range n {
			fmt.Fprintf(&b, "  %%a%d = tg.neg %%s : tensor<4xf32>\n  %%b%d = tg.add %%a%d, %%s : tensor<4xf32>\n", i, i, i)
		}
		b.WriteString("  return %s : tensor<4xf32>\n}\n")
		return b.String()
	}
	for name, texts := range map[string][]string{
		"a chain": {chain(4000)}, "a star": {star(2000)}, "layers": {layers(1000, 300), layers(1000, 600)},
	} {
		var modules []*ir.Op
		for _, text := range texts {
			modules = append(modules, parse(text))
		}
		if parts, complete := sharing.Find(modules, 2); !complete || len(parts) == 0 {
			t.Errorf("%s: %d parts, complete: %t", name, len(parts), complete)
		}
	}
}
