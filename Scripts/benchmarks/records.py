"""Measurements as lines of tab-separated fields, as subdial-bench prints them and Benchmarks/results.tsv keeps them."""

import re
from dataclasses import astuple, dataclass

FIELDS = ("measurement", "value", "unit", "spread", "peer", "peer value", "aim", "note")
CALIBRATION = "calibration: Cairo's PNG writer"
TIMES = ("µs", "ms", "s")


@dataclass
class Record:
    """One measurement.

    `spread` is half the interquartile range over the median, of the value or with a peer of the ratio. `aim` is the limit of the ratio, or
    without a peer of the value: `<= 0.25` or `>= 2`; empty for none.
    """

    name: str
    value: float
    unit: str
    spread: float = 0.0
    peer: str = ""
    peer_value: float | None = None
    aim: str = ""
    note: str = ""

    @property
    def ratio(self):
        """The value over the peer's; None without a peer."""
        return self.value / self.peer_value if self.peer_value else None

    @property
    def misses(self):
        """True if the aim is missed."""
        if not self.aim:
            return False
        sign, limit = self.aim.split()
        reached = self.value if self.ratio is None else self.ratio
        return reached > float(limit) if sign == "<=" else reached < float(limit)

    @property
    def grows(self):
        """True if more is better."""
        return self.aim.startswith(">=")

    def line(self):
        return "\t".join("" if field is None else f"{field:.6g}" if isinstance(field, float) else str(field) for field in astuple(self))


def parse(line):
    """Returns the record of a line.

    Raises ValueError for a line that is none.
    """
    fields = line.rstrip("\n").split("\t")
    if len(fields) != len(FIELDS):
        raise ValueError(f"a record has {len(FIELDS)} fields, not {len(fields)}: {line.rstrip()}")
    name, value, unit, spread, peer, peer_value, aim, note = fields
    if aim and not re.fullmatch(r"(<=|>=) [0-9.]+", aim):
        raise ValueError(f"an aim is '<= NUMBER' or '>= NUMBER', not '{aim}'")
    return Record(name, float(value), unit, float(spread), peer, float(peer_value) if peer_value else None, aim, note)


def read(path):
    """Returns the records of a file; none if there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            return [parse(line) for line in file.read().splitlines() if line and not line.startswith(FIELDS[0] + "\t")]
    except FileNotFoundError:
        return []


def write(path, records):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(["\t".join(FIELDS), *(record.line() for record in records)]) + "\n")


def median(values):
    return sorted(values)[len(values) // 2]


def spread(values):
    """Half the interquartile range over the median."""
    values, count = sorted(values), len(values)
    if count < 4 or not values[count // 2]:
        return 0.0
    return (values[count * 3 // 4] - values[count // 4]) / 2 / values[count // 2]


def timed(name, ours, peer="", theirs=None, unit="ms", **more):
    """Returns the record of the rounds of a work, beside those of its peer in the same order."""
    if not theirs:
        return Record(name, median(ours), unit, spread(ours), **more)
    ratios = [one / other for one, other in zip(ours, theirs) if other]
    return Record(name, median(ours), unit, spread(ratios), peer, median(theirs), **more)
