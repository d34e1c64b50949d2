package filecheck

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// chooser makes the decisions of a caseMaker. A random generator is one.
type chooser interface{ IntN(n int) int }

// byteChooser takes decisions from bytes, of a fuzzer, and the last possibility when there are no
// more.
type byteChooser []byte

func (c *byteChooser) IntN(n int) int {
	if len(*c) == 0 {
		return n - 1
	}
	b := int((*c)[0])
	*c = (*c)[1:]
	return b % n
}

// caseMaker makes check files together with inputs that often match, and options.
type caseMaker struct {
	chooser
	// wild lets malformed directives, blocks, options and bytes occur.
	wild     bool
	prefixes []string
	line     int                 // of the directive being made; 0 for an option
	anchored bool                // there is a directive that NEXT may follow
	here     map[string]bool     // numbers defined on the line
	strings  map[string]string   // values that the input has for variables
	numbers  map[string]*big.Int // likewise
	formats  map[string]string
	samples  []string // lines of input for the directives so far
}

func newCaseMaker(c chooser) *caseMaker {
	m := &caseMaker{chooser: c, here: map[string]bool{}, strings: map[string]string{}, numbers: map[string]*big.Int{}, formats: map[string]string{}}
	m.wild = m.one(3)
	return m
}

// one is true once in n times.
func (m *caseMaker) one(n int) bool { return m.IntN(n) == 0 }

func (m *caseMaker) pick(choices ...string) string { return choices[m.IntN(len(choices))] }

// sampled is a pattern with a text that it is likely to match.
type sampled struct{ pattern, text string }

func (s *sampled) add(other sampled) {
	s.pattern += other.pattern
	s.text += other.text
}

func (s sampled) wrap(before, after string) sampled {
	return sampled{before + s.pattern + after, s.text}
}

func same(text string) sampled { return sampled{text, text} }

func (m *caseMaker) pickSampled(choices ...sampled) sampled { return choices[m.IntN(len(choices))] }

// opening replaces sorts of directives that need another one before them.
func (m *caseMaker) opening(sort int) int {
	if sort >= 4 && sort <= 7 || sort == 14 {
		return []int{0, 13, 15, 16}[m.IntN(4)]
	}
	return sort
}

