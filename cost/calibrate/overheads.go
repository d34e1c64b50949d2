package calibrate

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// overheads measures ops on next to nothing, in as few pieces as can be: one of each kind, and
// those that say that theirs is another.
func (s *session) overheads(dialects []*ir.Dialect) {
	s.set("overhead", s.seconds(binary("add", "f32")))
	for _, o := range []struct {
		name string
		program
	}{
		{"move", program{Inputs: []string{"2x2xf32"}, Op: "tg.transpose %a0 permutation [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>"}},
		{"math", unary("exp", "f32")},
		{"fold", program{Inputs: []string{"2x4xf32"}, Op: "tg.reduce sum %a0 dims [1] : (tensor<2x4xf32>) -> tensor<2xf32>"}},
		{"contract", matmul(2, 2, 2, "f32")},
		{"depthwise", program{
			Inputs: []string{"1x2x2x2xf32", "2x2x1x2xf32"},
			Op:     "tg.conv %a0, %a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x2x2x2xf32>, tensor<2x2x1x2xf32>) -> tensor<1x1x1x2xf32>",
		}},
		{"view", program{Inputs: []string{"2x2xf32"}, Op: "tg.reshape %a0 : (tensor<2x2xf32>) -> tensor<4xf32>"}},
		{"control", program{Inputs: []string{"i1", "f32"}, Op: "tg.if %a0 -> (tensor<f32>) { tg.yield %a1 : tensor<f32> } else { tg.yield %a1 : tensor<f32> }"}},
		{"fusion", program{Inputs: []string{"2x2xf32"}, Op: "tg.fusion (%x = %a0) : (tensor<2x2xf32>) -> tensor<2x2xf32> { %n = tg.neg %x : tensor<2x2xf32> tg.yield %n : tensor<2x2xf32> }"}},
	} {
		s.set("overhead."+o.name, s.seconds(o.program))
	}
	s.timed(dialects, func(def *ir.OpDef, t *cost.Timing) {
		if t.Overhead.Op != "" {
			s.set("overhead."+def.Name(), s.seconds(program(t.Overhead)))
		}
	})
	repeated := program{Inputs: []string{"16xf32", "f32"}, Op: "tg.add %a0, %a1 : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>"}
	s.set("overhead.repeat", max(s.seconds(repeated)-s.values["overhead"], s.values["overhead"]/100))
}

// timed visits the ops that say what is to be measured.
func (s *session) timed(dialects []*ir.Dialect, visit func(def *ir.OpDef, t *cost.Timing)) {
	for _, d := range dialects {
		for _, def := range d.Ops() {
			if t, ok := cost.Timed.Get(def); ok {
				visit(def, &t)
			}
		}
	}
}

// overhead is that of an op of the given name or else kind.
func (s *session) overhead(names ...string) float64 {
	for _, name := range names {
		if v, ok := s.values["overhead."+name]; ok {
			return v
		}
	}
	return s.values["overhead"]
}

// beyond is the time of an op without its overhead, which is that of the first
// of the names that has one.
func (s *session) beyond(p program, names ...string) float64 {
	// A measurement that is all overhead says nothing: a tenth is real.
	t := s.seconds(p)
	return max(t-s.overhead(names...), t/10)
}
