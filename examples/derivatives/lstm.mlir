// An LSTM (Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000): a loop over time that carries h and
// c. It reads 12 numbers, one in each step, and is to tell in the end the mean of the first three, so it has to keep them.
func.func @loss(%wx: tensor<1x64xf32>, %wh: tensor<16x64xf32>, %b: tensor<64xf32>, %out: tensor<16x1xf32>, %x: tensor<12x32x1xf32>) -> tensor<f32> {
  %first = tg.constant dense<0> : tensor<i32>
  %one = tg.constant dense<1> : tensor<i32>
  %steps = tg.constant dense<12> : tensor<i32>
  %zeros = tg.constant dense<0.0> : tensor<32x16xf32>
  %0:3 = tg.while (%t = %first, %h = %zeros, %c = %zeros) : tensor<i32>, tensor<32x16xf32>, tensor<32x16xf32> cond {
    %1 = tg.compare lt %t, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  } do {
    %1 = tg.dynamic_slice %x, %t, %first, %first sizes [1, 32, 1] : (tensor<12x32x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x1xf32>
    %now = tg.reshape %1 : (tensor<1x32x1xf32>) -> tensor<32x1xf32>
    %2 = tg.matmul %now, %wx : (tensor<32x1xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
    %3 = tg.matmul %h, %wh : (tensor<32x16xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    %4 = tg.add %2, %3 : tensor<32x64xf32>
    %5 = tg.add %4, %b : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32>
    %g:4 = tg.split %5 dim 1 sizes [16, 16, 16, 16] : (tensor<32x64xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>)
    %input = tg.sigmoid %g#0 : tensor<32x16xf32>
    %forget = tg.sigmoid %g#1 : tensor<32x16xf32>
    %cell = tg.tanh %g#2 : tensor<32x16xf32>
    %output = tg.sigmoid %g#3 : tensor<32x16xf32>
    %kept = tg.mul %forget, %c : tensor<32x16xf32>
    %new = tg.mul %input, %cell : tensor<32x16xf32>
    %next_c = tg.add %kept, %new : tensor<32x16xf32>
    %6 = tg.tanh %next_c : tensor<32x16xf32>
    %next_h = tg.mul %output, %6 : tensor<32x16xf32>
    %next_t = tg.add %t, %one : tensor<i32>
    tg.yield %next_t, %next_h, %next_c : tensor<i32>, tensor<32x16xf32>, tensor<32x16xf32>
  }
  %told = tg.matmul %0#1, %out : (tensor<32x16xf32>, tensor<16x1xf32>) -> tensor<32x1xf32>
  %early = tg.slice %x [0:3, 0:32, 0:1] : (tensor<12x32x1xf32>) -> tensor<3x32x1xf32>
  %wanted = tg.reduce mean %early dims [0] : (tensor<3x32x1xf32>) -> tensor<32x1xf32>
  %1 = tg.sub %told, %wanted : tensor<32x1xf32>
  %2 = tg.mul %1, %1 : tensor<32x1xf32>
  %3 = tg.reduce mean %2 dims [0, 1] : (tensor<32x1xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
