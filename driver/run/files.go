package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/arrayfile"
	"github.com/tg-opt/tg/internal/spelling"
)

// outputFormat is the format in which results are written to a file of that name.
// Streams, which need no name that says so, get .npy. (A directory cannot be
// written at all, which who opens it says.)
func outputFormat(name string) (*arrayfile.Format, error) {
	if f := arrayfile.Of(name); f != nil {
		return f, nil
	}
	info, err := os.Stat(name)
	if tool.IsStandardOutput(name) || strings.HasPrefix(name, "/dev/") || err == nil && !info.Mode().IsRegular() {
		return arrayfile.NPY, nil
	}
	var known []string
	for _, f := range arrayfile.Formats {
		known = append(known, f.Extension)
	}
	has := fmt.Sprintf("'%s' has none", filepath.Base(name))
	if e := filepath.Ext(name); e != "" {
		has = fmt.Sprintf("'%s' is none of them%s", e, spelling.DidYouMean(e, known))
	}
	return nil, fmt.Errorf("the ending of a file name says its format, .npy for one result, .npz or .safetensors for all of them; %s", has)
}

// errTerminal is for bytes that would only confuse a terminal.
var errTerminal = errors.New("a terminal does not show .npy files; name a file, or send standard output on with | or >")
