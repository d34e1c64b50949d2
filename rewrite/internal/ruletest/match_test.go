package ruletest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// applyRules runs rules on a function in text form and returns the body of what
// comes out, one op per line without indentation, and the rules applied.
func applyRules(t *testing.T, rules, function string) (body string, applied []string) {
	t.Helper()
	list, err := rule.Parse("f.rules", rules, rewritetest.Lookup())
	if err != nil {
		t.Fatal(err)
	}
	module := rewritetest.Parse(t, function)
	var patterns []*rewrite.Pattern
	for _, r := range list {
		p := r.Pattern(rewrite.FPFast)
		p.Root = module.Context().LookupOp(p.Root.Name())
		patterns = append(patterns, p)
	}
	applied, _ = rewritetest.Greedy(t, module, rewritetest.Unbounded, patterns...)
	applied = slicesWithout(applied, rewrite.AppliedDead, rewrite.AppliedFold, rewrite.AppliedOrder)
	lines := strings.Split(strings.TrimSpace(printer.OpString(module, printer.Options{})), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines[2:len(lines)-2], "\n"), applied
}

func slicesWithout(list []string, drop ...string) (out []string) {
	for _, s := range list {
		keep := true
		for _, d := range drop {
			keep = keep && s != d
		}
		if keep {
			out = append(out, s)
		}
	}
	return out
}

