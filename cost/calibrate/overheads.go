package calibrate

// overheads measures ops on next to nothing, in as few pieces as can be.
func (s *session) overheads() {
	s.set("overhead", s.seconds(binary("add", "f32")))
	for _, o := range []struct {
		name string
		program
	}{
		{"move", program{inputs: []string{"2x2xf32"}, op: "tg.transpose %a0 permutation [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>"}},
		{"math", unary("exp", "f32")},
		{"fold", program{inputs: []string{"2x4xf32"}, op: "tg.reduce sum %a0 dims [1] : (tensor<2x4xf32>) -> tensor<2xf32>"}},
		{"contract", matmul(2, 2, 2, "f32")},
		{"depthwise", program{
			inputs: []string{"1x2x2x2xf32", "2x2x1x2xf32"},
			op:     "tg.conv %a0, %a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 2 : (tensor<1x2x2x2xf32>, tensor<2x2x1x2xf32>) -> tensor<1x1x1x2xf32>",
		}},
		{"view", program{inputs: []string{"2x2xf32"}, op: "tg.reshape %a0 : (tensor<2x2xf32>) -> tensor<4xf32>"}},
		{"control", program{inputs: []string{"i1", "f32"}, op: "tg.if %a0 -> (tensor<f32>) { tg.yield %a1 : tensor<f32> } else { tg.yield %a1 : tensor<f32> }"}},
		{"fusion", program{inputs: []string{"2x2xf32"}, op: "tg.fusion (%x = %a0) : (tensor<2x2xf32>) -> tensor<2x2xf32> { %n = tg.neg %x : tensor<2x2xf32> tg.yield %n : tensor<2x2xf32> }"}},

		{"tg.broadcast", program{inputs: []string{"4xf32"}, op: "tg.broadcast %a0 dims [1] : (tensor<4xf32>) -> tensor<2x4xf32>"}},
		{"tg.clamp", program{inputs: []string{"f32", "4xf32"}, op: "tg.clamp %a0, %a1, %a0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"}},
		{"tg.compare", program{inputs: []string{"4xf32"}, op: "tg.compare lt %a0, %a0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"}},
		{"tg.concat", program{inputs: []string{"2xf32"}, op: "tg.concat %a0, %a0 dim 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>"}},
		{"tg.conv", program{
			inputs: []string{"1x2x2x2xf32", "2x2x2x2xf32"},
			op:     "tg.conv %a0, %a1 layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x2x2x2xf32>, tensor<2x2x2x2xf32>) -> tensor<1x1x1x2xf32>",
		}},
		{"tg.convert", program{inputs: []string{"4xf32"}, op: "tg.convert %a0 : (tensor<4xf32>) -> tensor<4xi32>"}},
		{"tg.cumulate", program{inputs: []string{"4xf32"}, op: "tg.cumulate sum %a0 dim 0 : tensor<4xf32>"}},
		{"tg.dot_general", program{
			inputs: []string{"2x2x2xf32"},
			op:     "tg.dot_general %a0, %a0 batching [0] x [0] contracting [2] x [2] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>",
		}},
		{"tg.dynamic_slice", program{inputs: []string{"4x4xf32", "i32"}, op: "tg.dynamic_slice %a0, %a1, %a1 sizes [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>"}},
		{"tg.dynamic_update_slice", program{
			inputs: []string{"4x4xf32", "1x2xf32", "i32"},
			op:     "tg.dynamic_update_slice %r, %a1, %a2, %a2 : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>",
		}},
		{"tg.gather", program{
			inputs: []string{"4x2xf32", "1xi32"},
			op:     "tg.gather %a0, %a1 offset_dims [0] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 0 slice_sizes [1, 2] : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<2xf32>",
		}},
		{"tg.iota", program{op: "tg.iota dim 0 : tensor<4xi32>"}},
		{"tg.pad", program{inputs: []string{"1x2xf32", "f32"}, op: "tg.pad %a0, %a1 low [0, 1] high [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>"}},
		{"tg.reduce_window", program{inputs: []string{"4xf32"}, op: "tg.reduce_window max %a0 window [2] : (tensor<4xf32>) -> tensor<3xf32>"}},
		{"tg.reverse", program{inputs: []string{"4xf32"}, op: "tg.reverse %a0 dims [0] : tensor<4xf32>"}},
		{"tg.rng_bit_generator", program{inputs: []string{"2xui64"}, results: 2, op: "tg.rng_bit_generator three_fry %a0 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)"}},
		{"tg.scatter", program{
			inputs: []string{"4x2xf32", "1x1xi32", "1x2xf32"},
			op:     "tg.scatter add %r, %a1, %a2 update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<4x2xf32>, tensor<1x1xi32>, tensor<1x2xf32>) -> tensor<4x2xf32>",
		}},
		{"tg.select", program{inputs: []string{"4xi1", "4xf32", "f32"}, op: "tg.select %a0, %a1, %a2 : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"}},
		{"tg.slice", program{inputs: []string{"2x4xf32"}, op: "tg.slice %a0 [0:2, 1:3] : (tensor<2x4xf32>) -> tensor<2x2xf32>"}},
		{"tg.sort", program{inputs: []string{"4xf32"}, op: "tg.sort ascending %a0 dim 0 : tensor<4xf32>"}},
		{"tg.split", program{inputs: []string{"2x4xf32"}, results: 2, op: "tg.split %a0 dim 1 sizes [2, 2] : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)"}},
	} {
		s.set("overhead."+o.name, s.seconds(o.program))
	}
	repeated := program{inputs: []string{"16xf32", "f32"}, op: "tg.add %a0, %a1 : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>"}
	s.set("overhead.repeat", max(s.seconds(repeated)-s.values["overhead"], s.values["overhead"]/100))
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
