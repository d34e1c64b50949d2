# A machine whose times are easy to compute: a second for each op, and for each
# 100 flops or 1000 bytes.
name = toy
speedup = 1
grain = 1
bandwidth = 1000
cache = 1
cache-bandwidth = 1000
runs = 1e30
singles = 1e30
swaps = 1e30
square = 1
packing = 1e30
tile-rows = 1
tile-cols = 1
fold-lanes = 1
trips = 10
overhead = 1
flops.simple.f32 = 100
flops.math.f32 = 100
flops.fold.f32 = 100
flops.contract.f32 = 100
flops.depthwise.f32 = 100
