"""Pictures: the same scene drawn by Subdial and by others, in one process each and as commands."""

import json
import os
import shutil
import subprocess
import tempfile

from benchmarks import screens
from benchmarks.processes import costs, has, say
from benchmarks.records import Record, median, parse, spread, timed
from benchmarks.rounds import Worker, alternate

PEERS = os.path.join(os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "subdial-bench")
VERSIONS = {"takumi": "takumi-py 0.3.0", "skia": "skia-python 144.1", "resvg": "resvg-py 0.5.0", "pixelmatch": "pixelmatch 0.4.0"}


def _peer(*arguments):
    """A worker of a library that Scripts/install-dependencies --bench installs."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer.py")
    return Worker(["/usr/bin/python3", script, *arguments], env=os.environ | {"PYTHONPATH": PEERS, "PYTHONDONTWRITEBYTECODE": "1"})


def _note(failures):
    for name, reason in failures.items():
        say(f"  without {VERSIONS.get(name, name)}: {reason}")


def in_process(place, part):
    """The records that subdial-bench prints of a part of itself."""
    command = [place.program("subdial-bench"), *part]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [parse(line) for line in text.splitlines()]


def _entry(place):
    return place.fixture("entries/playing.json")


def widget(place):
    """A widget, warm, beside the same scene of other libraries."""
    svg, cover = place.path("widget.svg"), place.fixture("artwork/blue.jpg")
    subprocess.run([place.program(), "render", "--family", "systemMedium", "--entry", _entry(place), "-o", svg], check=True)
    workers = {
        "ours": Worker([place.program("subdial-bench"), "rounds", "widget", place.root]),
        "takumi": _peer("takumi", cover),
        "skia": _peer("skia", cover),
        "resvg": _peer("resvg", svg),
    }
    results, failures = alternate(workers, rounds=25)
    _note(failures)
    ours, size = results["ours"]
    records = []
    for name, (times, their_size) in results.items():
        if name == "ours":
            continue
        aim, size_aim = ("<= 0.25", "<= 1.0") if name == "takumi" else ("", "")
        note = "the SVG of the same widget" if name == "resvg" else ""
        records.append(timed(f"a warm widget beside {name}", ours, VERSIONS[name], times, aim=aim, note=note))
        records.append(
            Record(f"a warm widget beside {name}, size", size / 1000, "kB", 0.0, VERSIONS[name], their_size / 1000, size_aim))
    return records or [timed("a warm widget", ours)]


def command(place):
    """A widget as a command, from its start to the file, beside rsvg-convert with the SVG of the same widget."""
    svg, picture = place.path("widget.svg"), place.path("widget.png")
    render = [place.program(), "render", "--family", "systemMedium", "--entry", _entry(place), "-o"]
    subprocess.run([*render, svg], check=True)
    convert = ["rsvg-convert", "--zoom", "3", svg, "-o", place.path("rsvg.png")]
    commands = [[*render, picture], convert] if has("rsvg-convert") else [[*render, picture]]
    ours, *others = costs(25, *commands)
    theirs = others[0] if others else []

    def of(costs_of_one, name):
        return [getattr(cost, name) for cost in costs_of_one]

    name, peer = "render, one widget, cold", "rsvg-convert"
    records = [timed(name, of(ours, "wall"), peer, of(theirs, "wall"), aim="<= 0.5" if theirs else "")]
    records.append(timed(f"{name}, CPU", of(ours, "cpu"), peer, of(theirs, "cpu")))
    # The aims that need no peer.
    records.append(timed(f"{name}, alone", of(ours, "wall"), aim="<= 30"))
    peak = of(ours, "memory")
    records.append(Record(f"{name}, peak memory", median(peak), "MB", spread(peak), aim="<= 45"))
    return records


def matrix(place):
    """Every family on every device in light and dark and all modes, in a process for each core beside one process."""
    folder, cores = place.path("matrix"), len(os.sched_getaffinity(0))
    command = [place.program(), "render", "--all", "--mode", "all", "--device", "all", "--entry", _entry(place), "-o", folder, "--jobs"]
    # The limit of a panel's bytes refuses a noisy cover (77).
    together, alone = costs(3, [*command, str(cores)], [*command, "1"], statuses=(0, 77))
    pictures = sum(name.endswith(".png") for _, _, names in os.walk(folder) for name in names)
    times = [[cost.wall / pictures for cost in several] for several in (together, alone)]
    return [timed("render --all, a picture", times[0], "one process", times[1], note=f"{pictures} pictures on {cores} cores")]


def suite(place):
    """A team's suite by the command: one where all snapshots pass, beside one where those whose title has changed fail.

    They are in memory where that is possible: ext4 is slow to create files where others have just been removed.
    """
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else place.work) as folder:
        passing, failing = (_suite(place, os.path.join(folder, name)) for name in ("passing", "failing"))
        for name in os.listdir(os.path.join(failing, "entries")):
            path = os.path.join(failing, "entries", name)
            with open(path, encoding="utf-8") as entry:
                changed = entry.read().replace('"title": "', '"title": "Not ')
            with open(path, "w", encoding="utf-8") as entry:
                entry.write(changed)
        commands = [
            [place.program(), "snapshot", "check", os.path.join(folder, "snapshots.yaml"), "--output", os.path.join(folder, "report")]
            for folder in (passing, failing)
        ]
        passed, failed = costs(7, *commands, statuses=(0, 1))
        with open(os.path.join(failing, "report", "report.json"), encoding="utf-8") as report:
            statuses = [case["status"] for case in json.load(report)["cases"]]
    note = f"{statuses.count('failed')} of {len(statuses)} failing"
    peak = [one.memory for one in failed]
    return [
        timed("snapshot check, failing", [one.wall for one in failed], "passing", [one.wall for one in passed], aim="<= 2", note=note),
        Record("snapshot check, failing, peak memory", median(peak), "MB", spread(peak)),
    ]


def _suite(place, folder):
    """Makes a suite of four entries in two appearances and six themes, with its references; returns its folder."""
    names = ("playing", "paused", "cjk", "hostile")
    os.makedirs(os.path.join(folder, "entries"))
    shutil.copytree(place.fixture("artwork"), os.path.join(folder, "artwork"))
    for name in names:
        shutil.copy(place.fixture(f"entries/{name}.json"), os.path.join(folder, "entries"))
    file = os.path.join(folder, "snapshots.yaml")
    with open(file, "w", encoding="utf-8") as text:
        text.write(
            "cases:\n"
            f"  - {{ id: bench, kind: now-playing, entries: [{', '.join(f'entries/{name}.json' for name in names)}], matrix: {{\n"
            "      appearances: [dark, light], themes: [default, pro, studio, live, high-contrast, light] } }\n")
    subprocess.run([place.program(), "snapshot", "record", file], stdout=subprocess.DEVNULL, check=True)
    return folder


def comparison(place):
    """Two pictures compared, beside pixelmatch in one process."""
    screens.write(place.work)
    worker = Worker([place.program("subdial-bench"), "rounds", "comparison", place.path("expected.png"), place.path("actual.png")])
    peer = _peer("pixelmatch", place.path("expected.rgba"), place.path("actual.rgba"))
    results, failures = alternate({"ours": worker, "pixelmatch": peer}, rounds=3, warm_up=1)
    _note(failures)
    theirs = results.get("pixelmatch", ([],))[0]
    records = [timed("comparing 1920×1080, a block moved", results["ours"][0], VERSIONS["pixelmatch"], theirs)]
    files = [place.path("expected.png"), place.path("actual.png")]
    # It exits with 1 because the pictures differ.
    cost = costs(9, [place.program(), "snapshot", "compare", *files], statuses=(1,))[0]
    return [*records, timed("snapshot compare, 1920×1080", [one.wall for one in cost])]


def sizes(place):
    """The programs as they are installed, without symbols."""
    return [
        Record(f"{name}, stripped", os.path.getsize(place.program(name)) / 1e6, "MB", aim=aim)
        for name, aim in (("subdial-engine", "<= 40"), ("subdial-tags", ""), ("subdial", ""))
    ]
