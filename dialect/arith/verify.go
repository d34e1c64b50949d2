package arith

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// The sentences of these checks, and their order, are mlir-opt's.

// verifySame checks an op whose operands and results all have one type.
func verifySame(o *ir.Op) error {
	t := o.Result(0).Type()
	same := true
	for i := range o.NumOperands() {
		same = same && o.Operand(i).Type() == t
	}
	if same {
		return nil
	}
	if err := sameTypes(o.OperandTypes(), o.ResultTypes()); err != nil {
		return err
	}
	for i := range o.NumOperands() {
		if t.Encoding() != nil && o.Operand(i).Type().Encoding() != t.Encoding() {
			return errors.New("requires the same encoding for all operands and results")
		}
	}
	if err := verifyElementwise(o); err != nil {
		return err
	}
	if in := o.Operand(0).Type(); in != t {
		d := o.NamedErrorf("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", in, t)
		d.Notes = append(d.Notes, *o.NamedErrorf("failed to infer returned types"))
		return d
	}
	return nil
}

// sameTypes checks that all types are one, up to extents that are not known.
func sameTypes(operands, results []*ir.Type) error {
	for _, list := range [...][]*ir.Type{operands, results} {
		for _, t := range list {
			if t.ElemOrSelf() != operands[0].ElemOrSelf() || !sameExtents(t, operands[0]) {
				return errors.New("requires the same type for all operands and results")
			}
		}
	}
	return nil
}

// inferSame is the type of the first operand. That the others have it, too, is
// checked here because it comes before anything else.
func inferSame(in *ir.Inference) ([]*ir.Type, error) {
	if err := sameTypes(in.Operands, in.Results); err != nil {
		return nil, err
	}
	for _, t := range in.Results {
		if t.IsTensor() != in.Operands[0].IsTensor() || !sameShape(t, in.Operands[0]) {
			return nil, errors.New(otherKinds)
		}
	}
	return in.Operands[:1:1], nil
}

// sameShape reports whether both types are scalars, or have shapes that may be
// the same, scalable in the same dimensions.
func sameShape(a, b *ir.Type) bool {
	return sameExtents(a, b) && slices.Equal(a.Scalable(), b.Scalable())
}

// sameExtents is sameShape whatever is scalable.
func sameExtents(a, b *ir.Type) bool {
	if a == b || !a.IsShaped() || !b.IsShaped() {
		return a.IsShaped() == b.IsShaped()
	}
	if !a.HasRank() || !b.HasRank() {
		return true
	}
	if a.Rank() != b.Rank() {
		return false
	}
	for i, d := range a.Shape() {
		if e := b.Shape()[i]; d != e && d != ir.Dynamic && e != ir.Dynamic {
			return false
		}
	}
	return true
}

const otherKinds = "all non-scalar operands/results must have the same shape and base type"

// verifyElementwise checks that vectors and tensors among operands and results
// go together. It assumes that some types differ.
func verifyElementwise(o *ir.Op) error {
	operands := slices.DeleteFunc(o.OperandTypes(), func(t *ir.Type) bool { return !isMappable(t) })
	results := slices.DeleteFunc(o.ResultTypes(), func(t *ir.Type) bool { return !isMappable(t) })
	switch {
	case len(operands) == 0 && len(results) == 0:
		return nil
	case len(operands) == 0:
		return errors.New("if a result is non-scalar, then at least one operand must be non-scalar")
	case len(results) == 0:
		return errors.New("if an operand is non-scalar, then there must be at least one non-scalar result")
	case len(results) != o.NumResults():
		return errors.New("if an operand is non-scalar, then all results must be non-scalar")
	}
	for _, t := range append(operands, results...) {
		if t.Kind() != operands[0].Kind() || !sameShape(t, operands[0]) {
			return errors.New(otherKinds)
		}
	}
	return nil
}

const otherDims = "failed to verify that input and output have the same tensor dimensions"

// verifyCast checks a cast; fits says whether element type b may come from a.
func verifyCast(o *ir.Op, fits func(a, b *ir.Type) bool) error {
	in, out := o.Operand(0).Type(), o.Result(0).Type()
	if (in.IsTensor() || out.IsTensor()) && (!in.IsRankedTensor() || !out.IsRankedTensor() || !slices.Equal(in.Shape(), out.Shape())) {
		return errors.New(otherDims)
	}
	switch {
	case !sameShape(in, out):
		return errors.New("requires the same shape for all operands and results")
	case in.IsTensor() && in.Encoding() != out.Encoding() || !fits(in.ElemOrSelf(), out.ElemOrSelf()):
		return fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", in, out)
	}
	return verifyElementwise(o)
}

// inferCast is the stated element type in the shape of the operand, which may
// be known better at run time than it was before.
func inferCast(in *ir.Inference) ([]*ir.Type, error) {
	if in.Results == nil {
		return nil, errors.New("needs a result type, which does not follow from the operand")
	}
	if a, b := in.Operands[0], in.Results[0]; a.IsRankedTensor() && b.IsRankedTensor() && !sameShape(a, b) {
		return nil, errors.New(otherDims)
	}
	if in.Results[0].IsRankedTensor() && in.Operands[0].IsRankedTensor() && in.Results[0].Rank() == in.Operands[0].Rank() {
		return []*ir.Type{in.Ctx.WithShape(in.Results[0], in.Operands[0].Shape())}, nil
	}
	return in.Results, nil
}

// inferredOr returns the types that an op infers, or an error of that text when
// the op states others.
func inferredOr(in *ir.Inference, text string, types ...*ir.Type) ([]*ir.Type, error) {
	for i, t := range in.Results {
		if !ir.Compatible(t, types[i]) {
			return nil, errors.New(text)
		}
	}
	return types, nil
}
