// RUN: tg-opt --symbol-dce --remarks-filter=SymbolDCE %s 2>&1 | tg-filecheck %s --implicit-check-not=remark:

// CHECK: [[@LINE+1]]:1: remark: [Passed] symbol-dce | Category:SymbolDCE | Function=unused | Remark="removed 'func.func' @unused, to which nothing refers that stays"
func.func private @unused() {
  call @used() : () -> ()
  return
}

func.func private @used()

func.func @main() {
  call @used() : () -> ()
  return
}
