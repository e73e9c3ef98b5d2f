"""Growth: what one size of each takes in a fresh process, from 10 to 10,000."""

import math
import os
import subprocess
from dataclasses import dataclass

from benchmarks import growth_plot
from benchmarks.processes import say
from benchmarks.table import number

SUBJECTS = {
    "entries": "entries of a timeline",
    "zones": "zones, followed by name",
    "feeds": "feeds that show a change",
    "pictures": "pictures, drawn and written",
    "snapshots": "snapshots that pass",
    "templates": "templates, checked",
}
COUNTS = (10, 100, 1000, 10_000)
# A size that should take longer is not run.
PATIENCE = 240


@dataclass
class Size:
    """One size: seconds, and peak memory in MB."""

    subject: str
    count: int
    seconds: float
    megabytes: float


def measure(place):
    """Returns all sizes; what takes too long, or fails, is named and left out."""
    sizes = []
    for subject in SUBJECTS:
        last = None
        for count in COUNTS:
            if last is not None and last * 10 > PATIENCE:
                say(f"  {count} {subject} are not run: {count // 10} took {last:.0f} s")
                break
            say(f"  {count} {subject}")
            command = [place.program("subdial-bench"), "growth", subject, str(count), place.root]
            try:
                text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE * 2).stdout
                _, _, seconds, kilobytes = text.strip().split("\t")
            except (subprocess.SubprocessError, ValueError) as error:
                say(f"  {count} {subject} cannot be measured: {error}")
                break
            last = float(seconds)
            sizes.append(Size(subject, count, last, int(kilobytes) / 1000))
    return sizes


def power(sizes):
    """The exponent by which the time grows between the two largest sizes: 1 for linear; None for one size."""
    if len(sizes) < 2 or not sizes[-2].seconds:
        return None
    return math.log(sizes[-1].seconds / sizes[-2].seconds) / math.log(sizes[-1].count / sizes[-2].count)


def grouped(sizes):
    return {subject: [size for size in sizes if size.subject == subject] for subject in SUBJECTS}


def text(sizes):
    """The table of all sizes, and below it what grows faster than linearly."""
    lines = [f"| {'growth':<28}| {'count':>6} | {'time':>10} | {'peak memory':>11} |", f"|{'-' * 29}|{'-' * 8}|{'-' * 12}|{'-' * 13}|"]
    for size in sizes:
        time = f"{number(size.seconds)} s" if size.seconds >= 1 else f"{number(size.seconds * 1000)} ms"
        lines.append(f"| {SUBJECTS[size.subject]:<28}| {size.count:>6,} | {time:>10} | {number(size.megabytes) + ' MB':>11} |")
    for subject, own in grouped(sizes).items():
        exponent = power(own)
        if exponent is not None and exponent > 1.1:
            lines.append(f"{SUBJECTS[subject]}: from {own[-2].count:,} to {own[-1].count:,} the time grows by the power {exponent:.2f}")
    return "\n".join([*lines, ""])


def keep(root, sizes):
    """Writes the table and the plot of the documentation."""
    with open(os.path.join(root, "Benchmarks/growth.tsv"), "w", encoding="utf-8") as file:
        file.write("subject\tcount\tseconds\tmegabytes\n")
        file.writelines(f"{size.subject}\t{size.count}\t{size.seconds:.6g}\t{size.megabytes:.6g}\n" for size in sizes)
    plots = [(SUBJECTS[subject], own) for subject, own in grouped(sizes).items()]
    with open(os.path.join(root, "Documentation/pictures/growth.svg"), "w", encoding="utf-8") as file:
        file.write(growth_plot.svg(plots))
