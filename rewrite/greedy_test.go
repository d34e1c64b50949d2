package rewrite_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
)

const twoExps = `
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32>
  %1 = tg.exp %0 : tensor<f32>
  return %1 : tensor<f32>
}`

// rename replaces ops of one definition by ops of another.
func rename(module *ir.Op, name, from, to string, benefit int) *rewrite.Pattern {
	c := module.Context()
	return &rewrite.Pattern{Name: name, Root: c.LookupOp(from), Benefit: benefit, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		r.ReplaceOp(o, r.Op(c.LookupOp(to), o.Loc(), o.Operands()).Result(0))
		return true
	}}
}

func TestBenefitAndOrder(t *testing.T) {
	module := rewritetest.Parse(t, twoExps)
	low, high := rename(module, "low", "tg.exp", "tg.sin", 1), rename(module, "high", "tg.exp", "tg.cos", 2)
	equal := rename(module, "equal", "tg.exp", "tg.tan", 2)
	log, _ := rewritetest.Greedy(t, module, rewritetest.Unbounded, low, high, equal)
	if diff := cmp.Diff([]string{"high", "high"}, log); diff != "" {
		t.Error(diff)
	}
	anyOp := &rewrite.Pattern{Name: "any", Benefit: 3, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if o.Name() != "tg.cos" {
			return false
		}
		r.ReplaceOp(o, o.Operand(0))
		return true
	}}
	if log, _ = rewritetest.Greedy(t, module, rewritetest.Unbounded, anyOp); !slices.Equal(log, []string{"any", "any"}) {
		t.Errorf("a pattern for any op: %q", log)
	}
}

func TestBounds(t *testing.T) {
	// sin becomes cos and the other way round, for ever.
	tests := []struct {
		cfg  rewrite.Config
		want int // applications
	}{
		{rewrite.Config{MaxIterations: 0, MaxRewrites: 1}, 0},
		{rewrite.Config{MaxIterations: 1, MaxRewrites: 1}, 1},
		{rewrite.Config{MaxIterations: 3, MaxRewrites: 4}, 12},
		{rewrite.Config{MaxIterations: 5, MaxRewrites: 0}, 0},
	}
	for _, tt := range tests {
		module := rewritetest.Parse(t, strings.Replace(twoExps, "tg.exp", "tg.sin", 1))
		log, converged := rewritetest.Greedy(t, module, tt.cfg, rename(module, "a", "tg.sin", "tg.cos", 1), rename(module, "b", "tg.cos", "tg.sin", 1))
		if len(log) != tt.want || converged != (tt.cfg.MaxRewrites == 0) {
			t.Errorf("%d iterations of %d rewrites: %d applied, converged is %v", tt.cfg.MaxIterations, tt.cfg.MaxRewrites, len(log), converged)
		}
	}
}

// Ops inside of an op that goes must not be visited any more, and what they
// alone used goes, too.
func TestErasingNests(t *testing.T) {
	for _, topDown := range []bool{true, false} {
		testErasingNests(t, topDown)
	}
}

func testErasingNests(t *testing.T, topDown bool) {
	t.Helper()
	module := rewritetest.Parse(t, `
func.func @f(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = tg.sin %x : tensor<f32>
  %1 = tg.if %p -> (tensor<f32>) {
    %2 = tg.if %p -> (tensor<f32>) {
      %3 = tg.exp %0 : tensor<f32>
      tg.yield %3 : tensor<f32>
    } else {
      tg.yield %0 : tensor<f32>
    }
    tg.yield %2 : tensor<f32>
  } else {
    tg.yield %x : tensor<f32>
  }
  return %1 : tensor<f32>
}`)
	drop := &rewrite.Pattern{Name: "drop", Root: module.Context().LookupOp("tg.if"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if o.Parent().Name() != "func.func" {
			return false
		}
		r.ReplaceOp(o, o.Parent().RegionAt(0).First().Arg(1))
		return true
	}}
	touched := &rewrite.Pattern{Name: "touched", Root: module.Context().LookupOp("tg.exp"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		t.Error("an op inside of an erased one was visited")
		return false
	}}
	cfg := rewritetest.Unbounded
	cfg.TopDown = topDown
	log, _ := rewritetest.Greedy(t, module, cfg, drop, touched)
	if diff := cmp.Diff([]string{"drop", rewrite.AppliedDead}, log); diff != "" {
		t.Error(diff)
	}
	const want = `module {
  func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) -> tensor<f32> {
    return %arg1 : tensor<f32>
  }
}
`
	if got := printer.OpString(module, printer.Options{}); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("left:\n%s", got)
	}
}

