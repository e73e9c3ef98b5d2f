"""Two pictures of 1920 × 1080 pixels that differ: lines of soft strokes, of which a block is moved by a pixel."""

import struct
import zlib

WIDTH, HEIGHT = 1920, 1080
INK = (255, 200, 40, 10, 40, 200, 255, 255, 255)


def _row(y, shift):
    """A row of gray pixels; those between x = 400 and x = 800 are shifted."""
    line = y % 24
    row = bytearray()
    for x in range(WIDTH):
        ground = 200 + x * 40 // WIDTH
        moved = x - shift if 400 <= x < 800 else x
        inked = 6 <= line < 17 and 40 <= x < WIDTH - 40
        gray = ground * INK[(moved + line * 3 // 5) % 9] // 255 if inked else ground
        row += bytes((gray, gray, gray, 255))
    return bytes(row)


def pixels(shift):
    """The pixels; the rows from 300 to 500 have a block that is shifted."""
    rows = {(line, moved): _row(line, moved) for line in range(24) for moved in {0, shift}}
    return b"".join(rows[y % 24, shift if 300 <= y < 500 else 0] for y in range(HEIGHT))


def png(data):
    """The PNG of the pixels."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    stride = WIDTH * 4
    rows = b"".join(b"\0" + data[start:start + stride] for start in range(0, len(data), stride))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def write(folder):
    """Writes `expected` and `actual` into a folder, each as .png and as .rgba."""
    for name, shift in (("expected", 0), ("actual", 1)):
        data = pixels(shift)
        for ending, content in (("png", png(data)), ("rgba", data)):
            with open(f"{folder}/{name}.{ending}", "wb") as file:
                file.write(content)
