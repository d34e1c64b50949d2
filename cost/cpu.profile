# A machine model of tg: what 'tg-opt --print-cost' and passes that decide by cost reckon with.
# docs/cost.md says what the keys mean. Rates are per second, times in seconds.

name = cpu

# All workers together are so many times as fast as one. Another one is called for each
# `grain` seconds that an op would take one worker.
speedup = 1.91
grain = 2e-05

# Bytes per second: of memory for all workers, and for one where what an op reads and writes
# fits into `cache` bytes.
bandwidth = 2.1e+10
cache = 1.19e+07
cache-bandwidth = 1.1e+11

# What one worker moves per second besides: pieces of consecutive elements, elements one by one,
# elements of squares of `square` rows and columns that change places, and bytes that are
# rearranged before a contraction.
runs = 1.23e+08
singles = 8.03e+08
swaps = 4.28e+10
square = 16
packing = 3.44e+10

# Matrix products of fewer rows and columns, and reductions with fewer results, take as long as
# with so many.
tile-rows = 4
tile-cols = 17
fold-lanes = 1

# How often a loop is assumed to run of which nothing is known.
trips = 10

# Seconds that each op takes, whatever it does.
overhead = 1.16e-07
overhead.move = 1.69e-07
overhead.math = 1.17e-07
overhead.fold = 2.52e-07
overhead.contract = 2.61e-07
overhead.depthwise = 2.28e-07
overhead.view = 5.74e-08
overhead.control = 8.08e-08
overhead.fusion = 1.87e-07
overhead.repeat = 8.37e-08
overhead.tg.broadcast = 1.63e-07
overhead.tg.cholesky = 3.5e-07
overhead.tg.clamp = 2.19e-07
overhead.tg.compare = 1.15e-07
overhead.tg.concat = 1.86e-07
overhead.tg.conv = 3.3e-07
overhead.tg.convert = 1.08e-07
overhead.tg.cumulate = 8.48e-07
overhead.tg.dot_general = 4.87e-07
overhead.tg.dynamic_slice = 2.29e-07
overhead.tg.dynamic_update_slice = 2.12e-07
overhead.tg.fft = 3.2e-07
overhead.tg.gather = 1.93e-07
overhead.tg.iota = 1.3e-07
overhead.tg.pad = 1.69e-07
overhead.tg.reduce_window = 2.36e-07
overhead.tg.reverse = 1.37e-07
overhead.tg.rng = 2.06e-07
overhead.tg.rng_bit_generator = 2.06e-07
overhead.tg.scatter = 2.86e-07
overhead.tg.select = 2.01e-07
overhead.tg.select_and_scatter = 3e-07
overhead.tg.slice = 1.62e-07
overhead.tg.sort = 1.95e-07
overhead.tg.split = 3.1e-07
overhead.tg.triangular_solve = 4.2e-07

# Operations that one worker does per second, by kind and element type.
flops.simple.i1 = 1.01e+11
flops.simple.i8 = 1e+11
flops.simple.i16 = 4.98e+10
flops.simple.i32 = 1.94e+10
flops.simple.i64 = 4.81e+09
flops.simple.f16 = 4.74e+09
flops.simple.bf16 = 3.76e+09
flops.simple.f32 = 1.95e+10
flops.simple.f64 = 4.8e+09
flops.math.i32 = 6.89e+08
flops.math.f16 = 9.94e+08
flops.math.bf16 = 9.95e+08
flops.math.f32 = 5.73e+09
flops.math.f64 = 9.66e+08
flops.fold.i32 = 1.39e+10
flops.fold.i64 = 2.31e+09
flops.fold.f16 = 8.09e+09
flops.fold.f32 = 2.66e+10
flops.fold.f64 = 1.36e+10
flops.contract.i8 = 4.1e+11
flops.contract.i16 = 2.1e+11
flops.contract.i32 = 8.56e+10
flops.contract.f16 = 1.1e+11
flops.contract.bf16 = 2.1e+11
flops.contract.f32 = 1.17e+11
flops.contract.f64 = 5.82e+10
flops.depthwise.f32 = 1.4e+10

# Calls of functions on f32 per second of one worker; others have the speed flops.math.f32.
call.acos = 3.85e+08
call.acosh = 1.58e+08
call.argmax = 8.08e+08
call.asin = 4.77e+08
call.asinh = 1.61e+08
call.atan = 3.61e+08
call.atan2 = 2.28e+08
call.atanh = 1.78e+08
call.bessel_i1e = 1.55e+08
call.cbrt = 3.03e+08
call.ceil = 2.09e+10
call.clz = 8.24e+09
call.convert = 1.6e+10
call.cos = 8.99e+08
call.cosh = 5.67e+08
call.digamma = 9.96e+07
call.div = 9.07e+09
call.erf = 3.73e+09
call.erf_inv = 4.16e+08
call.erfc = 6.09e+08
call.exp = 5.73e+09
call.exp2 = 7.62e+08
call.expm1 = 1.55e+09
call.floor = 1.94e+10
call.gelu = 5.49e+08
call.gelu_tanh = 9.47e+08
call.lgamma = 7.25e+07
call.log = 1.17e+09
call.log1p = 1.01e+09
call.log2 = 2.41e+08
call.mulhi = 8.17e+09
call.next_after = 6.17e+08
call.philox = 4.6e+07
call.popcnt = 1.01e+10
call.pow = 2.77e+08
call.reduce_max = 6.38e+09
call.reduce_precision = 3.57e+08
call.rem = 8.78e+07
call.rng = 2.1e+07
call.round_away = 1.22e+10
call.round_even = 2.01e+10
call.rsqrt = 1.18e+09
call.sigmoid = 3.72e+09
call.silu = 2.88e+09
call.sin = 8.53e+08
call.sinh = 4.65e+08
call.sort = 4.54e+08
call.sqrt = 5.9e+09
call.tan = 5.68e+08
call.tanh = 3.65e+09
call.three_fry = 5.15e+07
call.zeta = 2400000
