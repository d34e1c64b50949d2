package tool

import (
	"fmt"
	"io"
	"strings"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/pipeline"
)

// PassFlag is the flag of a pass; its order on the command line counts.
type PassFlag struct {
	uses *[]pipeline.Use
	name string
}

func (v *PassFlag) String() string { return "" }

// Set takes the text after the flag as options of the pass.
func (v *PassFlag) Set(options string) error {
	*v.uses = append(*v.uses, pipeline.Use{Name: v.name, Options: options})
	return nil
}

// IsBoolFlag says that options are not required.
func (v *PassFlag) IsBoolFlag() bool { return true }

// AddPass adds the flag of a pass or pipeline to l. It fails if another flag has
// its name.
func AddPass(l *commandline.Line, uses *[]pipeline.Use, name, doc string) error {
	if err := l.AddUngrouped(name, doc, &PassFlag{uses, name}); err != nil {
		return fmt.Errorf("%w; a pass or pipeline cannot have its name", err)
	}
	return nil
}

// PrintPasses writes the passes with their options, and the named pipelines.
func PrintPasses(w io.Writer, reg *pipeline.Registry) {
	fmt.Fprintln(w, "Passes:")
	for _, p := range reg.Passes() {
		doc := p.Summary()
		if p.On != "" {
			doc += " (on " + p.On + ")"
		}
		commandline.WriteTerm(w, 2, "--"+p.Name, doc)
		for _, o := range p.OptionList() {
			commandline.WriteTerm(w, 6, o.Name+"="+optionForm(o), OptionDoc(o))
		}
	}
	if len(reg.Pipelines()) == 0 {
		return
	}
	fmt.Fprintln(w, "\nPipelines:")
	for _, a := range reg.Pipelines() {
		commandline.WriteTerm(w, 2, "--"+a.Name, a.Doc)
		commandline.WriteTerm(w, 6, "", strings.ReplaceAll(a.Text, ",", ", "))
		for _, o := range reg.OptionsOf(a) {
			commandline.WriteTerm(w, 6, o.Name+"="+optionForm(o), OptionDoc(o))
		}
	}
}

func optionForm(o pipeline.Option) string {
	switch {
	case o.OneOf != nil:
		return strings.Join(o.OneOf, "|")
	case o.Kind == "list":
		return "<a,b,...>"
	}
	return "<" + o.Kind + ">"
}

// OptionDoc says what an option is for, and its default.
func OptionDoc(o pipeline.Option) string {
	if o.Default == "" {
		return o.Doc
	}
	return fmt.Sprintf("%s (default: %s)", o.Doc, o.Default)
}
