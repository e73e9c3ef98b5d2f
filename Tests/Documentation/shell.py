"""A shell whose folder and environment last from command to command, and programs that stay while others talk to them."""
import contextlib
import os
import re
import signal
import subprocess
import time


class Shell:
    """Runs commands in a folder of their own, with a home there."""

    def __init__(self, folder, environment):
        self.folder, self.environment, self.staying = folder, environment, []
        self.state = os.path.join(folder, ".state")
        self.start = folder

    def script(self, command):
        # The last line of the state is the folder; before it stands what was exported.
        keep = f"__status=$?; {{ export -p; printf 'cd %q\\n' \"$PWD\"; }} >{self.state!r}; exit $__status"
        restore = f"[ ! -e {self.state!r} ] || . {self.state!r} 2>/dev/null\n"
        return f"{restore}{command}\n{keep}\n"

    def popen(self, command, output):
        return subprocess.Popen(
            ["bash", "-c", self.script(command)], cwd=self.start, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, command, limit=120):
        """The exit status and what was written; the status is None if the command does not end."""
        log = os.path.join(self.folder, ".log")
        with open(log, "wb") as output:
            process = self.popen(command, output)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
            end(process)
        return status, text(log)

    def stay(self, command, until, limit=120):
        """Starts a program that runs on; returns its output once `until` holds of it, and whether it did."""
        log = os.path.join(self.folder, f".log{time.monotonic_ns()}")
        with open(log, "wb") as output:
            process = self.popen(command, output)
        self.staying.append(process)
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            written = text(log)
            if until(written):
                return True, written
            if process.poll() is not None:
                return until(text(log)), text(log)
            time.sleep(0.05)
        return False, text(log)

    def end_last(self):
        end(self.staying.pop())

    def close(self):
        for process in self.staying:
            end(process)


def end(process):
    """Ends a shell and all that it started; a program may still hold files when its shell has ended."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            process.poll()
            if not runs(process.pid):
                return
            time.sleep(0.02)


def runs(group):
    """Whether a process of the group runs: one that has ended and that nobody has asked about does not."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, _, itself = file.read().rpartition(")")[2].split()[:3]
            if state != "Z" and int(itself) == group:
                return True
    return False


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def matches(expected, written):
    """Whether the lines are those of the page, where … stands for anything."""
    pattern = ".*".join(re.escape(part) for part in expected.rstrip().split("…"))
    return re.fullmatch(pattern, written.rstrip(), re.DOTALL) is not None
