package report

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tg-opt/tg/lit"
)

// schemaVersion is the version of lit whose schema the JSON files have.
const schemaVersion = "[\n    22,\n    1,\n    8\n  ]"

// object is a JSON object. Its fields are in the order of their names, as lit sorts them.
type object []field

// field is a field of an object. A value is a string, base64Text, seconds, int64, bool or object.
type field struct {
	name  string
	value any
}

// base64Text is a text that is shown as base64.
type base64Text string

// seconds is a number that is shown as Python shows a float.
type seconds float64

func (s seconds) String() string {
	scientific := strconv.FormatFloat(float64(s), 'e', -1, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	if n, err := strconv.Atoi(exponent); err != nil || n < -4 || n >= 16 {
		return scientific
	}
	plain := strconv.FormatFloat(float64(s), 'f', -1, 64)
	if !strings.Contains(plain, ".") {
		plain += ".0"
	}
	return plain
}

func writeJSON(w *bufio.Writer, results []*lit.Result, elapsed time.Duration) error {
	return writeVersioned(w, microFirst(results), elapsed, func(r *lit.Result) object {
		if r.Status == lit.Excluded || r.Status == lit.Skipped {
			return nil
		}
		return jsonTest(r, r.Test.Name())
	})
}

func jsonTest(r *lit.Result, name string) object {
	test := object{{"code", r.Status.String()}, {"elapsed", seconds(r.Elapsed.Seconds())}}
	if r.Untimed {
		test[1].value = json.RawMessage("null")
	}
	if r.Metrics != nil {
		test = append(test, field{"metrics", metricsObject(r.Metrics)})
	}
	return append(test, field{"name", name}, field{"output", r.Output})
}

// metricsObject is what a test measured.
func metricsObject(metrics []lit.Metric) object {
	var all object
	for _, m := range byName(metrics) {
		all = append(all, field{m.Name, json.RawMessage(m.Data)})
	}
	return all
}

// microOf are the results of what a test measured in parts, under names of its own and the suffix.
func microOf(r *lit.Result, suffix string) []*lit.Result {
	var all []*lit.Result
	for _, micro := range r.Micro {
		named, test := *micro, *micro.Test
		test.Path = r.Test.Path + ":" + test.Path + suffix
		named.Test = &test
		all = append(all, &named)
	}
	return all
}

// microFirst puts the results of parts in front of those of the tests.
func microFirst(results []*lit.Result) []*lit.Result {
	var all []*lit.Result
	for _, r := range results {
		all = append(append(all, microOf(r, "")...), r)
	}
	return all
}

// microLast puts the results of parts behind those of the tests, from which they have the times
// that they lack.
func microLast(results []*lit.Result) []*lit.Result {
	var all []*lit.Result
	for _, r := range results {
		all = append(all, r)
		for _, micro := range microOf(r, "microres") {
			if micro.Start.IsZero() {
				micro.Start = r.Start
			}
			micro.Elapsed = cmp.Or(micro.Elapsed, r.Elapsed)
			all = append(all, micro)
		}
	}
	return all
}

// writeResultDB gives tests that did not run no start_time.
func writeResultDB(w *bufio.Writer, results []*lit.Result, elapsed time.Duration) error {
	const artifact = "artifact-content-in-request"
	return writeVersioned(w, microLast(results), elapsed, func(r *lit.Result) object {
		test := object{
			{"artifacts", object{{artifact, object{{"contents", base64Text(validUTF8(r.Output))}}}}},
			{"duration", fmt.Sprintf("%.9fs", r.Elapsed.Seconds())},
			{"expected", !r.Status.IsFailure()},
		}
		if !r.Start.IsZero() {
			test = append(test, field{"start_time", r.Start.UTC().Format("2006-01-02T15:04:05.000000Z")})
		}
		return append(test,
			field{"status", resultDBStatus[r.Status]},
			field{"summary_html", `<p><text-artifact artifact-id="` + artifact + `"></p>`},
			field{"testId", r.Test.Name()})
	})
}

var resultDBStatus = map[lit.Status]string{
	lit.Pass:        "PASS",
	lit.XPass:       "PASS",
	lit.FlakyPass:   "PASS",
	lit.Fail:        "FAIL",
	lit.XFail:       "FAIL",
	lit.Unsupported: "SKIP",
	lit.Skipped:     "SKIP",
	lit.Excluded:    "SKIP",
	lit.Unresolved:  "ABORT",
	lit.Timeout:     "ABORT",
}

func writeVersioned(w *bufio.Writer, results []*lit.Result, elapsed time.Duration, entry func(*lit.Result) object) error {
	fmt.Fprintf(w, "{\n  \"__version__\": %s,\n  \"elapsed\": %v,\n  \"tests\": ", schemaVersion, seconds(elapsed.Seconds()))
	writeArray(w, results, entry)
	_, err := w.WriteString("\n}\n")
	return err
}

// writeTimeTrace gives every worker a process of its own with one thread, as lit's workers are
// processes. Times are microseconds since the first test began.
func writeTimeTrace(w *bufio.Writer, results []*lit.Result) error {
	var first time.Time
	for _, r := range results {
		if !r.Start.IsZero() && (first.IsZero() || r.Start.Before(first)) {
			first = r.Start
		}
	}
	w.WriteString("{\n  \"traceEvents\": ")
	writeArray(w, results, func(r *lit.Result) object {
		if r.Start.IsZero() || r.Status == lit.Excluded || r.Status == lit.Skipped || r.Status == lit.Unsupported {
			return nil
		}
		return object{
			{"dur", r.Elapsed.Microseconds()},
			{"name", r.Test.Name()},
			{"ph", "X"},
			{"pid", int64(1 + r.Worker)},
			{"tid", int64(1)},
			{"ts", r.Start.Sub(first).Microseconds()},
		}
	})
	_, err := w.WriteString("\n}")
	return err
}

// writeArray writes the field of an object that has an entry for each result, except those whose
// entry is nil.
func writeArray(w *bufio.Writer, results []*lit.Result, entry func(*lit.Result) object) {
	separator := "[\n    "
	for _, r := range results {
		if o := entry(r); o != nil {
			w.WriteString(separator)
			o.write(w, "    ")
			separator = ",\n    "
		}
	}
	if separator[0] == '[' {
		w.WriteString("[]")
		return
	}
	w.WriteString("\n  ]")
}

// write writes the object as Python does with an indentation of two. It streams, as the output of a
// test can be long.
func (o object) write(w *bufio.Writer, indent string) {
	separator := "{\n"
	for _, f := range o {
		fmt.Fprintf(w, "%s%s  \"%s\": ", separator, indent, f.name)
		separator = ",\n"
		switch value := f.value.(type) {
		case string:
			writeString(w, value)
		case base64Text:
			w.WriteByte('"')
			encoder := base64.NewEncoder(base64.StdEncoding, w)
			encoder.Write([]byte(value))
			encoder.Close()
			w.WriteByte('"')
		case object:
			value.write(w, indent+"  ")
		case json.RawMessage:
			w.Write(value)
		default:
			fmt.Fprint(w, value)
		}
	}
	fmt.Fprintf(w, "\n%s}", indent)
}

// writeString writes a JSON string in ASCII.
func writeString(w *bufio.Writer, s string) {
	s = validUTF8(s)
	w.WriteByte('"')
	plain := 0 // start of the text not yet written
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c <= '~' && c != '"' && c != '\\' {
			i++
			continue
		}
		w.WriteString(s[plain:i])
		r, size := utf8.DecodeRuneInString(s[i:])
		writeEscaped(w, r)
		i += size
		plain = i
	}
	w.WriteString(s[plain:])
	w.WriteByte('"')
}

// escapes are the characters that JSON has short escapes for.
const escapes = "\"\"\\\\\bb\ff\nn\rr\tt"

func writeEscaped(w *bufio.Writer, r rune) {
	for i := 0; i < len(escapes); i += 2 {
		if r == rune(escapes[i]) {
			w.WriteByte('\\')
			w.WriteByte(escapes[i+1])
			return
		}
	}
	if r >= 0x10000 {
		r -= 0x10000
		writeUnit(w, 0xd800+r>>10)
		r = 0xdc00 + r&0x3ff
	}
	writeUnit(w, r)
}

// writeUnit writes the escape of 16 bits.
func writeUnit(w *bufio.Writer, r rune) {
	const digits = "0123456789abcdef"
	w.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		w.WriteByte(digits[r>>shift&0xf])
	}
}
