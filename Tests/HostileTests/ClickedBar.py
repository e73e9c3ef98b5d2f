#!/usr/bin/env python3
"""Shows lines in a real bar, clicks all over each of them, and tells after which a file was there.

The first line is one that makes the file when it is clicked: it proves that clicks arrive. It is removed again.

usage: ClickedBar.py BAR LINES CANARY      BAR: lemonbar, polybar or xmobar; LINES: a file; prints the numbers of the lines that made CANARY
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "RealBars"))
from stage import Stage  # noqa: E402

# ImageMagick refuses pictures of more than 16,000 pixels.
WIDTH = 15900
HEIGHT = 24


def lemonbar(stage, fifo):
    stage.start("sh", "-c", f"lemonbar -p -a 200 -g {WIDTH}x{HEIGHT}+0+0 -f fixed < {fifo} | sh")


def polybar(stage, fifo):
    config = stage.folder / "polybar.ini"
    config.write_text(
        f"[bar/t]\nwidth = {WIDTH}px\nheight = {HEIGHT}px\nbackground = #303030\nforeground = #ffffff\nfont-0 = DejaVu Sans Mono:size=8\n"
        f"modules-left = now\n[module/now]\ntype = custom/script\nexec = cat {fifo}\ntail = true\n")
    stage.start("polybar", "-c", config, "t")


def xmobar(stage, fifo):
    config = stage.folder / "xmobarrc"
    config.write_text(
        'Config { template = "%now%}{", commands = [ Run CommandReader ' + json.dumps(f"exec cat {fifo}") + ' "now" ],'
        f" position = Static {{ xpos = 0, ypos = 0, width = {WIDTH}, height = {HEIGHT} }},"
        ' font = "DejaVu Sans Mono 8", bgColor = "#303030", fgColor = "#ffffff" }\n')
    stage.start("dbus-run-session", "--", "xmobar", config)


def main(bar, lines, canary):
    lines, canary = pathlib.Path(lines).read_bytes().splitlines(keepends=True), pathlib.Path(canary)
    with Stage(os.environ.get("SUBDIAL_BUILD", "/")) as stage:
        stage.xvfb(width=WIDTH, height=40)
        fifo = stage.folder / "lines"
        os.mkfifo(fifo)
        {"lemonbar": lemonbar, "polybar": polybar, "xmobar": xmobar}[bar](stage, fifo)
        writer = open(fifo, "wb", buffering=0)

        def shown():
            return stage.pixels(stage.screenshot("left", f"60x{HEIGHT}+0+0"))

        # No tag's text is narrower than this step.
        clicks = [part for x in range(40, WIDTH, 330) for part in ("mousemove", str(x), str(HEIGHT // 2), "click", "1")]
        before, sung = shown(), []
        for number, line in enumerate(lines):
            # The number at the line's beginning is what tells that it has been drawn.
            writer.write(line)
            changed = stage.wait("the line", lambda: (now := shown()) != before and now)
            if not changed:
                sys.exit(f"{bar} does not show line {number}: {stage.log(bar)}{stage.log('sh')}{stage.log('dbus-run-session')}")
            before = changed
            stage.run("xdotool", *clicks)
            if number == 0 and not stage.wait("the canary of the first line", canary.exists):
                sys.exit(f"{bar} does nothing when it is clicked")
            if canary.exists():
                sung.append(number)
                canary.unlink()
        print(json.dumps(sung))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
