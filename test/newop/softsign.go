package newop

import "github.com/tg-opt/tg/dialect/tg"

var softsign = tg.Dialect.NewOp("tg.softsign")

func init() {
	tg.Elementwise(softsign, "Elementwise x / (1 + |x|), each step rounded.", func(x *tg.Term) *tg.Term {
		return tg.Apply(tg.Div, x, tg.Apply(tg.Add, tg.Number(1), tg.Apply(tg.Abs, x)))
	})
}
