// Gradient descent with momentum (Polyak 1964, in the form of Sutskever et al. 2013 without look-ahead): m sums the
// gradients, and keeps the part `momentum` of itself in each step.
func.func @momentum(%param: !param, %grad: !param, %m: !wide, %lr: !scalar {tg.default = 0.01}, %momentum: !scalar {tg.default = 0.9}) -> (!param, !wide) {
  %p = tg.convert %param : (!param) -> !wide
  %g = tg.convert %grad : (!param) -> !wide
  %kept = tg.mul %momentum, %m : (!scalar, !wide) -> !wide
  %sum = tg.add %kept, %g : !wide
  %step = tg.mul %lr, %sum : (!scalar, !wide) -> !wide
  %next = tg.sub %p, %step : !wide
  %0 = tg.convert %next : (!wide) -> !param
  return %0, %sum : !param, !wide
}
