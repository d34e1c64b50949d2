# A GPU-like machine: the published figures of NVIDIA's A100 80GB SXM, from its datasheet and from the
# whitepaper "NVIDIA A100 Tensor Core GPU Architecture" (2020). tg does not run on it: the model is for
# looking at how decisions change where arithmetic is cheap and starting an op is not.
# What is assumed rather than published says so. docs/cost.md says what the keys mean.

name = gpu

# The device is one worker.
speedup = 1
grain = 1

# HBM2e at 2039 GB/s; 40 MB of second-level cache that reads 5120 bytes per clock of 1.41 GHz.
bandwidth = 2.039e12
cache = 40e6
cache-bandwidth = 7.2e12

# Assumed: rows of any length move at the speed of the cache, single elements in sectors of 32 bytes,
# transpositions go through shared memory, and products read their operands where they are.
runs = 1e12
singles = 2.25e11
swaps = 9e11
square = 32
packing = 7.2e12

# Assumed: the usual tile of a thread block, which a smaller product leaves partly idle.
tile-rows = 64
tile-cols = 64
fold-lanes = 1

trips = 10

# Assumed: about what starting a kernel takes. Regions are left and entered by the host.
overhead = 5e-6
overhead.view = 1e-9
overhead.control = 1e-5

# 108 multiprocessors with 64 lanes for f32, half as many for f64, at 1.41 GHz. A multiplication with
# addition is two flops in the figures of the datasheet, a simple operation is one.
flops.simple.i32 = 9.7e12
flops.simple.f16 = 3.9e13
flops.simple.bf16 = 1.95e13
flops.simple.f32 = 9.7e12
flops.simple.f64 = 4.85e12
# 16 special function units for each multiprocessor; there are none for f64, which is computed by
# polynomials, assumed to take 20 operations.
flops.math.f32 = 2.43e12
flops.math.f64 = 2.4e11
# A reduction is a tree: its operations do not wait for each other.
flops.fold.f32 = 9.7e12
flops.fold.f64 = 4.85e12
# Tensor cores, but for f32, which they would round to 10 bits.
flops.contract.i8 = 6.24e14
flops.contract.f16 = 3.12e14
flops.contract.bf16 = 3.12e14
flops.contract.f32 = 1.95e13
flops.contract.f64 = 1.95e13
flops.depthwise.f32 = 1.95e13
