package filecheck

import (
	"strings"

	"github.com/tg-opt/tg/lit/filecheck/ere"
)

// pieceKind says what a piece of a pattern is, as it is written in the check file.
type pieceKind uint8

const (
	pieceText    pieceKind = iota
	pieceRegex             // {{...}}
	pieceUse               // [[NAME]]
	pieceDefine            // [[NAME:...]]
	pieceNumeric           // [[#...]] or [[@LINE...]]
	pieceBroken            // [[ or {{ that opens no valid block; it reaches to the end of the pattern
)

// piece is a part of a pattern's text. Unlike the compiled pattern it knows what the author wrote
// and where.
type piece struct {
	kind pieceKind
	at   fragment // all of it
	body fragment // the expression of pieceRegex and pieceDefine, the inside of pieceNumeric after its #
	name string   // of the variable that is defined or used; "" for a number that is not kept
	uses []string // variables in the expression of pieceNumeric
}

// splitPattern cuts the text of a pattern at its blocks. It accepts everything: what no block can
// be made of is one pieceBroken.
func splitPattern(rest fragment) []piece {
	var all []piece
	for !rest.empty() {
		var p piece
		switch {
		case rest.has("{{"):
			p = regexPiece(rest)
		case rest.has("[[") && !rest.has("[[["):
			p = variablePiece(rest)
		default:
			end := rest.len()
			for _, opening := range []string{"{{", "[["} {
				if i := rest.from(1).index(opening); i >= 0 {
					end = min(end, i+1)
				}
			}
			p = piece{kind: pieceText, at: rest.to(end)}
		}
		rest = rest.from(p.at.len())
		if n := len(all); n > 0 && p.kind == pieceText && all[n-1].kind == pieceText {
			all[n-1].at.end = p.at.end
			continue
		}
		all = append(all, p)
	}
	return all
}

func regexPiece(rest fragment) piece {
	end := rest.index("}}")
	if end < 0 {
		return piece{kind: pieceBroken, at: rest}
	}
	return piece{kind: pieceRegex, at: rest.to(end + 2), body: rest.from(2).to(end - 2)}
}

func variablePiece(rest fragment) piece {
	broken := piece{kind: pieceBroken, at: rest}
	inside := rest.from(2)
	end, failure := closingBrackets(inside)
	if failure != nil || end < 0 {
		return broken
	}
	whole := rest.to(end + 4)
	inside = inside.to(end)
	if inside.has("#") || inside.has("@") {
		p := piece{kind: pieceNumeric, at: whole, body: inside}
		if p.body.eat("#") {
			p.numeric()
		}
		return p
	}
	tail := inside
	name, _, problem := scanName(&tail)
	switch {
	case problem == "" && tail.empty():
		return piece{kind: pieceUse, at: whole, name: name.String()}
	case problem == "" && tail.eat(":"):
		return piece{kind: pieceDefine, at: whole, body: tail, name: name.String()}
	}
	return broken
}

// closingBrackets is blockEnd with its error as a result.
func closingBrackets(f fragment) (end int, failure *ParseError) {
	defer catchParseError(&failure)
	return blockEnd(f), nil
}

// numeric finds the variables of a numeric block.
func (p *piece) numeric() {
	expr := p.body
	if expr.trimLeft().has("%") {
		if comma := expr.index(","); comma >= 0 {
			expr = expr.from(comma + 1)
		}
	}
	if colon := expr.index(":"); colon >= 0 {
		p.name = expr.to(colon).trimLeft().trimRight().String()
		expr = expr.from(colon + 1)
	}
	for !expr.empty() {
		switch c := expr.at(0); {
		case isDigit(c): // of 0x1f, the letters are no name
			for !expr.empty() && isAlnum(expr.at(0)) {
				expr = expr.from(1)
			}
		default:
			name, pseudo, problem := scanName(&expr)
			if problem != "" {
				expr = expr.from(1)
			} else if !pseudo && !expr.trimLeft().has("(") {
				p.uses = append(p.uses, name.String())
			}
		}
	}
}

// regexGroups counts the groups that an expression opens.
func regexGroups(regex string) int {
	groups, err := ere.Check(regex)
	if err != nil {
		return 0
	}
	return groups
}

// eachRegexByte calls visit for every byte of an expression that stands for itself or is an
// operator; of `\x` it is the backslash. Within brackets a backslash is a byte like others.
func eachRegexByte(regex string, visit func(i int, inBrackets bool)) {
	for i := 0; i < len(regex); i++ {
		visit(i, false)
		switch regex[i] {
		case '\\':
			i++
		case '[':
			i = visitBrackets(regex, i, visit)
		}
	}
}

// visitBrackets visits the bracket expression that opens at i and returns the place of its last
// byte.
func visitBrackets(regex string, i int, visit func(i int, inBrackets bool)) int {
	i++
	if i < len(regex) && regex[i] == '^' {
		i++
	}
	for first := true; i < len(regex); first = false {
		if regex[i] == ']' && !first {
			return i
		}
		if regex[i] == '[' && i+1 < len(regex) && strings.IndexByte(":.=", regex[i+1]) >= 0 {
			if n := strings.Index(regex[i+2:], regex[i+1:i+2]+"]"); n >= 0 {
				i += 2 + n + 2 // a class such as [:digit:]
				continue
			}
		}
		visit(i, true)
		i++
	}
	return i
}

// captures reports whether a piece gives a variable a value.
func (p *piece) captures() bool {
	return p.kind == pieceDefine || p.kind == pieceNumeric && p.name != ""
}

// used lists the variables whose values a piece needs.
func (p *piece) used() []string {
	if p.kind == pieceUse {
		return []string{p.name}
	}
	return p.uses
}
