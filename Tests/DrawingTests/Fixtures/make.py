#!/usr/bin/env python3
"""Writes the pictures that the tests decode, beside this file. Needs Pillow (on Debian: python3-pil) and pillow-heif (from PyPI).

Those with full colours show the same 16 × 12 pixels: red and green above blue and white, each a quarter. Those with soft colours have a colour profile
or another description of their colours; what they look like in sRGB is in `soft.tsv`, as Pillow and its Little CMS convert them.
"""

import io
import struct
import zlib
from pathlib import Path

import pillow_heif
from PIL import Image, ImageCms

HERE = Path(__file__).parent
WIDTH, HEIGHT = 16, 12
COLORS = [[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 255)]]

SOFT = [[(200, 80, 60), (90, 180, 70)], [(60, 90, 190), (230, 225, 215)]]

# What makes of the upright picture one that is stored the way each EXIF orientation says.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def quarters(colors: list = COLORS) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            image.putpixel((x, y), colors[y * 2 // HEIGHT][x * 2 // WIDTH])
    return image


def fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def profile(space: bytes, tags: dict[bytes, bytes], kind: bytes = b"mntr", connection: bytes = b"XYZ ") -> bytes:
    """An ICC profile of version 2 with the given tags."""
    tags = {b"desc": b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(78), b"cprt": b"text\0\0\0\0none\0"} | tags
    table, data = b"", b""
    for name, content in tags.items():
        content += bytes(-len(content) % 4)
        table += struct.pack(">4sII", name, 128 + 4 + 12 * len(tags) + len(data), len(content))
        data += content
    body = struct.pack(">I", len(tags)) + table + data
    illuminant = fixed(0.9642) + fixed(1) + fixed(0.8249)
    return (
        struct.pack(">I4sI4s4s4s12s4s", 128 + len(body), b"test", 0x02100000, kind, space, connection, bytes(12), b"acsp")
        + bytes(28) + illuminant + bytes(48) + body
    )


def xyz(x: float, y: float, z: float) -> bytes:
    return b"XYZ \0\0\0\0" + fixed(x) + fixed(y) + fixed(z)


def gamma(value: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(value * 256))


# The primaries of Display P3, adapted to D50, with a plain power.
P3 = profile(b"RGB ", {
    b"wtpt": xyz(0.9642, 1, 0.8249), b"rXYZ": xyz(0.51512, 0.2412, -0.00105), b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
    b"bXYZ": xyz(0.1571, 0.06657, 0.78407), b"rTRC": gamma(1.8), b"gTRC": gamma(1.8), b"bTRC": gamma(1.8),
})
GREY = profile(b"GRAY", {b"wtpt": xyz(0.9642, 1, 0.8249), b"kTRC": gamma(1.2)})


