package opt

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Rules over ops of other dialects, and over several, that are wrong.
var wrongForeign = []struct{ why, rule string }{
	{"-0", "arith.addf(?x, 0) => ?x [exact]"},
	{"NaN", "arith.subf(?x, ?x) => 0 [exact]"},
	{"rounding", "arith.addf(arith.addf(?x, ?y), ?z) => arith.addf(?x, arith.addf(?y, ?z)) [finite]"},
	{"the sign of a quotient", "arith.divsi(?x, 2) => arith.shrsi(?x, 1) [exact]"},
	{"unsigned is not signed", "arith.divui(?x, ?y) => arith.divsi(?x, ?y) [exact]"},
	{"undefined where it was not", "arith.muli(?x, 0) => arith.divsi(0, ?x) [exact]"},
	{"another extension", "arith.extsi(?x) => arith.extui(?x) : type(root) [exact]"},
	{"a truncation that loses", "arith.extui(arith.trunci(?x)) => ?x [exact]"},
	{"the other branch", "arith.select(?c, ?x, ?y) => ?y [exact]"},
	{"order of NaN", "arith.maximumf(?x, ?y) => arith.maxnumf(?x, ?y) [exact]"},
	{"an attribute that is dropped", "arith.cmpi(?x, ?y) {predicate = ?p} => arith.cmpi(?y, ?x) {predicate = ?p} [exact] where not bool(?x)"},
	{"the wrong comparison", "arith.cmpi(?x, ?y) {predicate = 2} => arith.cmpi(?x, ?y) {predicate = 6} [exact]"},
	{"a carry", "arith.addui_extended(?x, ?y)#1 => arith.cmpi(?x, ?y) {predicate = 6} [exact]"},
	{"bits", "arith.bitcast(?x) => arith.sitofp(?x) : type(root) [exact] where integer(?x) and float(root)"},
	{"index is no i32", "arith.addi(?x, 1) => arith.subi(?x, -2) [exact] where elem(?x) == index"},

	{"stablehlo: -0", "stablehlo.add(?x, 0) => ?x [exact]"},
	{"stablehlo: NaN", "stablehlo.subtract(?x, ?x) => 0 [exact]"},
	{"stablehlo: rounding", "stablehlo.add(stablehlo.add(?x, ?y), ?z) => stablehlo.add(?x, stablehlo.add(?y, ?z)) [finite]"},
	{"stablehlo: the other branch", "stablehlo.select(?p, ?x, ?y) => ?x [exact]"},
	{"stablehlo: the inverse of a permutation", "stablehlo.transpose(stablehlo.transpose(?x) {permutation = ?p}) {permutation = ?p} => ?x [exact]"},
	{"stablehlo: a dimension", "stablehlo.reverse(?x) {dimensions = ?d} => ?x [exact]"},
	{"stablehlo: an order", "stablehlo.concatenate(?x, ?y) {*} => stablehlo.concatenate(?y, ?x) {*} [exact] where same_type(?x, ?y)"},
	{"stablehlo: a slice", "stablehlo.slice(stablehlo.negate(?x)) {start_indices = ?a, limit_indices = ?b, strides = ?s} => stablehlo.negate(stablehlo.slice(?x) {start_indices = minus(?a, ?a), limit_indices = minus(?b, ?a), strides = ?s}) [exact]"},
	{"stablehlo: a pad", "stablehlo.pad(stablehlo.negate(?x), ?v) {*} => stablehlo.negate(stablehlo.pad(?x, ?v) {*}) [exact] where float(?x)"},
	{"stablehlo: a product", "stablehlo.dot_general(?x, ?y) {*} => stablehlo.dot_general(?y, ?x) {*} : type(root) [exact]"},
	{"stablehlo: a limit", "stablehlo.clamp(?a, ?x, ?b) => stablehlo.maximum(?x, ?a) [exact]"},
	{"stablehlo: an index", "stablehlo.dynamic_slice(?x, ?i) {*} => stablehlo.dynamic_slice(?x, (0 : type(?i))) {*} [exact]"},
	{"stablehlo: a gather", "stablehlo.gather(?x, ?i) {*} => stablehlo.gather(?x, stablehlo.multiply(?i, 0)) {*} [exact]"},
	{"stablehlo: a comparison", "stablehlo.compare(?x, ?y) {*} => stablehlo.compare(?y, ?x) {*} [exact]"},
	{"stablehlo: a conversion", "stablehlo.convert(stablehlo.convert(?x)) => ?x [exact]"},
	{"chlo", "chlo.sinh(?x) => chlo.cosh(?x) [real]"},

	{"several dialects", "stablehlo.add(arith.mulf(?x, ?y), ?z) => tg.sub(tg.mul(?x, ?y), ?z) [real]"},
	{"from tg to arith", "tg.div(?x, ?y) => arith.divsi(?x, ?y) [exact] where signed(?x)"},
}

// definitions are the ops of a module that have results.
var definitions = regexp.MustCompile(`(?m)^ *%\S+ = `)

