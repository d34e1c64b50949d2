package image

import (
	_ "embed"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

//go:embed image.rules
var rules []byte

// Tools makes tools with this dialect, and what belongs to it, of tg's.
func Tools(name string) driver.Config {
	return driver.Config{
		Name:      name,
		Dialects:  []*ir.Dialect{Dialect},
		Passes:    []*pipeline.Pass{DropBrighten},
		Pipelines: []pipeline.Alias{{Name: "image-optimize", Doc: "Optimise a program on images.", Text: "image-drop-brighten,optimize"}},
		Rules:     []pipeline.RuleFile{{Name: "image.rules", Text: rules}},
	}
}
