// Package tepasses has the passes of the index level; what they do is in the packages below te.
package tepasses
