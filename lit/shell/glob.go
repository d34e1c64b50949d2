package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// expandGlob returns what a word names: for one with unquoted * or ? the paths of the files that
// match it, sorted and absolute, or the word itself if there are none.
func (sh *shell) expandGlob(w Word) []string {
	if !w.Glob {
		return []string{w.Text}
	}
	matches := glob(join(sh.dir, w.Text))
	if len(matches) == 0 {
		return []string{w.Text}
	}
	slices.Sort(matches)
	return matches
}

// join is os.path.join: it changes neither part.
func join(dir, name string) string {
	switch {
	case dir == "" || filepath.IsAbs(name):
		return name
	case os.IsPathSeparator(dir[len(dir)-1]):
		return dir + name
	}
	return dir + string(os.PathSeparator) + name
}

func hasMagic(pattern string) bool { return strings.ContainsAny(pattern, "*?[") }

// splitPath is os.path.split: the part before the last separators, and the one after.
func splitPath(path string) (dir, name string) {
	i := len(path)
	for i > 0 && !os.IsPathSeparator(path[i-1]) {
		i--
	}
	dir, name = path[:i], path[i:]
	if trimmed := strings.TrimRight(dir, string(os.PathSeparator)); trimmed != "" {
		dir = trimmed
	}
	return dir, name
}

// glob lists the files that match an absolute pattern, as Python's glob.glob: a wildcard stands for
// no leading dot, and a backslash is an ordinary character.
func glob(pattern string) []string {
	dir, name := splitPath(pattern)
	if !hasMagic(pattern) {
		if name == "" && isDir(dir) || name != "" && exists(pattern) {
			return []string{pattern}
		}
		return nil
	}
	dirs := []string{dir}
	if dir != pattern && hasMagic(dir) {
		dirs = glob(dir)
	}
	var found []string
	for _, dir := range dirs {
		for _, match := range matchesIn(dir, name) {
			found = append(found, join(dir, match))
		}
	}
	return found
}

// matchesIn lists the names in dir that match a pattern without separators.
func matchesIn(dir, pattern string) []string {
	if !hasMagic(pattern) {
		if pattern == "" && isDir(dir) || pattern != "" && exists(join(dir, pattern)) {
			return []string{pattern}
		}
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // what cannot be read has no matches
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
			continue
		}
		if matchName([]rune(pattern), []rune(name)) {
			names = append(names, name)
		}
	}
	return names
}

// matchName reports whether name matches a pattern with *, ? and [..].
func matchName(pattern, name []rune) bool {
	// retry is where to go on after the last *: it takes one more character each time.
	var retryPattern, retryName = -1, 0
	p, n := 0, 0
	for n < len(name) || p < len(pattern) {
		if p < len(pattern) {
			switch c := pattern[p]; {
			case c == '*':
				retryPattern, retryName = p+1, n
				p++
				continue
			case n == len(name):
			case c == '?':
				p, n = p+1, n+1
				continue
			case c == '[':
				if set, size := bracket(pattern[p:]); size > 0 {
					if set(name[n]) {
						p, n = p+size, n+1
						continue
					}
					break
				}
				fallthrough
			default:
				if c == name[n] {
					p, n = p+1, n+1
					continue
				}
			}
		}
		if retryPattern < 0 || retryName == len(name) {
			return false
		}
		retryName++
		p, n = retryPattern, retryName
	}
	return true
}

// bracket reads the [..] that a pattern begins with. The size is 0 if it has no end, so that the
// bracket is itself.
func bracket(pattern []rune) (set func(rune) bool, size int) {
	end := 1
	if end < len(pattern) && pattern[end] == '!' {
		end++
	}
	if end < len(pattern) && pattern[end] == ']' {
		end++
	}
	for end < len(pattern) && pattern[end] != ']' {
		end++
	}
	if end >= len(pattern) {
		return nil, 0
	}
	inside, negated := pattern[1:end], false
	if inside[0] == '!' {
		inside, negated = inside[1:], true
	}
	return func(r rune) bool {
		for i := 0; i < len(inside); i++ {
			if i+2 < len(inside) && inside[i+1] == '-' {
				if inside[i] <= r && r <= inside[i+2] {
					return !negated
				}
				i += 2
			} else if inside[i] == r {
				return !negated
			}
		}
		return negated
	}, end + 1
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// maxLinks is how many symbolic links realPath follows before it takes them for a loop.
const maxLinks = 40

// realPath resolves the symbolic links in the part of an absolute path that exists.
func realPath(path string) string {
	done := string(os.PathSeparator)
	if volume := filepath.VolumeName(path); volume != "" {
		return filepath.Clean(path)
	}
	rest := strings.Split(path, string(os.PathSeparator))
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, name)
		target, err := os.Readlink(next)
		if err != nil || links == maxLinks {
			done = next
			continue
		}
		links++
		if filepath.IsAbs(target) {
			done = string(os.PathSeparator)
		}
		rest = slices.Concat(strings.Split(target, string(os.PathSeparator)), rest)
	}
	return done
}
