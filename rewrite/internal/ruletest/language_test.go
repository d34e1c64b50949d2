package ruletest

import (
	"regexp"
	"testing"

	"github.com/tg-opt/tg/rewrite/rule"
)

// everyKind has a value of every kind that expressions ask about.
const everyKind = `
func.func @f(%x: tensor<2x3xf32>, %i: tensor<4xi8>, %u: tensor<1x3xui8>, %b: tensor<i1>, %d: tensor<?x3xf32>, %h: tensor<2x3xf16>, %z: tensor<2xcomplex<f32>>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %s = tg.constant dense<2.0> : tensor<f32>
  %l = tg.constant dense<[3, 1, 2]> : tensor<3xi64>
  %m = tg.constant dense<1> : tensor<1x1xi64>
  %n = tg.constant dense<7> : tensor<1xui8>
  %k = tg.broadcast %s dims [] : (tensor<f32>) -> tensor<2x2xf32>
  %0:11 = tg.barrier %x, %i, %u, %b, %d, %h, %k, %l, %z, %m, %n : tensor<2x3xf32>, tensor<4xi8>, tensor<1x3xui8>, tensor<i1>, tensor<?x3xf32>, tensor<2x3xf16>, tensor<2x2xf32>, tensor<3xi64>, tensor<2xcomplex<f32>>, tensor<1x1xi64>, tensor<1xui8>
  return %0#0, %x : tensor<2x3xf32>, tensor<2x3xf32>
}`

