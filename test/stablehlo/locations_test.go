package stablehlo

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// TestLocations: whatever becomes of a program, each of its ops has a location, so
// that errors about it have a place.
func TestLocations(t *testing.T) {
	for i, p := range programs(t) {
		if p.unknownNames(driver.NewContext()) != nil {
			continue
		}
		// Under fp=fast there are all the rules of fp=strict, and more.
		for _, passes := range []string{"optimize{fp=fast}", "optimize"}[:1+(i+3)%4/3] {
			m := p.parse(t, p.text)
			line, err := pipeline.ParsePipeline(passes, driver.NewRegistry())
			if err != nil {
				t.Fatal(err)
			}
			// What cannot be converted is warned of, and optimised as it is.
			manager := &pipeline.Manager{Ctx: m.Context(), Pipeline: line, Workers: 1, Emit: func(*ir.Diag) {}}
			check(t, m.Context(), manager.Run(m))
			ir.Walk(m, func(o *ir.Op) ir.WalkAction {
				if o.Loc() == 0 {
					t.Errorf("%s: after %s, there is a '%s' without location", p.name, passes, o.Name())
					return ir.Stop
				}
				return ir.Advance
			})
		}
	}
}
