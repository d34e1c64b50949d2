package main

import (
	"bytes"
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/rewrite/rule"
)

// The reference of the rule language is the package comment of rewrite/rule, from this
// heading on.
const languageHeading = "The rule language"

const languageHead = generated + `# The rule language

This page is made of the package comment of ` + "`rewrite/rule`" + `. [rules.md](rules.md) lists the rules that come with tg, [ops.md](ops.md) the
ops, and [optimizing.md](optimizing.md) says when rules are applied. [Functions](#functions) and [conditions](#conditions) stand at the end.

`

// ruleLanguage is docs/rule-language.md.
func ruleLanguage(root string) ([]byte, error) {
	source, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "rewrite", "rule", "doc.go"), nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	blocks := new(comment.Parser).Parse(source.Doc.Text()).Content
	for len(blocks) > 0 {
		h, ok := blocks[0].(*comment.Heading)
		if blocks = blocks[1:]; ok && plain(h.Text) == languageHeading {
			break
		}
	}
	if len(blocks) == 0 {
		return nil, fmt.Errorf("rewrite/rule/doc.go has no heading '%s' with text behind it", languageHeading)
	}
	var b bytes.Buffer
	b.WriteString(languageHead)
	for _, block := range blocks {
		markdown(&b, block)
	}
	b.WriteString("## Functions\n\n| function | |\n|---|---|\n")
	describe(&b, rule.Functions())
	b.WriteString("\n## Conditions\n\nThose of `where`.\n\n| condition | |\n|---|---|\n")
	describe(&b, rule.Conditions())
	return b.Bytes(), nil
}

func describe(b *bytes.Buffer, list []rule.Described) {
	for _, d := range list {
		fmt.Fprintf(b, "| `%s` | %s |\n", d.Signature, cell(d.Doc))
	}
}

// markdown writes a block of a doc comment. Its words are Markdown already.
func markdown(b *bytes.Buffer, block comment.Block) {
	switch block := block.(type) {
	case *comment.Heading:
		fmt.Fprintf(b, "## %s\n", plain(block.Text))
	case *comment.Paragraph:
		b.WriteString(plain(block.Text) + "\n")
	case *comment.Code:
		b.WriteString("```\n" + block.Text + "```\n")
	case *comment.List:
		for _, item := range block.Items {
			for _, p := range item.Content {
				b.WriteString("* " + strings.ReplaceAll(plain(p.(*comment.Paragraph).Text), "\n", "\n  ") + "\n")
			}
		}
	}
	b.WriteByte('\n')
}

// plain is text as it was written.
func plain(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		case *comment.DocLink:
			b.WriteString("[" + plain(t.Text) + "]")
		}
	}
	return b.String()
}
