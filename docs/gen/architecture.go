package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// architecturePage is the page with the walk that the picture shows.
const architecturePage = "docs/architecture.md"

// station is a numbered row of the walk: its name, and where it is in the code.
type station struct {
	number, name string
	places       []place
}

// place is a function, with its receiver if it is a method, and the file that it is in.
type place struct{ function, file string }

var (
	stationRow = regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \|(.*)$`)
	placeText  = regexp.MustCompile("`([\\w.()*]+)` in `([\\w/.-]+\\.go)`")
)

// stations are those of the walk on the page.
func stations(root string) (list []station, err error) {
	text, err := os.ReadFile(filepath.Join(root, architecturePage))
	if err != nil {
		return nil, err
	}
	for _, m := range stationRow.FindAllStringSubmatch(string(text), -1) {
		s := station{number: m[1], name: m[2]}
		for _, p := range placeText.FindAllStringSubmatch(m[3], -1) {
			s.places = append(s.places, place{p[1], p[2]})
		}
		if len(s.places) == 0 {
			return nil, fmt.Errorf("%s: station %s names no function: write `function` in `file.go`", architecturePage, s.number)
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no walk", architecturePage)
	}
	return list, nil
}

// helpers is the group of packages that any other may import, to which no arrow is drawn.
const helpers = "internal"

// groupOf is the folder that stands for a package in the picture: the first of its path, but one of
// its own for a package of internal that builds on others.
func groupOf(pkg string) string {
	if pkg == "internal/opgen" {
		return pkg
	}
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

// imports are the packages of the tools by group, and the groups that each group imports; nothing
// of the helpers.
func imports(root string) (packages, uses map[string][]string, err error) {
	command := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{.Path}}{{end}} {{.ImportPath}} {{join .Imports " "}}`, "./cmd/...")
	command.Dir, command.Stderr = root, os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w", err)
	}
	packages, uses = map[string][]string{}, map[string][]string{}
	for line := range strings.Lines(string(out)) {
		module, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		if pkg, ok := strings.CutPrefix(words[0], "github.com/tg-opt/tg/"); ok && module == "github.com/tg-opt/tg" {
			group := groupOf(pkg)
			packages[group] = append(packages[group], pkg)
			for _, w := range words[1:] {
				if used, ok := strings.CutPrefix(w, module+"/"); ok && groupOf(used) != group && groupOf(used) != helpers && group != helpers {
					uses[group] = append(uses[group], groupOf(used))
				}
			}
		}
	}
	for group := range packages {
		slices.Sort(packages[group])
		slices.Sort(uses[group])
		uses[group] = slices.Compact(uses[group])
	}
	return packages, uses, acyclic(uses)
}

// acyclic tells of groups that import each other.
func acyclic(uses map[string][]string) error {
	done := map[string]bool{}
	var visit func(group string, above []string) error
	visit = func(group string, above []string) error {
		if i := slices.Index(above, group); i >= 0 {
			return fmt.Errorf("folders import each other: %s", strings.Join(append(above[i:], group), " -> "))
		}
		if done[group] {
			return nil
		}
		for _, next := range uses[group] {
			if err := visit(next, append(above, group)); err != nil {
				return err
			}
		}
		done[group] = true
		return nil
	}
	for _, group := range slices.Sorted(maps.Keys(uses)) {
		if err := visit(group, nil); err != nil {
			return err
		}
	}
	return nil
}

// reduced leaves out the arrows that others imply: of an import of an import, none is drawn.
func reduced(uses map[string][]string) map[string][]string {
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		return slices.ContainsFunc(uses[from], func(next string) bool { return next == to || reaches(next, to) })
	}
	less := map[string][]string{}
	for from, list := range uses {
		for _, to := range list {
			if !slices.ContainsFunc(list, func(other string) bool { return reaches(other, to) }) {
				less[from] = append(less[from], to)
			}
		}
	}
	return less
}

// architecture is the picture docs/architecture.svg.
func architecture(root string) ([]byte, error) {
	walk, err := stations(root)
	if err != nil {
		return nil, err
	}
	packages, uses, err := imports(root)
	if err != nil {
		return nil, err
	}
	badges := map[string][]string{}
	for _, s := range walk {
		for _, p := range s.places {
			group := groupOf(path.Dir(p.file))
			if packages[group] == nil {
				return nil, fmt.Errorf("%s: station %s is in %s, which is no part of the tools", architecturePage, s.number, p.file)
			}
			if !slices.Contains(badges[group], s.number) {
				badges[group] = append(badges[group], s.number)
			}
		}
	}
	return draw(packages, reduced(uses), badges, walk), nil
}
