package config

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// knownModules can be imported and, in part, used.
var knownModules = []string{"lit", "lit.formats", "os", "os.path", "sys", "platform", "re", "__future__"}

// inertModules can be imported, as configuration files often do in vain, but not used.
var inertModules = strings.Fields(`lit.llvm lit.llvm.config lit.llvm.subst lit.util lit.Test lit.TestRunner lit.TestingConfig
	lit.formats.base lit.formats.shtest lit.formats.googletest copy errno functools glob itertools json locale math pathlib
	pipes shlex shutil site string subprocess tempfile time`)

func (e *evaluator) importModule(s *importation) error {
	known := slices.Contains(knownModules, s.module)
	if !known && !slices.Contains(inertModules, s.module) {
		return e.refuse(s.place, "the import of "+s.module)
	}
	var v value = &module{s.module}
	switch {
	case s.module == "__future__":
		return nil
	case s.member != "" && known:
		var err error
		if v, err = e.member(s.place, &module{s.module}, s.member); err != nil {
			return err
		}
	case s.member != "":
		v = &unreadable{s.module + "." + s.member}
	case s.as == "":
		root, _, _ := strings.Cut(s.module, ".")
		s.as, v = root, &module{root}
		if !slices.Contains(knownModules, root) {
			v = &unreadable{"the module " + root}
		}
	case !known:
		v = &unreadable{"the module " + s.module}
	}
	e.globals[s.as] = v
	return nil
}

// member is an attribute of a module.
func (e *evaluator) member(at place, m *module, name string) (value, error) {
	full := m.name + "." + name
	if slices.Contains(knownModules, full) {
		return &module{full}, nil
	}
	if f, ok := moduleFunctions[full]; ok {
		return &method{full, f}, nil
	}
	var v value
	switch full {
	case "os.environ":
		v = environmentTable()
	case "os.pathsep", "os.path.pathsep":
		v = string(os.PathListSeparator)
	case "os.sep", "os.path.sep":
		v = string(os.PathSeparator)
	case "os.name":
		v = map[bool]string{true: "nt", false: "posix"}[runtime.GOOS == "windows"]
	case "sys.platform":
		v = sysPlatform[runtime.GOOS]
	}
	if text, isText := v.(string); v == nil || isText && text == "" {
		return nil, e.refuse(at, full)
	}
	return v, nil
}

