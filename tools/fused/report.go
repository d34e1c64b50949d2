package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// exact is the comment on lines whose product is exact.
const exact = "// exact product"

// report collects fused sums: where each is, and the calls around those that were inlined.
type report struct {
	dir   string
	files map[string][]string // their lines
	sums  map[place]map[place]bool
}

// add notes a fused sum, unless one of its lines has the comment.
func (r *report) add(stack []place) error {
	for i := range stack {
		stack[i].file = r.short(stack[i].file)
		text, err := r.text(stack[i])
		if err != nil {
			return err
		}
		if strings.Contains(text, exact) {
			return nil
		}
	}
	last := len(stack) - 1
	if r.sums[stack[last]] == nil {
		r.sums[stack[last]] = map[place]bool{}
	}
	for _, call := range stack[:last] {
		r.sums[stack[last]][call] = true
	}
	return nil
}

// short is a path the compiler names, as seen from here: it is relative to the directory,
// or absolute.
func (r *report) short(path string) string {
	if !filepath.IsAbs(path) {
		return filepath.Join(r.dir, path)
	}
	if root, err := filepath.Abs(r.dir); err == nil {
		if inside, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(inside) {
			return filepath.Join(r.dir, inside)
		}
	}
	return path
}

// text is the line at a place.
func (r *report) text(p place) (string, error) {
	lines, ok := r.files[p.file]
	if !ok {
		data, err := os.ReadFile(p.file)
		if err != nil {
			return "", err
		}
		lines = strings.Split(string(data), "\n")
		r.files[p.file] = lines
	}
	if p.line < 1 || p.line > len(lines) {
		return "", fmt.Errorf("%s: no such line", p)
	}
	return lines[p.line-1], nil
}

// lines says what was found, in the order of files.
func (r *report) lines() (all []string) {
	for _, sum := range slices.SortedFunc(maps.Keys(r.sums), compare) {
		line := fmt.Sprintf("%s: a product is fused with this sum: convert it, float64(x*y), or say %q", sum, exact)
		var calls []string
		for _, call := range slices.SortedFunc(maps.Keys(r.sums[sum]), compare) {
			calls = append(calls, call.String())
		}
		if len(calls) > 0 {
			line += ", inlined at " + strings.Join(calls, ", ")
		}
		all = append(all, line)
	}
	return all
}
