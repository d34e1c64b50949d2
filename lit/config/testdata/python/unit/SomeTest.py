"""Behaves like a program of GoogleTest with four tests."""

import json
import os
import sys

NAMES = ["Works", "Breaks", "IsSkipped", "WorksToo"]

if "--gtest_list_tests" in sys.argv:
    print("Suite.\n  " + "\n  ".join(NAMES))
    sys.exit(0)
total, index = int(os.environ.get("GTEST_TOTAL_SHARDS", "1")), int(os.environ.get("GTEST_SHARD_INDEX", "0"))
infos = []
for name in NAMES[index::total]:
    info = {"name": name, "result": "SKIPPED" if name == "IsSkipped" else "COMPLETED", "time": "0.001s"}
    print("[ RUN      ] Suite." + name)
    if name == "Breaks":
        info["failures"] = [{"failure": "1 is not 2", "type": ""}]
        print("it broke\n[  FAILED  ] Suite." + name)
    infos.append(info)
with open(os.environ["GTEST_OUTPUT"][len("json:"):], "w", encoding="utf-8") as f:
    json.dump({"random_seed": 1, "testsuites": [{"name": "Suite", "testsuite": infos}]}, f)
sys.exit(any("failures" in info for info in infos))
