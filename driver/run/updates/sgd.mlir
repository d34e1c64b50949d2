// Gradient descent: the parameter goes against its gradient, lr times as far.
func.func @sgd(%param: !param, %grad: !param, %lr: !scalar {tg.default = 0.01}) -> !param {
  %p = tg.convert %param : (!param) -> !wide
  %g = tg.convert %grad : (!param) -> !wide
  %step = tg.mul %lr, %g : (!scalar, !wide) -> !wide
  %next = tg.sub %p, %step : !wide
  %0 = tg.convert %next : (!wide) -> !param
  return %0 : !param
}
