package parser

import "github.com/tg-opt/tg/ir"

const (
	dialectResources  = "dialect_resources"
	externalResources = "external_resources"
)

// metadata reads `{-# key: {...}, ... #-}`; the cursor is at the brace.
func (p *parser) metadata() {
	p.pos += len("{-#")
	for first := true; !p.metadataEnd(); first = false {
		if !first {
			p.want(',', "expected ',' or '#-}'")
		}
		pos := p.elemPos()
		key := p.peekIdent()
		if key == "" {
			p.expected("expected identifier key in file metadata dictionary")
		}
		p.pos += len(key)
		p.want(':', "expected ':'")
		switch key {
		case dialectResources, externalResources:
			p.resourceSections(key)
		default:
			p.failAt(pos, "unknown key '%s' in file metadata dictionary%s", key,
				nearWord(key, []string{dialectResources, externalResources}))
		}
	}
}

func (p *parser) metadataEnd() bool {
	if p.peek() != '#' || p.at(p.pos+1) != '-' || p.at(p.pos+2) != '}' {
		return false
	}
	p.pos += len("#-}")
	return true
}

// resourceSections reads `{section: {key: value, ...}, ...}`.
func (p *parser) resourceSections(group string) {
	p.want('{', "expected '{'")
	for first := true; !p.eat('}'); first = false {
		if !first {
			p.want(',', "expected ',' or '}'")
		}
		pos := p.elemPos()
		section := p.resourceName()
		inDialect := group == dialectResources && section != "builtin"
		if inDialect && p.ctx.LookupDialect(section) == nil {
			p.failAt(pos, "dialect '%s' is unknown", section)
		}
		p.want(':', "expected ':'")
		if inDialect {
			p.unexpected("unexpected 'resource' section for dialect '%s'", section)
		}
		p.resourceEntries(ir.ResourceKey{Group: group, Section: section})
	}
}

// resourceName reads a key: an identifier or a string.
func (p *parser) resourceName() string {
	if p.peek() == '"' {
		return p.str()
	}
	name := p.peekIdent()
	if name == "" {
		p.unexpected("expected identifier key for 'resource' entry")
	}
	p.pos += len(name)
	return name
}

func (p *parser) resourceEntries(at ir.ResourceKey) {
	p.want('{', "expected '{'")
	for first := true; !p.eat('}'); first = false {
		if !first {
			p.want(',', "expected ',' or '}'")
		}
		at.Key = p.ctx.Intern(p.resourceName())
		p.want(':', "expected ':'")
		if r := p.resourceValue(at); at.Group == externalResources {
			p.ctx.AddResource(at, r)
		} else {
			p.ctx.SetResource(at, r)
		}
	}
}

// resourceValue reads a blob, or, outside of dialect resources, a string or
// a boolean.
func (p *parser) resourceValue(at ir.ResourceKey) *ir.Resource {
	pos := p.elemPos()
	isBlob := at.Group == dialectResources
	switch c := p.cur(); {
	case !isBlob && (p.eatWord("true") || c == 'f' && p.eatWord("false")):
		return &ir.Resource{Value: p.ctx.BoolAttr(c == 't')}
	case c != '"' && isBlob:
		p.failAt(pos, "expected hex string blob for key '%s'", at.Key)
	case c != '"':
		p.unexpected("expected string value for key '%s', or a boolean", at.Key)
	}
	text := p.str()
	raw, ok := decodeBlob(text)
	switch {
	case !ok && !isBlob:
		return &ir.Resource{Value: p.ctx.StringAttr(text)}
	case !ok:
		p.failAt(pos, "expected hex string blob for key '%s'", at.Key)
	case len(raw) < 4:
		p.failAt(pos, "expected hex string blob for key '%s' to encode alignment in first 4 bytes", at.Key)
	}
	align := uint32(raw[0]) | uint32(raw[1])<<8 | uint32(raw[2])<<16 | uint32(raw[3])<<24
	if align&(align-1) != 0 {
		p.failAt(pos, "expected hex string blob for key '%s' to encode alignment in first 4 bytes, but got non-power-of-2 value: %d", at.Key, align)
	}
	return &ir.Resource{Alignment: align, Data: raw[4:]}
}

func decodeBlob(text string) (raw []byte, ok bool) {
	if len(text) < 2 || text[:2] != "0x" {
		return nil, false
	}
	return decodeHex(make([]byte, 0, len(text)/2), text[2:])
}
