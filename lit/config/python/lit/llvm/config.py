"""The object llvm_config: features, environment and substitutions that the projects of LLVM share."""

import errno
import os
import platform
import re
import subprocess
import sys

import lit.util
from lit.llvm.subst import FindTool, ToolSubst

_SYSTEMS = {"Darwin": "darwin", "Windows": "windows", "Linux": "linux", "FreeBSD": "freebsd", "NetBSD": "netbsd", "AIX": "aix",
            "SunOS": "solaris", "OS/390": "zos"}
_SANITIZERS = {"address": "asan", "hwaddress": "hwasan", "memory": "msan", "memorywithorigins": "msan", "undefined": "ubsan",
               "thread": "tsan"}
_SANITIZER_VARIABLES = ["ASAN_SYMBOLIZER_PATH", "HWASAN_SYMBOLIZER_PATH", "MSAN_SYMBOLIZER_PATH", "TSAN_SYMBOLIZER_PATH",
                        "UBSAN_SYMBOLIZER_PATH", "ASAN_OPTIONS", "HWASAN_OPTIONS", "MSAN_OPTIONS", "RTSAN_OPTIONS",
                        "TSAN_OPTIONS", "UBSAN_OPTIONS"]
_TRIPLES = [("x86_64.*-apple", "x86_64-apple"), ("x86_64.*-linux", "x86_64-linux"), ("i.86", "target-x86"),
            ("x86_64", "target-x86_64"), ("aarch64|arm64", "target-aarch64"), ("arm(?!64)", "target-arm"),
            ("ppc64le.*-linux", "target=powerpc64le-linux"), ("riscv64-.*-elf", "target-riscv64"),
            ("riscv32-.*-elf.", "target-riscv32"), ("loongarch64", "target-loongarch64")]
_CLANG_VARIABLES = ["COMPILER_PATH", "RC_DEBUG_OPTIONS", "CINDEXTEST_PREAMBLE_FILE", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH",
                    "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH", "LIBCLANG_TIMING", "LIBCLANG_OBJTRACKING",
                    "LIBCLANG_LOGGING", "LIBCLANG_BGPRIO_INDEX", "LIBCLANG_BGPRIO_EDIT", "LIBCLANG_NOTHREADS",
                    "LIBCLANG_RESOURCE_USAGE", "LIBCLANG_CODE_COMPLETION_LOGGING"]
_CXX_STANDARDS = ("98", "11", "14", "17", "20", "2b")


def user_is_root():
    return hasattr(os, "getuid") and os.getuid() == 0


