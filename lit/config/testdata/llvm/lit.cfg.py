import os
import subprocess

import lit.formats
import lit.llvm

config.llvm_tools_dir = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tools")
config.host_triple = config.target_triple = "x86_64-unknown-linux-gnu"
lit.llvm.initialize(lit_config, config)

from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

config.name = "LLVM-like"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell and False)
config.suffixes = [".s", ".ll"]
config.test_source_root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "test")

llvm_config.with_system_environment(["HOME", "INCLUDE", "LIB", "TMP", "TEMP"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    [
        "my-opt",
        ToolSubst("%my-cc", command=FindTool("my-opt"), extra_args=["--cc"]),
        ToolSubst("my-missing", unresolved="ignore"),
    ],
    [config.llvm_tools_dir],
)
if subprocess.run([llvm_config.use_llvm_tool("my-opt", quiet=True), "--version"], stdout=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("my-opt-works")
