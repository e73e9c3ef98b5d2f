"""Processes that are measured, and those that are only needed meanwhile."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time


def say(text):
    """Prints progress."""
    print(text, file=sys.stderr, flush=True)


def has(*tools):
    return all(shutil.which(tool) for tool in tools)


def wait_for(condition, seconds=10):
    """Waits until `condition` returns something true, and returns it.

    Raises TimeoutError after `seconds`.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := condition():
            return result
        time.sleep(0.02)
    raise TimeoutError(f"nothing after {seconds} s")


class Place:
    """Folders of its own for one run of the bench, and the processes in it; all are gone at the end."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.work = tempfile.mkdtemp(prefix="sdb-")
        self._children = []
        # The players of the user do not count.
        os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)
        for name in ("RUNTIME_DIR", "STATE_HOME", "CACHE_HOME", "CONFIG_HOME"):
            folder = os.path.join(self.work, name.lower())
            os.mkdir(folder, 0o700)
            os.environ[f"XDG_{name}"] = folder

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in reversed(self._children):
            self.end(child)
        self.stop_engine()
        shutil.rmtree(self.work, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.work, name)

    def program(self, name="subdial"):
        return os.path.join(self.build, name)

    def fixture(self, name):
        return os.path.join(self.root, "Fixtures", name)

    def start(self, *command, **more):
        """Starts a process that ends with the bench at the latest."""
        more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more
        child = subprocess.Popen(command, **more)
        self._children.append(child)
        return child

    def end(self, child):
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def listening(self, *command):
        """Starts a server of ours, and returns it and its address."""
        name = self.path(f"output-{len(self._children)}")
        with open(name, "wb") as output:
            child = self.start(self.program(), *command, stdout=output)

        def address():
            with open(name, encoding="utf-8") as file:
                return re.search(r"^listening on (\S+)$", file.read(), re.M)

        return child, wait_for(address)[1]

    def simulate(self, scenario):
        """Starts a simulated bridge, and returns its address."""
        return self.listening("simulate", "--port", "0", "--scenario", scenario)[1]

    def stop_engine(self):
        subprocess.run([self.program(), "engine", "stop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def engine(self):
        """The id of the engine's process."""
        status = subprocess.run([self.program(), "engine", "status", "--json"], capture_output=True, text=True, check=True).stdout
        return json.loads(status)["processID"]


class Cost:
    """What a finished process has cost: milliseconds of wall clock and of CPU, and its peak memory in MB."""

    def __init__(self, command, statuses=(0,)):
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        self.wall = (time.perf_counter() - start) * 1000
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in statuses:
            raise subprocess.CalledProcessError(child.returncode, command)
        self.cpu = (usage.ru_utime + usage.ru_stime) * 1000
        self.memory = usage.ru_maxrss / 1000


def costs(rounds, *commands, statuses=(0,)):
    """The costs of several commands, each run `rounds` times in turn after one run for the caches; other exit codes are errors."""
    for command in commands:
        Cost(command, statuses)
    all_costs = [[] for _ in commands]
    for _ in range(rounds):
        for command, list_of_one in zip(commands, all_costs):
            list_of_one.append(Cost(command, statuses))
    return all_costs


def memory(process, name="Pss"):
    """The memory of a process in MB: `Pss`, its share of pages that others use too, or `Rss`."""
    with open(f"/proc/{process}/smaps_rollup", encoding="utf-8") as file:
        return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.M)[1]) / 1000


def ticks(process):
    """The CPU time of a process in milliseconds."""
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def switches(process):
    """How often the threads of a process have waited, and so have woken; those that were only preempted did not wake."""
    total = 0
    for task in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{task}/status", encoding="utf-8") as file:
                total += sum(map(int, re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)))
        except FileNotFoundError:
            pass
    return total
