// Package version says which tg this is.
package version

import (
	"runtime/debug"
	"slices"
)

// module is the path of this module.
const module = "github.com/tg-opt/tg"

// String is the version of tg as the build recorded it: that of the module, where
// it was built as a module of a version, also as a part of another program; else
// the revision of the checkout, with "+dirty" where that had changes; else
// "(devel)", which is all that `go run` and -buildvcs=false leave.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return devel
	}
	return of(info)
}

const devel = "(devel)"

func of(info *debug.BuildInfo) string {
	m := &info.Main
	if m.Path != module {
		i := slices.IndexFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module })
		if i < 0 {
			return devel
		}
		// The revision in the settings is that of the program that tg is a part of.
		if m = info.Deps[i]; m.Replace != nil {
			m = m.Replace
		}
		return known(m.Version, "")
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if revision != "" {
		revision = revision[:min(len(revision), 12)] + dirty
	}
	return known(m.Version, revision)
}

// known is the version, unless there is none but a revision.
func known(version, revision string) string {
	switch {
	case version != "" && version != devel:
		return version
	case revision != "":
		return revision
	}
	return devel
}