// environmentTable is os.environ.
func environmentTable() *table {
	t := newTable(false)
	environment := processEnvironment()
	for _, name := range slices.Sorted(maps.Keys(environment)) {
		t.put(name, hashKeyOfText(name), environment[name])
	}
	t.fixed = true
	return t
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

// The names that Python has for systems and machines.
var (
	sysPlatform    = map[string]string{"linux": "linux", "darwin": "darwin", "windows": "win32"}
	platformSystem = map[string]string{"linux": "Linux", "darwin": "Darwin", "windows": "Windows", "freebsd": "FreeBSD",
		"netbsd": "NetBSD", "openbsd": "OpenBSD"}
	platformMachine = map[string]string{"amd64": "x86_64", "arm64": "aarch64", "386": "i686", "ppc64le": "ppc64le",
		"riscv64": "riscv64", "s390x": "s390x", "loong64": "loongarch64"}
)

func machine() string {
	switch {
	case runtime.GOOS == "windows":
		return strings.ToUpper(runtime.GOARCH)
	case runtime.GOARCH == "arm64" && runtime.GOOS != "linux":
		return "arm64"
	case runtime.GOARCH == "amd64" && strings.HasSuffix(runtime.GOOS, "bsd"):
		return "amd64"
	}
	return platformMachine[runtime.GOARCH]
}

type function = func(e *evaluator, c *arguments) (value, error)

// moduleFunctions and builtinFunctions by name.
var moduleFunctions, builtinFunctions map[string]function

// refusedBuiltins are functions of Python that are left to Python.
var refusedBuiltins = strings.Fields(`__import__ abs all any bytes callable chr compile delattr dir divmod enumerate eval
	exec exit filter float format frozenset globals hash hex id input isinstance issubclass iter locals map max min next
	object open ord pow print quit range reversed round setattr slice sum type vars zip __name__ Exception
	ValueError KeyError NotImplementedError RuntimeError NotImplemented Ellipsis SubstituteCaptures TestingConfig`)

func init() {
	moduleFunctions = map[string]function{
		"os.path.join": pathJoin, "os.path.dirname": onePath(pathDirectory), "os.path.basename": onePath(pathBase),
		"os.path.abspath": onePath(pathAbsolute), "os.path.realpath": onePath(realPath), "os.path.normpath": onePath(pathNormal),
		"os.path.exists": testPath(func(p string) bool { _, err := os.Stat(p); return err == nil }),
		"os.path.isdir":  testPath(isDirectory), "os.path.isfile": testPath(isFile), "os.path.isabs": testPath(filepath.IsAbs),
		"os.getcwd": func(e *evaluator, c *arguments) (value, error) {
			_, err := c.bind(e, 0)
			return realPath("."), err
		},
		"os.getenv": func(e *evaluator, c *arguments) (value, error) { return dictGet(e, environmentTable(), c) },
		"platform.system": func(e *evaluator, c *arguments) (value, error) {
			return hostName(e, c, platformSystem[runtime.GOOS])
		},
		"platform.machine":   func(e *evaluator, c *arguments) (value, error) { return hostName(e, c, machine()) },
		"lit.formats.ShTest": shTest,
	}
	builtinFunctions = map[string]function{
		"str": toText, "repr": toRepr, "bool": toBool, "int": toInt, "len": toLength, "sorted": toSorted,
		"list": toList, "tuple": toTuple, "set": toSet, "dict": toDict, "getattr": getAttribute, "hasattr": hasAttribute,
	}
}

// hostName is a fact about this machine, unless Python's name for it is not known here.
func hostName(e *evaluator, c *arguments, name string) (value, error) {
	if name == "" {
		return nil, e.refuse(c.place, c.function+" on "+runtime.GOOS+"/"+runtime.GOARCH)
	}
	_, err := c.bind(e, 0)
	return name, err
}

func onePath(change func(string) string) function {
	return func(e *evaluator, c *arguments) (value, error) {
		text, err := c.texts(e, "path")
		if err != nil {
			return nil, err
		}
		return change(text[0]), nil
	}
}

func testPath(holds func(string) bool) function {
	return func(e *evaluator, c *arguments) (value, error) {
		text, err := c.texts(e, "path")
		if err != nil {
			return nil, err
		}
		return holds(text[0]), nil
	}
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// pathJoin is os.path.join: an absolute part drops what is before it.
func pathJoin(e *evaluator, c *arguments) (value, error) {
	if len(c.positional) == 0 || len(c.named) > 0 {
		return nil, e.errorf(c.place, "os.path.join needs paths")
	}
	joined := ""
	for i, v := range c.positional {
		part, ok := v.(string)
		if !ok {
			return nil, e.errorf(c.place, "os.path.join needs texts, but argument %d is a %s", i+1, typeName(v))
		}
		switch {
		case i == 0, filepath.IsAbs(part):
			joined = part
		case joined == "" || os.IsPathSeparator(joined[len(joined)-1]):
			joined += part
		default:
			joined += string(os.PathSeparator) + part
		}
	}
	return joined, e.checkText(c.place, len(joined))
}

// pathDirectory is os.path.dirname: what is before the last separator.
func pathDirectory(path string) string {
	i := len(path)
	for i > 0 && !os.IsPathSeparator(path[i-1]) {
		i--
	}
	head := path[:i]
	end := len(head)
	for end > 0 && os.IsPathSeparator(head[end-1]) {
		end--
	}
	if end == 0 {
		return head
	}
	return head[:end]
}

// pathBase is os.path.basename: what is after the last separator.
func pathBase(path string) string {
	i := len(path)
	for i > 0 && !os.IsPathSeparator(path[i-1]) {
		i--
	}
	return path[i:]
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
