// Package tool holds what the tools of this module share: what each is set up
// with, and its input, its output, its messages and its reports.
package tool

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Setup is what a tool knows. It is made once and not changed by runs.
type Setup struct {
	// Name is what the tool is called in messages and on its pages.
	Name string
	// Dialects are those of its contexts.
	Dialects []*ir.Dialect
	// CustomCalls are what its contexts are told of them besides what comes with tg.
	CustomCalls []*convert.CustomCall
	// Registry has its passes and named pipelines. A run takes a clone.
	Registry *pipeline.Registry
}

// Standard is a tool of that name with the dialects, passes and pipelines that
// come with tg.
func Standard(name string) *Setup {
	return &Setup{Name: name, Dialects: Dialects(), Registry: NewRegistry()}
}

// NewContext makes a context with the dialects and the custom calls of the tool.
func (s *Setup) NewContext() *ir.Context {
	c := ir.NewContext(s.Dialects...)
	if err := convert.Provide(c, s.CustomCalls...); err != nil {
		panic(err) // they have been looked at
	}
	return c
}

// AddCustomCalls tells contexts of more custom calls. It is an error if the name of one
// is taken or if it does nothing.
func (s *Setup) AddCustomCalls(calls ...*convert.CustomCall) error {
	for _, known := range stablehlo.CustomCalls() {
		for _, c := range calls {
			if c.Name == known.Name {
				return fmt.Errorf("there is a custom call '%s' already: it comes with tg", c.Name)
			}
		}
	}
	all := slices.Concat(s.CustomCalls, calls)
	if err := convert.Provide(ir.NewContext(), all...); err != nil {
		return err
	}
	s.CustomCalls = all
	return nil
}

// Errorf is an error that starts with the name of the tool.
func (s *Setup) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", s.Name, fmt.Errorf(format, args...))
}

// ErrReported is a failure that the user has been told about.
var ErrReported = errors.New("failed")
