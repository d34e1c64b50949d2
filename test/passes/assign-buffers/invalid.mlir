// RUN: tg-opt --split-input-file --verify-diagnostics %s

// A plan that somebody has changed is never followed where that does harm.

func.func @overlap(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 512 : i64} {
  // expected-note@+1 {{result #0 of 'tg.exp' of type 'tensor<8x8xf32>' is needed here}}
  %0 = tg.exp %x {tg.offsets = array<i64: 0>} : tensor<8x8xf32>
  // expected-error@+1 {{result #0 of 'tg.sqrt' of type 'tensor<8x8xf32>' is at 0 to 256, and result #0 of 'tg.exp' of type 'tensor<8x8xf32>' is at 0 to 256: both are needed at the same time}}
  %1 = tg.sqrt %x {tg.offsets = array<i64: 0>} : tensor<8x8xf32>
  %2 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  %3 = tg.transpose %1 permutation [1, 0] {tg.offsets = array<i64: 256>} : tensor<8x8xf32>
  %4 = tg.add %2, %3 : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// -----

func.func @misaligned(%x: tensor<64xf32>) -> tensor<8x8xf32> attributes {tg.arena = 288 : i64} {
  // expected-error@+1 {{is at 32, which is no multiple of 64}}
  %0 = tg.exp %x {tg.offsets = array<i64: 32>} : tensor<64xf32>
  %1 = tg.reshape %0 {tg.offsets = array<i64: 32>} : (tensor<64xf32>) -> tensor<8x8xf32>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

func.func @past(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 256 : i64} {
  // expected-error@+1 {{takes 256 bytes at 64, past the arena of 256}}
  %0 = tg.exp %x {tg.offsets = array<i64: 64>} : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @past_int64(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 9223372036854775807 : i64} {
  // expected-error@+1 {{past the arena of 9223372036854775807}}
  %0 = tg.exp %x {tg.offsets = array<i64: 9223372036854775744>} : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// expected-error@+1 {{'tg.arena' is 512, and the plan ends at 256}}
func.func @arena(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 512 : i64} {
  %0 = tg.exp %x {tg.offsets = array<i64: 0>} : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// A far offset would take memory for nothing.
// expected-error@+1 {{the arena of 1099511628032 bytes is larger than all that lies in it, which is 256}}
func.func @far(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 1099511628032 : i64} {
  %0 = tg.exp %x {tg.offsets = array<i64: 1099511627776>} : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @view(%x: tensor<64xf32>) -> tensor<8x8xf32> attributes {tg.arena = 512 : i64} {
  // expected-note@+1 {{result #0 of 'tg.exp' of type 'tensor<64xf32>' is made here}}
  %0 = tg.exp %x {tg.offsets = array<i64: 0>} : tensor<64xf32>
  // expected-error@+1 {{result #0 of 'tg.reshape' of type 'tensor<8x8xf32>' lies in the storage of result #0 of 'tg.exp' of type 'tensor<64xf32>' and must be at 0, but is at 256}}
  %1 = tg.reshape %0 {tg.offsets = array<i64: 256>} : (tensor<64xf32>) -> tensor<8x8xf32>
  %2 = tg.transpose %1 permutation [1, 0] : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

func.func @missing(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 256 : i64} {
  // expected-error@+1 {{has no attribute 'tg.offsets', and its result #0 needs an offset: the plan of function @missing is stale; remove 'tg.arena' from the function and run `assign-buffers` again}}
  %0 = tg.exp %x : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @number(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 256 : i64} {
  // expected-error@+1 {{attribute 'tg.offsets' has 2 offsets for 1 results}}
  %0 = tg.exp %x {tg.offsets = array<i64: 0, 0>} : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @result(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 256 : i64} {
  // expected-error@+1 {{result #0 does not lie in the arena, so its offset must be -1, but is 0}}
  %0 = tg.exp %x {tg.offsets = array<i64: 0>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func private @callee(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tg.exp %x : tensor<8x8xf32>
  %1 = tg.transpose %0 permutation [1, 0] : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// The callee needs 256 bytes.
func.func @callee_size(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 64 : i64} {
  // expected-error@+1 {{pair #2 of attribute 'tg.workspace' is 0, 64, and the op needs 256 bytes there}}
  %0 = call @callee(%x) {tg.workspace = array<i64: -1, 0, -1, 0, 0, 64>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @workspace(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {tg.arena = 0 : i64} {
  // expected-error@+1 {{attribute 'tg.workspace' has 3 numbers, and the op needs 0 pairs of an offset and a size at most}}
  %0 = tg.exp %x {tg.workspace = array<i64: 0, 64, 7>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error@+1 {{has a value of type 'tensor<?xf32>', whose size only a run knows: function @dynamic cannot have a plan; remove 'tg.arena' from it}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> attributes {tg.arena = 0 : i64} {
  %0 = tg.exp %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error@+1 {{attribute 'tg.arena' must be a number of bytes, such as 1024 : i64, but is "all"}}
func.func @text(%x: tensor<8xf32>) -> tensor<8xf32> attributes {tg.arena = "all"} {
  return %x : tensor<8xf32>
}

// -----

// expected-error@+1 {{attribute 'tg.workers' must be a number from 1 to 65536}}
func.func @workers(%x: tensor<8xf32>) -> tensor<8xf32> attributes {tg.workers = 0 : i64} {
  return %x : tensor<8xf32>
}

// -----

func.func @op(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{attribute 'tg.arena' is for functions with a body}}
  %0 = tg.exp %x {tg.arena = 0 : i64} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @array(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{attribute 'tg.offsets' must be an array of bytes, such as array<i64: 0, 64>}}
  %0 = tg.exp %x {tg.offsets = array<i32: 0>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Without 'tg.arena' there is no plan, whatever ops say.
func.func @none(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tg.exp %x {tg.offsets = array<i64: 7, 7>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
