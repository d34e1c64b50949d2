// What is wrong with a file is told with its place, and nothing is written.

// RUN: split-file %s %t
// RUN: not tg-opt --extract=%t/cut.json -o %t/out.json 2>&1 | tg-filecheck %s --check-prefix=CUT
// RUN: not ls %t/out.json
// RUN: not tg-opt --extract=%t/comma.json 2>&1 | tg-filecheck %s --check-prefix=COMMA
// RUN: not tg-opt --extract=%t/number.json 2>&1 | tg-filecheck %s --check-prefix=NUMBER
// RUN: not tg-opt --extract=%t/infinite.json 2>&1 | tg-filecheck %s --check-prefix=INFINITE
// RUN: not tg-opt --extract=%t/child.json 2>&1 | tg-filecheck %s --check-prefix=CHILD
// RUN: not tg-opt --extract=%t/twice.json 2>&1 | tg-filecheck %s --check-prefix=TWICE
// RUN: not tg-opt --extract=%t/class.json 2>&1 | tg-filecheck %s --check-prefix=CLASS
// RUN: not tg-opt --extract=%t/roots.json 2>&1 | tg-filecheck %s --check-prefix=ROOTS
// RUN: not tg-opt --extract=%t/cycle.json 2>&1 | tg-filecheck %s --check-prefix=CYCLE
// RUN: not tg-opt --extract=%t/tail.json 2>&1 | tg-filecheck %s --check-prefix=TAIL
// RUN: tg-opt --extract=%t/unknown.json 2>&1 | tg-filecheck %s --check-prefix=UNKNOWN
// RUN: not tg-opt --extract=%t/nowhere.json 2>&1 | tg-filecheck %s --check-prefix=NOWHERE
// RUN: not tg-opt --extract=%t/tail.json %s 2>&1 | tg-filecheck %s --check-prefix=MODULE
// RUN: not tg-opt --extract-work=5 %s 2>&1 | tg-filecheck %s --check-prefix=ALONE
// RUN: not tg-opt --extract=%t/tail.json --extract-method=best 2>&1 | tg-filecheck %s --check-prefix=METHOD

// CUT: cut.json:3:1: error: expected ',' or '}' behind a member, found the end of the text
// COMMA: comma.json:1:15: error: expected ':' behind the key, found ','
// NUMBER: number.json:1:35: error: '01' is no number of JSON
// INFINITE: infinite.json:1:35: error: the cost, '1e999', is beyond the finite numbers
// CHILD: child.json:2:46: error: there is no node 'b'
// TWICE: twice.json:3:3: error: there are two nodes 'a'
// CLASS: class.json:2:3: error: the node 'a' has no 'eclass'
// ROOTS: roots.json:1:43: error: 'root_eclasses' is missing
// CYCLE: cycle.json:3:20: error: the class '1' cannot be extracted: each of its nodes needs itself, in however many steps
// TAIL: tail.json:2:1: error: expected the end of the text, found '!'
// UNKNOWN: unknown.json:1:62: warning: no node is of the class '5', which is left out of the roots
// NOWHERE: cannot open input file '{{.*}}nowhere.json': No such file or directory
// MODULE: --extract reads no module, but is given '{{.*}}errors.mlir'
// ALONE: for the --extract-work option: it is of use only with --extract
// METHOD: for the --extract-method option

//--- cut.json
{"nodes": {
  "a": {"op": "a", "eclass": "0"}
//--- comma.json
{"nodes": {"a",, "b"}}
//--- number.json
{"nodes": {"a": {"op":"", "cost": 01}}}
//--- infinite.json
{"nodes": {"a": {"op":"", "cost": 1e999}}}
//--- child.json
{"nodes": {
  "a": {"op":"", "eclass": "0", "children": ["b"]}}, "root_eclasses": ["0"]}
//--- twice.json
{"nodes": {
  "a": {"op":"", "eclass": "0"},
  "a": {"op":"", "eclass": "1"}}, "root_eclasses": ["0"]}
//--- class.json
{"nodes": {
  "a": {"op":"", "children": []}}, "root_eclasses": ["0"]}
//--- roots.json
{"nodes": {"a": {"op":"", "eclass": "0"}}}
//--- cycle.json
{"nodes": {"a": {"op":"", "eclass": "0"},
  "b": {"op":"", "eclass": "1", "children": ["c"]}, "c": {"op": "", "eclass": "1", "children": ["b", "a"]}},
 "root_eclasses": ["1"]}
//--- tail.json
{"nodes": {"a": {"op":"", "eclass": "0"}}, "root_eclasses": ["0"]}
!
//--- unknown.json
{"nodes": {"a": {"op":"", "eclass": "0"}}, "root_eclasses": ["5", "0"]}
