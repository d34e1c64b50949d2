package ruletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Every error of the language, with its position.
// It is long because it is a table of cases.
func TestRuleErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		// Syntax.
		{"rule a: add(?x, 0) => ?x", `1:25: error: expected a level such as [exact], but here is the end of the rule`},
		{"rule a: " + strings.Repeat("neg(", 300) + "?x", `1:809: error: nested deeper than 200 levels`},
		{"rule a: neg(?x) => ?x [exact] where rank(?x) == 1" + strings.Repeat(" + 1", 1001), `1:4051: error: more than 1000 operators in a row`},
		{"rule a: neg(?x) => ?x [exact] where shape(?x)" + strings.Repeat("[0]", 1001) + " == 1", `1:3047: error: more than 1000 operators in a row`},
		{"\u2003rule a: neg(?x) => ?x [exact]", `1:1: error: expected 'rule' or 'set'`},
		{"rule a add(?x, 0) => ?x [exact]", `1:8: error: expected ':', but here is 'add'`},
		{"rule a: add(?x, 0) = ?x [exact]", `1:20: error: expected '=>' or '<=>', but here is '='`},
		{"rule a: add(?x, $) => ?x [exact]", `1:17: error: unexpected character '$'`},
		{"rule a: add(?, 0) => ?x [exact]", `1:13: error: a variable is '?' and a name, such as ?x`},
		{"rule a: gelu(?x) {approximate = \"no\n} => ?x [exact]", `1:33: error: a string ends on the line where it starts`},
		{"add(?x, 0) => ?x [exact]", `1:1: error: expected 'rule' or 'set'`},
		{"set", `1:4: error: 'set' is followed by the name of the rules' set`},
		{"set  // of what\n", `1:4: error: 'set' is followed by the name of the rules' set`},
		{"set 1", `1:5: error: 'set' is followed by the name of the rules' set`},
		{"set $", `1:5: error: unexpected character '$'`},
		{"set a b", `1:7: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set complex b", `1:13: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set a complexes", `1:7: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set a complex b", `1:15: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set a complex complex", `1:15: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set a search complex", `1:14: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"set a complex $", `1:15: error: a set has one name, and perhaps 'complex' and 'search' behind it, in this order; its rules follow on the next lines`},
		{"rule a: add(?x, 0) => ?x [exact]\n// no\nrule a: sub(?x, 0) => ?x [exact]", `3:1: error: rule 'a' is defined twice: first at f.rules:1:1`},
		{"rule a: add(?x, 0) => ?x [sure]", `1:26: error: unknown level [sure]: write [exact], [finite], [real] or [real, integers]`},
		{"rule a: add(?x, 0) => ?x [exact, integers]", `1:26: error: unknown level [exact, integers]`},
		{"rule a: add(?x, 0) => ?x [exact] priority 5000", `1:34: error: a priority is an integer from -1000 to 1000`},
		// Ops and operands.
		{"rule a: ad(?x, 0) => ?x [exact]", `1:9: error: there is no op 'ad'; did you mean 'add'?`},
		{"rule a: stablehlo.ad(?x, 0) => ?x [exact]", `1:9: error: there is no op 'stablehlo.ad'; did you mean 'stablehlo.add'?`},
		{"rule a: stable.add(?x, 0) => ?x [exact]", `1:9: error: there is no op 'stable.add': no dialect 'stable' is registered`},
		{"rule a: add(?x) => ?x [exact]", `1:9: error: op 'add' takes 2 operands, but is given 1`},
		{"rule a: matmul(?x) => ?x [exact]", `1:9: error: op 'matmul' takes 2 to 3 operands, but is given 1`},
		{"rule a: add(?x, ?y, ?z...) => ?x [exact]", `1:21: error: op 'add' has no operands left for '...' to stand for`},
		{"rule a: concat(?x..., ?y) {*} => ?y [exact]", `1:16: error: '...' stands for all operands that are left, so it comes last`},
		{"rule a: if(?x) => ?x [exact]", `1:9: error: op 'if' has regions; rules cannot speak of it`},
		{"rule a: yield(?x) => ?x [exact]", `1:9: error: op 'yield' ends a block; rules cannot speak of it`},
		{"rule a: ?x => ?x [exact]", `1:9: error: the left side of a rule must be an op`},
		{"rule a: 0 => 1 [exact]", `1:9: error: the left side of a rule must be an op`},
		{"rule a: add => 1 [exact]", `1:9: error: the left side of a rule must be an op`},
		{"rule a: neg(add) => 1 [exact]", `1:13: error: op 'add' is written with its operands, add(...)`},
		{"rule a: max(?x, lowst) => ?x [exact]", `1:17: error: 'lowst' is no constant; did you mean 'lowest'?`},
		{"rule a: neg((?x, ?y)) => ?x [exact]", `1:13: error: several terms in parentheses replace several results; they stand only right of the arrow`},
		{"rule a: neg(?x)#1 => ?x [exact]", `1:9: error: op 'neg' has no result #1`},
		{"rule a: neg(rng_bit_generator(?x) {*}) => ?x [exact]", `1:13: error: op 'rng_bit_generator' has several results: say which, as in rng_bit_generator(...)#0`},
		{"rule a: and(?x, ?y) => and(?x, is_finite(1)) [exact]", `1:42: error: the element type of this constant does not follow from what op 'is_finite' has besides: write (1 : TYPE)`},
		{"rule a: not(?x) => compare(inf, select(?x, nan, highest)) {direction = \"lt\"} [exact]", `1:28: error: the element type of this constant does not follow`},
		{"rule a: neg(?x) => (convert(0.5) : type(root)) [exact]", `1:29: error: the element type of this constant does not follow`},
		// Boxes.
		{"rule a: neg(?x) {*?b} => ?x [exact]", `1:18: error: op 'neg' has no attribute 'starts', which a box says`},
		{"rule a: slice(?x) {starts = ?s, *?b} => ?x [exact]", `1:33: error: attribute 'starts' is spoken of twice`},
		{"rule a: slice(?x) {*extents(?b)} => ?x [exact]", `1:20: error: on the left side a box is bound to a variable, as in {*?b}`},
		{"rule a: slice(?x) {*?x} => ?x [exact]", `1:15: error: ?x is a value here, but a box before`},
		{"rule a: dynamic_slice(slice(?x) {starts = ?s, limits = ?l, strides = ?t}) {sizes = ?b, *?b} => ?x [exact]", `1:88: error: op 'dynamic_slice' has no attribute 'starts', which a box says`},
		{"rule a: slice(?x) {*?b} => slice(?x) {*extents(?b)} [exact]", `1:40: error: what follows '*' is a box, but this is a list of integers`},
		{"rule a: slice(?x) {*?b} => slice(?x) {*?c} [exact]", `1:40: error: ?c does not occur on the left side; did you mean '?b'?`},
		{"rule a: slice(?x) {*?b} => slice(?x) {starts = ?b, *?b} [exact]", `1:48: error: attribute 'starts' of op 'slice' is a list of integers, but this is a box`},
		// Variables.
		{"rule a: add(?x, 0) => ?y [exact]", `1:23: error: ?y does not occur on the left side; did you mean '?x'?`},
		{"rule a: concat(?x...) {dim = ?x} => concat(?x...) {dim = 0} [exact]", `1:16: error: ?x is a list of values here, but an attribute before`},
		{"rule a: neg(?x neg(?x)) => ?x [exact]", `1:20: error: ?x cannot be part of itself`},
		{"rule a: ?p neg(?x) => abs(?p) [exact]", `1:27: error: ?p is what is replaced, and cannot be part of what replaces it`},
		{"rule a: neg(?x) => ?y neg(?x) [exact]", `1:20: error: a result is named on the left side only`},
		{"rule a: neg(?x nan) => ?x [exact]", `1:16: error: expected ')', but here is 'nan'`},
		{"rule a: neg(?x) => ?x... [exact]", `1:20: error: ?x is a list of values here, but a value before`},
		// Attributes.
		{"rule a: neg(?x) {axs = 1} => ?x [exact]", `1:18: error: op 'neg' has no attribute 'axs'`},
		{"rule a: transpose(?x) {permutatio = ?p} => ?x [exact]", `1:24: error: op 'transpose' has no attribute 'permutatio'; did you mean 'permutation'?`},
		{"rule a: transpose(?x) => ?x [exact]", `1:9: error: op 'transpose' always has attribute 'permutation': say which, or write {*}`},
		{"rule a: transpose(?x) {*, permutation = 1} => ?x [exact]", `1:41: error: attribute 'permutation' of op 'transpose' is a list of integers, but this is an integer`},
		{"rule a: compare(?x, ?y) {direction = \"gtt\"} => ?x [exact]", `1:26: error: attribute 'direction' of op 'compare' must be comparison (lt|le|eq|ne|ge|gt); did you mean 'gt'?`},
		{"rule a: compare(?x, ?y) {direction = ?d, direction = ?e} => ?x [exact]", `1:42: error: attribute 'direction' is spoken of twice`},
		{"rule a: compare(?x, ?y) {!direction} => ?x [exact]", `1:26: error: attribute 'direction' of op 'compare' is always there`},
		{"rule a: compare(?x, ?y) {*, *} => ?x [exact]", `1:29: error: '*' stands for all attributes that are not mentioned, so once is enough`},
		{"rule a: neg(transpose(reverse(?x) {*}) {*}) => ?x [exact]", `1:36: error: {*} stands for the attributes of another op: name them, as in {*a}`},
		{"rule a: transpose(?x) {*a} => transpose(?x) {*b} [exact]", `1:46: error: {*b} does not occur on the left side`},
		{"rule a: slice(?x) {*} => transpose(?x) {*, permutation = [0]} [exact]", `1:26: error: op 'transpose' has no attribute 'starts', which '*' of op 'slice' may hold: mention it there`},
		{"rule a: neg(?x) => transpose(?x) [exact]", `1:20: error: op 'transpose' needs attribute 'permutation'`},
		{"rule a: transpose(neg(?x)) {permutation = iota(2)} => ?x [exact]", `1:29: error: on the left side an attribute is bound to a variable or compared with a literal; ask for more by 'where'`},
		{"rule a: concat(transpose(?x) {permutation = ?p}) {dim = ?p} => ?x [exact]", `1:31: error: ?p is an integer before, but attribute 'permutation' is a list of integers`},
		// Expressions and types.
		{"rule a: neg(?x) => transpose(?x) {permutation = iot(rank(?x))} [exact]", `1:49: error: there is no function 'iot'; did you mean 'iota'?`},
		{"rule a: neg(?x) => transpose(?x) {permutation = iota()} [exact]", `1:49: error: function 'iota' takes 1 arguments, but is given 0`},
		{"rule a: neg(?x) => transpose(?x) {permutation = iota(?x)} [exact]", `1:54: error: argument 1 of 'iota' is an integer, but this is a value`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [0] + 1} [exact]", `1:49: error: '+' is for numbers, but here stands a list of integers`},
		{"rule a: neg(?x) => transpose(?x) {permutation = -[0]} [exact]", `1:49: error: '-' is for numbers, but here stands a list of integers`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [1 / 0]} [exact]", `1:50: error: '/' has no result here`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [\"a\"]} [exact]", `1:49: error: attribute 'permutation' of op 'transpose' is a list of integers, but this is a list of strings`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [1, \"a\"]} [exact]", `1:53: error: an entry of this list is an integer, but this is a string`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [rank(?x)[0]]} [exact]", `1:50: error: an integer has no entries`},
		{"rule a: neg(?x) => transpose(?x) {permutation = [float(?x)]} [exact]", `1:50: error: there is no function 'float'; it is a condition`},
		{"rule a: reshape(reshape(?x)) => reshape(?x) [exact]", `1:33: error: the type of op 'reshape' does not follow from its operands: add ': type(root)'`},
		{"rule a: neg(?x) => neg(reshape(?x)) [exact]", `1:24: error: the type of op 'reshape' does not follow from its operands: write (reshape(...) : TYPE)`},
		{"rule a: neg(?x) => reshape(?x) : tensor([1]) [exact]", `1:34: error: a type is type(?x) or tensor(SHAPE, ELEMENT TYPE)`},
		{"rule a: neg(?x) => reshape(?x) : tensor(1, elem(?x)) [exact]", `1:41: error: a shape is a list of integers, but this is an integer`},
		{"rule a: neg(?x) => reshape(?x) : tensor([1], ?x) [exact]", `1:46: error: what follows the shape is an element type, but this is a value`},
		{"rule a: neg(?x) => ?x : type(root) [exact]", `1:25: error: an op or a constant can be given a type; this has one`},
		{"rule a: neg(?x) => exp((?x : type(root))) [exact]", `1:24: error: an op or a constant can be given a type; this has one`},
		{"rule a: neg(?x) => (rng_bit_generator(?x) {algorithm = three_fry}#0 : type(root)) [exact]", `1:21: error: op 'rng_bit_generator' has several results, which cannot be given one type`},
		{"rule a: neg(broadcast_like(0, ?x)) => ?x [exact]", `1:13: error: broadcast_like(NUMBER, ?x) makes a constant of the type of ?x, on the right side only`},
		{"rule a: neg(?x) => splat(1) [exact]", `1:20: error: splat() {value = NUMBER} is a scalar constant, on the right side only`},
		// Results.
		{"rule a: neg(?x), exp(?x) => ?x [exact]", `1:29: error: 2 patterns are replaced by as many terms in parentheses, but here are 1`},
		{"rule a: neg(?x) => (?x, ?x) [exact]", `1:20: error: op 'neg' has one result, but here are 2 terms`},
		{"rule a: split(?x) {*}#1 => (?x, ?x) [exact]", `1:28: error: one result, #1, is replaced by one term, but here are 2`},
		{"rule a: concat(?x...) {*} => ?x... [exact]", `1:30: error: '...' stands for operands, not for a result`},
		{"rule a: split(?x) {*} => (?x, ?x) : type(?x) [exact]", `1:37: error: several results have a type each: write (TERM : TYPE)`},
		{"rule a: neg(?x), exp(?y) => (?x, ?y) [exact]", `1:18: error: this pattern shares no variable with those before it`},
		// Clauses.
		{"rule a: neg(?x) => ?x [exact] where one_us(?x)", `1:37: error: there is no condition 'one_us'; did you mean 'one_use'?`},
		{"rule a: neg(?x) => ?x [exact] where holds(?x)", `1:37: error: condition 'holds' takes 2 arguments, but is given 1`},
		{"rule a: neg(?x) => ?x [exact] where bool(x)", `1:42: error: 'x' is neither a variable nor root, root.0, ...`},
		{"rule a: neg(?x) => ?x [exact] where bool(root.1)", `1:42: error: there is no 'root.1': root has 1 operands on the left side`},
		{"rule a: neg(neg(?x)) => ?x [exact] where bool(root.0.0.0)", `1:47: error: there is no 'root.0.0.0': root.0.0 has 0 operands on the left side`},
		{"rule a: neg(?x) => ?x [exact] where rank(?x)", `1:37: error: 'rank' is a function, whose result is an integer: compare it with something`},
		{"rule a: neg(?x) => ?x [exact] where 1", `1:37: error: a condition is a truth value, but this is an integer`},
		{"rule a: neg(?x) => ?x [exact] where rank(?x) == \"a\"", `1:37: error: '==' does not go with an integer and a string`},
		{"rule a: neg(?x) => ?x [exact] where rank(?x) in 3", `1:37: error: 'in' does not go with an integer and an integer`},
		{"rule a: neg(?x) => ?x [exact] where shape(?x) < 3", `1:37: error: '<' does not go with a list of integers and an integer`},
		{"rule a: neg(?x) => ?x [exact] let ?x = 1", `1:31: error: ?x is a value already`},
		{"rule a: neg(?x) => ?x [exact] let ?k = ?x", `1:31: error: 'let' names numbers, strings, lists and types, but this is a value`},
		{"rule a: neg(?x) => ?x [exact] let ?k = ?j let ?j = 1", `1:40: error: ?j does not occur on the left side; did you mean '?x'?`},
		{"rule a: neg(?x) <=> abs(?x) [real] let ?k = 1", `1:36: error: 'let' computes what only one direction needs; write two rules instead of '<=>'`},
		{"rule a: neg(abs(?x)) <=> abs(?x) [real] where one_use(root.0)", `1:47: error: a rule with '<=>' has two left sides: ask about variables instead of root.0`},
		{"rule a: mul(?x, ?y) <=> neg(?x) [real]", `1:17: error: read from right to left: ?y does not occur on the left side; did you mean '?x'?`},
		// Evidence.
		{"rule a: neg(?x) => ?x [exact] proved", `1:37: error: expected 'by', or a proof in quotes, but here is the end of the rule`},
		{"rule a: neg(?x) => ?x [exact] proved b", `1:38: error: expected 'by', or a proof in quotes, but here is 'b'`},
		{"rule a: neg(?x) => ?x [exact] proved by", `1:40: error: expected the name of a rule, but here is the end of the rule`},
		{"rule a: neg(?x) => ?x [exact] proved by \"b\"", `1:41: error: expected the name of a rule, but here is "b"`},
		{"rule a: neg(?x) => ?x [exact] proved by b-c, ", `1:45: error: expected the name of a rule, but here is the end of the rule`},
		{"rule a: neg(?x) => ?x [exact] proved by b, c, b", `1:47: error: rule 'b' is named twice`},
		{"rule a: neg(?x) => ?x [exact] proved by b proved by c", `1:43: error: a rule says 'proved by' once`},
		{"rule a: neg(?x) => ?x [exact] proved \"b\" proved \"c\"", `1:42: error: a rule says 'proved' once`},
		{"rule a: neg(?x) => ?x [exact] proved \"\"", `1:38: error: there is nothing between the quotes`},
		{"rule a: neg(?x) => ?x [exact] \"proved\"", `1:31: error: expected 'where', 'let', 'priority', 'proved', 'tested', 'origin' or 'used', but here is "proved"`},
		{"rule a: neg(?x) => ?x [exact] origin \"b\" \"origin\"", `1:42: error: expected 'proved', 'tested', 'origin' or 'used', but here is "origin"`},
		{"rule a: neg(?x) => ?x [exact] origin \"b\" where float(?x)", `1:42: error: 'where' stands in front of 'proved', 'tested', 'origin' or 'used'`},
		{"rule a: neg(?x) => ?x [exact] origin \"b\" priority 1", `1:42: error: 'priority' stands in front of 'proved', 'tested', 'origin' or 'used'`},
		{"rule a: neg(?x) => ?x [exact] origin b", `1:38: error: expected where the rule comes from, in quotes, but here is 'b'`},
		{"rule a: neg(?x) => ?x [exact] origin \"b", `1:38: error: a string ends on the line where it starts`},
		{"rule a: neg(?x) => ?x [exact] tested 0 over \"f32\" bound 1", `1:38: error: the number of trials is a whole number from 1 on`},
		{"rule a: neg(?x) => ?x [exact] tested 1e6 over \"f32\" bound 1", `1:38: error: the number of trials is a whole number from 1 on`},
		{"rule a: neg(?x) => ?x [exact] tested 9223372036854775808 over \"f32\" bound 1", `1:38: error: the number of trials is a whole number from 1 on`},
		{"rule a: neg(?x) => ?x [exact] tested -1 over \"f32\" bound 1", `1:38: error: expected how many trials there were, but here is '-'`},
		{"rule a: neg(?x) => ?x [exact] tested 1 bound 1", `1:40: error: expected 'over', but here is 'bound'`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\"", `1:50: error: expected 'bound', but here is the end of the rule`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound 0", `1:57: error: the bound on a probability is more than 0 and at most 1`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound 1e-400", `1:57: error: the bound on a probability is more than 0 and at most 1`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound 1.5", `1:57: error: the bound on a probability is more than 0 and at most 1`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound nan", `1:57: error: the bound on a probability is more than 0 and at most 1`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound -1", `1:57: error: the bound on a probability is more than 0 and at most 1`},
		{"rule a: neg(?x) => ?x [exact] tested 1 over \"f32\" bound \"1\"", `1:57: error: expected a bound on a probability, but here is "1"`},
		{"rule a: neg(?x) => ?x [exact] used 0.5 over \"here\" gain 1", `1:36: error: the number of uses is a whole number from 0 on`},
		{"rule a: neg(?x) => ?x [exact] used 1 over \"here\" gain inf", `1:55: error: a gain is a finite number of seconds`},
		{"rule a: neg(?x) => ?x [exact] used 1 over \"here\" gain 1e999", `1:55: error: a gain is a finite number of seconds`},
		{"rule a: neg(?x) => ?x [exact] used 1 over \"here\" used 2", `1:50: error: expected 'gain', but here is 'used'`},
		// What never ends.
		{"rule a: add(?x, ?y) => add(?y, ?x) [exact]", `1:24: error: rule 'a' applies to what it makes, and so never ends`},
		{"rule a: neg(?x) => neg(neg(?x)) [exact]", `1:20: error: rule 'a' applies to what it makes, and so never ends`},
		{"rule a: relu(?x) => max(relu(?x), 0) [exact]", `1:25: error: rule 'a' applies to what it makes, and so never ends`},
		{"rule a: sub(?x, ?y) => add(abs(sub(?x, ?y)), ?y) [exact]", `1:32: error: rule 'a' applies to what it makes, and so never ends`},
		{"rule a: transpose(?x) {permutation = ?p} => neg(transpose(?x) {permutation = ?p}) [exact]", `1:49: error: rule 'a' applies to what it makes, and so never ends`},
		{"rule a: compare(?x, ?y) {direction = ?d} => compare(?y, ?x) {direction = ?d} [exact]", `1:45: error: rule 'a' applies to what it makes, and so never ends`},
		// Classes of ops, lists in brackets, and conditions with or.
		{`rule a: ?f() => 0 [exact]`, `1:9: error: ?f stands for ops with operands, but is given none`},
		{`rule a: ?f(?x)#1 => ?x [exact]`, `1:9: error: ?f stands for ops of one result, which has no number`},
		{`rule a: ?f(?x) {dim = ?d} => ?x [exact]`, `1:17: error: ?f stands for ops with other attributes, too: write {*} for all that there are`},
		{`rule a: neg(?x) => ?f(?x) [exact]`, `1:20: error: ?f does not occur on the left side; did you mean '?x'?`},
		{`rule a: ?f(?x) => ?x [exact] where rank(?f) == 1`, `1:41: error: ?f stands for an op, which is no value`},
		{`rule a: ?f(?f) => ?f [exact]`, `1:12: error: ?f is a value here, but an op before`},
		{`rule a: convert(?f(?x) {*}) {*a} => ?f(?x) {*a} [exact]`, `1:45: error: '*' of op 'convert' holds attributes that op '?f' need not have`},
		{`rule a: ?f(?x, ?y) {*} => neg(?x) {*} [exact]`, `1:36: error: '*' of op '?f' holds attributes that op 'neg' need not have`},
		{`rule a: ?f(?x) => (?x, ?x) [exact]`, `1:19: error: op '?f' has one result, but here are 2 terms`},
		{`rule a: neg(?x), ?f(?x) => (?x, ?x) [exact]`, `1:18: error: of several patterns, only the first has lists in brackets and classes of ops`},
		{`rule a: neg(?x), concat([?x]...) {*} => (?x, ?x) [exact]`, `1:25: error: of several patterns, only the first has lists in brackets and classes of ops`},
		{`rule a: ?f(?x, 1) => ?f(?x, 2) [exact]`, `1:29: error: the element type of this constant does not follow: write (2 : TYPE)`},
		{`rule a: neg([?x | ?y]) => ?x [exact]`, `1:22: error: expected '...', but here is ')'`},
		{`rule a: [?x]... => ?x [exact]`, `1:9: error: the left side of a rule must be an op`},
		{`rule a: concat([?x]..., ?y) {*} => ?y [exact]`, `1:16: error: '...' stands for all operands that are left, so it comes last`},
		{`rule a: concat([?x...]...) {*} => ?x [exact]`, `1:17: error: '...' stands for a list of values, and cannot stand in brackets`},
		{`rule a: concat([concat([?x]...) {dim = 0}]...) {*} => ?x [exact]`, `1:24: error: lists in brackets do not stand in each other`},
		{`rule a: concat([?g(?x)]...) {*} => ?x [exact]`, `1:17: error: in brackets there are several ops, which ?g cannot stand for`},
		{`rule a: concat([convert(?x) {*}]...) {*} => ?x [exact]`, `1:30: error: in brackets there are several ops, which '*' cannot stand for: name the attributes`},
		{`rule a: concat([?x]...) {dim = ?d} => ?x [exact]`, `1:39: error: ?x is a value here, but a list of values before`},
		{`rule a: concat([?x | ?x]...) {dim = ?d} => ?x[0] [exact]`, `1:22: error: ?x is a list of values, and not one of the values that these brackets stand for`},
		{`rule a: add(?x, ?y) => ?x[0] [exact]`, `1:24: error: ?x is a value, which has no entries`},
		{`rule a: concat(?x[0]) {*} => ?x [exact]`, `1:16: error: an entry of a list stands on the right side only`},
		{`rule a: concat(?xs...) {*} => ?y[0] [exact]`, `1:31: error: ?y does not occur on the left side`},
		{`rule a: concat([neg(?x) | ?y]...) {*a} => concat([?y | ?x]...) {*a} [exact]`, `1:51: error: ?y does not stand for operands of this alternative on the left side`},
		{`rule a: concat([neg(?x) | ?y]...) {*a} => concat([?x | ?y | ?y]...) {*a} [exact]`, `1:61: error: ?y does not stand for operands of this alternative on the left side`},
		{`rule a: concat([neg(?x) | ?y]...) {*a} => concat([add(?x, ?y)]...) {*a} [exact]`, `1:59: error: ?y does not stand for operands of this alternative on the left side`},
		{`rule a: concat([neg(?x)]...) {*a} => concat([0 | 1]...) {*a} [exact]`, `1:45: error: these brackets speak of no list of values, so that nothing says how many operands they are`},
		{`rule a: concat([neg(?x)]...) {*a} => concat([?x where rank(?x) == 1]...) {*a} [exact]`, `1:55: error: what must hold of an alternative is said on the left side`},
		{`rule a: concat([neg(?x)]...) {*a} => concat([0]...) {*a} [exact]`, `1:45: error: these brackets speak of no list of values, so that nothing says how many operands they are`},
		{`rule a: concat([neg(?x) where rank(root.0) == 1]...) {*a} => concat(?x...) {*a} [exact]`, `1:36: error: there is no 'root.0': root has 0 operands on the left side`},
		{`rule a: neg(?x) => ?x [exact] where rank(?x) == 1 or`, `1:53: error: expected an expression, but here is the end of the rule`},
		{`rule a: neg(?x) => ?x [exact] where (rank(?x) == 1 and rank(?x) == 2`, `1:69: error: expected ')', but here is the end of the rule`},
		{`rule a: neg(?x) => ?x [exact] where (rank(?x) == 1) == 2`, `1:53: error: expected 'where', 'let', 'priority', 'proved', 'tested', 'origin' or 'used', but here is '=='`},
		{`rule a: neg(?x) => ?x [exact] where rank(?x) == 1 or unsure(?x)`, `1:54: error: there is no condition 'unsure'; did you mean 'inside'?`},
		{`rule a: neg(?x) <=> abs(?x) [exact] where rank(?x) == 1 or rank(root.0) == 2`, `1:43: error: a rule with '<=>' has two left sides: ask about variables instead of root.0`},
	}
	look := rewritetest.Lookup()
	for _, tt := range tests {
		_, err := rule.Parse("f.rules", tt.text, look)
		if err == nil || !strings.Contains(err.Error(), "f.rules:"+tt.want) {
			t.Errorf("%s\ngot  %v\nwant f.rules:%s", tt.text, err, tt.want)
		}
	}
}

