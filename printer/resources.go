package printer

import (
	"encoding/binary"

	"github.com/tg-opt/tg/ir"
)

// resourceKeys are the resources that the text mentions, in order.
type resourceKeys struct {
	keys []string
	seen map[string]bool
}

func (r *resourceKeys) add(key string) {
	if r.seen[key] {
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.keys = append(r.keys, key)
}

const (
	dialectResources  = "dialect_resources"
	externalResources = "external_resources"
)

// metadata writes the trailer `{-# ... #-}` with the resources that were
// mentioned and all external ones, or nothing when there are none.
func (p *printer) metadata() {
	m := &metadata{printer: p}
	for _, key := range p.resources.keys {
		at := ir.ResourceKey{Group: dialectResources, Section: "builtin", Key: key}
		if r := p.Ctx.Resource(at); r != nil {
			m.resourceEntry(at, r)
		}
	}
	for _, r := range p.Ctx.Resources() {
		if r.Group == externalResources {
			m.resourceEntry(r.ResourceKey, r.Resource)
		}
	}
	m.close()
}

// metadata knows what of the trailer is open.
type metadata struct {
	*printer
	started        bool
	group, section string
}

func (m *metadata) resourceEntry(key ir.ResourceKey, r *ir.Resource) {
	if !m.started {
		m.started = true
		m.Str("\n{-#\n")
	}
	if limit := m.opt.ElideResourcesLargerThan; limit != nil && m.textLen(r) > *limit {
		return
	}
	switch {
	case m.group == key.Group && m.section == key.Section:
		m.Str(",\n")
	case m.group == key.Group:
		m.Str("\n    },\n    ")
		m.Keyword(key.Section)
		m.Str(": {\n")
	default:
		if m.group != "" {
			m.Str("\n    }\n  },\n")
		}
		m.Str("  ")
		m.Str(key.Group)
		m.Str(": {\n    ")
		m.Keyword(key.Section)
		m.Str(": {\n")
	}
	m.group, m.section = key.Group, key.Section
	m.Str("      ")
	m.Keyword(key.Key)
	m.Str(": ")
	m.resourceValue(r)
}

func (m *metadata) close() {
	switch {
	case !m.started:
		return
	case m.group != "":
		m.Str("\n    }\n  }")
	}
	m.Str("\n#-}\n")
}

// resourceValue writes a blob as hex, its alignment first.
func (m *metadata) resourceValue(r *ir.Resource) {
	if r.Value != nil {
		m.AttrWithoutType(r.Value)
		return
	}
	m.Str(`"0x`)
	m.HexBytes(binary.LittleEndian.AppendUint32(nil, r.Alignment))
	m.HexBytes(r.Data)
	m.Byte('"')
}

// textLen is the length of what resourceValue writes.
func (m *metadata) textLen(r *ir.Resource) int {
	if r.Value == nil {
		return len(`"0x"`) + 2*(4+len(r.Data))
	}
	w := ir.NewTextWriter()
	w.AttrWithoutType(r.Value)
	return len(w.Buf)
}
