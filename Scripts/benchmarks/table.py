"""The table of a run, beside the last one that was kept."""

from benchmarks.records import CALIBRATION, TIMES

NOISE = 0.05
COLUMNS = ("measurement", "ours", "peer", "ratio", "aim", "last run", "")


def number(value):
    """A number with three digits, or more before the point."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 1 or value == 0 else f"{value:.3g}"


class Comparison:
    """The records of a run beside those of an earlier one, which may be empty."""

    def __init__(self, records, last):
        self.records = records
        self._last = {record.name: record for record in last}
        self._speeds = self._calibration(records), self._calibration(last)

    @staticmethod
    def _calibration(records):
        return next((record.value for record in records if record.name == CALIBRATION), None)

    def _comparable(self, record, speed):
        """The ratio to the peer; without one, times relative to the machine's speed, and all else as it is."""
        if record.ratio is not None:
            return record.ratio
        return record.value / speed if record.unit in TIMES and speed else record.value

    def change(self, record):
        """The relative change since the last run, above 0 for worse; None if the two cannot be compared."""
        last = self._last.get(record.name)
        if record.name == CALIBRATION or last is None or last.peer != record.peer or last.unit != record.unit:
            return None
        # Without the speeds of both runs, none counts.
        now_speed, last_speed = self._speeds if all(self._speeds) else (None, None)
        now, then = self._comparable(record, now_speed), self._comparable(last, last_speed)
        if record.grows:
            now, then = then, now
        if not then:
            return float("inf") if now > 0 else 0.0
        return now / then - 1

    def noise(self, record):
        """The change that may be due to chance."""
        return max(NOISE, record.spread + self._last[record.name].spread)

    def is_worse(self, record):
        change = self.change(record)
        return change is not None and change > self.noise(record) and not self._is_faster_alone(record)

    def _is_faster_alone(self, record):
        """True if a ratio got worse only because the peer got better, as when both are our own."""
        last = self._last[record.name]
        if record.ratio is None or record.grows or record.unit not in TIMES or not all(self._speeds) or not last.value:
            return False
        # By the clock too: the calibration may have been disturbed.
        change = record.value / last.value
        relative = change * self._speeds[1] / self._speeds[0]
        return max(change, relative) - 1 <= self.noise(record)

    def row(self, record):
        """The cells of the table's columns."""
        last, change = self._last.get(record.name), self.change(record)
        before = ""
        if last is not None:
            before = number(last.value if last.ratio is None else last.ratio)
            if change is not None:
                # The sign is that of the number, whether more is better or not.
                shown = -change if record.grows else change
                before += f" ({shown:+.0%})" if abs(change) < 10 else " (much more)"
        marks = ["missed"] * record.misses + ["worse"] * self.is_worse(record)
        return (
            record.name,
            f"{number(record.value)} {record.unit}".rstrip(),
            "" if record.ratio is None else f"{number(record.peer_value)} ({record.peer})",
            "" if record.ratio is None else number(record.ratio),
            record.aim,
            before,
            ", ".join(marks) + (f" – {record.note}" if marks and record.note else record.note),
        )

    def text(self):
        """The table, and below it what got worse by more than the noise of both runs."""
        rows = [COLUMNS, *(self.row(record) for record in self.records)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]

        def line(cells):
            return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

        lines = [line(rows[0]), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows[1:])]
        missed = sum(record.misses for record in self.records)
        aims = sum(bool(record.aim) for record in self.records)
        lines += ["", f"{aims - missed} of {aims} aims are reached."]
        if not self._last:
            return "\n".join([*lines, "There is no kept run to compare with."])
        worse = [record for record in self.records if self.is_worse(record)]
        lines.append("Nothing got worse by more than the noise." if not worse else "Worse than the last run by more than the noise:")
        for record in worse:
            change = self.change(record)
            by = f"{change:.0%}" if change < 10 else "much"
            lines.append(f"  {record.name}: by {by}, where {self.noise(record):.0%} may be chance")
        gone = [name for name in self._last if name not in {record.name for record in self.records}]
        if gone:
            lines.append(f"Not measured in this run: {', '.join(gone)}")
        return "\n".join(lines)
