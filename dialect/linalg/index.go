package linalgop

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Index is where a loop is.
var Index = Dialect.NewOp("linalg.index")

func init() {
	Index.Define(ir.OpDef{
		Doc:     "The number of the round that a loop of the loop nest around it is in.",
		Example: inGeneric,
		Results: ir.Args(ir.Arg("result", ir.IndexOnly)),
		Attrs:   []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:  ir.Pure,
		Format:  "$dim attr-dict `:` type($result)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return []*ir.Type{in.Ctx.Index()}, nil
		},
		Verify: func(o *ir.Op) error {
			p := o.Parent()
			for p != nil && !p.Is(Generic) {
				p = p.Parent()
			}
			if p == nil {
				return errors.New("expected parent op with LinalgOp interface")
			}
			a := p.Attr(iteratorsAttr)
			if a == nil || !a.Is(ir.ArrayAttr) {
				return errors.New("must be in a loop nest with loops")
			}
			if d, n := o.Attr("dim").Int(), len(a.Elems()); d < 0 || d >= int64(n) {
				return fmt.Errorf("expected dim (%d) to be lower than the number of loops (%d) of the enclosing LinalgOp", d, n)
			}
			return nil
		},
	})
}