// All errors of a file are reported at once, in the order of the text, and the
// rules without errors are there.
func TestAllErrors(t *testing.T) {
	list, err := rule.Parse("dir/f.rules", `
// Right.
rule good: neg(neg(?x)) => ?x [exact]
rule bad-op: ng(?x) => ?x [exact]
rule bad-syntax: neg(?x => ?x [exact]
set second
rule bad-twice: add(?x, ?y) => sb(?x, ?z) [exact] where bol(?x)

// The last of them,
// with a second line.
rule last:
  abs(neg(?x)) // a comment
  => abs(?x) [exact]
`, rewritetest.Lookup())
	const want = `dir/f.rules:4:14: error: there is no op 'ng'; did you mean 'neg'?
dir/f.rules:5:25: error: expected ')', but here is '=>'
dir/f.rules:7:32: error: there is no op 'sb'; did you mean 'sub'?
dir/f.rules:7:57: error: there is no condition 'bol'; did you mean 'bool'?`
	if err == nil {
		t.Fatal("no error")
	}
	if d := cmp.Diff(want, err.Error()); d != "" {
		t.Error(d)
	}
	type about struct{ Name, Set, Doc, Pos, Text string }
	var got []about
	for _, r := range list {
		got = append(got, about{r.Name, r.Set, r.Doc, r.Pos.String(), r.Text})
	}
	if d := cmp.Diff([]about{
		{"good", "f", "Right.", "dir/f.rules:3:1", "rule good: neg(neg(?x)) => ?x [exact]"},
		{"last", "second", "The last of them, with a second line.", "dir/f.rules:11:1", "rule last:\n  abs(neg(?x)) // a comment\n  => abs(?x) [exact]"},
	}, got); d != "" {
		t.Error(d)
	}
}

