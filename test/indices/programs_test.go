package indices_test

import (
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// Random programs of all ops compute the same bits as computes that are inlined and normalised.
func TestPrograms(t *testing.T) {
	for seed := range campaign.Seeds(60) {
		text := progen.Program(seed, progen.Options{})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := agree.Optimise(module, "tg-to-te", 1); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		passes := onModels[seed%uint64(len(onModels))]
		after, err := agree.Optimised(module, passes)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		fn := ir.LookupSymbol(module, module.Context().Symbol("main"))
		inputs := agree.Inputs(fn, int(seed))
		was, is := agree.Execute(module, "main", inputs, time.Minute), agree.Execute(after, "main", inputs, time.Minute)
		if was.Err != nil {
			continue
		}
		if diff := was.Difference(is, agree.Same); diff != "" {
			t.Fatalf("seed %d: %s: %s\n%s\n%s", seed, passes, diff, text, printed(after))
		}
	}
}