func (m *caseMaker) atom(depth int) sampled {
	switch n := m.IntN(20); {
	case n < 7:
		return same(m.pick("a", "b", "c", "ab", "x", "-", "1"))
	case n < 9:
		return sampled{".", m.pick("a", "b", "x", ".", "\"")}
	case n < 11:
		return m.pickSampled(sampled{"[ab]", "a"}, sampled{"[^a]", "b"}, sampled{"[[:alpha:]]", "c"}, sampled{"[a-c]", "b"},
			sampled{"[[:space:]]", " "}, sampled{"[]a]", "]"}, sampled{"[^]b]", "a"}, sampled{"[[=a=]]", "a"},
			sampled{"[[.-.]b]", "-"}, sampled{"[[:digit:][:upper:]]", "A"}, sampled{`[\n]`, "n"}, sampled{"[A-z]", "_"})
	case n < 12 && m.one(2):
		return sampled{m.pick("^", "$", "[[:<:]]", "[[:>:]]"), ""}
	case n < 12:
		return m.pickSampled(sampled{`\.`, "."}, sampled{`\d`, "d"}, sampled{`\\`, `\`}, sampled{`\|`, "|"}, sampled{`\[`, "["})
	case depth > 0:
		return m.regex(depth-1).wrap("(", ")")
	}
	return m.pickSampled(same("b"), same("c"), sampled{"()", ""})
}

func (m *caseMaker) regex(depth int) sampled {
	var all sampled
	for range 1 + m.IntN(3) {
		a := m.atom(depth)
		switch n := m.IntN(6); {
		case n == 0:
			q := m.pick("*", "+", "?")
			a.pattern += q
			if q != "?" && m.one(2) {
				a.text += a.text
			} else if q != "+" && m.one(2) {
				a.text = ""
			}
		case n == 1:
			a.pattern += m.pick("{2}", "{1,}", "{0,2}", "{1,3}", "{0,1}", "{3}", "{2,}")
			a.text += a.text
		}
		all.add(a)
	}
	if m.one(4) {
		other := m.regex(depth)
		all.pattern += "|" + other.pattern
		if m.one(2) {
			all.text = other.text
		}
	}
	if m.wild && m.one(30) {
		all.pattern += m.pick(`\1`, `\2`, "**", "(", ")", "[", "{1", "[[:foo:]]", "[b-a]", "a||b", "\\", "{2,1}", "{256}", "[[.x",
			"|", "[[.foo.]]", "(*a)", "\xff", "\x00")
	}
	return all
}

func (m *caseMaker) variable() string { return m.pick("V", "W", "$G", "V", "W", "_x1") }

// piece makes a part of a pattern.
func (m *caseMaker) piece() sampled {
	switch n := m.IntN(20); {
	case n < 7:
		return same(m.pick("a", "b", "c", "ab", " ", "a b", ".", "x", "foo", "}", "]", "(", "a\tb", "*", "é"))
	case n < 10:
		re := m.regex(2)
		if strings.HasSuffix(re.pattern, "}") && !m.one(20) {
			re.pattern += "()" // keeps the brace out of the end of the block
		}
		return re.wrap("{{", "}}")
	case n < 12:
		name, re := m.variable(), m.regex(1)
		m.strings[name] = re.text
		return re.wrap("[["+name+":", "]]")
	case n < 14:
		name := m.variable()
		return sampled{"[[" + name + "]]", m.strings[name]}
	case n < 18:
		return m.number()
	case n < 19:
		return m.legacyLine()
	}
	if !m.wild {
		return same(m.pick("q", "[", "{"))
	}
	return sampled{m.pick("[[[V]]", "]]", "[[#", "[[U V]]", "[[", "{{", "}}", "{{}}", "[[]]", "[[$]]", "[[@]]", "[[@V]]", "[[V+1]]",
		"[[V:]]", "[[V :a]]", "[[V:[]]", "[[V]", "[[V:[a]]]", "[[9]]", "[[V\\]]", "\x00", "\xff", "\x01\x7f", "\v", "[[N]]",
		"[[@LINE:a]]", "[[U]]", "[[#U]]", "[[V:{{a}}]]", "[[=[", "\f", "\r"), "a"}
}

func (m *caseMaker) legacyLine() sampled {
	if m.wild && m.one(6) {
		return sampled{m.pick("[[@LINE*1]]", "[[@LINE+]]", "[[@LINE+x]]", "[[@LINE +1]]", "[[@LINE+1+1]]", "[[@LINE+0x1]]",
			"[[@LIN]]", "[[@LINE-99]]", "[[@LINE+-1]]", "[[@LINE1]]", "[[@LINE(1)]]", "[[@LINE+(1)]]", "[[@LIN(]]", "[[@LINE-(]]"), "1"}
	}
	offset := m.IntN(5) - 2
	if offset == 0 {
		return sampled{"[[@LINE]]", fmt.Sprint(m.line)}
	}
	return sampled{fmt.Sprintf("[[@LINE%+d]]", offset), fmt.Sprint(m.line + offset)}
}

// number makes a numeric block.
func (m *caseMaker) number() sampled {
	format, name := "", ""
	if m.one(2) {
		name = m.pick("N", "M", "$K", "N", "M", "H")
	}
	if m.one(2) {
		format = m.pick("%u", "%d", "%x", "%X", "%#x", "%.3u", "%.8X", "%#.4x", "%.2d", "%.0u", "%")
	}
	if m.numbers[name] != nil && !m.one(20) {
		format = m.formats[name] // as it is fixed by the first definition
		if len(format) < 2 {
			format = "%u"
		}
	}
	text := ""
	if format != "" {
		text = format + m.pick(",", ",", " ,", ", ")
	}
	if m.wild && m.one(20) {
		text = m.pick("%z,", "%#u,", "%.x,", "%5u,", "%.3,", "%uu,", "u,", "%x", "% x,", "%.99999999999u,", ",", "%#,", "%.2.u,")
	}
	if name != "" {
		text += name + m.pick(":", ":", " :", ": ")
	}
	if m.wild && m.one(20) {
		text += m.pick("@LINE:", "1N:", "N M:", "V:", ":", "N::", "@X:", "$:")
	}
	value, implied := big.NewInt(int64(m.IntN(40))), ""
	if m.one(2) {
		text += m.pick("", "", "==", "== ", " ==")
		var expr string
		expr, value, implied = m.expression(2)
		text += m.pick("", " ") + expr + m.pick("", "", " ")
	} else if m.one(5) {
		text += m.pick(" ", "\t")
	}
	if m.wild && m.one(15) {
		text += m.pick("==", "<", "!", "(", ")", ",", "+", "*2", "-", " 1", "]")
	}
	if len(format) < 2 {
		format = implied
	}
	if name != "" {
		m.numbers[name], m.formats[name], m.here[name] = value, format, true
	}
	return sampled{"[[#" + m.pick("", "", " ") + text + "]]", written(value, format)}
}

// written is a number in a format.
func written(value *big.Int, format string) string {
	verb, precision := byte('u'), 0
	if n := len(format); n > 0 {
		verb = format[n-1]
		if dot := strings.IndexByte(format, '.'); dot >= 0 {
			fmt.Sscan(format[dot+1:n-1], &precision)
		}
	}
	digits := value.Text(10)
	switch verb {
	case 'x':
		digits = value.Text(16)
	case 'X':
		digits = strings.ToUpper(value.Text(16))
	}
	digits = strings.Repeat("0", max(0, precision-len(digits))) + digits
	if strings.Contains(format, "#") {
		digits = "0x" + digits
	}
	return digits
}

// expression makes a numeric expression, its likely value and format.
func (m *caseMaker) expression(depth int) (text string, value *big.Int, format string) {
	text, value, format = m.operand(depth)
	for range m.IntN(3) {
		right, by, other := m.operand(depth)
		if format == "" {
			format = other
		}
		operator := m.pick("+", "-", " + ", " -", "- ")
		text += operator + right
		if strings.Contains(operator, "+") {
			value = new(big.Int).Add(value, by)
		} else {
			value = new(big.Int).Sub(value, by)
		}
	}
	return text, value, format
}

func (m *caseMaker) operand(depth int) (text string, value *big.Int, format string) {
	if m.wild && m.one(40) {
		text = m.pick("", "08", "0b2", "1 2", "@X", "f(1,2)", "add(1)", "add(1,2,3)", "add(1,)", "add(,1)", "add(1", "min 1", "V", "U",
			"(", "()", "0xg", "--1", "+1", "1.", "a b", "add (1,2)", "0x", "$", "_", "min", "add((1),2)", "1(2)", "N()")
		return text, big.NewInt(1), ""
	}
	switch n := m.IntN(12); {
	case n < 4:
		value = big.NewInt(int64(m.IntN(30)))
		switch m.IntN(12) {
		case 0:
			return fmt.Sprintf("%#x", value), value, ""
		case 1:
			return fmt.Sprintf("0%o", value), value, ""
		case 2:
			return fmt.Sprintf("%#b", value), value, ""
		case 3:
			return "-" + value.String(), value.Neg(value), ""
		case 4:
			value, _ = value.SetString(m.pick("9223372036854775807", "9223372036854775808", "18446744073709551615",
				"18446744073709551616", "340282366920938463463374607431768211456"), 10)
		}
		return value.String(), value, ""
	case n < 8:
		switch name := m.pick(append(slices.Sorted(maps.Keys(m.numbers)), "N", "D")...); {
		case m.numbers[name] != nil && (!m.here[name] || m.one(20)):
			return name, m.numbers[name], m.formats[name]
		case m.one(10):
			return name, big.NewInt(0), ""
		case m.line > 0 || m.one(10):
			return "@LINE", big.NewInt(int64(m.line)), "%u"
		}
		return "3", big.NewInt(3), ""
	case n < 10 && depth > 0:
		text, value, format = m.expression(depth - 1)
		return m.pick("(", "( ") + text + m.pick(")", " )"), value, format
	case depth > 0:
		return m.call(depth)
	}
	return "1", big.NewInt(1), ""
}

func (m *caseMaker) call(depth int) (text string, value *big.Int, format string) {
	left, a, format := m.expression(depth - 1)
	right, b, other := m.expression(depth - 1)
	if format == "" {
		format = other
	}
	name := m.pick("add", "sub", "mul", "div", "min", "max")
	value = functions[name](a, b)
	if value == nil {
		value = big.NewInt(0)
	}
	return name + m.pick("(", " (", "( ") + left + m.pick(",", ", ", " ,") + right + ")", value, format
}

func (m *caseMaker) pattern() sampled {
	var all sampled
	for range 1 + m.IntN(4) {
		all.add(m.piece())
		if m.one(5) {
			all.add(sampled{m.pick(" ", "  ", "\t"), " "})
		}
	}
	return all
}

// directive makes a line of the check file and the input that it asks for.
func (m *caseMaker) directive() string {
	m.here = map[string]bool{}
	prefix := m.pick(m.prefixes...)
	body := m.pattern()
	suffix, before, sample := "", "\n", body.text
	sort := m.IntN(17)
	if !m.anchored && !m.one(40) {
		sort = m.opening(sort)
	}
	switch sort {
	case 0, 1, 2, 3:
	case 4, 5, 6:
		suffix = "-NEXT"
	case 7:
		suffix, before = "-SAME", " "
	case 8, 9:
		suffix = "-NOT"
		if !m.one(6) {
			before, sample = "", ""
		}
	case 10, 11, 12:
		suffix = "-DAG"
	case 13:
		body = m.pickSampled(same("a"), same("b"), sampled{"{{[fg]}}:", "f:"}, same("foo"))
		suffix, sample = "-LABEL", body.text
	case 14:
		suffix, body, sample = "-EMPTY", sampled{}, ""
	case 15:
		suffix = m.pick("-COUNT-2", "-COUNT-1", "-COUNT-3", "-COUNT-0002")
		sample += m.pick(" ", "\n", "") + body.text
	case 16:
		suffix = "{LITERAL}"
		if m.wild {
			suffix = m.pick("{LITERAL}", "{LITERAL,LITERAL}", "{ LITERAL , LITERAL }", "-NEXT{LITERAL}", "-COUNT-2{LITERAL}",
				"-NOT{LITERAL}", "-EMPTY{LITERAL}")
		}
		sample = body.pattern
	}
	if m.wild && m.one(12) {
		suffix = m.pick("_NEXT", "-NXT", "X", " ", "-COUNT", "-COUNT-", "-COUNT-0", "-COUNT--1", "-COUNT-x", "-COUNT-99999999999",
			"-COUNT-2x", "-COUNT-2147483648", "-NOT-NEXT", "-DAG-NOT", "-LABEL-NOT", "{FOO}", "{}", "{LITERAL,}", "{LITERAL", "_COUNT-2",
			"-", "_", "-NEXT-NOT", "-EMPTY-NOT", "-NOT-DAG", "-SAME-NOT", "-LABEL{LITERAL}", "-next", "-NEXTX", "-EMPTY")
	}
	text := m.pick("", "", "", "// ", "  ", "; ", "\t#") + prefix + suffix + ":" + m.pick(" ", " ", "", "  ", "\t") + body.pattern
	if m.one(8) {
		text += m.pick(" ", "\t", " CHECK: a", "  ")
	}
	m.anchored = m.anchored || suffix != "-NOT" && suffix != "-DAG" && slices.Contains(m.prefixes, prefix)
	m.samples = append(m.samples, before+m.pick("", "", "", " ", "z ", "w")+sample)
	return text
}

// checks makes a check file.
func (m *caseMaker) checks() string {
	var b strings.Builder
	for range 1 + m.IntN(6) {
		m.line = 1 + strings.Count(b.String(), "\n")
		switch n := m.IntN(40); {
		case n == 0:
			b.WriteString(m.pick("COM: CHECK: a", "RUN: x", "hello", "COM-NOT: CHECK: a", "xCHECK: b", "-CHECK: b", "", "CHECK", "check: a"))
		case n == 1 && m.wild:
			b.WriteString(m.pick("CHECK:", "CHECK: ", "CHECK-NEXT", "\x00", "\xef\xbb\xbfCHECK: a", "é CHECK: b", "CHECK-", "CHECK{LITERAL}:"))
		default:
			b.WriteString(m.directive())
		}
		b.WriteString(m.pick("\n", "\n", "\n", "\n", "\n", "\n", "\n\n", "\r\n"))
		if m.wild && m.one(60) {
			b.WriteString(m.pick("\r", "\n\r", "\x00\n"))
		}
	}
	text := b.String()
	if m.one(12) {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

// input makes an input from the samples of the directives, with some disorder.
func (m *caseMaker) input() string {
	var b strings.Builder
	b.WriteString(m.pick("", "", "", "z", "zz\n", "\n"))
	filled := m.one(8)
	for i, sample := range m.samples {
		if filled && m.one(2) {
			b.WriteString(strings.Repeat(m.pick("\nfiller", "\n", "\na b"), m.IntN(30)))
		}
		switch m.IntN(24) {
		case 0:
			continue
		case 1:
			b.WriteString(m.pick("a", "\nb", " x", "\n", "\n\n", "\n1", "\t", "\nlonger line of text\n", "\nfoo", " 12"))
		case 2:
			if i > 0 {
				b.WriteString(m.samples[i-1])
			}
		case 3:
			sample = strings.ToUpper(sample)
		case 4:
			sample = strings.TrimLeft(sample, "\n")
		}
		if i == 0 {
			sample = strings.TrimLeft(sample, "\n")
		}
		b.WriteString(sample)
		b.WriteString(m.pick("", "", "", " ", "y", " \t"))
	}
	if m.one(10) {
		for range m.IntN(30) {
			b.WriteString(m.pick("a", "b", "c", "ab", "x", ".", " ", "\t", "1", "2", "3", "A", "\n", "\n", "\n\n", "bca", "a b", "\r\n"))
		}
	}
	if m.one(30) {
		b.WriteString(strings.Repeat(m.pick("line\n", "ab", "0123456789", "\n"), 1+m.IntN(100)))
	}
	if m.wild && m.one(10) {
		b.WriteString(m.pick("\x00", "\xff\xfe", "é", "\r", "\x1b[0m", "\u2028", "\n\r", "\"\\"))
	}
	if !m.one(5) {
		b.WriteString("\n")
	}
	return b.String()
}

// newCase makes a whole case.
func (m *caseMaker) newCase() (check, input string, args []string) {
	args = []string{"check.txt"}
	m.prefixes = []string{"CHECK"}
	if m.one(6) {
		choice := m.pick("--check-prefix=FOO", "--check-prefixes=A,B", "--check-prefixes=A,A-B", "--check-prefixes=CHECK,CHECK-X,CHECKA",
			"-check-prefix=X_1", "--check-prefixes=B,BB,BBB")
		args = append(args, choice)
		_, names, _ := strings.Cut(choice, "=")
		m.prefixes = append(strings.Split(names, ","), m.pick("CHECK", "COM", strings.Split(names, ",")[0]))
	}
	for range m.IntN(3) {
		args = append(args, m.option()...)
	}
	check, input = m.checks(), m.input()
	if m.wild && m.one(4) {
		check = m.damaged(check)
	}
	if m.wild && m.one(4) {
		input = m.damaged(input)
	}
	return check, input, args
}

// damaged changes a few bytes of a text.
func (m *caseMaker) damaged(text string) string {
	for range 1 + m.IntN(3) {
		at := m.place(text)
		end := min(len(text), at+m.IntN(3))
		switch m.IntN(3) {
		case 0:
			from := m.place(text)
			text = text[:at] + text[from:min(len(text), from+m.IntN(12))] + text[end:]
		default:
			text = text[:at] + m.pick("", "", "[", "]", "{", "}", ":", "#", " ", "\n", "-", "(", ")", "\\", "|", "*", "$", "@", ",", "%",
				"a", "0", "N", "\t", "\r", "\x80", "\x00", "=", "+", "[[", "]]", "{{", "}}", "CHECK", "^") + text[end:]
		}
	}
	return text
}

// place is an offset in a text.
func (m *caseMaker) place(text string) int {
	at := 0
	for range 1 + len(text)/200 { // a fuzzer decides with a byte
		at += m.IntN(200)
	}
	return at % (len(text) + 1)
}

func (m *caseMaker) option() []string {
	switch m.IntN(12) {
	case 0:
		value := m.regex(1).text
		name := m.variable()
		m.strings[name] = value
		return []string{"-D" + name + "=" + strings.ReplaceAll(value, "\x00", "")}
	case 1:
		format := m.pick("", "", "%x,", "%d,", "%.3u,")
		name := m.pick("N", "D", "$K")
		expr, value, implied := m.expression(1)
		if format == "" {
			format = implied
		}
		m.numbers[name], m.formats[name] = value, strings.TrimSuffix(format, ",")
		return []string{"-D#" + format + name + "=" + expr}
	case 2:
		return []string{"--implicit-check-not=" + strings.ReplaceAll(m.pattern().pattern, "\x00", "")}
	case 3:
		return []string{"--implicit-check-not=" + m.pick("x", "{{b+}}", "zz", "w", "[[V]]"), m.pick("-v", "-vv", "--implicit-check-not=y")}
	case 4:
		return []string{"--match-full-lines", m.pick("--strict-whitespace", "--ignore-case", "-v", "--match-full-lines")}
	case 5:
		if m.wild {
			return []string{m.pick("-DV", "-D=", "-D#N", "-D#N=", "-D#=1", "-D1=2", "-DV W=3", "-D@LINE=3", "-D#@LINE=3", "-D#N=U", "-D#N=1+",
				"-D", "-DV==", "-D#%z,N=1", "-D#N=1-2", "-D#%d,N=1-2", "--check-prefix=", "--comment-prefixes=CHECK", "--nope", "--color",
				"--color=false", "--dump-input=x", "--comment-prefixes=RUN,A", "-D#N=div(1,0)", "-D#V=1", "-DN=1")}
		}
		return []string{"--allow-unused-prefixes"}
	}
	return []string{m.pick("--match-full-lines", "--strict-whitespace", "--ignore-case", "--allow-empty", "--enable-var-scope", "-v", "-vv",
		"--dump-input=always", "--dump-input=never", "--dump-input-context=1", "--dump-input-context=0", "--dump-input-context=3", "--dump-input-context=0x8", "--dump-input-filter=annotation",
		"--dump-input-filter=annotation-full", "--dump-input-filter=all", "--dump-input-filter=error",
		"--allow-deprecated-dag-overlap", "--comment-prefixes=OTHER", "--allow-unused-prefixes", "--color")}
}
