package interp_test

import (
	"testing"

	"github.com/tg-opt/tg/interp"
)

// BenchmarkLoopState writes one row of a large state in each round of a loop:
// the time per round must not depend on the size of the state.
func BenchmarkLoopState(b *testing.B) {
	m := module(b, `func.func @main(%n: tensor<i64>, %x: tensor<1024x1024xf32>, %row: tensor<1x1024xf32>) -> tensor<1024x1024xf32> {
	  %zero = tg.constant dense<0> : tensor<i64>
	  %one = tg.constant dense<1> : tensor<i64>
	  %0:2 = tg.while (%i = %n, %s = %x) : tensor<i64>, tensor<1024x1024xf32> cond {
	    %p = tg.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
	    tg.yield %p : tensor<i1>
	  } do {
	    %j = tg.sub %i, %one : tensor<i64>
	    %t = tg.dynamic_update_slice %s, %row, %j, %zero : (tensor<1024x1024xf32>, tensor<1x1024xf32>, tensor<i64>, tensor<i64>) -> tensor<1024x1024xf32>
	    tg.yield %j, %t : tensor<i64>, tensor<1024x1024xf32>
	  }
	  return %0#1 : tensor<1024x1024xf32>
	}`)
	p, err := interp.NewModule(m).Program("main")
	if err != nil {
		b.Fatal(err)
	}
	in := tensors(b, []string{"i64=1000", "1024x1024xf32=1", "1x1024xf32=2"})
	for b.Loop() {
		if _, err := p.Run(in, interp.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/round")
}
