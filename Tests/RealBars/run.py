#!/usr/bin/env python3
"""Runs a real bar without a screen, with a feed of a simulated bridge, and prints as JSON what came of it.

usage: run.py BAR BUILD [PICTURE]      BUILD: the folder with the programs; PICTURE: a PNG of the bar to write
"""

import json
import sys

import bars
from bars import BARS
from stage import TITLE, Stage


def main(name, build, picture=None):
    with Stage(build, picture) as stage:
        # For a picture to look at, something that is pleasant to look at.
        if picture:
            bars.FEED = bars.PLEASANT
        stage.bridge("Slow Carousel" if picture else TITLE, "Ada Lindqvist" if picture else "Tom & <Jerry>")
        print(json.dumps(BARS[name](stage), ensure_ascii=False))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in BARS:
        sys.exit(f"{__doc__}\nbars: {', '.join(BARS)}")
    main(*sys.argv[1:])
