package version

import (
	"runtime/debug"
	"testing"
)

func TestOf(t *testing.T) {
	settings := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}}
	for _, tt := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{"go install of a version", debug.BuildInfo{Main: debug.Module{Path: module, Version: "v1.2.3"}}, "v1.2.3"},
		{"go build in a checkout", debug.BuildInfo{Main: debug.Module{Path: module, Version: "v0.0.0-20260102030405-0123456789ab+dirty"}, Settings: settings}, "v0.0.0-20260102030405-0123456789ab+dirty"},
		{"a checkout without tags that go understands", debug.BuildInfo{Main: debug.Module{Path: module, Version: devel}, Settings: settings}, "0123456789ab+dirty"},
		{"an unchanged checkout", debug.BuildInfo{Main: debug.Module{Path: module}, Settings: settings[:2]}, "0123456789ab"},
		{"go run", debug.BuildInfo{Main: debug.Module{Path: module, Version: devel}}, devel},
		{"a part of another program", debug.BuildInfo{Main: debug.Module{Path: "example.com/p", Version: "v9.9.9"}, Deps: []*debug.Module{{Path: "example.com/q", Version: "v2.0.0"}, {Path: module, Version: "v1.2.3"}}, Settings: settings}, "v1.2.3"},
		{"replaced by a folder", debug.BuildInfo{Main: debug.Module{Path: "example.com/p"}, Deps: []*debug.Module{{Path: module, Version: "v1.2.3", Replace: &debug.Module{Path: "../tg"}}}, Settings: settings}, devel},
		{"no trace of it", debug.BuildInfo{Main: debug.Module{Path: "example.com/p", Version: "v9.9.9"}}, devel},
	} {
		if got := of(&tt.info); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
