package inline_test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestAgainstMLIROpt(t *testing.T) { peer.Test(t, "testdata/*.cases", driver.Opt) }
