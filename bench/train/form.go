package main

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// formOf is what ops of one form have in common: name, attributes and types; of a fusion the names
// of the ops in it.
func formOf(o *ir.Op) string {
	var b strings.Builder
	b.WriteString(o.Name())
	if p := o.Props(); p != nil && len(p.Entries()) > 0 && !o.Has(ir.ConstantLike) {
		b.WriteString(" " + p.String())
	}
	for _, v := range o.Operands() {
		fmt.Fprintf(&b, " %s", strings.TrimPrefix(v.Type().String(), "tensor"))
	}
	b.WriteString(" ->")
	for _, v := range o.Results() {
		fmt.Fprintf(&b, " %s", strings.TrimPrefix(v.Type().String(), "tensor"))
	}
	if o.NumRegions() > 0 && o.RegionAt(0).First() != nil {
		b.WriteString(" {")
		for in := o.RegionAt(0).First().First(); in != nil; in = in.Next() {
			if !in.Has(ir.Terminator) {
				b.WriteString(" " + strings.TrimPrefix(in.Name(), "tg."))
			}
		}
		b.WriteString(" }")
	}
	return b.String()
}
