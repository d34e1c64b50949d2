# In cents.
cost matmul 100
cost arith.addi = 3
cost other 1
cost input 1.5
