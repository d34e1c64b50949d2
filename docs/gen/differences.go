package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/peer"
)

// differencesHead is about what the files of cases cannot hold.
//
//go:embed differences.md
var differencesHead string

// areas are the folders of files of cases, in the order of the page.
var areas = []struct{ dir, title string }{
	{"driver/opt", "The command line"},
	{"test/mlir", "The text"},
	{"dialect", "Dialects"},
	{"passes", "Passes"},
}

// difference is a reason, and the cases that it holds for.
type difference struct {
	reason string
	cases  []string
}

// differences is the page of what differs from mlir-opt on purpose.
func differences(root string) ([]byte, error) {
	found := map[string][]string{} // files by folder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".cases") {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			dir := strings.TrimSuffix(filepath.ToSlash(filepath.Dir(rel)), "/testdata")
			found[dir] = append(found[dir], path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(generated + differencesHead)
	for _, a := range areas {
		fmt.Fprintf(&b, "\n## %s\n", a.title)
		for _, dir := range foldersOf(found, a.dir) {
			if err := writeFolder(&b, dir, dir != a.dir, found[dir]); err != nil {
				return nil, err
			}
			delete(found, dir)
		}
	}
	if len(found) > 0 {
		return nil, fmt.Errorf("docs/gen: no area of docs/differences.md for the cases in %v", foldersOf(found, ""))
	}
	return b.Bytes(), nil
}

// foldersOf lists dir and the folders in it, all for "".
func foldersOf(found map[string][]string, dir string) []string {
	var list []string
	for d := range found {
		if dir == "" || d == dir || strings.HasPrefix(d, dir+"/") {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return list
}

// writeFolder writes the differences of a folder, if there are any, in the
// order of the files; a reason that holds for several cases is written once.
func writeFolder(b *bytes.Buffer, dir string, heading bool, files []string) error {
	var list []*difference
	byReason := map[string]*difference{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		cases, err := peer.Parse(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, c := range cases {
			if c.Differs == "" {
				continue
			}
			d := byReason[c.Differs]
			if d == nil {
				d = &difference{reason: c.Differs}
				byReason[c.Differs] = d
				list = append(list, d)
			}
			d.cases = append(d.cases, strings.TrimSuffix(filepath.Base(file), ".cases")+"/"+c.Name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if heading {
		fmt.Fprintf(b, "\n### %s\n", filepath.Base(dir))
	}
	fmt.Fprintf(b, "\nCases of `%s`:\n\n", dir)
	for _, d := range list {
		fmt.Fprintf(b, "* %s (`%s`)\n", d.reason, strings.Join(d.cases, "`, `"))
	}
	return nil
}
