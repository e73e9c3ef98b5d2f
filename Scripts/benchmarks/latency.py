"""From a player's change to a follower's line: subdial feed and playerctl side by side, on the same changes of a player that reports at once."""

import os
import select
import subprocess
import time

from benchmarks.player import FakePlayer
from benchmarks.processes import wait_for
from benchmarks.records import Record, timed

ROUNDS = 60
BURSTS = 5


class Follower:
    """A process that prints lines."""

    def __init__(self, place, *command):
        self._place = place
        self.process = place.start(*command, stdout=subprocess.PIPE)
        self.pipe = self.process.stdout.fileno()

    def read(self):
        return os.read(self.pipe, 1 << 16).decode()

    def lines_until(self, last, seconds=3):
        """Returns the number of lines up to one with `last`, and of those that still come within 200 ms."""
        count, is_over = 0, False
        while select.select([self.pipe], [], [], 0.2 if is_over else seconds)[0]:
            text = self.read()
            if not text:
                break
            count += text.count("\n")
            is_over = is_over or last in text
        if not is_over:
            raise TimeoutError(f"no line with {last}")
        return count

    def end(self):
        self._place.end(self.process)


def _latencies(player, followers):
    """The milliseconds from each change to the line of each follower."""
    times = [[] for _ in followers]
    for number in range(ROUNDS):
        title = f"Change {number}."
        start = time.perf_counter()
        player.show(title)
        waiting = {follower.pipe: index for index, follower in enumerate(followers)}
        texts = [""] * len(followers)
        while waiting:
            ready = select.select(list(waiting), [], [], 2)[0]
            if not ready:
                raise TimeoutError(f"no line for {title}")
            for pipe in ready:
                index = waiting[pipe]
                texts[index] += followers[index].read()
                if title in texts[index]:
                    times[index].append((time.perf_counter() - start) * 1000)
                    del waiting[pipe]
        # A change on its own: whatever is gathered after the last one is over.
        time.sleep(0.15)
    return times


def _burst(player, follower, number):
    """The lines of 200 changes, evenly within 50 ms."""
    start = time.monotonic()
    for change in range(200):
        player.show(f"Burst {number}-{change}.")
        time.sleep(max(0, start + (change + 1) / 4000 - time.monotonic()))
    return follower.lines_until(f"Burst {number}-199.")


def changes(place):
    """The latency of single changes, and the lines of bursts; playerctl runs beside."""
    player = FakePlayer(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    format_option = ["--format", "{{title}}"]
    wait_for(lambda: subprocess.run(["playerctl", "-p", "bench", "status"], capture_output=True, check=False).returncode == 0)
    ours = Follower(place, place.program(), "feed", "--source", "mpris", "--player", "bench", "--text", "{{title}}")
    theirs = Follower(place, "playerctl", "-p", "bench", "metadata", "-F", *format_option)
    time.sleep(1.5)
    our_times, their_times = _latencies(player, [ours, theirs])
    our_bursts = []
    their_bursts = []
    for number in range(BURSTS):
        our_bursts.append(_burst(player, ours, number))
        their_bursts.append(theirs.lines_until(f"Burst {number}-199."))
        time.sleep(0.2)
    for follower in (ours, theirs):
        follower.end()
    player.close()
    return [
        timed("from a player's change to the line", our_times, "playerctl -F", their_times),
        Record("lines of a burst of 200 changes, at most", max(our_bursts), "", aim="<= 2", note=f"playerctl -F: {max(their_bursts)}"),
    ]
