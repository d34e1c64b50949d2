// A value that is shared is paid once: conv(x) is computed anyway, so that convact, which is the
// cheapest for its class alone, is not what is cheapest in all. Trees do not see that.

// RUN: split-file %s %t
// RUN: tg-opt --extract=%t/reported.json 2>%t/exact.txt | tg-filecheck %s
// RUN: tg-filecheck %s --check-prefix=EXACT --input-file=%t/exact.txt
// RUN: tg-opt --extract=- -o %t/choice.json < %t/reported.json 2>/dev/null
// RUN: tg-filecheck %s --input-file=%t/choice.json
// RUN: tg-opt --extract=%t/reported.json --extract-method=tree -o %t/tree.json 2>&1 | tg-filecheck %s --check-prefix=TREE
// RUN: tg-opt --extract=%t/reported.json --extract-method=greedy --extract-work=1 -o %t/tree.json 2>&1 | tg-filecheck %s --check-prefix=TREE

// CHECK:      {
// CHECK-NEXT:   "x": "x",
// CHECK-NEXT:   "c": "conv",
// CHECK-NEXT:   "a": "act",
// CHECK-NEXT:   "o": "outer",
// CHECK-NEXT:   "r": "add"
// CHECK-NEXT: }

// EXACT:      graph     8 nodes of 5 classes
// EXACT-NEXT: left
// EXACT-NEXT: cost      252
// EXACT-NEXT: bound     252
// EXACT-NEXT: gap       0 %
// EXACT-NEXT: cheapest  yes
// EXACT-NEXT: work
// EXACT-NEXT: time

// TREE: cost      327
// TREE-NEXT: bound     227
// TREE-NEXT: gap       30.58 %
// TREE-NEXT: cheapest  no, ended by: heuristic

//--- reported.json
{
  "nodes": {
    "x": {"op": "x", "cost": 1, "eclass": "x", "children": []},
    "conv": {"op": "conv", "cost": 100, "eclass": "c", "children": ["x"]},
    "relu6": {"op": "relu6", "cost": 60, "eclass": "a", "children": ["conv"]},
    "clamp": {"op": "clamp", "cost": 70, "eclass": "a", "children": ["conv"]},
    "act": {"op": "act", "cost": 50, "eclass": "a", "children": ["conv"]},
    "convact": {"op": "convact", "cost": 125, "eclass": "a", "children": ["x"]},
    "outer": {"op": "conv", "cost": 100, "eclass": "o", "children": ["relu6"]},
    "add": {"op": "add", "eclass": "r", "children": ["conv", "outer"]}
  },
  "root_eclasses": ["r", "r"],
  "class_data": {"x": {"type": "tensor", "extents": [1, 2.5e0, -3], "known": true, "of": null}}
}
