"""The compared widget for other programs: systemMedium at 3x with the entry playing.json, in points as Subdial lays it out."""

WIDTH, HEIGHT, SCALE, RADIUS = 338, 158, 3, 28
BACKGROUND, ACCENT, WHITE, GRAY, TRACK = "#13274d", "#639dff", "#ffffff", "rgba(255,255,255,0.6)", "rgba(255,255,255,0.16)"
COVER = (16, 16, 126, 126, 7)
LENGTH, POSITION = 562, 104


def texts(second):
    """The texts as (x, baseline, size, weight, colour, text, alignment); the times run."""
    elapsed = POSITION + second % 400
    rest = LENGTH - elapsed
    return [
        (168, 28.3, 12, 400, GRAY, "Living Room", "left"),
        (156, 65, 17, 600, WHITE, "So What", "left"),
        (156, 85, 15, 400, GRAY, "Miles Davis", "left"),
        (157, 115.5, 11, 400, GRAY, f"{elapsed // 60}:{elapsed % 60:02}", "left"),
        (322, 115.5, 11, 400, GRAY, f"−{rest // 60}:{rest % 60:02}", "right"),
    ]


def boxes(second):
    """The rounded rectangles as (x, y, width, height, radius, colour): the bar, the pause, the waveform and the speaker."""
    width = 93.3
    return [
        (188.7, 109.7, width, 4, 2, TRACK),
        (188.7, 109.7, width * (POSITION + second % 400) / LENGTH, 4, 2, ACCENT),
        (233.5, 127, 4, 13, 1.2, WHITE),
        (240.5, 127, 4, 13, 1.2, WHITE),
        (311.5, 22.5, 2, 6.5, 1, ACCENT),
        (315.2, 19.3, 2, 9.7, 1, ACCENT),
        (319, 21, 2, 8, 1, ACCENT),
        (156.5, 19, 7, 10, 1.5, GRAY),
    ]


TRIANGLES = [
    [(200, 128.5), (200, 138.5), (192, 133.5)],
    [(191.5, 128.5), (191.5, 138.5), (183.5, 133.5)],
    [(278, 128.5), (278, 138.5), (286, 133.5)],
    [(286.5, 128.5), (286.5, 138.5), (294.5, 133.5)],
]
