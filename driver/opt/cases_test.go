package opt

import (
	"testing"

	"github.com/tg-opt/tg/internal/peer"
)

func TestCases(t *testing.T) { peer.Test(t, "testdata/*.cases", tgOpt) }
