// Command style checks what formatters and linters leave open: see checks. It
// reads the Go files below the working directory, prints what is wrong with its
// place and ends with status 1 if anything is.
//
//	go run -C tools ./style -dir ..      check
//	go run -C tools ./style -dir .. -w   mend widths and slots
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	dir := flag.String("dir", ".", "check the Go files below this directory")
	write := flag.Bool("w", false, "wrap comments that are too wide, put slots on lines of their own")
	flag.Parse()
	found, err := run(*dir, *write)
	if err != nil {
		fmt.Fprintln(os.Stderr, "style:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// generated is the mark of files that a program has written, which nobody mends by hand.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// run checks the files below a directory, and wraps their comments if write.
func run(dir string, write bool) (found []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (path != dir && strings.HasPrefix(name, ".") || name == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if generated.Match(text) {
			return nil
		}
		if write {
			mended, err := spread(wrap(text))
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if !bytes.Equal(mended, text) {
				text = mended
				if err := os.WriteFile(path, text, 0o666); err != nil {
					return err
				}
			}
		}
		problems, err := check(path, text)
		found = append(found, problems...)
		return err
	})
	return found, err
}
