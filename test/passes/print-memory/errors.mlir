// RUN: not tg-opt --print-memory="top=-1" %s 2>&1 | tg-filecheck %s --check-prefix=TOP
// RUN: not tg-opt --print-memory="workers=0" %s 2>&1 | tg-filecheck %s --check-prefix=WORKERS
// RUN: not tg-opt --memory-plot=%t.svg --split-input-file %s 2>&1 | tg-filecheck %s --check-prefix=SPLIT
// RUN: not tg-opt --memory-plot=%t.svg %s 2>&1 | tg-filecheck %s --check-prefix=NONE
// RUN: not test -e %t.svg

// TOP:     'top' must not be negative, but is -1
// WORKERS: 'workers' must be at least 1, but is 0
// SPLIT:   --memory-plot is for one module; leave --split-input-file away
// NONE:    there is no function @main and no public one, whose memory could be drawn
func.func private @f(tensor<4xf32>)
