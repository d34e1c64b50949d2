package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/lit"
)

// filtered returns the tests that --filter and the like leave.
func (o *options) filtered(tests []*lit.Test) []*lit.Test {
	var selected []*lit.Test
	for _, t := range tests {
		name := t.Name()
		if o.filter != nil && !o.filter.MatchString(name) || o.filterOut != nil && o.filterOut.MatchString(name) ||
			o.filterFailed && !t.PreviousFailure {
			continue
		}
		selected = append(selected, t)
	}
	return selected
}

// shard returns every numShards-th test, starting with that of number runShard, and a description
// of them.
func (o *options) shard(tests []*lit.Test) (selected []*lit.Test, description string) {
	const most = 3 // that the description names
	var preview []string
	for i := o.runShard - 1; i < len(tests); i += o.numShards {
		selected = append(selected, tests[i])
		if len(preview) < most {
			preview = append(preview, fmt.Sprint(i+1))
		}
	}
	if len(selected) > most {
		preview = append(preview, "...")
	}
	return selected, fmt.Sprintf("Selecting shard %[1]d/%[2]d = size %[3]d/%[4]d = tests #(%[2]d*k)+%[1]d = [%[5]s]",
		o.runShard, o.numShards, len(selected), len(tests), strings.Join(preview, ", "))
}

// expect tells the tests what the command line expects of them.
func (o *options) expect(tests []*lit.Test) {
	for _, t := range tests {
		named := func(list []string) bool {
			return slices.Contains(list, filepath.FromSlash(t.Path)) || slices.Contains(list, t.Name())
		}
		t.XFail, t.XFailNot, t.ExcludeXFail = named(o.xfail), named(o.xfailNot), o.excludeXFail
	}
}
