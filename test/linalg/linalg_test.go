// Package linalg runs what te-to-linalg prints by mlir-opt and mlir-runner.
package linalg

import (
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/linalgpeer"
	"github.com/tg-opt/tg/internal/peer"
	"github.com/tg-opt/tg/ir"
)

// find finds the tools, or skips the test.
func find(t *testing.T) linalgpeer.Tools {
	t.Helper()
	tools, why := linalgpeer.Find()
	if why != "" {
		t.Skip(why)
	}
	return tools
}

// check compares cases.
func check(t *testing.T, tools linalgpeer.Tools, c *ir.Context, cases []linalgpeer.Case) {
	t.Helper()
	for _, r := range tools.Check(c, cases) {
		if r.Err != nil {
			t.Errorf("%s: %v\n%s", r.Name, r.Err, r.Text)
		}
	}
}

// Contractions, windows and what the index level was made for come out as they are here.
func TestExamples(t *testing.T) {
	check(t, find(t), driver.NewContext(), linalgpeer.Examples())
}

// So does what random computes do not have.
func TestKinds(t *testing.T) {
	check(t, find(t), driver.NewContext(), linalgpeer.Kinds())
}

// So do random computes:
//
//	go test ./test/linalg -run Random -campaign 1000 -first-case 0
func TestRandom(t *testing.T) {
	tools := find(t)
	const batch = 100 // of one process
	first, count := campaign.Cases(30)
	for count > 0 {
		var cases []linalgpeer.Case
		for range min(count, batch) {
			cases = append(cases, linalgpeer.Random(first))
			first++
		}
		count -= len(cases)
		check(t, tools, driver.NewContext(), cases)
	}
}

// unsayable are the elementwise ops that arith and math have no counterpart of.
var unsayable = map[string]bool{
	"tg.erf_inv": true, "tg.lgamma": true, "tg.digamma": true, "tg.bessel_i1e": true, "tg.zeta": true, "tg.polygamma": true,
	"tg.real": true, "tg.imag": true, "tg.conj": true, "tg.complex": true,
}

// Every elementwise op keeps what it means, of every type and of elements at which it has cases of
// its own, or is refused. A plain run asks about some of them, with TG_PEERS=all about all.
func TestEveryScalar(t *testing.T) {
	tools, c := find(t), driver.NewContext()
	var cases []linalgpeer.Case
	for _, def := range tg.Dialect.Ops() {
		if !def.Has(ir.Elementwise) && def != tg.Bitcast || unsayable[def.Name()] {
			continue
		}
		own := linalgpeer.Scalars(c, def)
		if len(own) == 0 {
			t.Errorf("%s: there is no case of it", def.Name())
		}
		cases = append(cases, own...)
	}
	check(t, tools, c, peer.Some(cases, func(r linalgpeer.Case) string { return r.Name }))
}
