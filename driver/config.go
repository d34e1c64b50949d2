package driver

import (
	"cmp"
	"fmt"
	"io"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/driver/opt"
	"github.com/tg-opt/tg/driver/run"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Config is what the tools of a program have besides what comes with tg. Its
// methods are those tools:
//
//	func main() { driver.Main(driver.Config{Name: "my-opt", Dialects: []*ir.Dialect{mine}}.OptCommand) }
//
// Nothing is registered anywhere else: two configurations in one program know
// nothing of each other. What is wrong with one is an error of its tools and
// functions, before anything else happens: a dialect, custom call, pass, pipeline or
// file of rules whose name is taken, or a named pipeline that cannot be read.
type Config struct {
	// Name is what the tool is called in its messages, on its pages and by the
	// completion of shells; empty for tg-opt or tg-run.
	Name string
	// Dialects are known to every context. A kernel in the slot interp.Kernel makes
	// their ops run.
	Dialects []*ir.Dialect
	// CustomCalls say what stands behind the names that programs in StableHLO call: ops of
	// tg, or functions of Go.
	CustomCalls []*convert.CustomCall
	// Passes are flags of Opt, and words of pipelines.
	Passes []*pipeline.Pass
	// Pipelines are flags of both tools, and words of pipelines. One may name those
	// before it.
	Pipelines []pipeline.Alias
	// Rules are applied by canonicalize, and Substitutions by substitute, where the
	// cost model says that they pay. An embedded file is one with a text.
	Rules, Substitutions []pipeline.RuleFile
}

// Opt is the function Opt with what c has.
func (c Config) Opt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return c.call(opt.Main, "tg-opt", args, stdin, stdout, stderr)
}

// OptCommand is the function OptCommand with what c has.
func (c Config) OptCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return c.call(opt.Command, "tg-opt", args, stdin, stdout, stderr)
}

// Run is the function Run with what c has.
func (c Config) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return c.call(run.Main, "tg-run", args, stdin, stdout, stderr)
}

// NewContext makes a context with the dialects that come with tg and those of c.
func (c Config) NewContext() (*ir.Context, error) {
	s, err := c.setup("")
	if err != nil {
		return nil, err
	}
	return s.NewContext(), nil
}

// NewRegistry makes a registry with the passes, named pipelines and rules that
// come with tg and those of c.
func (c Config) NewRegistry() (*pipeline.Registry, error) {
	s, err := c.setup("")
	if err != nil {
		return nil, err
	}
	return s.Registry, nil
}

// toolMain is a tool of any setup.
type toolMain func(s *tool.Setup, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// call runs a tool with what c has; usual is its name if c has none.
func (c Config) call(f toolMain, usual string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	name := cmp.Or(c.Name, usual)
	s, err := c.setup(name)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return 1
	}
	return f(s, args, stdin, stdout, stderr)
}

// setup is what comes with tg and what c has, for a tool of that name.
func (c Config) setup(name string) (*tool.Setup, error) {
	s := tool.Standard(name)
	taken := map[string]string{}
	for _, d := range s.Dialects {
		taken[d.Name] = "it comes with tg"
	}
	for _, d := range c.Dialects {
		if by := taken[d.Name]; by != "" {
			return nil, fmt.Errorf("there is a dialect '%s' already: %s", d.Name, by)
		}
		taken[d.Name] = "it is given twice"
		s.Dialects = append(s.Dialects, d)
	}
	if err := s.AddCustomCalls(c.CustomCalls...); err != nil {
		return nil, err
	}
	if err := s.Registry.Add(c.Passes...); err != nil {
		return nil, err
	}
	for _, a := range c.Pipelines {
		if err := s.Registry.AddPipeline(a); err != nil {
			return nil, err
		}
		if _, err := pipeline.ParsePipeline(a.Name, s.Registry); err != nil {
			return nil, fmt.Errorf("pipeline '%s': %w", a.Name, err)
		}
	}
	s.Registry.Rules, s.Registry.Substitutions = c.Rules, c.Substitutions
	files := map[string]bool{}
	for _, list := range [][]pipeline.RuleFile{c.Rules, c.Substitutions} {
		for _, f := range list {
			switch {
			case f.Name == "":
				return nil, fmt.Errorf("a file of rules has no name")
			case files[f.Name]:
				return nil, fmt.Errorf("the file of rules '%s' is given twice", f.Name)
			}
			files[f.Name] = true
		}
	}
	return s, nil
}
