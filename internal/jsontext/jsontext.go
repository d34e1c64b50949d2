// Package jsontext writes reports as JSON.
package jsontext

import (
	"encoding/json"
	"strings"
)

// Indented is v as JSON for people, too, with a newline at its end. It panics where
// v cannot be written, such as for a figure that is not finite.
func Indented(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return b.String()
}