class LLVMConfig:
    def __init__(self, lit_config, config):
        self.lit_config, self.config = lit_config, config
        self.use_lit_shell = sys.platform == "win32" or bool(lit_config.update_tests)
        shell = os.environ.get("LIT_USE_INTERNAL_SHELL")
        if shell:
            self.use_lit_shell = lit.util.pythonize_bool(shell)
            if not self.use_lit_shell and lit_config.update_tests:
                print("note: --update-tests is not supported when using external shell")
        if sys.platform == "win32":
            self.with_system_environment(["SystemDrive", "SystemRoot", "TEMP", "TMP", "PLATFORM"])
        self.with_system_environment(_SANITIZER_VARIABLES)
        config.available_features.update(self._features())
        self._use_gmalloc()

    def _features(self):
        """What is known of the host, the target and the build."""
        config = self.config
        if platform.system() in _SYSTEMS:
            yield "system-" + _SYSTEMS[platform.system()]
        elif sys.platform == "cygwin":
            yield "system-cygwin"
        host, target = getattr(config, "host_triple", None), getattr(config, "target_triple", None)
        yield "host=%s" % host
        yield "target=%s" % target
        if host and host == target:
            yield "native"
        sanitizers = set(getattr(config, "llvm_use_sanitizer", "").lower().split(";"))
        for sanitizer in sanitizers & set(_SANITIZERS):
            yield _SANITIZERS[sanitizer]
        for attribute, feature in (("have_zlib", "zlib"), ("have_zstd", "zstd"), ("reverse_iteration", "reverse_iteration")):
            if getattr(config, attribute, None):
                yield feature
        if lit.util.pythonize_bool(self.lit_config.params.get("run_long_tests")):
            yield "long_tests"
        for pattern, feature in _TRIPLES:
            if target and re.match(pattern, target):
                yield feature
        if target and re.match("x86_64.*-apple", target) and "address" in sanitizers:
            if self.get_clang_has_lsan(getattr(config, "host_cxx", None), target):
                self.with_environment("ASAN_OPTIONS", "detect_leaks=1", append_path=True)
        if not user_is_root():
            yield "non-root-user"
        if platform.system() != "Windows":
            yield "symlinks"

    def _use_gmalloc(self):
        if lit.util.pythonize_bool(self.lit_config.params.get("use_gmalloc")):
            library = self.lit_config.params.get("gmalloc_path", "/usr/lib/libgmalloc.dylib")
            self.with_environment("DYLD_INSERT_LIBRARIES", library)

    def with_environment(self, variable, value, append_path=False):
        """Sets a variable of tests; with append_path, value is one or more paths that come first in a list of paths."""
        if append_path:
            def norm(path):
                return os.path.normcase(os.path.normpath(path))

            first = [norm(path) for path in ([value] if isinstance(value, str) else value)]
            first = list(dict.fromkeys(first))
            current = self.config.environment.get(variable)
            rest = [norm(path) for path in current.split(os.pathsep)] if current else []
            for path in first:
                if path in rest:
                    rest.remove(path)
            value = os.pathsep.join(first + rest)
        self.config.environment[variable] = value

    def with_system_environment(self, variables, append_path=False):
        for variable in [variables] if isinstance(variables, str) else variables:
            if os.environ.get(variable):
                self.with_environment(variable, os.environ[variable], append_path)

    def clear_environment(self, variables):
        for variable in variables:
            self.config.environment.pop(variable, None)

    def get_process_output(self, command):
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.config.environment)
        except OSError:
            self.lit_config.fatal("Could not run process %s" % command)
        return lit.util.to_string(done.stdout), lit.util.to_string(done.stderr)

    def check_process_success(self, command):
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=self.config.environment).returncode == 0

    def feature_config(self, features):
        """Asks llvm-config with each argument; a function or a dictionary of patterns makes features of the line it prints."""
        program = os.path.join(self.config.llvm_tools_dir, "llvm-config")
        output, _ = self.get_process_output([program] + [argument for argument, _ in features])
        for line, (_, patterns) in zip(output.split("\n"), features):
            if callable(patterns):
                self.config.available_features.update(patterns(line))
            else:
                self.config.available_features.update(f for pattern, f in patterns.items() if re.search(pattern, line))

    def get_clang_builtin_include_dir(self, clang):
        directory, _ = self.get_process_output([clang, "-print-file-name=include"])
        if not directory:
            self.lit_config.fatal("Couldn't find the include dir for Clang ('%s')" % clang)
        return directory.strip()

    def clang_has_bounds_safety(self, additional_flags=None):
        clang = self.config.clang
        return bool(clang) and os.path.exists(clang) and self.check_process_success(
            [clang] + (additional_flags or []) + ["-fbounds-safety", "-###"])

    def get_clang_has_lsan(self, clang, triple):
        if not clang:
            self.lit_config.warning("config.host_cxx is unset but test suite is configured to use sanitizers.")
            return False
        program = clang.split()[0]
        version, _ = self.get_process_output([program, "--version"])
        if "clang" not in version:
            self.lit_config.warning("compiler '%s' does not appear to be clang, but test suite is configured to use sanitizers."
                                    % program)
            return False
        if "-linux" in triple:
            return True
        number = re.search(r"version (\d+)\.", version)
        return bool(re.match("x86_64.*-apple", triple) and "Apple" not in version and number and int(number.group(1)) >= 5)

    def normalize_triple(self, triple):
        parts = triple.split("-", 3)
        return "-".join(parts if len(parts) == 4 else parts + ["unknown"])

    def _parts_of_triple(self, triple, abi):
        found = re.match(r"(\w+)-(\w+)-(\w+)", triple)
        if not found:
            self.lit_config.fatal("Could not turn '%s' into %s ABI triple" % (triple, abi))
        return found.groups()

    def make_itanium_abi_triple(self, triple):
        parts = self._parts_of_triple(triple, "Itanium")
        return "-".join(parts) + "-gnu" if parts[2].lower() == "windows" else triple

    def make_msabi_triple(self, triple):
        isa, vendor, system = (part.lower() for part in self._parts_of_triple(triple, "MS"))
        if system == "windows" and triple.endswith("-msvc"):
            return triple
        if isa.startswith("x86") or isa == "amd64" or re.match(r"i\d86", isa):
            return "%s-%s-windows-msvc" % (isa, vendor)
        return "i686-pc-windows-msvc"

    def _substitute(self, pattern, text):
        self.config.substitutions.append((pattern, text))

    def add_tool_substitutions(self, tools, search_dirs=None):
        """Adds substitutions of names or ToolSubsts. It adds none and returns False if a tool is missing that breaks the group."""
        dirs = search_dirs or [self.config.llvm_tools_dir]
        dirs = os.pathsep.join([dirs] if isinstance(dirs, str) else dirs)
        resolved = [(tool if isinstance(tool, ToolSubst) else ToolSubst(tool)).resolve(self, dirs) for tool in tools]
        resolved = [r for r in resolved if r]
        if not all(command for _, _, command in resolved):
            return False
        self.config.substitutions.extend((pattern, pipe + command) for pattern, pipe, command in resolved)
        return True

    def add_err_msg_substitutions(self):
        given = getattr(self.config, "errc_messages", "")
        numbers = ("ENOENT", "EISDIR", "EINVAL", "EACCES")
        texts = given.split(";") if given else [os.strerror(getattr(errno, name)) for name in numbers]
        for name, text in zip(numbers, texts):
            self._substitute("%errc_" + name, "'%s'" % text)

    def use_default_substitutions(self):
        self._substitute("%python", '"%s"' % sys.executable)
        piped = [ToolSubst(r"\| \b%s\b" % name, command=FindTool(name), verbatim=True, unresolved="fatal")
                 for name in ("count", "not")]
        self.add_tool_substitutions([ToolSubst("FileCheck", unresolved="fatal")] + piped, [self.config.llvm_tools_dir])
        self.add_err_msg_substitutions()

    def use_llvm_tool(self, name, search_env=None, required=False, quiet=False, search_paths=None, use_installed=False):
        """The path of a tool: that of a variable, else one below search_paths, else, if use_installed is set, one of PATH."""
        tool = self.config.environment.get(search_env) if search_env else None
        if not tool:
            dirs = [self.config.llvm_tools_dir] if search_paths is None else search_paths
            tool = lit.util.which(name, os.pathsep.join(dirs))
        if not tool and use_installed:
            tool = lit.util.which(name, self.config.environment["PATH"])
        if tool:
            tool = os.path.normpath(tool)
            if not quiet:
                self.lit_config.note("using %s: %s" % (name, tool))
        elif required:
            hint = ", try setting %s in your environment" % search_env if search_env else ""
            self.lit_config.fatal("couldn't find '%s' program%s" % (name, hint))
        return tool

    def _dirs(self, *attributes):
        """The directories that the configuration names in attributes, of which the first is about its own project."""
        names = (self.config.name.lower() + attributes[0],) + attributes[1:]
        return [getattr(self.config, name) for name in names if getattr(self.config, name, None)]

    def _get_clang_paths(self, additional_tool_dirs):
        return additional_tool_dirs + self._dirs("_tools_dir", "clang_tools_dir", "llvm_tools_dir")

    def clang_setup(self, additional_tool_dirs=[]):
        windows = platform.system() == "Windows"
        self.clear_environment(_CLANG_VARIABLES + ([] if windows else ["INCLUDE"]))
        self.with_environment("PATH", self._get_clang_paths(additional_tool_dirs), append_path=True)
        libraries = "LIBPATH" if platform.system() == "AIX" else "LD_LIBRARY_PATH"
        self.with_environment(libraries, self._dirs("_libs_dir", "llvm_shlib_dir", "llvm_libs_dir"), append_path=True)
        for attribute, pattern in (("llvm_shlib_dir", "%llvmshlibdir"), ("llvm_plugin_ext", "%pluginext")):
            if getattr(self.config, attribute, None):
                self._substitute(pattern, getattr(self.config, attribute))
        itanium = ms = host = ""
        if self.config.target_triple:
            itanium = self.normalize_triple(self.make_itanium_abi_triple(self.config.target_triple))
            ms = self.make_msabi_triple(self.config.target_triple)
        else:
            self.lit_config.note("No default target triple was found, some tests may fail as a result.")
        if self.config.host_triple and self.config.host_triple != "@LLVM_HOST_TRIPLE@":
            host = "--target=" + self.make_itanium_abi_triple(self.config.host_triple)
        self._substitute("%itanium_abi_triple", itanium)
        self._substitute("%ms_abi_triple", ms)
        self._substitute("%target_itanium_abi_host_triple", host)
        group = int(os.environ.get("LIT_CLANG_STD_GROUP", "0"))
        for low, high in (("98", "14"), ("98", ""), ("11", "14"), ("11", ""), ("14", ""), ("17", "20"), ("17", ""), ("20", ""),
                          ("2b", "")):
            first, last = _CXX_STANDARDS.index(low), _CXX_STANDARDS.index(high or _CXX_STANDARDS[-1])
            chosen = _CXX_STANDARDS[last - group % (last - first + 1)]
            self._substitute("%%std_cxx%s-%s" % ("23" if low == "2b" else low, high), "-std=c++" + chosen)

    def use_clang(self, additional_tool_dirs=[], additional_flags=[], required=True, use_installed=False):
        self.clang_setup(additional_tool_dirs)
        clang = self.config.clang = self.use_llvm_tool(
            "clang", search_env="CLANG", required=required, use_installed=use_installed,
            search_paths=self._get_clang_paths(additional_tool_dirs))
        if clang:
            self.config.available_features.add("clang")
            include = self.get_clang_builtin_include_dir(clang)
            cc1 = ["-cc1", "-internal-isystem", include, "-nostdsysteminc"]
            tools = [("%clang", clang, []), ("%clang_analyze_cc1", "%clang_cc1", ["-analyze", "-setup-static-analyzer"]),
                     ("%clang_cc1", clang, cc1)]
            tools += [(name, clang, ["--driver-mode=" + mode]) for name, mode in (
                ("%clang_cpp", "cpp"), ("%clang_cl", "cl"), ("%clang_dxc", "dxc"), ("%clangxx", "g++"))]
            self.add_tool_substitutions([ToolSubst(name, command=command, extra_args=arguments + additional_flags)
                                         for name, command, arguments in tools])
            self._substitute("%resource_dir", include)
        for wrong, right in (("clang", "%clang"), ("clang\\+\\+", "%clangxx"), ("clang-cc", "%clang_cc1"), ("clang-cl", "%clang_cl"),
                             ("clang -cc1 -analyze", "%clang_analyze_cc1"), ("clang -cc1", "%clang_cc1")):
            self._substitute(" %s " % wrong, '"*** Do not use \'%s\' in tests, use \'%s\'. ***"' % (wrong.replace("\\", ""), right))
        for kind in ("cc1", "cpp", "cl"):
            self._substitute(" %%clang-%s " % kind, '"*** invalid substitution, use \'%%clang_%s\'. ***"' % kind)

    def use_lld(self, additional_tool_dirs=[], required=True, use_installed=False):
        paths = additional_tool_dirs + self._dirs("_tools_dir", "lld_tools_dir", "llvm_tools_dir")
        self.with_environment("PATH", paths, append_path=True)
        libraries = self._dirs("_libs_dir", "lld_libs_dir", "llvm_shlib_dir", "llvm_libs_dir")
        self.with_environment("LD_LIBRARY_PATH", libraries, append_path=True)
        found = {name: self.use_llvm_tool(name, required=required, search_paths=paths, use_installed=use_installed)
                 for name in ("ld.lld", "lld-link", "ld64.lld", "wasm-ld")}
        self.config.available_features.update(name for name, tool in found.items() if tool)
        self.add_tool_substitutions([ToolSubst(re.escape(name) if "." in name else name, command=tool)
                                     for name, tool in found.items() if tool])
        return all(found.values())
