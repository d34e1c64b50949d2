package shell

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tg-opt/tg/internal/input"
)

// differ compares files or directories by lines.
type differ struct {
	*call
	ignoreSpace  bool // -w
	foldSpace    bool // -b
	unified      bool // -u
	context      int  // -U
	recursive    bool // -r
	stripCR      bool
	ignoredLines *regexp.Regexp // -I
}

// diff compares two files. The status is 0 if they are equal, else 1.
func diff(c *call) int {
	d := &differ{call: c, context: 3}
	var problem error
	operands, err := getopt(c.Args, "wbuI:U:r", []string{"strip-trailing-cr"}, func(name, value string) {
		if err := d.set(name, value); err != nil && problem == nil {
			problem = err
		}
	})
	switch {
	case err != nil:
		return c.fail(1, "Unsupported: 'diff': %v", err)
	case problem != nil:
		return c.fail(1, "%v", problem)
	case len(operands) != 2:
		return c.fail(1, "Error: missing or extra operand")
	case d.recursive && slices.Contains(operands, "-"):
		return c.fail(1, "Error: cannot recursively compare '-'")
	}
	for i, name := range operands {
		if name != "-" && !filepath.IsAbs(name) {
			operands[i] = realPath(c.Path(name))
		}
	}
	compare := d.files
	if d.recursive {
		compare = d.trees
	}
	status, err := compare(operands[0], operands[1])
	if err != nil {
		return c.fail(1, "Error: 'diff' command failed, %s", systemError(err, ""))
	}
	return status
}

// set sets an option.
func (d *differ) set(name, value string) error {
	switch name {
	case "w":
		d.ignoreSpace = true
	case "b":
		d.foldSpace = true
	case "u":
		d.unified = true
	case "U":
		d.unified = true
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 {
			return fmt.Errorf("Error: invalid '-U' argument: %s", value)
		}
		d.context = n
	case "I":
		re, err := regexp.Compile("^(?:" + value + ")")
		if err != nil {
			return fmt.Errorf("Error: invalid '-I' argument: %w", err)
		}
		d.ignoredLines = re
	case "r":
		d.recursive = true
	default:
		d.stripCR = true
	}
	return nil
}

// trees compares directories recursively, in the order of names.
func (d *differ) trees(a, b string) (int, error) {
	var dirs [2]bool
	var kinds [2]string
	for i, path := range []string{a, b} {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return 1, err
		case info.IsDir():
			dirs[i], kinds[i] = true, "directory"
		case info.Size() == 0:
			kinds[i] = "regular empty file"
		default:
			kinds[i] = "regular file"
		}
	}
	switch {
	case !dirs[0] && !dirs[1]:
		return d.files(a, b)
	case dirs[0] != dirs[1]:
		_, err := fmt.Fprintf(d.Stdout, "File %s is a %s while file %s is a %s\n", a, kinds[0], b, kinds[1])
		return 1, err
	}
	var entries [2][]string
	for i, dir := range []string{a, b} {
		list, err := os.ReadDir(dir)
		if err != nil {
			return 1, err
		}
		for _, entry := range list {
			entries[i] = append(entries[i], entry.Name())
		}
	}
	names := slices.Concat(entries[0], entries[1])
	slices.Sort(names)
	status := 0
	for _, name := range slices.Compact(names) {
		only := ""
		if !slices.Contains(entries[1], name) {
			only = a
		} else if !slices.Contains(entries[0], name) {
			only = b
		}
		if only != "" {
			status = 1
			if _, err := fmt.Fprintf(d.Stdout, "Only in %s: %s\n", only, name); err != nil {
				return 1, err
			}
			continue
		}
		different, err := d.trees(join(a, name), join(b, name))
		if err != nil {
			return 1, err
		}
		status |= different
	}
	return status, nil
}

func (d *differ) files(a, b string) (int, error) {
	var lines [2][]string
	valid := true
	for i, name := range []string{a, b} {
		var data []byte
		var err error
		if name == "-" {
			data, err = input.Text(0).ReadAll(d.Stdin)
		} else {
			data, err = input.Text(0).ReadFile(name)
		}
		if err != nil {
			return 1, err
		}
		valid = valid && utf8.Valid(data)
		lines[i] = slices.Collect(strings.Lines(string(data)))
	}
	unified := d.unified
	if valid {
		for i := range lines {
			lines[i] = d.normalize(lines[i])
		}
	} else {
		unified = true // of bytes as they are
	}
	out := lineDiff(lines[0], lines[1], a, b, unified, d.context)
	if out == "" {
		return 0, nil
	}
	if !valid {
		out = escapeInvalid(out)
	}
	_, err := io.WriteString(d.Stdout, out)
	return 1, err
}

// normalize applies the options that make lines equal.
func (d *differ) normalize(lines []string) []string {
	var out []string
	for _, line := range lines {
		if d.ignoredLines != nil && d.ignoredLines.MatchString(line) {
			continue
		}
		if d.stripCR {
			line = strings.ReplaceAll(line, "\r\n", "\n")
		}
		switch {
		case d.ignoreSpace:
			line = strings.Join(strings.FieldsFunc(line, isSpace), "") + "\n"
		case d.foldSpace:
			line = strings.Join(strings.FieldsFunc(line, isSpace), " ") + "\n"
		}
		out = append(out, line)
	}
	return out
}

// escapeInvalid writes bytes that are not UTF-8 as \xNN.
func escapeInvalid(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}
