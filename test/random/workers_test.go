package random

import (
	"fmt"
	"testing"

	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/test/agree"
)

// Eight workers write what one writes. Programs have many functions, also in
// nested modules and private ones that others call; run with -race this looks
// for passes that read what another worker changes.
func TestWorkersWriteTheSame(t *testing.T) {
	each(t, 50, func(seed uint64) (string, bool) {
		text := progen.Program(seed, progen.Options{Functions: 5})
		module, err := agree.Parse(text)
		if err != nil {
			return err.Error(), false
		}
		passes := randomPipeline(seed, "strict")
		if err := workersDiffer(module, passes); err != nil {
			return report(module, passes, err, func(m *ir.Op) error { return workersDiffer(m, passes) }), false
		}
		return "", true
	})
}

// workersDiffer optimises a module with one worker and with eight, each in a
// context of its own.
func workersDiffer(module *ir.Op, passes string) error {
	text := printer.OpString(module, printer.Options{})
	var got [2]string
	for i, workers := range []int{1, 8} {
		m, err := agree.Parse(text)
		if err != nil {
			return err
		}
		if err := agree.Optimise(m, passes, workers); err != nil {
			return err
		}
		got[i] = printer.OpString(m, printer.Options{})
	}
	if got[0] != got[1] {
		return fmt.Errorf("%w1 and 8 workers differ:\n%s\n\n%s", agree.ErrChanged, got[0], got[1])
	}
	return nil
}
