package rulefile

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/tg-opt/tg/discover"
)

// State is how far a run came. It is written as JSON.
type State struct {
	// Version is that of the format.
	Version int
	// Seed is the one of the run.
	Seed uint64
	// Search is how far the enumeration came, nil for not worth keeping.
	Search *discover.Checkpoint
	// Verdicts are what became of equalities, by their text.
	Verdicts map[string]Verdict
}

// Verdict is what became of an equality.
type Verdict struct {
	// Rule is the rule as text, with evidence, of the set Set; General is that of widen.Rule. Same
	// is the name of a rule that says it, too; Why says why there is none.
	Rule    string `json:",omitempty"`
	Set     string `json:",omitempty"`
	General bool   `json:",omitempty"`
	Same    string `json:",omitempty"`
	Why     string `json:",omitempty"`
}

const stateVersion = 1

// ReadState reads a state that was written as JSON.
func ReadState(text []byte) (*State, error) {
	s := &State{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("this is no state of an interrupted run: %w", err)
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("the state has version %d, but only version %d can be resumed", s.Version, stateVersion)
	}
	return s, nil
}

// JSON is the state as it is kept in files.
func (s *State) JSON() ([]byte, error) { return json.MarshalIndent(s, "", " ") }

// state is where to go on; the lock must be held while others judge.
func (m *maker) state() *State {
	return &State{Version: stateVersion, Seed: m.Find.Seed, Search: m.search, Verdicts: maps.Clone(m.verdicts)}
}

// resume takes up a state.
func (m *maker) resume() error {
	s := m.Resume
	if s == nil {
		return nil
	}
	if s.Seed != m.Find.Seed {
		return fmt.Errorf("the state is of a run with other options: the seed was %d, not %d", s.Seed, m.Find.Seed)
	}
	for key, v := range s.Verdicts {
		if v.Rule != "" && m.read(v) == nil {
			return fmt.Errorf("the state is damaged: what became of %s is no rule", key)
		}
		m.verdicts[key] = v
	}
	m.Find.Resume, m.search = s.Search, s.Search
	return nil
}
