"""Helpers of configurations and of test formats."""

import os
import platform
import signal
import subprocess
import sys
import threading

_TRUE, _FALSE = ("1", "true", "on", "yes"), ("", "0", "false", "off", "no")


def pythonize_bool(value):
    if isinstance(value, str):
        if value.lower() in _TRUE + _FALSE:
            return value.lower() in _TRUE
    elif value is None or isinstance(value, (bool, int, float)):
        return bool(value)
    raise ValueError('"%s" is not a valid boolean' % (value,))


def make_word_regex(word):
    return "\\b%s\\b" % word


def to_bytes(text):
    return text if isinstance(text, bytes) else text.encode("utf-8")


def to_string(data):
    return data.decode("utf-8", errors="replace") if isinstance(data, bytes) else str(data)


def usable_core_count():
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def abs_path_preserve_drive(path):
    absolute = os.path.abspath if platform.system() == "Windows" else os.path.realpath
    return type(path)(absolute(path))


def mkdir(path):
    os.makedirs(path, exist_ok=True)


mkdir_p = mkdir


def listdir_files(dirname, suffixes=None, exclude_filenames=None, prefixes=None):
    ends, starts = tuple(suffixes or [""]), tuple(prefixes or [""])
    for name in os.listdir(dirname):
        hidden = name.startswith(".") or name in (exclude_filenames or ())
        if not hidden and name.endswith(ends) and name.startswith(starts) and not os.path.isdir(os.path.join(dirname, name)):
            yield name


def which(command, paths=None):
    """The path of a program in a text of directories, by default PATH, or None."""
    if os.path.isabs(command) and os.path.isfile(command):
        return os.path.normcase(os.path.normpath(command))
    if paths is None:
        paths = os.environ.get("PATH", "")
    extensions = os.environ.get("PATHEXT", "").split(";") if os.pathsep == ";" else [""]
    for directory in (paths or os.defpath).split(os.pathsep):
        for extension in extensions:
            candidate = os.path.join(directory, command + extension)
            if os.path.exists(candidate) and not os.path.isdir(candidate):
                return os.path.normcase(os.path.abspath(candidate))
    return None


def checkToolsPath(dir, tools):
    return all(os.path.exists(os.path.join(dir, tool)) for tool in tools)


def whichTools(tools, paths):
    return next((dir for dir in paths.split(os.pathsep) if checkToolsPath(dir, tools)), None)


class ExecuteCommandTimeoutException(Exception):
    def __init__(self, msg, out, err, exitCode):
        super().__init__(msg)
        self.msg, self.out, self.err, self.exitCode = msg, out, err, exitCode


def executeCommand(command, cwd=None, env=None, input=None, timeout=0, redirect_stderr=False):
    """Runs a program and returns (output, errors, exit status). After timeout seconds it ends with all it started."""
    process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT if redirect_stderr else subprocess.PIPE)
    late = threading.Event()

    def end():
        late.set()
        killProcessAndChildren(process.pid)

    timer = threading.Timer(timeout, end) if timeout > 0 else None
    if timer:
        timer.start()
    try:
        out, err = process.communicate(None if input is None else to_bytes(input))
    finally:
        if timer:
            timer.cancel()
    out, err = to_string(out), to_string(err or b"")
    if late.is_set():
        raise ExecuteCommandTimeoutException("Reached timeout of %s seconds" % timeout, out, err, process.returncode)
    if process.returncode == -signal.SIGINT:
        raise KeyboardInterrupt
    return out, err, process.returncode


def killProcessAndChildrenIsSupported():
    return True, ""


def killProcessAndChildren(pid):
    """Ends a process and those that it started, and they, as far as they have not been left by their parents."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE).stdout.decode()
    children = {}
    for line in listing.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    doomed = [pid]
    for process in doomed:
        doomed += children.get(process, [])
    for process in reversed(doomed):
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass  # it has ended


def isAIXTriple(target_triple):
    return "aix" in target_triple


def addAIXVersion(target_triple):
    version, release = platform.version(), platform.release()
    return target_triple.replace("aix", "aix%s.%s" % (version, release))


def isMacOSTriple(target_triple):
    return "darwin" in target_triple or "macos" in target_triple


def _xcrun(what):
    try:
        return subprocess.run(["xcrun", what, "--sdk", "macosx"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=True).stdout.decode().strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def usePlatformSdkOnDarwin(config, lit_config):
    sdk = _xcrun("--show-sdk-path") if isMacOSTriple(config.target_triple) else ""
    if sdk:
        lit_config.note("using SDKROOT: %r" % sdk)
        config.environment["SDKROOT"] = sdk


def findPlatformSdkVersionOnMacOS(config, lit_config):
    return (_xcrun("--show-sdk-version") or None) if isMacOSTriple(config.target_triple) else None
