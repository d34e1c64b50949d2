//go:build race

package interp_test

// raceEnabled: the race detector drops what pools keep, so that more is allocated.
const raceEnabled = true
