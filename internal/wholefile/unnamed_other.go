//go:build !linux

package wholefile

import (
	"errors"
	"os"
)

// Only Linux has files without a name that can be given one.

func createUnnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }
func nameFile(f *os.File, name string) error { return errors.ErrUnsupported }
