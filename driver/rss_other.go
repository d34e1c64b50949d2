//go:build !unix

package driver

// maxRSS is not known here.
func maxRSS() int { return 0 }
