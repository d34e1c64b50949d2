// Package oserr words errors of the operating system as C programs do.
package oserr

import (
	"errors"
	"io/fs"
	"os"
	"unicode"
	"unicode/utf8"
)

// Reason is why err happened, without the operation and the path: `No such file
// or directory`.
func Reason(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	default:
		return err.Error()
	}
	text := err.Error()
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
