package pipeline_test

import (
	"testing"

	"github.com/tg-opt/tg/pipeline"
)

// Options that no text can be read into are refused when the pass is registered.
func TestOptionTypes(t *testing.T) {
	for _, tt := range []struct {
		options func() any
		want    string
	}{
		{func() any {
			return &struct {
				N uint8 `opt:"n" doc:"A number"`
			}{}
		}, "pass 'odd': option 'n' is a uint8: it must be an int, int64, uint64, float64, bool, string or []string"},
		{func() any {
			return &struct {
				L []int `opt:"list" doc:"Numbers"`
			}{}
		}, "pass 'odd': option 'list' is a []int: it must be an int, int64, uint64, float64, bool, string or []string"},
		{func() any {
			return &struct {
				Mode string `opt:"mode" oneof:"fast,slow" doc:"A word"`
			}{}
		}, "pass 'odd': option 'mode' has the tag 'oneof', which means nothing; did you mean 'one-of'?"},
		{func() any { return struct{}{} }, "pass 'odd': its Options makes a struct {}, where a pointer to a struct is asked for"},
	} {
		err := pipeline.NewRegistry().Add(&pipeline.Pass{Name: "odd", Options: tt.options})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
