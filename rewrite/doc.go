// Package rewrite changes IR by rules: a rule language, Go patterns for what
// the language cannot say, and the greedy driver that applies both together
// with the ops' own folders until nothing changes.
//
// # The rule language
//
// A rule says what may be replaced by what, and how exact that is:
//
//	// The sum of a product by a factor of all terms.
//	rule factor-sum: add(mul(?x, ?z), mul(?y, ?z)) => mul(add(?x, ?y), ?z) [real, integers]
//	  where one_use(root.0) and one_use(root.1)
//
// The grammar, in EBNF; words are letters, digits and `_`, and a comment goes
// from `//` to the end of the line:
//
//	file    = { "set" NAME NEWLINE | rule }
//	rule    = "rule" NAME ":" left ("=>" | "<=>") right [":" type] "[" level "]" {clause}
//	level   = "exact" | "finite" | "real" ["," "integers"]
//	left    = term {"," term}
//	right   = term | "(" term {"," term} ")"
//	term    = ?x | ?x "..." | constant | [?x] op | "(" term [":" type] ")"
//	constant= NUMBER | ["-"] "inf" | "nan" | "lowest" | "highest" | "ones"
//	op      = OP "(" [term {"," term}] ")" ["{" [attr {"," attr}] "}"] ["#" N]
//	attr    = NAME "=" expr | "!" NAME | "*" [NAME]
//	type    = "type" "(" expr ")" | "tensor" "(" expr "," expr ")"
//	clause  = "where" cond {"and" cond} | "let" ?k "=" expr | "priority" N
//	cond    = ["not"] expr [("==" | "!=" | "<" | "<=" | ">" | ">=" | "in") expr]
//	expr    = sums, products (+ - * / %), -e, l[i], f(e, ...), [e, ...], (e), NUMBER, "string",
//	          true, false, ?x, root, root.0.1, element types such as f32, words (strings)
//
// A rule starts at a line whose first word is `rule` and ends before the next
// such line or a line that starts with `set`. The comment lines right before it
// are its documentation. `set` names the set of the rules after it; without one
// it is the base name of the file. OP is the mnemonic of a tg op, or the full
// name of an op of another dialect (`stablehlo.add`, `arith.addi`).
//
// # What the left side matches
//
// A variable ?x matches any value, and where it stands again the same value. A
// constant matches a constant of any shape all of whose elements are that number
// bit for bit (0 is not -0; any NaN is nan), also through broadcasts, reshapes
// and transposes. `lowest` and `highest` are the limits of the element type, for
// floats the infinities, and `ones` has all bits set. The operands of a
// commutative op match in both orders. `?xs...`, as the last operand, stands for
// all operands that are left, of a variadic op or one with an optional operand;
// an optional operand that is not mentioned must be absent. `?p op(...)` names
// the result of an op. An op whose regions are optional is meant without them.
//
// `name = ?k` binds an attribute, `name = literal` compares it, `!name` asks
// that it be absent (or be its default). Attributes that are not mentioned must
// be absent or their defaults, unless there is a `*`, which stands for all
// others; `*a` gives them a name. A unit attribute is a truth value: true when it
// is there.
//
// `op(...)#1` is result 1 of an op with several; without a number the op must
// have one result. As the root of a rule it means that only this result is
// replaced.
//
// Several patterns must share variables. Matching starts at the first; the
// others are looked for among the users of what is bound (the first 64 of each
// value), or at the definition of a variable that names a result. Their ops are
// different ops of one block.
//
// # What the right side makes
//
// One term for each result of the root, or, for several patterns, for each of
// them. Terms that are equal are made once. Attributes are computed; `*` puts in
// those that it captured, apart from those mentioned, and `!name` drops one. A
// constant without a type has the elements of what it must agree with, as the op
// declares: of the nearest such operand, or of the op's result; where the op
// leaves no choice, as of a predicate, those. In select(?p, 0, ?x) it is like ?x.
// If all of these are constants, their type comes from what the op is part of.
// The constant has rank 0 where the op takes that, else the shape of the operand.
// As a result it has the type of what it replaces. `(term : type)` states a type,
// as ops demand whose types do not follow from operands (reshape, broadcast,
// convert, iota): type(?x) is that of a value, tensor(SHAPE, ELEMENT) is made of
// a list and an element type such as elem(?x) or f32. `: type` behind the right
// side is that of the root. `splat() {value = EXPR}` is a constant with a computed
// value.
//
// A rule applies only if what it makes has the types of what it replaces and
// satisfies the ops' own constraints, inference and verifiers. Where a result has an extent
// that is known at run time only, it drops no value that has one: that may be
// what the result is as large as. An expression that has no
// value (an extent that is not known, an index out of range, an overflow) means
// that the rule does not apply, also under `not`.
//
// What is made stands in front of the root. With several patterns it stands in
// front of the first of the roots, and pure ops that it needs are moved there; if
// one of them needs a root, the rule does not apply: what feeds each other never
// merges.
//
// # Conditions and order
//
// Clauses are evaluated in the order of the text. root is the root's result,
// root.0 what matched its first argument as it is written, and so on. Functions
// and Conditions list what expressions and `where` can call. Rules of higher
// priority come first (0 without a clause), then those with more ops on the left,
// then the order of the text.
//
// `<=>` makes a rule that engines which search may also read from right to left
// (Rule.Reversed); the greedy driver reads it from left to right only.
//
// # Levels
//
// `exact` keeps every bit, NaN payloads aside. `finite` may assume that floats
// are neither NaN nor infinite nor -0. `real` holds over the reals: rounding may
// differ; with `integers` it holds modulo 2^n, too. FPMode says which are applied
// to floats; integers take all that is exact for them.
//
// # Errors
//
// Everything is checked when rules are read, against the definitions of the ops:
// names, arities, attributes and their kinds, types that must follow, variables
// that must be bound, element types of constants, and rules that make what they
// apply to again. All errors of
// a file are reported, with their places. Rules that undo each other, or make a
// program grow without end, are found when they do: the driver stops, and
// Stats.Cycle names them.
//
// Terms and expressions nest at most 200 deep, an expression has at most 1,000
// operators in a row, and a list at most 65,536 entries (a longer one has no value).
// Lines may end as on Windows; the time to read a file is linear in its length.
package rewrite
