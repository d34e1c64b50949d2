package printer_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the parser reads is written under the same name: a method that returns the op, the region,
// the type or the attribute that it has read has a twin in this package or in the text of ir, and
// each method that writes has one in the parser. Those without are listed here, with the reason.

var readAlone = map[string]string{
	"attrOfType":    "AttrWithoutType writes it: the type stands elsewhere",
	"comparison":    "constraint writes it, compared with zero",
	"create":        "makes the op of what has been read",
	"elementType":   "Type writes it; only the parser must see whether it may be an element",
	"elementsType":  "attrBody writes the type behind every attribute that has one",
	"fileOrNameLoc": "locParts tells the two by their kinds, the parser only behind their text",
	"identifier":    "affineExpr writes all levels of precedence",
	"product":       "affineExpr writes all levels of precedence",
	"sum":           "affineExpr writes all levels of precedence",
	"keywordAttr":   "attrBody finds the keyword by the kind of the attribute",
	"layout":        "checks what attr has read",
	"memorySpace":   "checks what attr has read",
	"locationAttr":  "location writes the alias that this looks up",
	"namedType":     "TypeBody finds the name by the kind of the type",
	"plainType":     "FuncType and resultTypes write parentheses where this takes no function type",
	"sortAttrs":     "tells properties from other attributes in old text, which is not written any more",
	"sparseValues":  "denseBody writes the values of a sparse attribute like those of a dense one",
	"typ":           "Type is its exported name; type is a word of Go",
}

var writtenAlone = map[string]string{
	"affineConst":     "operand reads digits, and sum what joins them",
	"affineExpr":      "sum, product and operand read it, by precedence",
	"affineSum":       "sum reads it",
	"affineSpace":     "identifiers reads it, with names of any spelling",
	"dim":             "identifier reads it",
	"sym":             "operand and identifier read it",
	"naming":          "Dims does that for the parser",
	"argUsers":        "comments are not read",
	"opUsers":         "comments are not read",
	"valueUsers":      "comments are not read",
	"userID":          "comments are not read",
	"attrBody":        "attr and keywordAttr read it",
	"typeBody":        "plainType and namedType read it",
	"attrWithoutType": "AttrOfType reads it",
	"bigInt":          "number reads integers of any size",
	"smallInt":        "number reads integers of any size",
	"block":           "labelledBlock, entryBlock and blockBody read it, as the first label may be missing",
	"label":           "labelledBlock reads it",
	"blockName":       "blockRef reads it",
	"byte":            "eat reads it",
	"comma":           "each list reads its own, with an error that names the list",
	"close":           "metadata reads to the end",
	"elided":          "resourceAttr reads what stands for an elided attribute",
	"tooMany":         "resourceAttr reads what stands for an elided attribute",
	"entry":           "dictEntries reads all of them",
	"resourceEntry":   "resourceEntries reads all of them",
	"findAliases":     "what gets an alias is the writer's choice",
	"printAliases":    "attrAlias and typeAlias read them, one at a time",
	"flush":           "the buffer is the writer's",
	"flushLong":       "the buffer is the writer's",
	"flushed":         "the buffer is the writer's",
	"hexBytes":        "denseHex and resourceValue decode it",
	"maskedHex":       "denseHex decodes it, and canonical clears the bits",
	"locParts":        "location and fileOrNameLoc read it",
	"margin":          "blanks are skipped",
	"newline":         "blanks are skipped",
	"properties":      "genericOp reads them with its other attributes",
	"quoted":          "str reads it",
	"symbol":          "symbolName reads it",
	"row":             "nested reads the lists with the elements in them",
	"self":            "the parser has no hooks of another parser to call",
	"shortName":       "customName reads it",
	"textLen":         "decides what is elided",
}

// readFiles and writtenFiles are the files without a twin of the same name.
var readFiles = map[string]string{
	"aliascost":    "bounds what aliases may grow to",
	"cache":        "text that was read before",
	"file":         "printer.go writes the file as a whole, aliases.go the aliases in front",
	"hex":          "the hex and sparse forms that ir/text_elements.go writes",
	"lex":          "tokens",
	"literalfault": "explains a fault",
	"number":       "numbers as any tool may spell them; ir/text_float.go writes floats one way",
	"opparser":     "the methods that hooks of ops call; on the writing side they stand with what they write",
	"parser":       "what a parse is, as printer.go says what printing is",
	"structured":   "the methods that hooks of ops with regions call",
}

