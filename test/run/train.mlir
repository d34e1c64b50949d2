// RUN: tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=200 --update-option=lr=0.1 --loss-every=100 --state=%t.sgd.npz 2>&1 | tg-filecheck --check-prefix=SGD %s
// RUN: tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=200 --update=adam --update-option=lr=0.1 --loss-every=0 --state=%t.adam.npz --optimize --workers=1
// RUN: tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=50 --update=adam --update-option=lr=0.1 --loss-every=0 --state=%t.part.npz --resume
// RUN: tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=150 --update=adam --update-option=lr=0.1 --loss-every=0 --state=%t.part.npz --resume --no-plan
// RUN: cmp %t.adam.npz %t.part.npz
// RUN: tg-run %s --entry=keep "--input=@%t.adam.npz:w" "--input=@%t.adam.npz:w.t" "--input=@%t.adam.npz:tg.step" | tg-filecheck --check-prefix=STATE %s
// RUN: tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update=@half --update-option=rate=0.25 --loss-every=1 2>&1 | tg-filecheck --check-prefix=OWN %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update=adm 2>&1 | tg-filecheck --check-prefix=UPDATE %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update=@fun 2>&1 | tg-filecheck --check-prefix=FUNCTION %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update=@line 2>&1 | tg-filecheck --check-prefix=SIGNATURE %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update-option=rl=1 2>&1 | tg-filecheck --check-prefix=OPTION %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --steps=3 --update=adam --resume --state=%t.sgd.npz 2>&1 | tg-filecheck --check-prefix=OTHER %s
// RUN: not tg-run %s --entry=vector --inputs=random:1 --steps=3 2>&1 | tg-filecheck --check-prefix=RANK %s
// RUN: not tg-run %s --entry=keep --inputs=random:1 --steps=3 2>&1 | tg-filecheck --check-prefix=NOLOSS %s
// RUN: not tg-run %s --entry=wrong --inputs=random:1 --steps=3 2>&1 | tg-filecheck --check-prefix=TYPE %s
// RUN: not tg-run %s --entry=line --input=%w=f32=0 --input=%b=f32=0 --input=%x=4xf32=[0,1,2,3] --input=%y=4xf32=[1,3,5,7] --state=%t.npz 2>&1 | tg-filecheck --check-prefix=STEPS %s
// RUN: not tg-run %s --entry=line --inputs=random:1 --input=%x=3xf32=1 --steps=1 2>&1 | tg-filecheck --check-prefix=SHAPE %s
// RUN: not tg-run %s --entry=line --inputs=random:1 --input=%w=3xf32=1 --steps=1 2>&1 | tg-filecheck --check-prefix=PARAMETER %s
// RUN: tg-run %s --entry=marked --input=%x=3x1xf32=[1,2,3] --input=%w=f32=0 --steps=4 --update-option=lr=1 --loss-every=1 2>&1 | tg-filecheck --check-prefix=BATCH %s
// RUN: tg-run --print-update=adam | tg-opt | tg-filecheck --check-prefix=PRINT %s

// SGD: step 1: loss 21
// SGD: step 100: loss
// SGD: step 200: loss
// SGD-NEXT: f32={{.*}}e-
// STATE: f32={{2$|1.99|2.00}}
// STATE-NEXT: i64=200
// STATE-NEXT: i64=200
// OWN: step 1: loss 21
// OWN-NEXT: step 2: loss
// UPDATE: 'adm' is none of sgd, momentum, adam, nor a function of the module, such as @f; did you mean 'adam'?
// FUNCTION: --update: there is no function @fun
// SIGNATURE: train.mlir:[[#]]:1: error: @line cannot update a tensor<f32>
// OPTION: --update-option: the update has no option 'rl' among 'lr'
// OTHER: --state: {{.*}}.sgd.npz: there is no 'w.m'{{.*}}; go on with the function and the --update that wrote it
// RANK: train.mlir:[[#]]:1: error: function @vector cannot be trained: result #0 is the loss, which must be a float of rank 0, but is a tensor<2xf32>
// NOLOSS: error: function @keep cannot be trained: it returns no gradients
// TYPE: error: function @wrong cannot be trained: result #1 is the gradient of argument %w, a tensor<f32>, but is a tensor<2xf32>
// STEPS: --state is about a training, which --steps=N asks for
// PARAMETER: --input #0: parameter %w of function @line is a tensor<f32>, but the value is a tensor<3xf32>, as data are; they are no parameters if the function is differentiated by others alone, wrt=
// SHAPE: --input #0: argument %x of function @line is a tensor<4xf32>, and may be given one leading extent more, for one after the other in each step, but the value is a tensor<3xf32>

// The elements of x come one after the other, and from the beginning again. The loss is (w - x) ** 2 / 2.
// BATCH: step 1: loss 0.5
// BATCH-NEXT: step 2: loss 0.5
// BATCH-NEXT: step 3: loss 0.5
// BATCH-NEXT: step 4: loss 2
// PRINT: func.func @adam(

// The mean squared error of a line through points, and its derivatives.
func.func @line(%w: tensor<f32>, %b: tensor<f32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = tg.mul %w, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tg.add %0, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e = tg.sub %1, %y : tensor<4xf32>
  %s = tg.mul %e, %e : tensor<4xf32>
  %loss = tg.reduce mean %s dims [0] : (tensor<4xf32>) -> tensor<f32>
  %ex = tg.mul %e, %x : tensor<4xf32>
  %two = tg.constant dense<2.0> : tensor<f32>
  %gw = tg.reduce mean %ex dims [0] : (tensor<4xf32>) -> tensor<f32>
  %gb = tg.reduce mean %e dims [0] : (tensor<4xf32>) -> tensor<f32>
  %dw = tg.mul %two, %gw : tensor<f32>
  %db = tg.mul %two, %gb : tensor<f32>
  return %loss, %dw, %db : tensor<f32>, tensor<f32>, tensor<f32>
}
func.func @half(%p: tensor<f32>, %g: tensor<f32>, %count: tensor<i32>, %rate: tensor<f32> {tg.default = 0.5}) -> (tensor<f32>, tensor<i32>) {
  %0 = tg.mul %rate, %g : tensor<f32>
  %1 = tg.sub %p, %0 : tensor<f32>
  %2 = tg.constant dense<1> : tensor<i32>
  %3 = tg.add %count, %2 : tensor<i32>
  return %1, %3 : tensor<f32>, tensor<i32>
}
func.func @marked(%x: tensor<1xf32>, %w: tensor<f32>) -> (tensor<f32> {tg.gradient_of = "w"}, tensor<f32> {tg.loss}) {
  %0 = tg.reshape %x : (tensor<1xf32>) -> tensor<f32>
  %1 = tg.sub %w, %0 : tensor<f32>
  %2 = tg.mul %1, %1 : tensor<f32>
  %3 = tg.constant dense<0.5> : tensor<f32>
  %4 = tg.mul %2, %3 : tensor<f32>
  return %1, %4 : tensor<f32>, tensor<f32>
}
func.func @keep(%w: tensor<f32>, %t: tensor<i64>, %s: tensor<i64>) -> (tensor<f32> {tg.loss}, tensor<i64>, tensor<i64>) {
  return %w, %t, %s : tensor<f32>, tensor<i64>, tensor<i64>
}
func.func @vector(%w: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %w, %w : tensor<2xf32>, tensor<2xf32>
}
func.func @wrong(%w: tensor<f32>, %x: tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>) {
  return %w, %x : tensor<f32>, tensor<2xf32>
}
