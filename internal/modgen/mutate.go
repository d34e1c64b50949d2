package modgen

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Broken is the text of a valid module in which something has gone wrong, so
// that it is most likely not valid any more.
func Broken(seed uint64) string { return broken(seed, Valid(seed)) }

// BrokenLoops is Broken for Loops.
func BrokenLoops(seed uint64) string { return broken(seed, loops(seed, true)) }

func broken(seed uint64, text string) string { return Mutated(seed, text, replacements) }

// Mutated is text with one or two changes: a token is dropped, doubled, moved, misspelt, or
// replaced by another one of the text or by one of words.
func Mutated(seed uint64, text string, words []string) string {
	r := rand.New(rand.NewPCG(seed, 0x62726f6b656e))
	for range 1 + r.IntN(2) {
		text = mutate(r, text, words)
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// Replaced is text with up to three tokens replaced by others of their kind, from the text or from
// words: numbers by numbers, types by types, names by names, so that it mostly still reads as a
// module. A token is replaced at one place, or everywhere, which leaves together what belongs
// together.
func Replaced(seed uint64, text string, words []string) string {
	r := rand.New(rand.NewPCG(seed, 0x7265706c6163))
	list := tokens(text)
	kinds := map[tokenKind][]string{}
	for _, word := range words {
		kinds[kindOf(word)] = append(kinds[kindOf(word)], word)
	}
	for _, token := range list {
		word := strings.TrimRight(token, " \n")
		kinds[kindOf(word)] = append(kinds[kindOf(word)], word)
	}
	if !slices.ContainsFunc(list, func(t string) bool { return kindOf(strings.TrimRight(t, " \n")) != otherToken }) {
		return text // nothing of a kind
	}
	for range 1 + r.IntN(3) {
		at := r.IntN(len(list))
		from := strings.TrimRight(list[at], " \n")
		for kindOf(from) == otherToken {
			at = r.IntN(len(list))
			from = strings.TrimRight(list[at], " \n")
		}
		alike := kinds[kindOf(from)]
		to, everywhere := alike[r.IntN(len(alike))], r.IntN(2) == 0
		for i, token := range list {
			if word := strings.TrimRight(token, " \n"); i == at || everywhere && word == from {
				list[i] = to + token[len(word):]
			}
		}
	}
	return strings.Join(list, "")
}

// tokenKind is what a token may stand for.
type tokenKind uint8

const (
	otherToken tokenKind = iota // punctuation
	numberToken
	shapeToken // 2x3xf32
	valueToken // %x
	opToken    // dialect.op
	nameToken  // a keyword, or a type without dimensions
)

func kindOf(word string) tokenKind {
	switch {
	case word == "":
		return otherToken
	case word[0] == '%':
		return valueToken
	case '0' <= word[0] && word[0] <= '9' || word[0] == '-' && len(word) > 1 && word[1] != '>' || word[0] == '?':
		if strings.ContainsRune(word, 'x') && !strings.HasPrefix(word, "0x") {
			return shapeToken
		}
		return numberToken
	case !isWord(word[0]):
		return otherToken
	case strings.ContainsRune(word, '.'):
		return opToken
	}
	return nameToken
}

// token is a piece of a module's text, with the blanks behind it.
func tokens(text string) []string {
	var list []string
	for i := 0; i < len(text); {
		start := i
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					i++
				}
			}
			i = min(i+1, len(text))
		case isWord(c) || strings.IndexByte("%^@#!", c) >= 0:
			for i++; i < len(text) && isWord(text[i]); i++ {
			}
		case strings.HasPrefix(text[i:], "->") || strings.HasPrefix(text[i:], "::"):
			i += 2
		default:
			i++
		}
		for i < len(text) && (text[i] == ' ' || text[i] == '\n') {
			i++
		}
		list = append(list, text[start:i])
	}
	return list
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '$'
}

var replacements = []string{
	"i32", "f32", "index", "tensor<4xf32>", "vector<2xi1>", "%v0", "%nope", "^bb9", "@f0", "@nope", "\"t.op\"", "arith.addi",
	"arith.nope", "scf.yield", "func.return", "module", "0", "-1", "1.5", "0x", "true", "\"s\"", "\"open", "{", "}", "(", ")",
	"[", "]", "<", ">", ",", ":", "=", "->", "#nope", "!nope", "loc", "unit", "dense", "array", "affine_map", "memref", "none",
	"attributes", "overflow", "fastmath", "nsw", "to", "step", "else", "i99999999", "99999999999999999999", "?", "*", "x", "|",
}

// mutate changes text in one place: it drops, doubles, swaps or replaces a
// token.
func mutate(r *rand.Rand, text string, words []string) string {
	list := tokens(text)
	if len(list) < 3 {
		return text
	}
	i := r.IntN(len(list) - 1)
	word := strings.TrimRight(list[i], " \n")
	blanks := list[i][len(word):]
	switch r.IntN(8) {
	case 0, 1:
		list[i] = blanks
	case 2:
		list[i] += list[i]
	case 3:
		list[i], list[i+1] = list[i+1], list[i]
	case 4:
		// A token of the module in the place of another.
		list[i] = strings.TrimRight(list[r.IntN(len(list))], " \n") + blanks
	case 5:
		// A name with a letter more or less.
		if len(word) > 1 && r.IntN(2) == 0 {
			list[i] = word[:len(word)-1] + blanks
		} else {
			list[i] = word + "x" + blanks
		}
	default:
		list[i] = words[r.IntN(len(words))] + blanks
	}
	return strings.Join(list, "")
}
