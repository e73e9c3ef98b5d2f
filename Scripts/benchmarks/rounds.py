"""Works in processes of their own that run one round when they are told to, so that rounds of several programs alternate."""

import random
import subprocess


class Worker:
    """A process that answers each line with the milliseconds of a round and the bytes that it made."""

    def __init__(self, command, **more):
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def round(self):
        """Runs a round.

        Raises RuntimeError with the process's last words if it ends.
        """
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().split("\t")
        except BrokenPipeError:
            answer = []
        if len(answer) != 2:
            raise RuntimeError((self._process.stderr.read().strip().splitlines() or ["it ended"])[-1])
        return float(answer[0]), int(answer[1])

    def end(self):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()


def alternate(workers, rounds, warm_up=3):
    """Returns for each name of `workers` the milliseconds of all rounds, and the bytes of the last; without those that fail, and why they do.

    The order changes from round to round, so that none always runs on what the same other program has left in the caches.
    """
    results, failures = {}, {}
    order, shuffle = [*workers], random.Random(0).shuffle
    for number in range(warm_up + rounds):
        shuffle(order)
        for name in order:
            worker = workers[name]
            if name in failures:
                continue
            try:
                time, size = worker.round()
            except RuntimeError as error:
                failures[name] = str(error)
                continue
            times = results.setdefault(name, ([], []))
            if number >= warm_up:
                times[0].append(time)
                times[1].append(size)
    for worker in workers.values():
        worker.end()
    return {name: (results[name][0], results[name][1][-1]) for name in workers if name not in failures and results[name][1]}, failures
