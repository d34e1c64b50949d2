//go:build !race

package cost_test

const instrumented = false
