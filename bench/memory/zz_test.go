package main
import "testing"
func TestZZ(t *testing.T) { n, err := measureTwins(); t.Log(n, err) }
