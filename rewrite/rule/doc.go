// Package rule is the rule language: the text of rules, what it is compiled to,
// and the matcher and builder that make a rule a pattern of the greedy driver. It
// is for rewrites that are data, which several engines read; what the language
// cannot say is a pattern in Go.
//
// What follows is the reference of the language; docs/rule-language.md is made of
// it, with the functions and conditions that rules may call.
//
// # The rule language
//
// A rule says what may be replaced by what, and how exact that is. This one stands
// in a file my.rules:
//
//	// A number is its positive part less its negative part.
//	rule my-halves: sub(relu(?x), relu(neg(?x))) => ?x [finite]
//	  where float(?x)
//
// It is read as: wherever this difference is computed, use the value itself instead.
// `sub`, `relu` and `neg` are ops of tg, and `?x` is any value, the same in both places.
// `my-halves` is a name, for messages and options. `[finite]` is what the rule promises: it
// is right for numbers that are neither NaN nor infinite nor -0. `where` says when it applies.
//
// Rules need no compiler. The first command tests the rule by running both sides on
// generated programs, the second one shows what it does to a small one, and the
// others apply it next to the rules that come with tg: these alone, with all other passes,
// and where the cost model says that it pays.
//
//	tg-opt --check-rules=my.rules
//	tg-opt --explain-rule=my-halves --check-rules=my.rules
//	tg-opt --canonicalize="rules=my.rules fp=finite" model.mlir
//	tg-opt --optimize="rules=my.rules fp=finite" model.mlir
//	tg-opt --substitute="my.rules fp=finite" model.mlir
//
// Had it claimed to be `[exact]`, or to hold for integers, the first command would have shown
// that it does not: of -0 the left side makes 0, and the least integer has no negative.
//
// # Files
//
// A rule starts at a line whose first word is `rule`, and may go on over several
// lines; it ends before the next such line or a line that starts with `set`. Comments
// go from `//` to the end of the line. The comment lines right before a rule, without
// an empty line between, are its documentation. Blanks and line ends only separate
// words; lines may end as on Windows.
//
// `set NAME` puts the rules after it into a set, which options can choose
// (`--canonicalize=rule-sets=NAME`); without one the set is called as the file is,
// without its ending. Names of rules and sets are letters, digits, `_` and `-`. A rule
// may not be called like another one in the files that are read together, nor, for
// `canonicalize`, like one that comes with tg.
//
// Rules are about real numbers, integers and truth values: they are not applied where an
// op that they match takes or makes complex numbers. Those of a set that is introduced by
// `set NAME complex` are, and must hold of them; so are those that ask `complex(?x)`.
//
// Rules of a set that is introduced by `set NAME search` are for engines that search, such as
// `substitute` and `saturate`, which weigh what a rule makes: `canonicalize`, which applies a
// rule wherever it can, leaves them alone. So such a rule may apply to what it makes, and
// two of them may undo each other.
//
//	// Sums and differences.
//	set signs
//
//	rule my-twice: neg(neg(?x)) => ?x [exact]
//
//	// The sign of a factor is that of the product.
//	rule my-sign:
//	    mul(neg(?x), ?y)   // a comment
//	    => neg(mul(?x, ?y))
//	    [exact]
//	  where one_use(root.0) and not constant(?y)
//
// # Grammar
//
// In EBNF: [] may be left out, {} may be repeated or left out. NAME is what has been
// said; WORD is letters, digits and `_`, starting with a letter or `_`; OP is a WORD,
// or words with dots between; VAR is `?` and a WORD; NUMBER is digits, perhaps with a
// fraction and an exponent (`2`, `0.5`, `1e-6`), or `inf` or `nan`; STRING is any
// characters of one line between double quotes.
//
//	file     = { "set" NAME [ "complex" ] [ "search" ] | rule }
//	rule     = "rule" NAME ":" left ( "=>" | "<=>" ) right [ ":" type ] level { clause } { evidence }
//	left     = term { "," term }
//	right    = term | "(" term { "," term } ")"
//	term     = VAR | VAR "..." | VAR "[" expr "]" | [ VAR ] op | constant | list | "(" term [ ":" type ] ")"
//	list     = "[" item { "|" item } "]" "..."
//	item     = term [ "where" conds ]
//	op       = ( OP | VAR ) "(" [ term { "," term } ] ")" [ "{" [ attr { "," attr } ] "}" ] [ "#" NUMBER ]
//	attr     = WORD "=" expr | "!" WORD | "*" [ WORD | VAR | WORD "(" [ expr { "," expr } ] ")" ]
//	constant = [ "-" ] NUMBER | "lowest" | "highest" | "ones"
//	type     = "type" "(" expr ")" | "tensor" "(" expr "," expr ")"
//	level    = "[" ( "exact" | "finite" | "real" [ "," "integers" ] ) "]"
//	clause   = "where" conds | "let" VAR "=" expr | "priority" [ "-" ] NUMBER
//	evidence = "proved" "by" NAME { "," NAME } | "proved" STRING | "origin" STRING
//	         | "tested" NUMBER "over" STRING "bound" NUMBER | "used" NUMBER "over" STRING "gain" [ "-" ] NUMBER
//	conds    = all { "or" all }
//	all      = cond { "and" cond }
//	cond     = [ "not" ] ( expr [ compare expr ] | "(" conds ")" )
//	compare  = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in"
//	expr     = product { ( "+" | "-" ) product }
//	product  = unary { ( "*" | "/" | "%" ) unary }
//	unary    = [ "-" ] primary { "[" expr "]" }
//	primary  = NUMBER | STRING | WORD | VAR | "root" { "." NUMBER }
//	         | WORD "(" [ expr { "," expr } ] ")" | "[" [ expr { "," expr } ] "]" | "(" expr ")"
//
// Comparisons are not chained.
//
// # Ops
//
// An op of tg is called by its mnemonic, `add` for `tg.add`; an op of another dialect
// by its full name, `stablehlo.negate` or `arith.addi`. Both sides may mix dialects.
// Operands stand in the order in which the op has them; docs/ops.md lists them, and the
// attributes. What has regions of its own, or ends a block, cannot be spoken of; an op
// whose regions are optional is meant without them.
//
//	rule my-arith: arith.muli(?x, 2) => arith.addi(?x, ?x) [exact]
//	rule my-hlo: stablehlo.negate(stablehlo.negate(?x)) => ?x [exact]
//
// # Variables
//
// A variable `?x` matches any value: an input, a constant, the result of an op. Where
// it stands again it is the same value. The operands of a commutative op match in both
// orders. `?p op(...)` matches the op and calls its result `?p`. `root` is the result
// of the whole left side, `root.0` what matched the first argument as it is written,
// `root.0.1` the second argument of that.
//
//	rule my-double: add(?x, ?x) => mul(?x, 2) [exact]
//	rule my-common: add(?p mul(?x, ?z), ?q mul(?y, ?z)) => mul(add(?x, ?y), ?z) [real, integers]
//	  where one_use(?p) and one_use(?q) and same_type(?p, root)
//
// `?xs...` is a list: it stands for all operands that are left, perhaps none, of an op
// that takes any number of them or has an optional one. It comes last. An optional
// operand that is not mentioned must be absent.
//
//	rule my-empty-part: concat(?x, ?xs...) {dim = ?d} => concat(?xs...) {dim = ?d} [exact]
//	  where count(?xs) > 0 and dim(?x, ?d) == 0
//
// # Classes of ops
//
// `?f(...)` is any op that works element by element, repeats operands that are smaller
// where it has several, and has one result. On the right side the same `?f` is that op on
// other operands; its shape is that of these together, its elements are those of what was
// matched. `*` carries its attributes, whatever they are: without it the op has none. Where
// two ops are the same `?f`, `*a` on both asks for equal attributes. The operands of `?f` match in
// the order of the text, in `saturate` in both orders where the op that it stands for commutes.
//
//	rule my-same: sub(?f(?x, ?s...) {*a}, ?f(?x, ?s...) {*a}) => 0 [finite]
//	rule my-choice: select(?p, ?f(?x, ?s...) {*a}, ?f(?y, ?s...) {*a}) => ?f(select(?p, ?x, ?y), ?s...) {*a} [exact]
//	  where same_type(?x, ?y, root)
//
// # Lists of operands
//
// `[term | term]...` stands for all operands that are left, too, each of which takes the
// first alternative that it matches and whose `where` holds; with an operand that takes none
// the rule does not apply. In an alternative `?x` is one value. Behind the brackets it is
// the list of those of all operands that took it, perhaps none, and `?x[0]` is the first. An
// attribute that is bound in brackets is the same in all operands.
//
// On the right side brackets with as many alternatives go through the operands again, each by
// the alternative that it took. With one alternative they go through the list of values that
// stands in them; `?x...` is that list as it is, and `?x[0]` an entry.
//
//	rule my-kept: concat([?e where dim(?e, ?d) == 0 | ?x]...) {dim = ?d} => concat(?x...) {dim = ?d} [exact]
//	  where count(?e) > 0 and count(?x) > 0
//	rule my-negatives: concat([neg(?x)]...) {dim = ?d} => neg(concat(?x...) {dim = ?d}) [exact]
//	rule my-turned: ?f([?m transpose(?x) {permutation = ?p} where one_use(?m) | ?s where rank(?s) == 0]...) {*}
//	  => transpose(?f([?x | ?s]...) {*}) {permutation = ?p} [exact] where count(?x) > 0 and bytes(root) <= bytes(?m)
//	rule my-parts: exp(concat(?x...) {dim = ?d}) => concat([exp(?x)]...) {dim = ?d} [exact] where count(?x) < 3 or elements(root) > 10
//
// A rule with `where count(?x) > 0` is looked at only where an op has an operand of the kind
// that ?x stands for.
//
// # Constants
//
// A constant on the left matches a constant of any shape and element type all of whose
// elements are that number bit for bit: 0 is not -0; any NaN is `nan`. It is found
// through broadcasts, reshapes and transposes, too. `lowest` and `highest` are the limits
// of the element type, for floats the infinities, and `ones` is the integer all of whose
// bits are set. A number that an element type does not have exactly, such as 0.1 in f32 or
// 0.5 in i32, matches nothing of that type, and a rule that would make it does not apply:
// divide by 10 instead.
//
//	rule my-bound: max(?x, lowest) => ?x [exact]
//	rule my-nothing: sub(?x, ?x) => 0 [finite]
//
// A constant on the right has the elements of what it must agree with, as the op
// declares: of the nearest such operand, or of the op's result; where the op leaves no
// choice, as of a predicate, those. In select(?p, 0, ?x) it is like ?x. If all of these
// are constants, their type comes from what the op is part of. The constant has rank 0
// where the op takes that, else the shape of the operand. As a result it has the type of
// what it replaces. `splat() {value = EXPR}` is a constant with a computed value.
//
//	rule my-quotient: div(?x, ?c) => mul(?x, splat() {value = ?k}) [exact]
//	  where power_of_two(?c) and float(?c) let ?k = 1 / number(?c)
//
// # Attributes
//
// They stand in braces behind the operands. On the left side, `name = ?k` binds an
// attribute, and `name = literal` compares it; a variable that is bound already is
// compared. A unit attribute is a truth value: true when it is there. `!name` asks that
// the attribute be absent, or be its default. Those that are not mentioned must be absent
// or their defaults, unless there is a `*`, which stands for all others; `*a` gives these a
// name, which is needed when two ops have one. A missing list that means one number for
// each dimension, such as the strides of a window, is bound as that list.
//
// On the right side attributes are computed; `*` puts in those that it captured, apart
// from those mentioned, and `!name` drops one. What the op always has must be there.
//
//	rule my-transposes: transpose(transpose(?x) {permutation = ?p}) {permutation = ?q}
//	  => transpose(?x) {permutation = compose(?p, ?q)} [exact]
//	rule my-unequal: not(compare(?x, ?y) {direction = "eq"}) => compare(?x, ?y) {direction = "ne"} [exact]
//	rule my-bias: add(matmul(?x, ?w) {*a, !activation}, ?b) => matmul(?x, ?w, ?b) {*a} [exact]
//	  where one_use(root.0) and constant(?b) and broadcasts(?b, root.0)
//
// The attributes starts, limits and strides of one op are a box. `*?b` binds it, and
// `*` with a box puts it in. Functions compose boxes, and carry them from one tensor to
// another along a map of dimensions: a list that says for each dimension of the one
// which dimension of the other it is, -1 for none. What is made of these may be nothing
// but its operand, a slice of all there is, a transpose that moves nothing; then it
// is that operand.
//
//	rule my-slices: slice(slice(?x) {*?b}) {*?c} => slice(?x) {*within(?b, ?c)} [exact]
//	rule my-column: slice(broadcast(?x) {dims = [0]}) {*?b}
//	  => broadcast(slice(?x) {*along(?b, [0], ?x)}) {dims = [0]} : type(root) [exact]
//	  where dim(?x, 0) > 1 and elements(root) > 0
//
// # Several results
//
// `op(...)#1` is result 1 of an op with several, counted from 0; without a number the op
// must have one result. As the root of a rule it means that only this result is replaced.
// If the root has several results, and no number, as many terms in parentheses replace
// them.
//
//	rule my-part: neg(split(neg(?x)) {*}#1) => split(?x) {*}#1 [exact]
//	rule my-parts: split(neg(?x)) {*} => (neg(split(?x) {*}#0), neg(split(?x) {*}#1)) [exact]
//
// Several patterns, with commas between, are replaced together, by as many terms. They
// must share variables. Matching starts at the first; the others are looked for among
// the users of what is bound (the first 64 of each value), or at the definition of a
// variable that names a result. Their ops are different ops of one block. Terms that are
// equal are made once.
//
//	rule my-distances: abs(sub(?x, ?y)), abs(sub(?y, ?x)) => (abs(sub(?x, ?y)), abs(sub(?x, ?y))) [exact] where not unsigned(?x)
//
// # Types
//
// A rule applies only if what it makes has the types of what it replaces and satisfies
// the ops' own constraints, inference and verifiers: sub(add(?x, ?y), ?y) does not become ?x
// where ?y is what gives the sum its shape. `(term : type)` states the type of an op or a
// constant, as ops demand whose types do not follow from operands (reshape, broadcast,
// convert, iota); `: type` behind the right side states that of the root. type(?x) is the
// type of a value; tensor(SHAPE, ELEMENT) is made of a list and an element type such as
// elem(?x) or f32.
//
//	rule my-reshapes: reshape(reshape(?x)) => reshape(?x) : type(root) [exact]
//	rule my-broadcast: abs(broadcast(relu(?x)) {*}) => relu((broadcast(?x) {*} : type(root))) [exact]
//	rule my-widened: exp(convert(?x)) => convert(exp((convert(?x) : tensor(shape(?x), f64)))) : type(root) [real]
//	  where elem(root) == f32 and elem(?x) == f16
//
// Where a result has an extent that is known at run time only, a rule drops no value that
// has one: that may be what the result is as large as.
//
// What is made stands in front of the root. With several patterns it stands in front of
// the first of the roots, and pure ops that it needs are moved there; if one of them needs
// a root, the rule does not apply: what feeds each other never merges.
//
// # Expressions
//
// Attributes on the right side, `let` and `where` compute with these kinds of things:
//
//   - integer: of 64 bits; `3`, `-1`. Division rounds toward zero.
//   - number: a float of 64 bits; `0.5`, `inf`, `nan`. An integer will do.
//   - truth value: `true` or `unit`, `false`, also the presence of a unit attribute.
//   - string: `"lt"`; a word that is nothing else, such as `lt`, is one, too.
//   - list of integers: `[0, 2, 1]`, `[]`; `l[0]` is an entry, `l[-1]` the last.
//   - list of strings: `["a", "b"]`.
//   - element type: `f32`, `i8`, `ui64`, `index`.
//   - box: what a slice cuts out of a tensor, `?b` of `*?b`, or what functions make of boxes.
//   - value: `?x`, `root`, `root.0`. Functions tell its shape, element type or number.
//   - list of values: `?xs` of `?xs...`, and what is bound in brackets; `?xs[0]` is a value.
//     A value is a list of one.
//   - attribute: `?k` of `name = ?k`, which is of one of the kinds above.
//
// An expression may have no value: an extent that is not known, an index out of range, an
// overflow, the number of what is no constant. Then what it is part of does not hold, also
// under `not`, and neither `let` nor attributes can be computed.
//
// # Clauses
//
// Behind the level, `where` states what must hold: a comparison, a truth value, or one of the
// conditions that have names, with `not`, `and` and `or` in this order. `in` asks whether an
// integer or a string is in a list. `let ?k = EXPR` names what is computed. Both are evaluated in
// the order of the text.
//
// `priority N`, from -1000 to 1000, says when a rule is tried: rules of higher priority come
// first (0 without a clause), then those with more ops on the left, then the order of the
// text.
//
//	rule my-reduce: reduce(neg(?x)) {kind = "max", dims = ?d, keep_dims = ?k}
//	  => neg(reduce(?x) {kind = "min", dims = ?d, keep_dims = ?k}) [exact]
//	  where one_use(root.0) and float(?x) and len(?d) < rank(?x)
//	  priority 1
//
// # Levels
//
// The level is the promise of a rule, and the option `fp` of passes says which promises are
// good enough for floats: `strict`, the default, takes exact rules only, `finite` also finite
// ones, and `fast` all.
//
//   - exact: every bit is kept, whatever the values are; there is one NaN.
//   - finite: the results are equal if no input, intermediate or result is NaN, infinite
//     or -0.
//   - real: the results are equal over the real numbers; rounding may differ.
//   - real, integers: and it holds for integers modulo 2^n, too.
//
// Integers know neither NaN nor -0: exact and finite rules are exact for them, and are applied
// whatever `fp` is, as are those of `[real, integers]`; a rule that is `[real]` alone is not
// applied to them. A match that has floats anywhere, in an operand or a result, counts as one of
// floats.
//
//	rule my-identity: mul(?x, 1) => ?x [exact]
//	rule my-absorbing: mul(?x, 0) => 0 [finite]
//	rule my-logarithm: log(exp(?x)) => ?x [real]
//
// # Evidence
//
// Behind all other clauses a rule may say why it is believed, each in one clause, in any order.
// Programs that find rules state it as data; it changes nothing about what a rule does, and it
// takes the place of no check.
//
//   - `proved by NAME, ...`: it follows from these rules, of the files that are read together or of
//     those that come with tg. No rule follows from itself, be it by way of others. A chain of rules
//     holds as well as the weakest of them does: that the rule holds better was found in another way.
//   - `proved "..."`: another proof, in words.
//   - `tested TRIALS over "..." bound P`: so many independent trials, with random numbers of that
//     field or element type, showed no difference, and a wrong rule passes them all with a
//     probability of at most P, which is more than 0 and at most 1.
//   - `origin "..."`: where it comes from.
//   - `used N over "..." gain SECONDS`: in those programs it took part in so many changes that a search
//     kept, and so much is its share of the time that they save, as predicted; less than 0 where they
//     cost time. `tg-opt --discover-rank` writes it.
//
// Texts are of one line, without quotes in them, and not empty.
//
//	// Two signs of a product cancel each other.
//	rule my-signs: mul(neg(?x), mul(neg(?y), ?z)) => mul(?x, mul(?y, ?z)) [exact]
//	  where not complex(?x)
//	  proved by mul-neg, mul-neg-neg
//	  tested 2 over "2^61-1" bound 1.7e-36
//	  origin "my notebook, page 3"
//	rule my-sum: reduce(neg(?x)) {kind = "sum", *} => neg(reduce(?x) {kind = "sum", *}) [finite]
//	  where float(?x) and one_use(root.0) proved "by definition: a sum of negated numbers is rounded as that of the numbers, for all ranks and extents"
//
// # Both directions
//
// `<=>` makes a rule that engines which search, such as `substitute`, may also read from right
// to left (Rule.Reversed); the greedy driver, `canonicalize`, reads it from left to right only.
// Each side must then say all that the other one needs, and as both are left sides, `let` and
// `root.0` are not allowed.
//
//	rule my-distribution: mul(add(?x, ?y), ?z) <=> add(mul(?x, ?z), mul(?y, ?z)) [real, integers]
//
// # Errors
//
// Everything is checked when rules are read, against the definitions of the ops: names, arities,
// attributes and their kinds, types that must follow, variables that must be bound, element types
// of constants, and rules that make what they apply to again. The errors of a file, but for the end
// of many, are reported, with their places; what is missing at the end of a rule is missed there,
// and the rules after it are read all the same.
//
//	my.rules:1:13: error: there is no op 'ad'; did you mean 'add'?
//	rule wrong: ad(?x, 0) => ?x [exact]
//	            ^
//	my.rules:2:37: error: expected ']', but here is the end of the rule
//	rule open: neg(neg(?x)) => ?x [exact
//	                                    ^
//
// Rules that undo each other, or make a program grow without end, are found when they do: the
// driver stops, and Stats.Cycle names them.
//
// Terms and expressions nest at most 200 deep, an expression has at most 1,000 operators in a
// row, and a list at most 65,536 entries (a longer one has no value). The time to read a file is
// linear in its length.
package rule
