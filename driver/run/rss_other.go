//go:build !unix

package run

// maxRSS is not known here.
func maxRSS() int { return 0 }
