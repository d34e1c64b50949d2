// Adam (Kingma and Ba 2015, algorithm 1): m and v are running means of the gradient and of its square, which are divided by
// what they lack after t steps because they began with 0.
func.func @adam(%param: !param, %grad: !param, %m: !wide, %v: !wide, %t: tensor<i64>, %lr: !scalar {tg.default = 0.001},
                %beta1: !scalar {tg.default = 0.9}, %beta2: !scalar {tg.default = 0.999}, %eps: !scalar {tg.default = 1.0e-8}) -> (!param, !wide, !wide, tensor<i64>) {
  %p = tg.convert %param : (!param) -> !wide
  %g = tg.convert %grad : (!param) -> !wide
  %1 = tg.constant dense<1> : tensor<i64>
  %one = tg.constant dense<1.0> : !scalar
  %steps = tg.add %t, %1 : tensor<i64>
  %n = tg.convert %steps : (tensor<i64>) -> !scalar
  %rest1 = tg.sub %one, %beta1 : !scalar
  %m_kept = tg.mul %beta1, %m : (!scalar, !wide) -> !wide
  %m_new = tg.mul %rest1, %g : (!scalar, !wide) -> !wide
  %mean = tg.add %m_kept, %m_new : !wide
  %rest2 = tg.sub %one, %beta2 : !scalar
  %square = tg.mul %g, %g : !wide
  %v_kept = tg.mul %beta2, %v : (!scalar, !wide) -> !wide
  %v_new = tg.mul %rest2, %square : (!scalar, !wide) -> !wide
  %variance = tg.add %v_kept, %v_new : !wide
  %power1 = tg.pow %beta1, %n : !scalar
  %power2 = tg.pow %beta2, %n : !scalar
  %lack1 = tg.sub %one, %power1 : !scalar
  %lack2 = tg.sub %one, %power2 : !scalar
  %m_hat = tg.div %mean, %lack1 : (!wide, !scalar) -> !wide
  %v_hat = tg.div %variance, %lack2 : (!wide, !scalar) -> !wide
  %root = tg.sqrt %v_hat : !wide
  %divisor = tg.add %root, %eps : (!wide, !scalar) -> !wide
  %direction = tg.div %m_hat, %divisor : !wide
  %step = tg.mul %lr, %direction : (!scalar, !wide) -> !wide
  %next = tg.sub %p, %step : !wide
  %0 = tg.convert %next : (!wide) -> !param
  return %0, %mean, %variance, %steps : !param, !wide, !wide, tensor<i64>
}
