// RUN: not tg-opt --print-cost="machine=gpt" %s 2>&1 | tg-filecheck %s --check-prefix=NAME
// RUN: not tg-opt --print-cost="machine=%S/Inputs/bad.profile" %s 2>&1 | tg-filecheck %s --check-prefix=PROFILE
// RUN: not tg-opt --fuse-matmul="machine=%S/Inputs/bad.profile" %s 2>&1 | tg-filecheck %s --check-prefix=PROFILE
// RUN: not tg-opt --fuse-elementwise="machine=%S/Inputs/bad.profile" %s 2>&1 | tg-filecheck %s --check-prefix=PROFILE
// RUN: not tg-opt --substitute="machine=%S/Inputs/bad.profile" %s 2>&1 | tg-filecheck %s --check-prefix=PROFILE
// RUN: not tg-opt --optimize="machine=%S/Inputs/bad.profile" %s 2>&1 | tg-filecheck %s --check-prefix=PROFILE
// RUN: not tg-opt --print-cost="top=-1" %s 2>&1 | tg-filecheck %s --check-prefix=TOP

// NAME:    there is no machine 'gpt', only cpu, gpu and files of profiles; did you mean 'gpu'?
// PROFILE: bad.profile:2:1: error: there is no key 'bandwith'; did you mean 'bandwidth'?
// TOP:     'top' must not be negative, but is -1
func.func @f() {
  return
}
