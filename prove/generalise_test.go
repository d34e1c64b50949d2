package prove_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/prove"
)

// Pairs become families as far as they are equal: what is proven names the extents and the ranks.
func TestGeneralise(t *testing.T) {
	for _, c := range []struct {
		name, args, result, left, right string
		want                            prove.Kind
		extents, ranks                  string
	}{
		{
			"all", "%x: tensor<4x6xf32>", "tensor<6x4xf32>",
			"%0 = tg.exp %x : tensor<4x6xf32>\n%1 = tg.transpose %0 permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
			"%0 = tg.transpose %x permutation [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>\n%1 = tg.exp %0 : tensor<6x4xf32>",
			prove.ByDefinition, "all n4 >= 0, n6 >= 0", "any number of axes in the place of each of extent n4, n6",
		},
		{
			"one extent is a number", "%x: tensor<7xf32>", "tensor<7xf32>",
			"%0 = tg.broadcast %x dims [1] : (tensor<7xf32>) -> tensor<4x7xf32>\n%1 = tg.reduce sum %0 dims [0] : (tensor<4x7xf32>) -> tensor<7xf32>",
			"%c = tg.constant dense<4.0> : tensor<7xf32>\n%1 = tg.mul %x, %c : tensor<7xf32>",
			prove.OverRings, "all n7 >= 0", "any number of axes in the place of each of extent n7",
		},
		{
			"the end of a join", "%x: tensor<4xf32>, %y: tensor<7xf32>", "tensor<7xf32>",
			"%0 = tg.concat %x, %y dim 0 : (tensor<4xf32>, tensor<7xf32>) -> tensor<11xf32>\n%1 = tg.slice %0 [4:11] : (tensor<11xf32>) -> tensor<7xf32>",
			"%1 = tg.reshape %y : (tensor<7xf32>) -> tensor<7xf32>",
			prove.ByDefinition, "all n4 >= 0 together with +1*limits11, +1*starts4, n7 >= 0 together with +1*limits11", "those of the graphs",
		},
		{
			"not by chance", "%x: tensor<4x4xf32>", "tensor<4x4xf32>",
			"%0 = tg.reverse %x dims [0] : tensor<4x4xf32>\n%1 = tg.reverse %0 dims [0] : tensor<4x4xf32>",
			"%0 = tg.reverse %x dims [1] : tensor<4x4xf32>\n%1 = tg.reverse %0 dims [1] : tensor<4x4xf32>",
			prove.ByDefinition, "all n4 >= 0", "any number of axes in the place of each of extent n4",
		},
	} {
		l, r := pair(t, c.args, c.result, c.left, c.right)
		p, _ := prove.Generalise(l, r)
		if p.Kind != c.want || p.Extents != c.extents || p.Ranks != c.ranks {
			t.Errorf("%s: want %v for %s and %s, got %s", c.name, c.want, c.extents, c.ranks, p)
		}
		if text := p.String(); !strings.HasPrefix(text, "proven "+c.want.String()) || !strings.Contains(text, "assuming that the numbers") {
			t.Errorf("%s: a proof that does not say what it assumes: %s", c.name, text)
		}
	}
}

// Bad graphs are no crash, and nothing is proven of them.
func TestNotComparable(t *testing.T) {
	for why, right := range map[string]string{
		"effects": `%1 = tg.custom_call "f" (%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>`,
		"is not shown to be": "%0 = tg.fft rfft %x length [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>\n" +
			"%1 = tg.fft irfft %0 length [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>",
	} {
		l, r := pair(t, "%x: tensor<4xf32>", "tensor<4xf32>", "%1 = tg.exp %x : tensor<4xf32>", right)
		if p := prove.Prove(prove.Pair(l, r)); p.Kind != prove.Unknown || !strings.Contains(p.Reason, why) {
			t.Errorf("want %q, got %s", why, p)
		}
	}
	l, _ := pair(t, "%x: tensor<4xf32>", "tensor<4xf32>", "%1 = tg.exp %x : tensor<4xf32>", "%1 = tg.exp %x : tensor<4xf32>")
	_, r := pair(t, "%x: tensor<5xf32>", "tensor<5xf32>", "%1 = tg.exp %x : tensor<5xf32>", "%1 = tg.exp %x : tensor<5xf32>")
	if p := prove.Prove(prove.Pair(l, r)); p.Kind != prove.Unknown || !strings.Contains(p.Reason, "argument 0 is") {
		t.Errorf("arguments of different types: %s", p)
	}
}
