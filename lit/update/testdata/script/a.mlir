// DEFINE: %{prefix} =
// DEFINE: %{check} = FileCheck %s --check-prefix=%{prefix} --input-file=%t
// RUN: rm -f %t && cat %S/1 > %t
// REDEFINE: %{prefix} = FIRST
// RUN: %if true %{ cat %t | FileCheck %s %} %else %{ false %} && FileCheck %s --check-prefix=FIRST \
// RUN:   --input-file=%t; echo done
// RUN: echo "// a.mlir: all is well" | FileCheck %s --check-prefixes=ECHO,SECOND
func.func @f() {
  return
}