// Every wrong rule is found, and tg-run shows the two results that differ, or that
// the right one has none.
func TestCheckRulesOfOtherDialectsFindsWrongOnes(t *testing.T) {
	for _, tt := range wrongForeign {
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			module, errs, status := checkRules(t, "rule wrong: "+tt.rule+"\n")
			module, _, _ = strings.Cut(module, "// -----\n") // a rule may go on for ever, besides
			if status != 1 || !strings.Contains(errs, "my.rules:1:1: error: rule 'wrong' [") || !strings.Contains(module, "func.func @main") {
				t.Fatalf("status %d, wrote\n%s\n%s", status, errs, module)
			}
			var out, failures strings.Builder
			if runMain([]string{"-"}, strings.NewReader(module), &out, &failures) != 0 {
				if !strings.Contains(errs, "the right side cannot be executed") {
					t.Errorf("tg-run: %s\n%s", failures.String(), module)
				}
				return
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if n := len(lines) / 2; len(lines)%2 != 0 || strings.Join(lines[:n], "\n") == strings.Join(lines[n:], "\n") {
				t.Errorf("tg-run shows %q of\n%s", lines, module)
			}
			if n := len(definitions.FindAllString(module, -1)); n > 12 {
				t.Errorf("the counterexample has %d ops:\n%s", n, module)
			}
		})
	}
}

// Rules over ops of other dialects, and over several, that are right.
var rightForeign = []string{
	"arith.addi(?x, 0) => ?x [exact]",
	"arith.addf(?x, -0) => ?x [exact]",
	"arith.subi(?x, ?x) => 0 [exact]",
	"arith.muli(?x, 2) => arith.shli(?x, 1) [exact] where not elem(?x) == i1",
	"arith.addi(arith.subi(?x, ?y), ?y) => ?x [exact]",
	"arith.xori(arith.xori(?x, ?y), ?y) => ?x [exact]",
	"arith.select(?c, ?x, ?x) => ?x [exact]",
	"arith.select(arith.xori(?c, ones), ?x, ?y) => arith.select(?c, ?y, ?x) [exact]",
	"arith.select(?c, ?x, 0) => arith.select(arith.xori(?c, ones), 0, ?x) [exact]",
	"arith.cmpi(?x, ?y) {predicate = 2} => arith.cmpi(?y, ?x) {predicate = 4} [exact] where not constant(?y)",
	"arith.trunci(arith.extsi(?x)) => ?x [exact]",
	"arith.extsi(arith.extsi(?x)) => arith.extsi(?x) : type(root) [exact]",
	"arith.addf(arith.mulf(?x, ?z), arith.mulf(?y, ?z)) => arith.mulf(arith.addf(?x, ?y), ?z) [real]",
	"arith.maximumf(?x, ?y) => arith.maxnumf(?x, ?y) [finite]",
	"arith.index_cast(arith.index_cast(?x)) => ?x [exact] where elem(?x) == i32",
	"arith.addui_extended(?x, ?y)#0 => arith.addi(?x, ?y) [exact]",

	"stablehlo.subtract(?x, stablehlo.negate(?y)) => stablehlo.add(?x, ?y) [exact] where not bool(?x)",
	"stablehlo.add(?x, -0) => ?x [exact]",
	"stablehlo.multiply(?x, 1) => ?x [exact]",
	"stablehlo.select(stablehlo.not(?p), ?x, 0) => stablehlo.select(?p, 0, ?x) [exact]",
	"stablehlo.negate(stablehlo.negate(?x)) => ?x [exact]",
	"stablehlo.reverse(stablehlo.reverse(?x) {dimensions = ?d}) {dimensions = ?d} => ?x [exact]",
	"stablehlo.transpose(stablehlo.transpose(?x) {permutation = ?p}) {permutation = ?q} => stablehlo.transpose(?x) {permutation = compose(?p, ?q)} [exact]",
	"stablehlo.transpose(stablehlo.negate(?x)) {*} => stablehlo.negate(stablehlo.transpose(?x) {*}) [exact]",
	"stablehlo.reshape(stablehlo.reshape(?x)) => stablehlo.reshape(?x) : type(root) [exact]",
	"stablehlo.clamp(0, ?x, inf) => stablehlo.maximum(?x, 0) [finite]",
	"stablehlo.dot_general(stablehlo.negate(?x), ?y) {*} => stablehlo.negate((stablehlo.dot_general(?x, ?y) {*} : type(root))) [finite] where float(?x)",
	"stablehlo.exponential(stablehlo.add(?x, ?y)) => stablehlo.multiply(stablehlo.exponential(?x), stablehlo.exponential(?y)) [real]",
	"stablehlo.pad(stablehlo.negate(?x), stablehlo.negate(?v)) {*} => stablehlo.negate(stablehlo.pad(?x, ?v) {*}) [exact]",
	"chlo.tan(?x) => stablehlo.divide(stablehlo.sine(?x), stablehlo.cosine(?x)) [real]",

	"stablehlo.add(arith.mulf(?x, ?y), ?z) => tg.add(tg.mul(?x, ?y), ?z) [exact]",
	"tg.and(?x, ?y) => arith.andi(?x, ?y) [exact] where same_type(?x, ?y) and not unsigned(?x)",
}

func TestCheckRulesOfOtherDialectsThatHold(t *testing.T) {
	for i, rule := range rightForeign {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			if out, errs, status := checkRules(t, "rule right: "+rule+"\n"); status != 0 || !strings.HasPrefix(out, "// 1 rule, no counterexample: ") {
				t.Errorf("%s: status %d, wrote\n%s\n%s", rule, status, errs, out)
			}
		})
	}
}