def inks() -> bytes:
    """A profile of CMYK: a table of two levels for each ink, to Lab."""
    corners = b""
    for index in range(16):
        c, m, y, k = (index >> 3 & 1, index >> 2 & 1, index >> 1 & 1, index & 1)
        light = 95 - 40 * c - 45 * m - 8 * y
        a, b = 70 * m - 35 * c, 85 * y - 45 * c
        if k:
            light, a, b = light * 0.15, a * 0.1, b * 0.1
        corners += bytes([round(light * 2.55), round(a + 128), round(b + 128)])
    identity = bytes(range(256))
    matrix = b"".join(fixed(v) for v in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    lut = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + matrix + identity * 4 + corners + identity * 3
    return profile(b"CMYK", {b"wtpt": xyz(0.9642, 1, 0.8249), b"A2B0": lut}, kind=b"prtr", connection=b"Lab ")


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_with(image: Image.Image, *chunks: tuple[bytes, bytes], **options: object) -> bytes:
    """A PNG with chunks after its header."""
    file = io.BytesIO()
    image.save(file, "PNG", **options)
    data = file.getvalue()
    # The signature has 8 bytes, the header 25.
    return data[:33] + b"".join(chunk(*item) for item in chunks) + data[33:]


def centres(image: Image.Image) -> list[tuple[int, int, int]]:
    image = image.convert("RGB")
    return [image.getpixel((x, y)) for y in (3, 9) for x in (4, 12)]


def as_srgb(name: str, profile: bytes) -> list[tuple[int, int, int]]:
    image = Image.open(HERE / name)
    image.load()
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    if source.profile.xcolor_space.strip() == "RGB":
        image = image.convert("RGB")
    return centres(ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB"))


def power(value: float) -> bytes:
    """The profile of sRGB's primaries with a power."""
    return profile(b"RGB ", {
        b"wtpt": xyz(0.9642, 1, 0.8249), b"rXYZ": xyz(0.43607, 0.22249, 0.01392), b"gXYZ": xyz(0.38515, 0.71687, 0.09708),
        b"bXYZ": xyz(0.14307, 0.06061, 0.7141), b"rTRC": gamma(value), b"gTRC": gamma(value), b"bTRC": gamma(value),
    })


def soft() -> None:
    """The pictures whose colours must be converted."""
    picture = quarters(SOFT)
    exact = {"quality": 100, "subsampling": 0}
    rows: list[tuple[str, list[tuple[int, int, int]]]] = []

    def add(name: str, source: bytes) -> None:
        rows.append((name, as_srgb(name, source)))

    save(picture, "p3.jpg", icc_profile=P3, **exact)
    add("p3.jpg", P3)
    # A profile in several segments, as large ones are stored.
    save(picture, "p3-long.jpg", icc_profile=P3 + bytes(70_000), **exact)
    add("p3-long.jpg", P3)
    save(picture, "p3.png", icc_profile=P3)
    add("p3.png", P3)
    save(picture, "p3.webp", icc_profile=P3, lossless=True)
    add("p3.webp", P3)
    save(picture, "p3.avif", icc_profile=P3, quality=100, subsampling="4:4:4")
    add("p3.avif", P3)
    pillow_heif.from_pillow(picture).save(HERE / "p3.heic", quality=-1, chroma=444, icc_profile=P3)
    rows.append(("p3.heic", rows[-1][1]))
    save(picture.convert("L"), "grey-profile.jpg", icc_profile=GREY, quality=100)
    add("grey-profile.jpg", GREY)
    save(picture.convert("L"), "grey-profile.png", icc_profile=GREY)
    add("grey-profile.png", GREY)
    save(picture.convert("L"), "grey-of-p3.png", icc_profile=P3)
    add("grey-of-p3.png", P3)
    save(picture.convert("CMYK"), "cmyk-profile.jpg", icc_profile=inks(), **exact)
    add("cmyk-profile.jpg", inks())

    (HERE / "gamma.png").write_bytes(png_with(picture, (b"gAMA", struct.pack(">I", 100_000))))
    add("gamma.png", power(1))
    chromaticities = (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)
    points = b"".join(struct.pack(">I", round(value * 100_000)) for value in chromaticities)
    (HERE / "chrm.png").write_bytes(png_with(picture, (b"gAMA", struct.pack(">I", 55_556)), (b"cHRM", points)))
    add("chrm.png", P3)
    # Linear light with the primaries of sRGB; the standard prefers it to what gAMA says.
    (HERE / "cicp.png").write_bytes(png_with(picture, (b"gAMA", struct.pack(">I", 45_455)), (b"cICP", bytes([1, 8, 0, 1]))))
    add("cicp.png", power(1))
    # gAMA and cHRM are for readers that do not know sRGB.
    (HERE / "srgb.png").write_bytes(png_with(picture, (b"sRGB", b"\0"), (b"gAMA", struct.pack(">I", 100_000))))
    rows.append(("srgb.png", centres(picture)))
    with open(HERE / "soft.tsv", "w") as file:
        for name, colors in rows:
            file.write(name + "\t" + "\t".join("#%02x%02x%02x" % color for color in colors) + "\n")


def formats() -> None:
    """Further formats, and the first frames of animations."""
    picture = quarters()
    save(picture, "plain.avif", quality=100, subsampling="4:4:4")
    pillow_heif.from_pillow(picture).save(HERE / "plain.heic", quality=-1, chroma=444)
    for name, image in {
        "24": picture, "8": picture.quantize(4), "1": picture.convert("L").point(lambda v: 255 if v > 100 else 0).convert("1"),
        "32": picture.convert("RGBA"),
    }.items():
        save(image, f"bits-{name}.bmp")
    # The first frame is smaller than the canvas.
    frame = picture.convert("RGBA")
    canvas = Image.new("RGBA", (WIDTH * 2, HEIGHT * 2))
    canvas.paste(frame, (WIDTH // 2, HEIGHT // 2))
    canvas.save(HERE / "moving.gif", save_all=True, append_images=[canvas.rotate(180)], duration=100, disposal=2)
    save(picture, "interlaced.gif", interlace=1)
    canvas.save(HERE / "moving.webp", save_all=True, append_images=[canvas.rotate(180)], duration=100, lossless=True)
    for orientation in (3, 6):
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = picture.transpose(STORED[orientation])
        save(stored, f"orientation-{orientation}.png", exif=exif)
        save(stored, f"orientation-{orientation}.webp", exif=exif, lossless=True)


def save(image: Image.Image, name: str, **options: object) -> None:
    image.save(HERE / name, **options)


def main() -> None:
    picture = quarters()
    exact = {"quality": 95, "subsampling": 0}
    save(picture, "baseline.jpg", **exact)
    save(picture, "subsampled.jpg", quality=90, subsampling=2)
    save(picture, "progressive.jpg", progressive=True, **exact)
    save(picture.convert("L"), "grey.jpg", quality=95)
    save(picture.convert("CMYK"), "cmyk.jpg", **exact)
    for orientation, transpose in STORED.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = picture if transpose is None else picture.transpose(transpose)
        save(stored, f"orientation-{orientation}.jpg", exif=exif, **exact)

    # The last quarter is see-through.
    cut = picture.convert("RGBA")
    cut.paste((255, 255, 255, 0), (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    save(picture, "rgb.png")
    save(cut, "rgba.png")
    save(picture.convert("L"), "grey.png")
    save(cut.convert("LA"), "grey-alpha.png")
    save(picture.quantize(4), "palette.png")
    save(cut.quantize(4), "palette-alpha.png")
    save(picture.convert("L").convert("I;16").point(lambda value: value * 257), "grey-16.png")

    save(picture, "lossy.webp", quality=90)
    save(picture, "lossless.webp", lossless=True)
    save(cut, "alpha.webp", lossless=True, exact=True)
    save(picture, "animated.webp", save_all=True, append_images=[picture.rotate(180)], lossless=True)
    save(picture, "still.gif")
    soft()
    formats()


if __name__ == "__main__":
    main()
