// RUN: rm -f %t.snap
// RUN: tg-opt --snapshot-op-locations=filename=%t.snap --mlir-print-debuginfo --mlir-print-local-scope %s | tg-filecheck %s
// RUN: tg-filecheck %s --check-prefix=FILE --input-file=%t.snap
// RUN: tg-opt '--snapshot-op-locations=filename=%t.snap tag=t print-op-generic=true' --mlir-print-debuginfo --mlir-print-local-scope %s | tg-filecheck %s --check-prefix=TAG

// Nothing is left of a file that cannot be written, and nothing is printed.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not tg-opt --snapshot-op-locations=filename=%t.dir/none/x %s 2>&1 | tg-filecheck %s --check-prefix=ERROR
// RUN: not tg-opt --snapshot-op-locations=filename=%t.dir %s 2>&1 | tg-filecheck %s --check-prefix=DIR
// RUN: ls -A %t.dir | count 0

// CHECK: return loc("{{.*}}.snap":3:4)
// CHECK: loc("{{.*}}.snap":2:2)
// CHECK: loc("{{.*}}.snap":1:0)

// FILE:      module {
// FILE-NEXT:   func.func @f() {
// FILE-NEXT:     return

// TAG: return loc(fused["{{.*}}file.mlir":{{[0-9]+}}:3, "t"("{{.*}}.snap":3:4)])

// ERROR: error: cannot open output file '{{.*}}none/x': No such file or directory
// DIR: error: cannot open output file '{{.*}}': Is a directory
func.func @f() {
  return
}
