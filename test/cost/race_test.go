//go:build race

package cost_test

// instrumented says that the race detector watches.
const instrumented = true
