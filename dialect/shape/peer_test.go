package shape_test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/peer"
)

func TestLikeMLIROpt(t *testing.T) { peer.Test(t, "testdata/*.cases", driver.Opt) }