var writtenFiles = map[string]string{
	"aliases":    "file.go reads aliases",
	"float":      "number.go reads floats in any spelling",
	"printer":    "what printing is, as parser.go says what a parse is",
	"users":      "comments are not read",
	"valuenames": "names for those who do not print",
}

func TestTwins(t *testing.T) {
	read := methodsIn(t, []string{"../parser/*.go"}, "parser", "affineParser", "elements")
	written := methodsIn(t, []string{"*.go", "../ir/text*.go"}, "TextWriter", "printer", "metadata")
	alone := map[string]bool{}
	for name, m := range read {
		if m.makesIR && written[name] == nil {
			alone[name] = true
		}
	}
	compareTwins(t, "the parser's method", alone, readAlone)
	alone = map[string]bool{}
	for name := range written {
		if read[name] == nil {
			alone[name] = true
		}
	}
	compareTwins(t, "the printer's method", alone, writtenAlone)
}

func TestTwinFiles(t *testing.T) {
	read, written := stems(t, "../parser/*.go", ""), stems(t, "*.go", "")
	for stem := range stems(t, "../ir/text_*.go", "text_") {
		written[stem] = true
	}
	alone := func(these, those map[string]bool) map[string]bool {
		list := map[string]bool{}
		for stem := range these {
			if !those[stem] {
				list[stem] = true
			}
		}
		return list
	}
	compareTwins(t, "the parser's file", alone(read, written), readFiles)
	compareTwins(t, "the printer's file", alone(written, read), writtenFiles)
}

// compareTwins fails for what has no twin and no reason for that, and for reasons that nothing
// needs any more.
func compareTwins(t *testing.T, what string, alone map[string]bool, reasons map[string]string) {
	t.Helper()
	for name := range alone {
		if reasons[name] == "" {
			t.Errorf("%s %s has no twin of its name: call them alike, or say here why there is none", what, name)
		}
	}
	for name := range reasons {
		if !alone[name] {
			t.Errorf("%s %s has a twin, or is gone: there is no need for a reason", what, name)
		}
	}
}

// twin is what is known of a method.
type twin struct{ makesIR bool }

// methodsIn lists the methods of the types in some files, which tests are not; that one is
// exported makes no difference to the name.
func methodsIn(t *testing.T, patterns []string, types ...string) map[string]*twin {
	t.Helper()
	list := map[string]*twin{}
	for _, pattern := range patterns {
		for _, file := range sources(t, pattern) {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Recv == nil {
					continue
				}
				pointer, ok := fn.Recv.List[0].Type.(*ast.StarExpr)
				if !ok {
					continue
				}
				if receiver, ok := pointer.X.(*ast.Ident); !ok || !slices.Contains(types, receiver.Name) {
					continue
				}
				name := strings.ToLower(fn.Name.Name[:1]) + fn.Name.Name[1:]
				if list[name] == nil {
					list[name] = &twin{}
				}
				list[name].makesIR = list[name].makesIR || makesIR(fn)
			}
		}
	}
	return list
}

// makesIR reports whether a function returns a piece of IR.
func makesIR(fn *ast.FuncDecl) bool {
	if fn.Type.Results == nil {
		return false
	}
	return slices.ContainsFunc(fn.Type.Results.List, func(r *ast.Field) bool {
		pointer, ok := r.Type.(*ast.StarExpr)
		if !ok {
			return false
		}
		s, ok := pointer.X.(*ast.SelectorExpr)
		return ok && slices.Contains([]string{"Op", "Region", "Block", "Type", "Attr", "AffineExpr", "Resource"}, s.Sel.Name)
	})
}

func sources(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// stems are the names of source files, without prefix.
func stems(t *testing.T, pattern, prefix string) map[string]bool {
	t.Helper()
	list := map[string]bool{}
	for _, f := range sources(t, pattern) {
		list[strings.TrimPrefix(strings.TrimSuffix(filepath.Base(f), ".go"), prefix)] = true
	}
	return list
}
