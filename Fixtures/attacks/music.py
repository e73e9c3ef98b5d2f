#!/usr/bin/env python3
"""Writes music files that end or fill a reader without limits.

usage: music.py FOLDER
"""

import os
import struct
import sys
import zlib

AUDIO = bytes([255, 251, 144, 100]) + bytes(413)
COMPRESSED = bytes([0, 9])
FTYP = struct.pack(">I", 16) + b"ftypM4A mp42"


def synchsafe(number):
    return bytes([number >> 21 & 127, number >> 14 & 127, number >> 7 & 127, number & 127])


def frame(name, size, body, flags=bytes(2)):
    return name + synchsafe(size) + flags + body


def mp3(frames):
    return b"ID3" + bytes([4, 0, 0]) + synchsafe(len(frames)) + frames + AUDIO * 6


def chapters(depth):
    """Chapter frames within each other."""
    heads, size = [], 0
    for _ in range(depth):
        heads.append(frame(b"CHAP", 18 + size, b"a" + bytes(17)))
        size += len(heads[-1])
    return b"".join(reversed(heads))


def compressed(name, size, body):
    """A compressed frame, with the claimed size of its content before it."""
    return frame(name, len(body) + 4, synchsafe(size) + body, COMPRESSED)


def picture(mebibytes):
    """A compressed picture of zeros."""
    packer = zlib.compressobj(9)
    body = packer.compress(bytes(1) + b"image/png" + bytes([0, 3, 0]))
    for _ in range(mebibytes):
        body += packer.compress(bytes(1 << 20))
    return compressed(b"APIC", 13, body + packer.flush())


def atoms(depth, length):
    """Atoms within each other."""
    names = [b"moov", b"trak", b"udta"]
    return b"".join(struct.pack(">I", length(level)) + names[level % 3] for level in range(depth))


def write(name, start, zeros=0):
    with open(name, "wb") as file:
        file.write(start)
        file.truncate(len(start) + zeros)


def main(folder):
    os.chdir(folder)
    nested = chapters(60_000)
    private = b"x" + bytes(1) + AUDIO * 2
    write("junk.mp3", bytes(1) + mp3(frame(b"PRIV", len(private), private) + nested))
    chapter = b"a" + bytes(17) + nested
    write("zip.mp3", mp3(compressed(b"CHAP", len(chapter), zlib.compress(chapter, 9))))
    write("bomb.mp3", mp3(picture(1500)))
    write("overhang.m4a", FTYP + atoms(200_000, lambda level: 0x7FFFFFFF))
    write("deep.m4a", FTYP + atoms(200_000, lambda level: (200_000 - level) * 8))
    zeros = 1 << 30
    head = struct.pack(">I", 16 + zeros) + b"data" + bytes([0, 0, 0, 13, 0, 0, 0, 0])
    for name, own in ((b"covr", 0), (b"ilst", 0), (b"meta", 4), (b"udta", 0), (b"moov", 0)):
        head = struct.pack(">I", 8 + own + len(head) + zeros) + name + bytes(own) + head
    write("cover.m4a", FTYP + head, zeros)


main(sys.argv[1])
