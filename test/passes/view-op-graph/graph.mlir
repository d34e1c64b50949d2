// RUN: tg-opt --view-op-graph %s -o %t 2>&1 | tg-filecheck %s
// RUN: tg-opt '--view-op-graph=print-attrs=false print-data-flow-edges=false print-control-flow-edges=true' %s -o %t 2>&1 | tg-filecheck %s --check-prefix=CONTROL
// RUN: not tg-opt --view-op-graph=print-attr=false %s 2>&1 | tg-filecheck %s --check-prefix=OPTION

// Large constants and long labels are cut.
// CHECK:      digraph G {
// CHECK:        compound = true;
// CHECK:        subgraph cluster_1 {
// CHECK:          label = "builtin.module : ()\l";
// CHECK:          label = "func.func : ()\lfunction_type: (i32) -\> tensor\<20xi...\lsym_name: \"f\"\l";
// CHECK:          v[[C:[0-9]+]] [fillcolor = "{{.*}}", label = "{arith.constant\l\lvalue: [...] : tensor\<20xi32\>\l|{<res_cst> %cst tensor\<20xi32\>}}"
// CHECK:          v[[R:[0-9]+]] [fillcolor = "{{.*}}", label = "{{[{][{]}}<arg_cst> %cst}|func.return\l}"
// CHECK:        v[[C]]:res_cst:s -> v[[R]]:arg_cst:n[style = solid];

// CONTROL-NOT: value:
// CONTROL-NOT: style = solid
// CONTROL:     v{{[0-9]+}} -> v{{[0-9]+}}[style = dashed];

// OPTION: error: <Pass-Options-Parser>: no such option print-attr
func.func @f(%x: i32) -> tensor<20xi32> {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<20xi32>
  return %0 : tensor<20xi32>
}
