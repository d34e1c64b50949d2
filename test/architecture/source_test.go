package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A source is a file of the module that is no test; folder is that of its package.
type source struct {
	file, folder string
	syntax       *ast.File
}

// sources are the files of the packages that tools are made of.
func sources(t *testing.T) (list []source) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "test" || d.Name() == "bench" || d.Name() == "tools" || name != root && d.Name()[0] == '.'):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, name)
		file = filepath.ToSlash(file)
		list = append(list, source{file, path.Dir(file), f})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// exported are the names that a file declares, those of fields and methods behind that of the type.
func exported(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				receiver := d.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				if of, ok := receiver.(*ast.Ident); ok {
					name = of.Name + "." + name
				}
			}
			names = append(names, name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
					if of, ok := s.Type.(*ast.StructType); ok {
						for _, field := range of.Fields.List {
							for _, n := range field.Names {
								names = append(names, s.Name.Name+"."+n.Name)
							}
						}
					}
				}
			}
		}
	}
	return names
}

// All kernels are called in Step.execute: only there is a function Run called with a frame, results
// and operands.
func TestKernelsAreCalledInOnePlace(t *testing.T) {
	places := map[string]int{}
	for _, f := range sources(t) {
		if strings.HasPrefix(f.folder, "lit") { // executes tests, not programs
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 3 {
				if called, ok := call.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Run" {
					places[f.file]++
				}
			}
			return true
		})
	}
	if want := map[string]int{"interp/work.go": 1}; !maps.Equal(places, want) {
		t.Errorf("kernels are called in %v, want %v", places, want)
	}
}

// A panic is control flow where the function that catches it looks at what it is, and panics again
// if it is another one. The page names the packages that do this.
func TestPanics(t *testing.T) {
	var found []string
	for _, f := range sources(t) {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			var body *ast.BlockStmt
			switch n := n.(type) {
			case *ast.FuncDecl:
				body = n.Body
			case *ast.FuncLit:
				body = n.Body
			}
			if body != nil && calls(body, "recover") && calls(body, "panic") && !slices.Contains(found, f.folder) {
				found = append(found, f.folder)
			}
			return true
		})
	}
	_, text, _ := strings.Cut(read(t), "**Errors inside a parse do not return.**")
	text, _, _ = strings.Cut(text, "Nothing else")
	named := []string{"parser"} // of ir.OpParser
	for _, m := range regexp.MustCompile("\\(`([\\w/]+)`\\)").FindAllStringSubmatch(text, -1) {
		named = append(named, m[1])
	}
	slices.Sort(found)
	slices.Sort(named)
	if !slices.Equal(found, named) {
		t.Errorf("panics are control flow in %v, and the page speaks of %v", found, named)
	}
}

// calls reports whether a function is called in a body, but not in those of functions in it.
func calls(body *ast.BlockStmt, function string) (does bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if name, ok := call.Fun.(*ast.Ident); ok && name.Name == function {
				does = true
			}
		}
		_, nested := n.(*ast.FuncLit)
		return !nested
	})
	return does
}
