// RUN: tg-opt %s --partition="func=step stash=bytes" --remarks-filter=partition 2>&1 | tg-filecheck %s
// RUN: tg-opt %s --partition="func=step form=joint budget=min" --remarks-filter=partition 2>&1 | tg-filecheck %s --check-prefix=BUDGET
// RUN: tg-opt %s --stash-report="func=step format=json" -o %t 2>&1 | tg-filecheck %s --check-prefix=JSON
// RUN: tg-opt %s --stash-report="func=step format=dot lambda=inf" -o %t 2>&1 | tg-filecheck %s --check-prefix=DOT
// RUN: tg-opt %s --stash-report="func=step format=svg lambda=inf" -o %t 2>&1 | tg-filecheck %s --check-prefix=SVG
// RUN: tg-opt %s --stash-report="func=step hold-arguments=false lambda=1" -o %t 2>&1 | tg-filecheck %s --check-prefix=COUNTED
// RUN: tg-opt %s --stash-report="func=step budget=1x" -o %t 2>&1 | tg-filecheck %s --check-prefix=WITHIN
// RUN: tg-opt %s --stash-report="func=forced" -o %t 2>&1 | tg-filecheck %s --check-prefix=FORCED

// CHECK: remarks.mlir:{{[0-9]+}}:1: remark: [Passed] partition | Category:partition | Function=step | Remark="%x, 64 KiB, is handed over: an argument"
// CHECK: remarks.mlir:{{[0-9]+}}:10: remark: [Passed] partition | Category:partition | Function=step | Remark="%act, 64 KiB, is computed again: fewer bytes are kept, which takes {{[0-9.]+ us}}"

// BUDGET: Remark="both passes take {{[0-9.]+ KiB}}, which is within the budget; {{[0-9]+ ops?}} run once more right before they are read"

// JSON: "function": "step",
// JSON: "objective": "time",
// JSON: "name": "%act",
// JSON: "fate": "stash",
// JSON: "stash_bytes": {{[0-9]+}},
// JSON: "shared_bytes": {{[0-9]+}},
// JSON: "recompute_seconds": {{[-0-9.e]+}},
// JSON: "forward_peak": {{[0-9]+}},
// JSON: "backward_peak": {{[0-9]+}},
// JSON: "curve": [
// JSON: "lambda": 0,

// What is handed over is green, or blue where it takes no memory besides, and what runs again is orange.
// DOT: digraph G {
// DOT: [fillcolor = "#ffcf8f", label = "computed again"];
// DOT: label = "forward";
// DOT: [fillcolor = "#9ec5fe", label = "%x\ntensor<128x128xf32>"];
// DOT: label = "backward";
// DOT: [fillcolor = "#ffcf8f", label = "tg.exp\n%act, 64 KiB"];
// DOT: v{{[0-9]+}} -> v{{[0-9]+}} [color = "#2e7d32", penwidth = 2];
// DOT: }

// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG: fill="#ffcf8f" stroke="#555"/><text x="438" y="46">computed again</text>
// SVG: fill="#9ec5fe"
// SVG: fill="#ffcf8f"
// SVG: </svg>

// Where nobody holds the arguments it does not matter which of both is kept, and one of them is.
// COUNTED: bytes fate time value
// COUNTED-NEXT: 65536 stash - %act : tensor<128x128xf32>, keeping is cheaper than computing
// COUNTED-EMPTY:

// WITHIN: within the budget: {{[0-9]+}} bytes, by a schedule that runs {{[0-9]+ ops?}} once more besides

// Marks come first.
// FORCED: bytes fate time value
// FORCED-NEXT: 65536 stash - %x : tensor<128x128xf32>, an argument
// FORCED-NEXT: 65536 stash - %kept : tensor<128x128xf32>, marked tg.stash
// FORCED-NEXT: 65536 again {{[0-9.]+ us}} %made : tensor<128x128xf32>, marked tg.recompute
// FORCED-EMPTY:
func.func @step(%x: tensor<128x128xf32>, %g: tensor<128x128xf32>) -> (tensor<f32>, tensor<128x128xf32>) {
  %act = tg.exp %x : tensor<128x128xf32>
  %y = tg.reduce sum %act dims [0, 1] : (tensor<128x128xf32>) -> tensor<f32>
  %d = tg.mul %act, %g : tensor<128x128xf32>
  return %y, %d : tensor<f32>, tensor<128x128xf32>
}
func.func @forced(%x: tensor<128x128xf32>, %g: tensor<128x128xf32>) -> (tensor<f32>, tensor<128x128xf32>) {
  %kept = tg.neg %x {tg.stash = "save"} : tensor<128x128xf32>
  %made = tg.tanh %x {tg.recompute} : tensor<128x128xf32>
  %z = tg.mul %made, %kept : tensor<128x128xf32>
  %y = tg.reduce sum %z dims [0, 1] : (tensor<128x128xf32>) -> tensor<f32>
  %c = tg.mul %kept, %g : tensor<128x128xf32>
  %d = tg.mul %made, %c : tensor<128x128xf32>
  return %y, %d : tensor<f32>, tensor<128x128xf32>
}
