package discover

import (
	"context"
	"math"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
)

// TestBounds compares what is said to be the least probability that inputs tell different programs
// apart with how often they do.
func TestBounds(t *testing.T) {
	s := newSearchBy(func(shape, []field.Element) uint64 { return 1 }, []*ir.OpDef{tg.Relu, tg.Abs, tg.Mul}, 2, 1)
	compared := 0
	s.judge = func(q equality) verdict {
		o := s.oddsOf(q)
		passed, draws := 0, 0
		for n := range 60 {
			v := s.trial(screening + n)
			left, right := v.apply(q.application), v.program(q)
			at := 0
			for _, count := range s.vocabulary.counts[s.vocabulary.typed[q.typed].result] {
				for range count {
					draws++
					if left[at] == right[at%len(right)] {
						passed++
					}
					at++
				}
			}
		}
		if passed == draws {
			return refused // they are equal
		}
		compared++
		share := float64(passed) / float64(draws)
		if slack := 4 * math.Sqrt(o.miss/float64(draws)); share > o.miss+slack {
			t.Errorf("typed forms %v: %v of the draws tell nothing, more than %v", s.formsOf(q), share, o.miss)
		}
		return refused
	}
	s.extend(1, true)
	s.extend(2, false)
	if compared < 100 {
		t.Errorf("%d pairs of different programs were compared", compared)
	}
}

// TestEvidence asks for more trials where signs matter.
func TestEvidence(t *testing.T) {
	r, err := Find(context.Background(), ir.NewContext(tool.Dialects()...), Options{Ops: []*ir.OpDef{tg.Relu, tg.Mul, tg.Abs, tg.MatMul}, Size: 3, Inputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	more := 0
	for _, q := range r.Equalities {
		if q.Trials < screening || q.Bound <= 0 || q.Bound > wantedBound && q.Bound <= uselessBound && q.Trials < mostTrials {
			t.Errorf("%s: %+v", q, q.Evidence)
		}
		if q.Trials > screening {
			more++
		}
	}
	if more == 0 {
		t.Error("no equality took more trials than the first ones")
	}
}
