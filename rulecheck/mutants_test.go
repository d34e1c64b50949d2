package rulecheck_test

import (
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// harmless are the conditions of shipped rules without which a rule is right
// still: they say when it pays, or what its right side needs anyway. The first
// expression is for the condition, the second for the name of the rule.
var harmless = []struct{ condition, rule, why string }{
	{`^one_use|^not constant|elements\(\?c\) <|^bits\(elem\(\?x\)\) < bits|^max\(bits`, ``, "when it pays"},
	{`^constant|^splat|^broadcasts|^(not )?same_shape|^same_type`, `constant|-one-zero|two-biases|bias|scaled|quotient|^(not|neg|sub|add|min|max|relu|relu6|clamp|xor|shl|shr|compare|equal|convert|factor|div|power|reciprocal)-|^clamp`, "when it pays: constants meet and are folded"},
	{`^same_type`, `^(mul|div|rem|factor|above|below|and|or|xor|add|exp|sqrt|max|min)-|^(sum|difference)-of-quotients|^power-of-product`, "when it pays: nothing is computed on more elements than before"},
	{`^\(same_type`, `-across-`, "when it pays: nothing is computed on more elements than before"},
	{`^not unsigned`, `^sub-constant$`, "unsigned counters that go down are recognised by it"},
	{`^same_(type|elem)`, `^convert-back`, "the types of both sides say so"},
	{`^same_elem`, `^compare-converted|^product-(sum|difference)`, "operands of other element types are not written so"},
	{`^same_shape`, `^(transpose|concat)-of`, "shapes that do not go together are no types"},
	{`^(not )?bool`, `^(add-self|relu|clamp|select|mask|eq|ne|gt|not|reduce|one)`, "a number that the type does not have, or an op that has no such type"},
	{`^rank\(\?[^c]`, ``, "shapes that do not go together, or the op itself"},
	{`^unsigned`, `^mul-ones$`, "-1 negates with a sign, too"},
	{`^float`, `^(reduce-m|pow-two|sum-of-ones)`, "integers may as well"},
	{`^integer`, `^add-(not-self|and-or)$`, "the ops have no others"},
	{`^elements|^not bool`, `^reduce-(min-of-relu$|max-of-(sigmoid|tanh)$|m.*-of-convert)`, "infinity is the limit of nothing, or out of the scope of the level"},
	{`^len\(common|^common`, `^reverse-of-(ones|broadcast)$`, "when there is anything to do"},
	{`^squeezed|^shape\(root\)|^elements`, `^reshape-of-(iota|reduce|kept-reduce)$|^broadcast-of-all$`, "types that do not go together"},
	{`^elements`, `^elementwise-of-`, "when there is anything to do"},
	{`^elements`, `-of-nothing$`, "a result with elements of an operand without them is that of an inner dimension without them"},
	{`^count`, ``, "when there is anything to do, or the attributes that brackets bind have no value"},
	{`^bytes|^.count.* or `, ``, "when it pays"},
	{`^never_nan`, `^range-is-finite$`, "a constant that is NaN has no finite bounds"},
	{`^all\(select`, `^(reduce|sum)-of-ones`, "types that do not go together"},
	{`^not float|^log2`, `^range-(div|rem)-power-of-two$`, "the ops are for integers only, and a shift by nothing is none"},
	{`^rank\(\?c\)`, `^max-of-scaled`, "splats that give a result its shape are too few"},
	{`^all\(\?p`, `^reduce-window-of-ones`, "padding that leaves the shape as it is is rare"},
	{`^static`, ``, "types that are stated and not inferred are not tried with unknown extents"},
	// Those of rules/saturate.
	{`^same_type`, `-in-other-order$|^product-of-sum-of-two$`, "when it pays: nothing is computed on more elements than before"},
	{`^not complex`, `^(greatest|least)-in-other-order$`, "the ops have no such type"},
	{`^same_(shape|type)`, `-residual$|^sum-(behind|before)-reshape$|^(turned-operands|operands-turned)$`, "shapes that do not go together are no types, and elements keep their places in a reshape"},
	{`^dim\(\?c, 0\) == |^elements\(\?c\) == dim`, `^(product|convolution)-scaled$`, "shapes that do not go together"},
	{`^\?v\[[01]\] == 1|^\?s\[[01]\] == 1`, `^mean-is-convolution$`, "windows along images and features leave as many only if they are single ones, and all others stand there"},
	{`^all\(part\(\?p`, `^mean-is-convolution$`, "padding that leaves the shape as it is is rare"},
	{`^float|^not complex|^dim\(\?x, 1\)`, `^mean-is-convolution$`, "a mean of integers has no constant, that of complex numbers is one, and no groups are none"},
	{`^constant`, `^convolution-kernel-last$`, "when it pays: constants are turned when they are folded"},
	{`^dim\(\?x, 0\) == dim\(\?w, 0\)`, `^product-with-numbers-in-batches$`, "batches that differ are no types of a contraction"},
	{`^part\(shape\(\?v\)|^dim\(\?[bc], -1\)`, `^products-of-one-left`, "what is joined differs in one dimension only, and is as long as what it is added to"},
	{`^len\(\?f\) == 1`, `^contractions-of-one-left`, "several free dimensions stand one behind the other, and the first is joined"},
	{`^sum\(\?d\) > 0|^plus\(`, `^convolutions-of-two-sizes$`, "kernels of one size are a rule of their own, and others are not joined"},
	{`^not complex`, `^convolutions-of-two-sizes$`, "zeros around a kernel are zeros of complex numbers, too"},
	{`.`, `^convolutions-of-one-feature$`, "groups of several features, and of one, are joined alike, and types that do not go together"},
	{`^\?d == axis`, `^convolution-of-joined$`, "images and places that are joined make no sum of one type"},
	{`.`, `^split-of-sum$`, "what is joined is as long as what it is added to"},
}

func isHarmless(condition string, rule *rule.Rule) bool {
	for _, h := range harmless {
		if regexp.MustCompile(h.condition).MatchString(condition) && regexp.MustCompile(h.rule).MatchString(rule.Name) {
			return true
		}
	}
	return false
}

// mutant is a rule without one of its conditions.
type mutant struct {
	*rule.Rule
	without string
}

// weakened are the mutants of a rule that are wrong: of those for e-graphs all, of others those
// whose conditions follow the level.
func weakened(t *testing.T, r *rule.Rule) []mutant {
	t.Helper()
	if !strings.Contains(r.Statement(), "] where ") && !strings.HasPrefix(r.Pos.Filename, "rules/saturate/") {
		return nil
	}
	levels := levelText.FindAllStringIndex(r.Statement(), -1)
	if levels == nil {
		t.Fatalf("%s has no level: %s", r.Name, r.Text)
	}
	end := levels[len(levels)-1][1]
	head, clauses := r.Text[:end], clausesOf(r.Statement()[end:])
	var list []mutant
	for i, c := range clauses {
		for k, condition := range c.conditions {
			if isHarmless(condition, r) {
				continue
			}
			text := head
			if r.Complex {
				text = "set weakened complex\n" + text
			}
			for j, d := range clauses {
				if i == j {
					d.conditions = slices.Delete(slices.Clone(d.conditions), k, k+1)
				}
				text += d.String()
			}
			got, err := rule.ParseEndless("weakened.rules", text, rules.Lookup)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, mutant{got[0], condition})
		}
	}
	return list
}