// What patterns match, and what is built in their place. An empty want says
// that the rule must not apply.
// It is long because it is a table of cases.
func TestRulesApply(t *testing.T) {
	tests := []struct{ name, rule, in, want string }{
		{
			"a computed attribute",
			`rule r: transpose(transpose(?x) {permutation = ?p}) {permutation = ?q} => transpose(?x) {permutation = compose(?p, ?q)} [exact]`,
			`func.func @f(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %0 = tg.transpose %x permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = tg.transpose %0 permutation [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  return %1 : tensor<3x4x2xf32>
}`,
			`%0 = tg.transpose %arg0 permutation [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
return %0 : tensor<3x4x2xf32>`,
		},
		{
			"let, where, and a stated type",
			`rule r: reduce(neg(?x)) {kind = "sum", dims = ?d, !keep_dims} => (reshape(?x) : tensor(without(?s, ?d), elem(?x))) [real] let ?s = shape(?x) where product(select(?s, ?d)) == 1 and len(?d) > 0 and not rank(?x) in [1, 2]`,
			`func.func @f(%x: tensor<2x1x4xf32>) -> tensor<2x4xf32> {
  %0 = tg.neg %x : tensor<2x1x4xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<2x1x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`,
			`%0 = tg.reshape %arg0 : (tensor<2x1x4xf32>) -> tensor<2x4xf32>
return %0 : tensor<2x4xf32>`,
		},
		{
			"a condition that does not hold",
			`rule r: reduce(neg(?x)) {kind = "sum", dims = ?d, !keep_dims} => (reshape(?x) : tensor(without(shape(?x), ?d), elem(?x))) [real] where not rank(?x) in [1, 3]`,
			`func.func @f(%x: tensor<2x1x4xf32>) -> tensor<2x4xf32> {
  %0 = tg.neg %x : tensor<2x1x4xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<2x1x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`, "",
		},
		{
			"an attribute that must be absent is there",
			`rule r: reduce(neg(?x)) {kind = "sum", dims = ?d, !keep_dims} => (reshape(?x) : type(root)) [real]`,
			`func.func @f(%x: tensor<2x1x4xf32>) -> tensor<2x1x4xf32> {
  %0 = tg.neg %x : tensor<2x1x4xf32>
  %1 = tg.reduce sum %0 dims [1] keep_dims : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  return %1 : tensor<2x1x4xf32>
}`, "",
		},
		{
			"a unit attribute as a truth value",
			`rule r: reduce(neg(?x)) {kind = "max", dims = ?d, keep_dims = ?k} => neg(reduce(?x) {kind = "min", dims = ?d, keep_dims = ?k}) [real]`,
			`func.func @f(%x: tensor<2x3x4xf32>) -> (tensor<2x1x4xf32>, tensor<3x4xf32>) {
  %0 = tg.neg %x : tensor<2x3x4xf32>
  %1 = tg.reduce max %0 dims [1] keep_dims : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %2 = tg.reduce max %0 dims [0] : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
  return %1, %2 : tensor<2x1x4xf32>, tensor<3x4xf32>
}`,
			`%0 = tg.reduce min %arg0 dims [1] keep_dims : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
%1 = tg.neg %0 : tensor<2x1x4xf32>
%2 = tg.reduce min %arg0 dims [0] : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
%3 = tg.neg %2 : tensor<3x4xf32>
return %1, %3 : tensor<2x1x4xf32>, tensor<3x4xf32>`,
		},
		{
			"all other attributes, and an optional operand that is kept",
			`rule r: relu(conv(?x, ?w, ?b...) {!activation, *}) => conv(?x, ?w, ?b...) {*, activation = "relu"} [exact]`,
			`func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %b: tensor<16xf32>) -> (tensor<1x4x4x16xf32>, tensor<1x6x6x16xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<16xf32>) -> tensor<1x4x4x16xf32>
  %1 = tg.relu %0 : tensor<1x4x4x16xf32>
  %2 = tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  %3 = tg.relu %2 : tensor<1x6x6x16xf32>
  return %1, %3 : tensor<1x4x4x16xf32>, tensor<1x6x6x16xf32>
}`,
			`%0 = tg.conv %arg0, %arg1 bias %arg2 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] activation relu : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<16xf32>) -> tensor<1x4x4x16xf32>
%1 = tg.conv %arg0, %arg1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] activation relu : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
return %0, %1 : tensor<1x4x4x16xf32>, tensor<1x6x6x16xf32>`,
		},
		{
			"constants have the elements of what they go with",
			`rule r: select(not(?p), ?x, 1) => select(?p, 1, ?x) [exact] where not bool(root)`,
			`func.func @f(%p: tensor<2xi1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %c = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.not %p : tensor<2xi1>
  %1 = tg.select %0, %x, %c : (tensor<2xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}`,
			`%cst = tg.constant dense<1.000000e+00> : tensor<f32>
%0 = tg.select %arg0, %cst, %arg1 : (tensor<2xi1>, tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
return %0 : tensor<2xf32>`,
		},
		{
			"a predicate leaves no choice, and an op of constants takes its type from above",
			`rule r: sub(?x, ?y) => add(?x, select(1, mul(2, 3), neg(?y))) [real]`,
			`func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tg.sub %x, %y : tensor<2xf32>
  return %0 : tensor<2xf32>
}`,
			`%cst = tg.constant dense<true> : tensor<i1>
%cst_0 = tg.constant dense<6.000000e+00> : tensor<f32>
%0 = tg.neg %arg1 : tensor<2xf32>
%1 = tg.select %cst, %cst_0, %0 : (tensor<i1>, tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
%2 = tg.add %arg0, %1 : tensor<2xf32>
return %2 : tensor<2xf32>`,
		},
		{
			"an optional operand that must be absent",
			`rule r: relu(matmul(?x, ?w) {*}) => matmul(?x, ?w) {*} [real]`,
			`func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = tg.matmul %x, %w bias %b : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = tg.relu %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`, "",
		},
		{
			"variadic operands",
			`rule r: concat(concat(?x, ?xs...) {dim = ?d}, ?ys...) {dim = ?d} => concat(concat(?ys...) {dim = ?d}, ?x) {dim = ?d} [real] where count(?ys) == 2 and dims(?ys, -1)[0] == 3`,
			`func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<10xf32> {
  %0 = tg.concat %x, %x dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tg.concat %0, %y, %y dim 0 : (tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<10xf32>
  return %1 : tensor<10xf32>
}`, "", // the result would have 8 elements
		},
		{
			"variadic operands, kept",
			`rule r: concat(concat(?xs...) {dim = ?d}, ?ys...) {dim = ?d} => reverse(concat(?ys..., ?xs...) {dim = ?d}) {dims = [?d]} [real] where count(?ys) == 2`,
			`func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<10xf32> {
  %0 = tg.concat %x, %x dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tg.concat %0, %y, %y dim 0 : (tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<10xf32>
  return %1 : tensor<10xf32>
}`,
			`%0 = tg.concat %arg1, %arg1, %arg0, %arg0 dim 0 : (tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<10xf32>
%1 = tg.reverse %0 dims [0] : tensor<10xf32>
return %1 : tensor<10xf32>`,
		},
		{
			"one of several results",
			`rule r: neg(split(?x) {dim = ?d, sizes = ?s}#1) => slice(?x) {starts = [?s[0]], limits = [?s[0] + ?s[1]], strides = [1]} [real]`,
			`func.func @f(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0:2 = tg.split %x dim 0 sizes [2, 4] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  %1 = tg.neg %0#0 : tensor<2xf32>
  %2 = tg.neg %0#1 : tensor<4xf32>
  return %1, %2 : tensor<2xf32>, tensor<4xf32>
}`,
			`%0:2 = tg.split %arg0 dim 0 sizes [2, 4] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>)
%1 = tg.neg %0#0 : tensor<2xf32>
%2 = tg.slice %arg0 [2:6] : (tensor<6xf32>) -> tensor<4xf32>
return %1, %2 : tensor<2xf32>, tensor<4xf32>`,
		},
		{
			"a root with several results",
			`rule r: split(concat(?a, ?b) {dim = ?d}) {dim = ?d, sizes = ?s} => (?a, ?b) [exact]`,
			`func.func @f(%x: tensor<2xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %c = tg.concat %x, %y dim 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %0:2 = tg.split %c dim 0 sizes [2, 4] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  %1:3 = tg.split %c dim 0 sizes [2, 1, 3] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32>
}`,
			`return %arg0, %arg1 : tensor<2xf32>, tensor<4xf32>`,
		},
		{
			"one result of a root",
			`rule r: split(concat(?a, ?b...) {dim = ?d}) {dim = ?d, sizes = ?s}#0 => ?a [exact]`,
			`func.func @f(%x: tensor<2xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %c = tg.concat %x, %y dim 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %0:2 = tg.split %c dim 0 sizes [2, 4] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<4xf32>
}`,
			`%0 = tg.concat %arg0, %arg1 dim 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
%1:2 = tg.split %0 dim 0 sizes [2, 4] : (tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>)
return %arg0, %1#1 : tensor<2xf32>, tensor<4xf32>`,
		},
		{
			"numbers through broadcasts and of their own types",
			`rule r: select(?p, lowest, inf) => (select(?p, (0 : type(root)), highest) : type(root)) [real]`,
			`func.func @f(%p: tensor<4xi1>) -> tensor<4xf32> {
  %l = tg.constant dense<0xFF800000> : tensor<f32>
  %b = tg.broadcast %l dims [] : (tensor<f32>) -> tensor<4xf32>
  %h = tg.constant dense<0x7F800000> : tensor<1xf32>
  %0 = tg.select %p, %b, %h : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
			`%cst = tg.constant dense<0.000000e+00> : tensor<4xf32>
%cst_0 = tg.constant dense<0x7F800000> : tensor<f32>
%0 = tg.select %arg0, %cst, %cst_0 : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
return %0 : tensor<4xf32>`,
		},
		{
			"all bits set, lowest and highest of integers",
			`rule r: xor(?x, ones) => min(max(?x, lowest), highest) [exact]`,
			`func.func @f(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = tg.constant dense<255> : tensor<4xui8>
  %0 = tg.xor %x, %c : tensor<4xui8>
  return %0 : tensor<4xui8>
}`,
			`%cst = tg.constant dense<255> : tensor<ui8>
%cst_0 = tg.constant dense<0> : tensor<ui8>
%0 = tg.max %arg0, %cst_0 : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
%1 = tg.min %0, %cst : (tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
return %1 : tensor<4xui8>`,
		},
		{
			"0 is not -0",
			`rule r: add(?x, 0) => ?x [exact]`,
			`func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<-0.0> : tensor<4xf32>
  %0 = tg.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "",
		},
		{
			"a computed constant",
			`rule r: div(?x, ?c) => mul(?x, (splat() {value = 1 / number(?c)} : type(?c))) [real] where splat(?c)`,
			`func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tg.constant dense<4.0> : tensor<4xf32>
  %0 = tg.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
			`%cst = tg.constant dense<2.500000e-01> : tensor<4xf32>
%0 = tg.mul %arg0, %cst : tensor<4xf32>
return %0 : tensor<4xf32>`,
		},
		{
			"commuted operands, a named op and paths of the pattern",
			`rule r: add(?x, ?n neg(?y)) => sub(?x, ?y) [exact] where one_use(?n) and one_use(root.1)`,
			`func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %y : tensor<4xf32>
  %1 = tg.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
			`%0 = tg.sub %arg0, %arg1 : tensor<4xf32>
return %0 : tensor<4xf32>`,
		},
		{
			"equal terms are built once",
			`rule r: neg(abs(?x)) => mul(sub(exp(?x), 1), sub(exp(?x), 1)) [real]`,
			`func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.abs %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
			`%cst = tg.constant dense<1.000000e+00> : tensor<f32>
%0 = tg.exp %arg0 : tensor<4xf32>
%1 = tg.sub %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
%2 = tg.mul %1, %1 : tensor<4xf32>
return %2 : tensor<4xf32>`,
		},
		{
			"a type that would change",
			`rule r: sub(?x, ?y) => ?x [real]`,
			`func.func @f(%x: tensor<1xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.sub %x, %y : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`, "",
		},
		{
			"an attribute that is another one the second time",
			`rule r: transpose(transpose(?x) {permutation = ?p}) {permutation = ?p} => (reshape(?x) : type(root)) [real]`,
			`func.func @f(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = tg.transpose %x permutation [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = tg.transpose %0 permutation [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}`, "",
		},
		{
			"an extent that is not known",
			`rule r: neg(?x) => ?x [real] where not dim(?x, 0) == 4`,
			`func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tg.neg %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}`, "",
		},
		{
			"any NaN is nan, and infinities have signs",
			`rule r: clamp(nan, ?x, -inf) => clamp(inf, ?x, nan) [real]`,
			`func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = tg.constant dense<0xFFC00001> : tensor<f32>
  %b = tg.constant dense<0xFF800000> : tensor<f32>
  %0 = tg.clamp %a, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
			`%cst = tg.constant dense<0x7F800000> : tensor<f32>
%cst_0 = tg.constant dense<0x7FC00000> : tensor<f32>
%0 = tg.clamp %cst, %arg0, %cst_0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
return %0 : tensor<4xf32>`,
		},
		{
			"an op with a region is another one",
			`rule r: reduce(?x...) {*} => (0 : type(root)) [real]`,
			`func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = tg.reduce %x init %i dims [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> with (%a: tensor<f32>, %b: tensor<f32>) {
    tg.yield %b : tensor<f32>
  }
  return %0 : tensor<f32>
}`, "",
		},
		{
			"the attributes of two ops, one more and one less",
			`rule r: select(compare(?x, ?y) {*c, !total_order}, reduce(?z) {*r, keep_dims = ?k}, ?w) => select(compare(?y, ?x) {*c, total_order = true}, reduce(?z) {*r, !keep_dims}, ?w) [real] where ?k`,
			`func.func @f(%x: tensor<1x4xf32>, %y: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %0 = tg.compare lt %x, %y : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
  %1 = tg.reduce max %x dims [0, 1] keep_dims : (tensor<1x4xf32>) -> tensor<1x1xf32>
  %2 = tg.select %0, %1, %y : (tensor<1x4xi1>, tensor<1x1xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}`,
			`%0 = tg.compare lt %arg1, %arg0 total_order : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xi1>
%1 = tg.reduce max %arg0 dims [0, 1] : (tensor<1x4xf32>) -> tensor<f32>
%2 = tg.select %0, %1, %arg1 : (tensor<1x4xi1>, tensor<f32>, tensor<1x4xf32>) -> tensor<1x4xf32>
return %2 : tensor<1x4xf32>`,
		},
		{
			"a constant like another value, and one as the result",
			`rule r: sub(?x, ?x) => mul(broadcast_like(0, ?x), ?x) [real]
rule s: exp(?x) => 1 [real]`,
			`func.func @f(%x: tensor<4xf16>, %y: tensor<2x3xf32>) -> (tensor<4xf16>, tensor<2x3xf32>) {
  %0 = tg.sub %x, %x : tensor<4xf16>
  %1 = tg.exp %y : tensor<2x3xf32>
  return %0, %1 : tensor<4xf16>, tensor<2x3xf32>
}`,
			`%cst = tg.constant dense<1.000000e+00> : tensor<2x3xf32>
%cst_0 = tg.constant dense<0.000000e+00> : tensor<4xf16>
%0 = tg.mul %arg0, %cst_0 : tensor<4xf16>
return %0, %cst : tensor<4xf16>, tensor<2x3xf32>`,
		},
		{
			"ops of other dialects and scalars",
			`rule r: arith.muli(?x, 2) => arith.addi(?x, ?x) [exact]
rule s: arith.subi(?x, -1) => arith.addi(?x, 1) [exact]`,
			`func.func @f(%x: i32, %y: vector<4xi32>) -> (i32, vector<4xi32>) {
  %c = arith.constant 2 : i32
  %0 = arith.muli %x, %c : i32
  %d = arith.constant dense<-1> : vector<4xi32>
  %1 = arith.subi %y, %d : vector<4xi32>
  return %0, %1 : i32, vector<4xi32>
}`,
			`%cst = arith.constant dense<1> : vector<4xi32>
%0 = arith.addi %arg0, %arg0 : i32
%1 = arith.addi %arg1, %cst : vector<4xi32>
return %0, %1 : i32, vector<4xi32>`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, applied := applyRules(t, tt.rule, tt.in)
			if tt.want == "" {
				if len(applied) > 0 {
					t.Errorf("applied %q:\n%s", applied, got)
				}
				return
			}
			if d := cmp.Diff(tt.want, got); d != "" || len(applied) == 0 {
				t.Errorf("applied %q:\n%s", applied, d)
			}
		})
	}
}
