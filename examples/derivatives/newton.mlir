// Newton's method: each step goes by the solution d of H d = -g, g and H being the gradient and the Hessian. H is never
// there: conjugate gradients ask for its products with vectors, which are tangents of the gradient.

// Rosenbrock's function, whose least value is 0 at (1, 1).
func.func private @f(%x: tensor<2xf64>) -> tensor<f64> {
  %one = tg.constant dense<1.0> : tensor<f64>
  %hundred = tg.constant dense<100.0> : tensor<f64>
  %a:2 = tg.split %x dim 0 sizes [1, 1] : (tensor<2xf64>) -> (tensor<1xf64>, tensor<1xf64>)
  %0 = tg.sub %one, %a#0 : (tensor<f64>, tensor<1xf64>) -> tensor<1xf64>
  %1 = tg.mul %0, %0 : tensor<1xf64>
  %2 = tg.mul %a#0, %a#0 : tensor<1xf64>
  %3 = tg.sub %a#1, %2 : tensor<1xf64>
  %4 = tg.mul %3, %3 : tensor<1xf64>
  %5 = tg.mul %hundred, %4 : (tensor<f64>, tensor<1xf64>) -> tensor<1xf64>
  %6 = tg.add %1, %5 : tensor<1xf64>
  %7 = tg.reshape %6 : (tensor<1xf64>) -> tensor<f64>
  return %7 : tensor<f64>
}

func.func private @gradient(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0:2 = tg.grad @f(%x) : (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
  return %0#1 : tensor<2xf64>
}

// The product of the Hessian at x with v: the gradient, and how it changes as x goes along v.
func.func @product(%x: tensor<2xf64>, %v: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %0:2 = tg.jvp @gradient(%x) tangents(%v) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %0#0, %0#1 : tensor<2xf64>, tensor<2xf64>
}

// The solution of H d = b at x, by conjugate gradients (Hestenes and Stiefel 1952): two rounds, as there are two
// dimensions, or fewer if nothing is left.
func.func private @solve(%x: tensor<2xf64>, %b: tensor<2xf64>) -> tensor<2xf64> {
  %first = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %most = tg.constant dense<2> : tensor<i32>
  %least = tg.constant dense<1.0e-30> : tensor<f64>
  %zeros = tg.constant dense<0.0> : tensor<2xf64>
  %bb = tg.matmul %b, %b : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %0:5 = tg.while (%i = %first, %d = %zeros, %r = %b, %p = %b, %rr = %bb) : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64> cond {
    %1 = tg.compare lt %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = tg.compare gt %rr, %least : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %3 = tg.and %1, %2 : tensor<i1>
    tg.yield %3 : tensor<i1>
  } do {
    %g, %hp = func.call @product(%x, %p) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
    %php = tg.matmul %p, %hp : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
    %alpha = tg.div %rr, %php : tensor<f64>
    %1 = tg.mul %alpha, %p : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
    %2 = tg.mul %alpha, %hp : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
    %next_d = tg.add %d, %1 : tensor<2xf64>
    %next_r = tg.sub %r, %2 : tensor<2xf64>
    %next_rr = tg.matmul %next_r, %next_r : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
    %beta = tg.div %next_rr, %rr : tensor<f64>
    %3 = tg.mul %beta, %p : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
    %next_p = tg.add %next_r, %3 : tensor<2xf64>
    %next_i = tg.add %i, %one : tensor<i32>
    tg.yield %next_i, %next_d, %next_r, %next_p, %next_rr : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64>
  }
  return %0#1 : tensor<2xf64>
}

// So many steps from x: where they lead, and the values of the function on the way.
func.func @main(%x: tensor<2xf64>, %steps: tensor<i32>) -> (tensor<2xf64>, tensor<?xf64>) {
  %first = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %0:3 = tg.while (%i = %first, %at = %x) : tensor<i32>, tensor<2xf64> collect (tensor<?xf64>) cond {
    %1 = tg.compare lt %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %y, %g = tg.grad @f(%at) : (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
    %1 = tg.neg %g : tensor<2xf64>
    %d = func.call @solve(%at, %1) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
    %next = tg.add %at, %d : tensor<2xf64>
    %next_i = tg.add %i, %one : tensor<i32>
    tg.yield %next_i, %next, %y : tensor<i32>, tensor<2xf64>, tensor<f64>
  }
  return %0#1, %0#2 : tensor<2xf64>, tensor<?xf64>
}
