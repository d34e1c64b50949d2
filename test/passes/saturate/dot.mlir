// Three pictures: what was, all that is equal, with what was chosen in bold, and what is.
//
// RUN: rm -rf %t && mkdir %t
// RUN: tg-opt --saturate="dot=%t/all fp=strict fusions=false" %s -o /dev/null
// RUN: tg-filecheck %s --input-file=%t/all.before.dot --check-prefix=BEFORE
// RUN: tg-filecheck %s --input-file=%t/all.graph.dot --check-prefix=GRAPH
// RUN: tg-filecheck %s --input-file=%t/all.after.dot --check-prefix=AFTER
// RUN: tg-opt --saturate="dot=%t/near around=relu fp=strict fusions=false" %s -o /dev/null
// RUN: tg-filecheck %s --input-file=%t/near.graph.dot --check-prefix=NEAR
// RUN: tg-opt --saturate="dot=%t/line around=27 fp=strict fusions=false" %s -o /dev/null
// RUN: tg-filecheck %s --input-file=%t/line.graph.dot --check-prefix=NEAR
// RUN: tg-opt --saturate="dot=%t/no around=sine" %s 2>&1 -o /dev/null | tg-filecheck %s --check-prefix=NO
//
// BEFORE:     label = "piece 1 as it was"
// BEFORE:     [[M:n[0-9]+]] [label = "matmul\n{{[0-9.]+}} ns", fillcolor = "#f4cccc"];
// BEFORE:     [[R:n[0-9]+]] [label = "relu\n{{[0-9.]+}} ns", fillcolor = "#f4cccc"];
// BEFORE:     [[M]] -> [[R]];
// GRAPH:      subgraph cluster_
// GRAPH:      [label = "relu\n{{[0-9.]+}} ns"];
// GRAPH-NEXT: [label = "matmul\n{{[0-9.]+}} ns", style = "filled,bold", penwidth = 3];
// AFTER:      [label = "matmul\n{{[0-9.]+}} ns", fillcolor = "#d9ead3"];
// NEAR:       classes are not shown"];
// NEAR:       label = "relu
// NO:         warning: saturate: no op that was looked at is called 'sine' or on such a line
func.func @merge(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = tg.matmul %a, %b : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = tg.relu %0 : tensor<4x4xf32>
  %2 = tg.matmul %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = tg.matmul %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = tg.matmul %3, %3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = tg.matmul %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
