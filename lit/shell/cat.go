package shell

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"
)

// cat copies files, or its input; -v shows bytes that do not print. Line ends of files with text
// become \n, as lit's cat reads them.
func cat(c *call) int {
	visible := false
	files, err := getopt(c.Args, "v", []string{"show-nonprinting"}, func(string, string) { visible = true })
	if err != nil {
		return c.fail(1, "Unsupported: 'cat':  %v", err)
	}
	if len(files) == 0 {
		if _, err := io.Copy(c.Stdout, c.Stdin); err != nil {
			return c.fail(1, "cat: %s", systemError(err, ""))
		}
		return 0
	}
	for _, file := range files {
		if err := catFile(c.Stdout, c.Path(file), visible); err != nil {
			path := file
			if !errors.As(err, new(*fs.PathError)) {
				path = "" // it could not be written
			}
			io.WriteString(c.Stderr, systemError(err, path))
			return 1
		}
	}
	return 0
}

// catFile copies one file. Only a text with carriage returns is read as a whole.
func catFile(to io.Writer, path string, visible bool) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	returns, err := hasReturns(file)
	if err != nil {
		return err
	}
	var from io.Reader = struct{ io.Reader }{file}
	if returns {
		data, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		if utf8.Valid(data) {
			data = []byte(universalNewlines(string(data)))
		}
		from = bytes.NewReader(data)
	}
	if visible {
		to = caretWriter{to}
	}
	_, err = io.Copy(struct{ io.Writer }{to}, from)
	return err
}

// hasReturns reports whether a regular file has a carriage return.
func hasReturns(file *os.File) (bool, error) {
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	buffer := make([]byte, pipeSize)
	for {
		n, err := file.Read(buffer)
		found := bytes.IndexByte(buffer[:n], '\r') >= 0
		if found || errors.Is(err, io.EOF) {
			_, err = file.Seek(0, io.SeekStart)
		}
		if found || err != nil || n == 0 {
			return found, err
		}
	}
}

// caretWriter shows bytes that do not print.
type caretWriter struct{ io.Writer }

func (w caretWriter) Write(p []byte) (int, error) {
	if _, err := w.Writer.Write(caretNotation(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// caretNotation writes control bytes as ^X and bytes above 127 with M- before them.
func caretNotation(data []byte) []byte {
	var out []byte
	for _, c := range data {
		if c == '\t' || c == '\n' {
			out = append(out, c)
			continue
		}
		if c > 127 {
			c -= 128
			out = append(out, "M-"...)
		}
		switch {
		case c < ' ':
			out = append(out, '^', c+'@')
		case c == 127:
			out = append(out, "^?"...)
		default:
			out = append(out, c)
		}
	}
	return out
}