// What is no file of rules at all has errors without end, of which the first are told
// and the others counted.
func TestManyErrors(t *testing.T) {
	for lines, want := range map[int]string{
		10: "f.rules:10:1: error: expected 'rule' or 'set'",
		11: "f.rules:11:1: error: expected 'rule' or 'set'",
		12: "f.rules:11:1: error: ... and 2 more errors, from here on",
		99: "f.rules:11:1: error: ... and 89 more errors, from here on",
	} {
		rules, err := rule.Parse("f.rules", strings.Repeat("%0 = tg.neg %x\n", lines)+"rule good: neg(neg(?x)) => ?x [exact]", rewritetest.Lookup())
		if err == nil || len(rules) != 1 {
			t.Fatalf("%d lines: %d rules, %v", lines, len(rules), err)
		}
		got := strings.Split(err.Error(), "\n")
		if len(got) != min(lines, 11) || got[len(got)-1] != want {
			t.Errorf("%d lines: %d errors, the last is\n%s\nwant\n%s", lines, len(got), got[len(got)-1], want)
		}
	}
}

// What editors do to a text changes nothing: line ends of two bytes, or none
// behind.
func TestTextOfEditors(t *testing.T) {
	const plain = "// A comment.\nset s\nrule a: neg(neg(?x))\n  => ?x [exact]\nrule b: ng(?x) => ?x [exact]\n"
	read := func(text string) string {
		list, err := rule.Parse("f.rules", text, rewritetest.Lookup())
		if len(list) != 1 || err == nil {
			t.Fatalf("%q: %d rules, %v", text, len(list), err)
		}
		return strings.Join([]string{list[0].Name, list[0].Set, list[0].Pos.String(), err.Error()}, "\n")
	}
	want := read(plain)
	for _, text := range []string{strings.ReplaceAll(plain, "\n", "\r\n"), strings.TrimSuffix(plain, "\n")} {
		if d := cmp.Diff(want, read(text)); d != "" {
			t.Errorf("%q (-plain +this):\n%s", text, d)
		}
	}
}