var levelText = regexp.MustCompile(`\[(exact|finite|real|real, integers)\]`)

// clauseText is a clause of a rule: conditions, or what another clause says.
type clauseText struct {
	conditions []string
	other      string
}

func (c clauseText) String() string {
	if c.other == "" && len(c.conditions) > 0 {
		return " where " + strings.Join(c.conditions, " and ")
	}
	return " " + c.other
}

// clausesOf cuts what stands behind the level of a rule.
func clausesOf(text string) (list []clauseText) {
	var words []string
	flush := func() {
		if len(words) == 0 {
			return
		}
		said := strings.Join(words[1:], " ")
		if words[0] != "where" {
			list = append(list, clauseText{other: strings.Join(words, " ")})
		} else {
			list = append(list, clauseText{conditions: conditionsOf(said)})
		}
		words = nil
	}
	for _, w := range strings.Fields(text) {
		if w == "where" || w == "let" || w == "priority" {
			flush()
		}
		words = append(words, w)
	}
	flush()
	return list
}

// conditionsOf are those that 'and' joins outside of parentheses; with an 'or' there all are one.
func conditionsOf(text string) (list []string) {
	depth, condition := 0, []string(nil)
	for _, w := range strings.Fields(text) {
		if w == "or" && depth == 0 {
			return []string{text}
		}
		if w == "and" && depth == 0 {
			list, condition = append(list, strings.Join(condition, " ")), nil
			continue
		}
		depth += strings.Count(w, "(") - strings.Count(w, ")")
		condition = append(condition, w)
	}
	return append(list, strings.Join(condition, " "))
}

// A shipped rule that has lost a condition it needs must be found.
func TestWeakenedRulesAreFound(t *testing.T) {
	var all []mutant
	for _, r := range rules.Every() {
		all = append(all, weakened(t, r)...)
	}
	if len(all) < 100 {
		t.Fatalf("there are %d weakened rules", len(all))
	}
	seed, mutants := campaign.Cases(20)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	all = all[:min(len(all), mutants)]
	options := rulecheck.Options{Seed: seed, Workers: runtime.GOMAXPROCS(0)}
	left := unfound(all, options)
	options.Instances = thorough * rulecheck.DefaultInstances
	for _, m := range unfound(left, options) {
		t.Errorf("%s is not found to be wrong without '%s', in %d instances", m.Name, m.without, options.Instances)
	}
}

// thorough is how many times as many instances as usual are tried of a weakened rule of which these
// show nothing: what is rare shows then.
const thorough = 150

// unfound are the weakened rules that no counterexample is found of.
func unfound(all []mutant, options rulecheck.Options) (left []mutant) {
	list := make([]*rule.Rule, len(all))
	for i, m := range all {
		list[i] = m.Rule
	}
	for i, r := range rulecheck.Check(list, options) {
		if r.Problem == "" {
			left = append(left, all[i])
		}
	}
	return left
}
