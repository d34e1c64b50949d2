import os
import site
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
site.addsitedir(here)

config.name = f"Python {'.'.join(part for part in ('on', 'request'))}"
config.suffixes = {f".{kind}" for kind in ["test", "txt"]}
config.test_format = lit.formats.ShTest()
config.environment.update({f"V{n}": str(n * n) for n in range(3)})
config.substitutions += [(f"%v{n}", config.environment[f"V{n}"]) for n in range(3)]
config.substitutions.append(("%python", f'"{sys.executable}"'))

import own_format

lit_config.parallelism_groups["alone"] = 1
config.parallelism_group = own_format.group
