package cost

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestShippedProfiles(t *testing.T) {
	for name, m := range shipped {
		again, err := Parse(name, m.String())
		if err != nil {
			t.Fatal(err)
		}
		if m.Name != name {
			t.Errorf("machine %s is called %s", name, m.Name)
		}
		if diff := cmp.Diff(m, again, cmp.AllowUnexported(Machine{}), cmpopts.IgnoreFields(Machine{}, "file", "mentions")); diff != "" {
			t.Errorf("%s reads back differently (-was +is):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(cpuProfile, CPU().String()); diff != "" {
		t.Errorf("cpu.profile is not as --calibrate writes it (-file +written):\n%s", diff)
	}
}

func TestParseErrors(t *testing.T) {
	const complete = "name = m\nspeedup = 1\ngrain = 1\nbandwidth = 1\ncache = 1\ncache-bandwidth = 1\nruns = 1\nsingles = 1\nswaps = 1\nsquare = 1\npacking = 1\n" +
		"tile-rows = 1\ntile-cols = 1\nfold-lanes = 1\ntrips = 1\noverhead = 1\n" +
		"flops.simple.f32 = 1\nflops.math.f32 = 1\nflops.fold.f32 = 1\nflops.contract.f32 = 1\nflops.depthwise.f32 = 1\n"
	if _, err := Parse("p", complete); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, text, want string }{
		{"byte order mark", "\ufeffname = m\n", "p:1:1: error: the text starts with the byte order mark of UTF-8 (EF BB BF); save it without one"},
		{"UTF-16", "\xff\xfen\x00", "p:1:1: error: the text is UTF-16, little-endian (it starts with the byte order mark FF FE); save it as UTF-8"},
		{"no equals sign", "name\n", "p:1:1: error: expected 'key = value', but there is no '='"},
		{"no key", " = 1\n", "p:1:1: error: expected a key before '='"},
		{"no name", "name =\n", "p:1:7: error: expected a name"},
		{"unknown key", "# comment\n  bandwith = 1\n", "p:2:3: error: there is no key 'bandwith'; did you mean 'bandwidth'?"},
		{"unknown kind", "flops.mth.f32 = 1\n", "p:1:1: error: 'flops.mth.f32': there is no kind of arithmetic 'mth'; did you mean 'math'?"},
		{"kind without flops", "flops.view.f32 = 1\n", "p:1:1: error: 'flops.view.f32': there is no kind of arithmetic 'view'"},
		{"unknown type", "flops.math.f31 = 1\n", "p:1:1: error: 'flops.math.f31': there is no element type 'f31'; did you mean 'f32'?"},
		{"unknown overhead", "overhead.mov = 1\n", "p:1:1: error: 'overhead.mov': there is no kind or op 'mov'; did you mean 'move'?"},
		{"no kind", "overhead. = 1\n", "p:1:1: error: 'overhead.': there is no kind or op ''"},
		{"no function", "call. = 1\n", "p:1:1: error: 'call.': there is no function ''"},
		{"function twice", "call.tanh = 1\ncall.tanh = 1\n", "p:2:1: error: 'call.tanh' is given twice"},
		{"twice", "cache = 1\ncache = 2 # more\n", "p:2:1: error: 'cache' is given twice"},
		{"no number", "cache =  lots\n", "p:1:10: error: 'cache' must be a positive number, such as 2.5e9, but is 'lots'"},
		{"empty value", "cache =\n", "p:1:8: error: 'cache' must be a positive number, such as 2.5e9, but is ''"},
		{"zero", "cache = 0\n", "p:1:9: error: 'cache' must be a positive number, such as 2.5e9, but is '0'"},
		{"negative", "cache = -1\n", "p:1:9: error: 'cache' must be a positive number, such as 2.5e9, but is '-1'"},
		{"infinite", "cache = inf\n", "p:1:9: error: 'cache' must be a positive number, such as 2.5e9, but is 'inf'"},
		{"NaN", "cache = nan\n", "p:1:9: error: 'cache' must be a positive number, such as 2.5e9, but is 'nan'"},
		{"missing key", strings.Replace(complete, "trips = 1\n", "", 1), "p:21:1: error: the profile ends without 'trips'"},
		{"missing rate", strings.Replace(complete, "flops.fold.f32 = 1\n", "", 1), "p:21:1: error: the profile ends without 'flops.fold.f32'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("p", c.text)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestNamed(t *testing.T) {
	if m, err := Named("gpu", 0); err != nil || m != GPU() {
		t.Errorf("gpu: %v, %v", m, err)
	}
	file := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(file, []byte(strings.Replace(cpuProfile, "name = cpu", "name = mine", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err := Named(file, 0); err != nil || m.Name != "mine" {
		t.Errorf("a file: %v, %v", m, err)
	}
	for _, c := range []struct{ name, want string }{
		{"cpp", "there is no machine 'cpp', only cpu, gpu and files of profiles; did you mean 'cpu'?"},
		{"no/such", "cannot read the profile 'no/such': No such file or directory"},
	} {
		if _, err := Named(c.name, 0); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}
