package rulecheck_test

import (
	"flag"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

var instances = flag.Int("instances", 15, "how many of a hundred variations of the examples of Go patterns to execute")

// parse reads one rule.
func parse(t *testing.T, text string) *rule.Rule {
	t.Helper()
	list, err := rule.Parse("wrong.rules", "rule wrong: "+text, rules.Lookup)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return list[0]
}

// run runs @main of a module, and returns its results as text.
func run(t *testing.T, text string) []string {
	t.Helper()
	module, err := parser.Parse(ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect), []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := interp.NewModule(module).Program("main")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r, err := p.Run(nil, interp.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var results []string
	for _, x := range r.Outputs {
		results = append(results, x.String())
	}
	return results
}

// Wrong rules of each kind that a check must find. What the counterexample
// says must contain all words of want.
var wrongRules = []struct{ why, text, want string }{
	{"-0", `add(?x, 0) => ?x [exact]`, "-0"},
	{"an op whose operands do not commute", `?f(?x, ?y) {*} => ?f(?y, ?x) {*} [exact] where same_type(?x, ?y, root)`, "tg."},
	{"an op that does not pass through", `neg(?f(?x) {*}) => ?f(neg(?x)) {*} [exact] where same_type(?x, root)`, "tg.neg"},
	{"operands in another order", `concat([neg(?x) | ?y]...) {dim = ?d} => concat(?y..., [neg(?x)]...) {dim = ?d} [exact] where count(?x) > 0 and count(?y) > 0`, "tg.concat"},
	{"operands that are dropped", `concat([?x where ?x == ?x[0] | ?y]...) {dim = ?d} => concat([?x | ?x[0]]...) {dim = ?d} [exact] where count(?y) > 0`, "tg.concat"},
	{"an alternative of a condition", `max(?x, ?c) => ?x [exact] where constant(?c) and (greatest(?c) < 0 or scalar(?c)) and same_type(?x, root)`, "tg.max"},
	{"-0 of the other sign", `sub(?x, -0) => ?x [exact]`, "-0"},
	{"-0 of a root", `abs(sqrt(?x)) => sqrt(?x) [exact]`, "-0"},
	{"NaN", `sub(?x, ?x) => 0 [exact]`, "NaN"},
	{"NaN in a comparison", `not(compare(?x, ?y) {direction = "lt"}) => compare(?x, ?y) {direction = "ge"} [exact]`, "nan"},
	{"NaN in a choice", `select(compare(?x, ?y) {direction = "gt"}, ?x, ?y) => max(?x, ?y) [exact]`, ""},
	{"infinity", `div(?x, ?x) => 1 [exact]`, "1"},
	{"infinity alone", `min(relu(?x), inf) => relu(min(?x, 1000000)) [exact]`, ""},
	{"another sign", `sub(?x, ?y) => neg(add(?x, ?y)) [finite]`, ""},
	{"rounding", `add(add(?x, ?y), ?z) => add(?x, add(?y, ?z)) [finite]`, ""},
	{"real claimed exact", `div(div(?x, ?y), ?z) => div(?x, mul(?y, ?z)) [exact]`, ""},
	{"another function", `log(mul(?x, ?y)) => add(exp(?x), log(?y)) [real]`, ""},
	{"another approximation", `gelu(?x) => gelu(?x) {approximate = "tanh"} [real]`, ""},
	{"another branch of a root", `sqrt(mul(?x, ?x)) => ?x [real]`, ""},
	{"integer overflow", `relu(abs(?x)) => abs(?x) [exact] where not float(?x)`, "-128 -32768 -2147483648 -9223372036854775808"},
	{"integer division", `div(div(?x, ?y), ?z) => div(?x, mul(?y, ?z)) [real, integers] where not float(?x)`, ""},
	{"order of integers", `compare(sub(?x, ?y), 0) {direction = "lt"} => compare(?x, ?y) {direction = "lt"} [exact] where not float(?x)`, ""},
	{"unsigned", `div(neg(?x), neg(?y)) => div(?x, ?y) [exact] where unsigned(?x)`, "ui"},
	{"truth values", `mul(?x, ?x) => add(?x, ?x) [exact] where not float(?x) and not bool(?x)`, ""},
	{"f16 alone", `add(add(?x, ?y), ?z) => add(?x, add(?y, ?z)) [exact] where elem(?x) == f16`, "f16"},
	{"a conversion that loses", `convert(convert(?x)) => convert(?x) : type(root) [exact] where holds(root.0, ?x)`, ""},
	{"an attribute that is ignored", `transpose(transpose(?x) {permutation = ?p}) {permutation = ?p} => ?x [exact]`, "permutation"},
	{"the wrong permutation", `transpose(add(?x, ?y)) {permutation = ?p} => add(transpose(?x) {permutation = ?p}, ?y) [exact]`, "permutation"},
	{"dims that are ignored", `reverse(reverse(?x) {dims = ?d}) {dims = ?e} => ?x [exact]`, "dims"},
	{"size-1 broadcast", `reverse(add(?x, ?y)) {dims = ?d} => add(reverse(?x) {dims = ?d}, ?y) [exact]`, "reverse"},
	{"size 0", `reduce(xor(?x, ?x)) {kind = "prod", dims = ?d} => reduce(xor(?x, ?x)) {kind = "sum", dims = ?d} [exact]`, "0x tensor<0"},
	{"keep_dims", `reduce(?x) {kind = "max", *} => reduce(?x) {*, kind = "min"} [exact] where bool(?x)`, ""},
	{"result type", `transpose(?x) {permutation = ?p} => (reshape(?x) : type(root)) [exact]`, "transpose"},
	{"several results", `split(?x) {*a} => (split(neg(?x)) {*a}#0, split(?x) {*a}#1) [exact] where not bool(?x)`, "split"},
	{"split the wrong way round", `split(concat(?x, ?y) {dim = ?d}) {dim = ?d, sizes = ?s} => (?y, ?x) [exact] where same_type(?x, ?y)`, "split"},
	{"siblings", `matmul(?x, ?a), matmul(?x, ?b) => (matmul(?x, ?b), matmul(?x, ?a)) [exact] where same_type(?a, ?b)`, "matmul"},
	{"a computed attribute", `transpose(transpose(?x) {permutation = ?p}) {permutation = ?q} => transpose(?x) {permutation = compose(?q, ?p)} [exact]`, "transpose"},
	{"a sign of a pad", `pad(pad(?x, ?v) {low = ?a, high = ?b}, ?v) {low = ?c, high = ?d} => pad(?x, ?v) {low = plus(?a, ?d), high = plus(?b, ?c)} [exact]`, "pad"},
	{"a stride", `slice(slice(?x) {starts = ?a, limits = ?b, strides = ?s}) {starts = ?c, limits = ?d, strides = ?t} => slice(?x) {starts = plus(?a, ?c), limits = plus(plus(?a, ?c), times(minus(?d, ?c), ?s)), strides = times(?s, ?t)} [exact]`, "slice"},
	{"-0 as a limit", `max(?x, -0) => relu(?x) [exact]`, "-0"},
	{"denormals", `mul(mul(?x, 0.0009765625), 1024) => ?x [finite]`, ""},
	{"overflow of f16", `mul(mul(?x, 0.5), 2) => ?x [exact] where elem(?x) == f16`, "f16"},
	{"bf16 alone", `mul(?x, add(?y, 1)) => add(mul(?x, ?y), ?x) [exact] where elem(?x) == bf16`, "bf16"},
	{"infinity is no NaN", `is_finite(?x) => compare(?x, ?x) {direction = "eq"} [exact]`, "inf"},
	{"saturation", `compare(abs(tanh(?x)), 1) {direction = "lt"} => 1 [exact]`, "tanh"},
	{"underflow", `compare(exp(?x), 0) {direction = "gt"} => 1 [exact]`, "exp"},
	{"NaN in a sign", `select(compare(?x, 0) {direction = "gt"}, 1, select(compare(?x, 0) {direction = "lt"}, -1, 0)) => sign(?x) [exact]`, ""},
	{"finite claims that integers have no limits", `clamp(?l, ?x, ?h) => max(min(?x, ?h), ?l) [finite]`, ""},
	{"negative numbers", `div(?x, 2) => shr(?x, 1) [exact] where signed(?x)`, "div"},
	{"negative remainders", `rem(?x, 4) => and(?x, 3) [exact] where integer(?x)`, "rem"},
	{"past the width", `shl(shl(?x, 3), ?y) => shl(?x, add(?y, 3)) [exact]`, "shl"},
	{"the least integer", `reduce(?x) {kind = "max", dims = ?d} => neg(reduce(neg(?x)) {kind = "min", dims = ?d}) [exact] where signed(?x)`, "reduce"},
	{"unsigned overflow", `rem(add(?x, ?y), ?y) => rem(?x, ?y) [exact] where unsigned(?x)`, "ui"},
	{"unsigned is no sign", `compare(sub(?x, ?y), 0) {direction = "gt"} => compare(?x, ?y) {direction = "gt"} [exact] where unsigned(?x)`, "ui"},
	{"ui16 alone", `mul(?x, ?x) => pow(?x, 3) [exact] where elem(?x) == ui16`, "ui16"},
	{"one width", `clz(?x) => sub(31, popcnt(?x)) [exact]`, "clz"},
	{"the same type is not the same value", `sub(?x, ?y) => 0 [exact] where same_type(?x, ?y) and integer(?x)`, "sub"},
	{"a bias that is scaled", `matmul(add(?x, ?c), ?y) => add(matmul(?x, ?y), ?c) [real, integers]`, "matmul"},
	{"an activation that is there", `relu(matmul(?x, ?w, ?b...) {*}) => matmul(?x, ?w, ?b...) {*, activation = "relu"} [exact]`, "activation sigmoid tanh gelu silu relu6"},
	{"dims that move", `reduce(transpose(?x) {permutation = ?p}) {kind = "max", dims = ?d, keep_dims = ?k} => reduce(?x) {kind = "max", dims = ?d, keep_dims = ?k} [exact]`, "transpose"},
	{"dims of two broadcasts", `broadcast(broadcast(?x) {dims = ?d}) {dims = ?e} => broadcast(?x) {dims = ?e} : type(root) [exact]`, "broadcast"},
	{"the order of a sum", `reduce(reverse(?x) {dims = ?e}) {kind = "sum", dims = ?d, keep_dims = ?k} => reduce(?x) {kind = "sum", dims = ?d, keep_dims = ?k} [exact] where float(?x)`, "reverse"},
	{"ties", `reduce(?x) {kind = "argmax", *a} => reduce(not(?x)) {kind = "argmax", *a} [exact] where integer(?x)`, ""},
	{"a value that is padded with", `pad(neg(?x), ?v) {*a} => neg(pad(?x, ?v) {*a}) [exact] where not bool(?x)`, "pad"},
	{"another reduction", `reduce(?x) {kind = "sum", dims = ?d} => reduce(?x) {kind = "prod", dims = ?d} [real, integers]`, ""},
	{"halves of subnormals", `mul(mul(?x, 0.5), 0.25) => mul(?x, 0.125) [exact]`, "mul"},
	{"halves of subnormals of f32", `mul(mul(?x, 0.5), 0.25) => mul(?x, 0.125) [exact] where elem(?x) == f32`, "f32"},
	{"halves of subnormals of f64", `mul(mul(?x, 0.5), 0.25) => mul(?x, 0.125) [exact] where elem(?x) == f64`, "f64"},
	{"halves of subnormals of f16", `mul(mul(?x, 0.5), 0.25) => mul(?x, 0.125) [exact] where elem(?x) == f16`, "f16"},
	{"halves of subnormals of bf16", `mul(mul(?x, 0.5), 0.25) => mul(?x, 0.125) [exact] where elem(?x) == bf16`, "bf16"},
	{"quotients of subnormals", `div(div(?x, 2), 4) => div(?x, 8) [exact] where float(?x)`, "div"},
	{"quotients of subnormals of f64", `div(div(?x, 2), 4) => mul(?x, 0.125) [exact] where elem(?x) == f64`, "f64"},
	{"a quotient and a product of subnormals", `mul(div(?x, 4), 0.5) => div(?x, 8) [exact]`, "div"},
	{"subnormals there and back", `mul(mul(?x, 0.5), 2) => ?x [finite] where elem(?x) == f64`, "f64"},
	{"subnormals there and back by division", `div(div(?x, 2), 0.5) => ?x [exact] where elem(?x) == bf16`, "bf16"},
	{"overflow there and back", `mul(mul(?x, 2), 0.5) => ?x [exact]`, "inf"},
	{"overflow of a sum", `sub(add(?x, ?x), ?x) => ?x [exact] where float(?x)`, "inf"},
	{"overflow of a mean", `mul(add(?x, ?y), 0.5) => add(mul(?x, 0.5), mul(?y, 0.5)) [exact] where elem(?x) == f64`, "f64"},
	{"a product of computed constants", `mul(mul(?x, ?c), ?d) => mul(?x, mul(?c, ?d)) [exact] where float(?x) and power_of_two(?c) and power_of_two(?d)`, "mul"},
	{"a product of computed constants of f64", `mul(mul(?x, ?c), ?d) => mul(?x, mul(?c, ?d)) [exact] where elem(?x) == f64 and power_of_two(?c) and power_of_two(?d)`, "f64"},
	{"a quotient of computed constants", `div(div(?x, ?c), ?d) => div(?x, mul(?c, ?d)) [exact] where float(?x) and power_of_two(?c) and power_of_two(?d)`, "div"},
	{"a constant over a quotient", `div(?c, div(?x, ?d)) => div(mul(?c, ?d), ?x) [exact] where float(?x) and power_of_two(?c) and power_of_two(?d)`, "div"},
	{"a sum of computed constants", `add(add(?x, ?c), ?d) => add(?x, add(?c, ?d)) [exact] where elem(?x) == f64 and power_of_two(?c) and power_of_two(?d)`, "f64"},
	{"a difference of computed constants", `sub(sub(?x, ?c), ?d) => sub(?x, add(?c, ?d)) [finite] where elem(?x) == f16 and splat(?c) and splat(?d)`, "f16"},
	{"a sum that a function computes", `add(add(?x, ?c), ?d) => add(?x, splat() {value = number(?c) + number(?d)}) [exact] where float(?x)`, "add"},
	{"a reciprocal that overflows", `div(?x, ?c) => mul(?x, div(1, ?c)) [exact] where elem(?x) == f64 and splat(?c) and number(?c) > 0 and number(?c) < 1e-307`, "f64"},
	{"a reciprocal that a function computes", `div(?x, ?c) => mul(?x, splat() {value = 1 / number(?c)}) [exact] where elem(?x) == f64 and number(?c) > 0 and number(?c) < 1e-308`, "f64"},
	{"a reciprocal that is no power", `div(?x, ?c) => mul(?x, div(1, ?c)) [exact] where float(?x) and splat(?c)`, "div"},
	{"operands as small as a constant", `mul(add(?x, ?c), 0) => mul(?x, 0) [exact] where elem(?x) == f64 and number(?c) > 0 and number(?c) < 1e-300`, "f64"},
	{"operands as large as a constant", `is_finite(mul(?x, ?c)) => is_finite(?x) [exact] where power_of_two(?c) and elem(?x) == f32`, "f32"},
	{"one above a limit that a condition names", `mul(?x, ?c) => ?x [exact] where float(?x) and number(?c) >= 1 and number(?c) < 1.01`, "mul"},
	{"one below a limit that a condition names", `compare(?x, ?c) {direction = "lt"} => compare(?x, 8192) {direction = "lt"} [exact] where elem(?x) == f64 and number(?c) > 8191.999 and number(?c) <= 8192`, "f64"},
	{"after the greatest integer", `compare(?x, ?c) {direction = "gt"} => compare(?x, add(?c, 1)) {direction = "ge"} [exact] where integer(?x) and splat(?c)`, "compare"},
	{"before the least integer", `compare(neg(?x), ?c) {direction = "lt"} => compare(?x, neg(?c)) {direction = "gt"} [exact] where signed(?x) and splat(?c)`, "compare"},
	{"a power of two with a sign", `rem(?x, ?c) => and(?x, sub(?c, 1)) [exact] where integer(?x) and power_of_two(?c)`, "rem"},
	{"amounts as wide as the type", `shr_logical(?x, ?c) => div(?x, shl(1, ?c)) [exact] where unsigned(?x) and number(?c) >= 0`, "shl"},
	{"the last bit of an amount", `shr_logical(shl(?x, ?c), ?c) => ?x [exact] where unsigned(?x) and number(?c) >= 0 and number(?c) <= 1`, "shl"},
	{"padding beside products of other signs", `conv(neg(?x), neg(?w), ?b...) {*} => conv(?x, ?w, ?b...) {*} [exact] where float(?x)`, "conv"},
	{"inner extents of many vectors", `matmul(?x, ?w) => neg(matmul(?x, ?w)) [real] where rank(?x) == 2 and dim(?x, -1) >= 15 and dim(?x, -1) <= 40`, "matmul"},
	{"identity matrices of several rows", `matmul(?x, ?c) => neg(?x) [finite] where identity(?c) and dim(?c, 0) > 1`, "matmul"},
	{"sums of more than a block", `reduce(?x) {kind = "sum", dims = ?d} => neg(reduce(?x) {kind = "sum", dims = ?d}) [real] where product(select(shape(?x), ?d)) > 4096`, "reduce"},
	{"sums of one extent of more than a block", `reduce(?x) {kind = "sum", dims = ?d} => neg(reduce(?x) {kind = "sum", dims = ?d}) [real] where rank(?x) == 1 and dim(?x, 0) > 4096`, "reduce"},
	{"sums of padding, which are in other lanes", `reduce(pad(?x, ?v) {low = ?l, high = ?h, interior = ?i}) {*, kind = ?k, dims = ?d} => reduce(?x) {*, kind = ?k, dims = ?d} [exact] where ?k in ["sum", "prod"] and neutral(?v, ?k) and nonnegative(concat(?l, ?h)) and all(without(plus(plus(?l, ?h), ?i), ?d), 0) and elements(?x) > 0 and static(root)`, "pad"},
	{"sums of windows, which are sequential", `reduce_window(?x) {kind = ?k, window = ?w, strides = ?s, pads = ?p} => reduce(?x) {kind = ?k, dims = iota(rank(?x)), keep_dims = true} [exact] where all(?p, 0) and bits(elem(?x)) >= 32 and ?w == shape(?x) and static(?x)`, "reduce_window"},
	{"products by ones, which are sequential", `matmul(?x, 1) => broadcast(reduce(?x) {kind = "sum", dims = [rank(?x) - 1], keep_dims = true}) {dims = iota(rank(?x))} : type(root) [exact] where rank(?x) > 1 and rank(root.1) == 2 and same_elem(?x, root) and static(root) and static(?x)`, "matmul"},
	{"sums of sums", `reduce(reduce(?x) {kind = ?k, dims = ?d, keep_dims = true}) {*, kind = ?k, dims = ?e} => reshape(reduce(?x) {kind = ?k, dims = sorted(concat(?d, except(?e, ?d)))}) : type(root) [exact] where ?k == "sum" and static(?x)`, "reduce"},
	{"NaNs of integers", `bitcast(bitcast(?x)) => bitcast(?x) : type(root) [exact]`, "bitcast"},
	{"a vector beside batches of matrices", `add(matmul(?x, ?y), matmul(?y, matmul(?z, ?y))) => matmul(add(?x, matmul(?y, ?z)), ?y) [real] where same_shape(?y, ?z)`, "matmul"},
	{"a vector beside batches of truth values", `add(matmul(?x, ?y), matmul(?z, ?y)) => matmul(add(?x, ?z), ?y) [exact] where bool(?x)`, "matmul"},
	{"two vectors beside batches", `matmul(matmul(?x, matmul(?y, matmul(?z, ?x))), ?y) => matmul(matmul(?x, ?y), matmul(?z, matmul(?x, ?y))) [exact] where same_shape(?y, ?z) and bool(?x)`, "matmul"},
	{"overflow that relu hides", `mul(relu(?x), mul(?y, relu(?x))) => mul(relu(?x), mul(?y, ?x)) [finite]`, "relu"},
	{"the last digit of doubles", `add(mul(?x, mul(?x, ?x)), mul(?x, mul(?x, ?x))) => mul(?x, add(mul(?x, ?x), mul(?x, ?x))) [finite]`, "mul"},
	{"the last digit of cubes", `mul(relu(?x), add(mul(?x, ?x), mul(?x, ?x))) => mul(relu(?x), mul(?x, add(?x, ?x))) [finite]`, "mul"},
	{"the last digits of products", `matmul(mul(add(?x, ?x), add(?x, ?x)), ?x) => matmul(mul(?x, add(?x, ?x)), add(?x, ?x)) [finite]`, "matmul"},
	{"constants that differ", `max(?x, ?c) => add(relu(sub(?x, ?c)), ?c) [exact] where integer(?x) and constant(?c)`, "max"},
}

// A wrong rule must be found, and the module that shows it must do so when it
// is run.
func TestWrongRulesAreFound(t *testing.T) {
	for _, tt := range wrongRules {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			r := rulecheck.Check([]*rule.Rule{parse(t, tt.text)}, rulecheck.Options{})[0]
			if r.Counterexample == nil {
				t.Fatalf("found %q in %d instances, want a counterexample", r.Problem, r.Instances)
			}
			text := r.Counterexample.Module
			found := tt.want == ""
			for _, word := range strings.Fields(tt.want) {
				found = found || strings.Contains(strings.ToLower(r.Problem+text), strings.ToLower(word))
			}
			if !found {
				t.Errorf("the counterexample does not speak of %q:\n%s\n%s", tt.want, r.Problem, text)
			}
			results := run(t, text)
			if n := len(results) / 2; n == 0 || cmp.Equal(results[:n], results[n:]) {
				t.Errorf("both functions return %v:\n%s", results, text)
			}
			if n := strings.Count(text, " = tg."); n > 12 {
				t.Errorf("the counterexample has %d ops:\n%s", n, text)
			}
		})
	}
}

// Every Go pattern of the dialect keeps its promise on variations of its
// example.
func TestPatterns(t *testing.T) {
	for _, r := range rulecheck.CheckPatterns(rulecheck.Patterns(), rulecheck.Options{Instances: *instances, Seed: campaign.First(), Workers: runtime.GOMAXPROCS(0)}) {
		if r.Problem != "" {
			t.Errorf("%s: %s", r.Pattern.Name, r.Problem)
		}
		if r.Counterexample != nil {
			t.Logf("\n%s", r.Counterexample.Module)
		}
	}
}
