package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// pathNormal is os.path.normpath, which keeps two leading slashes as POSIX allows.
func pathNormal(path string) string {
	clean := filepath.Clean(path)
	if strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///") && runtime.GOOS != "windows" {
		return "/" + clean
	}
	return clean
}

// pathAbsolute is os.path.abspath.
func pathAbsolute(path string) string {
	if !filepath.IsAbs(path) {
		path = realPath(".") + string(os.PathSeparator) + path
	}
	return pathNormal(path)
}

// realPath is os.path.realpath: absolute, without symbolic links as far as the path exists, normal.
func realPath(path string) string {
	if !filepath.IsAbs(path) {
		dir, err := os.Getwd()
		if err != nil {
			return path
		}
		path = dir + string(os.PathSeparator) + path
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir, name := filepath.Split(strings.TrimRight(path, string(os.PathSeparator)))
	if name == "" {
		return filepath.Clean(path)
	}
	return filepath.Join(realPath(dir), name)
}

// processEnvironment is the environment of this process, by name.
func processEnvironment() map[string]string {
	environment := map[string]string{}
	for _, definition := range os.Environ() {
		if name, text, ok := strings.Cut(definition, "="); ok && name != "" {
			environment[name] = text
		}
	}
	return environment
}

// checkVariable says what is wrong with an environment variable, or nothing.
func checkVariable(name, text string) string {
	if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(text, "\x00") {
		return "must map names without '=' to texts without NUL, unlike " + repr(name) + " and " + repr(text)
	}
	return ""
}

// repr is a text as Python's repr writes it.
func repr(s string) string {
	quoted := strconv.Quote(s)
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return quoted
	}
	inner := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}