// Whatever is missing at the end of a rule is missed right behind its last token,
// and the rules after it are read as if nothing had happened.
func TestErrorsAtTheEndOfARule(t *testing.T) {
	// Tokens apart by blanks; a rule may end behind those marked with a semicolon.
	const text = `rule a : ?p gelu ( neg ( transpose ( ?x ) { permutation = ?q , * } ) ) { approximate = "none" , *r } , abs ( ?p ) ` +
		`=> ( ( 1 : tensor ( [ 1 , - 2 ] , elem ( ?x ) ) ) , concat ( ?x ... ) { ! dim } # 0 ) : type ( ?x ) [ real , integers ]; ` +
		`where not one_use; ( root.0 ); and rank; ( ?x ); == shape; ( ?x ); [ 0 ]; + 1; let ?k = ( len ( [ ] ) * 2 ); priority - 3; ` +
		`proved by a; , b-c; tested 3 over "f32" bound 0.5; proved "by-hand"; used 0 over "nothing" gain - 1; origin "me";`
	ends := []string{"", "  // a comment", "\n\n// The next one.\n", "\r\n\r\n  \r\n", "\n// Not [exact].\nset other\n"}
	const next = "\nrule next: ng(?x) => ?x [exact]\n"
	words := strings.Fields(text)
	for n := 1; n <= len(words); n++ {
		begun := strings.ReplaceAll(strings.Join(words[:n], " "), ";", "")
		for _, end := range ends {
			_, err := rule.Parse("f.rules", begun+end+next, rewritetest.Lookup())
			if err == nil {
				t.Fatalf("%q is right", begun+end+next)
			}
			line := 2 + strings.Count(end, "\n")
			if want := fmt.Sprintf("f.rules:%d:12: error: there is no op 'ng'", line); !strings.Contains(err.Error(), want) {
				t.Errorf("%q\ngot  %v\nwant %s", begun+end+next, err, want)
			}
			at := fmt.Sprintf("f.rules:1:%d: error: expected ", len(begun)+1)
			incomplete := strings.HasPrefix(err.Error(), at) && strings.Contains(err.Error(), ", but here is the end of the rule")
			if complete := strings.HasSuffix(words[n-1], ";"); incomplete == complete {
				t.Errorf("%q\ngot  %v\nwant %s... the end of the rule: %v", begun+end+next, err, at, !complete)
			}
		}
	}
}
