"""The players of a desktop: Subdial's feed beside playerctl, on the same player."""

import os
import subprocess
import time

from benchmarks.latency import changes
from benchmarks.processes import costs, has, memory, say, switches, ticks, wait_for
from benchmarks.records import Record, timed

TOOLS = ("playerctl", "mpv", "dbus-daemon", "ffmpeg")
REST = 20
# The engine's threads end five seconds after the last request.
QUIET = 12


def desktop(place):
    """All measurements with a real player on a session bus of its own."""
    if not has(*TOOLS):
        say(f"  one of {', '.join(TOOLS)} is not installed: run Scripts/install-dependencies --bench")
        return []
    player(place)
    return _followed(place) + _rest(place) + changes(place)


def player(place):
    """Starts a session bus and mpv on it."""
    bus = place.path("bus")
    with open(bus, "wb") as output:
        place.start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=output)

    def address():
        with open(bus, encoding="utf-8") as file:
            return file.readline().strip()

    os.environ["DBUS_SESSION_BUS_ADDRESS"] = wait_for(address)
    tone = place.path("a.flac")
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=220:duration=1200", "-metadata",
         "title=A title that is wider than the forty columns of a bar", "-metadata", "artist=Miles Davis", tone], check=True)
    place.start(
        "mpv", "--no-config", "--no-video", "--ao=null", "--no-terminal", "--script=/usr/lib/mpv-mpris/mpris.so", tone)
    wait_for(lambda: subprocess.run(["playerctl", "status"], capture_output=True, check=False).returncode == 0)


def _followed(place):
    """One line, and the memory while both follow the player."""
    feed = place.start(place.program(), "feed", "--source", "mpris")
    follow = place.start("playerctl", "metadata", "-F", "--format", "{{artist}} - {{title}}")
    time.sleep(2)
    engine = place.engine()
    started = memory(engine)
    time.sleep(QUIET)
    quiet = memory(engine)
    for state in ("pause", "play"):
        subprocess.run(["playerctl", state], check=True)
        time.sleep(0.5)
    records = [
        Record("memory of an attached feed", memory(feed.pid, "Rss"), "MB", 0.0, "playerctl -F", memory(follow.pid, "Rss")),
        Record("memory of an attached feed, its share", memory(feed.pid), "MB", 0.0, "playerctl -F", memory(follow.pid)),
        Record("memory of the engine following MPRIS, its share", memory(engine), "MB", aim="<= 30", note="after a change"),
        Record("memory of the engine at its start, its share", started, "MB"),
        Record("memory of the engine when it is quiet, its share", quiet, "MB"),
    ]
    peer = ["playerctl", "metadata", "--format", "{{artist}} - {{title}}"]
    for name, ours, theirs in (
        ("one line, feed --once", [place.program(), "feed", "--once", "--source", "mpris"], peer),
        ("status", [place.program(), "status", "--source", "mpris"], ["playerctl", "status"]),
    ):
        one, other = costs(150, ours, theirs)
        record = timed(name, [cost.wall for cost in one], " ".join(theirs[:2]), [cost.wall for cost in other])
        records.append(record)
    place.end(feed)
    place.end(follow)
    return records


def _rest(place):
    """How often the front and the engine wake, and what that costs."""
    records = []
    for name, arguments, state, per_line, aim in (
        ("playing", ["--text", "{{ status }}"], "play", False, "<= 0"),
        ("paused", ["--text", "{{ status }}"], "pause", False, "<= 0"),
        ("elapsed", ["--text", "{{ elapsed }}"], "play", True, "<= 2"),
        ("marquee", ["--text", "{{ artist }} – {{ title }}", "--width", "20", "--marquee"], "play", True, ""),
    ):
        say(f"  wake-ups, {name}")
        subprocess.run(["playerctl", state], check=True)
        output = place.path(f"lines-{name}")
        with open(output, "wb") as lines:
            front = place.start(place.program(), "feed", "--source", "mpris", *arguments, stdout=lines)
        # A request wakes the engine, and its threads end five seconds later. The timeouts of its start, although cancelled, end after 30 s.
        engine = place.engine()
        time.sleep(40)

        def counted():
            if per_line:
                # Between two lines, so that a line counts with all of its wake-ups.
                size = os.path.getsize(output)
                wait_for(lambda: os.path.getsize(output) > size)
                time.sleep(0.1)
            return switches(front.pid), switches(engine), ticks(front.pid) + ticks(engine), open(output, "rb").read().count(b"\n")

        before = counted()
        # The last line of the time is waited for.
        time.sleep(REST - 0.5 if per_line else REST)
        front_wakes, engine_wakes, cpu, lines = (now - then for now, then in zip(counted(), before))
        place.end(front)
        if per_line:
            total = (front_wakes + engine_wakes) / max(1, lines)
            records.append(
                Record(f"wake-ups for a line, {name}", total, "", aim=aim,
                       note=f"front {front_wakes}, engine {engine_wakes}, {lines} lines in {REST} s"))
        else:
            records.append(
                Record(f"wake-ups at rest a minute, {name}", (front_wakes + engine_wakes) * 60 / REST, "", aim=aim,
                       note=f"front {front_wakes}, engine {engine_wakes} in {REST} s"))
            records.append(Record(f"CPU at rest an hour, {name}", cpu * 3600 / REST, "ms of CPU"))
    return records
