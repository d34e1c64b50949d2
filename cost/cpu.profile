# A machine model of tg: what 'tg-opt --print-cost' and passes that decide by cost reckon with.
# docs/cost.md says what the keys mean. Rates are per second, times in seconds.

name = cpu

# All workers together are so many times as fast as one. Another one is called for each
# `grain` seconds that an op would take one worker.
speedup = 1.84
grain = 2e-05

# Bytes per second: of memory for all workers, and for one where what an op reads and writes
# fits into `cache` bytes.
bandwidth = 2.97e+10
cache = 2100000
cache-bandwidth = 1.04e+11

# What one worker moves per second besides: pieces of consecutive elements, elements one by one,
# elements of squares of `square` rows and columns that change places, and bytes that are
# rearranged before a contraction.
runs = 1.53e+08
singles = 5.14e+08
swaps = 3.1e+10
square = 16
packing = 2.96e+10

# Matrix products are computed in blocks of so many rows and columns, reductions of so many
# results; smaller ones take as long.
tile-rows = 4
tile-cols = 32
fold-lanes = 8

# How often a loop is assumed to run of which nothing is known.
trips = 10

# Seconds that each op takes, whatever it does.
overhead = 9.53e-08
overhead.move = 1.37e-07
overhead.math = 1.16e-07
overhead.fold = 2.5e-07
overhead.contract = 2.24e-07
overhead.depthwise = 2.18e-07
overhead.view = 5.16e-08
overhead.control = 5.91e-08
overhead.fusion = 1.54e-07

# Operations that one worker does per second, by kind and element type.
flops.simple.i1 = 6.36e+10
flops.simple.i8 = 6.33e+10
flops.simple.i16 = 2.19e+10
flops.simple.i32 = 1.1e+10
flops.simple.i64 = 5.49e+09
flops.simple.f16 = 5.9e+09
flops.simple.bf16 = 4.47e+09
flops.simple.f32 = 1e+10
flops.simple.f64 = 4.84e+09
flops.math.i32 = 7e+08
flops.math.f16 = 8.26e+08
flops.math.bf16 = 7.93e+08
flops.math.f32 = 1.16e+09
flops.math.f64 = 1.96e+08
flops.fold.i32 = 1.19e+10
flops.fold.i64 = 2.74e+09
flops.fold.f16 = 3.59e+09
flops.fold.f32 = 1.29e+10
flops.fold.f64 = 1e+10
flops.contract.i8 = 4.89e+09
flops.contract.i32 = 7.19e+10
flops.contract.f16 = 6.2e+10
flops.contract.f32 = 1.08e+11
flops.contract.f64 = 4.96e+10
flops.depthwise.f32 = 1.84e+10

# Calls of functions on f32 per second of one worker; others have the speed flops.math.f32.
call.acos = 8.07e+07
call.acosh = 7.5e+07
call.argmax = 6.52e+08
call.asin = 8.34e+07
call.asinh = 4.98e+07
call.atan = 1.21e+08
call.atan2 = 5.77e+07
call.atanh = 4.98e+07
call.cbrt = 1.32e+08
call.ceil = 4.88e+10
call.convert = 1.96e+10
call.cos = 9.76e+08
call.cosh = 1.42e+08
call.digamma = 4.87e+07
call.div = 5.99e+09
call.erf = 4.12e+08
call.erf_inv = 1.1e+08
call.erfc = 4.13e+08
call.exp = 1.16e+09
call.expm1 = 1.07e+09
call.floor = 4.55e+10
call.gelu = 4.01e+08
call.gelu_tanh = 7.19e+08
call.lgamma = 9.19e+07
call.log = 1.01e+09
call.log1p = 8.17e+08
call.next_after = 3.63e+08
call.pow = 2.69e+08
call.reduce_max = 5.39e+09
call.reduce_precision = 3.79e+08
call.rem = 5.32e+07
call.round_away = 1.33e+10
call.round_even = 4.76e+10
call.rsqrt = 7.42e+08
call.sigmoid = 1.06e+09
call.silu = 8.03e+08
call.sin = 9.4e+08
call.sinh = 1.19e+08
call.sort = 4.79e+08
call.sqrt = 5.04e+09
call.tan = 1.07e+08
call.tanh = 7.76e+08
call.three_fry = 7.3e+07
