package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// libraryPage is the text around the examples of docs/library.md.
//
//go:embed library.md
var libraryPage string

// library is docs/library.md: {{example "FOLDER" "FUNCTION"}} is an Example
// function of the file example_test.go of a package.
func library(root string) ([]byte, error) {
	example := func(folder, function string) (string, error) {
		return exampleText(filepath.Join(root, filepath.FromSlash(folder), "example_test.go"), function)
	}
	page, err := template.New("library.md").Funcs(template.FuncMap{"example": example}).Parse(libraryPage)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(generated)
	if err := page.Execute(&b, nil); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// exampleOutput is the comment that says what an Example function prints.
var exampleOutput = regexp.MustCompile(`(?m)^\t// Output:`)

// exampleText is the body of an Example function, and what it prints.
func exampleText(file, function string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	files := token.NewFileSet()
	source, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, d := range source.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != function {
			continue
		}
		body := string(text[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset])
		at := exampleOutput.FindAllStringIndex(body, -1)
		if len(at) != 1 {
			return "", fmt.Errorf("%s: %s says %d times what it prints", file, function, len(at))
		}
		code, output := body[:at[0][0]], body[at[0][1]:]
		return fence("go", code, "\t") + "\nIt prints\n\n" + fence("text", output, "\t// ", "\t//", " "), nil
	}
	return "", fmt.Errorf("%s: there is no function %s", file, function)
}

// fence is a block of code, whose lines lose the first of the margins that they
// have.
func fence(language, text string, margins ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```%s\n", language)
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		for _, m := range margins {
			if rest, ok := strings.CutPrefix(line, m); ok {
				line = rest
				break
			}
		}
		b.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}
