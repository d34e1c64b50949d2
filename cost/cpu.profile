# A machine model of tg: what 'tg-opt --print-cost' and passes that decide by cost reckon with.
# docs/cost.md says what the keys mean. Rates are per second, times in seconds.

name = cpu

# All workers together are so many times as fast as one. Another one is called for each
# `grain` seconds that an op would take one worker.
speedup = 1.91
grain = 2e-05

# Bytes per second: of memory for all workers, and for one where what an op reads and writes
# fits into `cache` bytes.
bandwidth = 3.32e+10
cache = 3.15e+07
cache-bandwidth = 1.14e+11

# What one worker moves per second besides: pieces of consecutive elements, elements one by one,
# elements of squares of `square` rows and columns that change places, and bytes that are
# rearranged before a contraction.
runs = 6.03e+08
singles = 1.87e+09
swaps = 3.39e+10
square = 32
packing = 2.78e+10

# Matrix products of fewer rows and columns, and reductions with fewer results, take as long as
# with so many.
tile-rows = 3
tile-cols = 17
fold-lanes = 1

# How often a loop is assumed to run of which nothing is known.
trips = 10

# Seconds that each op takes, whatever it does.
overhead = 3.89e-08
overhead.move = 8.72e-08
overhead.math = 4.35e-08
overhead.fold = 1.3e-07
overhead.contract = 2.75e-07
overhead.depthwise = 1.81e-07
overhead.view = 2.23e-08
overhead.control = 6.79e-08
overhead.fusion = 1.32e-07
overhead.repeat = 8e-08
overhead.tg.broadcast = 9.24e-08
overhead.tg.cholesky = 1.01e-07
overhead.tg.clamp = 1.46e-07
overhead.tg.compare = 3.9e-08
overhead.tg.concat = 7.96e-08
overhead.tg.conv = 3.45e-07
overhead.tg.convert = 3.64e-08
overhead.tg.cumulate = 7.16e-08
overhead.tg.dot_general = 5.19e-07
overhead.tg.dynamic_slice = 6.71e-08
overhead.tg.dynamic_update_slice = 6.92e-08
overhead.tg.fft = 1.73e-07
overhead.tg.gather = 9.76e-08
overhead.tg.iota = 4.75e-08
overhead.tg.pad = 7.11e-08
overhead.tg.reduce_window = 1.38e-07
overhead.tg.reverse = 4.9e-08
overhead.tg.rng = 1.5e-07
overhead.tg.rng_bit_generator = 7.45e-08
overhead.tg.scatter = 1.21e-07
overhead.tg.select = 1.41e-07
overhead.tg.select_and_scatter = 1.05e-07
overhead.tg.slice = 9.19e-08
overhead.tg.sort = 1e-07
overhead.tg.split = 1.48e-07
overhead.tg.triangular_solve = 1.25e-07

# Operations that one worker does per second, by kind and element type.
flops.simple.i1 = 1.09e+11
flops.simple.i8 = 1.07e+11
flops.simple.i16 = 5.19e+10
flops.simple.i32 = 2.33e+10
flops.simple.i64 = 4.64e+09
flops.simple.f16 = 4.83e+09
flops.simple.bf16 = 3.83e+09
flops.simple.f32 = 2.32e+10
flops.simple.f64 = 4.63e+09
flops.math.i32 = 6.99e+08
flops.math.f16 = 9.99e+08
flops.math.bf16 = 1e+09
flops.math.f32 = 5.77e+09
flops.math.f64 = 9.81e+08
flops.fold.i32 = 1.47e+10
flops.fold.i64 = 2.35e+09
flops.fold.f16 = 7.8e+09
flops.fold.f32 = 2.72e+10
flops.fold.f64 = 1.41e+10
flops.contract.i8 = 3.02e+11
flops.contract.i16 = 1.76e+11
flops.contract.i32 = 8.66e+10
flops.contract.f16 = 1.12e+11
flops.contract.bf16 = 1.79e+11
flops.contract.f32 = 1.17e+11
flops.contract.f64 = 5.83e+10
flops.depthwise.f32 = 8.93e+10

# Calls of functions on f32 per second of one worker; others have the speed flops.math.f32.
call.acos = 3.89e+08
call.acosh = 1.58e+08
call.argmax = 8.28e+08
call.asin = 4.75e+08
call.asinh = 1.61e+08
call.atan = 3.63e+08
call.atan2 = 2.23e+08
call.atanh = 1.78e+08
call.bessel_i1e = 1.28e+08
call.cbrt = 3.05e+08
call.ceil = 1.76e+10
call.clz = 8.25e+09
call.convert = 1.64e+10
call.cos = 9.13e+08
call.cosh = 5.69e+08
call.digamma = 9.7e+07
call.div = 9.35e+09
call.erf = 3.77e+09
call.erf_inv = 4.18e+08
call.erfc = 6.23e+08
call.exp = 5.77e+09
call.exp2 = 7.76e+08
call.expm1 = 1.57e+09
call.floor = 1.75e+10
call.gelu = 5.52e+08
call.gelu_tanh = 9.55e+08
call.lgamma = 7.53e+07
call.log = 1.19e+09
call.log1p = 1.02e+09
call.log2 = 2.48e+08
call.mulhi = 8.26e+09
call.next_after = 6.25e+08
call.philox = 9.56e+07
call.popcnt = 1.01e+10
call.pow = 2.81e+08
call.reduce_max = 1.24e+10
call.reduce_precision = 3.68e+08
call.rem = 8.79e+07
call.rng = 3.26e+07
call.round_away = 1.23e+10
call.round_even = 1.73e+10
call.rsqrt = 1.18e+09
call.sigmoid = 3.78e+09
call.silu = 2.97e+09
call.sin = 8.71e+08
call.sinh = 4.76e+08
call.sort = 3.17e+08
call.sqrt = 6.03e+09
call.tan = 5.7e+08
call.tanh = 3.71e+09
call.three_fry = 5.17e+07
call.zeta = 1230000
