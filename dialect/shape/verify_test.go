package shape_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/shape"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// badOps are ops that the verifier refuses, in the function @f(%x: tensor<?x3xf32>, %e:
// tensor<2xindex>, %l: tensor<?xindex>, %n: tensor<2xi32>, %s: !shape.shape, %i: index, %z:
// !shape.size, %w: !shape.witness, %p: i1), and why.
var badOps = []struct{ op, want string }{
	{`"shape.shape_of"(%i) : (index) -> !shape.shape`, "'shape.shape_of' op operand #0 must be ranked tensor of any type values, but got 'index'"},
	{`"shape.shape_of"(%x) : (tensor<?x3xf32>) -> index`, "'shape.shape_of' op result #0 must be shape or extent tensor, but got 'index'"},
	{`"shape.num_elements"(%n) : (tensor<2xi32>) -> index`, "'shape.num_elements' op operand #0 must be shape or extent tensor, but got 'tensor<2xi32>'"},
	{`"shape.to_extent_tensor"(%s) : (!shape.shape) -> !shape.shape`, "'shape.to_extent_tensor' op result #0 must be 1D tensor of index values, but got '!shape.shape'"},
	{`"shape.from_extents"(%p) : (i1) -> !shape.shape`, "'shape.from_extents' op operand #0 must be size or index, but got 'i1'"},
	{`"shape.from_extent_tensor"(%n) : (tensor<2xi32>) -> !shape.shape`, "'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<2xi32>'"},
	{`"shape.concat"(%e, %i) : (tensor<2xindex>, index) -> !shape.shape`, "'shape.concat' op operand #1 must be shape or extent tensor, but got 'index'"},
	{`"shape.split_at"(%e, %n) : (tensor<2xindex>, tensor<2xi32>) -> (!shape.shape, !shape.shape)`, "'shape.split_at' op operand #1 must be size or index, but got 'tensor<2xi32>'"},
	{`"shape.get_extent"(%i, %i) : (index, index) -> index`, "'shape.get_extent' op operand #0 must be shape or extent tensor, but got 'index'"},
	{`"shape.dim"(%s, %i) : (!shape.shape, index) -> index`, "'shape.dim' op operand #0 must be ranked tensor of any type values, but got '!shape.shape'"},
	{`"shape.rank"(%x) : (tensor<?x3xf32>) -> index`, "'shape.rank' op operand #0 must be shape or extent tensor, but got 'tensor<?x3xf32>'"},
	{`"shape.value_as_shape"(%x) : (tensor<?x3xf32>) -> !shape.shape`, "'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values, but got 'tensor<?x3xf32>'"},
	{`"shape.size_to_index"(%s) : (!shape.shape) -> index`, "'shape.size_to_index' op operand #0 must be size or index, but got '!shape.shape'"},
	{`"shape.index_to_size"(%z) : (!shape.size) -> !shape.size`, "'shape.index_to_size' op operand #0 must be index, but got '!shape.size'"},
	{`"shape.broadcast"(%e, %n) : (tensor<2xindex>, tensor<2xi32>) -> tensor<2xindex>`, "'shape.broadcast' op operand #1 must be shape or extent tensor, but got 'tensor<2xi32>'"},
	{`shape.broadcast %e, %e : tensor<2xindex>, tensor<2xindex> -> tensor<3xindex>`,
		"'shape.broadcast' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'"},
	{`"shape.is_broadcastable"(%e, %e) : (tensor<2xindex>, tensor<2xindex>) -> index`, "'shape.is_broadcastable' op result #0 must be 1-bit signless integer, but got 'index'"},
	{`"shape.shape_eq"(%e, %i) : (tensor<2xindex>, index) -> i1`, "'shape.shape_eq' op operand #1 must be shape or extent tensor, but got 'index'"},
	{`"shape.const_shape"() {shape = dense<1> : tensor<2xi32>} : () -> !shape.shape`, "'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute"},
	{`"shape.const_size"() {value = 1 : i32} : () -> !shape.size`, "'shape.const_size' op attribute 'value' failed to satisfy constraint: index attribute"},
	{`"shape.const_witness"() : () -> !shape.witness`, "'shape.const_witness' op requires attribute 'passing'"},
	{`"shape.add"(%i, %e) : (index, tensor<2xindex>) -> index`, "'shape.add' op operand #1 must be size or index, but got 'tensor<2xindex>'"},
	{`"shape.mul"(%e, %i) : (tensor<2xindex>, index) -> index`, "'shape.mul' op operand #0 must be size or index, but got 'tensor<2xindex>'"},
	{`"shape.div"(%i, %i) : (index, index) -> i1`, "'shape.div' op result #0 must be size or index, but got 'i1'"},
	{`"shape.cstr_broadcastable"(%e, %i) : (tensor<2xindex>, index) -> !shape.witness`, "'shape.cstr_broadcastable' op operand #1 must be shape or extent tensor, but got 'index'"},
	{`"shape.cstr_eq"(%e, %e) : (tensor<2xindex>, tensor<2xindex>) -> i1`, "'shape.cstr_eq' op result #0 must be witness, but got 'i1'"},
	{`"shape.cstr_require"(%w) {msg = "must hold"} : (!shape.witness) -> !shape.witness`, "'shape.cstr_require' op operand #0 must be 1-bit signless integer, but got '!shape.witness'"},
	{`"shape.assuming_all"(%p) : (i1) -> !shape.witness`, "'shape.assuming_all' op operand #0 must be witness, but got 'i1'"},
	{`"shape.assuming"(%w) ({ ^bb0(%a: index): "shape.assuming_yield"(%a) : (index) -> () }) : (!shape.witness) -> index`,
		"'shape.assuming' op requires a region without arguments that ends with shape.assuming_yield"},
	{`"shape.assuming"(%w) ({ "tg.yield"() : () -> () }) : (!shape.witness) -> ()`, "'shape.assuming' op requires a region without arguments that ends with shape.assuming_yield"},
	{`"shape.assuming"(%w) ({ "shape.assuming_yield"(%i) : (index) -> () }) : (!shape.witness) -> ()`, "'shape.assuming' op requires its region to give 0 values, but it gives 1"},
	{`"shape.assuming"(%w) ({ "shape.assuming_yield"(%i) : (index) -> () }) : (!shape.witness) -> i1`, "'shape.assuming' op requires its region to give a 'i1' as value #0, but it gives a 'index'"},
	{`"shape.assuming"(%w) ({ "shape.assuming_yield"(%i) : (index) -> index }) : (!shape.witness) -> index`, "'shape.assuming_yield' op requires zero results, but has 1"},
}

func TestBadOpsAreRefused(t *testing.T) {
	seen := map[string]bool{}
	for _, test := range badOps {
		t.Run(test.op, func(t *testing.T) {
			m, err := parser.Parse(driver.NewContext(), []byte(`func.func @f(%x: tensor<?x3xf32>, %e: tensor<2xindex>, %l: tensor<?xindex>, %n: tensor<2xi32>, %s: !shape.shape, %i: index, %z: !shape.size, %w: !shape.witness, %p: i1) {
`+test.op+`
return
}`), parser.Options{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err == nil {
				t.Fatal("is accepted")
			}
			if d := cmp.Diff(test.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
		name, _, _ := strings.Cut(strings.TrimPrefix(test.want, "'"), "'")
		seen[name] = true
	}
	for _, d := range shape.Dialect.Ops() {
		if !seen[d.Name()] {
			t.Errorf("%s has no ill-typed program: add one for each of its rules to badOps", d.Name())
		}
	}
}