// Every function and every condition, where it holds and where not, and
// expressions that have no value: what they are part of never holds, nor does its
// opposite.
func TestExpressions(t *testing.T) {
	holds := []string{
		`rank(?x) == 2`, `rank(?b) == 0`, `shape(?x) == [2, 3]`, `shape(?b) == []`, `dim(?x, -1) == 3`, `dim(?d, 1) == 3`, `elements(?x) == 6`, `elements(?b) == 1`,
		`elem(?x) == f32`, `elem(?u) == ui8`, `bits(elem(?h)) == 16`, `number(?k) == 2`, `number(?k) < 2.5`, `integers(?l) == [3, 1, 2]`,
		`count(?r) == 2`, `dims(?r, 0) == [1, 1]`, `scalars(?r) == [1, 7]`, `log2(8) == 3`, `spatial("nwhc x hwio -> nhwc", 0) == [2, 1]`, `spatial("nc x io -> nc", 1) == []`, `axis("nwhc x hwio -> nhwc", 1, "o") == 3`, `turned("nhwc x hwio -> nhwc", 0, [0, 3, 1, 2]) == "nchw x hwio -> nhwc"`, `turned("nc x io -> nc", 2, [1, 0]) == "nc x io -> cn"`, `log2(0.5) == -1`, `interleave([1, 2], [3, 4]) == [1, 3, 2, 4]`, `len([]) == 0`, `len(shape(?x)) == 2`, `sum([]) == 0`, `sum([1, 2, -4]) == -1`, `product([]) == 1`, `product(shape(?x)) == 6`,
		`min(3, 1, 2) == 1`, `max(3, 1, 2) == 3`, `abs(-3) == 3`, `iota(3) == [0, 1, 2]`, `repeat(7, 2) == [7, 7]`, `concat([1], [], [2, 3]) == [1, 2, 3]`,
		`part([4, 5, 6], 1, 3) == [5, 6]`, `part([4, 5, 6], -2, -1) == [5]`, `remove([4, 5, 6], 1) == [4, 6]`, `insert([4, 6], 1, 5) == [4, 5, 6]`, `replace([4, 5], -1, 7) == [4, 7]`,
		`select([4, 5, 6], [2, 0]) == [6, 4]`, `without([4, 5, 6], [2, 0]) == [5]`, `sorted([3, 1, 2]) == [1, 2, 3]`, `find([4, 5, 5], 5) == 1`,
		`compose([1, 2, 0], [1, 2, 0]) == [2, 0, 1]`, `inverse([1, 2, 0]) == [2, 0, 1]`, `plus([1, 2], [3, 4]) == [4, 6]`, `minus([1, 2], [3, 4]) == [-2, -2]`, `times([1, 2], [3, 4]) == [3, 8]`,
		`mirrored("gt") == "lt"`, `mirrored("le") == "ge"`, `mirrored("eq") == "eq"`, `negated("lt") == "ge"`, `negated("ne") == "eq"`, `shift([1, 2], -1) == [0, 1]`,
		`one_use(?i)`, `same_type(?x, ?x)`, `same_elem(?x, ?d, ?k)`, `same_shape(?x, ?h)`, `constant(?k)`, `splat(?k)`, `power_of_two(?k)`, `float(?h)`, `bool(?b)`, `integer(?u)`,
		`complex(?z)`, `unsigned(?u)`, `signed(?i)`, `holds(?x, ?h)`, `static(?x)`, `scalar(?b)`, `broadcasts(?u, ?x)`, `has_uses(root)`, `argument(?x)`, `permutation([1, 0])`, `permutation([])`,
		`increasing([1, 3])`, `increasing([])`, `all([2, 2], 2)`, `all([], 9)`,
		`least(?u) == 0`, `neutral(?r[0], "prod")`, `identity(?r[0])`, `outcome("lt", ?r[0], ?r[1]) == 1`, `outcome("ge", ?r[0], ?r[1]) == 0`, `outcome("eq", ?r[0], ?r[1]) == 0`,
		`never_less(?r[1], ?r[0])`, `never_greater(?r[0], ?r[1])`, `before_reshape([6, 1, 4], [2, 3, 4], [0, 1]) == [0]`, `before_reshape([2, 3, 4], [6, 4], [0]) == [0, 1]`, `before_reshape([2], [1, 2, 1], [0]) == []`,
		`greatest(?u) == 255`, `not_negative(?u)`, `whole(?i)`, `never_nan(?k)`, `never_infinite(?k)`,
		`nonnegative([0, 2])`, `nonnegative([])`, `ones(?x) == []`, `ones(?u) == [0]`, `ones(?d) == []`, `places([1, 2, 1], 1) == [0, 2]`, `common([3, 1, 2], [2, 3]) == [3, 2]`,
		`except([3, 1, 2], [2, 3]) == [1]`, `put([4, 5, 6], [2, 0], [7, 8]) == [8, 5, 7]`, `order([5, 3, 4]) == [1, 2, 0]`, `at_least([-1, 2], 0) == [0, 2]`, `at_most([-1, 2], 0) == [-1, 0]`,
		`squeezed([2, 1, 3], [2, 3]) == [0, -1, 1]`, `squeezed([2, 3], [1, 2, 1, 3]) == [1, 3]`, `squeezed([1], [1]) == [0]`, `split_back([2, 4, 2, 4], [1, 2, 8, 4], [0, 1, 2, 4]) == [0, 1, 2, 4]`, `split_back([2, 3, 4], [6, 4], [2, 0]) == [2, 3, 0]`, `split_back([1, 1, 2, 3], [1, 6, 1], [2, 0, 1]) == [3, 0, 1, 2]`,
		`order_through([3, 2], [3, 1, 2], [2, 1, 0]) == [1, 0]`, `order_through([1, 2, 3], [2, 3], [1, 0]) == [0, 2, 1]`,
		`after_reduce(3, [1], false) == [0, -1, 1]`, `after_reduce(3, [1], true) == [0, -1, 2]`,
		`starts(box([1], [6], [2])) == [1]`, `limits(box([1], [6], [2])) == [6]`, `strides(box([1], [6], [2])) == [2]`, `extents(box([1, 3], [6, 2], [2, 1])) == [3, 0]`,
		`within(box([0, 2], [8, 10], [2, 1]), box([1, 0], [3, 8], [1, 4])) == box([2, 2], [5, 7], [2, 4])`,
		`along(box([1], [2], [1]), [-1, 0], ?x) == box([0, 1], [2, 2], [1, 1])`, `reversed(box([0, 0], [1, 3], [1, 2]), [0], ?x) == box([1, 0], [2, 3], [1, 2])`,
		`extents(box([0], [5], [9223372036854775807])) == [1]`, `moved(box([1], [6], [3]), [-1]) == box([0], [4], [3])`, `inside(box([0, 1], [2, 4], [1, 3]), ?x)`, `outside(box([0, 3], [2, 4], [1, 1]), ?x)`, `outside(box([-1, 0], [0, 1], [1, 1]), ?x)`,
		`2 + 3 * 4 - 1 == 13`, `(2 + 3) * 4 == 20`, `7 / 2 == 3`, `-7 / 2 == -3`, `7 % 3 == 1`, `2 in [1, 2]`, `"a" == "a"`, `1 <= 1 and 2 > 1 and 1 != 2`, `[1, 2][-1] == 2`, `true`,
		`elem(root) == f32`, `rank(root.1) == 1`, `1 < 1.5`,
		`bytes(?x) == 24`, `bytes(?r) == bytes(?r[0]) + bytes(?r[1])`, `ranks(?r) == [rank(?r[0]), rank(?r[1])]`, `ranks(?x) == [2]`, `count(?x) == 1`, `tail([1, 2, 3], [2, 3]) == 2`, `tail([1], [2]) == 0`,
		`through([3], [2, 3], [2, 1, 3]) == [1, 1, 3]`, `through([2, 1], [2, 1], [1, 2]) == [1, 2]`, `used_only_by(?i, root)`,
		`1 == 2 or 2 == 2`, `2 == 2 or 1 == 2 and 1 == 2`, `(1 == 2 or 2 == 2) and 1 == 1`, `not (1 == 2 or 1 == 3)`, `not (1 == 1 and 1 == 2)`, `(1 + 1) * 2 == 4`, `(?x == ?x)`,
		`dim(?d, 0) == 3 or 1 == 1`, `([1, 2])[1] == 2`, `not (1 + 1) == 3`,
	}
	fails := []string{
		`one_use(?x)`, `same_type(?x, ?d)`, `same_elem(?x, ?h)`, `same_shape(?d, ?d)`, `constant(?x)`, `splat(?l)`, `power_of_two(?l)`, `float(?i)`, `bool(?i)`, `integer(?b)`,
		`complex(?x)`, `complex(?l)`, `float(?z)`, `unsigned(?i)`, `signed(?u)`, `holds(?h, ?x)`, `static(?d)`, `scalar(?i)`, `broadcasts(?x, ?u)`, `argument(?k)`, `permutation([1, 2])`, `permutation([0, 0])`,
		`never_less(?x, ?k)`, `never_greater(?r[1], ?r[0])`, `neutral(?k, "sum")`, `neutral(?r[0], "mean")`, `identity(?k)`,
		`not_negative(?i)`, `whole(?x)`, `never_nan(?x)`, `never_infinite(?x)`, `nonnegative([1, -1])`, `inside(box([0, 1], [2, 4], [1, 2]), ?x)`, `inside(box([0], [1], [1]), ?x)`, `outside(box([0, 2], [2, 4], [1, 1]), ?x)`, `outside(box([3, 0], [3, 1], [1, 1]), ?x)`,
		`box([0], [1], [1]) == box([0], [1], [2])`, `increasing([1, 1])`, `all([2, 3], 2)`, `rank(?x) == 3`, `2 in []`, `1 > 1`, `false`, `used_only_by(root, ?x)`, `1 == 2 or 1 == 3`, `(1 == 2 or 1 == 1) and 1 == 2`, `not (1 == 2 or 1 == 1)`, `dim(?d, 0) == 3 or 1 == 2`, `1 == 2 and true`, `true and 1 == 2`,
	}
	noValue := []string{
		`dim(?d, 0) == 3`, `dim(?x, 2) == 3`, `dim(?x, -3) == 3`, `shape(?d) == [1]`, `elements(?d) == 3`, `number(?x) == 2`, `number(?l) == 2`, `integers(?x) == [1]`,
		`[1][rank(?x)] == 1`, `1 / rank(?b) == 1`, `1 % rank(?b) == 1`, `9223372036854775807 + rank(?x) == 0`, `9223372036854775807 * rank(?x) == 0`, `sum([9223372036854775807, 1]) == 0`,
		`iota(-1) == []`, `iota(9223372036854775807) == []`, `repeat(0, 9223372036854775807) == []`, `len(concat(repeat(0, 65536), [rank(?x)])) == 65537`, `part([1], 0, 2) == [1]`, `remove([1], 1) == [1]`, `insert([1], 3, 1) == [1]`,
		`replace([], 0, 1) == []`, `select([1], [1]) == [1]`, `without([1], [1]) == [1]`, `find([1], 2) == 0`, `compose([1], [2]) == [1]`, `inverse([1, 1]) == [1]`,
		`put([1], [1], [2]) == [1]`, `put([1], [0], []) == [1]`, `squeezed([2], [3]) == [0]`, `squeezed([2], [2, 3]) == [0]`, `order_through([2, 3], [6], [0]) == [0]`, `split_back([6], [2, 3], [0, 1]) == [0]`, `split_back([2, 1], [2], [0]) == [0]`, `split_back([2, 3], [6], [0, 1]) == [0]`, `split_back([2, 3], [2], [0]) == [0]`, `order_through([2], [2], [1]) == [0]`,
		`after_reduce(-1, [], true) == []`, `after_reduce(2, [2], true) == []`, `box([0], [1], [0]) == box([0], [1], [0])`, `box([0], [1], []) == box([], [], [])`,
		`box([-9223372036854775807], [2], [1]) == box([], [], [])`, `extents(within(box([0], [2], [1]), box([0], [3], [1]))) == [3]`, `extents(along(box([0], [1], [1]), [1, 0], ?x)) == [1]`,
		`extents(along(box([0], [1], [1]), [0, 0], ?d)) == [1, 1]`, `extents(reversed(box([0, 1], [2, 1], [1, 1]), [1], ?x)) == [2, 0]`, `extents(moved(box([0], [1], [1]), [])) == [1]`,
		`extents(moved(box([0], [1], [1]), [9223372036854775807])) == [1]`,
		`outcome("eq", ?r[0], ?r[0]) == 1`, `outcome("lt", ?x, ?x) == 0`, `outcome("abc", ?r[0], ?r[1]) == 1`, `log2(6) == 2`, `spatial("nhwc", 0) == [1, 2]`, `spatial("nwhc x hwio -> nhwc", 3) == []`, `axis("nwhc x hwio -> nhwc", 0, "o") == 0`, `axis("nwhc x hwio -> nhwc", 0, "wh") == 1`, `turned("nc x io -> nc", 3, [1, 0]) == "nc x io -> cn"`, `turned("nc x io -> nc", 0, [1]) == "nc"`, `turned("nc x io -> nc", 0, [1, 1]) == "nc"`, `log2(0) == 0`, `log2(-2) == 1`, `interleave([1], []) == [1]`, `before_reshape([6, 4], [2, 12], [0]) == [0]`, `before_reshape([6, 4], [2, 3, 4], [0]) == [0]`, `before_reshape([0], [0], [0]) == [0]`,
		`bytes(?d) == 1`, `through([3], [2, 3], [6]) == [3]`, `through([1, 2, 3], [2, 3], [2, 1, 3]) == [3]`,
		`before_reshape([6], [6], [1]) == []`, `before_reshape([6], [2], [0]) == [0]`, `plus([1], [1, 2]) == [2]`, `mirrored("abc") == "abc"`, `negated("abc") == "abc"`,
	}
	seen := map[string]bool{}
	check := func(cond string, want bool) {
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(cond, -1) {
			seen[word] = true
		}
		_, applied := applyRules(t, "set s complex\nrule r: barrier(?x, ?i, ?u, ?b, ?d, ?h, ?k, ?l, ?z, ?r...)#0 => ?x [exact] where "+cond, everyKind)
		if (len(applied) > 0) != want {
			t.Errorf("%s: %v, want %v", cond, !want, want)
		}
	}
	for _, cond := range holds {
		check(cond, true)
	}
	for _, cond := range fails {
		check(cond, false)
	}
	for _, cond := range noValue {
		check(cond, false)
		check("not "+cond, false)
	}
	for _, f := range append(rule.Functions(), rule.Conditions()...) {
		if !seen[f.Name] {
			t.Errorf("there is no case for %s", f.Name)
		}
	}
}