// Constants are uniqued at the start of the nearest region that is, or may be,
// isolated from above; dialects keep them apart.
func TestConstants(t *testing.T) {
	module := rewritetest.Parse(t, `
func.func @f(%p: tensor<i1>) {
  %c = tg.constant dense<1> : tensor<i32>
  "u.use"(%c) : (tensor<i32>) -> ()
  %d = tg.constant dense<1> : tensor<i32>
  "u.use"(%d) : (tensor<i32>) -> ()
  tg.if %p {
    %e = tg.constant dense<1> : tensor<i32>
    %f = tg.constant {note} dense<1> : tensor<i32>
    %g = arith.constant dense<1> : tensor<i32>
    "u.use"(%e, %f, %g) : (tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    tg.yield
  } else {
    tg.yield
  }
  "u.region"() ({
    "u.first"() : () -> ()
    %h = tg.constant dense<1> : tensor<i32>
    "u.use"(%h) : (tensor<i32>) -> ()
  }) : () -> ()
  %unused = tg.constant dense<2> : tensor<i32>
  return
}`)
	rewritetest.Greedy(t, module, rewritetest.Unbounded)
	const want = `module {
  func.func @f(%arg0: tensor<i1>) {
    %cst = arith.constant dense<1> : tensor<i32>
    %cst_0 = tg.constant dense<1> : tensor<i32>
    "u.use"(%cst_0) : (tensor<i32>) -> ()
    "u.use"(%cst_0) : (tensor<i32>) -> ()
    tg.if %arg0 {
      "u.use"(%cst_0, %cst_0, %cst) : (tensor<i32>, tensor<i32>, tensor<i32>) -> ()
      tg.yield
    } else {
      tg.yield
    }
    "u.region"() ({
      %cst_1 = tg.constant dense<1> : tensor<i32>
      "u.first"() : () -> ()
      "u.use"(%cst_1) : (tensor<i32>) -> ()
    }) : () -> ()
    return
  }
}
`
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(printer.OpString(module, printer.Options{}))); diff != "" {
		t.Error(diff)
	}
	// A second run has nothing to do, and says so.
	converged, changed := rewrite.Greedy(module, ir.NewBuilder(module.Context()), rewrite.NewSet(nil), rewritetest.Unbounded)
	if !converged || changed {
		t.Errorf("a second run: converged is %v, changed is %v", converged, changed)
	}
}

// An op is looked at again when an operand, a user or it itself has changed.
func TestRevisiting(t *testing.T) {
	module := rewritetest.Parse(t, `
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = tg.exp %x : tensor<f32>
  %1 = tg.neg %0 : tensor<f32>
  %2 = tg.sin %0 : tensor<f32>
  %3 = tg.add %1, %2 : tensor<f32>
  return %3 : tensor<f32>
}`)
	c := module.Context()
	// exp with one use goes; it has that once sin has gone, which comes later.
	oneUse := &rewrite.Pattern{Name: "one-use", Root: c.LookupOp("tg.exp"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if !o.Result(0).HasOneUse() {
			return false
		}
		r.ReplaceOp(o, o.Operand(0))
		return true
	}}
	sin := &rewrite.Pattern{Name: "sin", Root: c.LookupOp("tg.sin"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		r.ReplaceOp(o, o.Parent().RegionAt(0).First().Arg(0))
		return true
	}}
	operands := &rewrite.Pattern{Name: "operands", Root: c.LookupOp("tg.add"), Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if o.Operand(1).IsArg() && !o.Operand(0).IsArg() {
			r.SetOperand(o, 0, o.Operand(1))
			return true
		}
		return false
	}}
	cfg := rewritetest.Unbounded
	cfg.MaxIterations = 1
	log, _ := rewritetest.Greedy(t, module, cfg, oneUse, sin, operands)
	if got, want := fmt.Sprint(log), "[sin one-use operands]"; got != want {
		t.Errorf("applied %s, want %s", got, want)
	}
}
