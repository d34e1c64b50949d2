// Package tool holds what the tools of this module share: what each is set up
// with, and its input, its output, its messages and its reports.
package tool

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Setup is what a tool knows. It is made once and not changed by runs.
type Setup struct {
	// Name is what the tool is called in messages and on its pages.
	Name string
	// Dialects are those of its contexts.
	Dialects []*ir.Dialect
	// Registry has its passes and named pipelines. A run takes a clone.
	Registry *pipeline.Registry
}

// Standard is a tool of that name with the dialects, passes and pipelines that
// come with tg.
func Standard(name string) *Setup {
	return &Setup{Name: name, Dialects: Dialects(), Registry: NewRegistry()}
}

// NewContext makes a context with the dialects of the tool.
func (s *Setup) NewContext() *ir.Context { return ir.NewContext(s.Dialects...) }

// Errorf is an error that starts with the name of the tool.
func (s *Setup) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", s.Name, fmt.Errorf(format, args...))
}

// ErrReported is a failure that the user has been told about.
var ErrReported = errors.New("failed")
