package opt

import (
	"regexp"
	"strings"
	"sync"

	"github.com/fatih/color"
)

// diagnosticHead is the first line of a rendered diagnostic.
var diagnosticHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*?:[0-9]+(?::[0-9]+)?: )(error: |warning: |remark: |note: )(.*)$`)
})

// diagnosticPainter colours a rendered diagnostic as clang does, or leaves it
// as it is.
func diagnosticPainter(colored bool) func(string) string {
	if !colored {
		return func(s string) string { return s }
	}
	paint := func(s string, attributes ...color.Attribute) string {
		c := color.New(attributes...)
		c.EnableColor()
		return c.Sprint(s)
	}
	severity := map[string]color.Attribute{
		"error: ": color.FgRed, "warning: ": color.FgMagenta, "remark: ": color.FgBlue, "note: ": color.FgHiBlack,
	}
	return func(s string) string {
		var b strings.Builder
		for line := range strings.Lines(s) {
			text := strings.TrimSuffix(line, "\n")
			end := line[len(text):]
			if m := diagnosticHead().FindStringSubmatch(text); m != nil {
				text = paint(m[1], color.Bold) + paint(m[2], severity[m[2]], color.Bold) + paint(m[3], color.Bold)
			} else if caret := strings.TrimLeft(text, " "); caret == "^" {
				text = strings.TrimSuffix(text, "^") + paint("^", color.FgGreen, color.Bold)
			}
			b.WriteString(text + end)
		}
		return b.String()
	}
}
