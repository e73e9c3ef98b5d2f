"""The plot of growth: time and memory of each subject over its size, on logarithmic axes, readable on light and dark pages."""

import math

WIDTH, COLUMNS = 780, 3
LEFT, GAP, TOP = 56, 26, 62
PANEL, HEIGHT, ROW = 212, 108, 158
STYLE = """
text { font: 11px Inter, "Helvetica Neue", Arial, sans-serif; fill: #57606a }
.head { font-size: 13px; font-weight: 600; fill: #1f2328 }
.name { font-size: 12px; fill: #1f2328 }
.value { font-weight: 600; fill: #0b62c4 }
.memory.value { fill: #9a4a00 }
.grid { stroke: #d0d7de; stroke-width: 0.5 }
.linear { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 3 3 }
.line { fill: none; stroke: #0b62c4; stroke-width: 2; stroke-linejoin: round }
.dot { fill: #0b62c4 }
.memory.line { stroke: #b35900 } .memory.dot { fill: #b35900 }
@media (prefers-color-scheme: dark) {
  text { fill: #9198a1 } .head, .name { fill: #f0f6fc } .grid { stroke: #3d444d } .linear { stroke: #656c76 }
  .value { fill: #6cb2ff } .memory.value { fill: #ffa657 } .line { stroke: #6cb2ff } .dot { fill: #6cb2ff }
  .memory.line { stroke: #ffa657 } .memory.dot { fill: #ffa657 }
}
"""


def _seconds(value):
    """A time of the axis or of a point."""
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1, 1e3, "ms")):
        if value < limit * 0.9999:
            return f"{_digits(value * factor)} {unit}"
    return f"{_digits(value)} s"


def _megabytes(value):
    return f"{_digits(value / 1000)} GB" if value >= 999.9 else f"{_digits(value)} MB"


def _digits(value):
    return f"{value:.0f}" if value >= 10 or abs(value - round(value)) < 0.05 else f"{value:.1f}"


def _count(power):
    return ("1", "10", "100", "1,000", "10,000", "100,000")[power]


class Axis:
    """A logarithmic axis of whole decades around some values, which leads upwards."""

    def __init__(self, values):
        self.first = math.floor(math.log10(min(values)) + 1e-9)
        self.last = max(self.first + 1, math.ceil(math.log10(max(values)) - 1e-9))

    def place(self, value):
        """The distance from the panel's top."""
        return HEIGHT * (1 - (math.log10(value) - self.first) / (self.last - self.first))

    @property
    def ticks(self):
        step = max(1, math.ceil((self.last - self.first) / 4))
        return [10.0**power for power in range(self.first, self.last + 1, step)]


def _x(count):
    return PANEL * (math.log10(count) - 1) / 3


def _panel(name, points, axis, label, kind, has_labels):
    """A panel at the origin: its name, the grid, the line of linear growth, and the points."""
    parts = [f'<text class="name" x="0" y="-8">{name}</text>']
    for tick in axis.ticks:
        y = axis.place(tick)
        parts.append(f'<line class="grid" x1="0" x2="{PANEL}" y1="{y:.1f}" y2="{y:.1f}"/>')
        if has_labels:
            parts.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{label(tick)}</text>')
    for power in range(1, 5):
        anchor = {1: "start", 4: "end"}.get(power, "middle")
        parts.append(f'<text x="{_x(10 ** power):.1f}" y="{HEIGHT + 15}" text-anchor="{anchor}">{_count(power)}</text>')
    if not points:
        return parts
    # Linear growth from the first point, to the edge of the panel.
    count, value = points[0]
    end = min(1e4, count * 10**axis.last / value)
    parts.append(
        f'<line class="linear" x1="{_x(count):.1f}" y1="{axis.place(value):.1f}" x2="{_x(end):.1f}" '
        f'y2="{axis.place(value * end / count):.1f}"/>')
    places = [(_x(count), axis.place(value)) for count, value in points]
    parts.append(f'<polyline class="{kind} line" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>')
    parts += [f'<circle class="{kind} dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
    x, y = places[-1]
    parts.append(f'<text class="{kind} value" x="{x:.1f}" y="{y - 8:.1f}" text-anchor="end">{label(points[-1][1])}</text>')
    return parts


def _block(head, plots, values, label, kind, top):
    """A head and the panels of one measure below it."""
    # Any decade, if nothing was measured.
    axis = Axis([value for points in values for _, value in points] or [1, 10])
    parts = [f'<text class="head" x="{LEFT}" y="{top}">{head}</text>']
    for index, (name, points) in enumerate(zip(plots, values)):
        x = LEFT + index % COLUMNS * (PANEL + GAP)
        y = top + 40 + index // COLUMNS * ROW
        inner = "".join(_panel(name, points, axis, label, kind, index % COLUMNS == 0))
        parts.append(f'<g transform="translate({x} {y})">{inner}</g>')
    return parts


def svg(plots):
    """Returns the plot of pairs of a name and its sizes."""
    names = [name for name, _ in plots]
    times = [[(size.count, max(size.seconds, 1e-6)) for size in sizes] for _, sizes in plots]
    memories = [[(size.count, size.megabytes) for size in sizes] for _, sizes in plots]
    rows = math.ceil(len(plots) / COLUMNS)
    second = TOP + rows * ROW + 34
    parts = _block("Time", names, times, _seconds, "time", 24)
    parts += _block("Peak memory", names, memories, _megabytes, "memory", second - 22)
    height = second + rows * ROW + 18
    parts.append(f'<line class="linear" x1="{WIDTH - 118}" x2="{WIDTH - 88}" y1="20" y2="20"/>')
    parts.append(f'<text x="{WIDTH - 82}" y="24">linear growth</text>')
    title = "Time and peak memory of each from 10 to 10,000, on logarithmic axes"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
        f"<title>{title}</title><style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")
