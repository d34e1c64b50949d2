package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The committed documentation must be what the code says.
func TestDocsAreCurrent(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := contents(root)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := files[performance]; !ok {
		t.Log("the programs of other projects are absent: the table of op counts is not compared")
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is stale; run `go run ./docs/gen` (-want +got):\n%s", name, diff)
		}
	}
}

// Every program of the table comes from somewhere.
func TestFetchKnowsThePrograms(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, performance))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- op counts -->")
	table, _, _ = strings.Cut(table, "<!-- end of op counts -->")
	var want, got []string
	for _, m := range regexp.MustCompile(`(?m)^\| (\w+) \| \d`).FindAllStringSubmatch(table, -1) {
		want = append(want, m[1])
	}
	out, err := exec.Command(sh, filepath.Join(root, "examples", "fetch")).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^(\w+)\.mlir +https://\S+/(\w+)\.mlir$`).FindAllStringSubmatch(string(out), -1) {
		got = append(got, m[1])
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 || !slices.IsSorted(want) {
		t.Errorf("programs of %s (-want), of examples/fetch (+got):\n%s", performance, diff)
	}
}

// The functions of the walk on the page about the architecture are where it says.
func TestStations(t *testing.T) {
	root := filepath.Join("..", "..")
	walk, err := stations(root)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range walk {
		if s.number != strconv.Itoa(i+1) {
			t.Errorf("station %s is the %d. of the walk", s.number, i+1)
		}
		for _, p := range s.places {
			source, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, p.file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Error(err)
				continue
			}
			if functions := functionsOf(source); !slices.Contains(functions, p.function) {
				t.Errorf("station %s: there is no function %s in %s, but %s", s.number, p.function, p.file, strings.Join(functions, ", "))
			}
		}
	}
}

// functionsOf are the functions of a file, methods with their receivers' types.
func functionsOf(source *ast.File) (list []string) {
	for _, d := range source.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			name = "(" + types.ExprString(f.Recv.List[0].Type) + ")." + name
		}
		list = append(list, name)
	}
	return list
}

// Folders that import each other are told, with the way around.
func TestAcyclic(t *testing.T) {
	if err := acyclic(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {}}); err != nil {
		t.Error(err)
	}
	err := acyclic(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"d", "b"}})
	if err == nil || !strings.HasSuffix(err.Error(), ": b -> c -> b") {
		t.Error(err)
	}
}
