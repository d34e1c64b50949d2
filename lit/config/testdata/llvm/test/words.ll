; RUN: echo not-my-opt my-opt-2 ./my-opt my-opt.x | FileCheck "^not-my-opt my-opt-2 ./my-opt my-opt.x"
