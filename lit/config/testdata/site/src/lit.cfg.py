import os
import platform

import lit.formats
import lit.util

config.name = "Site"
config.test_format = lit.formats.ShTest(execute_external=not lit.util.pythonize_bool("yes"))
config.suffixes = [".test"]
config.excludes = ["Inputs", "README.test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.project_obj_root, "out")
config.substitutions.append(("%triple", config.host_triple))
config.substitutions.append((r"%\{src\}", config.project_src_root))
config.environment["MODE"] = lit_config.params.get("mode", "debug")
if platform.system() in ("Linux", "Darwin"):
    config.available_features.add("unix")
if config.enable_slow:
    config.available_features.add("slow")
lit_config.parallelism_groups["one"] = None
config.parallelism_group = "one"
