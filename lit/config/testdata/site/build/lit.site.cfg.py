# What a build system generates: where things are, and then the configuration of the sources.
import os

config.project_obj_root = os.path.dirname(os.path.abspath(__file__))
config.project_src_root = os.path.join(config.project_obj_root, "..", "src")
config.enable_slow = False
config.host_triple = "x86_64-unknown-linux-gnu"

lit_config.load_config(config, os.path.join(config.project_src_root, "lit.cfg.py"))
